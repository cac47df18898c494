//! The four kinds of ground that are measured.

use navmesh_core::{DVec2, Outline, Outlines};

use super::FIELD;
use super::shapes::{Disc, area, between, field, place_discs, star};
use crate::rng::SplitMix64;

/// The costs of mixed ground.
pub(super) const COSTS: [f64; 5] = [0.5, 1.5, 2.0, 3.0, 5.0];

/// The number of areas, and of obstacles.
const COUNT: usize = 12;

/// The cost of mud.
const MUD: [f64; 1] = [3.0];

pub(super) fn mud(rng: &mut SplitMix64) -> Outlines {
    let mut outlines = field();
    scatter(&mut outlines, Vec::new(), &MUD, rng);
    outlines
}

pub(super) fn mixed(rng: &mut SplitMix64) -> Outlines {
    let mut outlines = field();
    scatter(&mut outlines, Vec::new(), &COSTS, rng);
    outlines
}

/// A zigzag of seven places, 3.2 wide, and mud.
pub(super) fn road(rng: &mut SplitMix64) -> Outlines {
    const LEGS: u32 = 6;
    let place = |i| {
        let x = 3.0 + 94.0 * f64::from(i) / f64::from(LEGS);
        DVec2::new(x, FIELD / 2.0 + between(rng, -18.0, 18.0))
    };
    let middle: Vec<DVec2> = (0..=LEGS).map(place).collect();
    let half = DVec2::Y * 1.6;
    let sides = middle.iter().map(|&p| p - half).chain(middle.iter().rev().map(|&p| p + half));
    let road = Outline::new(sides);
    let along = |leg: &[DVec2], i: u32| leg[0].lerp(leg[1], f64::from(i) / 12.0);
    let centers = middle.windows(2).flat_map(|leg| (0..=12).map(move |i| along(leg, i)));
    let discs = centers.map(|center| Disc { center, radius: 3.6 }).collect();
    let mut outlines = field();
    outlines.areas.push(area(road, 0.5));
    scatter(&mut outlines, discs, &MUD, rng);
    outlines
}

/// Adds areas of these costs and obstacles, apart from `discs` and from one another.
fn scatter(outlines: &mut Outlines, mut discs: Vec<Disc>, costs: &[f64], rng: &mut SplitMix64) {
    for disc in place_discs(&mut discs, COUNT, [7.0, 14.0], rng) {
        let cost = *rng.pick(costs);
        outlines.areas.push(area(star(rng, disc.center, disc.radius), cost));
    }
    for disc in place_discs(&mut discs, COUNT, [3.0, 7.0], rng) {
        outlines.obstacles.push(star(rng, disc.center, disc.radius));
    }
}

/// Seven by seven quadrangles; about one in eight is blocked.
pub(super) fn patchwork(rng: &mut SplitMix64) -> Outlines {
    const SIDE: usize = 7;
    const MANY: [f64; 7] = [1.0, 1.0, 1.5, 2.0, 3.0, 5.0, 0.5];
    let step = FIELD / SIDE as f64;
    let mut moved = |i: usize| {
        let is_border = i == 0 || i == SIDE;
        let jitter = if is_border { 0.0 } else { between(rng, -0.28, 0.28) };
        if i == SIDE { FIELD } else { (i as f64 + jitter) * step }
    };
    let mut vertices = [[DVec2::ZERO; SIDE + 1]; SIDE + 1];
    for (y, row) in vertices.iter_mut().enumerate() {
        for (x, vertex) in row.iter_mut().enumerate() {
            *vertex = DVec2::new(moved(x), moved(y));
        }
    }
    let mut outlines = field();
    for y in 0..SIDE {
        for x in 0..SIDE {
            let [low, high] = [vertices[y], vertices[y + 1]];
            let quadrangle = Outline::new([low[x], low[x + 1], high[x + 1], high[x]]);
            if rng.chance(12) {
                outlines.obstacles.push(quadrangle);
            } else {
                let cost = *rng.pick(&MANY) + 1e-3 * rng.unit();
                outlines.areas.push(area(quadrangle, cost));
            }
        }
    }
    outlines
}
