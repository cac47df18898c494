//! The shortest path to one point.
//!
//! If a link costs less than the straight line between its ends, the straight line to the goal is
//! no lower bound. The bound is then the lesser of the straight line and a detour: to the nearest
//! such link, over the cheapest one, and from the exit nearest to the goal. Landmarks may raise the
//! bound, because their distances include links.
//!
//! A query with a gap is answered by weighted A* (I. Pohl, "Heuristic Search Viewed as Path Finding in a Graph",
//! 1970): the bound of the rest of a path counts `weight` times. Pruning never drops a shortest path, so some open
//! node has its cost, and the weighted bound of that node is at most `weight` times the shortest length. Hence the
//! search may end at a path no longer than that, and the least weighted bound divided by `weight` is a lower bound of
//! all paths.

use navmesh_core::{DVec2, NavMesh, Observer, OffMeshConnection};

use crate::any_angle::index::landmarks::GoalBounds;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::index::{Index, IndexedMesh};
use crate::any_angle::off_mesh::connection_index::Detour;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::event::{Event, SeenInterval};
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Graph, IntervalView, Objective, Traits};

/// The objective of a search for one goal. The search is done when no weighted bound is below the length of
/// the best path.
///
/// Most queries are `PLAIN`: the map has no links, and nobody looks.
pub(crate) struct PointGoal<'o, const PLAIN: bool> {
    pub(crate) goal: DVec2,
    /// Longer paths are ignored.
    pub(crate) max_cost: f64,
    /// The factor of the bounds on the rest of a path: 1 for a shortest path.
    pub(crate) weight: f64,
    pub(crate) rounding: Rounding,
    /// The lower bound over shortcuts, if the mesh has any.
    pub(crate) detour: Option<Detour>,
    /// The shortest path found so far.
    pub(crate) best: Option<Solution>,
    pub(crate) is_over_links: bool,
    pub(crate) observer: Option<&'o mut dyn Observer<SeenInterval>>,
}

impl<S: SidePredicate, const PLAIN: bool> Objective<S> for PointGoal<'_, PLAIN> {
    #[inline(always)]
    fn traits(&self) -> Traits {
        let (over_links, looks) = (!PLAIN && self.is_over_links, !PLAIN && self.observer.is_some());
        Traits { over_links, looks, ..Traits::PLAIN }
    }

    #[inline(always)]
    fn is_in(&self, workspace: &Workspace, cell: u32) -> bool {
        match workspace.goal_cells[..] {
            [only] => cell == only,
            ref all => all.contains(&cell),
        }
    }

    #[inline(always)]
    fn bound(&self, graph: &Graph<'_, S>, at: &IntervalView) -> f64 {
        at.root.g + self.weight * self.least_rest(graph, at)
    }

    #[inline(always)]
    fn h_from(&self, search: &Graph<'_, S>, vertex: u32) -> f64 {
        let goal_bounds = search.workspace.goal_bounds.as_ref();
        goal_bounds.map_or(0.0, |goal_bounds| goal_bounds.gap(search.landmarks, vertex))
    }

    fn h_after(&self, search: &Graph<'_, S>, connection: &OffMeshConnection) -> f64 {
        let Self { goal, detour, .. } = self;
        let straight = connection.exit.distance(*goal);
        let least = detour
            .as_ref()
            .map_or(straight, |detour| straight.min(detour.least_from(connection.exit)));
        let weight = self.weight;
        let Some(goal_bounds) = &search.workspace.goal_bounds else { return weight * least };
        let known = |&cell: &u32| {
            goal_bounds.least_from(search.landmarks, search.portals, connection.exit, cell)
        };
        weight * least.max(connection.exit_cells.iter().map(known).fold(f64::INFINITY, f64::min))
    }

    fn arrive(&mut self, graph: &mut Graph<'_, S>, cell: u32, node: &Node, from: &Parent) -> bool {
        let goal = self.goal;
        if let Some(solution) = graph.final_segment(self, node, from, goal) {
            self.note_in(graph.workspace, solution, cell);
        }
        !PLAIN && self.is_over_links
    }

    fn note_goals_in_cell(&mut self, graph: &mut Graph<'_, S>, cell: u32, from: &Parent) {
        self.note_in(graph.workspace, Solution::straight(from, self.goal), cell);
    }

    #[inline(always)]
    fn only_goal(&self) -> Option<DVec2> {
        (PLAIN || !self.is_over_links).then_some(self.goal)
    }

    #[inline(always)]
    fn note(&mut self, solution: Solution) {
        if self.best.is_none_or(|best| solution.length < best.length) {
            self.best = Some(solution);
        }
    }

    #[inline(always)]
    fn is_done(&mut self, least: f64) -> bool {
        let least = self.rounding.rounded_down(least);
        // The path may cost some roundings less than the sum of the search.
        let may_be_within =
            |best: Solution| self.rounding.rounded_down(best.length) <= self.max_cost;
        let is_enough = |best: Solution| least >= best.length && may_be_within(best);
        least > self.max_cost * self.weight || self.best.is_some_and(is_enough)
    }

    fn see(&mut self, graph: &Graph<'_, S>, event: Event) {
        event.show(graph, self);
    }
}

