//! Path searches within the budget of a step, the worst routes first.

use navmesh_core::{DVec2, Path, PathError, PathQuery, PathStatus, Scratch};

use crate::classes::Class;
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

/// The gap of a path that is taken although its proof has spent the nodes of a step, as a share of its cost.
const ENOUGH: f64 = 0.05;

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
                self.plan_one(request.row, max_expanded, report);
            } else {
                report.waiting += 1;
            }
        }
        self.workspace.requests = requests;
    }

    fn plan_one(&mut self, row: usize, max_expanded: u64, report: &mut StepReport) {
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
                report.searches += 1;
                let mut planner = Planner {
                    class,
                    most: max_expanded,
                    scratch: &mut self.scratch,
                    spare: &mut self.workspace.spare,
                    expanded: &mut report.expanded,
                };
                planner.search(&query, &mut route.path)
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

/// A search for the path of an agent.
struct Planner<'a> {
    class: &'a Class,
    /// The most nodes of a proof.
    most: u64,
    scratch: &'a mut Scratch,
    spare: &'a mut Path,
    /// The nodes of all searches of the step.
    expanded: &'a mut u64,
}

impl Planner<'_> {
    /// Searches a path.
    ///
    /// Where cells differ in cost, the proof of a gap may take a hundred times the nodes of the path. It ends with the nodes
    /// of a step. The path found until then is the answer if its gap is [small](ENOUGH), else the cheaper one of it and the
    /// path of a search without a proof.
    fn search(&mut self, query: &PathQuery, path: &mut Path) -> Result<(), PathError> {
        if self.class.mesh.is_uniform() {
            return self.find(query, path);
        }
        let found = self.find(&query.max_expanded(self.most), path);
        let Err(PathError::BudgetExhausted { .. }) = found else { return found };
        let leads_there = !path.waypoints().is_empty() && path.status() == PathStatus::Complete;
        if leads_there && path.lower_bound() >= (1.0 - ENOUGH) * path.cost() {
            return Ok(());
        }
        std::mem::swap(path, self.spare);
        let found = self.find(&query.gap(1.0), path);
        if leads_there && found.is_ok() && self.spare.cost() < path.cost() {
            std::mem::swap(path, self.spare);
        }
        found
    }

    fn find(&mut self, query: &PathQuery, path: &mut Path) -> Result<(), PathError> {
        let found = self.class.finder.find_path_into(query, self.scratch, path);
        *self.expanded += path.stats().expanded.max(1);
        found
    }
}
