mod next_corner;
mod oracle;
pub(crate) mod corridors;

use corridors::{Corners, Exit, corridor, portal, random_corridor};
use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{Corridor, DVec2, Path, Portal, Scratch};
use navmesh_testkit::SplitMix64;
use next_corner::pull_by_next_corner;

use crate::pull;

/// Pulls by both methods. They must agree in every waypoint and cell.
fn pulled(corridor: &Corridor) -> Path {
    let (mut path, mut twin) = (Path::default(), Path::default());
    pull(corridor, &mut Scratch::new(), &mut path);
    pull_by_next_corner(corridor, &mut twin);
    assert_eq!(path.waypoints(), twin.waypoints(), "the methods differ on {corridor:?}");
    assert_eq!((path.cells(), twin.cells()), (&corridor.cells[..], &corridor.cells[..]));
    path.finish(PathSummary::default());
    path
}

fn assert_shortest(corridor: &Corridor) {
    let path = pulled(corridor);
    let (_, shortest) = oracle::shortest(corridor);
    let error = (path.length() - shortest).abs();
    assert!(
        error <= 1e-9 * shortest,
        "{} is not {shortest}: {:?} on {corridor:?}",
        path.length(),
        path.waypoints()
    );
}

/// Compares point by point: on lattices the oracle's sums are exact.
fn assert_same_waypoints(corridor: &Corridor) {
    assert_shortest(corridor);
    let (expected, _) = oracle::shortest(corridor);
    assert_eq!(pulled(corridor).waypoints(), expected.waypoints(), "on {corridor:?}");
}

const EXITS: [Exit; 5] = [Exit::Any, Exit::Any, Exit::Any, Exit::KeepLeft, Exit::KeepRight];

/// Checks corridors of 0 to 15 portals, most of them winding, some of them fans.
fn for_each_corridor(count: u64, corners: Corners, check: fn(&Corridor)) {
    for seed in 0..count {
        let mut random = SplitMix64::new(seed);
        let portals = random.below(16);
        let exit = EXITS[random.below(EXITS.len())];
        check(&random_corridor(&mut random, corners, exit, portals));
    }
}

#[test]
fn both_methods_find_the_shortest_path_on_small_lattices() {
    for reach in [1, 2, 3, 6] {
        let corners = Corners::Lattice { unit: 1.0, shift: 0.0, reach };
        for_each_corridor(4000, corners, assert_same_waypoints);
    }
}

#[test]
fn both_methods_find_the_shortest_path_between_random_corners() {
    let corners = Corners::Anywhere { half_size: DVec2::ONE };
    for_each_corridor(2000, corners, assert_shortest);
}

#[test]
fn both_methods_find_the_shortest_path_through_slivers() {
    let corners = Corners::Anywhere { half_size: DVec2::new(100.0, 1e-7) };
    for_each_corridor(1000, corners, assert_shortest);
}

#[test]
fn the_shortest_path_is_found_at_every_scale_and_far_from_the_origin() {
    for unit in [f64::powi(2.0, -120), f64::powi(2.0, 180), 1e-9, 1e30] {
        let corners = Corners::Lattice { unit, shift: 0.0, reach: 3 };
        for_each_corridor(500, corners, assert_shortest);
    }
    let corners = Corners::Lattice { unit: 0.1, shift: 1e6 + 0.3, reach: 3 };
    for_each_corridor(1000, corners, assert_shortest);
}

#[test]
fn both_methods_agree_on_long_corridors() {
    for seed in 0..40 {
        let mut random = SplitMix64::new(seed);
        let corners = Corners::Lattice { unit: 1.0, shift: 0.0, reach: 4 };
        let exit = EXITS[random.below(EXITS.len())];
        pulled(&random_corridor(&mut random, corners, exit, 600));
    }
}

#[test]
fn portals_that_do_not_follow_one_another_give_a_path_to_the_goal() {
    let mut random = SplitMix64::new(7);
    let mut scratch = Scratch::new();
    let mut path = Path::default();
    for _ in 0..2000 {
        let mut point =
            || DVec2::new(random.below(4) as f64, random.below(4) as f64) * f64::powi(2.0, -3);
        let portals = (0..12).map(|_| portal(point(), point())).collect();
        let broken = corridor(point(), point(), portals);
        pull_by_next_corner(&broken, &mut path);
        assert_eq!(path.waypoints().last(), Some(&broken.goal));
        pull(&broken, &mut scratch, &mut path);
        assert_eq!(path.waypoints().last(), Some(&broken.goal));
    }
}

fn points(list: &[[f64; 2]]) -> Vec<DVec2> {
    list.iter().map(|&point| point.into()).collect()
}

