//! The objective of a search for many goals, nearest first.

use super::Many;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Graph, IntervalView, Objective, Traits};

impl<S: SidePredicate> Objective<S> for Many {
    fn traits(&self) -> Traits {
        Traits::OVER_LINKS
    }

    #[inline]
    fn is_in(&self, _: &Workspace, cell: u32) -> bool {
        self.cells.contains(cell)
    }

    #[inline]
    fn bound(&self, _: &Graph<'_, S>, at: &IntervalView) -> f64 {
        let IntervalView { root, geometry, .. } = at;
        root.g + geometry.gap()
    }

    fn arrive(&mut self, graph: &mut Graph<'_, S>, cell: u32, node: &Node, from: &Parent) -> bool {
        for at in self.standing_in(cell) {
            let (_, goal) = self.standing[at];
            let point = self.points[goal as usize];
            if let Some(solution) = graph.final_segment(self, node, from, point) {
                self.note_path(goal, Reached { solution, cell });
            }
        }
        true
    }

    fn note_goals_in_cell(&mut self, _: &mut Graph<'_, S>, cell: u32, from: &Parent) {
        let many = self;
        for at in many.standing_in(cell) {
            let (_, goal) = many.standing[at];
            let solution = Solution::straight(from, many.points[goal as usize]);
            many.note_path(goal, Reached { solution, cell });
        }
    }

    #[inline]
    fn is_done(&mut self, least: f64) -> bool {
        self.rounding.rounded_down(least) > self.kth_bound.distance().min(self.max_cost)
    }
}
