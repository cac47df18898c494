//! The rules that discard intervals, each of which keeps at least one shortest path.

pub(super) mod vertex_dominance;
pub(super) mod interval_bound;
pub(super) mod interval_dominance;
pub(super) mod interval_congestion;
pub(super) mod block_route;
