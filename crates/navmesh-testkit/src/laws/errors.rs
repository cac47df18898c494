//! Law 5: a refusal is true, and what must be refused is.

use navmesh_core::geom::sanitized;
use navmesh_core::{DVec2, GoalPolicy, PathError, PathQuery};

use super::ask::Asker;
use super::{Breach, Law, LawReport, LawSuite, Standing, TOLERANCE};

/// The queries given, each spoiled in one number; and two spoiled snaps.
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
            PathError::StartOutside { .. } => {
                report.outside += 1;
                self.why_start_is_inside(query)
            }
            PathError::GoalOutside { .. } => {
                report.outside += 1;
                self.why_goal_is_no_reason(query)
            }
            PathError::Unreachable { .. } => {
                report.unreachable += 1;
                self.why_it_is_reachable(query)
            }
            PathError::InvalidQuery { .. } => Some("the query is valid".into()),
            _ => {
                report.unsupported += 1;
                None
            }
        };
        match reason {
            Some(reason) => Law::Errors.demand(false, || format!("{error:?}, but {reason}")),
            None => Ok(()),
        }
    }

    /// How far an endpoint may be off the ground and still be moved.
    pub(super) fn snap_of(&self, query: &PathQuery) -> f64 {
        query.snap.unwrap_or_else(|| self.subject.default_snap())
    }

    fn why_start_is_inside(&self, query: &PathQuery) -> Option<String> {
        self.why_near(self.subject.standing(query.start), self.snap_of(query), "start")
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
        let snap = self.snap_of(query);
        self.why_near(self.subject.standing(query.goal), snap, "goal")
            .or_else(|| self.why_far(query.start, snap, "start"))
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
        let snap = self.snap_of(query);
        let exact = query.goal_policy == GoalPolicy::Exact;
        let off = self.why_far(query.start, snap, "start");
        if let Some(off) = off.or_else(|| self.why_far(query.goal, snap, "goal").filter(|_| exact))
        {
            return Some(off);
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
    usable(query.start) && usable(query.goal) && query.snap.is_none_or(|snap| snap >= 0.0)
}

/// The query with coordinates too small for the predicates set to zero, as every backend must.
pub(super) fn as_understood(mut query: PathQuery) -> PathQuery {
    query.start = sanitized(query.start).unwrap_or(query.start);
    query.goal = sanitized(query.goal).unwrap_or(query.goal);
    query
}