fn portals(list: &[[[f64; 2]; 2]]) -> Vec<Portal> {
    list.iter().map(|&[left, right]| portal(left.into(), right.into())).collect()
}

#[test]
fn one_cell_is_one_leg_and_one_point_is_one_waypoint() {
    let (a, b) = (DVec2::ZERO, DVec2::ONE);
    assert_eq!(pulled(&corridor(a, b, vec![])).waypoints(), [a, b]);
    assert_eq!(pulled(&corridor(a, a, vec![])).waypoints(), [a]);
}

/// Teeth of a comb, one unit wide and ten high, joined by low passages: above, below, above.
#[test]
fn a_path_through_a_comb_turns_at_the_ends_of_its_teeth() {
    let passage =
        |x: f64, low: f64| [[[x, low + 1.0], [x, low]], [[x + 3.0, low + 1.0], [x + 3.0, low]]];
    let all = [passage(1.0, 9.0), passage(5.0, 0.0), passage(9.0, 9.0)].concat();
    let comb = corridor(DVec2::new(0.5, 0.0), DVec2::new(12.5, 0.0), portals(&all));
    let corners =
        [[0.5, 0.0], [1.0, 9.0], [4.0, 9.0], [5.0, 1.0], [8.0, 1.0], [9.0, 9.0], [12.0, 9.0]];
    let expected = [points(&corners), points(&[[12.5, 0.0]])].concat();
    assert_eq!(pulled(&comb).waypoints(), expected);
    assert_same_waypoints(&comb);
}

/// An octagonal spiral inwards, five times around.
#[test]
fn a_spiral_is_walked_along_its_inner_wall() {
    let directions =
        [[1.0, 0.0], [0.75, 0.75], [0.0, 1.0], [-0.75, 0.75], [-1.0, 0.0], [-0.75, -0.75]];
    let directions = [points(&directions), points(&[[0.0, -1.0], [0.75, -0.75]])].concat();
    let spoke = |k: usize| {
        let inner = 50.0 - k as f64;
        portal(directions[k % 8] * inner, directions[k % 8] * (inner + 4.0))
    };
    let spiral =
        corridor(DVec2::new(51.0, 0.0), DVec2::new(11.0, 0.0), (1..40).map(spoke).collect());
    assert!(pulled(&spiral).waypoints().len() > 30);
    assert_shortest(&spiral);
}

#[test]
fn a_straight_way_through_corners_has_no_waypoint_there() {
    let all = [[[0.0, 2.0], [1.0, 1.0]], [[2.0, 2.0], [1.0, 1.0]], [[2.0, 2.0], [3.0, 1.0]]];
    let touching = corridor(DVec2::ZERO, DVec2::splat(3.0), portals(&all));
    assert_eq!(pulled(&touching).waypoints(), [DVec2::ZERO, DVec2::splat(3.0)]);
}

#[test]
fn a_start_on_a_portal_is_the_first_waypoint_once() {
    let around = portals(&[[[0.0, 0.0], [0.0, -2.0]], [[0.0, 0.0], [2.0, 0.0]]]);
    let goal = DVec2::new(1.0, 1.0);
    let on_corner = corridor(DVec2::ZERO, goal, around.clone());
    assert_eq!(pulled(&on_corner).waypoints(), [DVec2::ZERO, goal]);
    let on_portal = corridor(DVec2::new(0.0, -1.0), goal, around);
    assert_eq!(pulled(&on_portal).waypoints(), [DVec2::new(0.0, -1.0), goal]);
    assert_same_waypoints(&on_portal);
}

#[test]
fn a_goal_on_a_corner_is_listed_once() {
    let all = portals(&[[[0.0, 0.0], [0.0, -2.0]], [[0.0, 0.0], [2.0, 0.0]]]);
    let to_corner = corridor(DVec2::new(-1.0, -1.0), DVec2::ZERO, all);
    assert_eq!(pulled(&to_corner).waypoints(), points(&[[-1.0, -1.0], [0.0, 0.0]]));
}

/// Out through one portal of a straight wall and back in through another, further back: the path runs
/// along the wall and returns on it.
#[test]
fn a_path_that_folds_back_through_one_wall_turns_at_the_portals() {
    let out_and_in = portals(&[[[2.0, 0.0], [1.0, 0.0]], [[0.25, 0.0], [0.75, 0.0]]]);
    let folded = corridor(DVec2::ZERO, DVec2::new(0.0, 1.0), out_and_in);
    let expected = points(&[[0.0, 0.0], [1.0, 0.0], [0.75, 0.0], [0.0, 1.0]]);
    assert_eq!(pulled(&folded).waypoints(), expected);
    assert_same_waypoints(&folded);
}
