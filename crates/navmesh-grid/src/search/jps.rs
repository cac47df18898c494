//! Jump point search.
//!
//! 1. `successors` – the steps worth taking from a tile, given the step that led there.
//! 2. `stop_bits` – where jumps end, 64 tiles at a time.
//! 3. `jump_index` – both, computed once per map.
//! 4. `landmarks` – lower bounds from distance tables.
//! 5. `tile_index`, `nodes` – the nodes of a search and the path back along them.
//! 6. `jump_points` – the search.

pub(crate) mod successors;
pub(crate) mod stop_bits;
pub(crate) mod jump_index;
pub(crate) mod landmarks;
pub(crate) mod tile_index;
pub(crate) mod nodes;
pub(crate) mod jump_points;
