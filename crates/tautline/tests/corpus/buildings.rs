//! The corpus files with several floors: invalid floors and connections, and valid ones close to them.

use navmesh_testkit::corpus::{Answer, Outcome};
use navmesh_testkit::{CorpusCase, corpus};
use tautline::build::FloorsReport;
use tautline::{BuildError, MeshFinder, NavMesh, Search, build_floors};

use crate::cases_in;
use crate::outcomes::{error_text, options, repair_text};
use crate::paths::closing;

fn built(case: &CorpusCase) -> Result<(NavMesh, FloorsReport), BuildError> {
    build_floors(&case.building, &options(case))
}

#[test]
fn every_building_has_the_outcome_in_its_file() {
    let all = cases_in(&corpus::buildings());
    assert!(all.len() >= 20, "only {} buildings", all.len());
    for (name, case) in all {
        match (case.outcome.clone().unwrap(), built(&case)) {
            (Outcome::Error(expected), Err(error)) => {
                assert_eq!(error_text(&error), expected, "{name}")
            }
            (Outcome::Mesh(expected), Ok((mesh, report))) => {
                mesh.assert_invariants();
                assert!(mesh.overlaps(1).is_empty(), "{name}: cells of one floor overlap");
                assert_eq!(mesh.component_count(), expected.components, "{name}");
                let allowed = 1e-12 * expected.area;
                assert!((mesh.area() - expected.area).abs() <= allowed, "{name}: {}", mesh.area());
                let reports = || report.floors.iter().map(|(_, floor)| floor);
                let exact: usize = reports().map(|floor| floor.exact_crossings).sum();
                let rounded: usize = reports().map(|floor| floor.rounded_crossings.len()).sum();
                let crossings = [expected.exact_crossings, expected.rounded_crossings];
                assert_eq!([exact, rounded], crossings, "{name}");
                let repairs = report.floors.iter().flat_map(|(layer, floor)| {
                    let on_floor = move |line| format!("floor {layer}, {}", repair_text(line));
                    floor.repairs.iter().map(on_floor)
                });
                assert_eq!(repairs.collect::<Vec<_>>(), expected.repairs, "{name}");
            }
            (expected, built) => panic!("{name}: {expected:?}, but {:?}", built.map(|b| b.1)),
        }
    }
}

#[test]
fn paths_in_buildings_have_the_lengths_in_the_files() {
    let mut asked = 0;
    for (name, case) in cases_in(&corpus::buildings()) {
        let Ok((mesh, _)) = built(&case) else { continue };
        let open = MeshFinder::new(mesh);
        for ask in &case.asks {
            let query = ask.query.search(Search::Optimal);
            let finder = closing(&open, &ask.closed);
            let answer = finder.find_path(&query);
            let holds = match (ask.answer, &answer) {
                (Some(Answer::None), Err(_)) => true,
                (Some(Answer::Cost(best)), Ok(path)) => {
                    path.verify_answer(&query, &finder.mesh_for_query(&query).unwrap()).unwrap();
                    (path.cost() - best).abs() <= 1e-12 * best
                }
                _ => false,
            };
            assert!(holds, "{name}: {ask:?}, but {answer:?}");
            asked += 1;
        }
    }
    assert!(asked >= 15, "only {asked} were asked");
}
