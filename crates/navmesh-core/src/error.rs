//! Errors of queries. They are cheap to return, and explained on demand.

mod invalid;
mod terrain;
mod short;

use glam::DVec2;

use crate::mesh::Place;
pub use invalid::InvalidQuery;
pub use short::Short;
pub use terrain::Terrain;

/// One of the two endpoints of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum QuerySide {
    /// The start.
    Start,
    /// The goal.
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

/// The reason why a query has no path. [`PathError::explain`] computes details.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum PathError {
    /// The query is invalid, for the given reason. Correct the number before the query.
    #[error("invalid query: {reason}")]
    InvalidQuery {
        /// The reason.
        reason: InvalidQuery,
    },
    /// The start is off the walkable area, or off its floor, by more than the snap.
    ///
    /// [`PathError::explain`] returns the nearest walkable point, and the distance to the wall on a mesh for
    /// agents with a radius. [`StartPolicy`](crate::StartPolicy) or a larger
    /// [snap](crate::PathQuery::snap) moves the start.
    #[error("the start {place} is off the walkable area")]
    StartOutside {
        /// The start, as given.
        place: Place,
    },
    /// The goal is off the walkable area, or off its floor, by more than the snap.
    ///
    /// [`PathError::explain`] returns the nearest walkable point. [`GoalPolicy`](crate::GoalPolicy) or a
    /// larger [snap](crate::PathQuery::snap) moves the goal.
    #[error("the goal {place} is off the walkable area")]
    GoalOutside {
        /// The goal, as given.
        place: Place,
    },
    /// An endpoint is in a cell that a door or the query's filter closes.
    ///
    /// Open the door, ask with another filter, or set a policy that moves the endpoint out of the cell.
    #[error("the {side} {place} is in a closed cell")]
    OnClosedCell {
        /// The endpoint.
        side: QuerySide,
        /// Its place, as given.
        place: Place,
    },
    /// Proved: doors or the query's filter close every path.
    ///
    /// The same query succeeds with all doors open and no filter. The policy `NearestReachable` of the goal
    /// leads as near to it as the open cells allow.
    #[error("every path from {start} to {goal} is closed by doors or by the filter")]
    ClosedOff {
        /// The start, as located.
        start: Place,
        /// The goal, as located.
        goal: Place,
    },
    /// Proved: no path joins the endpoints, both of which are on the walkable area.
    ///
    /// [`PathError::explain`] returns the nearest reachable point and the narrowest gap between the two
    /// components. The policy `NearestReachable` of the goal leads to that point.
    #[error("no path leads from {start} to {goal}")]
    Unreachable {
        /// The start, as located.
        start: Place,
        /// The goal, as located, or as given if the policy found no place for it.
        goal: Place,
    },
    /// The query's budget was spent before the search ended. A path may exist: use the partial path, or
    /// raise `max_expanded` or `max_cost`.
    ///
    /// On a grid the partial path leads to the expanded node nearest to the goal by the heuristic.
    /// The optimal search of a mesh returns a path to the goal if it has one that is not proved the
    /// shortest, else a path to the reached vertex nearest to the goal. So does the search where costs differ,
    /// if the budget ends before the gap is proved. The corridor search returns a path to the goal if it has one.
    #[error(
        "the budget is spent after {expanded} expanded nodes: no path costs less than {}", Short(*lower_bound)
    )]
    BudgetExhausted {
        /// A proved lower bound on the cost of any path, in map units.
        lower_bound: f64,
        /// The number of expanded nodes.
        expanded: u64,
    },
    /// A [`ProgressHook`](crate::ProgressHook) cancelled the search. A path may exist.
    ///
    /// The partial path is that of a budget of as many nodes.
    #[error(
        "cancelled after {expanded} expanded nodes: no path costs less than {}", Short(*lower_bound)
    )]
    Cancelled {
        /// A proved lower bound on the cost of any path, in map units.
        lower_bound: f64,
        /// The number of expanded nodes.
        expanded: u64,
    },
    /// The backend cannot answer this kind of query on this map; the text names what to change.
    #[error("unsupported: {what}")]
    Unsupported {
        /// The unsupported feature.
        what: &'static str,
    },
}

