//! The public questions to a field: bounds, distance, direction, heading and path.

use navmesh_core::{DVec2, Path, PathError, Place, SharedGoals};

use super::WeightedField;
use crate::any_angle::{Heading, place_after};
use crate::weighted::many::BoundedDistance;

/// The path of a question that asks for bounds alone, kept in the scratch.
#[derive(Debug, Default)]
struct Spare(Path);

impl WeightedField {
    /// Returns the number of changes of the map before the mesh of this field.
    ///
    /// The field is up to date if the map has the same number; see
    /// [`NavMesh::revision`](navmesh_core::NavMesh::revision).
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.tables.ground.mesh.revision()
    }

    /// Returns the cost of the known path from a place to the nearest goal, and a proved lower bound on every path.
    ///
    /// Complexity: that of looking around in the regions that contain the place, and linear in the path. Allocates
    /// nothing once the field has grown.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`; `StartOutside` or `OnClosedCell` if the place is farther off the mesh than the default snap;
    /// `ClosedOff` or `Unreachable` if no goal is reachable; `BudgetExhausted` if the known path costs more than the
    /// field's limit.
    pub fn bounds_at(&self, place: impl Into<Place>) -> Result<BoundedDistance, PathError> {
        let place = place.into();
        self.pool.with(|scratch| {
            let Spare(mut path) = std::mem::take(scratch.workspace());
            let bounds = self.answer(place, scratch, &mut path);
            *scratch.workspace() = Spare(path);
            bounds
        })
    }

    /// Returns the cost of the known path from a place to the nearest goal. It is infinite if no path is known: for an
    /// invalid point or a point off the mesh, if no goal is reachable, and beyond the limit.
    ///
    /// Complexity: that of [`WeightedField::bounds_at`].
    #[must_use]
    pub fn distance_at(&self, place: impl Into<Place>) -> f64 {
        self.bounds_at(place).map_or(f64::INFINITY, |bounds| bounds.distance)
    }

    /// Returns the direction to walk in from a place, of length 1. `None` at a goal, at the entry of the link to take,
    /// and if no path is known.
    ///
    /// Complexity: that of [`WeightedField::bounds_at`].
    #[must_use]
    pub fn direction_at(&self, place: impl Into<Place>) -> Option<DVec2> {
        self.heading_at(place).ok()?.direction()
    }

    /// Returns the distance from a place to the nearest goal and the next point to walk to: a bend of the known path.
    ///
    /// Complexity: that of [`WeightedField::bounds_at`].
    ///
    /// # Errors
    ///
    /// Those of [`WeightedField::bounds_at`].
    pub fn heading_at(&self, place: impl Into<Place>) -> Result<Heading, PathError> {
        let path = self.path_from(place)?;
        let places = path.places(&self.tables.ground.mesh);
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

    /// Returns the place after a walk of at most `step` map units towards the nearest goal.
    ///
    /// The walk bends with the known path, and ends early at the goal or at the entry of a link to take. Each place
    /// is the start of the next step.
    ///
    /// Complexity: that of [`WeightedField::path_from_into`].
    ///
    /// # Errors
    ///
    /// Those of [`WeightedField::bounds_at`].
    pub fn follow(&self, place: impl Into<Place>, step: f64) -> Result<Place, PathError> {
        let place = place.into();
        let path = self.path_from(place)?;
        Ok(place_after(&path, &self.tables.ground.mesh, step).unwrap_or(place))
    }

    /// Writes the known path from a place to the nearest goal into `path`, which is cleared first. Its bound holds for
    /// paths to all goals.
    ///
    /// Complexity: that of [`WeightedField::bounds_at`].
    ///
    /// # Errors
    ///
    /// Those of [`WeightedField::bounds_at`].
    pub fn path_from_into(
        &self,
        place: impl Into<Place>,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let place = place.into();
        self.pool.with(|scratch| self.answer(place, scratch, path).map(drop))
    }

    /// Returns the known path from a place to the nearest goal.
    ///
    /// Complexity: that of [`WeightedField::bounds_at`].
    ///
    /// # Errors
    ///
    /// Those of [`WeightedField::bounds_at`].
    pub fn path_from(&self, place: impl Into<Place>) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.path_from_into(place, &mut path)?;
        Ok(path)
    }

    /// Returns the goals as placed on the mesh, without those off it.
    pub fn goals(&self) -> impl ExactSizeIterator<Item = DVec2> + '_ {
        self.goals.placed.iter().map(|goal| goal.point)
    }

    /// Returns the cost up to which the field is known; infinite without a limit.
    #[must_use]
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// Returns the size of the field in bytes, without the mesh and the tables that it shares.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let floods: usize = self.floods.iter().map(|flood| flood.bytes()).sum();
        floods
            + size_of_val(&self.lengths[..])
            + self.goals.is_near.len()
            + size_of_val(&self.goals.homes[..])
    }
}

impl SharedGoals for WeightedField {
    fn path_from_into(&self, place: Place, path: &mut Path) -> Result<(), PathError> {
        Self::path_from_into(self, place, path)
    }
}
