//! Why there is no path: cheap to return, explained on demand.

mod invalid;

use glam::DVec2;

use crate::mesh::{Incidence, NavMesh, Parts, Sense};
use crate::short::Short;
pub use invalid::InvalidQuery;

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
    #[error("the start {} is off the walkable ground", Short(*point))]
    StartOutside {
        /// The start.
        point: DVec2,
    },
    /// The goal is off the walkable ground.
    #[error("the goal {} is off the walkable ground", Short(*point))]
    GoalOutside {
        /// The goal.
        point: DVec2,
    },
    /// An endpoint is on ground that is closed: by a door, or by the query's filter.
    #[error("the {side} {} is on ground that is closed", Short(*point))]
    OnClosedGround {
        /// Which end.
        side: QuerySide,
        /// Its point.
        point: DVec2,
    },
    /// There are ways, and all of them lead through ground that is closed, by doors or by the query's
    /// filter: proved, not given up.
    #[error(
        "every way from {} to {} is closed, by doors or by the filter", Short(*start), Short(*goal)
    )]
    ClosedOff {
        /// The start, as placed on the ground.
        start: DVec2,
        /// The goal, as placed on the ground.
        goal: DVec2,
    },
    /// Both are on walkable ground, and no way joins them: proved, not given up.
    #[error("no way leads from {} to {}", Short(*start), Short(*goal))]
    Unreachable {
        /// The start, as placed on the ground.
        start: DVec2,
        /// The goal, as placed on the ground, or as asked for where the policy found no ground.
        goal: DVec2,
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
    /// A [`Watch`](crate::Watch) called the search off; whether a path exists stays open. The path is that
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
    pub fn explain(&self, terrain: &impl Terrain) -> Explanation {
        let mut explanation = Explanation::nothing_known(*self);
        match *self {
            Self::OnClosedGround { side, point } => {
                explanation.side = Some(side);
                explanation.nearest = terrain.nearest_ground(point);
                explanation.distance = explanation.nearest.map(|near| near.distance(point));
            }
            Self::StartOutside { point } | Self::GoalOutside { point } => {
                let is_start = matches!(self, Self::StartOutside { .. });
                explanation.side = Some(if is_start { QuerySide::Start } else { QuerySide::Goal });
                explanation.near_wall = terrain.near_wall(point);
                explanation.nearest = terrain.nearest_ground(point);
                explanation.distance = explanation.nearest.map(|near| near.distance(point));
            }
            Self::Unreachable { start, goal } | Self::ClosedOff { start, goal } => {
                explanation.nearest = terrain.nearest_reachable(start, goal);
                explanation.gap = explanation.nearest.map(|near| near.distance(goal));
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
    /// The ground nearest to an endpoint outside; for an unreachable goal, the point nearest to it
    /// that can be reached.
    pub nearest: Option<DVec2>,
    /// How far an endpoint outside is from `nearest`, in map units.
    pub distance: Option<f64>,
    /// How far an unreachable goal is from `nearest`, in map units.
    pub gap: Option<f64>,
    /// The numbers of the two parts of the ground that start and goal stand on; where one stands on several,
    /// at a pinch, those of the narrowest gap.
    pub components: Option<[u32; 2]>,
    /// The narrowest place between these two parts: where a bridge or a door would be shortest. On a tile map
    /// it is not computed.
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
            gap: None,
            components: None,
            narrowest: None,
            near_wall: None,
        }
    }
}

impl std::fmt::Display for Explanation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.error)?;
        if let Some(near_wall) = self.near_wall {
            write!(f, ": {near_wall}")?;
        }
        if let (Some(near), Some(distance)) = (self.nearest, self.distance) {
            write!(f, "; the nearest ground is {}, {} away", Short(near), Short(distance))?;
        }
        if let (Some(near), Some(gap)) = (self.nearest, self.gap) {
            let (near, gap) = (Short(near), Short(gap));
            write!(f, "; the nearest point within reach is {near}, {gap} from the goal")?;
        }
        if let Some(gap) = self.narrowest {
            write!(f, "; {gap}")?;
        }
        Ok(())
    }
}

/// A map that can say what is near: what [`PathError::explain`] asks.
pub trait Terrain {
    /// The nearest walkable point.
    fn nearest_ground(&self, point: DVec2) -> Option<DVec2>;

    /// The point nearest to `goal` that can be reached from `start`.
    fn nearest_reachable(&self, start: DVec2, goal: DVec2) -> Option<DVec2>;

    /// How near to a wall a point off the walkable ground is, where it is on ground all the same and
    /// only the agent's size keeps it from being walkable.
    fn near_wall(&self, point: DVec2) -> Option<NearWall> {
        let _ = point;
        None
    }

