//! Queries with many starts or many goals, each answered by one flood.
//!
//! 1. `flood` – the cheapest paths from some tiles to all others, in order of cost.
//! 2. `flow_field` – the next step towards the nearest goal, for every tile.
//! 3. `one_to_many` – the costs from one tile to many.
//! 4. `targets`, `to_any` – the path to the cheapest of several goals.

pub(crate) mod flood;
pub(crate) mod flow_field;
pub(crate) mod one_to_many;
mod targets;
pub(crate) mod to_any;
