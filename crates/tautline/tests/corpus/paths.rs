//! Paths on the corpus: the laws, and the lengths in the files.

use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_testkit::corpus::Answer;
use navmesh_testkit::laws::{Law, Subject};
use navmesh_testkit::worlds::{points_around, queries_between};
use navmesh_testkit::{
    CorpusCase, Coverage, Fill, LawReport, LawSuite, LinkOracle, MeshOracle, covers,
};
use tautline::build::RepairKind;
use tautline::{BuildOptions, BuildReport, DVec2, LinkWay, MeshFinder, NavMesh, Search};

use crate::cases;
use crate::outcomes::build;

/// The largest number of edges for which a visibility graph is built.
const SMALL: usize = 400;

fn meshes() -> impl Iterator<Item = (String, CorpusCase, NavMesh, BuildReport)> {
    cases().into_iter().filter_map(|(name, case)| {
        let (mesh, report) = build(&case).ok()?;
        Some((name, case, mesh, report))
    })
}

#[test]
fn every_law_holds_on_every_file() {
    let mut total = LawReport::default();
    for (name, case, mesh, _) in meshes().filter(|(.., mesh, _)| mesh.edges().len() < SMALL) {
        let finder = MeshFinder::new(mesh.clone());
        let queries = queries_between(&points_around(&case.outlines, 32, 1), 24, 1);
        let oracle: &dyn Subject =
            if mesh.has_links() { &LinkOracle::new(&mesh) } else { &MeshOracle::new(&mesh) };
        let mut suite = LawSuite::new(&name, &finder, oracle);
        if mesh.links().iter().any(|link| link.way == LinkWay::OneWay) {
            suite = suite.exempt(Law::Reversal);
        }
        total += suite.assert_holds(&queries);
    }
    assert!(total.complete > 500 && total.on_pinch > 10 && total.links > 50, "{total}");
    println!("{total}");
}

#[test]
fn points_are_on_the_mesh_if_the_outlines_cover_them() {
    for (name, case, mesh, report) in meshes().filter(|(_, e, ..)| e.radius == 0.0) {
        let is_changed = case.fill == Fill::EvenOdd
            || !report.rounded_crossings.is_empty()
            || report.repairs.iter().any(|repair| repair.kind == RepairKind::Underflow);
        for point in points_around(&case.outlines, 64, 2) {
            let is_on = mesh.locate(point).is_some();
            match covers(&case.outlines, point) {
                _ if is_changed => {}
                Coverage::Inside => assert!(is_on, "{name}: {point}"),
                Coverage::Outside => assert!(!is_on, "{name}: {point}"),
                Coverage::Border => {}
            }
        }
    }
}

/// The distances are measured from the walls of the mesh built without a radius.
#[test]
fn with_a_radius_points_are_on_the_mesh_if_no_wall_is_closer() {
    let mut met = [0; 2];
    for (name, case, mesh, _) in meshes().filter(|(_, case, ..)| case.radius > 0.0) {
        let radius = case.radius;
        let (whole, _) = build(&CorpusCase { radius: 0.0, ..case.clone() }).unwrap();
        for point in points_around(&case.outlines, 256, 3) {
            let Some(distance) = wall_distance(&whole, point) else {
                assert!(mesh.locate(point).is_none(), "{name}: {point} is off the outlines");
                continue;
            };
            let is_on = mesh.locate(point).is_some();
            if distance > radius * (1.0 + BuildOptions::default().arc_tolerance) {
                assert!(is_on, "{name}: {point}, {distance} from a wall");
                met[0] += 1;
            } else if distance < radius * (1.0 - 1e-9) {
                assert!(!is_on, "{name}: {point}, {distance} from a wall");
                met[1] += 1;
            }
        }
    }
    assert!(met[0] > 50 && met[1] > 200, "{met:?}");
}

/// Returns the distance of the nearest wall; `None` off the mesh.
fn wall_distance(mesh: &NavMesh, point: DVec2) -> Option<f64> {
    mesh.locate(point)?;
    let to_walls = mesh.slots().flat_map(|slot| {
        let corners: Vec<DVec2> = mesh.corners(slot).collect();
        let edges = &mesh.edges()[mesh.edge_range(slot)];
        let walls = (0..corners.len()).filter(|&i| edges[i].is_wall());
        let distance = |i: usize| {
            nearest_on_segment(corners[i], corners[(i + 1) % corners.len()], point).distance(point)
        };
        walls.map(distance).collect::<Vec<_>>()
    });
    Some(to_walls.fold(f64::INFINITY, f64::min))
}

/// Closes the doors and links of some names.
pub(crate) fn closing(finder: &MeshFinder, names: &[String]) -> MeshFinder {
    let mut finder = finder.clone();
    for name in names {
        finder.close_door(name).unwrap();
    }
    finder
}

#[test]
fn every_query_in_the_files_has_its_expected_answer() {
    let mut asked = 0;
    for (name, case, mesh, _) in meshes() {
        let open = MeshFinder::new(mesh);
        for ask in case.asks {
            let finder = closing(&open, &ask.closed);
            for search in [Search::Optimal, Search::Corridor] {
                let answer = finder.find_path(&ask.query.search(search));
                let cost = answer.as_ref().ok().map(|path| path.cost());
                let holds = match (ask.answer, cost, search) {
                    (None, ..) | (Some(Answer::None), None, _) => true,
                    (Some(Answer::Cost(best)), Some(cost), Search::Optimal) => {
                        (cost - best).abs() <= 1e-12 * best
                    }
                    (Some(Answer::Cost(best)), Some(cost), _) => cost >= best * (1.0 - 1e-12),
                    _ => false,
                };
                assert!(holds, "{name}: {ask:?}, but {answer:?}");
            }
            asked += 1;
        }
    }
    assert!(asked >= 30, "only {asked} queries");
}
