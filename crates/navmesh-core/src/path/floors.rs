//! The floors of the waypoints of a path. By them the path is read on any mesh of the same building.
//!
//! The ids of cells belong to one mesh, and the same points may be walked on several floors. So a path that was found
//! on a mesh names the floor on which each waypoint lies. A waypoint on a floor connection is on both floors.

use super::Path;
use super::held::{PathCells, holds_on_floor};
use crate::mesh::{CellId, NavMesh, Place};

/// The floors of waypoints.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct WaypointFloors {
    /// True if they are known.
    pub(super) are_known: bool,
    /// The floor of each waypoint; empty if all are on the floor of the start.
    pub(super) list: Vec<u32>,
}

impl WaypointFloors {
    /// Forgets the floors and keeps the memory.
    pub(super) fn forget(&mut self) {
        self.list.clear();
        self.are_known = false;
    }

    /// Takes the floors of another path, into the memory of this one.
    pub(super) fn take(&mut self, other: &Self) {
        self.list.clone_from(&other.list);
        self.are_known = other.are_known;
    }
}

impl Path {
    /// Returns the floor of a waypoint; `None` if the path does not [name its floors](crate::backend::WritePath::name_floors), or has no such
    /// waypoint.
    ///
    /// Every path that a mesh finder returns names them.
    #[must_use]
    pub fn waypoint_layer(&self, waypoint: usize) -> Option<u32> {
        let is_named = self.floors.are_known && waypoint < self.waypoints.len();
        is_named.then(|| self.floors.list.get(waypoint).copied().unwrap_or(self.start_layer()))
    }

    /// Returns the floor of the start; 0 on maps without floors and on grids.
    ///
    /// [`Path::waypoint_layer`] gives the floors of the rest.
    #[must_use]
    pub fn start_layer(&self) -> u32 {
        self.summary.start_layer
    }

    /// Returns the place of the start; `None` for an empty path.
    pub(super) fn start_place(&self) -> Option<Place> {
        let start = self.waypoints.first();
        start.map(|&start| Place::new(start).on_layer(self.start_layer()))
    }

    /// Returns the place of a waypoint by its floor alone.
    pub(super) fn place_of_waypoint(&self, waypoint: usize) -> Place {
        Place { layer: self.waypoint_layer(waypoint), ..Place::new(self.waypoints[waypoint]) }
    }

    /// Lists the floors of the waypoints; leaves out a list of equal ones. `None` if the cells do not hold the path.
    pub(super) fn list_floors(
        &self,
        mesh: &NavMesh,
        goal_layer: Option<u32>,
        list: &mut Vec<u32>,
    ) -> Option<()> {
        let start = self.start_layer();
        if !mesh.has_layers() {
            return (start == 0).then_some(());
        }
        let (&goal, &last) = (self.waypoints.last()?, self.cells.last()?);
        if !self.cells.iter().all(|&cell| mesh.has_cell(cell)) {
            return None;
        }
        let reached = goal_layer.filter(|&layer| holds_on_floor(mesh, last, goal, layer));
        let end = reached.unwrap_or(mesh.layer(last.slot));
        if end == start && self.cells.iter().all(|cell| mesh.layer(cell.slot) == start) {
            return Some(());
        }
        self.verify_positions_of_links().ok()?;
        for section in self.walked_sections() {
            let first = list.len();
            PathCells { mesh, cells: section.cells }.of_points(section.points, list).ok()?;
            for at in &mut list[first..] {
                *at = mesh.layer(section.cells[*at as usize].slot);
            }
        }
        *list.first_mut()? = start;
        *list.last_mut()? = end;
        Some(())
    }

    /// True if a cell that holds a waypoint is on the floor of the waypoint, or joined there to a cell of it.
    pub(super) fn is_on_floor(&self, mesh: &NavMesh, waypoint: usize, cell: CellId) -> bool {
        let layer = self.waypoint_layer(waypoint).filter(|&layer| layer != mesh.layer(cell.slot));
        layer.is_none_or(|layer| holds_on_floor(mesh, cell, self.waypoints[waypoint], layer))
    }
}
