//! Queries on tile maps: the laws of a pathfinder under every rule, and real maps.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod laws;
mod maps;
