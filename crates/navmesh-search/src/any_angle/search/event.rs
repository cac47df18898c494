//! What happens in a search, for those who watch it.

use navmesh_core::DVec2;

use super::node::{Node, Root};
use super::queue::Open;

/// A part of an edge, or of a chord across a cell of very many edges, as the exact search sees it from a root: from its
/// last turn, or the start.
///
/// An interval is opened when it is put into the queue; one that is better than all that wait is
/// expanded at once and never opened. Points where a ray crosses either are rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenInterval {
    /// From where it is seen.
    pub root: DVec2,
    /// Its end on the right hand, looking from the root.
    pub right: DVec2,
    /// Its end on the left hand.
    pub left: DVec2,
    /// The length of the way to the root, in map units; where links cost many times what the map is wide, less
    /// what must be paid for such on any way.
    pub cost: f64,
    /// No path through the interval is shorter, in map units; less the same.
    pub bound: f64,
}

/// Something that happens in a search.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event<'e> {
    Opened(Open),
    Closed(&'e Node),
    Pruned(&'e Node),
    Turned(&'e Root),
}
