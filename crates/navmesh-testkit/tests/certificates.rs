//! The verifier of core against the oracle: the same verdict on walks and cells of every kind.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{CellId, DVec2, NavMesh, Path, PathDefect, PathQuery};
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries};
use navmesh_testkit::{MeshOracle, SplitMix64, world_count};

const SEEDS: u64 = 300;

/// Points to walk between: degenerate ones, and every vertex.
fn places(mesh: &NavMesh, seed: u64) -> Vec<DVec2> {
    let queries = mesh_queries(mesh, 12, seed);
    let asked = queries.iter().flat_map(|query| [query.start, query.goal]);
    let vertices = mesh.slots().flat_map(|slot| mesh.corners(slot));
    asked.chain(vertices).collect()
}

fn path_of(points: &[DVec2], cells: &[CellId]) -> Path {
    let mut path = Path::default();
    points.iter().for_each(|&point| path.push_waypoint(point));
    cells.iter().for_each(|&cell| path.push_cell(cell));
    path.finish(PathSummary::default());
    path
}

/// A walk of a few points: a shortest path, with some of its points taken away or put elsewhere.
fn walk(oracle: &MeshOracle<'_>, places: &[DVec2], rng: &mut SplitMix64) -> Vec<DVec2> {
    let (start, goal) = (*rng.pick(places), *rng.pick(places));
    let shortest = oracle.shortest(start, goal).map(|(_, points)| points);
    let mut points = shortest.unwrap_or_else(|| vec![start, goal]);
    points.push(*rng.pick(places));
    for _ in 0..rng.below(3) {
        let place = rng.below(points.len());
        if rng.chance(50) {
            points[place] = *rng.pick(places);
        } else if points.len() > 1 {
            points.remove(place);
        }
    }
    points
}

/// The first leg at which the oracle says that the walk so far is illegal.
fn first_illegal_leg(oracle: &MeshOracle<'_>, points: &[DVec2]) -> Option<usize> {
    let illegal = |count: &usize| !oracle.is_legal_path(&points[..*count]);
    (1..=points.len()).find(illegal).map(|count| count.saturating_sub(2))
}

#[test]
fn a_walk_is_blocked_where_the_oracle_says_so() {
    let (mut legal, mut blocked, mut jumps) = (0, 0, 0);
    for seed in 0..world_count(SEEDS) {
        let (mesh, mut rng) = (jittered_lattice(seed), SplitMix64::new(seed));
        let (oracle, places) = (MeshOracle::new(&mesh), places(&mesh, seed));
        for _ in 0..41 {
            let path = path_of(&walk(&oracle, &places, &mut rng), &[]);
            let points = path.waypoints();
            let first = path.first_blocked_leg(&mesh);
            assert_eq!(first, first_illegal_leg(&oracle, points), "lattice {seed}: {points:?}");
            assert_eq!(path.still_valid(&mesh), first.is_none());
            legal += usize::from(first.is_none());
            blocked += usize::from(first.is_some());
            // A leg that is legal alone and blocked after the one before it: a turn from fan to fan.
            let alone =
                |leg: usize| points.len() > 1 && oracle.is_legal_leg(points[leg], points[leg + 1]);
            jumps += usize::from(first.is_some_and(alone));
        }
    }
    println!("{legal} legal walks, {blocked} blocked, {jumps} of them at a jump from fan to fan");
    assert!(legal > 1000 && blocked > 1000 && jumps > 10, "{legal} {blocked} {jumps}");
}

/// Cells that hold a path, and cells that nearly do: some left out, doubled, exchanged or foreign.
fn disturbed(cells: &[CellId], mesh: &NavMesh, rng: &mut SplitMix64) -> Vec<CellId> {
    let mut cells = cells.to_vec();
    let place = rng.below(cells.len());
    let any = mesh.cell_id(rng.below(mesh.slot_count()) as u32);
    match rng.below(6) {
        0 => drop(cells.remove(place)),
        1 => cells[place] = any,
        2 => cells.insert(place, any),
        3 => cells.swap(place, 0),
        4 => cells.truncate(place + 1),
        _ => {}
    }
    cells
}

#[test]
fn cells_hold_a_path_where_the_oracle_says_so() {
    let (mut held, mut refused) = (0, 0);
    for seed in 0..world_count(SEEDS) {
        let (mesh, mut rng) = (jittered_lattice(seed), SplitMix64::new(seed));
        let (oracle, places) = (MeshOracle::new(&mesh), places(&mesh, seed));
        for _ in 0..40 {
            let (start, goal) = (*rng.pick(&places), *rng.pick(&places));
            let Some((_, points)) = oracle.shortest(start, goal) else { continue };
            let cells = oracle.cells_along(&points).unwrap();
            let path = path_of(&points, &disturbed(&cells, &mesh, &mut rng));
            let expected = oracle.holds_path(path.cells(), path.waypoints());
            let verdict = path.verify(&mesh);
            assert_eq!(verdict.is_ok(), expected, "lattice {seed}: {path:?} {verdict:?}");
            held += usize::from(expected);
            refused += usize::from(!expected);
            let query = PathQuery::new(start, goal);
            assert_eq!(path.verify_answer(&query, &mesh), verdict);
            let elsewhere = PathQuery::new(start, goal + 1.0);
            let ends = path.verify_answer(&elsewhere, &mesh);
            assert!(verdict.is_err() || matches!(ends, Err(PathDefect::End { .. })), "{ends:?}");
        }
    }
    println!("{held} paths held by their cells, {refused} not");
    assert!(held > 1000 && refused > 1000, "{held} {refused}");
}
