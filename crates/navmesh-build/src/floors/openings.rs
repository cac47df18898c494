//! For agents with a size: what walls take from the ground of other floors, as seen through where they are joined.
//!
//! Floors that are joined share coordinates around the join. So a band goes on beyond an opening as far as the light of its
//! wall falls through it, and is drawn on the floor there, and so on. What stands in between is not asked for: it is a
//! wall itself, and nearer. A wall that is merely above or below sends no light.
//!
//! Along every opening it is noted where bands cover it, on either side. What is left of it is the same for both floors, bit for
//! bit, and no band drawn afterwards comes near it.

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, turn};

use super::bands::{Band, Light};
use super::convex::{Convex, HalfPlane};
use super::seams::Joined;

/// How far beyond its limits light falls, in units of the reach: more than rounding takes from it.
const MARGIN_UNITS: f64 = 16.0;

/// How far from a band an opening ends that it covers, in the same units.
const CLEAR_UNITS: f64 = 64.0;

/// Openings that are shorter than this are closed, in the same units.
const SHORTEST_UNITS: f64 = 128.0;

/// Light that falls through two openings and is no wider than this falls through their neighbours as well; in the
/// same units.
const THIN_UNITS: f64 = 24.0;

/// The sine of the angle at which light along an opening is taken to fall through it still.
const GRAZING: f64 = 1e-12;

/// An edge that two floors share.
#[derive(Debug, Clone)]
struct Opening {
    /// Its ends, the ground of the first of its two floors on the left.
    ends: [DVec2; 2],
    floors: [u32; 2],
    /// Where bands cover it, in parts of its length.
    covered: Vec<[f64; 2]>,
}

/// Where floors are joined.
#[derive(Debug)]
pub(super) struct Openings {
    all: Vec<Opening>,
    /// For either half of each, its number and which of its two floors the half is on.
    of_halves: BTreeMap<u32, (usize, usize)>,
    /// The openings of each floor, in the same way.
    of_floors: Vec<Vec<(usize, usize)>>,
    /// How far apart two floats are at the largest coordinate.
    unit: f64,
}

/// A band on the floor that it is drawn on, and the openings through which it fell there.
struct Beam {
    floor: u32,
    polygon: Convex,
    through: Vec<usize>,
}

impl Openings {
    /// The openings of all joins; `half` gives the ends of a half-edge and its floor.
    pub(super) fn of(
        joined: &[Joined],
        floor_count: usize,
        unit: f64,
        half: impl Fn(u32) -> ([DVec2; 2], u32),
    ) -> Self {
        let mut openings = Self {
            all: Vec::new(),
            of_halves: BTreeMap::new(),
            of_floors: vec![Vec::new(); floor_count],
            unit,
        };
        for &pair in joined.iter().flat_map(|seam| &seam.pairs) {
            if openings.of_halves.contains_key(&pair[0]) {
                continue; // two joins along one line
            }
            let number = openings.all.len();
            let [(ends, first), (_, second)] = pair.map(&half);
            openings.all.push(Opening { ends, floors: [first, second], covered: Vec::new() });
            for side in 0..2 {
                openings.of_halves.insert(pair[side], (number, side));
                openings.of_floors[[first, second][side] as usize].push((number, side));
            }
        }
        openings
    }

    /// Lets all bands fall through the openings, and returns what is drawn on each floor.
    pub(super) fn spread(&mut self, bands: Vec<Band>) -> Vec<Vec<Convex>> {
        let mut drawn = vec![Vec::new(); self.of_floors.len()];
        for Band { polygon, light, floors } in bands {
            let beam = |floor: u32| Beam { floor, polygon: polygon.clone(), through: Vec::new() };
            let mut beams: Vec<Beam> = floors.into_iter().map(beam).collect();
            while let Some(beam) = beams.pop() {
                self.fall(&beam, light, &mut beams);
                drawn[beam.floor as usize].push(beam.polygon);
            }
        }
        drawn
    }

