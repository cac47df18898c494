//! Path reconstruction, from the roots and steps of a search.
//!
//! The partial path of an unfinished search ends at the *vertex* nearest to the goal, so that its
//! segments run between input points and are exact.

use navmesh_core::backend::{Endpoints, PathSummary, WritePath, collections::NONE};
use navmesh_core::{CellId, DVec2, NavMesh, Path, PathStatus, SearchStats};

use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::portals::Portals;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::off_mesh::connection_state::{ConnectionExit, Reached};
use crate::any_angle::search::node::{CrossedPortal, Node, Root};
use crate::any_angle::search::workspace::Workspace;

fn summary(endpoints: &Endpoints, stats: SearchStats) -> PathSummary {
    PathSummary { stats, ..endpoints.summary() }
}

/// Writes the straight segment between the endpoints, through these cells. The caller
/// [names its floors](Path::name_floors).
pub(crate) fn straight(
    endpoints: &Endpoints,
    cells: impl IntoIterator<Item = CellId>,
    path: &mut Path,
) {
    path.push_waypoint(endpoints.start.point);
    path.push_waypoint(endpoints.goal.point);
    path.push_cells(cells);
    path.finish(summary(endpoints, SearchStats::default()));
}

/// Returns the first cell that contains both endpoints; their incidences ascend by slot.
pub(crate) fn shared_cell(endpoints: &Endpoints) -> Option<CellId> {
    if let ([from], [to]) = (&endpoints.start.incidences[..], &endpoints.goal.incidences[..]) {
        return (from.cell == to.cell).then_some(from.cell);
    }
    let goal_cells = &endpoints.goal.incidences;
    let shared = |cell: &CellId| goal_cells.binary_search_by_key(cell, |i| i.cell).is_ok();
    endpoints.start.incidences.iter().map(|incidence| incidence.cell).find(shared)
}

/// A search that has stopped, from which a path is read.
pub(crate) struct Searched<'a> {
    pub(crate) map: IndexedMesh<'a>,
    pub(crate) workspace: &'a Workspace,
    pub(crate) stats: SearchStats,
}

impl Searched<'_> {
    /// Writes the path to the goal: its waypoints are roots, its cells follow from steps.
    /// `lower_bound` is given if the path is not proved to be the shortest.
    pub(crate) fn read_path(&self, reached: Reached, lower_bound: Option<f64>, path: &mut Path) {
        path.push_waypoint(self.workspace.endpoints.goal.point);
        self.trail().push_path(reached, path);
        path.reverse();
        let endpoints = &self.workspace.endpoints;
        path.finish(PathSummary { lower_bound, ..summary(endpoints, self.stats) });
        path.name_floors(self.map.mesh, Some(endpoints.goal.layer));
    }

    /// Writes the path to the vertex or link exit nearest to the goal, among the roots and interval
    /// ends found so far. `pending` is a node that is not in the workspace. `far` is the distance
    /// of a point from the goal, `offset` its distance from the point asked for.
    pub(crate) fn read_partial(
        &self,
        pending: Option<Node>,
        far: impl Fn(DVec2) -> f64,
        offset: impl Fn(DVec2) -> f64,
        path: &mut Path,
    ) {
        let start = &self.workspace.endpoints.start;
        let (mut end, step) = self.nearest_vertex(pending, &far);
        let landing = self.nearest_landing(&far).filter(|(exit, _)| far(*exit) < far(end));
        match (step, landing) {
            (_, Some((exit, landing))) => {
                end = exit;
                path.push_waypoint(end);
                let cell =
                    self.map.connections.all()[landing.connection as usize].exit_cells.first();
                if let Some(&cell) = cell {
                    path.push_cell(self.map.mesh.cell_id(cell));
                }
                self.trail().push_links(landing.root, path);
            }
            (Some(step), None) => {
                path.push_waypoint(end);
                let first = self.trail().push_roots(step.root(), path);
                self.push_cells_to(&step, end, path);
                self.trail().push_links(first, path);
            }
            (None, None) => {
                path.push_waypoint(end);
                if let Some(incidence) = start.incidences.first() {
                    path.push_cell(incidence.cell);
                }
            }
        }
        path.reverse();
        path.finish(PathSummary {
            status: PathStatus::Partial,
            lower_bound: Some(self.least_to(end)),
            goal_offset: offset(end),
            ..summary(&self.workspace.endpoints, self.stats)
        });
        path.name_floors(self.map.mesh, None);
    }

    /// A lower bound on the length of all paths from the start to a point.
    fn least_to(&self, end: DVec2) -> f64 {
        let start = self.workspace.endpoints.start.point;
        self.map.connections.least_between(start, end)
    }

    /// The vertex nearest to the goal among all expanded and open nodes, and the step through the
    /// interval that ends there. The start if no vertex is nearer.
    fn nearest_vertex(
        &self,
        pending: Option<Node>,
        far: impl Fn(DVec2) -> f64,
    ) -> (DVec2, Option<CrossedPortal>) {
        let start = self.workspace.endpoints.start.point;
        let mut nearest = (start, None);
        let mut least = far(start);
        let portals = self.map.portals();
        let open = self.workspace.nodes.iter().chain(&pending).map(CrossedPortal::over);
        for step in self.workspace.steps.iter().copied().chain(open) {
            let portal = portals.get(step.portal);
            let root = self.workspace.roots[step.root() as usize].point;
            let right = step.is_at_right().then_some(portal.right());
            let left = step.is_at_left().then_some(portal.left());
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

    /// The exit nearest to the goal among the links taken.
    fn nearest_landing(&self, far: impl Fn(DVec2) -> f64) -> Option<(DVec2, ConnectionExit)> {
        let at = |landing: &ConnectionExit| self.workspace.roots[landing.root as usize].point;
        let exits =
            self.workspace.connection_state.exits.iter().map(|landing| (at(landing), *landing));
        exits.min_by(|(a, _), (b, _)| far(*a).total_cmp(&far(*b)))
    }

    fn trail(&self) -> Trail<'_> {
        let Workspace { roots, steps, connection_state, .. } = self.workspace;
        let IndexedMesh { mesh, connections, .. } = self.map;
        Trail {
            mesh,
            portals: self.map.portals(),
            roots,
            steps,
            connections,
            exits: &connection_state.exits,
        }
    }

    /// Pushes the cells before a step, from the last one that contains `end` back to the start's.
    fn push_cells_to(&self, last: &CrossedPortal, end: DVec2, path: &mut Path) {
        let portals = self.map.portals();
        let mut cell = portals.cell_of(last.portal);
        let mut step = last.previous;
        while step != NONE && self.map.mesh.feature_at(cell, end).is_none() {
            let CrossedPortal { portal, previous, .. } = self.workspace.steps[step as usize];
            cell = portals.cell_of(portal);
            step = previous;
        }
        path.push_cell(self.map.mesh.cell_id(cell));
        self.trail().push_cells(step, path);
    }
}

