use super::*;

/// A square with a square hole, and a wall without thickness beside it.
fn yard() -> Clearance {
    let rings: [&[[f64; 2]]; 3] = [
        &[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]],
        &[[4.0, 4.0], [4.0, 6.0], [6.0, 6.0], [6.0, 4.0]],
        &[[8.0, 2.0], [8.0, 8.0]],
    ];
    let mut yard = Clearance { radius: 0.5, ..Clearance::default() };
    for ring in rings {
        yard.corners.extend(ring.iter().map(|&corner| DVec2::from(corner)));
        yard.ring_ends.push(yard.corners.len() as u32);
        yard.ring_layers.push(0);
    }
    yard
}

#[test]
fn the_nearest_wall_may_be_a_side_a_hole_or_a_line() {
    let yard = yard();
    assert!(yard.is_valid());
    let distance = |x: f64, y: f64| yard.wall_distance([x, y]);
    assert_eq!(distance(1.0, 5.0), Some(1.0));
    assert_eq!(distance(3.5, 5.0), Some(0.5));
    assert_eq!(distance(7.75, 5.0), Some(0.25));
    assert_eq!(distance(8.0, 5.0), Some(0.0));
    assert_eq!(distance(5.0, 5.0), None);
    assert_eq!(distance(11.0, 5.0), None);
}

#[test]
fn a_ring_with_ends_beyond_the_corners_is_empty() {
    let with = |ring_ends: Vec<u32>| Clearance { ring_ends, ..yard() };
    for (ring_ends, lengths) in [(vec![11], vec![0]), (vec![8, 4], vec![8, 0])] {
        let broken = with(ring_ends);
        assert_eq!(broken.rings().map(<[DVec2]>::len).collect::<Vec<_>>(), lengths);
    }
    assert_eq!(with(vec![11]).wall_distance([5.0, 1.0]), None);
}

#[test]
fn unusable_numbers_and_ends_are_invalid() {
    let broken = |change: fn(&mut Clearance)| {
        let mut yard = yard();
        change(&mut yard);
        !yard.is_valid()
    };
    assert!(broken(|yard| yard.radius = 0.0));
    assert!(broken(|yard| yard.radius = f64::NAN));
    assert!(broken(|yard| yard.corners[3].x = f64::INFINITY));
    assert!(broken(|yard| yard.ring_ends[0] = 9));
    assert!(broken(|yard| yard.ring_ends[2] = 11));
    assert!(broken(|yard| yard.ring_ends = vec![9, 10]));
    assert!(broken(|yard| yard.ring_layers.truncate(2)));
    // Only the two sides of the thin wall are one line, and no side may be in two openings.
    assert!(!broken(|yard| yard.openings = vec![[8, 9]]));
    for openings in [vec![[0, 1]], vec![[8, 9], [9, 8]], vec![[8, 10]], vec![[8, 8]]] {
        let yard = Clearance { openings: openings.clone(), ..yard() };
        assert!(!yard.is_valid(), "{openings:?}");
    }
}
