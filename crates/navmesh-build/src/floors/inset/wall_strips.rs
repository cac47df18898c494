//! For agents with a size: what walls take from the ground around them.
//!
//! Beside every wall, a strip as wide as the reach; around every corner that sticks out, the sector between two such
//! strips. Corners are those of all floors together: where a wall goes on straight on the next floor there is none.

use std::collections::BTreeSet;

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, is_farther_along, turn};

use super::convex_polygon::ConvexPolygon;
use crate::half_edges::HalfEdges;
use crate::inset::border::rings_of;
use crate::inset::offset::OffsetRadius;

/// What lies within reach of a wall or of a corner.
#[derive(Debug, Clone)]
pub(super) struct Strip {
    pub(super) polygon: ConvexPolygon,
    pub(super) sightlines: Sightlines,
    /// The floors that the wall or the corner is on, ascending.
    pub(super) floors: Vec<u32>,
}

/// Which way the places of a strip lie from what they are near to, as sightlines falls from it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sightlines {
    /// From a wall: to its left, at right angles.
    Perpendicular { wall: [DVec2; 2] },
    /// From a corner: away from this point.
    Radial(DVec2),
}

impl Sightlines {
    /// Where it comes from: the middle of the wall, or the corner.
    pub(super) fn source(self) -> DVec2 {
        match self {
            Self::Perpendicular { wall: [from, to] } => from.midpoint(to),
            Self::Radial(point) => point,
        }
    }

    /// True where `b` is farther to the right than `a`, looking along the light; exact.
    pub(super) fn is_right(self, a: DVec2, b: DVec2) -> bool {
        match self {
            Self::Perpendicular { wall } => is_farther_along(wall, a, b),
            Self::Radial(point) => turn(point, a, b) == Turn::Right,
        }
    }

    /// The direction of the sightlines at a point, of length 1.
    pub(super) fn direction(self, at: DVec2) -> DVec2 {
        match self {
            Self::Perpendicular { wall: [from, to] } => (to - from).normalize_or_zero().perp(),
            Self::Radial(point) => (at - point).normalize_or_zero(),
        }
    }
}

/// How far strips overlap the next ones at a corner, and how far behind its wall or corner a strip begins, in units of the
/// offset: the border of the ground runs along walls too, and where crossings on it and on the strip are rounded, no ground
/// may be left in between. What lies that near behind a wall is as near to it.
const OVERLAP_UNITS: f64 = 16.0;

/// How much lower a sector is where it begins, so that its corners there are within the strips: in the same units.
const DENT_UNITS: f64 = 8.0;

/// Floors as one heap of cells, joined to one another.
pub(super) struct Surface<'a> {
    pub(super) cells: &'a HalfEdges,
    pub(super) points: &'a [DVec2],
}

/// Where the ground's border turns, or goes on on another floor.
struct Corner {
    point: DVec2,
    bend: Bend,
    /// The floors around it, ascending.
    floors: Vec<u32>,
    /// The floor of the wall that begins here.
    floor: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bend {
    Straight,
    Inwards,
    Outwards,
    /// There is more ground around it than fits into the plane.
    Beyond,
}

impl Surface<'_> {
    /// What all walls take but those of the rings that are `moved` as they are, and what the places do around which there is
    /// more ground than fits into the plane. A ring is known by its first half-edge.
    pub(super) fn strips(&self, offset: &OffsetRadius, moved: &BTreeSet<u32>) -> Vec<Strip> {
        let mut strips = Vec::new();
        for ring in rings_of(self.cells).into_iter().filter(|ring| !moved.contains(&ring[0])) {
            let last = ring.last().copied();
            let before = last.into_iter().chain(ring.iter().copied());
            let corners: Vec<Corner> = before
                .zip(&ring)
                .map(|(before, &wall)| self.corner(before, wall))
                .filter(|corner| corner.bend != Bend::Straight || corner.floors.len() > 1)
                .collect();
            strips.extend(Ring { corners: &corners, offset }.strips());
        }
        let discs = self.branch_points();
        strips.extend(discs.filter_map(|(point, floors)| disc(point, floors, offset)));
        strips
    }

