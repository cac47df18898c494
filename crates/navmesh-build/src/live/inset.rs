//! The inset of a mesh for agents with a radius, under edits.
//!
//! An edit changes two drawings. The outlines of the ground make a mesh without a radius; its local step tells which
//! rings of its border change. Their curves, moved inwards by the radius, are the inset: segments in the drawing of
//! the mesh itself, together with areas. The segments by which old and new curves differ are the edit of that drawing.
//!
//! Whole rings are traced and moved anew, because the curve of a ring depends on all of its corners
//! ([`offset`](crate::inset::offset)).

mod difference;
mod rings;

use std::sync::Arc;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::{SharedClearance, geom::Bounds};
use navmesh_core::{DVec2, NavMesh, Outlines};

use super::changes::Changes;
use super::doors::DoorNumbers;
use super::index::{Chains, OutlineSegment, SegmentIndex};
use super::kinds::Kinds;
use super::step::Meanings;
use super::{RebuildReason, step};
use crate::builder::NavMeshBuilder;
use crate::input::clean;
use crate::inset::divide_and_conquer::most_crossings;
use crate::inset::door_margins::door_margins;
use crate::inset::offset::OffsetRadius;
use crate::options::BuildOptions;
use crate::outlines::build_outlines;
use crate::plsg::{Drawing, Effect};
use crate::report::BuildReport;
use crate::split::crosses_itself;
use difference::{Difference, bodies, difference};
use rings::{ChangedRings, Ring, Rings};

/// The ground behind an inset.
#[derive(Debug, Clone)]
pub(super) struct Inset {
    ground: NavMesh,
    /// The segments of walkable outlines, obstacles and walls.
    pub(super) index: SegmentIndex,
    rings: Rings,
    offset: OffsetRadius,
    /// The largest magnitude of a coordinate of the ground. The margins for rounding depend on it.
    reach: f64,
}

impl Inset {
    /// Builds the ground of a builder, with an empty index. Adds its curves to the index of the mesh, without partners.
    ///
    /// `None` without a radius, or if a whole build does not draw the inset as such curves: they cross one another
    /// very often.
    pub(super) fn of(builder: &NavMeshBuilder, drawn: &mut SegmentIndex) -> Option<Self> {
        let Outlines { walkable, obstacles, walls, .. } = builder.outlines();
        let outlines = Outlines { walkable, obstacles, walls, ..Outlines::default() };
        let options = BuildOptions { agent_radius: 0.0, ..builder.options };
        let drawing = clean(&outlines, &[], &options, &mut BuildReport::default()).ok()?.ground;
        let bounds = Bounds::of(drawing.points.iter().copied());
        let offset = OffsetRadius::of(&builder.options, bounds, 0.0).ok()??;
        let (ground, _) = build_outlines(&outlines, &options).ok()?;
        let (rings, all) = Rings::of(&ground);
        let index = SegmentIndex::for_outlines(0, &outlines);
        let mut inset = Self { ground, index, rings, offset, reach: bounds.max_abs() };
        inset.move_rings(&all);
        if crosses_itself(inset.drawing(), inset.most_crossings()) {
            return None;
        }
        drawn.add_inset();
        inset.draw(&all, drawn, &mut Chains::new());
        Some(inset)
    }

