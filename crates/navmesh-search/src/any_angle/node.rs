//! A search node: the part of an edge that a root sees, and the rays that bound it.

use navmesh_core::DVec2;

use super::sides::Sides;

/// No node, no vertex, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// One end of an interval: the ray from the root on which it lies.
///
/// The ray is remembered as two *input* points, the root and another, so that every side test is
/// exact.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// The other point, which is not the root.
    pub(super) other: DVec2,
    pub(super) kind: EndKind,
}

/// How an interval's end lies on its ray, and the ray on its two points: two bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct EndKind(u8);

/// The ray runs from the other point through the root and on; else from the root through the other
/// point.
const PAST: u8 = 1;
/// The end of the interval is the end of the edge itself; else the ray crosses the edge before.
const AT_VERTEX: u8 = 2;

impl End {
    /// The end of the edge, seen along a ray through `point`.
    #[inline(always)]
    pub(super) fn vertex(point: DVec2) -> Self {
        Self { other: point, kind: EndKind(AT_VERTEX) }
    }

    /// Where the way from `before` straight past the root crosses the edge.
    #[inline(always)]
    pub(super) fn past(before: DVec2) -> Self {
        Self { other: before, kind: EndKind(PAST) }
    }

    /// The same ray where it meets another edge: at the edge's end, or before.
    #[inline(always)]
    pub(super) fn prolonged(self, at_vertex: bool) -> Self {
        Self { kind: EndKind((self.kind.0 & PAST) | (u8::from(at_vertex) * AT_VERTEX)), ..self }
    }

    /// True where the interval ends where the edge does.
    #[inline(always)]
    pub(super) fn is_at_vertex(self) -> bool {
        self.kind.0 & AT_VERTEX != 0
    }

    #[inline(always)]
    fn is_past(self) -> bool {
        self.kind.0 & PAST != 0
    }

    /// The side of `point` from the ray; the sign is exact.
    ///
    /// A line walked backwards has its sides exchanged, so one test serves both kinds of ray.
    #[inline(always)]
    pub(super) fn side<S: Sides>(self, root: DVec2, point: DVec2) -> f64 {
        let side = S::side(root, self.other, point);
        if self.is_past() { -side } else { side }
    }

    /// The ray's direction, rounded.
    #[inline(always)]
    pub(super) fn direction(self, root: DVec2) -> DVec2 {
        let direction = self.other - root;
        if self.is_past() { -direction } else { direction }
    }
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
    right: DVec2,
    left: DVec2,
    /// The door that the edge is, out of the cell that was left; `NONE` for the goal.
    pub(super) door: u32,
    /// The node that it came from.
    pub(super) parent: u32,
    right_kind: EndKind,
    left_kind: EndKind,
}

impl Node {
    #[inline(always)]
    pub(super) fn new(root: Root, right: End, left: End, door: u32, parent: u32) -> Self {
        let (right_kind, left_kind) = (right.kind, left.kind);
        Self { root, right: right.other, left: left.other, door, parent, right_kind, left_kind }
    }

    /// The end on the right hand, walking on from the root.
    #[inline(always)]
    pub(super) fn right(&self) -> End {
        End { other: self.right, kind: self.right_kind }
    }

    /// The end on the left hand.
    #[inline(always)]
    pub(super) fn left(&self) -> End {
        End { other: self.left, kind: self.left_kind }
    }
}