impl PathError {
    /// Returns the error's kind in kebab-case, such as `"start-outside"`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::InvalidQuery { .. } => "invalid-query",
            Self::StartOutside { .. } => "start-outside",
            Self::GoalOutside { .. } => "goal-outside",
            Self::OnClosedCell { .. } => "on-closed-cell",
            Self::ClosedOff { .. } => "closed-off",
            Self::Unreachable { .. } => "unreachable",
            Self::BudgetExhausted { .. } => "budget-exhausted",
            Self::Cancelled { .. } => "cancelled",
            Self::Unsupported { .. } => "unsupported",
        }
    }

    /// True if the error proves that no path joins two points of the walkable area.
    #[must_use]
    pub fn proves_unreachable(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::ClosedOff { .. })
    }

    /// Explains the error: the nearest walkable point, the nearest reachable point, and more.
    ///
    /// Complexity: that of nearest-point searches on `terrain`, including those of the narrowest gap.
    #[must_use]
    pub fn explain(&self, terrain: &(impl Terrain + ?Sized)) -> Explanation {
        let mut explanation = Explanation::empty(*self);
        match *self {
            Self::OnClosedCell { side, place } => {
                explanation.side = Some(side);
                explanation.near_wall = terrain.near_closed_door(place);
                explanation.find_nearest(place, terrain);
            }
            Self::StartOutside { place } | Self::GoalOutside { place } => {
                let is_start = matches!(self, Self::StartOutside { .. });
                explanation.side = Some(if is_start { QuerySide::Start } else { QuerySide::Goal });
                explanation.near_wall = terrain.near_wall(place);
                explanation.find_nearest(place, terrain);
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

/// An error with details, and with places that would work instead.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// The explained error.
    pub error: PathError,
    /// The endpoint off the walkable area.
    pub side: Option<QuerySide>,
    /// The nearest walkable place to an endpoint outside, on its floor if it has one. For an
    /// unreachable goal, the nearest reachable place. It has a floor on maps with floors.
    pub nearest: Option<Place>,
    /// The distance of an endpoint outside from `nearest`, in map units.
    pub distance: Option<f64>,
    /// The lowest other floor that is walkable where an endpoint is off its own floor.
    pub other_layer: Option<u32>,
    /// The distance of an unreachable goal from `nearest`, in map units.
    pub gap: Option<f64>,
    /// The components of start and goal. At a pinch between several, those with the narrowest gap.
    pub components: Option<[u32; 2]>,
    /// The narrowest gap between these two components.
    pub narrowest: Option<Gap>,
    /// The nearest wall or closed door, if an endpoint is too near to it for the agent.
    pub near_wall: Option<NearWall>,
    /// The place where the widest way is too narrow for the agent. A mesh for a radius does not know it; the widths of
    /// the mesh for points do.
    pub too_narrow: Option<TooNarrow>,
}

/// The narrowest gap between two components of the walkable area.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gap {
    /// Its end in the start's component.
    pub from: DVec2,
    /// Its end in the goal's component.
    pub to: DVec2,
    /// Its width, in map units; 0 at a pinch or a thin wall.
    pub width: f64,
}

impl std::fmt::Display for Gap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (from, to, width) = (Short(self.from), Short(self.to), Short(self.width));
        write!(f, "the two components are nearest at {from} and {to}, {width} apart")
    }
}

/// The place where an agent with a radius does not fit on the widest way between two places.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TooNarrow {
    /// The width of the way there, in map units.
    pub width: f64,
    /// The radius of the agent, in map units. It does not fit if twice the radius is not less than the width.
    pub radius: f64,
    /// The two walls that are too near to each other, or an end and its nearest wall.
    pub ends: [DVec2; 2],
}

impl TooNarrow {
    /// Returns the width that is missing, in map units.
    #[must_use]
    pub fn missing(&self) -> f64 {
        2.0 * self.radius - self.width
    }

