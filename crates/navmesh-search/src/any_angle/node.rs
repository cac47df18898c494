//! A search node: the part of an edge that a root sees, and the rays that bound it.

use navmesh_core::DVec2;

/// No node, no vertex, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// A ray from the root, remembered as two *input* points so that every side test is exact.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ray {
    /// The other point, which is not the root.
    pub(super) other: DVec2,
    /// Whether the ray runs from the root through the other point, or on from it past the root.
    pub(super) kind: RayKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RayKind {
    /// From the root through the other point.
    Through,
    /// From the root straight away from the other point.
    Past,
}

impl Ray {
    pub(super) fn through(other: DVec2) -> Self {
        Self { other, kind: RayKind::Through }
    }

    pub(super) fn past(other: DVec2) -> Self {
        Self { other, kind: RayKind::Past }
    }

    /// Two points along the ray, in its direction.
    #[inline(always)]
    pub(super) fn line(self, root: DVec2) -> (DVec2, DVec2) {
        match self.kind {
            RayKind::Through => (root, self.other),
            RayKind::Past => (self.other, root),
        }
    }
}

/// One end of an interval.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// The ray on which it lies.
    pub(super) ray: Ray,
    /// True where it is the end of the edge itself; else the ray crosses the edge before.
    pub(super) at_vertex: bool,
}

/// A turning point, or the start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Root {
    pub(super) point: DVec2,
    /// The length of the way from the start.
    pub(super) g: f64,
    /// Its vertex; `NONE` for the start.
    pub(super) vertex: u32,
    /// Its place among the turns; `NONE` for the start.
    pub(super) turn: u32,
}

/// A root, and the one before it: what the waypoints are read off from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    pub(super) point: DVec2,
    pub(super) previous: u32,
}

/// An interval of an edge, seen from a root: everything in it is reached straight from there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) root: Root,
    pub(super) right: End,
    pub(super) left: End,
    /// The edge, as an edge of the cell that is entered; `NONE` for the goal.
    pub(super) edge: u32,
    /// The node that it came from.
    pub(super) parent: u32,
}
