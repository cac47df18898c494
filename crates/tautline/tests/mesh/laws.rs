//! The laws of a pathfinder, against the oracle, on random worlds of every kind.

use std::io::Write;

use navmesh_core::{NavMesh, Path, PathError, PathQuery, Pathfinder, Scratch, Search};
use navmesh_testkit::laws::Law;
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries};
use navmesh_testkit::worlds::with_options;
use navmesh_testkit::{Coverage, LawReport, LawSuite, MeshOracle, covers, world, world_count};
use tautline::{BuildOptions, MeshFinder, NavMeshBuilder};

/// A finder that uses the same search for every query.
pub(crate) struct Searching<F>(pub(crate) F, pub(crate) Search);

impl<F: Pathfinder> Pathfinder for Searching<F> {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        self.0.find_path_into(&query.search(self.1), scratch, path)
    }
}

pub(crate) fn check(name: &str, mesh: &NavMesh, queries: &[PathQuery]) -> LawReport {
    let oracle = MeshOracle::new(mesh);
    let finder = MeshFinder::new(mesh.clone());
    let optimal = Searching(finder.clone(), Search::Optimal);
    let mut report = LawSuite::new(name, &optimal, &oracle).assert_holds(queries);
    // A corridor path may be the shortest by chance; a query for a part of it need not be.
    let corridor = Searching(finder, Search::Corridor);
    report += LawSuite::new(name, &corridor, &oracle).exempt(Law::Stretch).assert_holds(queries);
    report
}

/// Prints a report to standard error, which the test harness does not capture.
#[track_caller]
fn show(total: &LawReport) {
    let line = std::panic::Location::caller().line();
    let _ = writeln!(std::io::stderr(), "\nlaws.rs, line {line}: {total}");
}

#[test]
fn every_law_holds_on_every_kind_of_world() {
    let mut total = LawReport::default();
    for seed in 0..world_count(500) {
        let world = world(seed);
        let builder = NavMeshBuilder::from_outlines(world.outlines.clone());
        let builder = builder.with_options(BuildOptions::default().weld(0.0)); // many gaps are an ulp wide
        let (mesh, report) =
            builder.build().unwrap_or_else(|error| panic!("{}: {error}", world.name));
        mesh.assert_invariants();
        for &point in world.points.iter().filter(|_| report.rounded_crossings.is_empty()) {
            match covers(&world.outlines, point) {
                Coverage::Inside => assert!(mesh.locate(point).is_some(), "{} {point}", world.name),
                Coverage::Outside => {
                    assert!(mesh.locate(point).is_none(), "{} {point}", world.name)
                }
                Coverage::Border => {}
            }
        }
        total += check(&world.name, &mesh, &world.queries(12));
    }
    assert!(total.complete > 0 && total.turns > 0 && total.optimal > 0, "{total}");
    assert_eq!((total.unsupported, total.exhausted), (0, 0), "{total}");
    assert!(total.touched > 0 && total.on_pinch > 0 && total.on_thin_wall > 0, "{total}");
    show(&total);
}

#[test]
fn every_law_holds_on_lattices_with_thin_walls() {
    let mut total = LawReport::default();
    for seed in 0..world_count(200) {
        let mesh = jittered_lattice(seed);
        total += check(&format!("lattice {seed}"), &mesh, &mesh_queries(&mesh, 12, seed));
    }
    assert!(total.complete > 0 && total.turns > 0 && total.optimal > 0, "{total}");
    assert_eq!((total.unsupported, total.exhausted), (0, 0), "{total}");
    show(&total);
}

#[test]
fn every_law_holds_with_snap_distances_policies_and_budgets() {
    let mut total = LawReport::default();
    for seed in 0..world_count(200) {
        let world = world(seed);
        let (mesh, _) = NavMeshBuilder::from_outlines(world.outlines.clone()).build().unwrap();
        total += check(&world.name, &mesh, &with_options(&world.queries(20)));
        let mesh = jittered_lattice(seed);
        let queries = with_options(&mesh_queries(&mesh, 20, seed));
        total += check(&format!("lattice {seed}"), &mesh, &queries);
    }
    let rare = [total.partial, total.outside, total.unreachable, total.exhausted];
    assert!(rare.into_iter().all(|count| count > 0), "{total}");
    assert_eq!(total.unsupported, 0, "{total}");
    show(&total);
}

fn assert_shortest(builder: &NavMeshBuilder, query: PathQuery) {
    let (mesh, _) = builder.build().unwrap();
    let (length, _) = MeshOracle::new(&mesh).shortest(query.start, query.goal).unwrap();
    let path = MeshFinder::new(mesh).find_path(&query).unwrap();
    approx::assert_relative_eq!(path.length(), length, max_relative = 1e-12);
}

/// The start is in line with a wall that has a vertex of exactly 180° before its end.
#[test]
fn a_path_turns_into_a_portal_in_line_with_a_straight_wall() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(tautline::Outline::rect([0.0, 0.0], [19.0, 11.0]));
    for obstacle in [
        [[0.0, 0.0], [0.0, 4.0], [12.0, 4.0]],
        [[12.0, 5.0], [13.0, 5.0], [13.0, 8.0]],
        [[8.0, 5.0], [0.0, 0.0], [0.0, 6.0]],
        [[9.0, 5.0], [12.0, 5.0], [9.0, 6.0]],
    ] {
        builder.add_obstacle(tautline::Outline::new(obstacle));
    }
    assert_shortest(&builder, PathQuery::new([13.0, 5.0], [0.0, 9.0]));
}

/// The left ray leaves the cell through a corner; the edges to its left are not on it.
#[test]
fn a_ray_through_two_corners_of_a_cell_leaves_edges_beside_it() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(tautline::Outline::new([[0.0, 0.0], [20.0, 10.0], [0.0, 10.0]]));
    for obstacle in [
        [[7.0, 0.0], [7.0, 8.0], [6.0, 8.0]],
        [[0.0, 0.0], [4.0, 6.0], [0.0, 6.0]],
        [[0.0, 0.0], [6.0, 6.0], [5.0, 6.0]],
    ] {
        builder.add_obstacle(tautline::Outline::new(obstacle));
    }
    assert_shortest(&builder, PathQuery::new([7.0, 9.0], [5.0, 3.0]));
}