    /// Returns the middle between the two ends.
    #[must_use]
    pub fn middle(&self) -> DVec2 {
        self.ends[0].midpoint(self.ends[1])
    }
}

impl std::fmt::Display for TooNarrow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (width, missing) = (Short(self.width), Short(self.missing()));
        let middle = Short(self.middle());
        write!(f, "the widest way is {width} wide, too narrow by {missing} at {middle}")
    }
}

/// A wall or a closed door that is too near to an endpoint for the agent.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NearWall {
    /// The kind of the wall.
    pub kind: WallKind,
    /// The distance of the nearest wall, or of the nearest part of a closed door on the mesh, in map
    /// units.
    pub distance: f64,
    /// The radius of the agent, in map units.
    pub agent_radius: f64,
}

/// The kind of a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum WallKind {
    /// A border of the walkable area, or a wall without thickness.
    Wall,
    /// A closed door.
    ClosedDoor,
}

impl std::fmt::Display for NearWall {
    /// Writes two decimals, or as many as needed to distinguish the two numbers.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const MOST_DECIMALS: usize = 17;
        let texts = |decimals: usize| {
            [self.distance, self.agent_radius].map(|number| format!("{number:.decimals$}"))
        };
        let differ = |decimals: &usize| texts(*decimals)[0] != texts(*decimals)[1];
        let [distance, radius] = texts((2..MOST_DECIMALS).find(differ).unwrap_or(MOST_DECIMALS));
        let wall = match self.kind {
            WallKind::Wall => "a wall",
            WallKind::ClosedDoor => "a closed door",
        };
        write!(f, "{distance} from {wall}, agent radius {radius}")
    }
}

impl Explanation {
    fn empty(error: PathError) -> Self {
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
            too_narrow: None,
        }
    }

    /// Returns the floor of an unreachable goal, if no point of it is reachable.
    fn floor_out_of_reach(&self) -> Option<u32> {
        let (PathError::Unreachable { goal, .. } | PathError::ClosedOff { goal, .. }) = self.error
        else {
            return None;
        };
        goal.layer.filter(|&layer| self.nearest.is_some_and(|near| !near.may_be_on(layer)))
    }

    /// Finds the walkable area near an endpoint outside.
    fn find_nearest(&mut self, place: Place, terrain: &(impl Terrain + ?Sized)) {
        self.nearest = terrain.nearest_walkable(place);
        self.distance = self.nearest.map(|near| near.point.distance(place.point));
        self.other_layer = place.layer.and_then(|_| terrain.walkable_layer_at(place.point));
    }
}

impl std::fmt::Display for Explanation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.error)?;
        if let Some(near_wall) = self.near_wall {
            write!(f, ": {near_wall}")?;
        }
        if let (Some(near), Some(distance)) = (self.nearest, self.distance) {
            write!(f, "; the nearest walkable point is {near}, {} away", Short(distance))?;
        }
        if let Some(layer) = self.other_layer {
            write!(f, "; floor {layer} is walkable there")?;
        }
        if let (Some(near), Some(gap)) = (self.nearest, self.gap) {
            let gap = Short(gap);
            match self.floor_out_of_reach() {
                None => write!(f, "; the nearest reachable point is {near}, {gap} from the goal")?,
                Some(layer) => write!(
                    f,
                    "; no point of floor {layer} is reachable, and the nearest reachable point of another \
                     floor is {near}, {gap} from the goal"
                )?,
            }
        }
        if let Some(gap) = self.narrowest {
            write!(f, "; {gap}")?;
        }
        if let Some(too_narrow) = self.too_narrow {
            write!(f, "; {too_narrow}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_show_numbers_with_their_significant_digits() {
        let reason = InvalidQuery::MaxCost { max_cost: -1e200 };
        let spent = PathError::BudgetExhausted { lower_bound: 1e-300, expanded: 7 };
        assert!(reason.to_string().contains(" -1e200 "));
        assert!(spent.to_string().ends_with(" 1e-300"));
    }
}
