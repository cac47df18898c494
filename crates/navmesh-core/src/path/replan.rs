//! The validity of a path on a changed map.

use super::{Path, walkable};
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

    /// Returns the number of the first leg that cannot be walked on `mesh`. Exact.
    ///
    /// Leg `i` runs from waypoint `i` to waypoint `i + 1`, so the path is valid up to waypoint `i`.
    /// Leg 0 is blocked if the start is off the mesh, even on a path of one point. A leg over a link
    /// is blocked if the link with the same id is closed, not usable in this direction, or no longer
    /// between these two points. An empty path has no blocked leg.
    ///
    /// Complexity: linear if the path's cells are unchanged, else O(n log n) in the number of cells
    /// that the path touches.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, Path, PathSummary, RawMesh};
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
        // A rebuilt mesh may reuse ids for other cells, so ids are a hint and geometry decides.
        let known = self.links.is_empty() && self.cells.iter().all(|&cell| mesh.has_cell(cell));
        let points = &self.waypoints;
        let held = |layer| {
            let first = self.cells.first().zip(points.first());
            first.is_some_and(|(&cell, &point)| walkable::holds_on_floor(mesh, cell, point, layer))
                && walkable::first_leg_outside(mesh, &self.cells, points).is_none()
        };
        let unusable = points.iter().position(|&point| sanitized(point) != Some(point));
        match unusable {
            None if known && held(self.start_layer()) => None,
            None => walkable::first_blocked_leg(mesh, self, self.start_layer()),
            Some(waypoint) => {
                let mut before = self.clone();
                before.waypoints.truncate(waypoint);
                let blocked = walkable::first_blocked_leg(mesh, &before, self.start_layer());
                blocked.or(Some(waypoint.saturating_sub(1)))
            }
        }
    }
}
