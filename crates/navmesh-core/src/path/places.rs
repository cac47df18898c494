//! The places of a path on its mesh: the floor and the side of each point.

use glam::DVec2;

use super::Path;
use super::held::PathCells;
use super::leg::{portals, shares};
use crate::geom::ring::segments_touch;
use crate::mesh::{CellId, NavMesh, Place};

/// The largest distance of a computed point of a leg from its cell, relative to the largest coordinate of the mesh.
const ALONG_LEG: f64 = 32.0 * f64::EPSILON;

impl Path {
    /// Returns the place of every waypoint on the mesh of the path: its floor, and a cell that holds it
    /// on the path's side.
    ///
    /// A waypoint at the bend of a thin wall, at a pinch or beside a closed door is several places. A
    /// query from the path's own has the rest of the path as its answer. If the path's cells do not hold
    /// the path on this mesh, the places have no cells.
    ///
    /// Complexity: linear in the path's cells and their corners.
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{NavMesh, Path, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // 4 by 3
    /// let mut path = Path::default();
    /// path.push_waypoint([1.0, 1.0].into());
    /// path.push_waypoint([3.0, 1.0].into());
    /// path.push_cell(room.cell_id(0));
    /// path.finish(PathSummary::default());
    /// let places = path.places(&room);
    /// assert_eq!(places[1].point, [3.0, 1.0].into());
    /// assert_eq!(places[1].cell, Some(room.cell_id(0)));
    /// assert_eq!(path.place_at(1.0, &room).map(|place| place.point), Some([2.0, 1.0].into()));
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn places(&self, mesh: &NavMesh) -> Vec<Place> {
        let cells = self.cells_of_waypoints(mesh);
        let place = |(at, &point): (usize, &DVec2)| match &cells {
            None => self.place_of_waypoint(at),
            Some(cells) => mesh.place_in(self.cells[cells[at] as usize].slot, point),
        };
        self.waypoints().iter().enumerate().map(place).collect()
    }

    /// Returns the place at `distance` map units along the path, on its mesh; `None` for an empty path, or for NaN.
    ///
    /// It is the point of [`Path::point_at`] with its floor and a cell. A point that rounding moved off the
    /// leg moves into the cell of the path there, or into the nearest cell of its leg if that cell is too
    /// thin to hold a float nearby. If the path's cells do not hold the path on this mesh, the place has no cell.
    ///
    /// Complexity: linear in the path's cells and their corners.
    #[must_use]
    pub fn place_at(&self, distance: f64, mesh: &NavMesh) -> Option<Place> {
        let at = self.position_at(distance)?;
        let Some(cells) = self.cells_of_waypoints(mesh) else {
            let [before, after] = [at.before, at.after].map(|end| self.waypoint_layer(end));
            return Some(Place {
                layer: before.filter(|_| before == after),
                ..Place::new(at.point)
            });
        };
        let along = &self.cells[cells[at.before] as usize..=cells[at.after] as usize];
        let leg = [self.waypoints[at.before], at.point, self.waypoints[at.after]];
        let mut chosen = Vec::with_capacity(8);
        if (PathCells { mesh, cells: along }).of_points(&leg, &mut chosen).is_ok() {
            return Some(mesh.place_in(along[chosen[1] as usize].slot, at.point));
        }
        // Rounding moved the point off the leg, and a cell on the other side of a wall may hold it.
        let here = along[cell_at_share(mesh, along, [leg[0], leg[2]], at.share)].slot;
        let within = ALONG_LEG * mesh.bounds().max_abs();
        let near = mesh.nearest_where(at.point, within, |slot| slot == here);
        let is_along = |slot: u32| along.iter().any(|cell| cell.slot == slot);
        let near = near
            .filter(|near| near.distance <= within)
            .or_else(|| mesh.nearest_where(at.point, f64::INFINITY, is_along))?;
        Some(mesh.place_in(near.cell.slot, near.point))
    }

    /// Returns for each waypoint the index of a cell that holds it on the path's side and floor; `None` if the path is
    /// not held by its cells on this mesh. Another mesh may use their ids for other cells.
    pub(super) fn cells_of_waypoints(&self, mesh: &NavMesh) -> Option<Vec<u32>> {
        self.verify_positions_of_links().ok()?;
        if !self.cells.iter().all(|&cell| mesh.has_cell(cell)) {
            return None;
        }
        let mut all = Vec::with_capacity(2 * self.waypoints.len());
        for section in self.walked_sections() {
            let first = all.len();
            PathCells { mesh, cells: section.cells }.of_points(section.points, &mut all).ok()?;
            all[first..].iter_mut().for_each(|cell| *cell += section.first_cell as u32);
        }
        let is_there =
            |(at, &cell): (usize, &u32)| self.is_on_floor(mesh, at, self.cells[cell as usize]);
        all.iter().enumerate().all(is_there).then_some(all)
    }
}

/// Returns the index of the cell in which a leg through these cells is at a share of it.
fn cell_at_share(mesh: &NavMesh, cells: &[CellId], leg: [DVec2; 2], share: f64) -> usize {
    let is_passed = |pair: &[CellId]| {
        let portal = portals(mesh, pair[0].slot)
            .filter(|&(_, neighbor)| neighbor == pair[1].slot)
            .map(|(edge, _)| mesh.edge_ends(edge))
            .find(|&ends| segments_touch(leg, ends));
        portal.is_some_and(|ends| shares(leg, ends)[0] <= share)
    };
    cells.windows(2).take_while(|pair| is_passed(pair)).count()
}
