//! Halls in a row, once an interval turns: one sweep through all of them.
//!
//! Source: D. T. Lee, F. P. Preparata, "Euclidean Shortest Paths in the Presence of Rectilinear Barriers",
//! Networks 14, 1984 (the funnel). Through [halls](super::degree_two) there is one way only. All shortest ways
//! through them have a first part in common, which ends at the *apex*; from there they spread along two
//! boundaries, which bend outwards, to the two ends of the last portal. A portal narrows the funnel from either hand:
//! its end takes the place of what it hides of its own boundary, or lies around the other one; then the apex moves
//! on along that.
//!
//! We differ from it in: 1) what leaves the last portal is not a path but a node for each bend of the boundaries, as
//! if each hall had been passed by itself; those that were hidden again on the way are never made. Only where the goal
//! is behind that portal is it the way there ([`sweep`]); 2) a boundary may be a ray, where the interval ended short of
//! its portal: beyond it nothing is seen; 3) a bend that is no corner is turned at by nobody.

mod narrow;
mod sweep;

use navmesh_core::DVec2;

use crate::any_angle::index::portals::Portal;
use crate::any_angle::pruning::vertex_dominance::Side;
use crate::any_angle::search::node::{End, Node, Root};

/// A vertex at which a boundary bends, or at which it ends.
#[derive(Debug, Clone, Copy)]
struct FunnelVertex {
    point: DVec2,
    /// The length of the way there.
    g: f64,
    vertex: u32,
    is_corner: bool,
}

impl FunnelVertex {
    /// The length of the way on to a place that it sees.
    #[inline(always)]
    fn on_to(&self, point: DVec2) -> f64 {
        self.g + self.point.distance(point)
    }

    /// The same vertex as one to turn at.
    #[inline(always)]
    fn corner(&self) -> Option<(DVec2, u32)> {
        self.is_corner.then_some((self.point, self.vertex))
    }
}

/// One boundary: from the apex to the end of the portal.
#[derive(Debug, Default)]
struct Boundary {
    /// What is seen ends on this ray from the apex, short of the portal's end; then nothing bends.
    ray: Option<End>,
    /// The bends, from the apex on; the last one is the portal's end. None where that is the apex itself.
    bends: Vec<FunnelVertex>,
    /// How many of them the apex has moved past.
    passed: usize,
}

impl Boundary {
    #[inline(always)]
    fn bends(&self) -> &[FunnelVertex] {
        &self.bends[self.passed..]
    }

    fn begin(&mut self, end: End, post: FunnelVertex) {
        self.ray = (!end.is_at_vertex()).then_some(end);
        self.bends.clear();
        self.passed = 0;
        if self.ray.is_none() {
            self.bends.push(post);
        }
    }

    /// The end of what the apex sees of a portal.
    #[inline(always)]
    fn end_at_apex(&self) -> Option<End> {
        match (self.ray, self.bends()) {
            (Some(ray), _) => Some(ray),
            (None, [only]) => Some(End::vertex(only.point)),
            (None, [first, ..]) => Some(End::vertex(first.point).prolonged(false)),
            (None, []) => None,
        }
    }
}

/// All shortest ways from a root through an interval and halls to the portal that was come to.
#[derive(Debug)]
pub(crate) struct Funnel {
    apex: FunnelVertex,
    /// What was turned at on the way to the apex, and to which hand.
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
        let [right, left] = portal_ends(portal).map(|post| self.apex.to(post));
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

/// An end of a portal.
#[derive(Debug, Clone, Copy)]
struct PortalEnd {
    point: DVec2,
    vertex: u32,
    is_corner: bool,
}

/// The ends of a portal, right before left.
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
