//! Lines of sight inside a region: the vertices and borders that a point or a segment sees.
//!
//! A cone of sight is narrowed from portal to portal, as in
//! [`queries::visibility`](crate::queries::visibility); borders end it like walls. The eye is a segment: its
//! left end bounds the view on the right, its right end the view on the left. For a point both ends are the
//! same, and the view is exact. For a segment the view contains everything that any of its points sees, and
//! may contain more.
//!
//! The ends of a piece are rounded, and a cell can be thinner than that. So the view from a piece is bounded twice: by
//! the ends of its border, which are vertices, with exact tests; and by its own ends, with a margin for their rounding.

mod cones;

use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, NavMesh};

use super::ground::Ground;
use super::region_ray::{LegEnd, ends_in};
pub(super) use cones::Cones;

/// A segment as seen from its region, and a bound on the rounding of its ends.
#[derive(Debug, Clone, Copy)]
struct Segment {
    left: DVec2,
    right: DVec2,
    rounding: f64,
}

/// The place from which a region is viewed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eye {
    /// A given point, or all of a border.
    whole: Segment,
    /// The piece of the border that counts.
    part: Option<Segment>,
}

impl Eye {
    /// A vertex or a given point.
    pub(super) fn point(point: DVec2) -> Self {
        Self { whole: Segment { left: point, right: point, rounding: 0.0 }, part: None }
    }

    /// A piece of a border, which is viewed from the side of `edge`. The ends of the piece run along the cheap edge.
    pub(super) fn piece(ground: &Ground, edge: EdgeId, [a, b]: [DVec2; 2]) -> Self {
        let [first, last] = ground.mesh.edge_ends(edge);
        let [left, right] = if ground.is_cheap(edge) { [a, b] } else { [b, a] };
        Self {
            whole: Segment { left: first, right: last, rounding: 0.0 },
            part: Some(Segment { left, right, rounding: ground.rounding }),
        }
    }
}

/// The points through which the lines from an eye's ends bound its view; `None` where nothing does yet.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Limits {
    right: Option<DVec2>,
    left: Option<DVec2>,
}

/// A cone of sight through an edge: the limits of the whole eye, and of its part.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cone {
    edge: EdgeId,
    whole: Limits,
    part: Limits,
}

/// The part of the view that reaches an edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    eye: Eye,
    whole: Limits,
    part: Limits,
}

impl View {
    fn unlimited(eye: Eye) -> Self {
        Self { eye, whole: Limits::default(), part: Limits::default() }
    }

    /// True unless a vertex or a given point beyond the edge is outside the view.
    pub(super) fn holds(&self, point: DVec2) -> bool {
        self.may_hold_part_of([point; 2], 0.0)
    }

    /// True unless a segment beyond the edge is wholly outside one limit. `rounding` bounds that of its ends.
    pub(super) fn may_hold_part_of(&self, ends: [DVec2; 2], rounding: f64) -> bool {
        !self.whole.exclude(self.eye.whole, ends, rounding)
            && self.eye.part.is_none_or(|part| !self.part.exclude(part, ends, rounding))
    }

    /// Narrows the view to an edge; `None` if it shows nothing of the edge but an end.
    fn narrowed(&self, edge: EdgeId, ends: [DVec2; 2]) -> Option<Cone> {
        let whole = self.whole.narrowed(self.eye.whole, ends)?;
        let part = match self.eye.part {
            Some(part) => self.part.narrowed(part, ends)?,
            None => Limits::default(),
        };
        Some(Cone { edge, whole, part })
    }
}

impl Limits {
    /// True if a segment is certainly outside one limit.
    fn exclude(&self, eye: Segment, ends: [DVec2; 2], rounding: f64) -> bool {
        let doubt = eye.rounding + rounding;
        let is_all = |from: DVec2, limit: DVec2, side: Turn| {
            ends.iter().all(|&end| certain_turn(from, limit, end, doubt) == side)
        };
        self.right.is_some_and(|limit| is_all(eye.left, limit, Turn::Right))
            || self.left.is_some_and(|limit| is_all(eye.right, limit, Turn::Left))
    }

    /// Narrows the limits to an edge with ends from right to left; `None` if they show nothing of it but an end.
    ///
    /// An end of the edge bounds the view from an end of the eye only if that one is in front of the edge: the line through
    /// both then has the whole edge on one side.
    fn narrowed(&self, eye: Segment, ends: [DVec2; 2]) -> Option<Self> {
        let [a, b] = ends;
        let turn = |from, limit, to| certain_turn(from, limit, to, eye.rounding);
        let is_inside_right =
            |end| self.right.is_none_or(|at| turn(eye.left, at, end) == Turn::Left);
        let is_inside_left =
            |end| self.left.is_none_or(|at| turn(eye.right, at, end) == Turn::Right);
        let is_exact = eye.rounding == 0.0;
        if is_exact
            && !(ends.iter().any(|&end| is_inside_right(end))
                && ends.iter().any(|&end| is_inside_left(end)))
            || self.exclude(eye, ends, 0.0)
        {
            return None;
        }
        let is_in_front = |end: DVec2| turn(end, a, b) == Turn::Left;
        let mut narrowed = *self;
        if is_in_front(eye.left) && is_inside_right(a) {
            narrowed.right = Some(a);
        }
        if is_in_front(eye.right) && is_inside_left(b) {
            narrowed.left = Some(b);
        }
        Some(narrowed)
    }
}

