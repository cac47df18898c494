use navmesh_core::RawMesh;

use super::*;
use crate::rng::SplitMix64;
use crate::worlds::meshes::{jittered_lattice, mesh_of};

/// Cells with these costs, joined along their sides.
fn ground(cells: &[(&[[f64; 2]], f64)]) -> NavMesh {
    let mut raw = mesh_of(cells.iter().map(|(corners, _)| corners.to_vec())).to_raw();
    raw.costs = cells.iter().map(|(_, cost)| *cost).collect();
    NavMesh::from_raw(&raw).unwrap()
}

/// A rectangle below y = 0 and one above it, 100 wide.
fn two_sides(below: f64, above: f64) -> NavMesh {
    ground(&[
        (&[[0.0, -20.0], [100.0, -20.0], [100.0, 0.0], [0.0, 0.0]], below),
        (&[[0.0, 0.0], [100.0, 0.0], [100.0, 20.0], [0.0, 20.0]], above),
    ])
}

/// The least value of a convex function between two places.
fn minimum([mut low, mut high]: [f64; 2], value: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let third = (high - low) / 3.0;
        if value(low + third) < value(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    value(low)
}

/// Checks all bounds against a cost that is known.
fn assert_bounds(mesh: &NavMesh, ends: [[f64; 2]; 2], expected: f64) {
    let [start, goal] = ends.map(DVec2::from);
    let graph = SteinerGraph::new(mesh, 31);
    let chain = graph.flood(start).chain_to(goal).unwrap();
    let coarse = chain.cost(mesh);
    assert!(coarse >= expected * (1.0 - 1e-12) && coarse < expected * 1.02, "{coarse} {expected}");
    let refined = chain.refined(mesh);
    let error = (refined.cost(mesh) - expected).abs();
    assert!(error < 1e-9 * expected, "{} is not {expected}", refined.cost(mesh));
    let walked = cost_of_walk(mesh, &refined.points(mesh)).unwrap();
    assert!((walked - expected).abs() < 1e-9 * expected, "{walked} is not {expected}");
    let mut last = 0.0;
    for count in [1, 8, 64] {
        let bound = PieceGraph::new(mesh, count).lower_bound(start, goal).unwrap();
        assert!(bound <= expected * (1.0 + 1e-12), "{count} pieces: {bound} exceeds {expected}");
        assert!(bound >= last * (1.0 - 1e-12), "{count} pieces: {bound} is below {last}");
        last = bound;
    }
    assert!(last > 0.9 * expected, "{last} is far below {expected}");
}

/// Checks the estimate of fast marching against a cost that is known, on a coarse grid and on a fine one.
fn assert_marched(mesh: &NavMesh, ends: [[f64; 2]; 2], expected: f64) {
    let [start, goal] = ends.map(DVec2::from);
    for (count, error) in [(100, 0.05), (400, 0.015)] {
        let marched = CostGrid::new(mesh, count).arrival(start, goal).unwrap();
        assert!((marched / expected - 1.0).abs() < error, "{marched} is not near {expected}");
    }
}

#[test]
fn a_path_refracts_at_a_straight_border() {
    for cost in [0.5, 1.0, 3.0] {
        let through = |x: f64| (x - 10.0).hypot(12.0) + cost * (80.0 - x).hypot(9.0);
        let expected = minimum([0.0, 100.0], through);
        let (mesh, ends) = (two_sides(1.0, cost), [[10.0, -12.0], [80.0, 9.0]]);
        assert_bounds(&mesh, ends, expected);
        assert_marched(&mesh, ends, expected);
    }
}

/// The path meets the border where the sine of its angle to the normal is the ratio of the costs.
#[test]
fn a_path_from_a_costly_region_uses_a_cheap_road_and_returns() {
    let (road, height): (f64, f64) = (0.25, 5.0);
    let expected = 96.0 * road + 2.0 * height * (1.0 - road * road).sqrt();
    let (mesh, ends) = (two_sides(road, 1.0), [[2.0, height], [98.0, height]]);
    assert_bounds(&mesh, ends, expected);
    assert_marched(&mesh, ends, expected);
}

#[test]
fn a_border_costs_its_cheaper_side() {
    for mesh in [two_sides(1.0, 3.0), two_sides(3.0, 1.0)] {
        assert_bounds(&mesh, [[10.0, 0.0], [70.0, 0.0]], 60.0);
        let walk = [[10.0, 0.0], [70.0, 0.0]].map(DVec2::from);
        assert!(cost_of_walk(&mesh, &walk).is_some_and(|cost| (cost - 60.0).abs() < 1e-9));
    }
}

/// Four squares around the origin; opposite ones cost the same.
fn chessboard(cheap: f64, costly: f64) -> NavMesh {
    let square = |x: f64, y: f64| [[x, y], [x + 8.0, y], [x + 8.0, y + 8.0], [x, y + 8.0]];
    ground(&[
        (&square(-8.0, -8.0), cheap),
        (&square(0.0, -8.0), costly),
        (&square(0.0, 0.0), cheap),
        (&square(-8.0, 0.0), costly),
    ])
}

#[test]
fn a_path_from_cheap_to_cheap_ground_passes_the_vertex_between() {
    let mesh = chessboard(1.0, 100.0);
    let (start, goal) = ([-5.0, -4.0], [3.0, 6.0]);
    let expected = 5f64.hypot(4.0) + 3f64.hypot(6.0);
    assert_bounds(&mesh, [start, goal], expected);
}

/// The refined path leaves the vertex that the coarse one passes.
#[test]
fn a_path_cuts_the_corner_of_a_region_that_costs_a_little_more() {
    let (cost, start, goal) = (1.05, DVec2::new(-5.0, -4.0), DVec2::new(3.0, 6.0));
    let mesh = chessboard(1.0, cost);
    // Over the lower right square: the crossings are (0, y) and (x, 0).
    let through = |x: f64| {
        minimum([-8.0, 0.0], |y| 5f64.hypot(y + 4.0) + cost * x.hypot(y) + (x - 3.0).hypot(6.0))
    };
    let lower_right = minimum([0.0, 8.0], through);
    let through = |y: f64| {
        minimum([-8.0, 0.0], |x| (x + 5.0).hypot(4.0) + cost * x.hypot(y) + 3f64.hypot(y - 6.0))
    };
    let expected = lower_right.min(minimum([0.0, 8.0], through));
    for points in [1, 2, 5] {
        let chain = SteinerGraph::new(&mesh, points).flood(start).chain_to(goal).unwrap();
        let refined = chain.refined(&mesh).cost(&mesh);
        assert!((refined - expected).abs() < 1e-9, "{points}: {refined} is not {expected}");
    }
}

#[test]
fn a_path_turns_at_the_corner_of_a_wall() {
    let mesh = ground(&[
        (&[[-10.0, -10.0], [0.0, -10.0], [0.0, 0.0], [-10.0, 0.0]], 2.0),
        (&[[-10.0, 0.0], [0.0, 0.0], [0.0, 10.0], [-10.0, 10.0]], 2.0),
        (&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]], 2.0),
    ]);
    let expected = 2.0 * (3f64.hypot(8.0) + 9f64.hypot(2.0));
    assert_bounds(&mesh, [[-3.0, -8.0], [9.0, 2.0]], expected);
    assert_marched(&mesh, [[-3.0, -8.0], [9.0, 2.0]], expected);
}

