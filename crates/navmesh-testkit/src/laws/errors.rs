//! Law 5: a refusal is true, and what must be refused is.

use navmesh_core::backend::geom::sanitized;
use navmesh_core::{DVec2, GoalPolicy, PathError, PathQuery, Place, QuerySide, StartPolicy};

use super::ask::Asker;
use super::{Breach, Law, LawReport, LawSuite, Standing, TOLERANCE, at_most};

/// The queries given, each spoiled in one number; and spoiled snaps and budgets.
pub(super) fn unusable(queries: &[PathQuery]) -> Vec<PathQuery> {
    let Some(&query) = queries.iter().find(|q| q.start.is_finite() && q.goal.is_finite()) else {
        return Vec::new();
    };
    let mut spoiled = Vec::new();
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300] {
        for place in 0..4 {
            let mut bad = query;
            match place {
                0 => bad.start.x = number,
                1 => bad.start.y = number,
                2 => bad.goal.x = number,
                _ => bad.goal.y = number,
            }
            spoiled.push(bad);
        }
    }
    spoiled.extend([f64::NAN, -1.0].map(|snap| query.snap(snap)));
    spoiled.extend([f64::NAN, -1.0].map(|cost| query.max_cost(cost)));
    spoiled
}

impl LawSuite<'_> {
    pub(super) fn check_unusable(
        &self,
        asker: &mut Asker<'_>,
        query: PathQuery,
    ) -> Result<(), Breach> {
        let answer = asker.ask(&query);
        let refused = matches!(answer, Err(PathError::InvalidQuery { .. }));
        Law::Errors.demand(refused, || format!("not an invalid query, but {answer:?}"))
    }

    pub(super) fn check_error(
        &self,
        query: &PathQuery,
        error: &PathError,
        report: &mut LawReport,
    ) -> Result<(), Breach> {
        let reason = match error {
            PathError::StartOutside { .. }
            | PathError::OnClosedCell { side: QuerySide::Start, .. } => {
                report.outside += 1;
                self.why_start_is_inside(query)
            }
            PathError::GoalOutside { .. }
            | PathError::OnClosedCell { side: QuerySide::Goal, .. } => {
                report.outside += 1;
                self.why_goal_is_no_reason(query)
            }
            PathError::Unreachable { .. } | PathError::ClosedOff { .. } => {
                report.unreachable += 1;
                self.why_it_is_reachable(query)
            }
            PathError::BudgetExhausted { lower_bound, .. } => {
                report.exhausted += 1;
                self.why_budget_is_not_spent(query, *lower_bound)
            }
            PathError::Unsupported { .. } => {
                report.unsupported += 1;
                None
            }
            PathError::InvalidQuery { .. } => Some("the query is valid".into()),
            _ => Some("nothing of the kind was asked for".into()),
        };
        match reason {
            Some(reason) => Law::Errors.demand(false, || format!("{error:?}, but {reason}")),
            None => Ok(()),
        }
    }

    /// The snap of an endpoint.
    pub(super) fn snap_of(&self, query: &PathQuery, asked: Place) -> f64 {
        query.snap.unwrap_or_else(|| self.subject.default_snap().max(asked.rounding()))
    }

    /// A search may give up where a budget is set; the bound that it has proved is one. A path within the
    /// cost budget is found, unless nodes are counted too or the finder promises no optimum: then the law of
    /// stretches is not for it either.
    fn why_budget_is_not_spent(&self, query: &PathQuery, bound: f64) -> Option<String> {
        if query.max_expanded.is_none() && query.max_cost.is_none() {
            return Some("no budget was set".into());
        }
        let standing = [query.start, query.goal].map(|point| self.subject.standing(point));
        let [Standing::On(start), Standing::On(goal)] = standing else { return None };
        let enough = self.subject.affordable_cost(start, goal)?;
        if !at_most(bound, enough) {
            return Some(format!("the bound {bound} is above {enough}, which is enough"));
        }
        let is_exact = query.max_expanded.is_none() && !self.is_exempt(Law::Stretch);
        let affordable = |most: &f64| is_exact && enough < most * (1.0 - TOLERANCE);
        let most = query.max_cost.filter(affordable)?;
        Some(format!("{enough} is enough, and {most} may be spent"))
    }

    fn why_start_is_inside(&self, query: &PathQuery) -> Option<String> {
        if query.start_policy != StartPolicy::Exact {
            return Some("the start policy moves the start".into());
        }
        self.why_near(
            self.subject.standing(query.start),
            self.snap_of(query, query.start_place()),
            "start",
        )
    }

    fn why_near(&self, standing: Standing, snap: f64, name: &str) -> Option<String> {
        match standing {
            Standing::On(_) => Some(format!("the {name} stands on the ground")),
            Standing::Off { distance } if is_near(distance, snap) => {
                Some(format!("the {name} is {distance} off the ground, the snap is {snap}"))
            }
            Standing::Off { .. } | Standing::Touching => None,
        }
    }

    fn why_goal_is_no_reason(&self, query: &PathQuery) -> Option<String> {
        if query.goal_policy != GoalPolicy::Exact {
            return Some("the goal policy moves the goal".into());
        }
        let snap = self.snap_of(query, query.goal_place());
        self.why_near(self.subject.standing(query.goal), snap, "goal")
            .or_else(|| self.why_far_start(query))
    }

    /// A complaint where the start is off the ground by more than the snap, and no policy moves it.
    pub(super) fn why_far_start(&self, query: &PathQuery) -> Option<String> {
        let snap = self.snap_of(query, query.start_place());
        let far = self.why_far(query.start, snap, "start");
        far.filter(|_| query.start_policy == StartPolicy::Exact)
    }

    /// A complaint where the point is off the ground by more than the snap.
    pub(super) fn why_far(&self, point: DVec2, snap: f64, name: &str) -> Option<String> {
        match self.subject.standing(point) {
            Standing::Off { distance } if distance * (1.0 - TOLERANCE) > snap => {
                Some(format!("the {name} is {distance} off the ground, the snap is {snap}"))
            }
            _ => None,
        }
    }

    fn why_it_is_reachable(&self, query: &PathQuery) -> Option<String> {
        let snap = self.snap_of(query, query.goal_place());
        let exact = query.goal_policy == GoalPolicy::Exact;
        let off = self.why_far_start(query);
        if let Some(off) = off.or_else(|| self.why_far(query.goal, snap, "goal").filter(|_| exact))
        {
            return Some(off);
        }
        if query.start_policy == StartPolicy::NearestReachable {
            return Some("the start policy moves the start within reach".into());
        }
        let Standing::On(start) = self.subject.standing(query.start) else { return None };
        if query.goal_policy == GoalPolicy::NearestReachable {
            return Some("the goal policy moves the goal within reach".into());
        }
        match self.subject.standing(query.goal) {
            Standing::On(goal) if self.subject.is_reachable(start, goal) => {
                Some("a flood from the start reaches the goal".into())
            }
            Standing::On(_) => {
                let snap = snap.min(query.goal_place().rounding());
                let distance = self.subject.distance_within_reach(start, query.goal);
                let near = is_near(distance, snap);
                near.then(|| format!("ground within reach is {distance} away, the snap is {snap}"))
            }
            _ => None,
        }
    }
}

fn is_near(distance: f64, snap: f64) -> bool {
    snap > 0.0 && distance <= snap * (1.0 - TOLERANCE)
}

/// True where every number of the query can be used.
pub(super) fn is_valid(query: &PathQuery) -> bool {
    let usable = |point| sanitized(point).is_some();
    let is_number = |number: Option<f64>| number.is_none_or(|number| number >= 0.0);
    usable(query.start) && usable(query.goal) && is_number(query.snap) && is_number(query.max_cost)
}

/// The query with coordinates too small for the predicates set to zero, as every backend must.
pub(super) fn as_understood(mut query: PathQuery) -> PathQuery {
    query.start = sanitized(query.start).unwrap_or(query.start);
    query.goal = sanitized(query.goal).unwrap_or(query.goal);
    query
}
