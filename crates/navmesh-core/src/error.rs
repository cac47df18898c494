//! Why there is no path: cheap to return, explained on demand.

mod invalid;
mod terrain;
mod short;

use glam::DVec2;

use crate::query::Place;
pub use invalid::InvalidQuery;
pub use short::Short;
pub use terrain::Terrain;

/// One of a query's two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum QuerySide {
    /// Where the path would begin.
    Start,
    /// Where it would end.
    Goal,
}

impl std::fmt::Display for QuerySide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Goal => "goal",
        })
    }
}

/// Why there is no path. Holds what was at hand; [`PathError::explain`] computes the rest.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum PathError {
    /// The query is no question: a number in it is unusable.
    #[error("invalid query: {reason}")]
    InvalidQuery {
        /// What is unusable.
        reason: InvalidQuery,
    },
    /// The start is off the walkable ground.
    #[error("the start {place} is off the walkable ground")]
    StartOutside {
        /// The start, as asked for.
        place: Place,
    },
    /// The goal is off the walkable ground.
    #[error("the goal {place} is off the walkable ground")]
    GoalOutside {
        /// The goal, as asked for.
        place: Place,
    },
    /// An endpoint is on ground that is closed: by a door, or by the query's filter.
    #[error("the {side} {place} is on ground that is closed")]
    OnClosedGround {
        /// Which end.
        side: QuerySide,
        /// It, as asked for.
        place: Place,
    },
    /// There are ways, and all of them lead through ground that is closed, by doors or by the query's
    /// filter: proved, not given up.
    #[error("every way from {start} to {goal} is closed, by doors or by the filter")]
    ClosedOff {
        /// The start, as placed on the ground.
        start: Place,
        /// The goal, as placed on the ground.
        goal: Place,
    },
    /// Both are on walkable ground, and no way joins them: proved, not given up.
    #[error("no way leads from {start} to {goal}")]
    Unreachable {
        /// The start, as placed on the ground.
        start: Place,
        /// The goal, as placed on the ground, or as asked for where the policy found no ground.
        goal: Place,
    },
    /// The query's budget was spent before the goal was reached; whether a path exists stays open.
    ///
    /// On a grid the path then leads to the expanded node that looked nearest to the goal. The optimal
    /// search of a mesh leaves a way to the goal where it has one that is not proved the shortest, else a
    /// way to the nearest vertex that it reached; the corridor search leaves a way to the goal where it has
    /// one, else none.
    #[error(
        "the budget is spent after {expanded} expanded nodes: no path costs less than {}", Short(*lower_bound)
    )]
    BudgetExhausted {
        /// Proved: no path from start to goal costs less, in map units.
        lower_bound: f64,
        /// How many nodes were expanded.
        expanded: u64,
    },
    /// A [`ProgressHook`](crate::ProgressHook) called the search off; whether a path exists stays open. The path is that
    /// of a budget of as many nodes.
    #[error(
        "called off after {expanded} expanded nodes: no path costs less than {}", Short(*lower_bound)
    )]
    Cancelled {
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

impl PathError {
    /// The error's name in kebab-case, as programs print it: `"start-outside"`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::InvalidQuery { .. } => "invalid-query",
            Self::StartOutside { .. } => "start-outside",
            Self::GoalOutside { .. } => "goal-outside",
            Self::OnClosedGround { .. } => "on-closed-ground",
            Self::ClosedOff { .. } => "closed-off",
            Self::Unreachable { .. } => "unreachable",
            Self::BudgetExhausted { .. } => "budget-exhausted",
            Self::Cancelled { .. } => "cancelled",
            Self::Unsupported { .. } => "unsupported",
        }
    }

    /// True where the error proves that no path exists between two points of the ground.
    #[must_use]
    pub fn proves_unreachable(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::ClosedOff { .. })
    }

    /// What would have worked: the nearest ground, or the nearest point that can be reached.
    ///
    /// Complexity: nearest-point searches on `terrain`, the narrowest gap's included.
    #[must_use]
    pub fn explain(&self, terrain: &(impl Terrain + ?Sized)) -> Explanation {
        let mut explanation = Explanation::nothing_known(*self);
        match *self {
            Self::OnClosedGround { side, place } => {
                explanation.side = Some(side);
                explanation.look_around(place, terrain);
            }
            Self::StartOutside { place } | Self::GoalOutside { place } => {
                let is_start = matches!(self, Self::StartOutside { .. });
                explanation.side = Some(if is_start { QuerySide::Start } else { QuerySide::Goal });
                explanation.near_wall = terrain.near_wall(place);
                explanation.look_around(place, terrain);
            }
            Self::Unreachable { start, goal } | Self::ClosedOff { start, goal } => {
                explanation.nearest = terrain.nearest_reachable(start, goal);
                explanation.gap = explanation.nearest.map(|near| near.point.distance(goal.point));
                explanation.components = terrain.components(start, goal);
                explanation.narrowest = terrain.narrowest_gap(start, goal);
            }
            _ => {}
        }
        explanation
    }
}

