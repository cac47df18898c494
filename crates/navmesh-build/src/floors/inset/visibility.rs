//! Projects the strips of walls through floor connections, within their visibility wedges.
//!
//! Connected floors share coordinates around a connection. A strip therefore continues beyond a
//! portal (an edge that two floors share), as far as its wall is visible through it. It is drawn on
//! that floor, and may continue through further portals. Walls in between need no test: their own
//! strips are nearer. A wall that is merely above or below is not visible.
//!
//! Exact predicates on the points before the inset decide whether a wall is visible through a
//! portal, as in the funnel algorithm: the ends of earlier portals limit the wedge, and a wedge of
//! collinear limits is empty. The strip beyond the portal is clipped to the wedge in plain floats,
//! with a margin for rounding.
//!
//! The parts of every portal covered by strips are collected from both sides. The rest is equal
//! on both floors, bit for bit, and no strip touches it. For this, strips count as slightly wider.
//! That has the effect of a slightly larger radius, for which `OffsetRadius` reserves a part of the
//! arcs' tolerance. No passage closes that should stay open.

mod door_pieces;

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Bounds, on_segment};

use super::convex_polygon::{ConvexPolygon, HalfPlane};
use super::segment_index::SegmentIndex;
use super::wall_strips::{Sightlines, Strip};
use crate::floors::seams::SeamPairs;
use crate::report::NarrowConnection;

/// The margin of a visibility wedge, in units of the offset. It exceeds the effect of rounding.
const MARGIN_UNITS: f64 = 16.0;

/// The distance between a strip and the rest of a portal, in the same units. The ends of that rest
/// are rounded, and so are crossings of borders near it; neither may touch it.
pub(crate) const CLEAR_UNITS: f64 = 64.0;

/// An edge that two floors share.
#[derive(Debug, Clone)]
struct FloorPortal {
    /// Its ends. The first floor lies on the left.
    ends: [DVec2; 2],
    floors: [u32; 2],
    /// The index of its floor connection.
    connection: usize,
    /// The parts covered by strips, as fractions of its length.
    covered: Vec<[f64; 2]>,
    /// The covered parts, enlarged by the clearance of [`CLEAR_UNITS`].
    closed: Vec<[f64; 2]>,
}

/// The portals of all floor connections.
#[derive(Debug)]
pub(super) struct FloorPortals {
    all: Vec<FloorPortal>,
    /// The number of the portal along each half-edge, and which of its two floors the half-edge is
    /// on.
    of_halves: BTreeMap<u32, (usize, usize)>,
    of_floors: Vec<OfFloor>,
    /// The spacing of floats at the largest coordinate.
    unit: f64,
}

/// The portals of one floor.
#[derive(Debug)]
struct OfFloor {
    numbers: Vec<usize>,
    index: SegmentIndex,
}

/// A strip on one floor, limited by the portals that it passed.
struct Wedge {
    floor: u32,
    polygon: ConvexPolygon,
    /// The portals passed.
    through: Vec<usize>,
    /// The left and right limits, as seen along the sightlines; `None` if unlimited.
    limits: Option<[DVec2; 2]>,
}

impl FloorPortals {
    /// Collects the portals; `half` returns the ends of a half-edge and its floor.
    pub(super) fn of(
        joined: &[SeamPairs],
        floor_count: usize,
        unit: f64,
        half: impl Fn(u32) -> ([DVec2; 2], u32),
    ) -> Self {
        let (mut all, mut of_halves) = (Vec::new(), BTreeMap::new());
        let mut of_floors = vec![Vec::new(); floor_count];
        let pairs = joined
            .iter()
            .zip(0..)
            .flat_map(|(seam, connection)| seam.pairs.iter().map(move |&pair| (connection, pair)));
        for (connection, pair) in pairs {
            if of_halves.contains_key(&pair[0]) {
                continue; // two joins along one line
            }
            let number = all.len();
            let [(ends, first), (_, second)] = pair.map(&half);
            let floors = [first, second];
            for side in 0..2 {
                of_halves.insert(pair[side], (number, side));
                of_floors[floors[side] as usize].push(number);
            }
            all.push(FloorPortal {
                ends,
                floors,
                connection,
                covered: Vec::new(),
                closed: Vec::new(),
            });
        }
        let of_floor = |numbers: Vec<usize>| {
            let index = SegmentIndex::of(numbers.iter().map(|&number| all[number].ends).collect());
            OfFloor { numbers, index }
        };
        let of_floors = of_floors.into_iter().map(of_floor).collect();
        Self { all, of_halves, of_floors, unit }
    }

