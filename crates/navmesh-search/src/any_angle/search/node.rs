//! Search nodes: an interval of an edge, its root, and the rays that bound it.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::NONE;

use crate::any_angle::index::predicates::SidePredicate;

/// One end of an interval, as a ray from the root.
///
/// Two *input* points define the ray, the root and another, so that every side test is exact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End {
    /// The point on the ray's line other than the root.
    pub(crate) other: DVec2,
    pub(crate) kind: EndKind,
}

/// Two bits: whether the end is a vertex, and which way the ray runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EndKind(u8);

/// Set if the ray runs from the other point through the root and beyond; clear if it runs from the
/// root through the other point.
const PAST: u8 = 1;
/// Set if the interval ends at the end of the edge; clear if the ray crosses the edge before.
const AT_VERTEX: u8 = 2;

impl End {
    /// The end of the edge at `point`.
    #[inline(always)]
    pub(crate) fn vertex(point: DVec2) -> Self {
        Self { other: point, kind: EndKind(AT_VERTEX) }
    }

    /// The crossing of the edge with the ray from `before` through the root.
    #[inline(always)]
    pub(crate) fn past(before: DVec2) -> Self {
        Self { other: before, kind: EndKind(PAST) }
    }

    /// The same ray at another edge, whose end it meets if `at_vertex`.
    #[inline(always)]
    pub(crate) fn prolonged(self, at_vertex: bool) -> Self {
        Self { kind: EndKind((self.kind.0 & PAST) | (u8::from(at_vertex) * AT_VERTEX)), ..self }
    }

    /// True if the interval ends at the end of the edge.
    #[inline(always)]
    pub(crate) fn is_at_vertex(self) -> bool {
        self.kind.0 & AT_VERTEX != 0
    }

    /// The side of the ray on which `point` lies; the sign is exact, positive to the left.
    ///
    /// Reversing a line exchanges its sides, so one test serves both kinds of ray.
    #[inline(always)]
    pub(crate) fn orient<S: SidePredicate>(self, root: DVec2, point: DVec2) -> f64 {
        self.turned_round(S::orient(root, self.other, point))
    }

    /// The direction of the ray, rounded.
    #[inline(always)]
    pub(crate) fn direction(self, root: DVec2) -> DVec2 {
        let direction = self.other - root;
        DVec2::new(self.turned_round(direction.x), self.turned_round(direction.y))
    }

    /// Negates the number if the ray runs away from the other point. It does not branch: the
    /// prediction would fail half of the time.
    #[inline(always)]
    fn turned_round(self, number: f64) -> f64 {
        f64::from_bits(number.to_bits() ^ u64::from(self.kind.0 & PAST) << 63)
    }
}

/// A turning point of a path, or its start.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root {
    pub(crate) point: DVec2,
    /// The length of the path from the start.
    pub(crate) g: f64,
    /// A lower bound on the distance to the goal; 0 if unknown.
    pub(crate) h: f64,
    /// The vertex; `NONE` for the start.
    pub(crate) vertex: u32,
    /// The index of the previous root; `NONE` for the start.
    pub(crate) previous: u32,
}

impl Root {
    /// A root without a vertex and a predecessor: the start, or the exit of a link.
    pub(crate) fn afresh(point: DVec2, g: f64) -> Self {
        Self { point, g, h: 0.0, vertex: NONE, previous: NONE }
    }
}

/// A portal that a path crosses, and the step before it; the cells of a path follow from its steps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CrossedPortal {
    pub(crate) portal: u32,
    /// The index of the previous step; `NONE` in the start's cells.
    pub(crate) previous: u32,
    /// The index of the expanded node's root, then two bits: whether its interval ended at the
    /// right and at the left end of the portal.
    seen: u32,
}

impl CrossedPortal {
    /// The step through the portal of a node.
    #[inline(always)]
    pub(crate) fn over(node: &Node) -> Self {
        let ends = (node.right_kind.0 & AT_VERTEX) | (node.left_kind.0 & AT_VERTEX) >> 1;
        let seen = node.root << 2 | u32::from(ends);
        Self { portal: node.portal, previous: node.step, seen }
    }

    /// The step through a portal on the straight line from the start.
    pub(crate) fn along(portal: u32, previous: u32) -> Self {
        Self { portal, previous, seen: 0 }
    }

    /// The step through the exit of a cell that a funnel sweep passes; it records no interval ends.
    #[inline(always)]
    pub(crate) fn onwards(portal: u32, from: &Parent) -> Self {
        Self { portal, previous: from.step, seen: from.number << 2 }
    }

    /// The index of the root of the expanded interval.
    pub(crate) fn root(&self) -> u32 {
        self.seen >> 2
    }

    /// True if the interval ended at the right end of the portal.
    pub(crate) fn is_at_right(&self) -> bool {
        self.seen & 2 != 0
    }

    /// True if the interval ended at the left end of the portal.
    pub(crate) fn is_at_left(&self) -> bool {
        self.seen & 1 != 0
    }
}

/// An interval of an edge: the root sees all of its points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    right: DVec2,
    left: DVec2,
    right_kind: EndKind,
    left_kind: EndKind,
    pub(crate) root: u32,
    /// The portal, directed out of the cell that was left.
    pub(crate) portal: u32,
    /// The index of the step into the cell that was left.
    pub(crate) step: u32,
}

impl Node {
    #[inline(always)]
    pub(crate) fn new(from: &Parent, portal: u32, right: End, left: End) -> Self {
        let (right_kind, left_kind) = (right.kind, left.kind);
        let (root, step) = (from.number, from.step);
        let (right, left) = (right.other, left.other);
        Self { right, left, right_kind, left_kind, root, portal, step }
    }

    /// Moves the interval to a portal of the next cell; the root stays.
    #[inline(always)]
    pub(crate) fn move_on(&mut self, portal: u32, step: u32, right: End, left: End) {
        (self.right, self.right_kind) = (right.other, right.kind);
        (self.left, self.left_kind) = (left.other, left.kind);
        (self.portal, self.step) = (portal, step);
    }

    /// The right end, looking from the root.
    #[inline(always)]
    pub(crate) fn right(&self) -> End {
        End { other: self.right, kind: self.right_kind }
    }

    #[inline(always)]
    pub(crate) fn left(&self) -> End {
        End { other: self.left, kind: self.left_kind }
    }
}

/// The parent of a new interval: its root, the root's index, and the step into the cell that the
/// interval leaves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parent {
    pub(crate) root: Root,
    pub(crate) number: u32,
    pub(crate) step: u32,
}
