//! Answers in which several searches share; for implementors of a backend.

use super::{Path, PathSummary};

impl Path {
    /// Takes the way of a path between the same ends, and keeps the lower bound, the offsets and the counts; for
    /// implementors of a backend.
    pub fn take_way_of(&mut self, other: &Self, cost: f64) {
        self.waypoints.clone_from(&other.waypoints);
        self.cells.clone_from(&other.cells);
        self.links.clone_from(&other.links);
        self.floors.take(&other.floors);
        let lower_bound = self.summary.lower_bound.map(|bound| bound.min(cost));
        self.finish(PathSummary { cost: Some(cost), lower_bound, ..self.summary });
    }

    /// Lowers the proved bound to `bound`, if the present one is higher; for implementors of a backend.
    pub fn weaken_bound(&mut self, bound: f64) {
        if bound < self.lower_bound() {
            self.summary.lower_bound = Some(bound);
        }
    }

    /// Replaces the number of expanded nodes, where several searches share in an answer; for implementors of a backend.
    pub fn set_expanded(&mut self, nodes: u64) {
        self.summary.stats.expanded = nodes;
    }
}
