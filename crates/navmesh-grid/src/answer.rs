//! From a query to a path.
//!
//! 1. `planned` – a query with its end tiles and its algorithm, and the answer that its search gives.
//! 2. `path_writer` – a path of steps, written from the goal back to the start.
//! 3. `straight_lines` – direct lines to a visible goal, and smoothed paths.
//! 4. `ends` – paths from point to point instead of centre to centre.
//! 5. `pathfinder` – [`Pathfinder`](navmesh_core::Pathfinder) for the grid.

pub(crate) mod planned;
pub(crate) mod path_writer;
mod straight_lines;
mod ends;
pub(crate) mod pathfinder;