    /// Where a half-edge begins.
    pub(super) fn point(&self, half: u32) -> DVec2 {
        self.points[self.cells.origin(half) as usize]
    }

    /// The corner between a wall and the one after it.
    fn corner(&self, before: u32, wall: u32) -> Corner {
        let point = self.point(wall);
        // Clockwise from the one wall to the other.
        let first = self.cells.next(before);
        let fan: Vec<u32> =
            std::iter::successors(Some(first), |&edge| self.clockwise(edge)).collect();
        let from = self.point(before);
        let ends = fan.iter().map(|&edge| self.point(self.cells.next(edge)));
        let around: Vec<DVec2> = std::iter::once(from).chain(ends).collect();
        let to = around[around.len() - 1];
        let bend = match turn(from, point, to) {
            _ if is_more_than_all(point, &around) => Bend::Beyond,
            Turn::Left => Bend::Inwards,
            Turn::Collinear if (from - point).dot(to - point) < 0.0 => Bend::Straight,
            Turn::Right | Turn::Collinear => Bend::Outwards,
        };
        Corner { point, bend, floors: self.floors(&fan), floor: self.cells.layer(wall) }
    }

    /// The next half-edge that begins at the same point, unless a wall is in between.
    fn clockwise(&self, edge: u32) -> Option<u32> {
        self.cells.twin(edge).map(|twin| self.cells.next(twin))
    }

    fn floors(&self, fan: &[u32]) -> Vec<u32> {
        let mut floors: Vec<u32> = fan.iter().map(|&edge| self.cells.layer(edge)).collect();
        floors.sort_unstable();
        floors.dedup();
        floors
    }

    /// Points with no wall around which floors are joined to more than a full turn, and these floors. Ways bend there, and
    /// a wall beyond may be near: such a point is kept clear of as if it were one.
    pub(super) fn branch_points(&self) -> impl Iterator<Item = (DVec2, Vec<u32>)> + '_ {
        let mut seen = vec![false; self.cells.halves.len()];
        let fan_from = move |first: u32| {
            let mut fan = Vec::new();
            let mut edge = Some(first);
            while let Some(at) = edge.filter(|&at| !std::mem::replace(&mut seen[at as usize], true))
            {
                fan.push(at);
                edge = self.clockwise(at);
            }
            // One that ends at a wall, or was met before, is none.
            (edge == Some(first) && !fan.is_empty()).then_some(fan)
        };
        let joined = (0..self.cells.count()).filter(|&edge| {
            let floor = |edge: u32| self.cells.layer(edge);
            self.cells.twin(edge).is_some_and(|twin| floor(twin) != floor(edge))
        });
        joined.filter_map(fan_from).filter_map(|fan| {
            let point = self.point(fan[0]);
            let mut around: Vec<DVec2> =
                fan.iter().map(|&edge| self.point(self.cells.next(edge))).collect();
            around.push(around[0]);
            (full_turns(point, &around) > 1).then(|| (point, self.floors(&fan)))
        })
    }
}

/// How often one passes due east, looking from `point` at one after the other of these, clockwise by less than half a turn
/// each; the last one counts.
fn full_turns(point: DVec2, around: &[DVec2]) -> usize {
    let backwards = around.windows(2).rev();
    backwards.filter(|pair| !is_upper(point, pair[1]) && is_upper(point, pair[0])).count()
}

/// True where the direction to `to` is due east, or less than half a turn counter-clockwise from there.
fn is_upper(point: DVec2, to: DVec2) -> bool {
    to.y > point.y || (to.y == point.y && to.x > point.x)
}

/// True where one turns by more than a full turn.
fn is_more_than_all(point: DVec2, around: &[DVec2]) -> bool {
    let (last, first) = (around[0], around[around.len() - 1]);
    let is_after = match (is_upper(point, first), is_upper(point, last)) {
        (true, false) => true,
        (false, true) => false,
        _ => turn(point, first, last) == Turn::Left,
    };
    full_turns(point, around) > usize::from(!is_after)
}

