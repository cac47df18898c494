//! Searches over tiles: A* and jump point search.
//!
//! 1. `engine` – the loop that both searches share; `observer` – the events that they report.
//! 2. `queue` – open lists; `step_costs` – path costs that add up and compare exactly.
//! 3. `prune` – the dead ends that no search needs to enter.
//! 4. `jps` – jump point search; its table of successors serves A* as well.
//! 5. `astar` – A* over tiles, for all rules and costs.
//! 6. `tile_search` – one search by either algorithm, run in slices.
//!
//! A search expands one node at a time and keeps its whole state in a workspace. It can therefore
//! stop at any node, report the bound that it has proved, and continue later.

pub(crate) mod engine;
pub(crate) mod observer;
pub(crate) mod queue;
pub(crate) mod step_costs;
pub(crate) mod prune;
pub(crate) mod jps;
pub(crate) mod astar;
pub(crate) mod tile_search;