    /// Notes which openings a beam covers, and adds the beams that fall through them.
    fn fall(&mut self, beam: &Beam, light: Light, beams: &mut Vec<Beam>) {
        for &(number, side) in &self.of_floors[beam.floor as usize] {
            let opening = &mut self.all[number];
            let Some(covered) = beam.polygon.overlap(opening.ends, CLEAR_UNITS * self.unit) else {
                continue;
            };
            opening.covered.push(covered);
            let floor = opening.floors[1 - side];
            let [a, b] = opening.ends;
            let seen =
                Seen { ends: if side == 0 { [a, b] } else { [b, a] }, light, unit: self.unit };
            if beam.through.contains(&number) || !seen.is_lit() {
                continue;
            }
            if let Some(polygon) = seen.beyond(&beam.polygon, beam.through.is_empty()) {
                let through = beam.through.iter().copied().chain([number]).collect();
                beams.push(Beam { floor, polygon, through });
            }
        }
    }

    /// What is left of the opening along a half-edge, in the order and the direction of that half-edge.
    pub(super) fn left(&self, half: u32) -> Vec<[DVec2; 2]> {
        let Some(&(number, side)) = self.of_halves.get(&half) else { return Vec::new() };
        let mut left = self.all[number].left(SHORTEST_UNITS * self.unit);
        if side == 1 {
            left.reverse();
            left.iter_mut().for_each(|piece| piece.reverse());
        }
        left
    }
}

impl Opening {
    fn left(&self, shortest: f64) -> Vec<[DVec2; 2]> {
        let mut covered = self.covered.clone();
        covered.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        let [a, b] = self.ends;
        let at = |share: f64| if share < 1.0 { a + (b - a) * share } else { b };
        let mut left = Vec::new();
        let mut from = 0.0;
        for [begin, end] in covered.into_iter().chain([[1.0, 1.0]]) {
            let piece = [from, begin].map(at);
            if begin > from && piece[0].distance(piece[1]) > shortest {
                left.push(piece);
            }
            from = end.max(from);
        }
        left
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

    /// True where the light falls on it from before.
    fn is_lit(&self) -> bool {
        match self.light {
            Light::Along(direction) => direction.dot(self.behind().inward) > -GRAZING,
            Light::From(point) => turn(self.ends[0], self.ends[1], point) == Turn::Left,
        }
    }

    /// What of a band falls through it.
    fn beyond(&self, band: &Convex, is_first: bool) -> Option<Convex> {
        let [a, b] = self.ends;
        let margin = MARGIN_UNITS * self.unit;
        let lit = band.overlap([a, b], 0.0)?;
        if !is_first && self.width(lit) <= THIN_UNITS * self.unit {
            return None;
        }
        let mut lines = vec![self.behind()];
        // Where the band ends before the opening does its own sides are the limit.
        for (is_limit, end, other) in [(lit[0] <= 0.0, a, b), (lit[1] >= 1.0, b, a)] {
            lines.extend(is_limit.then(|| self.limits(end, other)).into_iter().flatten());
        }
        lines.iter_mut().for_each(|line| *line = line.widened(margin));
        let beyond = band.clipped(&lines)?;
        // Light along an opening covers no more than the margin behind it.
        (is_first || beyond.depth(self.behind()) > 4.0 * margin).then_some(beyond)
    }

    /// How wide the light is that falls on a part of it.
    fn width(&self, part: [f64; 2]) -> f64 {
        let [a, b] = self.ends;
        let [from, to] = part.map(|share| a + (b - a) * share);
        let direction = match self.light {
            Light::Along(direction) => direction,
            Light::From(point) => (from - point).normalize_or_zero(),
        };
        direction.perp_dot(to - from).abs()
    }

    /// The line of sight past `end`, on the side where `other` is: on both where the light runs along the opening. None
    /// where the light is too near to tell.
    fn limits(&self, end: DVec2, other: DVec2) -> Vec<HalfPlane> {
        let direction = match self.light {
            Light::Along(direction) => direction,
            Light::From(point) if point.distance(end) <= MARGIN_UNITS * self.unit => {
                return Vec::new();
            }
            Light::From(point) => (end - point).normalize_or_zero(),
        };
        let sides = [direction.perp(), -direction.perp()];
        let is_other = |inward: &DVec2| (other - end).dot(*inward) > -THIN_UNITS * self.unit;
        sides.into_iter().filter(is_other).map(|inward| HalfPlane { on: end, inward }).collect()
    }
}
