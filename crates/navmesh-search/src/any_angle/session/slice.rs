//! One slice of a search from one point to another.

use navmesh_core::Observer;

use super::pause::Pause;
use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::predicates::{LatticePredicate, RobustPredicate, SidePredicate};
use crate::any_angle::objective::point::PointGoal;
use crate::any_angle::off_mesh::connection_index::Disc;
use crate::any_angle::pruning::interval_bound::{Rounding, straight};
use crate::any_angle::search::event::SeenInterval;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Any, Search};

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
pub(crate) struct Slice<'o> {
    pub(crate) before: Found,
    /// The number of nodes that this slice may expand.
    pub(crate) max_expanded: u64,
    /// Paths longer than this are of no interest.
    pub(crate) max_cost: f64,
    /// The factor of the bounds on the rest of a path.
    pub(crate) weight: f64,
    pub(crate) observer: Option<&'o mut dyn Observer<SeenInterval>>,
}

impl Slice<'_> {
    /// Continues with the fastest arithmetic that is exact. Not generic, so that it is compiled in this package alone.
    pub(crate) fn search(
        self,
        map: IndexedMesh,
        workspace: &mut Workspace,
        on_lattice: bool,
    ) -> Found {
        match (map.connections.is_empty() && self.observer.is_none(), on_lattice) {
            (true, true) => self.search_by::<LatticePredicate, true>(map, workspace),
            (true, false) => self.search_by::<RobustPredicate, true>(map, workspace),
            (false, true) => self.search_by::<LatticePredicate, false>(map, workspace),
            (false, false) => self.search_by::<RobustPredicate, false>(map, workspace),
        }
    }

    /// Continues; `PLAIN` on a map without links, with no observer.
    fn search_by<S: SidePredicate, const PLAIN: bool>(
        self,
        map: IndexedMesh,
        workspace: &mut Workspace,
    ) -> Found {
        let Self { before: Found { mut pause, best, .. }, max_expanded, max_cost, weight, .. } =
            self;
        let is_over_links = !PLAIN && !map.connections.is_empty();
        if !pause.has_begun() && is_over_links {
            workspace.begin_over_links(map);
        } else if !pause.has_begun() {
            workspace.begin(map.mesh, map.index);
        }
        let (start, goal) = (workspace.endpoints.start.point, workspace.endpoints.goal.point);
        let (mut least, mut detour) = (straight(&workspace.endpoints), None);
        if is_over_links {
            least = map.connections.least_between(start, goal);
            detour = map.connections.shortcuts.map(|shortcuts| shortcuts.detour_to(Disc::at(goal)));
        }
        let (rounding, observer) = (Rounding::of(map.mesh, &workspace.endpoints), self.observer);
        let mut objective = PointGoal::<PLAIN> {
            goal,
            max_cost,
            weight,
            rounding,
            detour,
            best,
            is_over_links,
            observer,
        };
        if PLAIN {
            Search::<S, _>::new(map, workspace, &mut objective, max_expanded)
                .resume(&mut pause, Search::open_start_cells);
        } else {
            let mut any = Any::of(&mut objective);
            Search::<S, _>::new(map, workspace, &mut any, max_expanded)
                .resume(&mut pause, Search::open_start_cells);
        }
        let best = objective.best;
        let length = best.map_or(f64::INFINITY, |best| best.length);
        let proved = rounding.rounded_down(pause.least);
        let is_answered = pause.pending.is_none() && proved >= length;
        let is_shortest = is_answered && weight == 1.0;
        let lower_bound =
            (!is_shortest).then(|| (proved.min(rounding.rounded_down(length)) / weight).max(least));
        Found { pause, best, lower_bound, is_answered }
    }
}
