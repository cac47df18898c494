//! A slice of a search for one goal: from where the last one stopped, so many nodes further.

use navmesh_core::{Endpoints, Observer, SearchStats};

use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::objective::point::PointGoal;
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

/// A search for one goal.
pub(crate) type PointSearch<'a, 'o, S, O, const OVER_LINKS: bool> =
    Search<'a, S, PointGoal<'o, O, OVER_LINKS>>;

impl<'a, 'o, S, O, const OVER_LINKS: bool> PointSearch<'a, 'o, S, O, OVER_LINKS>
where
    S: SidePredicate,
    O: Observer<SeenInterval>,
{
    /// Searches between the endpoints in `workspace`; the start is not known to see the goal.
    pub(crate) fn search(
        map: IndexedMesh<'a>,
        workspace: &'a mut Workspace,
        slice: Slice<'o, O>,
    ) -> Found {
        let Slice { before, max_expanded, max_cost, observer } = slice;
        if before.is_none() && OVER_LINKS {
            workspace.begin_over_links(map);
        } else if before.is_none() {
            workspace.begin(map.mesh, map.index);
        }
        let (least, paid) = if OVER_LINKS {
            let Endpoints { start, goal, .. } = &workspace.endpoints;
            (map.leaps.least_between(start.point, goal.point), workspace.leaping.tolls.paid)
        } else {
            (straight(&workspace.endpoints), 0.0)
        };
        let goal = workspace.endpoints.goal.point;
        let detour = (if OVER_LINKS { workspace.leaping.tolls.shortcuts(map.leaps) } else { None })
            .map(|shortcuts| shortcuts.detour_to(goal, 0.0));
        let rounding = Rounding::of(map.mesh, &workspace.endpoints);
        let objective = PointGoal {
            goal,
            max_cost: max_cost - paid,
            rounding,
            detour,
            best: before.and_then(|found| found.best),
            observer,
        };
        let mut search = Self::new(map, workspace, objective, max_expanded);
        match before {
            None => search.leave_start(),
            Some(found) => search.go_on_from(&found),
        }
        search.advance();
        let best = search.objective.best;
        let stopped = search.stopped(rounding, best).map(|mut stopped| {
            stopped.lower_bound = (stopped.lower_bound + paid).max(least);
            stopped.goes_on |= OVER_LINKS && search.workspace.leaping.is_spent;
            stopped
        });
        Found { best, paid, stopped, stats: search.stats() }
    }
}

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    fn go_on_from(&mut self, found: &Found) {
        self.pending = found.stopped.and_then(|stopped| stopped.pending);
        self.expansions_left = self.expansions_left.saturating_sub(found.stats.expanded);
        self.pushed = found.stats.pushed;
    }

    /// What is known of the way to the goal, unless the search is done.
    fn stopped(&self, rounding: Rounding, best: Option<Solution>) -> Option<Stopped> {
        let surely = |bound| rounding.surely(bound);
        let waiting =
            if A::OVER_LINKS { surely(self.workspace.leaping.least()) } else { f64::INFINITY };
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
