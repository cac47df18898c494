//! The reasons why a query is invalid.

use glam::DVec2;

use super::{QuerySide, Short};
use crate::mesh::FilterId;
use crate::mesh::Place;

/// The reason why a query is invalid.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum InvalidQuery {
    /// A coordinate is not finite, or beyond ±2²⁰⁰. Look for a division by zero where the point is computed.
    #[error(
        "the {side} {} has a coordinate that is not finite or beyond 2^200 in magnitude", Short(*point)
    )]
    Coordinates {
        /// The endpoint.
        side: QuerySide,
        /// The point.
        point: DVec2,
    },
    /// The snap distance is negative or NaN. Use 0 for exact endpoints.
    #[error("the snap distance {} is negative or not a number", Short(*snap))]
    Snap {
        /// The distance.
        snap: f64,
    },
    /// The gap is negative or NaN. Use 0 for the cheapest path.
    #[error("the gap {} is negative or not a number", Short(*gap))]
    Gap {
        /// The gap.
        gap: f64,
    },
    /// The finder has no such filter. It was removed, or belongs to another finder. Use an id that `add_filter` of this
    /// finder returned.
    #[error("no {filter:?} is registered with this finder")]
    Filter {
        /// The requested filter.
        filter: FilterId,
    },
    /// A coordinate of a point other than start and goal is not finite, or beyond ±2²⁰⁰. Correct the point.
    #[error(
        "the point {} has a coordinate that is not finite or beyond 2^200 in magnitude", Short(*point)
    )]
    Point {
        /// The point.
        point: DVec2,
    },
    /// A limit is negative or NaN: that of a distance field, or the greatest distance of a question about a place. Use
    /// infinity for no limit.
    #[error("the limit {} is negative or not a number", Short(*limit))]
    Limit {
        /// The limit.
        limit: f64,
    },
    /// The points of one segment or polygon have different floors. Put all on one floor, or name the floor once.
    #[error("{from} and {to} belong to one goal, which must be on one floor")]
    TwoFloors {
        /// One of the points.
        from: Place,
        /// The next one.
        to: Place,
    },
    /// The agent radius is negative, not finite, or no mesh can be built for it. Use 0 for a point.
    #[error("the agent radius {} is not usable on this map", Short(*radius))]
    Radius {
        /// The radius.
        radius: f64,
    },
    /// The cost budget is negative or NaN. Leave it out for no limit.
    #[error("the cost budget {} is negative or not a number", Short(*max_cost))]
    MaxCost {
        /// The budget.
        max_cost: f64,
    },
    /// A question to goals has none.
    #[error("the query has no goal")]
    NoGoal,
    /// An answer is read for a goal that its query did not have.
    #[error("goal {goal} was not asked for: the query had {count}, numbered from 0")]
    UnknownGoal {
        /// The index asked for.
        goal: usize,
        /// The number of goals of the query.
        count: usize,
    },
}
