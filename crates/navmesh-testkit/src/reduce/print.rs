//! A query as Rust code.

use std::fmt::{self, Display};

use navmesh_core::{DVec2, GoalPolicy, PathQuery, Search, StartPolicy};

/// Prints a value as the Rust expression that makes it.
///
/// ```
/// use navmesh_core::PathQuery;
/// use navmesh_testkit::reduce::Rust;
/// let query = PathQuery::new([0.5, 1.0], [1e300, 2.0]).snap(0.0);
/// assert_eq!(Rust(&query).to_string(), "PathQuery::new([0.5, 1.0], [1e300, 2.0]).snap(0.0)");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Rust<T>(pub T);

impl Display for Rust<f64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            number if number.is_nan() => f.write_str("f64::NAN"),
            f64::INFINITY => f.write_str("f64::INFINITY"),
            f64::NEG_INFINITY => f.write_str("f64::NEG_INFINITY"),
            number => write!(f, "{number:?}"),
        }
    }
}

impl Display for Rust<DVec2> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", Rust(self.0.x), Rust(self.0.y))
    }
}

impl Display for Rust<&PathQuery> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PathQuery { start, goal, snap, search, start_policy, goal_policy, .. } = *self.0;
        write!(f, "PathQuery::new({}, {})", Rust(start), Rust(goal))?;
        if let Some(layer) = self.0.start_layer {
            write!(f, ".start_layer({layer})")?;
        }
        if let Some(layer) = self.0.goal_layer {
            write!(f, ".goal_layer({layer})")?;
        }
        if let Some(snap) = snap {
            write!(f, ".snap({})", Rust(snap))?;
        }
        if search != Search::default() {
            write!(f, ".search(Search::{search:?})")?;
        }
        if start_policy != StartPolicy::default() {
            write!(f, ".start_policy(StartPolicy::{start_policy:?})")?;
        }
        if goal_policy != GoalPolicy::default() {
            write!(f, ".goal_policy(GoalPolicy::{goal_policy:?})")?;
        }
        if let Some(nodes) = self.0.max_expanded {
            write!(f, ".max_expanded({nodes})")?;
        }
        if let Some(cost) = self.0.max_cost {
            write!(f, ".max_cost({})", Rust(cost))?;
        }
        Ok(())
    }
}