    /// Follows edits of the ground, and adds the changes of the inset to those of the mesh's drawing.
    ///
    /// Complexity: that of a local step, and linear in the rings that change.
    ///
    /// # Errors
    ///
    /// The reason why a local step is not enough. The inset is then of no use any more.
    pub(super) fn follow(
        &mut self,
        builder: &NavMeshBuilder,
        weld: f64,
        changes: &Changes,
        drawn: &mut SegmentIndex,
        drawn_changes: &mut Changes,
    ) -> Result<(), RebuildReason> {
        if changes.is_empty() {
            return Ok(());
        }
        if self.moves_reach(changes) {
            return Err(RebuildReason::Radius);
        }
        // The ground has neither doors nor areas.
        let (doors, kinds) = (&DoorNumbers::default(), &Kinds::default());
        let meanings = Meanings { builder, weld, doors, kinds };
        let patch = step::patch(&self.ground, &self.index, meanings, changes)?.patch;
        let loosened = self.rings.loosen(&self.ground, &patch.removed);
        let report = self.ground.apply_patch(&patch).map_err(|_| RebuildReason::Unsettled)?;
        let changed = self.rings.retrace(&self.ground, &report, loosened);
        self.move_rings(&changed);
        drawn_changes.was_unsettled |= !drawn.is_settled();
        let (added, removed) = self.draw(&changed, drawn, &mut drawn_changes.former);
        drawn.find_partners(&added, &mut drawn_changes.former);
        if drawn.crossings() > self.most_crossings() {
            return Err(RebuildReason::ManyCrossings);
        }
        let new = added.iter().map(|&slot| drawn.segment(slot).ends);
        let ends: Vec<[DVec2; 2]> = new.chain(removed.iter().map(|(_, old)| old.ends)).collect();
        drawn_changes.bodies.extend(bodies(&ends));
        drawn_changes.added.extend(added);
        drawn_changes.added.merge_sort();
        drawn_changes.removed.extend(removed);
        Ok(())
    }

    /// Returns a number of crossings up to which a whole build draws the inset as such curves for certain: half of its limit,
    /// since it also counts contacts.
    fn most_crossings(&self) -> usize {
        most_crossings(self.rings.corner_count()) / 2
    }

    /// True if edits change the largest magnitude of a coordinate.
    ///
    /// Complexity: linear in the edits; linear in the map if they remove an outline that reaches it.
    fn moves_reach(&self, changes: &Changes) -> bool {
        let reach = |ends: [DVec2; 2]| Bounds::of(ends).max_abs();
        let added = changes.added.iter().map(|&slot| reach(self.index.segment(slot).ends));
        let removed = changes.removed.iter().map(|(_, old)| reach(old.ends));
        added.clone().any(|own| own > self.reach)
            || removed.clone().any(|own| own == self.reach) && self.index.reach() < self.reach
    }

    /// Returns the border of the ground in the form that a mesh stores.
    ///
    /// Complexity: linear in the number of rings.
    pub(super) fn clearance(&self) -> Arc<SharedClearance> {
        let rings = self.rings.iter().filter_map(|ring| ring.border.clone());
        Arc::new(SharedClearance::of_rings(self.offset.radius, rings))
    }

    /// Returns the margin of a door.
    pub(super) fn margin(&self, door: &Drawing) -> Drawing {
        door_margins(door, &self.offset)
    }

    /// Computes the curves of new rings.
    fn move_rings(&mut self, changed: &ChangedRings) {
        for &number in &changed.new {
            let Some(ring) = self.rings.get_mut(number) else { continue };
            let same = changed.gone.iter().find(|old| old.corners == ring.corners);
            ring.curve = match same {
                Some(old) => old.curve.clone(),
                None => self.offset.ring(&ring.corners).unwrap_or_default(),
            };
        }
    }

    /// Returns all curves as a drawing.
    fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::default();
        let curves = self.rings.iter().map(|ring| ring.curve.clone());
        drawing.add_rings(Effect::Walkable, curves.filter(|curve| !curve.is_empty()));
        drawing
    }

    /// Brings the segments of an index up to date with rings that changed. Returns the new slots, and what is gone.
    fn draw(
        &mut self,
        changed: &ChangedRings,
        drawn: &mut SegmentIndex,
        former: &mut Chains,
    ) -> (Vec<u32>, Vec<(u32, OutlineSegment)>) {
        let mut new: Vec<Ring> =
            changed.new.iter().filter_map(|&number| self.rings.take(number)).collect();
        let Difference { old, new: places } = difference(&changed.gone, &mut new);
        let ends: Vec<[DVec2; 2]> = places.iter().map(|place| place.ends).collect();
        let (added, removed) = drawn.change_inset(&old, &ends, former);
        for (place, &slot) in places.iter().zip(&added) {
            new[place.ring].slots[place.side] = slot;
        }
        for (&number, ring) in changed.new.iter().zip(new) {
            self.rings.put(number, ring);
        }
        (added, removed)
    }
}
