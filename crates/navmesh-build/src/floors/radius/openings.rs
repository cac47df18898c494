//! For agents with a size: what walls take from the ground of other floors, as seen through where they are joined.
//!
//! Floors that are joined share coordinates around the join. So a band goes on beyond an opening as far as the light of its
//! wall falls through it, and is drawn on the floor there, and so on. What stands in between is not asked for: it is a
//! wall itself, and nearer. A wall that is merely above or below sends no light.
//!
//! Whether light falls through an opening is decided by points that were there before anything was drawn in, exactly: as in a
//! funnel, the ends of the openings that it fell through are its limits, and where these are on one line of sight there is none
//! between them. What is drawn behind is cut to the limits in plain floats, and wider by more than these are off.
//!
//! Along every opening it is noted where bands cover it, on either side. What is left of it is the same for both floors, bit for
//! bit, and no band drawn afterwards comes near it. For this every band counts as a little wider than it is. That takes as much as
//! a radius that is larger by that: `Reach` keeps so much of the arcs' tolerance free, and no passage closes that should
//! be open.

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::geom::Bounds;

use super::bands::{Band, Light};
use super::convex::{Convex, HalfPlane};
use super::nearby::Nearby;
use crate::floors::seams::Joined;
use crate::report::NarrowConnection;

/// How far beyond its limits light falls, in units of the reach: more than rounding takes from it.
const MARGIN_UNITS: f64 = 16.0;

/// How far from a band an opening ends that it covers, in the same units: the places at which it ends are rounded, and so are
/// the crossings of the borders that are drawn there, and none of these may come to lie on what is left.
pub(crate) const CLEAR_UNITS: f64 = 64.0;

/// An edge that two floors share.
#[derive(Debug, Clone)]
struct Opening {
    /// Its ends, the ground of the first of its two floors on the left.
    ends: [DVec2; 2],
    floors: [u32; 2],
    /// The join that it is of.
    join: usize,
    /// Where bands cover it, in parts of its length.
    covered: Vec<[f64; 2]>,
    /// The same, with all that is too near to a band.
    closed: Vec<[f64; 2]>,
}

/// Where floors are joined.
#[derive(Debug)]
pub(super) struct Openings {
    all: Vec<Opening>,
    /// For either half of each, its number and which of its two floors the half is on.
    of_halves: BTreeMap<u32, (usize, usize)>,
    of_floors: Vec<OfFloor>,
    /// How far apart two floats are at the largest coordinate.
    unit: f64,
}

/// The openings of one floor.
#[derive(Debug)]
struct OfFloor {
    numbers: Vec<usize>,
    nearby: Nearby,
}

/// A band on the floor that it is drawn on.
struct Beam {
    floor: u32,
    polygon: Convex,
    /// The openings through which it fell there.
    through: Vec<usize>,
    /// The points that are its limits on the left and on the right, looking along the light; `None` where nothing
    /// is.
    limits: Option<[DVec2; 2]>,
}

impl Openings {
    /// The openings of all joins; `half` gives the ends of a half-edge and its floor.
    pub(super) fn of(
        joined: &[Joined],
        floor_count: usize,
        unit: f64,
        half: impl Fn(u32) -> ([DVec2; 2], u32),
    ) -> Self {
        let (mut all, mut of_halves) = (Vec::new(), BTreeMap::new());
        let mut of_floors = vec![Vec::new(); floor_count];
        let pairs = joined
            .iter()
            .zip(0..)
            .flat_map(|(seam, join)| seam.pairs.iter().map(move |&pair| (join, pair)));
        for (join, pair) in pairs {
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
            all.push(Opening { ends, floors, join, covered: Vec::new(), closed: Vec::new() });
        }
        let of_floor = |numbers: Vec<usize>| {
            let nearby = Nearby::of(numbers.iter().map(|&number| all[number].ends).collect());
            OfFloor { numbers, nearby }
        };
        let of_floors = of_floors.into_iter().map(of_floor).collect();
        Self { all, of_halves, of_floors, unit }
    }

    /// True where openings of a floor touch a box.
    pub(super) fn touch(&self, floor: u32, bounds: Bounds) -> bool {
        self.of_floors[floor as usize].nearby.touches(bounds)
    }

    /// Lets all bands fall through the openings, and returns what is drawn on each floor, and where it comes from.
    pub(super) fn spread(&mut self, bands: Vec<Band>) -> Vec<Vec<(Convex, DVec2)>> {
        let mut drawn = vec![Vec::new(); self.of_floors.len()];
        for Band { polygon, light, floors } in bands {
            let limits = match light {
                Light::Across { wall } => Some(wall),
                Light::From(_) => None,
            };
            let beam =
                |floor| Beam { floor, polygon: polygon.clone(), through: Vec::new(), limits };
            let mut beams: Vec<Beam> = floors.into_iter().map(beam).collect();
            while let Some(beam) = beams.pop() {
                self.fall(&beam, light, &mut beams);
                drawn[beam.floor as usize].push((beam.polygon, light.source()));
            }
        }
        drawn
    }

