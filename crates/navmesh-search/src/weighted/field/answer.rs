//! The answers of a field: bounds, heading and path.

use navmesh_core::{DVec2, NavMesh, Path, PathError, Place};

use super::Cheapest;
use crate::distances::BoundedDistance;
use crate::field::{FieldSource, Heading};

/// A path that is found for its bounds, kept in the field's scratch.
#[derive(Debug, Default)]
struct Spare(Path);

impl FieldSource for Cheapest {
    fn mesh(&self) -> &NavMesh {
        &self.tables.ground.mesh
    }

    fn bounds(&self, place: Place) -> Result<BoundedDistance, PathError> {
        self.pool.with(|scratch| {
            let Spare(mut path) = std::mem::take(scratch.workspace());
            let bounds = self.answer(place, scratch, &mut path);
            *scratch.workspace() = Spare(path);
            bounds
        })
    }

    fn heading(&self, place: Place) -> Result<Heading, PathError> {
        let mut path = Path::default();
        self.path_into(place, &mut path)?;
        let places = path.places(self.mesh());
        let from = places.first().copied().unwrap_or_default();
        let link = path.links().first().filter(|link| link.leg <= 1);
        let next = if link.is_some_and(|link| link.leg == 0) { 0 } else { 1 };
        Ok(Heading {
            from,
            offset: path.start_offset(),
            distance: path.cost(),
            next: places.get(next).copied().unwrap_or(from),
            link: link.map(|link| (link.lane_id(), link.entered)),
        })
    }

    fn path_into(&self, place: Place, path: &mut Path) -> Result<(), PathError> {
        self.pool.with(|scratch| self.answer(place, scratch, path).map(drop))
    }

    fn goals(&self) -> Vec<DVec2> {
        self.goals.placed.iter().map(|goal| goal.point).collect()
    }

    fn limit(&self) -> f64 {
        self.limit
    }

    fn bytes(&self) -> usize {
        let floods: usize = self.floods.iter().map(|flood| flood.bytes()).sum();
        floods
            + size_of_val(&self.lengths[..])
            + self.goals.is_near.len()
            + size_of_val(&self.goals.homes[..])
    }
}
