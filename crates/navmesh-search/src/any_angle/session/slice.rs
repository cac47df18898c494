//! One slice of a search from one point to another.

use navmesh_core::Observer;

use super::pause::Pause;
use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::predicates::{LatticePredicate, RobustPredicate, SidePredicate};
use crate::any_angle::objective::point::PointGoal;
use crate::any_angle::off_mesh::connection_index::Disc;
use crate::any_angle::pruning::interval_bound::{Rounding, straight};
use crate::any_angle::search::Search;
use crate::any_angle::search::event::SeenInterval;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::workspace::Workspace;

/// The result of a search so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Found {
    pub(crate) pause: Pause,
    /// The shortest path found.
    pub(crate) best: Option<Solution>,
    /// A lower bound on the length of all paths; `None` once `best` is proved to be the shortest.
    pub(crate) lower_bound: Option<f64>,
    /// True once `best` is the answer: no path is shorter by more than the gap.
    pub(crate) is_answered: bool,
}

/// One slice of a search.
pub(crate) struct Slice<'o, O: ?Sized> {
    pub(crate) before: Found,
    /// The number of nodes that this slice may expand.
    pub(crate) max_expanded: u64,
    /// Paths longer than this are of no interest.
    pub(crate) max_cost: f64,
    /// The factor of the bounds on the rest of a path.
    pub(crate) weight: f64,
    pub(crate) observer: &'o mut O,
}

impl<O: Observer<SeenInterval> + ?Sized> Slice<'_, O> {
    /// Continues over links; not inlined, since maps without links would pay for its size.
    #[inline(never)]
    pub(crate) fn search_over_links(
        self,
        map: IndexedMesh,
        workspace: &mut Workspace,
        on_lattice: bool,
    ) -> Found {
        self.search::<true>(map, workspace, on_lattice)
    }

    /// Continues with the fastest arithmetic that is exact.
    #[inline(always)]
    pub(crate) fn search<const OVER_LINKS: bool>(
        self,
        map: IndexedMesh,
        workspace: &mut Workspace,
        on_lattice: bool,
    ) -> Found {
        if on_lattice {
            self.search_by::<LatticePredicate, OVER_LINKS>(map, workspace)
        } else {
            self.search_by::<RobustPredicate, OVER_LINKS>(map, workspace)
        }
    }

    fn search_by<S: SidePredicate, const OVER_LINKS: bool>(
        self,
        map: IndexedMesh,
        workspace: &mut Workspace,
    ) -> Found {
        let Self {
            before: Found { mut pause, best, .. },
            max_expanded,
            max_cost,
            weight,
            observer,
        } = self;
        if !pause.has_begun() && OVER_LINKS {
            workspace.begin_over_links(map);
        } else if !pause.has_begun() {
            workspace.begin(map.mesh, map.index);
        }
        let (start, goal) = (workspace.endpoints.start.point, workspace.endpoints.goal.point);
        let (mut least, mut detour) = (straight(&workspace.endpoints), None);
        if OVER_LINKS {
            least = map.connections.least_between(start, goal);
            detour = map.connections.shortcuts.map(|shortcuts| shortcuts.detour_to(Disc::at(goal)));
        }
        let rounding = Rounding::of(map.mesh, &workspace.endpoints);
        let objective =
            PointGoal::<O, OVER_LINKS> { goal, max_cost, weight, rounding, detour, best, observer };
        let mut search = Search::<S, _>::new(map, workspace, objective, max_expanded);
        search.go_on(&mut pause, Search::leave_start);
        let best = search.objective.best;
        let length = best.map_or(f64::INFINITY, |best| best.length);
        let proved = rounding.surely(pause.least);
        let is_answered = pause.pending.is_none() && proved >= length;
        let is_shortest = is_answered && weight == 1.0;
        let lower_bound =
            (!is_shortest).then(|| (proved.min(rounding.surely(length)) / weight).max(least));
        Found { pause, best, lower_bound, is_answered }
    }
}
