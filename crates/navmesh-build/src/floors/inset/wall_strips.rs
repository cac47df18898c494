//! The points within the radius of each wall and corner: strips and sectors.
//!
//! Each wall has a strip on its side of the walkable area, and each reflex corner a sector between
//! two strips. Connections count as open: a wall that continues straight on the next floor has no
//! corner.

use std::collections::BTreeSet;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Turn, is_farther_along, turn};

use super::convex_polygon::ConvexPolygon;
use crate::half_edges::HalfEdges;
use crate::inset::border::rings_of;
use crate::inset::offset::OffsetRadius;

/// The points within the radius of a wall or a corner.
#[derive(Debug, Clone)]
pub(super) struct Strip {
    pub(super) polygon: ConvexPolygon,
    pub(super) sightlines: Sightlines,
    /// The floors of the wall or the corner, ascending.
    pub(super) floors: Vec<u32>,
}

impl Strip {
    /// Creates a strip from counter-clockwise points; `None` if they have no area.
    fn of(
        points: impl IntoIterator<Item = DVec2>,
        sightlines: Sightlines,
        floors: Vec<u32>,
    ) -> Option<Self> {
        Some(Self { polygon: ConvexPolygon::of(points)?, sightlines, floors })
    }
}

/// The directions from a wall or a corner to the points of its strip.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sightlines {
    /// To the left of a wall, at right angles.
    Perpendicular { wall: [DVec2; 2] },
    /// Away from a corner.
    Radial(DVec2),
}

impl Sightlines {
    /// Returns the midpoint of the wall, or the corner.
    pub(super) fn source(self) -> DVec2 {
        match self {
            Self::Perpendicular { wall: [from, to] } => from.midpoint(to),
            Self::Radial(point) => point,
        }
    }

    /// True if `b` is to the right of `a`, looking along the sightlines. The test is exact.
    pub(super) fn is_right(self, a: DVec2, b: DVec2) -> bool {
        match self {
            Self::Perpendicular { wall } => is_farther_along(wall, a, b),
            Self::Radial(point) => turn(point, a, b) == Turn::Right,
        }
    }

    /// Returns the unit direction of the sightlines at a point.
    pub(super) fn direction(self, at: DVec2) -> DVec2 {
        match self {
            Self::Perpendicular { wall: [from, to] } => (to - from).normalize_or_zero().perp(),
            Self::Radial(point) => (at - point).normalize_or_zero(),
        }
    }
}

/// The overlap of a strip with the strips next to it, and its extent behind its wall, in units of
/// the offset. Borders run along walls too: rounded crossings must not leave walkable slivers in
/// between.
const OVERLAP_UNITS: f64 = 16.0;

/// The depth by which a sector is lowered at its ends, in the same units, to stay within the
/// strips.
const DENT_UNITS: f64 = 8.0;

/// All floors in one array, connected by twins.
pub(super) struct Surface<'a> {
    pub(super) cells: &'a HalfEdges,
    pub(super) points: &'a [DVec2],
}

/// A point at which the border turns, or continues on another floor.
struct Corner {
    point: DVec2,
    bend: Bend,
    /// The floors around the corner, ascending.
    floors: Vec<u32>,
    /// The floor of the wall that begins here.
    floor: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bend {
    Straight,
    Inwards,
    Outwards,
    /// The angle of walkable area around the corner exceeds 360°.
    Beyond,
}

impl Surface<'_> {
    /// Returns the strips of all walls and corners, except rings in `moved`, and the discs around
    /// branch points. A ring is identified by its first half-edge.
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

    /// Returns the origin of a half-edge.
    pub(super) fn point(&self, half: u32) -> DVec2 {
        self.points[self.cells.origin(half) as usize]
    }

    /// Returns the corner between a wall and the next one.
    fn corner(&self, before: u32, wall: u32) -> Corner {
        let point = self.point(wall);
        // The fan around the corner, clockwise from one wall to the other.
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

    /// Returns the next half-edge clockwise around the same origin, unless a wall lies in between.
    fn clockwise(&self, edge: u32) -> Option<u32> {
        self.cells.twin(edge).map(|twin| self.cells.next(twin))
    }

    fn floors(&self, fan: &[u32]) -> Vec<u32> {
        let mut floors: Vec<u32> = fan.iter().map(|&edge| self.cells.layer(edge)).collect();
        floors.merge_sort();
        floors.dedup();
        floors
    }

    /// Returns the interior points around which floors are connected to more than a full turn, with
    /// these floors. Shortest paths may bend there, and a wall beyond may be near, so such a point
    /// counts as a wall.
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
            // Fans that end at a wall, or that were visited before, do not count.
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

/// A straight piece of a door on one floor.
pub(super) struct DoorPiece {
    /// Its ends, each with the floors around it, ascending.
    pub(super) ends: [(DVec2, Vec<u32>); 2],
    pub(super) floor: u32,
}

impl DoorPiece {
    /// Returns the strips and sectors around the piece.
    pub(super) fn strips(self, offset: &OffsetRadius) -> Vec<Strip> {
        let Self { ends, floor } = self;
        let corners =
            ends.map(|(point, floors)| Corner { point, bend: Bend::Outwards, floors, floor });
        Ring { corners: &corners, offset }.strips()
    }
}

/// Counts how often the direction from `point` to these points, clockwise by less than half a turn
/// each, passes due east.
fn full_turns(point: DVec2, around: &[DVec2]) -> usize {
    let backwards = around.windows(2).rev();
    backwards.filter(|pair| !is_upper(point, pair[1]) && is_upper(point, pair[0])).count()
}

/// True if the direction is due east, or less than half a turn counter-clockwise from there.
fn is_upper(point: DVec2, to: DVec2) -> bool {
    to.y > point.y || (to.y == point.y && to.x > point.x)
}

/// True if the directions to these points turn by more than 360°.
fn is_more_than_all(point: DVec2, around: &[DVec2]) -> bool {
    let (last, first) = (around[0], around[around.len() - 1]);
    let is_after = match (is_upper(point, first), is_upper(point, last)) {
        (true, false) => true,
        (false, true) => false,
        _ => turn(point, first, last) == Turn::Left,
    };
    full_turns(point, around) > usize::from(!is_after)
}

/// Returns the disc around a point.
fn disc(point: DVec2, floors: Vec<u32>, offset: &OffsetRadius) -> Option<Strip> {
    let mut points = Vec::new();
    let quarters = [DVec2::X, -DVec2::Y, -DVec2::X, DVec2::Y, DVec2::X];
    for quarter in quarters.windows(2) {
        offset.arc([quarter[0], quarter[1]], |delta| points.push(point + delta));
    }
    points.reverse();
    Strip::of(points, Sightlines::Radial(point), floors)
}

/// The corners of one ring of walls, in order.
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

    /// Returns the corners of the arc around a reflex corner; none for others.
    fn arc(&self, corner: usize, normals: [DVec2; 2]) -> Vec<DVec2> {
        let Corner { point, bend, .. } = self.corners[corner];
        let mut arc = Vec::new();
        if bend == Bend::Outwards {
            self.offset.arc(normals, |delta| arc.push(point + delta));
        }
        arc
    }

    /// Returns the strip of the wall between two corners. `tops` holds the ends of the arcs at the
    /// second and at the first corner.
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
        let sightlines = Sightlines::Perpendicular { wall: [from, to] };
        Strip::of(points, sightlines, vec![self.corners[ends[0]].floor])
    }

    /// Returns the sector between the strips of a corner's two walls.
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
                Strip::of(points, Sightlines::Radial(point), floors.clone())
            }
        }
    }
}
