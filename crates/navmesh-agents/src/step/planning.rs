//! Path searches within the budget of a step, the worst routes first.

use navmesh_core::{DVec2, PathQuery};

use crate::crowd::Crowd;
use crate::events::{Event, StepReport};
use crate::rows::{Goal, Task};
use crate::workspace::Request;

/// The gap that a search for a goal [far away](AFAR) may leave where all cells cost 1, as a share of the path. It is
/// half of what a route may have. Over 500 radii of pillars, such a search expands a seventh of the nodes.
const GAP: f64 = 0.005;

/// The distance of a goal from which on its search may leave a gap, in radii. Up to there the gap would be wider than
/// the agent, and a search without one is fast.
const AFAR: f64 = 200.0;

impl Crowd {
    /// Searches paths for agents whose route is stale: first for those that cannot walk on, then for those with the
    /// largest gap. Ties are served in turn, beginning after the last one of the step before. A path from a distance
    /// field takes no search, and none of the budget.
    pub(super) fn plan(&mut self, max_expanded: u64, report: &mut StepReport) {
        let count = self.rows.len();
        let first = self.workspace.first_to_plan.min(count);
        let mut requests = std::mem::take(&mut self.workspace.requests);
        requests.clear();
        for (turn, row) in (first..count).chain(0..first).enumerate() {
            let route = &self.rows.routes[row];
            if self.rows.tasks[row].seeks() && route.is_stale() {
                requests.push(Request { urgency: route.urgency, turn, row });
            }
        }
        requests.sort_unstable_by(|a, b| b.urgency.total_cmp(&a.urgency).then(a.turn.cmp(&b.turn)));
        for request in &requests {
            let is_free = matches!(self.rows.tasks[request.row].any_goal(), Some(Goal::Field(_)));
            if is_free || report.expanded < max_expanded {
                self.workspace.first_to_plan = request.row + 1;
                self.plan_one(request.row, report);
            } else {
                report.waiting += 1;
            }
        }
        self.workspace.requests = requests;
    }

    fn plan_one(&mut self, row: usize, report: &mut StepReport) {
        let (task, goal) = match self.rows.tasks[row] {
            task @ (Task::Walk(goal) | Task::Wait(goal)) => (task, goal),
            _ => return,
        };
        let class = self.classes.of_row(&self.rows, row);
        let (place, route) = (self.rows.places[row], &mut self.rows.routes[row]);
        let found = match goal {
            Goal::Place(goal) => {
                let options = &self.rows.options[row];
                let mut query = options.query(PathQuery::new(place, goal));
                let is_far = place.point.distance(goal.point) > AFAR * options.radius;
                if is_far && options.gap.is_none() && class.mesh.is_uniform() {
                    query = query.gap(GAP);
                }
                let path = &mut route.path;
                let found = class.finder.find_path_into(&query, &mut self.scratch, path);
                report.searches += 1;
                report.expanded += path.stats().expanded.max(1);
                found
            }
            // A field is never removed.
            Goal::Field(field) => self
                .fields
                .get(field)
                .map_or(Ok(()), |field| field.path_from_into(place, &mut route.path)),
        };
        match found {
            Ok(()) => {
                route.begin();
                self.rows.tasks[row] = Task::Walk(goal);
            }
            Err(error) => {
                route.forget();
                route.urgency = 0.0;
                self.rows.tasks[row] = Task::Wait(goal);
                self.rows.intended[row] = DVec2::ZERO;
                if task != Task::Wait(goal) {
                    report.events.push(Event::NoPath { agent: self.rows.keys[row], error });
                }
            }
        }
    }
}
