//! Interval dominance against a comparison of lengths at sampled points.

use navmesh_testkit::SplitMix64;

use super::*;

/// A point below the x axis, on a lattice or not.
fn point(rng: &mut SplitMix64, on_lattice: bool) -> DVec2 {
    if on_lattice {
        DVec2::new(rng.below(17) as f64 - 8.0, -(rng.below(8) as f64))
    } else {
        DVec2::new(rng.unit() * 16.0 - 8.0, rng.unit() * -8.0)
    }
}

fn known_vertices() -> Vertices {
    let mut vertices = Vertices::default();
    vertices.begin(8);
    vertices
}

#[test]
fn a_dominating_root_is_nearer_to_every_point_of_the_interval() {
    let mut rng = SplitMix64::new(1);
    let (vertices, mut dominated, mut not_by_ends) = (known_vertices(), 0, 0);
    for _ in 0..20_000 {
        let on_lattice = rng.chance(50);
        let [leading, led] = [(); 2].map(|()| point(&mut rng, on_lattice));
        let [a, b] = [(); 2].map(|()| rng.unit());
        let shares = [a.min(b), a.max(b)];
        let widest = View { portal: 3, root: leading, g: rng.unit() * 12.0, shares: [0.0, 1.0] };
        let mut interval_dominance =
            IntervalDominance { is_congested: true, ..IntervalDominance::default() };
        interval_dominance.note(widest);
        let view = View { portal: 3, root: led, g: rng.unit() * 12.0, shares };
        let at = |share: f64| DVec2::new(share * 16.0 - 8.0, 0.0);
        let ahead = |x| view.distance_to(x) - widest.distance_to(x);
        let is_interval_dominated = interval_dominance.dominates(&vertices, &view, shares.map(at));
        let samples =
            (0..=32).map(|i| at(shares[0] + (shares[1] - shares[0]) * f64::from(i) / 32.0));
        let is_ahead_everywhere = samples.map(ahead).all(|lead| lead > -1e-12);
        assert!(!is_interval_dominated || is_ahead_everywhere, "{widest:?} {view:?}");
        dominated += u32::from(is_interval_dominated);
        let at_ends = shares.map(at).into_iter().all(|end| ahead(end) > 0.0);
        not_by_ends += u32::from(at_ends && !is_ahead_everywhere);
    }
    // If the dominating root has the smaller root distance, the ends alone do not decide.
    assert!(dominated > 1_000 && not_by_ends > 20, "{dominated} {not_by_ends}");
}

#[test]
fn only_intervals_within_a_wider_one_of_the_same_portal_are_dominated() {
    let mut interval_dominance =
        IntervalDominance { is_congested: true, ..IntervalDominance::default() };
    let leading = DVec2::new(0.0, -1.0);
    interval_dominance.note(View { portal: 7, root: leading, g: 1.0, shares: [0.25, 0.75] });
    interval_dominance.note(View { portal: 7, root: leading, g: 1.0, shares: [0.5, 0.75] }); // narrower: not recorded
    let asks = |portal, g, shares: [f64; 2]| {
        let view = View { portal, root: DVec2::new(0.0, -5.0), g, shares };
        interval_dominance.dominates(&known_vertices(), &view, shares.map(|x| DVec2::new(x, 0.0)))
    };
    assert!(asks(7, 0.5, [0.25, 0.75]) && asks(7, 0.5, [0.3, 0.7]));
    assert!(!asks(7, 0.5, [0.2, 0.7]) && !asks(7, 0.5, [0.3, 0.8]), "partly outside");
    assert!(!asks(8, 0.5, [0.3, 0.7]) && !asks(6, 0.5, [0.3, 0.7]), "another portal");
    assert!(!asks(7, 1.5, [0.3, 0.7]), "the root of the wider one is nearer to the start");
}