    /// Notes which openings a beam covers, and adds the beams that fall through them.
    fn fall(&mut self, beam: &Beam, light: Light, beams: &mut Vec<Beam>) {
        let OfFloor { numbers, nearby } = &self.of_floors[beam.floor as usize];
        for place in nearby.within(beam.polygon.reach(CLEAR_UNITS * self.unit)) {
            let number = numbers[place];
            let opening = &mut self.all[number];
            let side = usize::from(opening.floors[0] != beam.floor);
            let Some(closed) = beam.polygon.overlap(opening.ends, CLEAR_UNITS * self.unit) else {
                continue;
            };
            opening.closed.push(closed);
            opening.covered.extend(beam.polygon.overlap(opening.ends, 0.0));
            let floor = opening.floors[1 - side];
            let [a, b] = opening.ends;
            let seen =
                Seen { ends: if side == 0 { [a, b] } else { [b, a] }, light, unit: self.unit };
            if beam.through.contains(&number) {
                continue;
            }
            let Some(limits) = seen.limits(beam.limits) else { continue };
            if let Some(polygon) = seen.beyond(&beam.polygon) {
                let through = beam.through.iter().copied().chain([number]).collect();
                beams.push(Beam { floor, polygon, through, limits: Some(limits) });
            }
        }
    }

    /// What was closed though a point would pass.
    pub(super) fn narrow(&self) -> Vec<NarrowConnection> {
        self.all.iter().flat_map(Opening::narrow).collect()
    }

    /// What is left of the opening along a half-edge, in the order and the direction of that half-edge.
    pub(super) fn left(&self, half: u32) -> Vec<[DVec2; 2]> {
        let Some(&(number, side)) = self.of_halves.get(&half) else { return Vec::new() };
        let opening = &self.all[number];
        let mut left = opening.without(&opening.closed);
        if side == 1 {
            left.reverse();
            left.iter_mut().for_each(|piece| piece.reverse());
        }
        left
    }
}

impl Opening {
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

    /// What no band covers, and is closed all the same, all between two bands.
    fn narrow(&self) -> impl Iterator<Item = NarrowConnection> {
        let open = self.without(&self.closed);
        let [a, b] = self.ends;
        let is_in = move |[from, to]: [DVec2; 2], piece: &[DVec2; 2]| {
            let along = |point: DVec2| (point - a).dot(b - a);
            along(from) <= along(piece[0]) && along(piece[1]) <= along(to)
        };
        let uncovered = self.without(&self.covered).into_iter();
        let narrow = uncovered.filter(move |&own| !open.iter().any(|piece| is_in(own, piece)));
        narrow.map(|ends| NarrowConnection { join: self.join, ends })
    }
}

/// An opening as a light sees it.
struct Seen {
    /// Its ends, what is before it on the left.
    ends: [DVec2; 2],
    light: Light,
    unit: f64,
}

impl Seen {
    /// What is behind it.
    fn behind(&self) -> HalfPlane {
        let [a, b] = self.ends;
        HalfPlane { on: a, inward: -(b - a).normalize_or_zero().perp() }
    }

    /// What light that falls on it between two points has for its limits behind it, the left one first; `None` where
    /// none falls through. Exact, so light along an opening does not.
    fn limits(&self, before: Option<[DVec2; 2]>) -> Option<[DVec2; 2]> {
        // It crosses the opening from the left of its direction to the right.
        let [mut right, mut left] = self.ends;
        if !self.light.is_right(left, right) {
            return None;
        }
        if let Some([old_left, old_right]) = before {
            left = if self.light.is_right(old_left, left) { left } else { old_left };
            right = if self.light.is_right(right, old_right) { right } else { old_right };
        }
        self.light.is_right(left, right).then_some([left, right])
    }

    /// What of a band falls through it, and is within its limits by sight.
    fn beyond(&self, band: &Convex) -> Option<Convex> {
        let [right, left] = self.ends;
        let side =
            |on: DVec2, sign: f64| HalfPlane { on, inward: self.light.direction(on).perp() * sign };
        let lines = [self.behind(), side(left, -1.0), side(right, 1.0)];
        band.clipped(&lines.map(|line| line.widened(MARGIN_UNITS * self.unit)))
    }
}
