//! A search node: the part of an edge that a root sees, and the rays that bound it.

use navmesh_core::DVec2;

use crate::any_angle::index::predicates::SidePredicate;

/// No node, no vertex, no edge.
pub(crate) const NONE: u32 = u32::MAX;

/// One end of an interval: the ray from the root on which it lies.
///
/// The ray is remembered as two *input* points, the root and another, so that every side test is
/// exact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End {
    /// The other point, which is not the root.
    pub(crate) other: DVec2,
    pub(crate) kind: EndKind,
}

/// How an interval's end lies on its ray, and the ray on its two points: two bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EndKind(u8);

/// The ray runs from the other point through the root and on; else from the root through the other
/// point.
const PAST: u8 = 1;
/// The end of the interval is the end of the edge itself; else the ray crosses the edge before.
const AT_VERTEX: u8 = 2;

impl End {
    /// The end of the edge, seen along a ray through `point`.
    #[inline(always)]
    pub(crate) fn vertex(point: DVec2) -> Self {
        Self { other: point, kind: EndKind(AT_VERTEX) }
    }

    /// Where the way from `before` straight past the root crosses the edge.
    #[inline(always)]
    pub(crate) fn past(before: DVec2) -> Self {
        Self { other: before, kind: EndKind(PAST) }
    }

    /// The same ray where it meets another edge: at the edge's end, or before.
    #[inline(always)]
    pub(crate) fn prolonged(self, at_vertex: bool) -> Self {
        Self { kind: EndKind((self.kind.0 & PAST) | (u8::from(at_vertex) * AT_VERTEX)), ..self }
    }

    /// True where the interval ends where the edge does.
    #[inline(always)]
    pub(crate) fn is_at_vertex(self) -> bool {
        self.kind.0 & AT_VERTEX != 0
    }

    /// The side of `point` from the ray; the sign is exact.
    ///
    /// A line walked backwards has its sides exchanged, so one test serves both kinds of ray.
    #[inline(always)]
    pub(crate) fn orient<S: SidePredicate>(self, root: DVec2, point: DVec2) -> f64 {
        self.turned_round(S::orient(root, self.other, point))
    }

    /// The ray's direction, rounded.
    #[inline(always)]
    pub(crate) fn direction(self, root: DVec2) -> DVec2 {
        let direction = self.other - root;
        DVec2::new(self.turned_round(direction.x), self.turned_round(direction.y))
    }

    /// The number, its sign changed where the ray runs away from the other point; without a branch,
    /// which would be guessed wrong half of the time.
    #[inline(always)]
    fn turned_round(self, number: f64) -> f64 {
        f64::from_bits(number.to_bits() ^ u64::from(self.kind.0 & PAST) << 63)
    }
}

/// A turning point, or the start.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root {
    pub(crate) point: DVec2,
    /// The length of the way from the start.
    pub(crate) g: f64,
    /// What is left to the goal, at least: 0 where nothing is known.
    pub(crate) h: f64,
    /// Its vertex; `NONE` for the start.
    pub(crate) vertex: u32,
    /// The root before it; `NONE` for the start.
    pub(crate) previous: u32,
}

impl Root {
    /// A place to set out from, at the end of a way of length `g`.
    pub(crate) fn afresh(point: DVec2, g: f64) -> Self {
        Self { point, g, h: 0.0, vertex: NONE, previous: NONE }
    }
}

/// A portal walked through, and the step before it: what the cells of a path are read off from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) portal: u32,
    /// `NONE` for a portal of the start's cells.
    pub(crate) previous: u32,
    /// The root of the interval that was expanded, and at which ends of the portal it ended: two bits.
    seen: u32,
}

impl Step {
    /// The step through a node's portal.
    #[inline(always)]
    pub(crate) fn over(node: &Node) -> Self {
        let ends = (node.right_kind.0 & AT_VERTEX) | (node.left_kind.0 & AT_VERTEX) >> 1;
        let seen = node.root << 2 | u32::from(ends);
        Self { portal: node.portal, previous: node.step, seen }
    }

    /// The step through a portal that the start sees, on the straight way.
    pub(crate) fn along(portal: u32, previous: u32) -> Self {
        Self { portal, previous, seen: 0 }
    }

    /// The step through the exit of a hall, of which nobody noted what is seen of it.
    #[inline(always)]
    pub(crate) fn onwards(portal: u32, from: &Parent) -> Self {
        Self { portal, previous: from.step, seen: from.number << 2 }
    }

    /// The number of the root from which the portal was seen.
    pub(crate) fn root(&self) -> u32 {
        self.seen >> 2
    }

    /// True where the interval ended at the right end of the portal.
    pub(crate) fn is_at_right(&self) -> bool {
        self.seen & 2 != 0
    }

    /// True where the interval ended at the left end of the portal.
    pub(crate) fn is_at_left(&self) -> bool {
        self.seen & 1 != 0
    }
}

/// An interval of an edge, seen from a root: everything in it is reached straight from there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    right: DVec2,
    left: DVec2,
    right_kind: EndKind,
    left_kind: EndKind,
    /// The number of its root.
    pub(crate) root: u32,
    /// The portal that the edge is, out of the cell that was left.
    pub(crate) portal: u32,
    /// The number of the step into the cell that was left.
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

    /// The same root's interval of a portal of the next cell, come to in a step.
    #[inline(always)]
    pub(crate) fn move_on(&mut self, portal: u32, step: u32, right: End, left: End) {
        (self.right, self.right_kind) = (right.other, right.kind);
        (self.left, self.left_kind) = (left.other, left.kind);
        (self.portal, self.step) = (portal, step);
    }

    /// The end on the right hand, walking on from the root.
    #[inline(always)]
    pub(crate) fn right(&self) -> End {
        End { other: self.right, kind: self.right_kind }
    }

    /// The end on the left hand.
    #[inline(always)]
    pub(crate) fn left(&self) -> End {
        End { other: self.left, kind: self.left_kind }
    }
}

/// Where a new interval is seen from: its root, and the step into the cell that it leads out of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parent {
    pub(crate) root: Root,
    pub(crate) number: u32,
    pub(crate) step: u32,
}
