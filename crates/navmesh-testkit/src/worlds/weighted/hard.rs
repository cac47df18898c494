//! Ground with areas in every position to one another.

use navmesh_core::{DVec2, Outline, Outlines};

use super::FIELD;
use super::shapes::{area, between, direction, field, star, star_ring};
use super::study::COSTS;
use crate::rng::SplitMix64;

fn anywhere(rng: &mut SplitMix64) -> DVec2 {
    DVec2::new(rng.unit(), rng.unit()) * FIELD
}

/// Adds up to `most` obstacles anywhere.
fn block(outlines: &mut Outlines, most: usize, rng: &mut SplitMix64) {
    for _ in 0..rng.below(most + 1) {
        let (center, radius) = (anywhere(rng), between(rng, 3.0, 12.0));
        outlines.obstacles.push(star(rng, center, radius));
    }
}

/// Up to eight stars and rectangles anywhere, and up to five obstacles over them.
pub(super) fn overlapping(rng: &mut SplitMix64) -> Outlines {
    stars_of(&COSTS, rng)
}

/// The same with costs that are powers of two.
pub(super) fn extreme(rng: &mut SplitMix64) -> Outlines {
    let powers = [-64, -40, -10, -1, 0, 1, 10, 40, 64];
    let mut costs = [0.0; 4];
    for cost in &mut costs {
        *cost = power_of_two(*rng.pick(&powers));
    }
    stars_of(&costs, rng)
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

fn stars_of(costs: &[f64], rng: &mut SplitMix64) -> Outlines {
    let mut outlines = field();
    for _ in 0..3 + rng.below(6) {
        let (a, radius) = (anywhere(rng), between(rng, 8.0, 30.0));
        let outline = match rng.chance(30) {
            true => Outline::rect(a, (a + radius * DVec2::new(1.5, 0.5)).round()),
            false => star(rng, a, radius),
        };
        outlines.areas.push(area(outline, *rng.pick(costs)));
    }
    block(&mut outlines, 5, rng);
    outlines
}

/// One star in another, two to four deep, at two places; some inner stars share a corner with the outer one.
pub(super) fn nested(rng: &mut SplitMix64) -> Outlines {
    let mut outlines = field();
    for x in [28.0, 72.0] {
        let center = DVec2::new(x, between(rng, 30.0, 70.0));
        let ring = star_ring(rng, center, 26.0);
        let pole = if rng.chance(40) { ring[0] } else { center };
        for depth in 0..2 + rng.below(3) {
            let share = [1.0, 0.75, 0.5, 0.25][depth];
            let ring = ring.iter().map(|&corner| pole + (corner - pole) * share);
            outlines.areas.push(area(Outline::new(ring), *rng.pick(&COSTS)));
        }
    }
    block(&mut outlines, 4, rng);
    outlines
}

/// Stars with a hole of the same shape, which is open, blocked, or of another cost.
pub(super) fn holes(rng: &mut SplitMix64) -> Outlines {
    let mut outlines = field();
    for x in [20.0, 50.0, 80.0] {
        let center = DVec2::new(x, between(rng, 25.0, 75.0));
        let radius = between(rng, 14.0, 24.0);
        let ring = star_ring(rng, center, radius);
        let share = *rng.pick(&[0.3, 0.5, 0.9]);
        let inner: Vec<DVec2> = ring.iter().map(|&p| center + (p - center) * share).collect();
        match rng.below(3) {
            0 => outlines.obstacles.push(Outline::new(inner.clone())),
            1 => outlines.areas.push(area(Outline::new(inner.clone()), *rng.pick(&COSTS))),
            _ => {}
        }
        let around = Outline::new(ring).with_hole(inner);
        outlines.areas.push(area(around, *rng.pick(&COSTS)));
    }
    block(&mut outlines, 3, rng);
    outlines
}

/// Squares of a chessboard, some of them blocked; and triangles around one point.
pub(super) fn touching(rng: &mut SplitMix64) -> Outlines {
    let mut outlines = field();
    let side = *rng.pick(&[10.0, 12.5]);
    for y in 0..4 {
        for x in (y % 2..4).step_by(2) {
            let low = DVec2::new(f64::from(x), f64::from(y)) * side + 5.0;
            let square = Outline::rect(low, low + side);
            match rng.below(8) {
                0 => outlines.obstacles.push(square),
                1 => {}
                _ => outlines.areas.push(area(square, *rng.pick(&COSTS))),
            }
        }
    }
    let pole = DVec2::new(76.0, between(rng, 30.0, 70.0));
    let count = 3 + rng.below(5);
    for i in 0..count {
        let side = |part: f64| {
            pole + direction((i as f64 + part) / count as f64) * between(rng, 10.0, 22.0)
        };
        let [a, b] = [0.0, 0.6].map(side);
        outlines.areas.push(area(Outline::new([pole, a, b]), *rng.pick(&COSTS)));
    }
    outlines
}

/// A lattice of squares and half squares of three costs, with some places left free.
pub(super) fn shared(rng: &mut SplitMix64) -> Outlines {
    let mut outlines = field();
    let costs = [0.5, 2.0, 2.0, 4.0];
    for place in 0..25 {
        let low = DVec2::new(f64::from(place % 5), f64::from(place / 5)) * 16.0 + 10.0;
        let [right, high, top] = [DVec2::X, DVec2::ONE, DVec2::Y].map(|step| low + step * 16.0);
        let cost = *rng.pick(&costs);
        match rng.below(10) {
            0 => outlines.obstacles.push(Outline::rect(low, high)),
            1 => {}
            2..5 => {
                let other = *rng.pick(&costs);
                outlines.areas.push(area(Outline::new([low, right, high]), cost));
                outlines.areas.push(area(Outline::new([low, high, top]), other));
            }
            _ => outlines.areas.push(area(Outline::rect(low, high), cost)),
        }
    }
    outlines
}

/// Bars from 2⁻¹⁰ to 4 units thick, cheap and costly, across one another.
pub(super) fn strips(rng: &mut SplitMix64) -> Outlines {
    let mut outlines = field();
    for _ in 0..4 + rng.below(4) {
        let [a, b] = [anywhere(rng), anywhere(rng)];
        let thickness = *rng.pick(&[1.0 / 1024.0, 0.0625, 1.0, 4.0]);
        let side = (b - a).perp() / a.distance(b) * thickness;
        let bar = Outline::new([a, b, b + side, a + side]);
        outlines.areas.push(area(bar, *rng.pick(&[0.25, 0.5, 3.0, 20.0])));
    }
    block(&mut outlines, 4, rng);
    outlines
}