/// An error, and what would have worked.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// The error explained.
    pub error: PathError,
    /// Which end is off the ground.
    pub side: Option<QuerySide>,
    /// The ground nearest to an endpoint outside, on its floor where it says one; for an unreachable goal, the place
    /// nearest to it that can be reached. It tells its floor where the map has several.
    pub nearest: Option<Place>,
    /// How far an endpoint outside is from `nearest`, in map units.
    pub distance: Option<f64>,
    /// Another floor that has ground where an endpoint is off that of its own; of several the lowest.
    pub other_layer: Option<u32>,
    /// How far an unreachable goal is from `nearest`, in map units.
    pub gap: Option<f64>,
    /// The numbers of the two parts of the ground that start and goal stand on; where one stands on several,
    /// at a pinch, those of the narrowest gap.
    pub components: Option<[u32; 2]>,
    /// The narrowest place between these two parts: where a bridge or a door would be shortest.
    pub narrowest: Option<Gap>,
    /// Where an endpoint is on ground, but too near a wall for the agent.
    pub near_wall: Option<NearWall>,
}

/// A place where two parts of the ground that are not joined come near to one another.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gap {
    /// Its end on the start's part.
    pub from: DVec2,
    /// Its end on the goal's part.
    pub to: DVec2,
    /// How wide it is, in map units; 0 at a pinch or a wall without thickness.
    pub width: f64,
}

impl std::fmt::Display for Gap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (from, to, width) = (Short(self.from), Short(self.to), Short(self.width));
        write!(f, "the two grounds are nearest at {from} and {to}, {width} apart")
    }
}

/// A place on ground where an agent of this size cannot stand.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NearWall {
    /// How far the nearest wall is, in map units.
    pub distance: f64,
    /// How far the agent has to stay from it.
    pub agent_radius: f64,
}

impl std::fmt::Display for NearWall {
    /// With two decimals, or as many as tell the two numbers apart.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const MOST_DECIMALS: usize = 17;
        let told = |decimals: usize| {
            [self.distance, self.agent_radius].map(|number| format!("{number:.decimals$}"))
        };
        let differ = |decimals: &usize| told(*decimals)[0] != told(*decimals)[1];
        let [distance, radius] = told((2..MOST_DECIMALS).find(differ).unwrap_or(MOST_DECIMALS));
        write!(f, "{distance} from a wall, agent radius {radius}")
    }
}

impl Explanation {
    fn nothing_known(error: PathError) -> Self {
        Self {
            error,
            side: None,
            nearest: None,
            distance: None,
            other_layer: None,
            gap: None,
            components: None,
            narrowest: None,
            near_wall: None,
        }
    }

    /// The floor of an unreachable goal, where nothing of it is within reach.
    fn floor_out_of_reach(&self) -> Option<u32> {
        let (PathError::Unreachable { goal, .. } | PathError::ClosedOff { goal, .. }) = self.error
        else {
            return None;
        };
        goal.layer.filter(|&layer| self.nearest.is_some_and(|near| !near.may_be_on(layer)))
    }

    /// Notes where ground is near an endpoint outside.
    fn look_around(&mut self, place: Place, terrain: &(impl Terrain + ?Sized)) {
        self.nearest = terrain.nearest_ground(place);
        self.distance = self.nearest.map(|near| near.point.distance(place.point));
        self.other_layer = place.layer.and_then(|_| terrain.layer_with_ground(place.point));
    }
}

impl std::fmt::Display for Explanation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.error)?;
        if let Some(near_wall) = self.near_wall {
            write!(f, ": {near_wall}")?;
        }
        if let (Some(near), Some(distance)) = (self.nearest, self.distance) {
            write!(f, "; the nearest ground is {near}, {} away", Short(distance))?;
        }
        if let Some(layer) = self.other_layer {
            write!(f, "; floor {layer} has ground there")?;
        }
        if let (Some(near), Some(gap)) = (self.nearest, self.gap) {
            let gap = Short(gap);
            match self.floor_out_of_reach() {
                None => {
                    write!(f, "; the nearest point within reach is {near}, {gap} from the goal")?
                }
                Some(layer) => write!(
                    f,
                    "; nothing on floor {layer} is within reach, and of other floors {near} is nearest, {gap} beside the \
                     goal"
                )?,
            }
        }
        if let Some(gap) = self.narrowest {
            write!(f, "; {gap}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_is_longer_than_its_digits() {
        let reason = InvalidQuery::MaxCost { max_cost: -1e200 };
        let spent = PathError::BudgetExhausted { lower_bound: 1e-300, expanded: 7 };
        assert!(reason.to_string().contains(" -1e200 "));
        assert!(spent.to_string().ends_with(" 1e-300"));
    }
}
