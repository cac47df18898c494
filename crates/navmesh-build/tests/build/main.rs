//! Tests of builds against docs/input.md, an independent boolean-geometry library, and oracles.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod contract;
mod order;
mod walls;
mod slivers;
mod areas;
mod named_areas;
mod radius;
mod floor_cuts;
mod pieces;
mod merged;
mod radius_on_floors;
mod margins_on_floors;
mod squares;
mod radius_in_pieces;
mod much_in_one_place;
mod triangulation_time;
mod bounded_work;
