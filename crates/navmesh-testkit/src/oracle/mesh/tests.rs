use std::f64::consts::SQRT_2;

use navmesh_core::RawMesh;

use super::*;

/// Unit squares at the given places, each joined to the one beside it.
fn squares(places: &[(u32, u32)]) -> NavMesh {
    let mut raw = RawMesh::default();
    for y in 0..=4 {
        raw.positions.extend((0..=4).map(|x| DVec2::new(f64::from(x), f64::from(y))));
    }
    for &(x, y) in places {
        let corner = y * 5 + x;
        raw.push_cell(&[corner, corner + 1, corner + 6, corner + 5]);
    }
    raw.join_matching_edges();
    NavMesh::from_raw(&raw).unwrap()
}

fn length(mesh: &NavMesh, start: [f64; 2], goal: [f64; 2]) -> Option<f64> {
    let oracle = MeshOracle::new(mesh);
    let (length, points) = oracle.shortest(start, goal)?;
    assert!(oracle.is_legal_path(&points), "the oracle's own path is illegal");
    let sum: f64 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    assert!((sum - length).abs() <= 1e-12 * length, "the length is not the sum of the legs");
    Some(length)
}

#[test]
fn an_l_shape_costs_two_legs_around_its_corner() {
    let mesh = squares(&[(0, 0), (1, 0), (0, 1)]);
    let legs = length(&mesh, [2.0, 0.0], [0.0, 2.0]);
    assert_eq!(legs, Some(2.0 * SQRT_2));
    assert_eq!(length(&mesh, [1.5, 0.5], [0.5, 1.5]), Some(SQRT_2));
    assert_eq!(length(&mesh, [0.5, 0.5], [1.5, 0.5]), Some(1.0));
    assert_eq!(length(&mesh, [2.0, 1.0], [1.0, 2.0]), Some(2.0), "along both walls");
}

