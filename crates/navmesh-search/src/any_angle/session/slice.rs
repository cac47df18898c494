//! A slice of a search for one goal: from where the last one stopped, so many nodes further.

use navmesh_core::{NavMesh, Observer, SearchStats};

use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::objective::point::Single;
use crate::any_angle::off_mesh::connection_index::LeapIndex;
use crate::any_angle::off_mesh::linked::Linked;
use crate::any_angle::off_mesh::linked::single::OneGoal;
use crate::any_angle::pruning::interval_bound::{Rounding, straight};
use crate::any_angle::search::event::SeenInterval;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::Node;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Objective, Search};

/// What a slice of a search is told.
#[derive(Debug)]
pub(crate) struct Slice<'o, O> {
    /// What the slices before it came to; `None` begins the search.
    pub(crate) before: Option<Found>,
    /// How many nodes may be expanded, those of earlier slices included.
    pub(crate) max_expanded: u64,
    /// Ways longer than this are of no interest.
    pub(crate) max_cost: f64,
    pub(crate) observer: &'o mut O,
}

/// What a search for one goal has come to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Found {
    /// The shortest way found; `None` where there is none.
    pub(crate) best: Option<Solution>,
    /// What any way pays for links beside its length.
    pub(crate) paid: f64,
    /// What is known where the search stopped before it was done.
    pub(crate) stopped: Option<Stopped>,
    pub(crate) stats: SearchStats,
}

/// A search that stopped before it was done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopped {
    /// No way to the goal is shorter.
    pub(crate) lower_bound: f64,
    /// The node that is to be expanded next and is not open.
    pub(crate) pending: Option<Node>,
    /// False where all ways left are too long.
    pub(crate) goes_on: bool,
}

impl<'a, 'o, S: SidePredicate, O: Observer<SeenInterval>> Search<'a, S, Single<'o, O>> {
    /// Searches between the endpoints in `workspace`, of which neither is known to see the other.
    pub(crate) fn search(
        mesh: &'a NavMesh,
        index: &'a Index,
        workspace: &'a mut Workspace,
        slice: Slice<'o, O>,
    ) -> Found {
        let Slice { before, max_expanded, max_cost, observer } = slice;
        if before.is_none() {
            workspace.begin(mesh, index);
        }
        let goal = workspace.endpoints.goal.point;
        let rounding = Rounding::of(mesh, &workspace.endpoints);
        let best = before.and_then(|found| found.best);
        let objective = Single { goal, max_cost, rounding, best, observer };
        let mut search = Self::new(mesh, index, workspace, objective, max_expanded);
        match before {
            None => search.leave_start(),
            Some(found) => search.go_on_from(&found),
        }
        search.advance();
        let best = search.objective.best;
        let stopped = search.stopped(rounding, best, f64::INFINITY).map(|mut stopped| {
            stopped.lower_bound = stopped.lower_bound.max(straight(&search.workspace.endpoints));
            stopped
        });
        Found { best, stopped, stats: search.stats(), ..Found::default() }
    }
}

impl<'a, 'o, S: SidePredicate, O: Observer<SeenInterval>>
    Search<'a, S, Linked<'a, OneGoal<'o, O>>>
{
    /// Searches between the endpoints in `workspace` over links too.
    pub(crate) fn search_linked(
        mesh: &'a NavMesh,
        (index, leaps): (&'a Index, &'a LeapIndex),
        workspace: &'a mut Workspace,
        slice: Slice<'o, O>,
    ) -> Found {
        let Slice { before, max_expanded, max_cost, observer } = slice;
        let (start, goal) = (workspace.endpoints.start.point, workspace.endpoints.goal.point);
        let least = leaps.least_between(start, goal);
        if before.is_none() {
            workspace.begin_over_links(mesh, index, leaps);
        }
        let rounding = Rounding::of(mesh, &workspace.endpoints);
        let best = before.and_then(|found| found.best);
        let paid = workspace.leaping.tolls.paid;
        let single = Single { goal, max_cost: max_cost - paid, rounding, best, observer };
        let quest = OneGoal::new(leaps, &workspace.leaping, single);
        let mut search = Self::over_links(mesh, (index, leaps), workspace, quest, max_expanded);
        match before {
            None => search.leave_start_over_links(),
            Some(found) => search.go_on_from(&found),
        }
        search.advance_over_links();
        let best = search.objective.quest.single.best;
        let waiting = rounding.surely(search.objective.leaping.least());
        let stopped = search.stopped(rounding, best, waiting).map(|mut stopped| {
            stopped.lower_bound = (stopped.lower_bound + paid).max(least);
            stopped.goes_on |= search.objective.leaping.is_spent;
            stopped
        });
        let stats = search.stats();
        search.put_back();
        Found { best, paid, stopped, stats }
    }
}

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    fn go_on_from(&mut self, found: &Found) {
        self.pending = found.stopped.and_then(|stopped| stopped.pending);
        self.expansions_left = self.expansions_left.saturating_sub(found.stats.expanded);
        self.pushed = found.stats.pushed;
    }

    /// What is known of the way to the goal, unless the search is done; `waiting` is a bound on all that is
    /// neither open nor in hand.
    fn stopped(&self, rounding: Rounding, best: Option<Solution>, waiting: f64) -> Option<Stopped> {
        let surely = |bound| rounding.surely(bound);
        let best = best.map_or(f64::INFINITY, |best| best.length);
        let open = surely(self.workspace.least_open());
        let pending = self.pending.map_or(f64::INFINITY, |node| surely(self.bound(&node)));
        let least = open.min(pending).min(waiting);
        let is_done = self.pending.is_none() && least >= best;
        let lower_bound = least.min(surely(best));
        let pending = self.pending;
        (!is_done).then_some(Stopped { lower_bound, pending, goes_on: pending.is_some() })
    }
}
