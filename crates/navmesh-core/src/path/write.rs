//! Building a path, for backends.

use glam::DVec2;

use super::{LinkUse, Path, PathSummary};
use crate::geom::{Turn, turn, within_box};
use crate::mesh::{CellId, LaneId, NavMesh};
use crate::outline::LinkSide;

/// Writes paths and their claims.
///
/// A claim is what a search has proved. The caller answers for it.
pub trait WritePath {
    /// Appends a waypoint. It drops a repeated point, and the last waypoint if it is no longer a turn.
    fn push_waypoint(&mut self, point: DVec2);

    /// Appends a cell, unless it repeats the last one.
    fn push_cell(&mut self, cell: CellId);

    /// Appends cells. Each must differ from the one before it.
    fn push_cells(&mut self, cells: impl IntoIterator<Item = CellId>);

    /// Appends the use of a link after the last waypoint and the last cell.
    ///
    /// The next waypoint and the next cell are those at the other end, even if they are the same. On
    /// a path that is built from the goal, the exit comes first. A [`LinkId`](crate::LinkId) stands for the first
    /// lane.
    fn push_link(&mut self, at: impl Into<LaneId>, entered: LinkSide, cost: f64);

    /// Reverses the path, for searches that reconstruct it from the goal.
    fn reverse(&mut self);

    /// Completes the path: computes its length and stores the claims of the search.
    fn finish(&mut self, summary: PathSummary);

    /// Names the floors of the waypoints by the cells of a finished path on its mesh.
    ///
    /// `goal_layer` is the floor of the goal, if the path reaches it. A path without named floors begins on its
    /// [first floor](Path::start_layer), and may be walked on any floors from there.
    ///
    /// Complexity: O(1) on a mesh without floors, else linear in the number of cells and legs.
    ///
    /// ```
    /// # use navmesh_core::backend::PathSummary;
    /// # use navmesh_core::{NavMesh, Path, RawMesh, backend::WritePath};
    /// # let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]];
    /// let room = NavMesh::from_raw(&RawMesh::of_cells(corners, &[&[0, 1, 2, 3]]))?;
    /// let mut path = Path::default();
    /// path.push_waypoint([1.0, 1.0].into());
    /// path.push_cell(room.cell_id(0));
    /// path.finish(PathSummary::default());
    /// path.name_floors(&room, None);
    /// assert_eq!(path.waypoint_layer(0), Some(0));
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    fn name_floors(&mut self, mesh: &NavMesh, goal_layer: Option<u32>);

    /// Takes the way of a path between the same ends, and keeps the lower bound, the offsets and the counts.
    fn replace_route(&mut self, other: &Self, cost: f64);

    /// Lowers the proved bound to `bound`, if the present one is higher.
    fn weaken_bound(&mut self, bound: f64);

    /// Replaces the number of expanded nodes, where several searches share in an answer.
    fn set_expanded(&mut self, nodes: u64);
}

impl WritePath for Path {
    fn push_waypoint(&mut self, point: DVec2) {
        self.floors.forget();
        let section = &self.waypoints[self.last_section().0.min(self.waypoints.len())..];
        if section.last() == Some(&point) {
            return;
        }
        if let [.., a, b] = *section
            && turn(a, b, point) == Turn::Collinear
            && within_box(a, point, b)
        {
            self.waypoints.pop();
        }
        self.waypoints.push(point);
    }

    fn push_cell(&mut self, cell: CellId) {
        let is_last = self.cells.last() == Some(&cell);
        if !is_last || self.last_section().1 == self.cells.len() {
            self.cells.push(cell);
        }
    }

    fn push_cells(&mut self, cells: impl IntoIterator<Item = CellId>) {
        self.cells.extend(cells);
    }

    fn push_link(&mut self, at: impl Into<LaneId>, entered: LinkSide, cost: f64) {
        let LaneId { link, lane } = at.into();
        let [leg, cell] =
            [self.waypoints.len(), self.cells.len()].map(|count| count.saturating_sub(1));
        self.links.push(LinkUse { link, lane, entered, leg, cell, cost });
    }

    fn reverse(&mut self) {
        self.floors.forget();
        self.waypoints.reverse();
        self.cells.reverse();
        self.reverse_links();
    }

    fn finish(&mut self, summary: PathSummary) {
        // The sum of no legs is -0 in Rust; a path of one point has length 0.
        self.length = self.sum_of_walked_legs() + 0.0;
        self.summary = summary;
        if !self.links.is_empty() && summary.cost.is_none() {
            self.summary.cost = Some(self.length + self.cost_of_links());
        }
    }

    fn name_floors(&mut self, mesh: &NavMesh, goal_layer: Option<u32>) {
        let mut floors = std::mem::take(&mut self.floors);
        floors.forget();
        match self.list_floors(mesh, goal_layer, &mut floors.list) {
            Some(()) => floors.are_known = true,
            None => floors.forget(),
        }
        self.floors = floors;
    }

    fn replace_route(&mut self, other: &Self, cost: f64) {
        self.waypoints.clone_from(&other.waypoints);
        self.cells.clone_from(&other.cells);
        self.links.clone_from(&other.links);
        self.floors.take(&other.floors);
        let lower_bound = self.summary.lower_bound.map(|bound| bound.min(cost));
        self.finish(PathSummary { cost: Some(cost), lower_bound, ..self.summary });
    }

    fn weaken_bound(&mut self, bound: f64) {
        if bound < self.lower_bound() {
            self.summary.lower_bound = Some(bound);
        }
    }

    fn set_expanded(&mut self, nodes: u64) {
        self.summary.stats.expanded = nodes;
    }
}