/// The tree of roots and steps that a search leaves.
pub(crate) struct Trail<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) portals: Portals<'a>,
    pub(crate) roots: &'a [Root],
    pub(crate) steps: &'a [CrossedPortal],
    pub(crate) connections: &'a ConnectionIndex,
    pub(crate) exits: &'a [ConnectionExit],
}

impl Trail<'_> {
    /// Pushes a path backwards from its end, whose point has been pushed; returns nothing but the
    /// walks and the links between them.
    #[inline(always)]
    pub(crate) fn push_path(&self, reached: Reached, path: &mut Path) {
        let first = self.push_walk(reached, path);
        if !self.exits.is_empty() {
            self.push_links(first, path);
        }
    }

    /// Pushes the links and walks before the root at which a walk began.
    pub(crate) fn push_links(&self, mut first: u32, path: &mut Path) {
        while let Ok(place) = self.exits.binary_search_by_key(&first, |l| l.root) {
            let ConnectionExit { connection, reached, .. } = self.exits[place];
            let connection = &self.connections.all()[connection as usize];
            path.push_link(connection.lane_id(), connection.entered, connection.cost);
            path.push_waypoint(connection.entry);
            first = self.push_walk(reached, path);
        }
    }

    /// Pushes a walk backwards; returns the index of the root at which it began.
    #[inline(always)]
    fn push_walk(&self, Reached { solution, cell }: Reached, path: &mut Path) -> u32 {
        if solution.step == NONE {
            path.push_cell(self.mesh.cell_id(cell));
        }
        self.push_cells(solution.step, path);
        self.push_roots(solution.root, path)
    }

    /// Pushes the waypoints from a root back to the first root of the walk, whose index is
    /// returned.
    pub(crate) fn push_roots(&self, root: u32, path: &mut Path) -> u32 {
        let (mut root, mut first) = (root, root);
        while root != NONE {
            let Root { point, previous, .. } = self.roots[root as usize];
            path.push_waypoint(point);
            (root, first) = (previous, root);
        }
        first
    }

    /// Pushes the cells from the one that a step leads into back to the start's.
    pub(crate) fn push_cells(&self, mut step: u32, path: &mut Path) {
        let mut first = NONE;
        while step != NONE {
            let CrossedPortal { portal, previous, .. } = self.steps[step as usize];
            path.push_cell(self.mesh.cell_id(self.portals.cell_beyond(portal)));
            (step, first) = (previous, portal);
        }
        if first != NONE {
            path.push_cell(self.mesh.cell_id(self.portals.cell_of(first)));
        }
    }
}