impl<const PLAIN: bool> PointGoal<'_, PLAIN> {
    /// A lower bound on the length of all paths from the root through the interval to the goal.
    #[inline(always)]
    pub(crate) fn least_rest<S>(&self, graph: &Graph<'_, S>, at: &IntervalView) -> f64 {
        let IntervalView { root, portal, geometry } = at;
        let Self { goal, detour, .. } = self;
        let straight = geometry.length_to(*goal);
        let detour = detour.as_ref().filter(|_| !PLAIN);
        let least = detour.map_or(straight, |Detour { entries, beyond }| {
            straight.min(geometry.length_to_disc(entries.middle, entries.reach) + beyond)
        });
        let Some(goal_bounds) = &graph.workspace.goal_bounds else { return least };
        let known = goal_bounds.bound(graph.landmarks, *portal, geometry);
        least.max(known).max(root.h)
    }

    /// Records a path to the goal that ends in a cell.
    fn note_in(&mut self, workspace: &mut Workspace, solution: Solution, cell: u32) {
        if self.best.is_none_or(|best| solution.length < best.length) {
            self.best = Some(solution);
            if !PLAIN {
                workspace.connection_state.goal_cell = cell;
            }
        }
    }
}

impl Workspace {
    /// Prepares a search between the endpoints without links.
    pub(crate) fn begin(&mut self, mesh: &NavMesh, index: &Index) {
        self.clear(mesh);
        let portals = index.portals(mesh);
        let is_only_route =
            self.block_route.mark_between(mesh, &index.blocks, portals, &self.endpoints);
        self.goal_cells.extend(self.endpoints.goal.incidences.iter().map(|i| i.cell.slot));
        // If several fans meet at the goal, a path may end in any of them.
        let (goal, cell) = (self.endpoints.goal.point, self.goal_cells.first());
        let cell = cell.filter(|_| is_only_route);
        self.goal_bounds = cell.and_then(|&cell| index.landmarks.goal_bounds(portals, goal, cell));
    }

    /// Prepares a search between the endpoints over links.
    pub(crate) fn begin_over_links(&mut self, map: IndexedMesh) {
        let IndexedMesh { mesh, index, connections } = map;
        self.clear(mesh);
        self.block_route.begin(mesh, &index.blocks);
        let is_only_route = self.block_route.unite(mesh, &index.blocks, &self.endpoints) == 1;
        self.block_route.add_shortcut_blocks(mesh, index, &self.endpoints.start);
        self.look_for_entries(mesh, connections);
        self.goal_cells.extend(self.endpoints.goal.incidences.iter().map(|i| i.cell.slot));
        let cell = self.goal_cells.first().filter(|_| is_only_route);
        self.goal_bounds = cell.and_then(|&cell| self.bounds_beside_links(map, cell));
    }

    /// Returns the bounds on the distance to the goal, which lies in `cell`.
    fn bounds_beside_links(&self, map: IndexedMesh, cell: u32) -> Option<GoalBounds> {
        let IndexedMesh { mesh, index, connections } = map;
        let (portals, goal) = (index.portals(mesh), self.endpoints.goal.point);
        if connections.touch(cell) {
            index.landmarks.goal_bounds_beside_links(portals, goal, cell)
        } else {
            index.landmarks.goal_bounds(portals, goal, cell)
        }
    }
}
