//! Path searches within the budget of a step, in turn.

use navmesh_core::{DVec2, PathQuery};

use crate::crowd::Crowd;
use crate::events::{Event, StepReport};
use crate::rows::Task;

impl Crowd {
    /// Searches paths for agents whose route is stale, beginning after the last one of the step before.
    pub(super) fn plan(&mut self, max_expanded: u64, report: &mut StepReport) {
        let count = self.rows.len();
        let first = self.workspace.first_to_plan.min(count);
        for row in (first..count).chain(0..first) {
            if !self.rows.walks(row) || !self.rows.routes[row].is_stale {
                continue;
            }
            if report.expanded >= max_expanded {
                if report.waiting == 0 {
                    self.workspace.first_to_plan = row;
                }
                report.waiting += 1;
                continue;
            }
            self.plan_one(row, report);
        }
    }

    fn plan_one(&mut self, row: usize, report: &mut StepReport) {
        let Task::Walk(goal) = self.rows.tasks[row] else { return };
        let query = PathQuery::new(self.rows.places[row], goal);
        let route = &mut self.rows.routes[row];
        let found = self.finder.find_path_into(&query, &mut self.scratch, &mut route.path);
        report.searches += 1;
        report.expanded += route.path.stats().expanded.max(1);
        match found {
            Ok(()) => {
                route.begin();
                route.is_given = false;
            }
            Err(error) => {
                route.is_stale = false;
                self.rows.tasks[row] = Task::Stand;
                self.rows.intended[row] = DVec2::ZERO;
                report.events.push(Event::NoPath { agent: self.rows.keys[row], error });
            }
        }
    }
}
