//! Tile maps: which tiles are free, what they cost, and where they lie.
//!
//! 1. `grid` – [`Grid`](grid::Grid), the map itself; `error` – why a grid is refused.
//! 2. `bit_map`, `row` – the free tiles as bits, scanned 64 at a time.
//! 3. `cost_range` – the lowest and the highest multiplier.
//! 4. `obstacle_depth` – the distance from a blocked tile to the nearest free one, in rings.
//! 5. `tile_list` – a path as a list of tiles.

pub(crate) mod grid;
pub(crate) mod error;
pub(crate) mod bit_map;
pub(crate) mod row;
pub(crate) mod cost_range;
pub(crate) mod obstacle_depth;
pub(crate) mod tile_list;
