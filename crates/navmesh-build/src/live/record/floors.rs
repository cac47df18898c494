//! The indexes of live outlines: one of each floor, and one of the ground behind an inset.

use super::super::changes::{AllChanges, Placed, add_margin};
use super::super::index::{SegmentIndex, ShapeKey};
use super::super::inset::Inset;
use super::super::{LiveOutlines, RebuildReason};
use super::weld::{WeldedOutlines, each_chain};
use crate::builder::{Entry, LiveKey, LiveShape};
use crate::input::reaches::Reaches;
use crate::plsg::Drawing;

impl LiveOutlines {
    /// Adds a shape that stands to the index of its floor.
    pub(in super::super) fn index_key(&mut self, key: LiveKey, changes: &mut AllChanges) {
        let Some(entry) = self.builder.shapes.standing(key).cloned() else { return };
        let options = self.builder.options;
        let placed = Placed { entry: &entry, options: &options };
        let own = placed.drawings().unwrap_or_default();
        changes.note(&entry);
        each_chain(&entry, &own, |chain| self.reaches.add_chain(chain));
        changes.has_welds |= !self.is_apart(&own);
        if let LiveShape::Area(area) = &entry.shape {
            self.kinds.add(area);
        }
        let drawing = own.ground.with(own.areas);
        for layer in layers_of(&entry) {
            if let Some(inset) = self.inset_of(key, layer) {
                changes.ground.add(&mut inset.index, placed, &drawing);
                continue;
            }
            let floor = self.place_of(layer);
            changes.has_new_floor |= floor.is_err();
            let floor = floor.unwrap_or_else(|place| self.insert_floor(place, layer));
            let (index, drawn) = (&mut self.floors[floor], changes.drawn.entry(layer).or_default());
            drawn.add(index, placed, &drawing);
            if let (0, Some(inset), LiveKey::Door(door)) = (layer, &self.inset, key) {
                drawn.add_margin(index, door, &inset.margin(&drawing));
            }
        }
    }

    /// Removes a shape that stands from the index of its floor.
    pub(in super::super) fn unindex_key(&mut self, key: LiveKey, changes: &mut AllChanges) {
        let Some(entry) = self.builder.shapes.standing(key) else { return };
        let layer = entry.layer;
        let own = Placed { entry, options: &self.builder.options }.drawings().unwrap_or_default();
        changes.note(entry);
        changes.has_welds |= !self.is_apart(&own);
        each_chain(entry, &own, |chain| self.reaches.remove_chain(chain));
        if let LiveShape::Area(area) = &entry.shape {
            self.kinds.remove(area);
        }
        if let Some(inset) = layer.and_then(|layer| self.inset_of(key, layer)) {
            changes.ground.remove(&mut inset.index, ShapeKey::Live(key));
            return;
        }
        let is_connection = matches!(key, LiveKey::Connection(_));
        for index in
            self.floors.iter_mut().filter(|floor| is_connection || layer == Some(floor.layer))
        {
            let drawn = changes.drawn.entry(index.layer).or_default();
            drawn.remove(index, ShapeKey::Live(key));
            if let LiveKey::Door(door) = key {
                drawn.remove(index, ShapeKey::Margin(door));
            }
        }
    }

    /// Indexes all shapes that stand anew.
    ///
    /// Complexity: that of a whole build if agents have a radius.
    pub(in super::super) fn index_all(&mut self) {
        let builder = &self.builder;
        self.has_floors = builder.has_floors();
        let layers = builder.layers().into_iter();
        let index = |layer| SegmentIndex::for_outlines(layer, &builder.outlines_on(layer));
        self.floors = layers.map(index).collect();
        self.inset = match &mut self.floors[..] {
            [floor] if !self.has_floors => Inset::of(builder, floor),
            _ => None,
        };
        let keys: Vec<LiveKey> = builder.shapes.iter().map(|entry| entry.key).collect();
        let welded = WeldedOutlines::of(builder);
        (self.weld, self.reaches) = (welded.distance, welded.reaches);
        (self.welded_links, self.vanished) = (welded.links, welded.vanished);
        let mut drawings = welded.drawings;
        for key in keys {
            self.add_to_index(key, drawings.remove(&key));
        }
        for floor in &mut self.floors {
            floor.find_all_partners();
        }
        if let Some(inset) = &mut self.inset {
            inset.index.find_all_partners();
        }
    }

    /// Adds a shape that stands to the index of its floor, without partners; `welded` is its drawing if it was welded.
    fn add_to_index(&mut self, key: LiveKey, welded: Option<Drawing>) {
        let Some(entry) = self.builder.shapes.standing(key).cloned() else { return };
        let options = self.builder.options;
        let placed = Placed { entry: &entry, options: &options };
        let drawing = welded.unwrap_or_else(|| placed.drawing());
        for layer in layers_of(&entry) {
            if let Some(inset) = self.inset_of(key, layer) {
                placed.add_to(&mut inset.index, &drawing);
                continue;
            }
            let Ok(floor) = self.place_of(layer) else { continue };
            placed.add_to(&mut self.floors[floor], &drawing);
            if let (Some(inset), LiveKey::Door(door)) = (&self.inset, key) {
                add_margin(&mut self.floors[floor], door, &inset.margin(&drawing));
            }
        }
    }

    /// Returns the inset, if a shape belongs to the ground behind it.
    fn inset_of(&mut self, key: LiveKey, layer: u32) -> Option<&mut Inset> {
        self.inset.as_mut().filter(|_| layer == 0 && is_ground(key))
    }

    /// Returns the place of a floor among the indexes, or the one where it would stand.
    fn place_of(&self, layer: u32) -> Result<usize, usize> {
        self.floors.binary_search_by_key(&layer, |floor| floor.layer)
    }

    /// Inserts an empty index. A rebuild replaces it soon.
    fn insert_floor(&mut self, place: usize, layer: u32) -> usize {
        self.floors
            .insert(place, SegmentIndex::for_outlines(layer, &self.builder.outlines_on(layer)));
        place
    }

    /// Returns the reason why changes need a whole build of several floors, if there is one.
    pub(in super::super) fn check_floors(&self, changes: &AllChanges) -> Result<(), RebuildReason> {
        if changes.has_connections {
            return Err(RebuildReason::Connection);
        }
        if self.changes_floors(changes) || self.has_floors && self.has_radius() {
            return Err(RebuildReason::Floors);
        }
        let reaches = || Reaches::united(self.floors.iter().map(|floor| &floor.reaches));
        if self.has_floors && reaches().may_be_out_of_proportion() {
            return Err(RebuildReason::Proportion);
        }
        Ok(())
    }

    /// True if edits add the first shape of a floor, remove the last one, or change a floor connection.
    pub(in super::super) fn changes_floors(&self, changes: &AllChanges) -> bool {
        let is_bare = || self.floors.iter().any(SegmentIndex::is_bare);
        changes.has_new_floor || changes.has_connections || self.has_floors && is_bare()
    }
}

/// Iterates over the floors on which a shape is drawn. Links are on none.
fn layers_of(entry: &Entry) -> impl Iterator<Item = u32> {
    let layers = match &entry.shape {
        LiveShape::Connection(connection) => connection.layers.map(Some),
        _ => [entry.layer, None],
    };
    layers.into_iter().flatten()
}

/// True for what the ground is made of. Areas and doors are drawn onto its inset.
fn is_ground(key: LiveKey) -> bool {
    matches!(key, LiveKey::Outline(_) | LiveKey::Wall(_))
}
