//! Many goals on several floors, against single queries and against the oracle.

use crate::rounding::are_equal;
use navmesh_testkit::MeshOracle;
use navmesh_testkit::worlds::floors::{floor_queries, helix, stacked_tiles};
use tautline::{
    FieldQuery, Goals, ManyQuery, MeshFinder, MeshQueries, NavMesh, PathQuery, PathToGoal, Place,
};

const SEEDS: u64 = 250;

/// The number of places on each mesh.
const PLACES: usize = 7;

/// Returns the oracle's shortest length between the floors of two places; infinite without a path.
fn truth(oracle: &MeshOracle<'_>, start: Place, goal: Place) -> f64 {
    let cells = |place: Place| oracle.cells_on(place.layer.unwrap_or(0), place.point);
    let (from, to) = (cells(start), cells(goal));
    let found = oracle.shortest_between((&from, start.point), (&to, goal.point));
    found.map_or(f64::INFINITY, |found| found.0)
}

fn alone(finder: &MeshFinder, start: Place, goal: Place) -> f64 {
    finder.find_path(&PathQuery::new(start, goal)).map_or(f64::INFINITY, |path| path.length())
}

fn same(a: f64, b: f64) -> bool {
    a == b || are_equal(a, b)
}

/// Checks every query with many goals against the distances in `row`.
fn check_from(finder: &MeshFinder, start: Place, goals: &[Place], row: &[f64], name: &str) {
    let context = || format!("{name}: {start} to {goals:?}");
    let found = finder.distances(&ManyQuery::new(start, goals)).unwrap();
    assert!(found.iter().zip(row).all(|(&a, &b)| same(a, b)), "{}: {found:?}, {row:?}", context());
    let tree = finder.paths(&ManyQuery::new(start, goals)).unwrap();
    for (goal, (&place, &length)) in goals.iter().zip(row).enumerate() {
        match tree.path_to(goal) {
            Ok(path) => {
                assert!(same(path.length(), length), "{}: {goal}", context());
                assert_eq!(
                    path.verify_answer(&PathQuery::new(start, place), finder.mesh()),
                    Ok(())
                );
            }
            Err(error) => assert!(length.is_infinite(), "{}: {goal}: {error}", context()),
        }
    }
    let least = row.iter().copied().fold(f64::INFINITY, f64::min);
    let nearest = finder.nearest(&ManyQuery::new(start, goals), 1).unwrap();
    assert!(
        same(nearest.first().map_or(f64::INFINITY, |near| near.distance), least),
        "{}",
        context()
    );
    match finder.path_to_any(&ManyQuery::to_any(start, Goals::Points(goals))) {
        Ok(PathToGoal { path, goal }) => {
            let goal = goal.unwrap();
            assert!(
                same(path.length(), least) && same(row[goal], least),
                "{}: {path:?}",
                context()
            );
            let query = PathQuery::new(start, goals[goal]);
            assert_eq!(path.verify_answer(&query, finder.mesh()), Ok(()), "{}", context());
        }
        Err(error) => assert!(least.is_infinite(), "{}: {error}", context()),
    }
}

/// Checks a field of all goals against the distances from every place.
fn check_field(finder: &MeshFinder, places: &[Place], rows: &[Vec<f64>], name: &str) {
    let goals = &places[..2];
    let field = finder.distance_field(&FieldQuery::new(goals)).unwrap();
    for (&place, row) in places.iter().zip(rows) {
        let least = row[0].min(row[1]);
        assert!(
            same(field.distance_at(place).unwrap_or(f64::INFINITY), least),
            "{name}: {place} to {goals:?}: {least}"
        );
        if let Ok(path) = field.path_from(place) {
            assert!(same(path.length(), least), "{name}: {place}: {path:?}");
            assert_eq!(path.verify(finder.mesh()), Ok(()), "{name}: {place}: {path:?}");
            let start = finder.mesh().incidences_at(place).any(|at| at.cell == path.cells()[0]);
            assert!(start, "{name}: {place}: {path:?}");
        }
    }
}

/// Checks that visible places are as far away as the straight line, on their floor.
fn check_sight(mesh: &NavMesh, places: &[Place], rows: &[Vec<f64>], name: &str) {
    let mut spatial = MeshQueries::new(mesh);
    for (&from, row) in places.iter().zip(rows) {
        for (&to, &length) in places.iter().zip(row) {
            if spatial.sees(from, to).unwrap() {
                let straight = from.point.distance(to.point);
                assert!(same(length, straight), "{name}: {from} sees {to}, {length} away");
            }
        }
    }
}

pub(crate) fn check(mesh: NavMesh, places: &[Place], name: &str) -> usize {
    let oracle = MeshOracle::new(&mesh);
    let finder = MeshFinder::new(mesh.clone());
    let row = |&start: &Place| places.iter().map(|&goal| truth(&oracle, start, goal)).collect();
    let rows: Vec<Vec<f64>> = places.iter().map(row).collect();
    for (&start, row) in places.iter().zip(&rows) {
        check_from(&finder, start, places, row, name);
    }
    let matrix = finder.distance_matrix(places, places).unwrap();
    let pairs = || matrix.iter().flatten().zip(rows.iter().flatten());
    assert!(pairs().all(|(&a, &b)| same(a, b)), "{name}");
    check_field(&finder, places, &rows, name);
    check_sight(&mesh, places, &rows, name);

    // The same without floors.
    let flat: Vec<Place> = places.iter().map(|place| place.point.into()).collect();
    for &start in &flat {
        let row: Vec<f64> = flat.iter().map(|&goal| alone(&finder, start, goal)).collect();
        check_from(&finder, start, &flat, &row, name);
    }
    pairs().filter(|(length, _)| length.is_finite()).count()
}

#[test]
fn queries_with_many_goals_on_floors_agree_with_single_queries() {
    let mut reached = 0;
    for seed in 0..SEEDS {
        let mesh = stacked_tiles(seed);
        let queries = floor_queries(&mesh, PLACES, seed);
        let places: Vec<Place> = queries.iter().map(PathQuery::start_place).collect();
        reached += check(mesh, &places, &format!("seed {seed}"));
    }
    let all = SEEDS as usize * PLACES * PLACES;
    assert!(reached > all / 2 && reached < all, "{reached} of {all}");
}

#[test]
fn a_goal_on_a_winding_ramp_is_on_its_own_turn() {
    let mesh = helix(4);
    let queries = floor_queries(&mesh, 12, 1);
    let places: Vec<Place> = queries.iter().map(PathQuery::start_place).collect();
    check(mesh, &places, "helix");
}
