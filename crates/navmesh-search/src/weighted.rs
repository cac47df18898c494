//! The search where cells have different costs: near-optimal paths, each with a proved lower bound.

mod ground;
mod sight;
mod region_ray;
mod arcs;
mod tables;
mod search;
mod snell;
mod chain;
mod answer;
mod tube;
mod workspace;
mod task;
mod finder;
mod flood;
mod many;
mod field;

pub use field::{WeightedField, WeightedFieldSession, WeightedFieldTask};
pub use finder::{WeightedFinder, WeightedSession, WeightedTask};
pub use many::{
    BoundedDistance, WeightedPaths, WeightedPathsSession, WeightedPathsTask, WeightedToAnySession,
    WeightedToAnyTask,
};
pub use tables::FormerTables;
