//! Why there is no path: cheap to return, explained on demand.

use glam::DVec2;

use crate::mesh::NavMesh;

/// One of a query's two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Where the path would begin.
    Start,
    /// Where it would end.
    Goal,
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Goal => "goal",
        })
    }
}

/// Why there is no path. Holds what was at hand; [`PathError::explain`] computes the rest.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The query is no question: a number in it is unusable.
    #[error("invalid query: {reason}")]
    InvalidQuery {
        /// What is unusable.
        reason: InvalidQuery,
    },
    /// The start is off the walkable ground.
    #[error("the start ({}, {}) is off the walkable ground", point.x, point.y)]
    StartOutside {
        /// The start.
        point: DVec2,
    },
    /// The goal is off the walkable ground.
    #[error("the goal ({}, {}) is off the walkable ground", point.x, point.y)]
    GoalOutside {
        /// The goal.
        point: DVec2,
    },
    /// Both are on walkable ground, and no way joins them: proved, not given up.
    #[error(
        "no way leads from ({}, {}) to ({}, {})", start.x, start.y, goal.x, goal.y
    )]
    Unreachable {
        /// The start, as placed on the ground.
        start: DVec2,
        /// The goal, as placed on the ground, or as asked for where the policy found no ground.
        goal: DVec2,
    },
    /// The query's budget was spent before the goal was reached; whether a path exists stays open.
    ///
    /// The path then leads to the expanded node that looked nearest to the goal.
    #[error(
        "the budget is spent after {expanded} expanded nodes: no path costs less than {lower_bound}"
    )]
    BudgetExhausted {
        /// Proved: no path from start to goal costs less, in map units.
        lower_bound: f64,
        /// How many nodes were expanded.
        expanded: u64,
    },
    /// The backend cannot answer this kind of query on this map.
    #[error("unsupported: {what}")]
    Unsupported {
        /// What cannot be done, and what can instead.
        what: &'static str,
    },
}

/// What makes a query unusable.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidQuery {
    /// A coordinate is not finite, or beyond ±2²⁰⁰.
    #[error(
        "the {side} ({:?}, {:?}) has a coordinate that is not finite or beyond 2^200 in magnitude", point.x, point.y
    )]
    Coordinates {
        /// Which end.
        side: Side,
        /// Its point.
        point: DVec2,
    },
    /// The snap distance is negative or no number.
    #[error("the snap distance {snap} is negative or no number")]
    Snap {
        /// The distance.
        snap: f64,
    },
    /// The cost budget is negative or no number.
    #[error("the cost budget {max_cost} is negative or no number")]
    MaxCost {
        /// The budget.
        max_cost: f64,
    },
}

impl PathError {
    /// The error's name in kebab-case, as programs print it: `"start-outside"`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::InvalidQuery { .. } => "invalid-query",
            Self::StartOutside { .. } => "start-outside",
            Self::GoalOutside { .. } => "goal-outside",
            Self::Unreachable { .. } => "unreachable",
            Self::BudgetExhausted { .. } => "budget-exhausted",
            Self::Unsupported { .. } => "unsupported",
        }
    }

    /// True where the error proves that no path exists between two points of the ground.
    #[must_use]
    pub fn proves_unreachable(&self) -> bool {
        matches!(self, Self::Unreachable { .. })
    }

    /// What would have worked: the nearest ground, or the nearest point that can be reached.
    ///
    /// Complexity: a nearest-point search on `terrain`.
    #[must_use]
    pub fn explain(&self, terrain: &impl Terrain) -> Explanation {
        let mut explanation =
            Explanation { error: *self, nearest: None, distance: None, gap: None };
        match *self {
            Self::StartOutside { point } | Self::GoalOutside { point } => {
                explanation.nearest = terrain.nearest_ground(point);
                explanation.distance = explanation.nearest.map(|near| near.distance(point));
            }
            Self::Unreachable { start, goal } => {
                explanation.nearest = terrain.nearest_reachable(start, goal);
                explanation.gap = explanation.nearest.map(|near| near.distance(goal));
            }
            _ => {}
        }
        explanation
    }
}

/// An error, and what would have worked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Explanation {
    /// The error explained.
    pub error: PathError,
    /// The ground nearest to an endpoint outside; for an unreachable goal, the point nearest to it
    /// that can be reached.
    pub nearest: Option<DVec2>,
    /// How far an endpoint outside is from `nearest`, in map units.
    pub distance: Option<f64>,
    /// How far an unreachable goal is from `nearest`, in map units.
    pub gap: Option<f64>,
}

impl std::fmt::Display for Explanation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.error)?;
        match (self.nearest, self.distance, self.gap) {
            (Some(near), Some(distance), _) => {
                write!(f, "; the nearest ground is ({}, {}), {distance} away", near.x, near.y)
            }
            (Some(near), None, Some(gap)) => write!(
                f,
                "; the nearest point within reach is ({}, {}), {gap} from the goal",
                near.x, near.y
            ),
            _ => Ok(()),
        }
    }
}

/// A map that can say what is near: what [`PathError::explain`] asks.
pub trait Terrain {
    /// The nearest walkable point.
    fn nearest_ground(&self, point: DVec2) -> Option<DVec2>;

    /// The point nearest to `goal` that can be reached from `start`.
    fn nearest_reachable(&self, start: DVec2, goal: DVec2) -> Option<DVec2>;
}

impl Terrain for NavMesh {
    fn nearest_ground(&self, point: DVec2) -> Option<DVec2> {
        self.nearest(point).map(|nearest| nearest.point)
    }

    fn nearest_reachable(&self, start: DVec2, goal: DVec2) -> Option<DVec2> {
        let component = |slot: u32| self.component(slot);
        let reach =
            |slot: u32| self.incidences(start).any(|i| component(i.cell.slot) == component(slot));
        self.nearest_where(goal, f64::INFINITY, reach).map(|nearest| nearest.point)
    }
}
