//! The objective of a search for many goals, nearest first.

use super::Many;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{IntervalView, Objective, Search};

impl Objective for &mut Many {
    const OVER_LINKS: bool = true;

    #[inline]
    fn is_in(&self, _: &Workspace, cell: u32) -> bool {
        self.cells.contains(cell)
    }

    #[inline]
    fn bound<S: SidePredicate>(_: &Search<'_, S, Self>, at: &IntervalView) -> f64 {
        let IntervalView { root, geometry, .. } = at;
        root.g + geometry.gap()
    }

    fn arrive<S: SidePredicate>(
        search: &mut Search<'_, S, Self>,
        cell: u32,
        node: &Node,
        from: &Parent,
    ) -> bool {
        for at in search.objective.standing_in(cell) {
            let (_, goal) = search.objective.standing[at];
            let point = search.objective.points[goal as usize];
            if let Some(solution) = search.final_segment(node, from, point) {
                search.objective.note(goal, Reached { solution, cell });
            }
        }
        true
    }

    fn look_around<S: SidePredicate>(search: &mut Search<'_, S, Self>, cell: u32, from: &Parent) {
        let many = &mut *search.objective;
        for at in many.standing_in(cell) {
            let (_, goal) = many.standing[at];
            let solution = Solution::straight(from, many.points[goal as usize]);
            many.note(goal, Reached { solution, cell });
        }
    }

    #[inline]
    fn is_done(&mut self, least: f64) -> bool {
        self.rounding.surely(least) > self.kth_bound.distance().min(self.max_cost)
    }
}
