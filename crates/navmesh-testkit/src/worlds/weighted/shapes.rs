//! Stars, areas, and discs that keep apart.

use navmesh_core::{Area, DVec2, Outline, Outlines};

use super::FIELD;
use crate::rng::SplitMix64;

/// A number in `[low, high)`.
pub(super) fn between(rng: &mut SplitMix64, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.unit()
}

/// An area that is named after its cost, so that filters can refer to it.
pub(super) fn area(outline: Outline, cost: f64) -> Area {
    Area::new(outline, format!("cost {cost}"), cost)
}

/// A field with nothing on it.
pub(super) fn field() -> Outlines {
    let walkable = vec![Outline::rect([0.0, 0.0], [FIELD, FIELD])];
    Outlines { walkable, ..Outlines::default() }
}

/// A star-shaped polygon of five to eight corners within a circle.
pub(super) fn star(rng: &mut SplitMix64, center: DVec2, radius: f64) -> Outline {
    Outline::new(star_ring(rng, center, radius))
}

/// The corners of a star, counter-clockwise.
pub(super) fn star_ring(rng: &mut SplitMix64, center: DVec2, radius: f64) -> Vec<DVec2> {
    let count = 5 + rng.below(4);
    let first = rng.unit();
    let corner = |i: usize| {
        let share = (i as f64 + first + between(rng, -0.25, 0.25)) / count as f64;
        center + direction(share.rem_euclid(1.0)) * (radius * between(rng, 0.55, 1.0))
    };
    (0..count).map(corner).collect()
}

/// The unit vector at about this share of a full turn, from the tangent of half its angle.
pub(super) fn direction(share: f64) -> DVec2 {
    let quarter = (share * 4.0).floor();
    let tangent = share * 4.0 - quarter;
    let ahead = DVec2::new(1.0 - tangent * tangent, 2.0 * tangent) / (1.0 + tangent * tangent);
    match quarter as i64 {
        0 => ahead,
        1 => ahead.perp(),
        2 => -ahead,
        _ => -ahead.perp(),
    }
}

/// A disc.
#[derive(Debug, Clone, Copy)]
pub(super) struct Disc {
    pub(super) center: DVec2,
    pub(super) radius: f64,
}

/// The distance between discs.
const GAP: f64 = 0.3;

/// Adds up to `count` discs of radii from `low` to `high`, apart from all others; returns the new ones.
pub(super) fn place_discs(
    discs: &mut Vec<Disc>,
    count: usize,
    [low, high]: [f64; 2],
    rng: &mut SplitMix64,
) -> Vec<Disc> {
    let first = discs.len();
    for _ in 0..4000 {
        let radius = between(rng, low, high);
        let mut place = || between(rng, radius + 1.0, FIELD - 1.0 - radius);
        let center = DVec2::new(place(), place());
        let is_apart = |disc: &Disc| disc.center.distance(center) >= disc.radius + radius + GAP;
        if discs.len() < first + count && discs.iter().all(is_apart) {
            discs.push(Disc { center, radius });
        }
    }
    discs[first..].to_vec()
}