/// Returns the turn at `through` if it is certain although the first point or the last one is rounded, both together by so
/// much at most; else collinear.
fn certain_turn(from: DVec2, through: DVec2, to: DVec2, rounding: f64) -> Turn {
    if rounding == 0.0 {
        return turn(from, through, to);
    }
    let (into, out) = (through - from, to - from);
    let cross = into.perp_dot(out);
    let lengths = [into.length(), out.length(), through.distance(to)];
    let margin = rounding * (lengths[0] + lengths[2] + 2.0 * rounding)
        + 8.0 * f64::EPSILON * lengths[0] * lengths[1];
    if cross > margin {
        Turn::Left
    } else if cross < -margin {
        Turn::Right
    } else {
        Turn::Collinear
    }
}

/// The receiver of a view.
pub(super) trait Viewer {
    /// True if a view may show more than the eye sees, so that a segment's view can be followed in the end.
    const TAKES_MORE: bool;

    /// The view reaches a cell; `None` for a cell that holds the eye and is seen as a whole.
    fn cell(&mut self, slot: u32, view: Option<&View>);

    /// The view reaches a border from this edge's cell; `None` if all of it is seen.
    fn border(&mut self, edge: EdgeId, view: Option<&View>);
}

/// Shows a viewer everything that an eye in a cell sees of the cell's region. `skipped` are the edges of the cell
/// that the eye lies on; nothing is seen through them.
pub(super) fn look<V: Viewer>(
    ground: &Ground,
    eye: Eye,
    slot: u32,
    skipped: &dyn Fn(EdgeId) -> bool,
    cones: &mut Cones,
    viewer: &mut V,
) {
    let mesh = &*ground.mesh;
    viewer.cell(slot, None);
    for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
        if skipped(edge) || mesh.edge(edge).is_wall() {
            continue;
        }
        let [right, left] = mesh.edge_ends(edge);
        if !is_seen_from_front(eye, right, left) {
            continue;
        }
        if ground.border_of(edge).is_some() {
            viewer.border(edge, None);
            continue;
        }
        cones.clear();
        cones.open.extend(View::unlimited(eye).narrowed(edge, [right, left]));
        let next = if V::TAKES_MORE { Cones::next_joined } else { Cones::next };
        while let Some(cone) = next(cones, eye) {
            follow(ground, eye, cone, &mut cones.open, viewer);
        }
    }
}

/// The segment that a view looks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) span: [DVec2; 2],
    pub(super) end: LegEnd,
}

/// The most cones that a look at a segment follows.
const MOST_CONES: usize = 1 << 10;

/// False if no straight line in the region leads from the eye to a segment. The eye is in a cell. True if too many
/// sequences of portals lead there to follow all of them.
pub(super) fn may_see(
    ground: &Ground,
    eye: Eye,
    slot: u32,
    aim: Target,
    cones: &mut Cones,
) -> bool {
    if ends_in(ground, slot, aim.end) {
        return true;
    }
    let mesh: &NavMesh = &ground.mesh;
    let cones = &mut cones.open;
    cones.clear();
    let mut followed = 0;
    for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
        let [right, left] = mesh.edge_ends(edge);
        if ground.is_inner(edge) && is_seen_from_front(eye, right, left) {
            cones.extend(View::unlimited(eye).narrowed(edge, [right, left]));
        }
    }
    while let Some(Cone { edge, whole, part }) = cones.pop() {
        followed += 1;
        if followed > MOST_CONES {
            return true;
        }
        let view = View { eye, whole, part };
        if !view.may_hold_part_of(aim.span, ground.rounding) {
            continue;
        }
        let Some(twin) = mesh.edge(edge).twin() else { continue };
        if ends_in(ground, mesh.edge(twin).cell_slot(), aim.end) {
            return true;
        }
        let mut edge = mesh.next_edge(twin);
        while edge != twin {
            let [a, b] = mesh.edge_ends(edge);
            if ground.is_inner(edge) && is_seen_from_front(eye, a, b) {
                cones.extend(view.narrowed(edge, [a, b]));
            }
            edge = mesh.next_edge(edge);
        }
    }
    false
}

/// Looks through an edge into the next cell.
fn follow(ground: &Ground, eye: Eye, cone: Cone, cones: &mut Vec<Cone>, viewer: &mut impl Viewer) {
    let mesh: &NavMesh = &ground.mesh;
    let Some(twin) = mesh.edge(cone.edge).twin() else { return };
    let view = View { eye, whole: cone.whole, part: cone.part };
    viewer.cell(mesh.edge(twin).cell_slot(), Some(&view));
    let mut edge = mesh.next_edge(twin);
    while edge != twin {
        let [a, b] = mesh.edge_ends(edge);
        if !mesh.edge(edge).is_wall() && is_seen_from_front(eye, a, b) {
            if ground.border_of(edge).is_some() {
                if view.may_hold_part_of([a, b], 0.0) {
                    viewer.border(edge, Some(&view));
                }
            } else {
                cones.extend(view.narrowed(edge, [a, b]));
            }
        }
        edge = mesh.next_edge(edge);
    }
}

/// True if some point of the eye, or of its whole border, is strictly in front of an edge.
fn is_seen_from_front(eye: Eye, right: DVec2, left: DVec2) -> bool {
    [eye.whole.left, eye.whole.right].iter().any(|&end| turn(right, left, end) == Turn::Left)
}