#[test]
fn a_square_with_a_block_in_it_is_walked_around() {
    let mesh = squares(&[(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]);
    // From the middle of one side of the block to the middle of the other: √(½² + ½²), 1, the same.
    assert_eq!(length(&mesh, [0.5, 1.5], [2.5, 1.5]), Some(SQRT_2 + 1.0));
    // Corner to corner: the block's corner (1, 2) lies off the diagonal; 2 · √(1 + 4).
    let around = length(&mesh, [0.0, 0.0], [3.0, 3.0]).unwrap();
    assert!((around - 2.0 * 5f64.sqrt()).abs() < 1e-12);
    assert_eq!(length(&mesh, [0.5, 0.5], [1.5, 1.5]), None, "inside the block");
}

#[test]
fn nobody_slips_through_a_pinch() {
    let pinch = squares(&[(0, 0), (1, 1)]);
    let oracle = MeshOracle::new(&pinch);
    assert_eq!(length(&pinch, [0.5, 0.5], [1.5, 1.5]), None);
    assert!(!oracle.is_reachable(DVec2::splat(0.5), DVec2::splat(1.5)));
    assert!(oracle.is_pinch(DVec2::ONE) && !oracle.is_pinch(DVec2::ZERO));
    assert!(!oracle.is_legal_leg([0.5, 0.5], [1.5, 1.5]));
    assert!(oracle.is_legal_leg([0.5, 0.5], [1.0, 1.0]));
    assert!(oracle.is_legal_leg([1.0, 1.0], [1.5, 1.5]), "an end at a pinch stands in both fans");
    let jump = [DVec2::splat(0.5), DVec2::ONE, DVec2::splat(1.5)];
    assert!(!oracle.is_legal_path(&jump), "each leg is legal, the turn is not");
}

#[test]
fn a_pinch_that_can_be_walked_around_is_walked_around() {
    // (1, 1) and (2, 2) touch at (2, 2) only; a chain of squares leads around (2, 1).
    let mesh = squares(&[(1, 1), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (2, 2)]);
    let around = length(&mesh, [1.5, 1.5], [2.5, 2.5]).unwrap();
    assert!((around - (2.0 + SQRT_2)).abs() < 1e-12);
    assert_eq!(length(&mesh, [2.0, 2.0], [1.5, 1.5]), Some(SQRT_2 / 2.0), "in the one fan");
    assert_eq!(length(&mesh, [2.0, 2.0], [2.5, 2.5]), Some(SQRT_2 / 2.0), "in the other");
}

#[test]
fn a_wall_without_thickness_is_walked_around() {
    let mut raw = squares(&[(0, 0), (1, 0), (0, 1), (1, 1)]).to_raw();
    // Between the two lower squares.
    for (cell, other) in [(0, Some(1)), (1, Some(0))] {
        let edges = &mut raw.neighbors[4 * cell..4 * cell + 4];
        edges.iter_mut().filter(|n| **n == other).for_each(|n| *n = None);
    }
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let oracle = MeshOracle::new(&mesh);
    assert!(!oracle.is_legal_leg([0.5, 0.5], [1.5, 0.5]));
    let around = length(&mesh, [0.5, 0.5], [1.5, 0.5]).unwrap();
    assert!((around - SQRT_2).abs() < 1e-12);
    assert!(oracle.is_pinch(DVec2::new(1.0, 0.5)), "both sides of the wall hold the point");
    assert!(!oracle.is_pinch(DVec2::ONE), "the wall's end is one fan");
    assert!(oracle.is_legal_leg([1.0, 0.0], [1.0, 1.5]), "along the wall and beyond");
    let sides = [[0.5, 0.5], [1.0, 0.5], [1.5, 0.5]].map(DVec2::from);
    assert!(!oracle.is_legal_path(&sides), "touching the wall is no way through it");
}

#[test]
fn the_cells_of_a_path_must_hold_it_in_order() {
    let mesh = squares(&[(0, 0), (1, 0), (0, 1)]);
    let oracle = MeshOracle::new(&mesh);
    let path = [[2.0, 0.5], [1.0, 1.0], [0.5, 2.0]].map(DVec2::from);
    let cells = oracle.cells_along(&path).unwrap();
    assert_eq!(cells.iter().map(|cell| cell.slot).collect::<Vec<_>>(), [1, 0, 2]);
    assert!(oracle.holds_path(&cells, &path));
    assert!(!oracle.holds_path(&cells[..2], &path), "the last cell does not hold the goal");
    assert!(!oracle.holds_path(&[cells[0], cells[2]], &path), "not joined");
    assert!(!oracle.holds_path(&[], &path));
    let back: Vec<CellId> = cells.iter().rev().copied().collect();
    assert!(!oracle.holds_path(&back, &path));
}

#[test]
fn distances_to_the_ground_are_those_of_the_nearest_side() {
    let mesh = squares(&[(0, 0), (1, 1)]);
    let oracle = MeshOracle::new(&mesh);
    assert_eq!(oracle.distance_to_ground(DVec2::new(3.0, 1.5), None), 1.0);
    assert_eq!(oracle.distance_to_ground(DVec2::new(1.5, 1.5), None), 0.0);
    let from_below = Some(DVec2::splat(0.5));
    assert_eq!(oracle.distance_to_ground(DVec2::new(2.0, 1.0), from_below), 1.0);
}

/// The plain formula puts the foot of the perpendicular on the point itself.
#[test]
fn a_point_an_ulp_off_the_ground_is_an_ulp_off() {
    let corners = [[8e-6, 0.0], [8e-6, 8e-6], [1e-6, 8e-6], [1e-6, 0.0]];
    let mut raw = RawMesh { positions: corners.map(Into::into).to_vec(), ..RawMesh::default() };
    raw.push_cell(&[0, 1, 2, 3]);
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let point = DVec2::new(1e-6f64.next_down(), 8e-6);
    let off = 1e-6 - point.x;
    assert_eq!(MeshOracle::new(&mesh).distance_to_ground(point, None), off);
}

#[test]
fn from_standpoints_distances_are_those_of_the_shortest_paths() {
    let ring = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
    let ring = [&ring[..], &[(3, 3)]].concat();
    let mesh = squares(&ring);
    let oracle = MeshOracle::new(&mesh);
    let points = (0..25).map(|place| DVec2::new(f64::from(place % 5), f64::from(place / 5)));
    let points: Vec<DVec2> = points.map(|point| point * 0.875).collect();
    let stand = |&point: &DVec2| oracle.standpoint(&oracle.cells_at(point), point);
    let stands: Vec<Standpoint> = points.iter().map(stand).collect();
    let (mut ways, mut none) = (0, 0);
    for (from, start) in stands.iter().zip(&points) {
        for (to, goal) in stands.iter().zip(&points) {
            let found = oracle.distance_between(from, to);
            let shortest =
                oracle.shortest(*start, *goal).map_or(f64::INFINITY, |(length, _)| length);
            assert!(found == shortest || (found - shortest).abs() < 1e-12, "{start} {goal}");
            ways += usize::from(found.is_finite());
            none += usize::from(found.is_infinite());
        }
    }
    assert!(ways > 200 && none > 200, "{ways} {none}");
}