    /// True if portals of a floor intersect a box.
    pub(super) fn touch(&self, floor: u32, bounds: Bounds) -> bool {
        self.of_floors[floor as usize].index.touches(bounds)
    }

    /// Returns the floors around a point of one floor, ascending: those of the portals that hold it, too.
    pub(super) fn floors_at(&self, floor: u32, point: DVec2) -> Vec<u32> {
        let mut floors = vec![floor];
        let mut next = 0;
        while let Some(&floor) = floors.get(next) {
            next += 1;
            let OfFloor { numbers, index } = &self.of_floors[floor as usize];
            for place in index.within(Bounds { min: point, max: point }) {
                let FloorPortal { ends: [a, b], floors: sides, .. } = &self.all[numbers[place]];
                let is_new = |side: &&u32| !floors.contains(side);
                if on_segment(*a, *b, point) {
                    let new: Vec<u32> = sides.iter().filter(is_new).copied().collect();
                    floors.extend(new);
                }
            }
        }
        floors.merge_sort();
        floors
    }

    /// Projects all strips through the portals. Returns the strips on each floor, each with its
    /// source.
    pub(super) fn propagate(&mut self, strips: Vec<Strip>) -> Vec<Vec<(ConvexPolygon, DVec2)>> {
        let mut drawn = vec![Vec::new(); self.of_floors.len()];
        for Strip { polygon, sightlines, floors } in strips {
            let limits = match sightlines {
                Sightlines::Perpendicular { wall } => Some(wall),
                Sightlines::Radial(_) => None,
            };
            let wedge =
                |floor| Wedge { floor, polygon: polygon.clone(), through: Vec::new(), limits };
            let mut wedges: Vec<Wedge> = floors.into_iter().map(wedge).collect();
            while let Some(wedge) = wedges.pop() {
                self.cross_portals(&wedge, sightlines, &mut wedges);
                drawn[wedge.floor as usize].push((wedge.polygon, sightlines.source()));
            }
        }
        drawn
    }

    /// Records the parts of portals that a wedge covers, and appends the wedges beyond them.
    fn cross_portals(&mut self, wedge: &Wedge, sightlines: Sightlines, wedges: &mut Vec<Wedge>) {
        let OfFloor { numbers, index } = &self.of_floors[wedge.floor as usize];
        for place in index.within(wedge.polygon.widened_bounds(CLEAR_UNITS * self.unit)) {
            let number = numbers[place];
            let portal = &mut self.all[number];
            let side = usize::from(portal.floors[0] != wedge.floor);
            let Some(closed) = wedge.polygon.overlap(portal.ends, CLEAR_UNITS * self.unit) else {
                continue;
            };
            portal.closed.push(closed);
            portal.covered.extend(wedge.polygon.overlap(portal.ends, 0.0));
            let floor = portal.floors[1 - side];
            let [a, b] = portal.ends;
            let view = PortalView {
                ends: if side == 0 { [a, b] } else { [b, a] },
                sightlines,
                unit: self.unit,
            };
            if wedge.through.contains(&number) {
                continue;
            }
            let Some(limits) = view.limits(wedge.limits) else { continue };
            if let Some(polygon) = view.beyond(&wedge.polygon) {
                let through = wedge.through.iter().copied().chain([number]).collect();
                wedges.push(Wedge { floor, polygon, through, limits: Some(limits) });
            }
        }
    }

