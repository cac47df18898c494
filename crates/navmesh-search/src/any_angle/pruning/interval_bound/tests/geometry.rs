//! Bounds against exact lengths in fractions: narrow intervals of portals, at scales far apart.

use navmesh_core::backend::geom::{Bounds, Turn, turn};
use navmesh_testkit::oracle::Sight as ExactSight;
use navmesh_testkit::{SplitMix64, world_count};

use crate::any_angle::pruning::interval_bound::*;

/// A point within a square of half the size `scale`.
fn around(scale: f64, rng: &mut SplitMix64) -> DVec2 {
    DVec2::new(rng.unit() - 0.5, rng.unit() - 0.5) * scale
}

/// A scale from a millionth to a billion.
fn scale(rng: &mut SplitMix64) -> f64 {
    2f64.powi(rng.between(-20, 30) as i32)
}

/// A portal, its right end first; its middle may be far from the origin.
fn portal(rng: &mut SplitMix64) -> [DVec2; 2] {
    let center = if rng.chance(50) { DVec2::ZERO } else { around(scale(rng), rng) };
    let right = center + around(scale(rng), rng);
    [right, right + around(scale(rng), rng)]
}

/// A root left of the portal's line: anywhere, or almost on the line.
fn root(portal: [DVec2; 2], rng: &mut SplitMix64) -> DVec2 {
    let along = portal[1] - portal[0];
    if rng.chance(40) {
        return portal[0] + around(scale(rng), rng);
    }
    let share = *rng.pick(&[-2.0, -0.01, 0.3, 1.01, 4.0]) * (1.0 + rng.unit());
    let off = 2f64.powi(-(rng.below(60) as i32));
    portal[0] + along * share + along.perp() * off
}

/// The end of an interval near a share of the portal: as an end, and as two points of its ray.
fn end(root: DVec2, portal: [DVec2; 2], share: f64, rng: &mut SplitMix64) -> (End, [DVec2; 2]) {
    let at = portal[0] + (portal[1] - portal[0]) * share;
    let reach = (at - root) * 2f64.powi(rng.between(-12, 3) as i32);
    if rng.chance(50) {
        let other = root + reach;
        (End::vertex(other).prolonged(false), [root, other])
    } else {
        let other = root - reach;
        (End::past(other), [other, root])
    }
}

/// Two shares of a portal, close together or far apart.
fn shares(rng: &mut SplitMix64) -> [f64; 2] {
    let first = rng.unit();
    let apart = if rng.chance(70) { 2f64.powi(-(rng.below(50) as i32)) } else { 1.0 - first };
    [first, (first + apart).min(1.0)]
}

/// A target: anywhere, almost on one of the rays, or on the portal's line.
fn target(root: DVec2, portal: [DVec2; 2], rays: [[DVec2; 2]; 2], rng: &mut SplitMix64) -> DVec2 {
    let along = portal[1] - portal[0];
    match rng.below(4) {
        0 => root + around(scale(rng), rng),
        1 => portal[0] + along * (rng.unit() * 4.0 - 2.0),
        _ => {
            let [from, to] = rays[rng.below(2)];
            let far = 2f64.powi(rng.between(-4, 12) as i32);
            let beside = (to - from).perp() * 2f64.powi(-(rng.below(60) as i32));
            root + (to - from) * far + if rng.chance(50) { beside } else { -beside }
        }
    }
}

#[test]
fn bounds_through_narrow_intervals_are_below_the_exact_lengths() {
    let mut rng = SplitMix64::new(26);
    let (mut met, mut bent, mut weak) = (0, 0, 0);
    let count = 4 * world_count(1000) as usize;
    for _ in 0..count {
        let portal = portal(&mut rng);
        let root = root(portal, &mut rng);
        if turn(portal[0], portal[1], root) != Turn::Left {
            continue;
        }
        let shares = shares(&mut rng);
        let mut ends = shares.map(|share| end(root, portal, share, &mut rng));
        // Some intervals end at an end of the portal.
        for (side, (end, ray)) in ends.iter_mut().enumerate() {
            if rng.chance(15) {
                (*end, *ray) = (End::vertex(portal[side]), [root, portal[side]]);
            }
        }
        let rays = ends.map(|(_, ray)| ray);
        let Some(exact) = ExactSight::through(root, portal, rays) else { continue };
        let goal = target(root, portal, rays, &mut rng);
        let all = [root, goal, portal[0], portal[1], ends[0].0.other, ends[1].0.other];
        let bounds = Bounds::of(all);
        let rounding = Rounding { slack: bounds.max_abs() * BOUND_ROUNDING };
        let span = Span { right: portal[0], left: portal[1] };
        let case = || format!("{root:?} {portal:?} {rays:?} {goal:?} {:?}", exact.shares());
        let (shortest, nearest) = (exact.way_to(goal), exact.gap());
        let geometry = IntervalGeometry::new(root, span, ends[0].0, ends[1].0);
        let (bound, gap) = (geometry.length_to(goal), geometry.gap());
        assert!(rounding.rounded_down(bound) <= shortest, "{}: {bound:?} {shortest:?}", case());
        assert!(rounding.rounded_down(gap) <= nearest, "{}: {gap:?} {nearest:?}", case());
        met += 1;
        bent += usize::from(bound > root.distance(goal) * (1.0 + 1e-9));
        weak += usize::from(bound < shortest * (1.0 - 1e-9));
    }
    println!("{met} intervals of {count}, {bent} bounds that bend, {weak} below the exact length");
    assert!(met > count / 8 && bent > met / 8 && weak < met / 2, "{met} {bent} {weak}");
}
