//! The candidates for chords.
//!
//! A chord between two vertices is an edge of the triangulation of Delaunay, and the tips of the triangles on both of its
//! sides lie outside of its disc: these edges are the first kind of candidates. (A disc may contain vertices off the walls.
//! Such a chord crosses an edge with an end off the walls, and a walk finds it.)
//!
//! A chord from a corner u to the inside of a wall leaves a triangle at u through the opposite edge xy. If the triangle has
//! 90° or more at x, no chord does so: every point v beyond xy has (v − x) · (x − u) > 0, so x lies in its disc. Neither
//! does one if the edge lies outside of the *cone* of u, the directions at 90° or more from both walls at u. From the other
//! edges a walk follows the *wedge* that u sees through the edge. A chord from u ends at v only if `(v − z) · (z − u) ≤ 0`
//! for every wall point z that u sees, or that is a corner of a triangle that uv crosses. These half-planes intersect in a
//! convex region: the Voronoi cell of u among the walls, twice as large. The walk passes an edge only if no half-plane
//! excludes the part of it within the wedge. In the triangulation of Delaunay it soon ends.
//!
//! Coordinates are relative to u, and floats with slack suffice, since each candidate is tested exactly later. The side of
//! an edge on which the corner lies is decided exactly, so no wedge turns back.

use navmesh_core::backend::geom::{Turn, is_farther_along, turn};
use navmesh_core::{DVec2, EdgeId, VertexId};

use super::triangles::{Beyond, Half, Triangles, VertexKind, next, previous};

/// Half of the relative error that a test of the region allows, in excess of that of its half-plane.
const SLACK: f64 = 32.0 * f64::EPSILON;

/// A segment that may be a chord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) corner: VertexId,
    pub(super) end: FarEnd,
    /// An edge of a triangle with the far end on its border, where the test of the disc begins.
    pub(super) half: u32,
}

/// The possible far end of a chord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FarEnd {
    /// A vertex on a wall.
    Vertex(VertexId),
    /// The foot of the perpendicular on a wall.
    Wall(EdgeId),
}

/// Finds all candidates.
pub(super) fn each_candidate(surface: &Triangles<'_>, mut found: impl FnMut(Candidate)) {
    let mut walk = Walk::default();
    for half in surface.all() {
        if let Some(candidate) = along_edge(surface, half) {
            found(candidate);
        }
        walk.through(surface, half, &mut found);
    }
}

/// Returns an edge as a candidate, once for its two halves.
fn along_edge(surface: &Triangles<'_>, half: u32) -> Option<Candidate> {
    let (edge, other) = (surface.half(half), surface.half(next(half)));
    let Beyond::Half(twin) = edge.beyond else { return None };
    // A tip is outside of the disc if it has less than 90°.
    let is_chord = half < twin
        && is_between_walls(edge, other)
        && [half, twin].into_iter().all(|half| surface.half(previous(half)).is_narrow);
    is_chord.then(|| {
        let (corner, end) = first_corner(edge, other);
        Candidate { corner, end: FarEnd::Vertex(end), half }
    })
}

/// True if a chord may join two vertices.
fn is_between_walls(one: &Half, two: &Half) -> bool {
    let kinds = [one.kind, two.kind];
    kinds.contains(&VertexKind::Corner) && kinds.iter().all(|kind| kind.is_wall())
}

/// Orders the ends of a chord: a corner first, of two corners that with the lower number.
fn first_corner(one: &Half, two: &Half) -> (VertexId, VertexId) {
    let is_first =
        two.kind != VertexKind::Corner || one.kind == VertexKind::Corner && one.vertex < two.vertex;
    if is_first { (one.vertex, two.vertex) } else { (two.vertex, one.vertex) }
}

/// The points v with `v · point` at most the square of `point`, with slack.
#[derive(Debug, Clone, Copy)]
struct HalfPlane {
    point: DVec2,
    limit: f64,
    /// The slack per unit of `v`.
    slack: f64,
}

impl HalfPlane {
    /// Returns the half-plane of a wall point.
    fn behind(point: DVec2) -> Self {
        let slack = SLACK * size(point);
        Self { point, limit: point.length_squared() * (1.0 + SLACK), slack }
    }

    /// True if it excludes a point with an error of at most `error`.
    #[inline]
    fn excludes(&self, point: DVec2, error: f64) -> bool {
        let slack = self.slack * (size(point) + 2.0 * error);
        point.dot(self.point) > self.limit + slack + error * size(self.point)
    }
}

