//! Half-edges: what triangles and cells are made of, from the first triangle to the last merged cell.

/// No half-edge, no face, no cell, or no kind of area.
pub(crate) const NONE: u32 = u32::MAX;

/// A side of an edge, with a face or a cell on its left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Half {
    /// The point where it begins.
    pub(crate) origin: u32,
    /// The half-edges after it and before it, counter-clockwise around what is on its left.
    pub(crate) next: u32,
    pub(crate) previous: u32,
}

/// Makes `after` follow `before`.
pub(crate) fn link(halves: &mut [Half], before: u32, after: u32) {
    halves[before as usize].next = after;
    halves[after as usize].previous = before;
}
