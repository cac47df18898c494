//! Questions about places, each against the oracle, on meshes of every kind of world.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

#[path = "../mesh/sites.rs"]
mod sites;

mod nearest;
mod rays;
mod sight;
mod steps;
mod regions;
mod floors;
