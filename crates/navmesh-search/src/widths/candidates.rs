//! The candidates for chords at one corner.
//!
//! A chord from the corner u ends at v only if `(v − z) · (z − u) ≤ 0` for every wall point z that u sees, or that is a
//! corner of a triangle that uv crosses. These half-planes intersect in a convex region: the Voronoi cell of u among the
//! walls, twice as large. From each triangle at the corner the walk follows the *wedge* that it sees through the opposite
//! edge, and collects the half-planes of the vertices on its way. In the triangulation of Delaunay a wedge soon leaves the
//! region.
//!
//! An edge xy is not crossed if the triangle uxy has 90° or more at x: every point v beyond xy has (v − x) · (x − u) > 0.
//!
//! Coordinates are relative to u, and floats with slack suffice, since each candidate is tested exactly later. The side of
//! an edge on which the corner lies is decided exactly, so no wedge turns back.

use navmesh_core::geom::{Turn, is_farther_along, turn};
use navmesh_core::{DVec2, EdgeId};

use super::triangles::{Beyond, Triangles, next, previous};

/// Half of the relative error that a test of the region allows, in excess of that of its half-plane.
const SLACK: f64 = 32.0 * f64::EPSILON;

/// The points v with `v · normal` at most `limit`, with slack.
#[derive(Debug, Clone, Copy)]
struct HalfPlane {
    normal: DVec2,
    limit: f64,
    /// The slack per unit of `v`.
    slack: f64,
}

impl HalfPlane {
    /// Returns the half-plane of a wall point.
    fn behind(point: DVec2) -> Self {
        let slack = SLACK * point.abs().element_sum();
        Self { normal: point, limit: point.length_squared() * (1.0 + SLACK), slack }
    }

    /// Returns the half-plane of the points at 90° or more from the direction of a wall at the corner.
    fn across(direction: DVec2) -> Self {
        Self { normal: direction, limit: 0.0, slack: SLACK * direction.abs().element_sum() }
    }

    /// True if it excludes a point with an error of at most `error`.
    #[inline]
    fn excludes(&self, point: DVec2, error: f64) -> bool {
        let slack = self.slack * (point.abs().element_sum() + 2.0 * error);
        point.dot(self.normal) > self.limit + slack + error * self.normal.abs().element_sum()
    }

    /// True if it excludes a whole segment.
    #[inline]
    fn excludes_all(&self, [a, b]: [DVec2; 2]) -> bool {
        self.excludes(a, 0.0) && self.excludes(b, 0.0)
    }
}

/// The possible far end of a chord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FarEnd {
    /// The origin of a wall.
    Vertex(EdgeId),
    /// The foot of the perpendicular on a wall.
    Wall(EdgeId),
}

/// A vertex relative to the corner, and the wall that begins there.
#[derive(Debug, Clone, Copy)]
struct Seen {
    point: DVec2,
    wall: Option<EdgeId>,
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

/// A walk over the triangles around one corner, with memory for the next one.
#[derive(Debug, Default)]
pub(super) struct Walk {
    at: DVec2,
    /// The first wedges, counter-clockwise around the corner.
    fan: Vec<Wedge>,
    /// The half-planes of the corner's walls.
    across: Vec<HalfPlane>,
    /// The half-planes of the vertices next to the corner.
    near: Vec<HalfPlane>,
    /// The half-planes on the way to the current wedge.
    region: Vec<HalfPlane>,
    open: Vec<Wedge>,
}

impl Walk {
    /// Writes the possible far ends of chords at a corner into `ends`. `leaving` is the wall that begins there.
    pub(super) fn around(
        &mut self,
        surface: &Triangles<'_>,
        leaving: EdgeId,
        ends: &mut Vec<FarEnd>,
    ) {
        self.begin(surface, leaving);
        ends.clear();
        let between = self.fan.iter().skip(1).map(|wedge| wedge.ends[0]);
        let vertices = between.filter(|seen| !self.excludes(seen.point, 0.0));
        ends.extend(vertices.filter_map(|seen| seen.wall.map(FarEnd::Vertex)));
        for index in 0..self.fan.len() {
            self.region.clear();
            self.reach(surface, self.fan[index], ends);
            while let Some(wedge) = self.open.pop() {
                self.region.truncate(wedge.depth);
                self.pass(surface, &wedge, ends);
            }
        }
    }

