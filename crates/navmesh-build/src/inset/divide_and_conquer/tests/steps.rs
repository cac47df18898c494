//! Tests of single steps of the union.

use super::*;

/// Returns lattice points as bits for comparison.
fn bits(ring: &[DVec2]) -> Vec<[u64; 2]> {
    ring.iter().map(|corner| corner.to_array().map(f64::to_bits)).collect()
}

#[test]
fn the_lattice_step_is_a_power_of_two_up_to_sixty_four_units() {
    let mut random = SplitMix64::new(11);
    for power in -60..60 {
        let unit = f64::exp2(f64::from(power)) * (1.0 + random.unit());
        for unit in [unit, f64::exp2(f64::from(power))] {
            let Lattice { step } = Lattice::of(unit);
            assert_eq!(step, f64::exp2(step.log2().round()), "{unit}");
            assert!(32.0 * unit < step && step <= 64.0 * unit, "{unit}");
        }
    }
}

#[test]
fn corners_round_to_the_lattice_without_repeated_corners() {
    let mut random = SplitMix64::new(12);
    let lattice = Lattice::of(1.5);
    let mut shorter = 0;
    for _ in 0..500 {
        let count = 1 + random.below(7);
        let mut place = || [0; 2].map(|_| random.between(-1, 1));
        let places: Vec<[i64; 2]> = (0..count).map(|_| place()).collect();
        let mut beside = |at: i64| (at as f64 + random.unit() * 0.98 - 0.49) * lattice.step;
        let mut ring: Ring = places.iter().map(|at| at.map(&mut beside).into()).collect();
        lattice.round(&mut ring);
        let mut expected = places.clone();
        expected.dedup();
        if expected.len() > 1 && expected.first() == expected.last() {
            expected.pop();
        }
        let expected: Ring =
            expected.iter().map(|at| at.map(|at| at as f64 * lattice.step).into()).collect();
        assert_eq!(bits(&ring), bits(&expected), "{places:?}");
        shorter += usize::from(ring.len() < places.len());
    }
    assert!(shorter > 100, "{shorter}");
}

fn zone(at: [i64; 2], ring: &[[i64; 2]]) -> Zone {
    let point = |[x, y]: [i64; 2]| DVec2::new(x as f64, y as f64);
    let ring: Ring = ring.iter().map(|&corner| point(corner)).collect();
    Zone { bounds: Bounds::of(ring.iter().copied()), ring, at: point(at) }
}

/// Many zones lie at one place, and many differ in their last corner only.
#[test]
fn halves_do_not_depend_on_the_order_of_zones() {
    let mut random = SplitMix64::new(13);
    for round in 0..300 {
        let count = round % 12;
        let size = [[1, 1], [3, 2], [2, 5]][round % 3];
        let mut all: Vec<([i64; 2], Vec<[i64; 2]>)> = Vec::new();
        for _ in 0..count {
            let at = size.map(|size| random.below(size) as i64);
            let ring = (0..1 + random.below(3)).map(|i| [i as i64, random.below(2) as i64]);
            all.push((at, ring.collect()));
        }
        let mut lower = Vec::new();
        for turned in [0, 1, 3] {
            all.rotate_left(turned.min(count));
            all.reverse();
            let mut zones: Vec<Zone> = all.iter().map(|(at, ring)| zone(*at, ring)).collect();
            let [low, high] = halves(&mut zones);
            assert_eq!([low.len(), high.len()], [count / 2, count.div_ceil(2)]);
            let box_of = |zones: &[Zone]| Bounds::of(zones.iter().map(|zone| zone.at));
            let [one, other] = [box_of(low), box_of(high)];
            let apart = one.max.cmple(other.min) | other.max.cmple(one.min);
            let size = Bounds::of(all.iter().map(|(at, _)| zone(*at, &[]).at)).size();
            let is_apart = if size.x > size.y { apart.x } else { apart.y };
            assert!(count < 2 || is_apart || size.x == size.y && apart.any(), "{all:?}");
            let mut keys: Vec<_> =
                low.iter().map(|zone| (bits(&[zone.at]), bits(&zone.ring))).collect();
            keys.sort_unstable();
            lower.push(keys);
        }
        assert!(lower[0] == lower[1] && lower[0] == lower[2], "{all:?}");
    }
}

/// Returns the union of these rings on a lattice of step 1.
fn taken_by(rings: &[Vec<[f64; 2]>]) -> Vec<Ring> {
    let ring = |ring: &Vec<[f64; 2]>| ring.iter().copied().map(DVec2::from).collect::<Ring>();
    union_of_rings(rings.iter().map(|points| (ring(points), None)), 1.0 / 64.0).unwrap()
}

/// Two distant pairs of boxes, each with a gap that closes if corners are rounded first.
#[test]
fn zones_are_rounded_before_they_are_united() {
    let from_to = |[a, b]: [f64; 2]| vec![[a, 0.0], [b, 0.0], [b, 9.0], [a, 9.0]];
    let boxes = [[0.0, 4.8], [5.2, 9.0], [100.0, 104.8], [105.2, 109.0]].map(from_to);
    assert_eq!(taken_by(&boxes).len(), 2);
}

/// Triangles on a lattice. Their crossings and the holes between them are off the lattice.
#[test]
fn unions_are_lattice_rings_of_at_least_three_corners() {
    let mut random = SplitMix64::new(14);
    let mut corners = 0;
    for round in 0..150 {
        let mut triangles = Vec::new();
        while triangles.len() < 10 {
            let [a, b, c] = [0; 3].map(|_| [0; 2].map(|_| random.below(14) as f64));
            if turn(a.into(), b.into(), c.into()) == Turn::Left {
                triangles.push(vec![a, b, c]);
            }
        }
        for ring in taken_by(&triangles) {
            assert!(ring.len() > 2, "{round}: {ring:?}");
            let sides = ring.iter().zip(ring.iter().cycle().skip(1));
            assert!(sides.clone().all(|(from, to)| from != to), "{round}: {ring:?}");
            assert!(ring.iter().all(|corner| corner.round() == *corner), "{round}: {ring:?}");
            corners += ring.len();
        }
    }
    assert!(corners > 2000, "{corners}");
}