/// A vertex relative to the corner.
#[derive(Debug, Clone, Copy)]
struct Seen {
    point: DVec2,
    is_wall: bool,
}

impl Seen {
    fn from(corner: DVec2, half: &Half) -> Self {
        Self { point: half.origin - corner, is_wall: half.kind.is_wall() }
    }
}

/// The part of the surface that the corner sees through an edge.
#[derive(Debug, Clone, Copy)]
struct Wedge {
    /// The edge, in the triangle before it.
    half: u32,
    ends: [Seen; 2],
    /// The directions that bound the wedge, the right one first.
    sides: [DVec2; 2],
    /// The number of half-planes that were met before.
    depth: usize,
}

impl Wedge {
    /// True if one of some half-planes excludes the part of the edge within the wedge.
    ///
    /// The ray from the corner along a side meets the edge from x to y at the side times `(x × y) / (side × (y − x))`.
    #[inline]
    fn is_excluded_by(&self, region: &[HalfPlane]) -> bool {
        let [x, y] = self.ends.map(|end| end.point);
        let double_area = x.perp_dot(y);
        let (sizes, product) = (size(x) + size(y), size(x) * size(y));
        let [one, two] = self.sides.map(|side| {
            let (divisor, size) = (side.perp_dot(y) + x.perp_dot(side), size(side));
            (side * double_area, divisor + 2.0 * SLACK * size * sizes, 2.0 * size * product)
        });
        region.iter().any(|plane| {
            let excludes = |(side, divisor, slack): (DVec2, f64, f64)| {
                side.dot(plane.point) > plane.limit * divisor + plane.slack * slack
            };
            excludes(one) && excludes(two)
        })
    }

    /// True if the wedge has a direction, up to rounding.
    fn holds(&self, direction: DVec2) -> bool {
        let [from, to] = self.sides;
        !is_left_of(direction, from) && !is_left_of(to, direction)
    }
}

/// A walk from a corner through the opposite edge of a triangle, with memory for the next one.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// The edge that begins at the corner, in the first triangle.
    corner: u32,
    at: DVec2,
    /// True if an end of the first edge is off the walls.
    is_loose: bool,
    /// The half-planes of the vertices on the way to the current wedge.
    region: Vec<HalfPlane>,
    open: Vec<Wedge>,
}

impl Walk {
    /// Finds the candidates from the corner opposite of an edge that leave their first triangle through the edge.
    pub(super) fn through(
        &mut self,
        surface: &Triangles<'_>,
        half: u32,
        found: &mut impl FnMut(Candidate),
    ) {
        let corner = surface.half(previous(half));
        if corner.kind != VertexKind::Corner {
            return;
        }
        if ![half, next(half)].into_iter().all(|half| surface.half(half).is_narrow) {
            return;
        }
        (self.corner, self.at) = (previous(half), corner.origin);
        let Some(wedge) = self.first_wedge(surface, half) else { return };
        self.reach(surface, wedge, found);
        while let Some(wedge) = self.open.pop() {
            self.region.truncate(wedge.depth);
            self.pass(surface, &wedge, found);
        }
    }

    /// True if an edge and the rays from its ends to the corner make less than 90° at ends on walls. Exact.
    #[inline]
    fn faces(&self, surface: &Triangles<'_>, half: u32) -> bool {
        let [p, q] = [half, next(half)].map(|half| surface.half(half));
        (!p.kind.is_wall() || is_farther_along([p.origin, q.origin], p.origin, self.at))
            && (!q.kind.is_wall() || is_farther_along([q.origin, p.origin], q.origin, self.at))
    }

    /// Returns the part of the corner's cone behind an edge of its triangle, and notes the half-planes of the triangle.
    fn first_wedge(&mut self, surface: &Triangles<'_>, half: u32) -> Option<Wedge> {
        let [first, last] = surface.walls.neighbors(surface.half(self.corner).vertex);
        let (first, last) = (first? - self.at, last? - self.at);
        let at = self.at;
        let ends = [half, next(half)].map(|half| Seen::from(at, surface.half(half)));
        let [x, y] = ends.map(|end| end.point);
        if [first, last].iter().any(|&wall| is_ahead(wall, x) && is_ahead(wall, y)) {
            return None;
        }
        let (from, to) = (first.perp(), -last.perp());
        let sides =
            [if is_left_of(x, from) { from } else { x }, if is_left_of(to, y) { to } else { y }];
        self.is_loose = ends.iter().any(|end| !end.is_wall);
        self.region.clear();
        let beside = [next(half), previous(half)].map(|half| surface.half(half).beyond);
        let tips = beside.into_iter().filter_map(|beyond| match beyond {
            Beyond::Half(twin) => Some(Seen::from(at, surface.half(previous(twin)))),
            Beyond::Wall(_) => None,
        });
        let walls = ends.into_iter().chain(tips).filter(|seen| seen.is_wall);
        self.region.extend(walls.map(|seen| HalfPlane::behind(seen.point)));
        Some(Wedge { half, ends, sides, depth: self.region.len() })
    }

