//! The law of limits catches finders that break it.

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{DVec2, Path, PathError, PathQuery, Pathfinder, Scratch, SearchStats};

use super::check_limits;

/// How a finder on an empty plane treats limits. Its searches take four nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Manner {
    Fair,
    /// Goes a longer way under any budget of nodes.
    Worse,
    /// Fails at a cost that its path has.
    Stingy,
    /// Says that it was stopped, with a bound that proves nothing.
    Unproved,
    /// Answers beyond the cost that the query allows.
    Lavish,
}

impl Pathfinder for Manner {
    fn find_path_into(
        &self,
        query: &PathQuery,
        _: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let stopped = |lower_bound| PathError::BudgetExhausted { lower_bound, expanded: 4 };
        let length = query.start.distance(query.goal);
        if query.max_expanded.is_some_and(|nodes| nodes < 4) {
            return Err(stopped(0.0));
        }
        if query.max_cost.is_some_and(|cost| length > cost) && *self != Self::Lavish {
            return Err(stopped(if *self == Self::Unproved { 0.0 } else { length }));
        }
        if *self == Self::Stingy && query.max_cost == Some(length) {
            return Err(stopped(length));
        }
        path.push_waypoint(query.start);
        if *self == Self::Worse && query.max_expanded.is_some() {
            path.push_waypoint(query.start + DVec2::new(0.0, 9.0));
        }
        path.push_waypoint(query.goal);
        let stats = SearchStats { expanded: 4, ..SearchStats::default() };
        path.finish(PathSummary { stats, ..PathSummary::default() });
        Ok(())
    }
}

#[test]
fn finders_that_heed_limits_pass_and_others_are_caught() {
    let query = PathQuery::new([0.0, 0.0], [3.0, 4.0]);
    let report = check_limits(&Manner::Fair, &query).unwrap();
    assert!(report.loose == 8 && report.stopped > 5 && report.answered == 0, "{report:?}");
    for manner in [Manner::Worse, Manner::Stingy, Manner::Unproved, Manner::Lavish] {
        assert!(check_limits(&manner, &query).is_err(), "{manner:?}");
    }
}
