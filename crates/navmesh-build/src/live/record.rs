//! Applies edits to the outlines, and notes how to undo them.

use navmesh_core::Outlines;

use super::changes::{AllChanges, Placed, add_margin};
use super::index::{SegmentIndex, ShapeKey};
use super::inset::Inset;
use super::{EditError, LiveKey, LiveOutlines, LiveShape, OutlineEdit};
use crate::builder::{LinkKey, NavMeshBuilder};
use crate::error::{BuildError, InputPlace, Role};
use crate::input::clean;
use crate::options::BuildOptions;
use crate::report::{BuildReport, Repair};

/// Edits that took effect.
#[derive(Debug, Default)]
pub(super) struct Recorded {
    pub(super) keys: Vec<LiveKey>,
    /// The edits that undo them, the last one first.
    pub(super) inverse: Vec<OutlineEdit>,
    pub(super) repairs: Vec<Repair>,
    pub(super) changes: AllChanges,
    /// The links that were added.
    pub(super) new_links: Vec<LinkKey>,
}

impl LiveOutlines {
    /// Forgets a removed outline, whose key becomes unknown. Returns false if it stands or is unknown.
    ///
    /// Call it when no edit will restore the outline any more, to release its memory.
    pub fn forget(&mut self, key: LiveKey) -> bool {
        let builder = &mut self.builder;
        match key {
            LiveKey::Outline(key) => builder.outlines.forget(key).is_some(),
            LiveKey::Wall(key) => builder.walls.forget(key).is_some(),
            LiveKey::Area(key) => builder.areas.forget(key).is_some(),
            LiveKey::Door(key) => builder.doors.forget(key).is_some(),
            LiveKey::Link(key) => builder.links.forget(key).is_some(),
        }
    }

    /// Returns a copy of a shape that stands.
    #[must_use]
    pub fn shape(&self, key: LiveKey) -> Option<LiveShape> {
        let builder = &self.builder;
        match key {
            LiveKey::Outline(key) => {
                builder.outlines.get(key).map(|(_, outline)| LiveShape::Outline(outline.clone()))
            }
            LiveKey::Wall(key) => builder.walls.get(key).cloned().map(LiveShape::Wall),
            LiveKey::Area(key) => builder.areas.get(key).cloned().map(LiveShape::Area),
            LiveKey::Door(key) => builder.doors.get(key).cloned().map(LiveShape::Door),
            LiveKey::Link(key) => builder.links.get(key).cloned().map(LiveShape::Link),
        }
    }

    /// Applies edits to the outlines: all, or none and an error.
    pub(super) fn record_edits(&mut self, edits: &[OutlineEdit]) -> Result<Recorded, EditError> {
        let mut done = Recorded::default();
        for (index, edit) in edits.iter().enumerate() {
            if let Err(error) = self.record_one(index, edit, &mut done) {
                let Recorded { keys, mut inverse, .. } = done;
                inverse.reverse();
                self.take_back(&keys, edits, inverse);
                return Err(error);
            }
        }
        done.inverse.reverse();
        Ok(done)
    }

    /// Undoes edits, and forgets what they added.
    pub(super) fn take_back(
        &mut self,
        keys: &[LiveKey],
        edits: &[OutlineEdit],
        inverse: Vec<OutlineEdit>,
    ) {
        let changes = &mut AllChanges::default();
        for edit in inverse {
            match edit {
                OutlineEdit::Remove(key) => _ = self.set_aside(key, changes),
                OutlineEdit::Restore(key) => _ = self.restore(key, changes),
                OutlineEdit::Replace(key, shape) => _ = self.replace(key, shape, changes),
                _ => {} // the inverse of an edit adds nothing
            }
        }
        for (&key, edit) in keys.iter().zip(edits) {
            let is_old = matches!(
                edit,
                OutlineEdit::Replace(..) | OutlineEdit::Remove(_) | OutlineEdit::Restore(_)
            );
            if !is_old {
                self.forget(key);
            }
        }
    }

    fn record_one(
        &mut self,
        edit: usize,
        change: &OutlineEdit,
        done: &mut Recorded,
    ) -> Result<(), EditError> {
        let options = self.builder.options;
        let mut checked = |shape: &LiveShape, role: Role| {
            check(shape, role, &options, &mut done.repairs, edit)
                .map_err(|error| EditError::Invalid { edit, error })
        };
        let (key, undo) = match change {
            &OutlineEdit::Remove(key) => {
                self.set_aside(key, &mut done.changes)
                    .ok_or(EditError::UnknownKey { edit, key })?;
                (key, OutlineEdit::Restore(key))
            }
            &OutlineEdit::Restore(key) => {
                self.restore(key, &mut done.changes).ok_or(EditError::NotRemoved { edit, key })?;
                (key, OutlineEdit::Remove(key))
            }
            OutlineEdit::Replace(key, shape) => {
                let key = *key;
                let role = self.role(key).ok_or(EditError::UnknownKey { edit, key })?;
                let old = self.shape(key).ok_or(EditError::UnknownKey { edit, key })?;
                if std::mem::discriminant(&old) != std::mem::discriminant(shape) {
                    return Err(EditError::OtherKind { edit, key });
                }
                checked(shape, role)?;
                self.replace(key, shape.clone(), &mut done.changes);
                (key, OutlineEdit::Replace(key, old))
            }
            add => {
                if let Some((shape, role)) = added(add) {
                    checked(&shape, role)?;
                }
                let Some(key) = add_to(&mut self.builder, add) else { return Ok(()) };
                self.index_key(key, &mut done.changes);
                if let LiveKey::Link(link) = key {
                    done.new_links.push(link);
                }
                (key, OutlineEdit::Remove(key))
            }
        };
        done.keys.push(key);
        done.inverse.push(undo);
        Ok(())
    }

