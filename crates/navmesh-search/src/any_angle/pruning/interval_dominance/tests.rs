//! What a leader claims, held against places of the interval one by one.

use navmesh_testkit::SplitMix64;

use super::*;

/// A place of a lattice or any other, on the near side of the x axis.
fn place(rng: &mut SplitMix64, on_lattice: bool) -> DVec2 {
    match on_lattice {
        true => DVec2::new(rng.below(17) as f64 - 8.0, -(rng.below(8) as f64)),
        false => DVec2::new(rng.unit() * 16.0 - 8.0, rng.unit() * -8.0),
    }
}

fn known_vertices() -> Vertices {
    let mut vertices = Vertices::default();
    vertices.begin(8);
    vertices
}

#[test]
fn a_leader_is_nearer_to_every_place_of_what_it_overtakes() {
    let mut rng = SplitMix64::new(1);
    let (vertices, mut overtaken, mut not_by_ends) = (known_vertices(), 0, 0);
    for _ in 0..20_000 {
        let on_lattice = rng.chance(50);
        let [leading, led] = [(); 2].map(|()| place(&mut rng, on_lattice));
        let [a, b] = [(); 2].map(|()| rng.unit());
        let shares = [a.min(b), a.max(b)];
        let leader = View { portal: 3, root: leading, g: rng.unit() * 12.0, shares: [0.0, 1.0] };
        let mut interval_dominance =
            IntervalDominance { is_congested: true, ..IntervalDominance::default() };
        interval_dominance.note(leader);
        let view = View { portal: 3, root: led, g: rng.unit() * 12.0, shares };
        let at = |share: f64| DVec2::new(share * 16.0 - 8.0, 0.0);
        let ahead = |x| view.way_to(x) - leader.way_to(x);
        let is_interval_dominated = interval_dominance.dominate(&vertices, &view, shares.map(at));
        let samples =
            (0..=32).map(|i| at(shares[0] + (shares[1] - shares[0]) * f64::from(i) / 32.0));
        let is_ahead_everywhere = samples.map(ahead).all(|lead| lead > -1e-12);
        assert!(!is_interval_dominated || is_ahead_everywhere, "{leader:?} {view:?}");
        overtaken += u32::from(is_interval_dominated);
        let at_ends = shares.map(at).into_iter().all(|end| ahead(end) > 0.0);
        not_by_ends += u32::from(at_ends && !is_ahead_everywhere);
    }
    // Of a leader with a smaller root distance the ends do not tell.
    assert!(overtaken > 1_000 && not_by_ends > 20, "{overtaken} {not_by_ends}");
}

#[test]
fn only_what_lies_within_a_wider_view_of_the_same_portal_is_overtaken() {
    let mut interval_dominance =
        IntervalDominance { is_congested: true, ..IntervalDominance::default() };
    let leading = DVec2::new(0.0, -1.0);
    interval_dominance.note(View { portal: 7, root: leading, g: 1.0, shares: [0.25, 0.75] });
    interval_dominance.note(View { portal: 7, root: leading, g: 1.0, shares: [0.5, 0.75] }); // narrower: not noted
    let asks = |portal, g, shares: [f64; 2]| {
        let view = View { portal, root: DVec2::new(0.0, -5.0), g, shares };
        interval_dominance.dominate(&known_vertices(), &view, shares.map(|x| DVec2::new(x, 0.0)))
    };
    assert!(asks(7, 0.5, [0.25, 0.75]) && asks(7, 0.5, [0.3, 0.7]));
    assert!(!asks(7, 0.5, [0.2, 0.7]) && !asks(7, 0.5, [0.3, 0.8]), "beyond what is seen");
    assert!(!asks(8, 0.5, [0.3, 0.7]) && !asks(6, 0.5, [0.3, 0.7]), "of another portal");
    assert!(!asks(7, 1.5, [0.3, 0.7]), "a leader whose root is nearer to the start");
}
