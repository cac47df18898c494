//! From the points of a query to tiles.
//!
//! 1. `nearest` – the free tile nearest to a point.
//! 2. `penetration` – the cheapest path to a blocked goal, through obstacles.
//! 3. `replacement` – the tile that replaces an unreachable goal.
//! 4. `touched` – the tiles that a segment touches, and ground on the way to a tile.
//! 5. `endpoints` – the start and goal tiles of a query.
//! 6. `gap` – the narrowest gap between two components, for error reports.

pub(crate) mod nearest;
pub(crate) mod penetration;
pub(crate) mod replacement;
pub(crate) mod touched;
pub(crate) mod endpoints;
pub(crate) mod gap;
