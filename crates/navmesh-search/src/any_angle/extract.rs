//! Extraction: from what a search found to a path.
//!
//! A search that stopped early leads to the nearest *vertex* reached: then the partial path's legs run
//! between input points, and are as exact as those of a whole one.

use navmesh_core::{CellId, DVec2, Endpoints, NavMesh, Path, PathStatus, PathSummary, SearchStats};

use super::aim::Arrival;
use super::doors::Doors;
use super::node::{NONE, Node, Root, Step};
use super::search::Room;

fn summary(endpoints: &Endpoints, stats: SearchStats) -> PathSummary {
    PathSummary {
        status: endpoints.status,
        start_layer: endpoints.start.layer,
        start_offset: endpoints.start.offset,
        goal_offset: endpoints.goal.offset,
        stats,
        ..PathSummary::default()
    }
}

/// Where start and goal share a cell, the straight leg between them is the path; else false.
pub(super) fn straight(mesh: &NavMesh, endpoints: &Endpoints, path: &mut Path) -> bool {
    straight_below(mesh, endpoints, (None, SearchStats::default()), path)
}

/// The same, of a search that may not have proved that nothing is shorter.
pub(super) fn straight_below(
    mesh: &NavMesh,
    endpoints: &Endpoints,
    (lower_bound, stats): (Option<f64>, SearchStats),
    path: &mut Path,
) -> bool {
    let Some(cell) = shared_cell(endpoints) else { return false };
    debug_assert!(mesh.has_cell(cell));
    path.push_waypoint(endpoints.start.point);
    path.push_waypoint(endpoints.goal.point);
    path.push_cell(cell);
    path.finish(PathSummary { lower_bound, ..summary(endpoints, stats) });
    true
}

/// The first cell that holds both endpoints, whose incidences ascend by slot.
pub(super) fn shared_cell(endpoints: &Endpoints) -> Option<CellId> {
    let goal_cells = &endpoints.goal.incidences;
    let shared = |cell: &CellId| goal_cells.binary_search_by_key(cell, |i| i.cell).is_ok();
    endpoints.start.incidences.iter().map(|incidence| incidence.cell).find(shared)
}

/// A search that has ended, to be read.
pub(super) struct Searched<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) doors: Doors<'a>,
    pub(super) room: &'a Room,
    pub(super) stats: SearchStats,
}

impl Searched<'_> {
    /// Walks back from the goal: roots are the waypoints, steps lead into the cells. `lower_bound` is
    /// what is proved where the path is not proved to be the shortest.
    pub(super) fn read_way(&self, arrival: Arrival, lower_bound: Option<f64>, path: &mut Path) {
        path.push_waypoint(self.room.endpoints.goal.point);
        let trail = self.trail();
        trail.push_roots(arrival.root, path);
        trail.push_cells(arrival.step, path);
        path.reverse();
        path.finish(PathSummary { lower_bound, ..summary(&self.room.endpoints, self.stats) });
    }

    /// Walks back from the vertex nearest to the goal of those that some interval ended at or was turned
    /// at; `in_hand` is a node besides those in the room, `far` says how far a point is from the goal, and
    /// `offset` how far from what was asked for.
    pub(super) fn read_partial(
        &self,
        in_hand: Option<Node>,
        far: impl Fn(DVec2) -> f64,
        offset: impl Fn(DVec2) -> f64,
        path: &mut Path,
    ) {
        let start = &self.room.endpoints.start;
        let (end, step) = self.nearest_vertex(in_hand, far);
        path.push_waypoint(end);
        match step {
            Some(step) => {
                self.trail().push_roots(step.root(), path);
                self.push_cells_to(&step, end, path);
            }
            None => start.incidences.first().into_iter().for_each(|i| path.push_cell(i.cell)),
        }
        path.reverse();
        path.finish(PathSummary {
            status: PathStatus::Partial,
            lower_bound: Some(start.point.distance(end)),
            goal_offset: offset(end),
            ..summary(&self.room.endpoints, self.stats)
        });
    }

    /// The vertex nearest to the goal and the step over the interval that shows it; the start where none is
    /// nearer. All that were ever expanded count, and all that are open.
    fn nearest_vertex(
        &self,
        in_hand: Option<Node>,
        far: impl Fn(DVec2) -> f64,
    ) -> (DVec2, Option<Step>) {
        let start = self.room.endpoints.start.point;
        let mut nearest = (start, None);
        let mut least = far(start);
        let open = self.room.nodes.iter().chain(&in_hand).map(Step::over);
        for step in self.room.steps.iter().copied().chain(open) {
            let door = self.doors.get(step.door);
            let root = self.room.roots[step.root() as usize].point;
            let right = step.is_at_right().then_some(door.right());
            let left = step.is_at_left().then_some(door.left());
            for point in [Some(root), right, left].into_iter().flatten() {
                let distance = far(point);
                if distance < least {
                    least = distance;
                    nearest = (point, Some(step));
                }
            }
        }
        nearest
    }

    fn trail(&self) -> Trail<'_> {
        let Self { mesh, doors, room, .. } = *self;
        Trail { mesh, doors, roots: &room.roots, steps: &room.steps }
    }

    /// The cells on the way to a step, from the last one that holds `end` back to the start's.
    fn push_cells_to(&self, last: &Step, end: DVec2, path: &mut Path) {
        let mut cell = self.doors.cell_of(last.door);
        let mut step = last.previous;
        while step != NONE && self.mesh.feature_at(cell, end).is_none() {
            let Step { door, previous, .. } = self.room.steps[step as usize];
            cell = self.doors.cell_of(door);
            step = previous;
        }
        path.push_cell(self.mesh.cell_id(cell));
        self.trail().push_cells(step, path);
    }
}

/// What a search leaves to walk back along.
pub(super) struct Trail<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) doors: Doors<'a>,
    pub(super) roots: &'a [Root],
    pub(super) steps: &'a [Step],
}

impl Trail<'_> {
    /// The waypoints from a root back to the start.
    pub(super) fn push_roots(&self, mut root: u32, path: &mut Path) {
        while root != NONE {
            let Root { point, previous, .. } = self.roots[root as usize];
            path.push_waypoint(point);
            root = previous;
        }
    }

    /// The cells, from the one that a step leads into back to the start's.
    pub(super) fn push_cells(&self, mut step: u32, path: &mut Path) {
        while step != NONE {
            let Step { door, previous, .. } = self.steps[step as usize];
            let door = self.doors.get(door);
            path.push_cell(self.mesh.cell_id(door.leads_to()));
            if previous == NONE {
                path.push_cell(self.mesh.cell_id(self.doors.get(door.twin).leads_to()));
            }
            step = previous;
        }
    }
}
