//! The velocities of pairs in open ground against the crate `dodgy_2d`, which follows RVO2 with one difference.

use std::borrow::Cow;

use dodgy_2d::{Agent, AvoidanceOptions, Vec2};
use navmesh_testkit::rng::SplitMix64;

use super::*;
use crate::half_plane::{Avoidance, Disc, Horizon};

const HORIZON: Horizon = Horizon { apart: 2.0, overlapping: 0.1 };

fn theirs(disc: &Disc) -> Agent {
    Agent {
        position: disc.point.as_vec2().to_array().into(),
        velocity: disc.velocity.as_vec2().to_array().into(),
        radius: disc.radius as f32,
        avoidance_responsibility: 1.0,
    }
}

fn their_velocity(own: &Disc, others: &[Disc], wanted: DVec2) -> DVec2 {
    let options =
        AvoidanceOptions { obstacle_margin: 0.0, time_horizon: 2.0, obstacle_time_horizon: 0.5 };
    let others: Vec<Cow<'_, Agent>> = others.iter().map(|disc| Cow::Owned(theirs(disc))).collect();
    let wanted: Vec2 = wanted.as_vec2().to_array().into();
    let found = theirs(own).compute_avoiding_velocity(&others, &[], wanted, 1.5, 0.1, &options);
    DVec2::new(f64::from(found.x), f64::from(found.y))
}

#[test]
fn velocities_among_neighbours_are_those_of_dodgy_2d() {
    let mut rng = SplitMix64::new(21);
    let mut compared = 0;
    for round in 0..5000 {
        let mut draw = |size: f64| DVec2::new(rng.unit() - 0.5, rng.unit() - 0.5) * size;
        let mut disc = |size| Disc { point: draw(size), velocity: draw(2.0), radius: 0.5 };
        let own = Disc { point: DVec2::ZERO, ..disc(0.0) };
        let others: Vec<Disc> = (0..1 + round % 5).map(|_| disc(10.0)).collect();
        let wanted = draw(2.0);
        let plane = |other: &Disc| {
            let avoidance = Avoidance::of(&own, other, HORIZON, DVec2::X);
            let whole = avoidance.half_plane(own.velocity, 1.0);
            // RVO2 always takes half of the change, dodgy_2d the whole of it where the two will not collide.
            let overlaps = own.point.distance(other.point) <= own.radius + other.radius;
            if overlaps || whole.violation(own.velocity) > 0.0 {
                avoidance.half_plane(own.velocity, 0.5)
            } else {
                whole
            }
        };
        let planes: Vec<HalfPlane> = others.iter().map(plane).collect();
        // Where no velocity is permitted, the two differ in the order of the neighbours.
        let Ok(ours) = best(&planes, 1.5, Preference::Nearest(wanted)) else { continue };
        let theirs = their_velocity(&own, &others, wanted);
        assert!(ours.distance(theirs) < 2e-3, "{ours} {theirs} {own:?} {others:?} {wanted}");
        compared += 1;
    }
    assert!(compared > 3000, "{compared}");
}