    /// Returns the pieces that were closed although agents would only just pass.
    pub(super) fn narrow(&self) -> Vec<NarrowConnection> {
        self.all.iter().flat_map(FloorPortal::narrow).collect()
    }

    /// Returns the remaining pieces of the portal along a half-edge, in its direction.
    pub(super) fn remaining(&self, half: u32) -> Vec<[DVec2; 2]> {
        let Some(&(number, side)) = self.of_halves.get(&half) else { return Vec::new() };
        let portal = &self.all[number];
        let mut left = portal.without(&portal.closed);
        if side == 1 {
            left.reverse();
            for piece in &mut left {
                piece.reverse();
            }
        }
        left
    }
}

impl FloorPortal {
    /// Returns the pieces outside these parts.
    fn without(&self, parts: &[[f64; 2]]) -> Vec<[DVec2; 2]> {
        let mut parts = parts.to_vec();
        parts.merge_sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        let [a, b] = self.ends;
        let at = |share: f64| if share < 1.0 { a + (b - a) * share } else { b };
        let mut left = Vec::new();
        let mut from = 0.0;
        for [begin, end] in parts.into_iter().chain([[1.0, 1.0]]) {
            let piece = [from, begin].map(at);
            left.extend((begin > from && piece[0] != piece[1]).then_some(piece));
            from = end.max(from);
        }
        left
    }

    /// Returns the pieces that no strip covers and that are closed nevertheless.
    fn narrow(&self) -> impl Iterator<Item = NarrowConnection> {
        let open = self.without(&self.closed);
        let [a, b] = self.ends;
        let is_in = move |[from, to]: [DVec2; 2], piece: &[DVec2; 2]| {
            let along = |point: DVec2| (point - a).dot(b - a);
            along(from) <= along(piece[0]) && along(piece[1]) <= along(to)
        };
        let uncovered = self.without(&self.covered).into_iter();
        let narrow = uncovered.filter(move |&own| !open.iter().any(|piece| is_in(own, piece)));
        narrow.map(|ends| NarrowConnection { connection: self.connection, ends })
    }
}

/// A portal as seen along sightlines.
struct PortalView {
    /// Its ends. The near side lies on the left.
    ends: [DVec2; 2],
    sightlines: Sightlines,
    unit: f64,
}

impl PortalView {
    /// Returns the half-plane behind the portal.
    fn behind(&self) -> HalfPlane {
        let [a, b] = self.ends;
        HalfPlane { on: a, inward: -(b - a).normalize_or_zero().perp() }
    }

    /// Returns the left and right limits behind the portal; `None` if nothing is visible through
    /// it. The test is exact, so nothing is visible along a portal.
    fn limits(&self, before: Option<[DVec2; 2]>) -> Option<[DVec2; 2]> {
        // The sightlines cross the portal from its left to its right.
        let [mut right, mut left] = self.ends;
        if !self.sightlines.is_right(left, right) {
            return None;
        }
        if let Some([old_left, old_right]) = before {
            left = if self.sightlines.is_right(old_left, left) { left } else { old_left };
            right = if self.sightlines.is_right(right, old_right) { right } else { old_right };
        }
        self.sightlines.is_right(left, right).then_some([left, right])
    }

    /// Returns the part of a strip behind the portal and within the wedge.
    fn beyond(&self, strip: &ConvexPolygon) -> Option<ConvexPolygon> {
        let [right, left] = self.ends;
        let side = |on: DVec2, sign: f64| HalfPlane {
            on,
            inward: self.sightlines.direction(on).perp() * sign,
        };
        let lines = [self.behind(), side(left, -1.0), side(right, 1.0)];
        strip.clipped(&lines.map(|line| line.widened(MARGIN_UNITS * self.unit)))
    }
}
