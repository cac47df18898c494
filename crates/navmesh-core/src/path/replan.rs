//! The validity of a path on a changed map.

use super::Path;
use super::walkable::{BlockedLeg, Walk};
use crate::Scratch;
use crate::geom::sanitized;
use crate::mesh::NavMesh;

impl Path {
    /// True if the whole path can still be walked on `mesh`, which may differ from its original mesh.
    ///
    /// It may no longer be the shortest. See [`Path::first_blocked_leg`].
    ///
    /// Complexity: that of [`Path::first_blocked_leg`].
    ///
    /// ```
    /// use navmesh_core::backend::WritePath;
    /// use navmesh_core::{Path, NavMesh, RawMesh};
    ///
    /// let square = |side: f64| {
    ///     let corners = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]];
    ///     let mut raw = RawMesh { positions: corners.map(Into::into).to_vec(), ..RawMesh::default() };
    ///     raw.push_cell(&[0, 1, 2, 3]);
    ///     NavMesh::from_raw(&raw)
    /// };
    /// let mut path = Path::default();
    /// for point in [[1.0, 1.0], [2.0, 1.0], [2.0, 4.0]] { path.push_waypoint(point.into()); }
    /// assert!(path.still_valid(&square(5.0)?));
    /// assert!(!path.still_valid(&square(3.0)?));
    /// assert_eq!(path.first_blocked_leg(&square(3.0)?), Some(1));
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[doc(alias("isPathStale", "isPathValid", "pathInvalid"))]
    #[must_use]
    pub fn still_valid(&self, mesh: &NavMesh) -> bool {
        self.first_blocked_leg(mesh).is_none()
    }

    /// Returns the cost of the path on `mesh`: its length weighted by the costs of the cells, plus the
    /// cost of the links. `None` if a leg cannot be walked there on the floors of the path.
    ///
    /// Along a portal the cheaper of the two cells counts, along a wall the cell on the path's side. The
    /// sum is rounded piece by piece.
    ///
    /// Complexity: O(n log n) in the number of edges of the cells that the path touches. A cell with k
    /// portals along one leg, to cheaper cells, takes O(k²).
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{NavMesh, Path, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [0.0, 1.0], [4.0, 2.0], [0.0, 2.0]];
    /// # raw.positions = points.map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # raw.push_cell(&[3, 2, 4, 5]);
    /// # raw.join_matching_edges();
    /// raw.costs = vec![1.0, 3.0]; // two strips, joined along y = 1
    /// let mesh = NavMesh::from_raw(&raw)?;
    /// let mut path = Path::default();
    /// path.push_waypoint([0.0, 2.0].into());
    /// path.push_waypoint([0.0, 1.0].into()); // 1 unit at cost 3
    /// path.push_waypoint([4.0, 1.0].into()); // 4 units along the border
    /// path.finish(PathSummary::default());
    /// assert_eq!(path.cost_on(&mesh), Some(7.0));
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn cost_on(&self, mesh: &NavMesh) -> Option<f64> {
        self.walked_cost(mesh, &mut Walk::default()).ok()
    }

    /// Returns the cost of the path as [`Path::cost_on`] does, without allocating once the scratch is
    /// filled.
    ///
    /// Complexity: that of [`Path::cost_on`].
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{NavMesh, Path, RawMesh, Scratch};
    /// # let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]];
    /// let room = NavMesh::from_raw(&RawMesh::of_cells(corners, &[&[0, 1, 2, 3]]))?;
    /// let mut path = Path::default();
    /// path.push_waypoint([1.0, 1.0].into());
    /// path.push_waypoint([3.0, 1.0].into());
    /// path.finish(PathSummary::default());
    /// assert_eq!(path.cost_on_with(&room, &mut Scratch::new()), Some(2.0));
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn cost_on_with(&self, mesh: &NavMesh, scratch: &mut Scratch) -> Option<f64> {
        self.walked_cost(mesh, scratch.workspace()).ok()
    }

    /// Returns the cost of the path on a mesh, or its first blocked leg.
    pub(super) fn walked_cost(&self, mesh: &NavMesh, walk: &mut Walk) -> Result<f64, BlockedLeg> {
        let cost = walk.cost(mesh, self)?;
        // Without the rounding of each piece.
        let length = || self.sum_of_walked_legs() + self.cost_of_links();
        Ok(if mesh.is_uniform() { length() } else { cost })
    }

    /// Returns the number of the first leg that cannot be walked on `mesh`. Exact.
    ///
    /// Leg `i` runs from waypoint `i` to waypoint `i + 1`, so the path is valid up to waypoint `i`.
    /// Leg 0 is blocked if the start is off the mesh, even on a path of one point. A leg is blocked if it does not lead to
    /// the floor that the path names for its end. A leg over a link
    /// is blocked if the link with the same id is closed, not usable in this direction, or no longer
    /// between these two points. An empty path has no blocked leg.
    ///
    /// Complexity: linear if the path's cells are unchanged, else O(n log n) in the number of cells
    /// that the path touches.
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{NavMesh, Path, RawMesh};
    /// let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?; // 4 by 3
    /// let mut path = Path::default();
    /// path.push_waypoint([1.0, 1.0].into());
    /// path.push_waypoint([3.0, 1.0].into());
    /// path.push_waypoint([9.0, 2.0].into()); // outside of this mesh
    /// path.push_cell(room.cell_id(0));
    /// path.finish(PathSummary::default());
    /// assert_eq!(path.first_blocked_leg(&room), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn first_blocked_leg(&self, mesh: &NavMesh) -> Option<usize> {
        let points = &self.waypoints;
        // A rebuilt mesh may reuse ids for other cells, so ids are a hint and geometry decides.
        let is_held = || {
            let known = self.links.is_empty() && !self.cells.is_empty();
            let first = self.cells.first().zip(self.start_place());
            let is_start = |(&cell, place)| mesh.incidences_at(place).any(|at| at.cell == cell);
            known && first.is_some_and(is_start) && self.cells_of_waypoints(mesh).is_some()
        };
        let blocked = |path: &Self| match Walk::default().cost(mesh, path) {
            Ok(_) => None,
            Err(BlockedLeg(leg)) => Some(leg),
        };
        let unusable = points.iter().position(|&point| sanitized(point) != Some(point));
        match unusable {
            None if is_held() => None,
            None => blocked(self),
            Some(waypoint) => {
                let mut before = self.clone();
                before.waypoints.truncate(waypoint);
                blocked(&before).or(Some(waypoint.saturating_sub(1)))
            }
        }
    }
}
