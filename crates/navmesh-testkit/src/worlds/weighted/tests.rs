use std::collections::BTreeSet;

use navmesh_core::RawMesh;

use super::*;

#[test]
fn the_same_seed_gives_the_same_bits() {
    for seed in 0..66 {
        assert_eq!(weighted_world(seed), weighted_world(seed));
        assert_ne!(weighted_world(seed).outlines, weighted_world(seed + 66).outlines);
    }
    for ground in Ground::ALL {
        assert_eq!(weighted_field(ground, 5), weighted_field(ground, 5));
    }
}

#[test]
fn every_kind_comes_in_every_variant() {
    let kind = |seed| weighted_world(seed).name.split(", seed").next().unwrap().to_owned();
    assert_eq!((0..66).map(kind).collect::<BTreeSet<_>>().len(), 66);
}

#[test]
fn fields_of_the_study_have_as_many_areas_as_they_say() {
    for seed in 0..20 {
        let count = |ground| {
            let Outlines { areas, obstacles, .. } = weighted_field(ground, seed).outlines;
            [areas.len(), obstacles.len()]
        };
        assert_eq!(count(Ground::Mud)[0], 12, "seed {seed}");
        assert_eq!(count(Ground::Mixed)[0], 12, "seed {seed}");
        assert!(count(Ground::Mixed)[1] >= 9, "seed {seed}");
        assert!(count(Ground::Road)[0] >= 7, "seed {seed}");
        assert_eq!(count(Ground::Patchwork).iter().sum::<usize>(), 49);
    }
}

/// The costs are valid, and most worlds have several.
#[test]
fn worlds_differ_in_cost_and_have_ground_to_ask_for() {
    let mut several = 0;
    for seed in 0..200 {
        let World { outlines, points, name, .. } = weighted_world(seed);
        let costs: BTreeSet<u64> = outlines.areas.iter().map(|area| area.cost.to_bits()).collect();
        assert!(outlines.areas.iter().all(|area| RawMesh::COSTS.contains(&area.cost)), "{name}");
        several += usize::from(costs.len() > 1);
        let inside = points.iter().filter(|&&p| covers(&outlines, p) == Coverage::Inside);
        assert!(inside.count() >= 36, "{name}");
    }
    assert!(several > 120, "{several}");
}

/// Any point of a star lies within its circle, so stars in disjoint circles are disjoint.
#[test]
fn stars_stay_within_their_circles_and_run_counter_clockwise() {
    let mut rng = SplitMix64::new(1);
    for _ in 0..500 {
        let ring = shapes::star_ring(&mut rng, DVec2::ZERO, 2.0);
        assert!(ring.iter().all(|corner| corner.length() <= 2.0 + 1e-12));
        let turns = (0..ring.len()).map(|i| ring[i].perp_dot(ring[(i + 1) % ring.len()]));
        assert!(turns.min_by(f64::total_cmp).is_some_and(|least| least > 0.0), "{ring:?}");
    }
}