    /// Returns the role of an outline that stands.
    pub(super) fn role(&self, key: LiveKey) -> Option<Role> {
        let builder = &self.builder;
        match key {
            LiveKey::Outline(key) => builder.outlines.get(key).map(|(role, _)| *role),
            LiveKey::Wall(key) => builder.walls.get(key).map(|_| Role::Wall),
            LiveKey::Area(key) => builder.areas.get(key).map(|_| Role::Area),
            LiveKey::Door(key) => builder.doors.get(key).map(|_| Role::Door),
            LiveKey::Link(key) => builder.links.get(key).map(|_| Role::Link),
        }
    }

    fn set_aside(&mut self, key: LiveKey, changes: &mut AllChanges) -> Option<()> {
        let builder = &mut self.builder;
        let done = match key {
            LiveKey::Outline(key) => builder.outlines.set_aside(key),
            LiveKey::Wall(key) => builder.walls.set_aside(key),
            LiveKey::Area(key) => builder.areas.set_aside(key),
            LiveKey::Door(key) => builder.doors.set_aside(key),
            LiveKey::Link(key) => builder.links.set_aside(key),
        };
        done.inspect(|()| self.unindex_key(key, changes))
    }

    fn restore(&mut self, key: LiveKey, changes: &mut AllChanges) -> Option<()> {
        let builder = &mut self.builder;
        let done = match key {
            LiveKey::Outline(key) => builder.outlines.restore(key),
            LiveKey::Wall(key) => builder.walls.restore(key),
            LiveKey::Area(key) => builder.areas.restore(key),
            LiveKey::Door(key) => builder.doors.restore(key),
            LiveKey::Link(key) => builder.links.restore(key),
        };
        done.inspect(|()| self.index_key(key, changes))
    }

    /// Adds a shape that stands to the index.
    fn index_key(&mut self, key: LiveKey, changes: &mut AllChanges) {
        let placed = (self.shape(key), self.role(key), self.rank(key));
        if let (Some(shape), Some(role), Some(rank)) = placed {
            let options = self.builder.options;
            let placed = Placed { shape: &shape, role, rank, options: &options };
            match &mut self.inset {
                Some(inset) if is_ground(key) => changes.ground.add(&mut inset.index, key, placed),
                _ => changes.drawn.add(&mut self.index, key, placed),
            }
            if let (Some(inset), LiveKey::Door(door)) = (&self.inset, key) {
                let margin = inset.margin(&shape, &options);
                changes.drawn.add_margin(&mut self.index, door, &margin);
            }
        }
    }

    /// Removes a shape from the index.
    fn unindex_key(&mut self, key: LiveKey, changes: &mut AllChanges) {
        match &mut self.inset {
            Some(inset) if is_ground(key) => {
                changes.ground.remove(&mut inset.index, ShapeKey::Live(key));
            }
            _ => changes.drawn.remove(&mut self.index, ShapeKey::Live(key)),
        }
        if let LiveKey::Door(door) = key {
            changes.drawn.remove(&mut self.index, ShapeKey::Margin(door));
        }
    }

    /// Indexes all shapes that stand anew.
    ///
    /// Complexity: that of a whole build if agents have a radius.
    pub(super) fn index_all(&mut self) {
        self.index = SegmentIndex::for_outlines(&self.builder.outlines());
        self.inset = Inset::of(&self.builder, &mut self.index);
        let builder = &self.builder;
        let keys = builder.outlines.keys().map(LiveKey::from);
        let keys = keys.chain(builder.walls.keys().map(LiveKey::from));
        let keys = keys.chain(builder.areas.keys().map(LiveKey::from));
        let keys = keys.chain(builder.doors.keys().map(LiveKey::from));
        for key in keys.collect::<Vec<LiveKey>>() {
            let placed = (self.shape(key), self.role(key), self.rank(key));
            if let (Some(shape), Some(role), Some(rank)) = placed {
                let options = self.builder.options;
                let placed = Placed { shape: &shape, role, rank, options: &options };
                match &mut self.inset {
                    Some(inset) if is_ground(key) => placed.add_to(&mut inset.index, key),
                    _ => placed.add_to(&mut self.index, key),
                }
                if let (Some(inset), LiveKey::Door(door)) = (&self.inset, key) {
                    add_margin(&mut self.index, door, &inset.margin(&shape, &options));
                }
            }
        }
        self.index.find_all_partners();
        if let Some(inset) = &mut self.inset {
            inset.index.find_all_partners();
        }
    }

