//! Query points, mostly degenerate ones.

use navmesh_core::backend::geom::{Bounds, MIN_COORDINATE};
use navmesh_core::{DVec2, Outline, Outlines};

use crate::oracle::{Coverage, covers};
use crate::rng::SplitMix64;

/// Points on and around outlines, walls, doors and links.
pub(super) fn sample_outlines(
    outlines: &Outlines,
    count: usize,
    rng: &mut SplitMix64,
) -> Vec<DVec2> {
    let all = outlines.walkable.iter().chain(&outlines.obstacles);
    let rings = all.flat_map(Outline::rings).map(<[DVec2]>::to_vec);
    // A wall, a door and a link count as rings: its closing side is one more line to be in line with.
    let rings = rings.chain(outlines.walls.iter().map(|wall| wall.points.clone()));
    let rings = rings.chain(outlines.doors.iter().map(|door| door.points.clone()));
    let rings = rings.chain(outlines.links.iter().map(|link| link.lanes().flatten().collect()));
    let rings: Vec<Vec<DVec2>> = rings.filter(|ring| !ring.is_empty()).collect();
    if rings.is_empty() {
        return Vec::new();
    }
    sample(&rings, count, rng, |point| covers(outlines, point) == Coverage::Inside)
}

/// Points on and around rings: of eight, two are vertices, one is the middle of an edge, one a
/// vertex of several rings (where there is one), one in line with an edge, one an ulp off a vertex,
/// and two anywhere, on the ground if that can be had.
pub(super) fn sample(
    rings: &[Vec<DVec2>],
    count: usize,
    rng: &mut SplitMix64,
    is_ground: impl Fn(DVec2) -> bool,
) -> Vec<DVec2> {
    let shared = shared_vertices(rings);
    let bounds = Bounds::of(rings.iter().flatten().copied());
    let point = |i: usize| {
        let ring = rng.pick(rings);
        let place = rng.below(ring.len());
        let (a, b) = (ring[place], ring[(place + 1) % ring.len()]);
        match i % 8 {
            0 | 1 => a,
            2 => (a + b) / 2.0,
            3 if !shared.is_empty() => *rng.pick(&shared),
            3 => b,
            4 => a + (b - a) * *rng.pick(&[-1.0, -0.5, 0.25, 1.5, 2.0]),
            5 => beside(a, rng),
            _ => anywhere(bounds, rng, &is_ground),
        }
    };
    (0..count).map(point).collect()
}

/// Every position that more than one ring has a vertex on; each once, in order of coordinates.
fn shared_vertices(rings: &[Vec<DVec2>]) -> Vec<DVec2> {
    let mut vertices: Vec<(usize, DVec2)> =
        rings.iter().enumerate().flat_map(|(i, ring)| ring.iter().map(move |&p| (i, p))).collect();
    vertices.sort_by(|(i, p), (j, q)| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(i.cmp(j)));
    vertices.dedup();
    let same = vertices.chunk_by(|(_, p), (_, q)| p == q);
    same.filter(|same| same.len() > 1).map(|same| same[0].1).collect()
}

/// A point an ulp off another, in one coordinate; off 0, by the smallest coordinate there is.
fn beside(mut point: DVec2, rng: &mut SplitMix64) -> DVec2 {
    let value = if rng.chance(50) { &mut point.x } else { &mut point.y };
    *value = match rng.chance(50) {
        true if *value == 0.0 => MIN_COORDINATE,
        false if *value == 0.0 => -MIN_COORDINATE,
        true => value.next_up(),
        false => value.next_down(),
    };
    point
}

/// A point of the bounds, or a little beyond them; of eight tries the first on the ground.
fn anywhere(bounds: Bounds, rng: &mut SplitMix64, is_ground: impl Fn(DVec2) -> bool) -> DVec2 {
    let mut point = DVec2::ZERO;
    for _ in 0..8 {
        // A coarse lattice half of the time, so that points line up with one another.
        let mut share = DVec2::new(rng.unit(), rng.unit()) * 1.125 - 0.0625;
        if rng.chance(50) {
            share = (share * 32.0).round() / 32.0;
        }
        point = bounds.min + bounds.size() * share;
        if is_ground(point) {
            break;
        }
    }
    point
}
