//! The funnel: one sweep through consecutive degree-two cells for an interval that may turn.
//!
//! Source: D. T. Lee, F. P. Preparata, "Euclidean Shortest Paths in the Presence of Rectilinear
//! Barriers", Networks 14, 1984 (the funnel). Consecutive [degree-two cells](super::degree_two)
//! form one corridor. All shortest paths through it share a first part, which ends at the *apex*.
//! From the apex they spread along two boundaries, convex towards each other, to the two ends of
//! the last portal. Each portal narrows the funnel: its end replaces the part of its boundary that
//! it hides. If the end lies beyond the other boundary, the apex moves along that one.
//!
//! We differ from it in: 1) the result is not a path but a node for each vertex of the boundaries,
//! the same nodes that cell by cell expansion keeps; only if the goal is behind the last portal it
//! is the path there ([`sweep`]); 2) a boundary may be a ray, if the interval ends short of its
//! portal; 3) a path turns only at corners.
//!
//! The package `navmesh-funnel` pulls the path through a given corridor and keeps one path. This
//! funnel keeps both boundaries, prunes turns by the search's dominance and ends in nodes, so the
//! two share no code.

mod narrow;
mod sweep;

use navmesh_core::DVec2;

use crate::any_angle::index::portals::{Corner, Portal};
use crate::any_angle::pruning::vertex_dominance::Side;
use crate::any_angle::search::node::{End, Node, Root};

#[derive(Debug, Clone, Copy)]
struct FunnelVertex {
    point: DVec2,
    /// The length of the path to the vertex.
    g: f64,
    vertex: u32,
    is_corner: bool,
}

impl FunnelVertex {
    /// The length of the path through the vertex straight to a point.
    #[inline(always)]
    fn on_to(&self, point: DVec2) -> f64 {
        self.g + self.point.distance(point)
    }

    /// The vertex as a corner, if a path may turn there.
    #[inline(always)]
    fn corner(&self) -> Option<Corner> {
        self.is_corner.then_some(Corner { point: self.point, vertex: self.vertex })
    }
}

/// A boundary of the funnel, from the apex to an end of the portal.
#[derive(Debug, Default)]
struct Boundary {
    /// The ray from the apex at which the visible part ends, short of the portal's end; the chain
    /// is then empty.
    ray: Option<End>,
    /// The vertices from the apex on; the last is the portal's end. Empty if that end is the apex.
    chain: Vec<FunnelVertex>,
    /// The number of vertices that the apex has passed.
    passed: usize,
}

impl Boundary {
    #[inline(always)]
    fn chain(&self) -> &[FunnelVertex] {
        &self.chain[self.passed..]
    }

    fn begin(&mut self, end: End, last: FunnelVertex) {
        self.ray = (!end.is_at_vertex()).then_some(end);
        self.chain.clear();
        self.passed = 0;
        if self.ray.is_none() {
            self.chain.push(last);
        }
    }

    /// The end of the part of the portal that the apex sees.
    #[inline(always)]
    fn end_at_apex(&self) -> Option<End> {
        match (self.ray, self.chain()) {
            (Some(ray), _) => Some(ray),
            (None, [only]) => Some(End::vertex(only.point)),
            (None, [first, ..]) => Some(End::vertex(first.point).prolonged(false)),
            (None, []) => None,
        }
    }
}

/// All shortest paths from a root through an interval and degree-two cells to the last portal.
#[derive(Debug)]
pub(crate) struct Funnel {
    apex: FunnelVertex,
    /// The turns before the apex: each vertex and its side.
    turns: Vec<(FunnelVertex, Side)>,
    right: Boundary,
    left: Boundary,
}

impl Default for Funnel {
    fn default() -> Self {
        let apex = FunnelVertex { point: DVec2::ZERO, g: 0.0, vertex: 0, is_corner: false };
        Self { apex, turns: Vec::new(), right: Boundary::default(), left: Boundary::default() }
    }
}

impl Funnel {
    #[inline(always)]
    fn begin(&mut self, root: &Root, node: &Node, portal: Portal) {
        let Root { point, g, vertex, .. } = *root;
        self.apex = FunnelVertex { point, g, vertex, is_corner: true };
        self.turns.clear();
        let [right, left] = portal_ends(portal).map(|end| self.apex.to(end));
        self.right.begin(node.right(), right);
        self.left.begin(node.left(), left);
    }

    #[inline(always)]
    fn boundary(&self, side: Side) -> &Boundary {
        match side {
            Side::Right => &self.right,
            Side::Left => &self.left,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct PortalEnd {
    point: DVec2,
    vertex: u32,
    is_corner: bool,
}

/// Returns the ends of a portal, right before left.
#[inline(always)]
fn portal_ends(portal: Portal) -> [PortalEnd; 2] {
    let [(right_vertex, right), (left_vertex, left)] = portal.ends();
    let [of_right, of_left] = [portal.right_corner(), portal.left_corner()].map(|c| c.is_some());
    [
        PortalEnd { point: right, vertex: right_vertex, is_corner: of_right },
        PortalEnd { point: left, vertex: left_vertex, is_corner: of_left },
    ]
}

impl FunnelVertex {
    #[inline(always)]
    fn to(&self, PortalEnd { point, vertex, is_corner }: PortalEnd) -> Self {
        Self { point, g: self.on_to(point), vertex, is_corner }
    }
}