    /// Notes the foot of the corner on the edge of a wedge, or opens the wedge if a chord may cross the edge.
    fn reach(&mut self, surface: &Triangles<'_>, wedge: Wedge, found: &mut impl FnMut(Candidate)) {
        let edge = surface.half(wedge.half);
        let line = [edge.origin, surface.half(next(wedge.half)).origin];
        if wedge.is_excluded_by(&self.region) || turn(line[0], line[1], self.at) != Turn::Left {
            return;
        }
        let Beyond::Wall(wall) = edge.beyond else {
            self.open.push(wedge);
            return;
        };
        if wedge.holds(-(line[1] - line[0]).perp()) && !self.excludes_foot(&wedge) {
            let end = FarEnd::Wall(wall);
            found(Candidate { corner: surface.half(self.corner).vertex, end, half: wedge.half });
        }
    }

    /// True if a half-plane excludes the foot of the corner on the edge of a wedge.
    fn excludes_foot(&self, wedge: &Wedge) -> bool {
        let [a, b] = wedge.ends.map(|end| end.point);
        let along = b - a;
        let share = (-a.dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let error = 8.0 * f64::EPSILON * (size(a) + size(b));
        self.excludes(a + along * share, error)
    }

    /// Goes on to the triangle behind the edge of a wedge.
    fn pass(&mut self, surface: &Triangles<'_>, wedge: &Wedge, found: &mut impl FnMut(Candidate)) {
        let Beyond::Half(twin) = surface.half(wedge.half).beyond else { return };
        let tip = Seen::from(self.at, surface.half(previous(twin)));
        let ([right, left], [from, to]) = (wedge.ends, wedge.sides);
        let (is_right, is_left) = (is_left_of(tip.point, from), is_left_of(to, tip.point));
        if tip.is_wall {
            if self.is_loose && !is_right && !is_left && !self.excludes(tip.point, 0.0) {
                self.note_tip(surface, previous(twin), found);
            }
            self.region.push(HalfPlane::behind(tip.point));
        }
        let depth = self.region.len();
        if !is_right && self.faces(surface, next(twin)) {
            let sides = [from, if is_left { to } else { tip.point }];
            let wedge = Wedge { half: next(twin), ends: [right, tip], sides, depth };
            self.reach(surface, wedge, found);
        }
        if !is_left && self.faces(surface, previous(twin)) {
            let sides = [if is_right { from } else { tip.point }, to];
            let wedge = Wedge { half: previous(twin), ends: [tip, left], sides, depth };
            self.reach(surface, wedge, found);
        }
    }

    /// Notes a vertex that is no neighbour of the corner. A chord between two corners is found from the lower number only.
    fn note_tip(&self, surface: &Triangles<'_>, half: u32, found: &mut impl FnMut(Candidate)) {
        let (tip, corner) = (surface.half(half), surface.half(self.corner).vertex);
        if tip.kind != VertexKind::Corner || corner < tip.vertex {
            found(Candidate { corner, end: FarEnd::Vertex(tip.vertex), half });
        }
    }

    /// True if a half-plane excludes a point.
    fn excludes(&self, point: DVec2, error: f64) -> bool {
        self.region.iter().any(|plane| plane.excludes(point, error))
    }
}

/// The sum of the sizes of the coordinates of a vector.
#[inline]
fn size(vector: DVec2) -> f64 {
    vector.x.abs() + vector.y.abs()
}

/// True if the direction `b` is to the left of `a` by more than rounding.
fn is_left_of(a: DVec2, b: DVec2) -> bool {
    let (left, right) = (a.x * b.y, a.y * b.x);
    left - right > SLACK * (left.abs() + right.abs())
}

/// True if two vectors make less than 90° by more than rounding.
fn is_ahead(a: DVec2, b: DVec2) -> bool {
    a.dot(b) > SLACK * size(a) * size(b)
}
