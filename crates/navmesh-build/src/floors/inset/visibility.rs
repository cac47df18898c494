//! For agents with a size: what walls take from the ground of other floors, as seen through where they are joined.
//!
//! Floors that are joined share coordinates around the join. So a strip goes on beyond an portal as far as the sightlines of its
//! wall falls through it, and is drawn on the floor there, and so on. What stands in between is not asked for: it is a
//! wall itself, and nearer. A wall that is merely above or below sends no sightlines.
//!
//! Whether sightlines falls through an portal is decided by points that were there before anything was drawn in, exactly: as in a
//! funnel, the ends of the portals that it fell through are its limits, and where these are on one line of sight there is none
//! between them. What is drawn behind is cut to the limits in plain floats, and wider by more than these are off.
//!
//! Along every portal it is noted where strips cover it, on either side. What is left of it is the same for both floors, bit for
//! bit, and no strip drawn afterwards comes near it. For this every strip counts as a little wider than it is. That takes as much as
//! a radius that is larger by that: `OffsetRadius` keeps so much of the arcs' tolerance free, and no passage closes that should
//! be open.

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::geom::Bounds;

use super::convex_polygon::{ConvexPolygon, HalfPlane};
use super::segment_index::SegmentIndex;
use super::wall_strips::{Sightlines, Strip};
use crate::floors::seams::SeamPairs;
use crate::report::NarrowConnection;

/// How far beyond its limits sightlines falls, in units of the reach: more than rounding takes from it.
const MARGIN_UNITS: f64 = 16.0;

/// How far from a strip an portal ends that it covers, in the same units: the places at which it ends are rounded, and so are
/// the crossings of the borders that are drawn there, and none of these may come to lie on what is left.
pub(crate) const CLEAR_UNITS: f64 = 64.0;

/// An edge that two floors share.
#[derive(Debug, Clone)]
struct FloorPortal {
    /// Its ends, the ground of the first of its two floors on the left.
    ends: [DVec2; 2],
    floors: [u32; 2],
    /// The join that it is of.
    connection: usize,
    /// Where strips cover it, in parts of its length.
    covered: Vec<[f64; 2]>,
    /// The same, with all that is too near to a strip.
    closed: Vec<[f64; 2]>,
}

/// Where floors are joined.
#[derive(Debug)]
pub(super) struct FloorPortals {
    all: Vec<FloorPortal>,
    /// For either half of each, its number and which of its two floors the half is on.
    of_halves: BTreeMap<u32, (usize, usize)>,
    of_floors: Vec<OfFloor>,
    /// How far apart two floats are at the largest coordinate.
    unit: f64,
}

/// The portals of one floor.
#[derive(Debug)]
struct OfFloor {
    numbers: Vec<usize>,
    nearby: SegmentIndex,
}

/// A strip on the floor that it is drawn on.
struct Wedge {
    floor: u32,
    polygon: ConvexPolygon,
    /// The portals through which it fell there.
    through: Vec<usize>,
    /// The points that are its limits on the left and on the right, looking along the light; `None` where nothing
    /// is.
    limits: Option<[DVec2; 2]>,
}

impl FloorPortals {
    /// The portals of all joins; `half` gives the ends of a half-edge and its floor.
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
            let nearby = SegmentIndex::of(numbers.iter().map(|&number| all[number].ends).collect());
            OfFloor { numbers, nearby }
        };
        let of_floors = of_floors.into_iter().map(of_floor).collect();
        Self { all, of_halves, of_floors, unit }
    }

    /// True where portals of a floor touch a box.
    pub(super) fn touch(&self, floor: u32, bounds: Bounds) -> bool {
        self.of_floors[floor as usize].nearby.touches(bounds)
    }

    /// Lets all strips fall through the portals, and returns what is drawn on each floor, and where it comes from.
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

    /// Notes which portals a wedge covers, and adds the wedges that fall through them.
    fn cross_portals(&mut self, wedge: &Wedge, sightlines: Sightlines, wedges: &mut Vec<Wedge>) {
        let OfFloor { numbers, nearby } = &self.of_floors[wedge.floor as usize];
        for place in nearby.within(wedge.polygon.offset(CLEAR_UNITS * self.unit)) {
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

    /// What was closed though a point would pass.
    pub(super) fn narrow(&self) -> Vec<NarrowConnection> {
        self.all.iter().flat_map(FloorPortal::narrow).collect()
    }

    /// What is left of the portal along a half-edge, in the order and the direction of that half-edge.
    pub(super) fn left(&self, half: u32) -> Vec<[DVec2; 2]> {
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
    /// What of it is in none of these parts.
    fn without(&self, parts: &[[f64; 2]]) -> Vec<[DVec2; 2]> {
        let mut parts = parts.to_vec();
        parts.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
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

    /// What no strip covers, and is closed all the same, all between two strips.
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

/// An portal as a sightlines sees it.
struct PortalView {
    /// Its ends, what is before it on the left.
    ends: [DVec2; 2],
    sightlines: Sightlines,
    unit: f64,
}

impl PortalView {
    /// What is behind it.
    fn behind(&self) -> HalfPlane {
        let [a, b] = self.ends;
        HalfPlane { on: a, inward: -(b - a).normalize_or_zero().perp() }
    }

    /// What sightlines that falls on it between two points has for its limits behind it, the left one first; `None` where
    /// none falls through. Exact, so sightlines along an portal does not.
    fn limits(&self, before: Option<[DVec2; 2]>) -> Option<[DVec2; 2]> {
        // It crosses the portal from the left of its direction to the right.
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

    /// What of a strip falls through it, and is within its limits by sight.
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
