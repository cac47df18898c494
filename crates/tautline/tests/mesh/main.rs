//! Queries on meshes: the laws of a pathfinder on worlds of every kind, and every kind of question.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod rounding;
mod sites;

mod laws;
mod answers;
mod endpoints;
mod area_costs;
mod radius;
mod any_angle_on_tiles;
mod benchmark_maps;
mod halls;
mod galleries;

mod doors;
mod closed_ground;
mod floors;
mod built_floors;
mod links;
mod link_laws;
mod link_cases;
mod wide_links;
mod dear_links;
mod link_goals;
mod replanning;
mod mended;

mod ties;
mod budgets;
mod slices;
mod batches;
mod goals;
mod distances;
mod fields;
mod many_in_slices;
mod many_on_closed_ground;
mod many_on_floors;
