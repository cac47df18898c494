//! What a search is for: which cells hold a goal, how far the goals are at least, when it is done.

use navmesh_core::{DVec2, Observer};

use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::event::{Event, SeenInterval};
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{IntervalView, Objective, Search};
use crate::any_angle::session::observe::Observed;

/// One goal: the search ends when no bound is below the length of the way found.
#[derive(Debug)]
pub(crate) struct Single<'o, O> {
    pub(crate) goal: DVec2,
    /// Ways longer than this are of no interest.
    pub(crate) max_cost: f64,
    pub(crate) rounding: Rounding,
    /// The shortest way found so far.
    pub(crate) best: Option<Solution>,
    /// Who watches.
    pub(crate) observer: &'o mut O,
}

impl<O: Observer<SeenInterval>> Objective for Single<'_, O> {
    #[inline(always)]
    fn is_in(&self, workspace: &Workspace, cell: u32) -> bool {
        match workspace.goal_cells[..] {
            [only] => cell == only,
            ref all => all.contains(&cell),
        }
    }

    #[inline(always)]
    fn bound<S: SidePredicate>(search: &Search<'_, S, Self>, at: &IntervalView) -> f64 {
        let IntervalView { root, portal, geometry } = at;
        let straight = geometry.way_to(search.objective.goal);
        root.g
            + match &search.workspace.goal_bounds {
                Some(goal_bounds) => {
                    let around = goal_bounds.bound(search.landmarks, *portal, geometry);
                    straight.max(around).max(root.h)
                }
                None => straight,
            }
    }

    #[inline(always)]
    fn h_from<S: SidePredicate>(search: &Search<'_, S, Self>, vertex: u32) -> f64 {
        let goal_bounds = search.workspace.goal_bounds.as_ref();
        goal_bounds.map_or(0.0, |goal_bounds| goal_bounds.gap(search.landmarks, vertex))
    }

    fn arrive<S: SidePredicate>(
        search: &mut Search<'_, S, Self>,
        node: &Node,
        from: &Parent,
    ) -> bool {
        if let Some(solution) = search.final_segment(node, from, search.objective.goal) {
            search.objective.note(solution);
        }
        false
    }

    #[inline(always)]
    fn only_goal(&self) -> Option<DVec2> {
        Some(self.goal)
    }

    #[inline(always)]
    fn note(&mut self, solution: Solution) {
        if self.best.is_none_or(|best| solution.length < best.length) {
            self.best = Some(solution);
        }
    }

    #[inline(always)]
    fn is_done(&mut self, least: f64) -> bool {
        let least = self.rounding.surely(least);
        least > self.max_cost || self.best.is_some_and(|best| least >= best.length)
    }

    #[inline(always)]
    fn see<S: SidePredicate>(search: &mut Search<'_, S, Self>, event: Event) {
        if O::LOOKS {
            event.show(search);
        }
    }
}

impl<O: Observer<SeenInterval>> Observed for Single<'_, O> {
    type Observer = O;

    fn observer(&mut self) -> &mut O {
        self.observer
    }
}
