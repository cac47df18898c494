//! The search where cells have different costs: near-optimal paths, each with a proved lower bound.

mod ground;
mod sight;
mod region_ray;
mod arcs;
mod tables;
mod labels;
mod search;
mod snell;
mod chain;
mod answer;
mod tube;
mod workspace;
mod task;
mod flood;
mod many;
mod field;

pub(crate) use field::FieldRun;
pub(crate) use many::{ManyTask, ToAny, Wanted, begin as begin_many};
pub(crate) use tables::Tables;
pub(crate) use task::{Task, is_above, rounded_up};
pub(crate) use workspace::Workspace;
