//! Queries on tile maps: the laws of a pathfinder with all options, and published maps.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod laws;
mod limits;
mod maps;
