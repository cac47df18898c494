//! From a place to the cells that hold it, and from a computed point back into a cell.

use navmesh_core::backend::checked_point;
use navmesh_core::{DVec2, InvalidQuery, PathError, Place, QuerySide};

use super::MeshQueries;

impl MeshQueries<'_> {
    /// Finds the cells that hold a place, and writes them into `located`. Returns the point, moved onto the mesh
    /// by no more than the snap distance.
    #[inline]
    pub(crate) fn locate(&mut self, place: Place) -> Result<DVec2, PathError> {
        let point = checked_point(place.point, QuerySide::Start)?;
        if let Some(snap) = self.snap.filter(|snap| snap.is_nan() || *snap < 0.0) {
            return Err(PathError::InvalidQuery { reason: InvalidQuery::Snap { snap } });
        }
        let place = Place { point, layer: place.layer.or(self.layer), ..place };
        self.mesh.locate_into(place, &mut self.located);
        if self.located.is_empty() { self.locate_nearby(place) } else { Ok(point) }
    }

    /// Locates a place that is off the mesh.
    #[cold]
    fn locate_nearby(&mut self, place: Place) -> Result<DVec2, PathError> {
        let point = place.point;
        let is_on_floor = |slot| place.may_be_on(self.mesh.layer(slot));
        let snap = place.snap(self.snap, self.mesh.default_snap());
        let near = self.mesh.nearest_where(point, snap, is_on_floor);
        let near = near.ok_or_else(|| self.mesh.outside_error(place, QuerySide::Start))?;
        let layer = self.mesh.layer(near.cell.slot);
        self.mesh.locate_into(Place::new(near.point).on_layer(layer), &mut self.located);
        Ok(near.point)
    }

    /// Rounds a computed point to one of the closed cell in a slot, by the exact test.
    ///
    /// If the cell is too thin to hold one nearby, returns a point of the nearest cell of the same component and
    /// floor. Returns the slot of the cell, too.
    pub(super) fn rounded_into(&self, slot: u32, point: DVec2) -> (DVec2, u32) {
        let part_of = |slot: u32| (self.mesh.component(slot), self.mesh.layer(slot));
        self.rounded_into_where(slot, point, |other| part_of(other) == part_of(slot))
    }

    /// As [`MeshQueries::rounded_into`]; the nearest cell has to be one that `accept` returns true for.
    pub(super) fn rounded_into_where(
        &self,
        slot: u32,
        point: DVec2,
        accept: impl Fn(u32) -> bool,
    ) -> (DVec2, u32) {
        if let Some(inside) = self.mesh.nudged_into(slot, point) {
            return (inside, slot);
        }
        let nearest = self.mesh.nearest_where(point, f64::INFINITY, accept);
        nearest.map_or((point, slot), |near| (near.point, near.cell.slot))
    }
}
