//! Half-edges, the elements of triangles and of cells.

pub(crate) use navmesh_core::backend::collections::NONE;

/// A side of an edge. A face or a cell lies on its left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Half {
    /// The point where it begins.
    pub(crate) origin: u32,
    /// The half-edges after and before it, counter-clockwise around the face or cell on the left.
    pub(crate) next: u32,
    pub(crate) previous: u32,
}

/// Makes `after` follow `before`.
pub(crate) fn link(halves: &mut [Half], before: u32, after: u32) {
    halves[before as usize].next = after;
    halves[after as usize].previous = before;
}