#[test]
fn bounds_meet_on_seeded_lattices_and_agree_with_the_exact_cost() {
    let mut reached = 0;
    for seed in 0..40 {
        let mut rng = SplitMix64::new(seed);
        let mut raw = jittered_lattice(seed).to_raw();
        raw.costs = (0..raw.cell_count()).map(|_| *rng.pick(&[0.5, 1.0, 2.0, 3.0])).collect();
        let mesh = NavMesh::from_raw(&raw).unwrap();
        let oracle = crate::MeshOracle::new(&mesh);
        let (graph, pieces) = (SteinerGraph::new(&mesh, 7), PieceGraph::new(&mesh, 16));
        let slots: Vec<u32> = mesh.slots().collect();
        let flood = graph.flood(mesh.centroid(*rng.pick(&slots)));
        for _ in 0..6 {
            let goal = mesh.centroid(*rng.pick(&slots));
            let Some(chain) = flood.chain_to(goal) else {
                assert_eq!(pieces.lower_bound(flood.start(), goal), None);
                continue;
            };
            let refined = chain.refined(&mesh);
            let (coarse, fine) = (chain.cost(&mesh), refined.cost(&mesh));
            let bound = pieces.lower_bound(flood.start(), goal).unwrap();
            assert!(bound <= fine + 1e-9 && fine <= coarse, "{seed}: {bound} {fine} {coarse}");
            let exact = oracle.cost_along(&refined.points(&mesh));
            // A crossing is rounded, so that a leg can leave the mesh; then only the plain sum is left.
            if let Some(exact) = exact {
                assert!((exact - fine).abs() < 1e-9, "{seed}: {exact} is not {fine}");
            }
            reached += 1;
        }
    }
    assert!(reached > 100, "{reached}");
}

#[test]
fn a_walk_off_the_mesh_has_no_cost() {
    let mesh = two_sides(1.0, 3.0);
    let walk = |points: &[[f64; 2]]| {
        cost_of_walk(&mesh, &points.iter().copied().map(DVec2::from).collect::<Vec<_>>())
    };
    let across = walk(&[[10.0, -10.0], [10.0, 10.0]]);
    assert!(across.is_some_and(|cost| (cost - 40.0).abs() < 1e-9), "{across:?}");
    assert_eq!(walk(&[[10.0, -10.0], [10.0, 30.0]]), None);
    assert_eq!(walk(&[[10.0, -10.0]]), Some(0.0));
}

#[test]
fn costs_of_all_magnitudes_stay_finite() {
    let [least, greatest] = [*RawMesh::COSTS.start(), *RawMesh::COSTS.end()];
    let mesh = two_sides(least, greatest);
    let ends = [[2.0, 5.0], [98.0, -5.0]];
    let [start, goal] = ends.map(DVec2::from);
    let refined = SteinerGraph::new(&mesh, 9).flood(start).chain_to(goal).unwrap().refined(&mesh);
    let expected = 5.0 * greatest;
    assert!((refined.cost(&mesh) / expected - 1.0).abs() < 1e-12);
    let bound = PieceGraph::new(&mesh, 9).lower_bound(start, goal).unwrap();
    assert!((bound / expected - 1.0).abs() < 1e-12);
}