    /// Visits the triangles at the corner.
    fn begin(&mut self, surface: &Triangles<'_>, leaving: EdgeId) {
        let corner = surface.walls.mesh.edge(leaving);
        self.at = corner.origin();
        self.across.clear();
        self.near.clear();
        self.region.clear();
        let directions = surface.walls.neighbors(corner.vertex()).into_iter().flatten();
        self.across.extend(directions.map(|end| HalfPlane::across(end - self.at)));
        self.fan.clear();
        let mut half = surface.leaving(corner.vertex());
        let mut right = self.seen(surface, next(half));
        loop {
            let left = self.seen(surface, previous(half));
            let (ends, sides) = ([right, left], [right.point, left.point]);
            self.fan.push(Wedge { half: next(half), ends, sides, depth: 0 });
            self.near.extend(right.wall.map(|_| HalfPlane::behind(right.point)));
            let Beyond::Half(twin) = surface.half(previous(half)).beyond else { break };
            (half, right) = (twin, left);
        }
    }

    /// Notes the foot of the corner on the edge of a wedge, or opens the wedge if a chord may cross the edge.
    fn reach(&mut self, surface: &Triangles<'_>, wedge: Wedge, ends: &mut Vec<FarEnd>) {
        let edge = surface.half(wedge.half);
        let (p, q) = (edge.origin, surface.half(next(wedge.half)).origin);
        let segment = wedge.ends.map(|end| end.point);
        let is_aside = self.across.iter().any(|half_plane| half_plane.excludes_all(segment));
        if is_aside || turn(p, q, self.at) != Turn::Left {
            return;
        }
        if let Beyond::Wall(wall) = edge.beyond {
            self.meet_wall(wall, [p, q], segment, ends);
            return;
        }
        let [right, left] = wedge.ends.map(|end| end.wall.is_some());
        let is_crossed = (!right || is_farther_along([self.at, p], q, p))
            && (!left || is_farther_along([self.at, q], p, q));
        if is_crossed && !self.half_planes().any(|half_plane| half_plane.excludes_all(segment)) {
            self.open.push(wedge);
        }
    }

    /// Notes the foot of the corner on a wall that faces it. `[a, b]` are the wall's ends relative to the corner.
    fn meet_wall(
        &self,
        wall: EdgeId,
        [p, q]: [DVec2; 2],
        [a, b]: [DVec2; 2],
        ends: &mut Vec<FarEnd>,
    ) {
        let along = b - a;
        let share = (-a.dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let error = 8.0 * f64::EPSILON * (a.abs() + b.abs()).element_sum();
        let is_beside =
            || is_farther_along([p, q], p, self.at) && is_farther_along([q, p], q, self.at);
        let end = FarEnd::Wall(wall);
        if !self.excludes(a + along * share, error) && !ends.contains(&end) && is_beside() {
            ends.push(end);
        }
    }

    /// Goes on to the triangle behind the edge of a wedge.
    fn pass(&mut self, surface: &Triangles<'_>, wedge: &Wedge, ends: &mut Vec<FarEnd>) {
        let Beyond::Half(twin) = surface.half(wedge.half).beyond else { return };
        let tip = self.seen(surface, previous(twin));
        let ([right, left], [from, to]) = (wedge.ends, wedge.sides);
        let (is_right, is_left) = (is_left_of(tip.point, from), is_left_of(to, tip.point));
        if let Some(wall) = tip.wall {
            let end = FarEnd::Vertex(wall);
            let is_seen = !is_right && !is_left && !self.excludes(tip.point, 0.0);
            if is_seen && !ends.contains(&end) {
                ends.push(end);
            }
            self.region.push(HalfPlane::behind(tip.point));
        }
        let depth = self.region.len();
        if !is_right {
            let sides = [from, if is_left { to } else { tip.point }];
            self.reach(surface, Wedge { half: next(twin), ends: [right, tip], sides, depth }, ends);
        }
        if !is_left {
            let sides = [if is_right { from } else { tip.point }, to];
            let half = previous(twin);
            self.reach(surface, Wedge { half, ends: [tip, left], sides, depth }, ends);
        }
    }

    fn seen(&self, surface: &Triangles<'_>, half: u32) -> Seen {
        let half = surface.half(half);
        Seen { point: half.origin - self.at, wall: surface.walls.leaving(half.vertex) }
    }

    /// True if a half-plane excludes a point.
    fn excludes(&self, point: DVec2, error: f64) -> bool {
        self.half_planes().any(|half_plane| half_plane.excludes(point, error))
    }

    fn half_planes(&self) -> impl Iterator<Item = &HalfPlane> {
        self.across.iter().chain(&self.near).chain(&self.region)
    }
}

/// True if the direction `b` is to the left of `a` by more than rounding.
fn is_left_of(a: DVec2, b: DVec2) -> bool {
    let (left, right) = (a.x * b.y, a.y * b.x);
    left - right > SLACK * (left.abs() + right.abs())
}