    fn rank(&self, key: LiveKey) -> Option<u64> {
        let builder = &self.builder;
        match key {
            LiveKey::Outline(key) => builder.outlines.rank(key),
            LiveKey::Wall(key) => builder.walls.rank(key),
            LiveKey::Area(key) => builder.areas.rank(key),
            LiveKey::Door(key) => builder.doors.rank(key),
            LiveKey::Link(key) => builder.links.rank(key),
        }
    }

    /// Writes a shape of the same kind to a key that stands.
    fn replace(&mut self, key: LiveKey, shape: LiveShape, changes: &mut AllChanges) -> Option<()> {
        self.unindex_key(key, changes);
        let builder = &mut self.builder;
        match (key, shape) {
            (LiveKey::Outline(key), LiveShape::Outline(new)) => {
                builder.outlines.get_mut(key)?.1 = new;
            }
            (LiveKey::Wall(key), LiveShape::Wall(new)) => *builder.walls.get_mut(key)? = new,
            (LiveKey::Area(key), LiveShape::Area(new)) => *builder.areas.get_mut(key)? = new,
            (LiveKey::Door(key), LiveShape::Door(new)) => *builder.doors.get_mut(key)? = new,
            (LiveKey::Link(key), LiveShape::Link(new)) => *builder.links.get_mut(key)? = new,
            _ => return None,
        }
        self.index_key(key, changes);
        Some(())
    }
}

/// True for what the ground is made of. Areas and doors are drawn onto its inset.
fn is_ground(key: LiveKey) -> bool {
    matches!(key, LiveKey::Outline(_) | LiveKey::Wall(_))
}

/// Returns the shape and the role that an edit adds.
fn added(edit: &OutlineEdit) -> Option<(LiveShape, Role)> {
    Some(match edit.clone() {
        OutlineEdit::AddWalkable(outline) => (LiveShape::Outline(outline), Role::Walkable),
        OutlineEdit::AddObstacle(outline) => (LiveShape::Outline(outline), Role::Obstacle),
        OutlineEdit::AddWall(wall) => (LiveShape::Wall(wall), Role::Wall),
        OutlineEdit::AddArea(area) => (LiveShape::Area(area), Role::Area),
        OutlineEdit::AddDoor(door) => (LiveShape::Door(door), Role::Door),
        OutlineEdit::AddLink(link) => (LiveShape::Link(link), Role::Link),
        _ => return None,
    })
}

fn add_to(builder: &mut NavMeshBuilder, edit: &OutlineEdit) -> Option<LiveKey> {
    Some(match edit.clone() {
        OutlineEdit::AddWalkable(outline) => builder.add_walkable(outline).into(),
        OutlineEdit::AddObstacle(outline) => builder.add_obstacle(outline).into(),
        OutlineEdit::AddWall(wall) => builder.add_wall(wall).into(),
        OutlineEdit::AddArea(area) => builder.add_area(area).into(),
        OutlineEdit::AddDoor(door) => builder.add_door(door).into(),
        OutlineEdit::AddLink(link) => builder.add_link(link).into(),
        _ => return None,
    })
}

/// Checks a shape by itself, and notes its repairs.
fn check(
    shape: &LiveShape,
    role: Role,
    options: &BuildOptions,
    repairs: &mut Vec<Repair>,
    edit: usize,
) -> Result<(), BuildError> {
    let mut report = BuildReport::default();
    let alone = alone(shape, role);
    if let Some(link) = alone.links.first() {
        return check_link(link, edit);
    }
    clean(&alone, &[0], options, &mut report).map_err(|error| error.at_outline(edit))?;
    repairs.extend(report.repairs.into_iter().map(|repair| {
        let place = InputPlace { outline: edit, ..repair.place };
        Repair { place, ..repair }
    }));
    Ok(())
}

fn check_link(link: &navmesh_core::Link, edit: usize) -> Result<(), BuildError> {
    for (index, point) in link.clone().points_mut().enumerate() {
        let (ring, vertex) = (index / 2, index % 2);
        let place = InputPlace { role: Role::Link, outline: edit, ring, vertex };
        if navmesh_core::geom::sanitized(*point).is_none() {
            return Err(BuildError::BadCoordinate { place, x: point.x, y: point.y });
        }
    }
    Ok(())
}

/// Returns the input that holds one shape.
pub(super) fn alone(shape: &LiveShape, role: Role) -> Outlines {
    let mut all = Outlines::default();
    match shape {
        LiveShape::Outline(outline) if role == Role::Walkable => all.walkable.push(outline.clone()),
        LiveShape::Outline(outline) => all.obstacles.push(outline.clone()),
        LiveShape::Wall(wall) => all.walls.push(wall.clone()),
        LiveShape::Area(area) => all.areas.push(area.clone()),
        LiveShape::Door(door) => all.doors.push(door.clone()),
        LiveShape::Link(link) => all.links.push(link.clone()),
    }
    all
}
