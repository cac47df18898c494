//! Straight lines over tiles.
//!
//! 1. `lattice` – the tiles, corners and sides that a line meets, in order; `tile_line` between tile
//!    centres, `point_line` between points.
//! 2. `sight` – [`Sight`](sight::Sight): the lines that can be walked.
//! 3. `touched` – the tiles that a point or a line touches.
//! 4. `smooth` – path smoothing.

pub(crate) mod lattice;
pub(crate) mod tile_line;
mod point_line;
pub(crate) mod sight;
pub(crate) mod touched;
pub(crate) mod smooth;
