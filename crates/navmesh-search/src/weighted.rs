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
mod alternatives;
mod path_run;
mod flood;
mod many;
mod field;

pub use alternatives::NodeBudget;
pub(crate) use field::FieldRun;
pub use many::BoundedDistance;
pub(crate) use many::{ManyRun, ToAnyRun};
pub(crate) use path_run::PathRun;
pub(crate) use tables::Tables;
pub(crate) use workspace::Workspace;
