//! The events of a search that an observer sees.

use navmesh_core::DVec2;

use super::node::{Node, Root};
use super::queue::Open;

/// An interval of an edge, seen from a root: the last turn, or the start.
///
/// An interval is opened when it enters the queue. An interval better than all in the queue is
/// expanded at once and never opened. Points where a ray crosses an edge are rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenInterval {
    /// The root.
    pub root: DVec2,
    /// The right end of the interval, looking from the root.
    pub right: DVec2,
    /// The left end of the interval.
    pub left: DVec2,
    /// The length of the path to the root, in map units.
    pub cost: f64,
    /// A lower bound on the length of all paths through the interval, in map units.
    pub bound: f64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Event<'e> {
    Opened(Open),
    Closed(&'e Node),
    Pruned(&'e Node),
    Turned(&'e Root),
}
