//! The public queries of a distance field: distance, direction, heading and path.

use navmesh_core::{
    DVec2, Path, PathError, PathStatus, PathSummary, Place, SearchStats, SharedGoals,
};

use super::heading::place_after;
use super::{DistanceField, Heading};
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::session::reconstruct::Trail;

impl DistanceField {
    /// Returns the number of changes of the map before the mesh of this field.
    ///
    /// The field is up to date if the map has the same number; see
    /// [`NavMesh::revision`](navmesh_core::NavMesh::revision).
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.mesh.revision()
    }

    /// Returns the length of the shortest path from a place to the nearest goal, in map units. The
    /// result is infinite if no path is known: for an invalid point or a point off the mesh, if no
    /// goal is reachable, and beyond the limit.
    ///
    /// Complexity: point location, and linear in the intervals of the cells that contain the point;
    /// allocates nothing.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Place, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&FieldQuery::new(&[Place::new([1.0, 1.0])]), &mut Scratch::new())?;
    /// assert_eq!(field.distance_at([3.0, 1.0]), 2.0);
    /// assert_eq!(field.distance_at([9.0, 9.0]), f64::INFINITY); // off the mesh
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance_at(&self, place: impl Into<Place>) -> f64 {
        self.lead_near(place.into()).map_or(f64::INFINITY, |(lead, ..)| lead.length)
    }

    /// Returns the direction to walk in from a place, of length 1. `None` at a goal, at the entry
    /// of the link to take, and if no path is known.
    ///
    /// Complexity: that of [`DistanceField::distance_at`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Place, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&FieldQuery::new(&[Place::new([1.0, 1.0])]), &mut Scratch::new())?;
    /// assert_eq!(field.direction_at([3.0, 1.0]), Some([-1.0, 0.0].into()));
    /// assert_eq!(field.direction_at([1.0, 1.0]), None); // there already
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn direction_at(&self, place: impl Into<Place>) -> Option<DVec2> {
        self.heading_from(place.into()).ok()?.direction()
    }

    /// Returns the distance from a place to the nearest goal and the next point to walk to.
    ///
    /// Ties between paths of equal length are broken the same way on every run.
    ///
    /// Complexity: that of [`DistanceField::distance_at`].
    ///
    /// # Errors
    ///
    /// `InvalidQuery`; `StartOutside` or `OnClosedCell` if the place is farther off the mesh than
    /// the default snap; `ClosedOff` or `Unreachable` if no goal is reachable; `BudgetExhausted` if
    /// every path is longer than the field's limit.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Place, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&FieldQuery::new(&[Place::new([1.0, 1.0])]), &mut Scratch::new())?;
    /// let heading = field.heading_at([3.0, 1.0])?;
    /// assert_eq!((heading.distance, heading.next.point), (2.0, [1.0, 1.0].into()));
    /// assert_eq!(field.heading_at([9.0, 9.0]).unwrap_err().kind(), "start-outside");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heading_at(&self, place: impl Into<Place>) -> Result<Heading, PathError> {
        let place = place.into();
        self.heading_from(place).map_err(|error| self.explained(place, error))
    }

    /// Returns the place after a walk of at most `step` map units towards the nearest goal.
    ///
    /// The walk turns at corners, and ends early at the goal or at the entry of a link to take. Each
    /// place is the start of the next step: its cell keeps the walk on its side of thin walls, pinches
    /// and closed doors. A point within a leg is rounded to one of the path's cells by the exact test.
    ///
    /// Complexity: that of [`DistanceField::path_from_into`], and linear in the path's cells and their
    /// corners.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`; `StartOutside` or `OnClosedCell` if the place is farther off the mesh than
    /// the default snap; `ClosedOff` or `Unreachable` if no goal is reachable; `BudgetExhausted` if
    /// every path is longer than the field's limit.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, NavMesh, Place, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&FieldQuery::new(&[Place::new([1.0, 1.0])]), &mut Scratch::new())?;
    /// let mut walker = Place::new([3.0, 1.0]);
    /// for _frame in 0..5 {
    ///     walker = field.follow(walker, 0.5)?;
    /// }
    /// assert_eq!(walker.point, [1.0, 1.0].into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("steer", "advance", "walk"))]
    pub fn follow(&self, place: impl Into<Place>, step: f64) -> Result<Place, PathError> {
        let place = place.into();
        let path = self.path_from(place)?;
        Ok(place_after(&path, &self.mesh, step).unwrap_or(place))
    }

    /// Writes the shortest path from a place to the nearest goal into `path`, which is cleared
    /// first.
    ///
    /// Complexity: that of [`DistanceField::distance_at`], and linear in the path.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`; `StartOutside` or `OnClosedCell` if the place is farther off the mesh than
    /// the default snap; `ClosedOff` or `Unreachable` if no goal is reachable; `BudgetExhausted` if
    /// every path is longer than the field's limit.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Path, Place, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&FieldQuery::new(&[Place::new([1.0, 1.0])]), &mut Scratch::new())?;
    /// let mut path = Path::default(); // kept from walker to walker
    /// field.path_from_into([3.0, 1.0], &mut path)?;
    /// assert_eq!(path.waypoints(), [[3.0, 1.0].into(), [1.0, 1.0].into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_from_into(
        &self,
        place: impl Into<Place>,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let place = place.into();
        let stood = self.lead_near(place).map_err(|error| self.explained(place, error));
        let (lead, from, start_offset) = stood?;
        let trail = Trail {
            mesh: &self.mesh,
            portals: self.index.portals(&self.mesh),
            roots: &self.roots,
            steps: &self.steps,
            connections: &self.connections,
            exits: &self.exits,
        };
        path.push_waypoint(from);
        if let Some(corner) = lead.corner {
            path.push_waypoint(corner);
        }
        path.push_cell(self.mesh.cell_id(lead.cell));
        let solution = Solution { length: lead.length, root: lead.root, step: lead.step };
        trail.push_path(Reached { solution, cell: lead.cell }, path);
        path.finish(PathSummary {
            status: PathStatus::Complete,
            start_layer: self.mesh.layer(lead.cell),
            start_offset,
            goal_offset: self.goal_offset(lead.root),
            stats: SearchStats::default(),
            ..PathSummary::default()
        });
        path.name_floors(&self.mesh, None);
        Ok(())
    }

    /// Returns the shortest path from a place to the nearest goal.
    ///
    /// Complexity: that of [`DistanceField::path_from_into`].
    ///
    /// # Errors
    ///
    /// `InvalidQuery`; `StartOutside` or `OnClosedCell` if the place is farther off the mesh than
    /// the default snap; `ClosedOff` or `Unreachable` if no goal is reachable; `BudgetExhausted` if
    /// every path is longer than the field's limit.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Place, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&FieldQuery::new(&[Place::new([1.0, 1.0])]), &mut Scratch::new())?;
    /// assert_eq!(field.path_from([3.0, 1.0])?.length(), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_from(&self, place: impl Into<Place>) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.path_from_into(place, &mut path)?;
        Ok(path)
    }

    /// Returns the goals as placed on the mesh, without those off it.
    pub fn goals(&self) -> impl ExactSizeIterator<Item = DVec2> + '_ {
        self.goals.iter().map(|goal| goal.point)
    }

    /// Returns the distance up to which the field is known, in map units; infinite without a limit.
    #[must_use]
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// Returns the size of the field in bytes, without the mesh and the search's index.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.views.items())
            + size_of_val(&self.roots[..])
            + size_of_val(&self.steps[..])
            + (self.views.len() + 1) * size_of::<u32>()
            + size_of_val(&self.homes[..])
            + size_of_val(&self.exits[..])
    }
}

impl SharedGoals for DistanceField {
    fn path_from_into(&self, place: Place, path: &mut Path) -> Result<(), PathError> {
        Self::path_from_into(self, place, path)
    }
}
