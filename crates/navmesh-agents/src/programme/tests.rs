//! The programme against a plain twin that tries every candidate.

use navmesh_testkit::rng::SplitMix64;

use super::*;

/// The largest violation of half-planes.
fn violation(planes: &[HalfPlane], velocity: DVec2) -> f64 {
    planes.iter().map(|plane| plane.violation(velocity)).fold(f64::MIN, f64::max)
}

/// The nearest permitted velocity among the intended one, its feet on all lines and all crossings.
fn twin(planes: &[HalfPlane], intended: DVec2, max_speed: f64) -> Option<DVec2> {
    let mut candidates = vec![intended, intended.clamp_length_max(max_speed)];
    for (index, plane) in planes.iter().enumerate() {
        let HalfPlane { point, direction } = *plane;
        candidates.push(point + direction * direction.dot(intended - point));
        let middle = -point.dot(direction);
        let half = (max_speed * max_speed - point.length_squared() + middle * middle).sqrt();
        candidates.push(point + direction * (middle - half));
        candidates.push(point + direction * (middle + half));
        for other in &planes[..index] {
            let sine = direction.perp_dot(other.direction);
            let along = (other.point - point).perp_dot(other.direction) / sine;
            candidates.push(point + direction * along);
        }
    }
    let permitted = |v: &DVec2| {
        v.is_finite() && v.length() <= max_speed + 1e-9 && violation(planes, *v) <= 1e-9
    };
    let nearer = |a: &DVec2, b: &DVec2| {
        a.distance_squared(intended).total_cmp(&b.distance_squared(intended))
    };
    candidates.into_iter().filter(permitted).min_by(nearer)
}

fn drawn(rng: &mut SplitMix64, count: usize) -> Vec<HalfPlane> {
    let mut draw = || DVec2::new(rng.unit() * 2.0 - 1.0, rng.unit() * 2.0 - 1.0);
    let plane = |_| HalfPlane { point: draw() * 1.5, direction: draw().normalize() };
    (0..count).map(plane).collect()
}

#[test]
fn the_nearest_permitted_velocity_is_the_twins() {
    let mut rng = SplitMix64::new(11);
    let mut counts = [0, 0];
    for round in 0..20_000 {
        let planes = drawn(&mut rng, round % 7);
        let intended = DVec2::new(rng.unit() * 4.0 - 2.0, rng.unit() * 4.0 - 2.0);
        let expected = twin(&planes, intended, 1.5);
        counts[usize::from(expected.is_some())] += 1;
        match (best(&planes, 1.5, Preference::Nearest(intended)), expected) {
            (Ok(found), Some(expected)) => {
                assert!(found.distance(expected) < 1e-6, "{planes:?} {intended}");
            }
            (Err(_), None) => {}
            (found, expected) => panic!("{found:?} {expected:?} {planes:?} {intended}"),
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 1000, "{counts:?}");
}

#[test]
fn if_nothing_is_permitted_no_velocity_of_a_fine_lattice_violates_less() {
    let mut rng = SplitMix64::new(12);
    for _ in 0..200 {
        let planes = drawn(&mut rng, 6);
        let mut programme = Programme { planes, ..Programme::default() };
        let found = programme.solve(DVec2::ZERO, 1.5);
        assert!(found.length() <= 1.5 + 1e-9);
        let worst = violation(&programme.planes, found).max(0.0);
        for x in -30..=30 {
            for y in -30..=30 {
                let other = DVec2::new(f64::from(x), f64::from(y)) / 20.0;
                let is_slower = other.length() <= 1.5;
                assert!(!is_slower || violation(&programme.planes, other).max(0.0) > worst - 1e-6);
            }
        }
    }
}

#[test]
fn walls_are_never_moved_back() {
    let wall = HalfPlane::facing(DVec2::X, DVec2::ZERO);
    let agent = HalfPlane::facing(-DVec2::X, DVec2::new(-1.0, 0.0));
    let mut programme = Programme { planes: vec![wall, agent], walls: 1, ..Programme::default() };
    let found = programme.solve(DVec2::new(1.0, 0.25), 1.5);
    assert!(found.x.abs() < 1e-9, "{found}");
}
