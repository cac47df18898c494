//! Pruning: the tiles that no optimal path between two given tiles can touch.
//!
//! 1. `dead_ends` – the map's dead ends, and the filter that a search asks.
//! 2. `run_graph` – the runs of tiles along one axis and the block-cut tree of their graph.
//! 3. `run_index` – the run of a tile.
//! 4. `block_route` – the blocks between two runs.
//! 5. `edit` – updates after a tile changed.

pub(crate) mod dead_ends;
mod run_graph;
mod run_index;
pub(crate) mod block_route;
mod edit;