    /// The numbers of the parts of the ground that two points stand on; `None` where one stands on none.
    fn components(&self, start: DVec2, goal: DVec2) -> Option<[u32; 2]>;

    /// Where the two parts that two points stand on are nearest; `None` where one stands on none, or the map
    /// does not compute it.
    fn narrowest_gap(&self, start: DVec2, goal: DVec2) -> Option<Gap>;
}

impl Terrain for NavMesh {
    fn nearest_ground(&self, point: DVec2) -> Option<DVec2> {
        self.nearest(point).map(|nearest| nearest.point)
    }

    fn nearest_reachable(&self, start: DVec2, goal: DVec2) -> Option<DVec2> {
        let at_start: Vec<Incidence> = self.incidences(start).collect();
        let mut parts = Parts::default();
        parts.around(self, &at_start, Sense::Along);
        let is_in_reach = |slot: u32| parts.hold(self, slot);
        self.nearest_where(goal, f64::INFINITY, is_in_reach).map(|nearest| nearest.point)
    }

    fn near_wall(&self, point: DVec2) -> Option<NearWall> {
        let clearance = self.clearance()?;
        let distance = clearance.wall_distance(point)?;
        Some(NearWall { distance, agent_radius: clearance.radius })
    }

    fn components(&self, start: DVec2, goal: DVec2) -> Option<[u32; 2]> {
        match (&parts_at(self, start)[..], &parts_at(self, goal)[..]) {
            (&[from], &[to]) => Some([from, to]),
            _ => Some(nearest_parts(self, start, goal)?.0),
        }
    }

    fn narrowest_gap(&self, start: DVec2, goal: DVec2) -> Option<Gap> {
        Some(nearest_parts(self, start, goal)?.1)
    }
}

/// The components that a point stands on: at a pinch or a thin wall more than one.
fn parts_at(mesh: &NavMesh, point: DVec2) -> Vec<u32> {
    let mut parts: Vec<u32> = mesh.incidences(point).map(|i| mesh.component(i.cell.slot)).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// Of the components that two points stand on, the two that are nearest to one another; of equally near
/// ones, those with the lowest numbers.
fn nearest_parts(mesh: &NavMesh, start: DVec2, goal: DVec2) -> Option<([u32; 2], Gap)> {
    let (starts, goals) = (parts_at(mesh, start), parts_at(mesh, goal));
    let pairs = starts.iter().flat_map(|&from| goals.iter().map(move |&to| [from, to]));
    let gaps = pairs.filter_map(|[from, to]| Some(([from, to], mesh.gap_between(from, to)?)));
    gaps.min_by(|(_, a), (_, b)| a.width.total_cmp(&b.width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RawMesh;

    /// Squares with these lower left corners, none joined to another.
    fn squares<const N: usize>(corners: [[f64; 2]; N]) -> NavMesh {
        let mut raw = RawMesh::default();
        for corner in corners {
            let first = raw.positions.len() as u32;
            let around = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
            raw.positions.extend(around.map(|step| DVec2::from(corner) + step));
            raw.push_cell(&[0, 1, 2, 3].map(|i| first + i));
        }
        NavMesh::from_raw(&raw).unwrap()
    }

    /// The start stands where the first two squares touch; the second is nearer to the goal's.
    #[test]
    fn from_a_pinch_the_narrowest_gap_is_that_of_the_nearest_part() {
        let mesh = squares([[0.0, 0.0], [1.0, 1.0], [2.5, 1.0]]);
        let (start, goal) = (DVec2::new(1.0, 1.0), DVec2::new(3.0, 1.5));
        for (start, goal, parts, width) in [
            (start, goal, [1, 2], 0.5),
            (goal, start, [2, 1], 0.5),
            (DVec2::new(0.5, 0.5), goal, [0, 2], 1.5),
        ] {
            let told = PathError::Unreachable { start, goal }.explain(&mesh);
            assert_eq!(told.components, Some(parts));
            assert_eq!(told.narrowest.map(|gap| gap.width), Some(width), "{told}");
        }
        assert_eq!(mesh.narrowest_gap(start, DVec2::new(9.0, 9.0)), None);
        assert_eq!(mesh.components(start, DVec2::new(9.0, 9.0)), None);
        assert_eq!(
            [mesh.gap_between(0, 3), mesh.gap_between(3, 0)],
            [None; 2],
            "there is no part 3"
        );
    }

    #[test]
    fn no_message_is_longer_than_its_digits() {
        let reason = InvalidQuery::MaxCost { max_cost: -1e200 };
        let spent = PathError::BudgetExhausted { lower_bound: 1e-300, expanded: 7 };
        assert!(reason.to_string().contains(" -1e200 "));
        assert!(spent.to_string().ends_with(" 1e-300"));
    }
}