/// All that is within reach of a point.
fn disc(point: DVec2, floors: Vec<u32>, offset: &OffsetRadius) -> Option<Strip> {
    let mut points = Vec::new();
    let quarters = [DVec2::X, -DVec2::Y, -DVec2::X, DVec2::Y, DVec2::X];
    for quarter in quarters.windows(2) {
        offset.arc([quarter[0], quarter[1]], |delta| points.push(point + delta));
    }
    points.reverse();
    Some(Strip {
        polygon: ConvexPolygon::of(points)?,
        sightlines: Sightlines::Radial(point),
        floors,
    })
}

/// The corners of one ring of walls, in walking order.
struct Ring<'a> {
    corners: &'a [Corner],
    offset: &'a OffsetRadius,
}

impl Ring<'_> {
    fn strips(&self) -> Vec<Strip> {
        let n = self.corners.len();
        let normal = |i: usize| {
            let [a, b] = [i, (i + 1) % n].map(|i| self.corners[i].point);
            (b - a).normalize_or_zero().perp()
        };
        let normals: Vec<DVec2> = (0..n).map(normal).collect();
        let arcs: Vec<Vec<DVec2>> =
            (0..n).map(|i| self.arc(i, [normals[(i + n - 1) % n], normals[i]])).collect();
        let mut strips = Vec::with_capacity(2 * n);
        for i in 0..n {
            let next = (i + 1) % n;
            let tops = [arcs[next].first(), arcs[i].last()].map(Option::<&DVec2>::copied);
            strips.extend(self.strip([i, next], normals[i], tops));
            strips.extend(self.sector(i, [normals[(i + n - 1) % n], normals[i]], &arcs[i]));
        }
        strips
    }

    /// The corners of the arc around a corner that sticks out; none around others.
    fn arc(&self, corner: usize, normals: [DVec2; 2]) -> Vec<DVec2> {
        let Corner { point, bend, .. } = self.corners[corner];
        let mut arc = Vec::new();
        if bend == Bend::Outwards {
            self.offset.arc(normals, |delta| arc.push(point + delta));
        }
        arc
    }

    /// What the wall between two corners takes; `tops` are the arcs' ends at the second and at the first.
    fn strip(&self, ends: [usize; 2], normal: DVec2, tops: [Option<DVec2>; 2]) -> Option<Strip> {
        let OffsetRadius { inner, unit, .. } = *self.offset;
        let [from, to] = ends.map(|end| self.corners[end].point);
        let (up, over) = (normal * inner, -normal.perp() * (OVERLAP_UNITS * unit));
        let behind = -normal * (OVERLAP_UNITS * unit);
        let [top_to, top_from] = tops;
        let points = [
            from + behind - over,
            to + behind + over,
            top_to.unwrap_or(to + up + over),
            top_from.unwrap_or(from + up - over),
        ];
        let floors = vec![self.corners[ends[0]].floor];
        Some(Strip {
            polygon: ConvexPolygon::of(points)?,
            sightlines: Sightlines::Perpendicular { wall: [from, to] },
            floors,
        })
    }

    /// What a corner takes between the strips of its two walls.
    fn sector(&self, corner: usize, normals: [DVec2; 2], arc: &[DVec2]) -> Option<Strip> {
        let Corner { point, bend, ref floors, .. } = self.corners[corner];
        match bend {
            Bend::Straight | Bend::Inwards => None,
            Bend::Beyond => disc(point, floors.clone(), self.offset),
            Bend::Outwards => {
                let OffsetRadius { inner, unit, .. } = *self.offset;
                let height = inner - DENT_UNITS * unit;
                let over = |normal: DVec2| normal.perp() * (OVERLAP_UNITS * unit);
                let first = point + normals[0] * height + over(normals[0]);
                let last = point + normals[1] * height - over(normals[1]);
                let arc = arc.iter().rev().copied();
                let tip =
                    point - (normals[0] + normals[1]).normalize_or_zero() * (OVERLAP_UNITS * unit);
                let points = [tip, last].into_iter().chain(arc).chain([first]);
                let sightlines = Sightlines::Radial(point);
                Some(Strip {
                    polygon: ConvexPolygon::of(points)?,
                    sightlines,
                    floors: floors.clone(),
                })
            }
        }
    }
}
