//! Tests of local edits: after every step the mesh is that of a fresh build.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod same;
mod scenes;
mod sequences;
mod crossing_walls;
mod floors;
mod closed;
mod welding;
