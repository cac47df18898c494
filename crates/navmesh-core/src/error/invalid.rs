//! What makes a query no question.

use glam::DVec2;

use super::{QuerySide, Short};
use crate::mesh::FilterId;
use crate::query::Place;

/// What makes a query unusable.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum InvalidQuery {
    /// A coordinate is not finite, or beyond ±2²⁰⁰.
    #[error(
        "the {side} {} has a coordinate that is not finite or beyond 2^200 in magnitude", Short(*point)
    )]
    Coordinates {
        /// Which end.
        side: QuerySide,
        /// Its point.
        point: DVec2,
    },
    /// The snap distance is negative or no number.
    #[error("the snap distance {} is negative or no number", Short(*snap))]
    Snap {
        /// The distance.
        snap: f64,
    },
    /// The finder has no such filter: it was removed, or is another finder's.
    #[error("no {filter:?} is registered with this finder")]
    Filter {
        /// The filter asked for.
        filter: FilterId,
    },
    /// A point that a question is about, and that is neither a start nor a goal, has such a coordinate.
    #[error(
        "the point {} has a coordinate that is not finite or beyond 2^200 in magnitude", Short(*point)
    )]
    Point {
        /// The point.
        point: DVec2,
    },
    /// The distance that a field is limited to is negative or no number.
    #[error("the limit {} of a distance field is negative or no number", Short(*limit))]
    Limit {
        /// The limit.
        limit: f64,
    },
    /// The points of one segment or polygon say different floors.
    #[error("{from} and {to} are of one goal, and a goal is on one floor")]
    TwoFloors {
        /// One of the points.
        from: Place,
        /// The next one.
        to: Place,
    },
    /// The cost budget is negative or no number.
    #[error("the cost budget {} is negative or no number", Short(*max_cost))]
    MaxCost {
        /// The budget.
        max_cost: f64,
    },
}
