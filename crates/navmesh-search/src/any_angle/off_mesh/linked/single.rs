//! One goal, which links may lead to.
//!
//! Where a link costs less than the straight line is long, that line is no bound. Then the bound is the straight
//! line or the way to the nearest such link, its cost, and on from the one that comes out nearest to the goal,
//! whichever is less; and no less than the landmarks ask for, whose distances are over links.

use navmesh_core::{NavMesh, Observer, OffMeshConnection};

use super::{Linked, Quest};
use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::objective::point::Single;
use crate::any_angle::off_mesh::connection_index::{Detour, LeapIndex};
use crate::any_angle::off_mesh::connection_state::Leaping;
use crate::any_angle::search::event::{Event, SeenInterval};
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{IntervalView, Objective, Search};
use crate::any_angle::session::observe::Observed;

/// One goal, and what shortcuts may lead to it.
pub(crate) struct OneGoal<'o, O> {
    pub(crate) single: Single<'o, O>,
    detour: Option<Detour>,
}

impl<'o, O> OneGoal<'o, O> {
    /// Of a search that is begun.
    pub(crate) fn new(leaps: &LeapIndex, leaping: &Leaping, single: Single<'o, O>) -> Self {
        let detour =
            leaping.tolls.shortcuts(leaps).map(|shortcuts| shortcuts.detour_to(single.goal, 0.0));
        Self { single, detour }
    }
}

impl Workspace {
    /// Prepares for a search that links may lead anywhere.
    pub(crate) fn begin_over_links(&mut self, mesh: &NavMesh, index: &Index, leaps: &LeapIndex) {
        self.clear(mesh);
        self.block_route.begin(mesh, &index.blocks);
        let is_only_way = self.block_route.unite(mesh, &index.blocks, &self.endpoints) == 1;
        self.block_route.add_shortcut_blocks(mesh, index, &self.endpoints.start);
        self.look_for_entries(mesh, leaps);
        let ends = [&self.endpoints.start, &self.endpoints.goal];
        self.leaping.tolls.leave_out(mesh, leaps, ends);
        self.goal_cells.extend(self.endpoints.goal.incidences.iter().map(|i| i.cell.slot));
        let cell = self.goal_cells.first().filter(|_| is_only_way);
        let (portals, goal) = (index.portals(mesh), self.endpoints.goal.point);
        self.goal_bounds = cell.and_then(|&cell| match leaps.touch(cell) {
            true => index.landmarks.goal_bounds_beside_links(portals, goal, cell),
            false => index.landmarks.goal_bounds(portals, goal, cell),
        });
    }
}

impl<O: Observer<SeenInterval>> Quest for OneGoal<'_, O> {
    #[inline(always)]
    fn is_in(&self, workspace: &Workspace, cell: u32) -> bool {
        workspace.goal_cells.contains(&cell)
    }

    #[inline(always)]
    fn bound<S: SidePredicate>(search: &Search<'_, S, Linked<'_, Self>>, at: &IntervalView) -> f64 {
        let IntervalView { root, portal, geometry } = at;
        let OneGoal { single, detour } = &search.objective.quest;
        let straight = geometry.way_to(single.goal);
        let least = detour.as_ref().map_or(straight, |detour| {
            let around = geometry.way_to(detour.entries.middle) - detour.entries.reach;
            straight.min(around.max(geometry.gap()) + detour.beyond)
        });
        let Some(goal_bounds) = &search.workspace.goal_bounds else { return root.g + least };
        let known = goal_bounds.bound(search.landmarks, *portal, geometry);
        root.g + least.max(known).max(root.h)
    }

    #[inline(always)]
    fn h_from<S: SidePredicate>(search: &Search<'_, S, Linked<'_, Self>>, vertex: u32) -> f64 {
        let goal_bounds = search.workspace.goal_bounds.as_ref();
        goal_bounds.map_or(0.0, |goal_bounds| goal_bounds.gap(search.landmarks, vertex))
    }

    fn least_from<S: SidePredicate>(
        search: &Search<'_, S, Linked<'_, Self>>,
        leap: &OffMeshConnection,
    ) -> f64 {
        let OneGoal { single, detour } = &search.objective.quest;
        let straight = leap.exit.distance(single.goal);
        let least =
            detour.as_ref().map_or(straight, |detour| straight.min(detour.least_from(leap.exit)));
        let Some(goal_bounds) = &search.workspace.goal_bounds else { return least };
        let known =
            |&cell: &u32| goal_bounds.least_from(search.landmarks, search.portals, leap.exit, cell);
        least.max(leap.exit_cells.iter().map(known).fold(f64::INFINITY, f64::min))
    }

    fn arrive<S: SidePredicate>(
        search: &mut Search<'_, S, Linked<'_, Self>>,
        cell: u32,
        node: &Node,
        from: &Parent,
    ) -> bool {
        if let Some(solution) = search.final_segment(node, from, search.objective.quest.single.goal)
        {
            note(search, solution, cell);
        }
        true
    }

    fn look_around<S: SidePredicate>(
        search: &mut Search<'_, S, Linked<'_, Self>>,
        cell: u32,
        from: &Parent,
    ) {
        note(search, Solution::straight(from, search.objective.quest.single.goal), cell);
    }

    #[inline(always)]
    fn is_done(&mut self, least: f64) -> bool {
        self.single.is_done(least)
    }

    #[inline(always)]
    fn see<S: SidePredicate>(search: &mut Search<'_, S, Linked<'_, Self>>, event: Event) {
        if O::LOOKS {
            event.show(search);
        }
    }
}

/// Notes a way to the goal.
fn note<S: SidePredicate, O>(
    search: &mut Search<'_, S, Linked<'_, OneGoal<'_, O>>>,
    solution: Solution,
    cell: u32,
) where
    O: Observer<SeenInterval>,
{
    let best = &mut search.objective.quest.single.best;
    if best.is_none_or(|best| solution.length < best.length) {
        *best = Some(solution);
        search.objective.leaping.goal_cell = cell;
    }
}

impl<O: Observer<SeenInterval>> Observed for Linked<'_, OneGoal<'_, O>> {
    type Observer = O;

    fn observer(&mut self) -> &mut O {
        self.quest.single.observer
    }
}
