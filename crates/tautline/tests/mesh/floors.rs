//! Paths on several floors: both searches against the oracle.

mod built;
pub(crate) mod many_goals;

use crate::rounding::are_equal;
use navmesh_testkit::worlds::floors::{floor_queries, helix, stacked_tiles};
use navmesh_testkit::{MeshOracle, world_count};
use tautline::{
    BuildOptions, DVec2, FloorConnection, Floors, MeshFinder, NavMesh, Outline, Outlines, Path,
    PathQuery, Scratch, Search, build_floors,
};

const SEEDS: u64 = 400;
const QUERIES: usize = 40;

fn truth(oracle: &MeshOracle<'_>, query: &PathQuery) -> Option<f64> {
    let place = |layer: Option<u32>, point| (oracle.cells_on(layer.unwrap_or(0), point), point);
    let (start, goal) =
        (place(query.start_layer, query.start), place(query.goal_layer, query.goal));
    oracle.shortest_between((&start.0, start.1), (&goal.0, goal.1)).map(|found| found.0)
}

fn answer(finder: &MeshFinder, query: &PathQuery) -> Path {
    finder.find_path(query).unwrap_or_else(|error| panic!("{query:?}: {error}"))
}

/// Counters of the cases that were met.
pub(crate) struct Checked {
    pub(crate) optimal: u32,
    saddles: usize,
}

/// Checks both searches against the oracle and the laws.
pub(crate) fn check(mesh: NavMesh, queries: &[PathQuery], name: &str) -> Checked {
    mesh.assert_invariants();
    let oracle = MeshOracle::new(&mesh);
    let finder = MeshFinder::new(mesh.clone());
    let (mut scratch, mut path, mut again) = (Scratch::new(), Path::default(), Path::default());
    let mut checked = Checked { optimal: 0, saddles: mesh.saddles().len() };
    for query in queries {
        let place = || format!("{name}: {query:?}");
        let best = truth(&oracle, query);
        let found = finder.find_path_into(query, &mut scratch, &mut path);
        assert_eq!(found.is_ok(), best.is_some(), "{}: {found:?}, {best:?}", place());
        let Some(best) = best else { continue };
        assert!(are_equal(path.length(), best), "{}: {path:?} is not {best} long", place());
        path.verify_answer(query, &mesh)
            .unwrap_or_else(|defect| panic!("{}: {defect}, {path:?}", place()));
        assert!(path.still_valid(&mesh), "{}", place());
        assert_eq!(finder.find_path_into(query, &mut scratch, &mut again), Ok(()), "{}", place());
        assert_eq!(again, path, "{}", place());
        let back = answer(&finder, &query.reversed());
        assert!(are_equal(back.length(), best), "{}: {back:?} back", place());
        let corridor = answer(&finder, &query.search(Search::Corridor));
        assert!(corridor.length() >= best * (1.0 - 1e-9), "{}: {corridor:?}", place());
        corridor
            .verify_answer(query, &mesh)
            .unwrap_or_else(|defect| panic!("{}: {defect}", place()));
        let corridor_back = answer(&finder, &query.reversed().search(Search::Corridor));
        assert!(are_equal(corridor_back.length(), corridor.length()), "{}", place());
        checked.optimal += 1;
    }
    checked
}

#[test]
fn on_randomly_connected_floors_both_searches_agree_with_the_oracle() {
    let (mut optimal, mut saddles) = (0, 0);
    for seed in 0..world_count(SEEDS) {
        let mesh = stacked_tiles(seed);
        let queries = floor_queries(&mesh, QUERIES, seed);
        let checked = check(mesh, &queries, &format!("stacked tiles, seed {seed}"));
        optimal += checked.optimal;
        saddles += checked.saddles;
    }
    assert!(optimal > 5000 && saddles > 300, "{optimal} paths, {saddles} saddles");
}

/// The path around the pillar touches each of its corners. Between the centers of two side tiles, n
/// quarter turns apart, it has n − 1 sides of the pillar and one leg at either end.
#[test]
fn a_path_on_a_ramp_around_a_pillar_follows_its_sides() {
    for quarters in [2, 3, 5, 9, 14] {
        let mesh = helix(quarters + 1);
        assert_eq!(mesh.layers().len(), quarters / 4 + 1);
        let start = DVec2::new(0.0, -1.5);
        let goal = [[0.0, -1.5], [1.5, 0.0], [0.0, 1.5], [-1.5, 0.0]][quarters % 4];
        let query = PathQuery::new(start, goal).start_layer(0).goal_layer(quarters as u32 / 4);
        let ends = 2.0 * DVec2::new(1.0, 0.5).length();
        let path = MeshFinder::new(mesh.clone()).find_path(&query).unwrap();
        assert!(
            are_equal(path.length(), ends + 2.0 * (quarters as f64 - 1.0)),
            "{quarters}: {path:?}"
        );
        check(mesh.clone(), &[query], "helix");
        check(mesh.clone(), &floor_queries(&mesh, 30, quarters as u64), "helix");
    }
}

/// A query without floors may use any floor at its endpoints.
#[test]
fn a_query_without_floors_finds_a_path_if_some_pair_of_floors_is_connected() {
    let (mut moved, mut disconnected) = (0, 0);
    for seed in 0..world_count(SEEDS) {
        let mesh = stacked_tiles(seed);
        let finder = MeshFinder::new(mesh.clone());
        for query in floor_queries(&mesh, QUERIES, seed) {
            let query = PathQuery::new(query.start, query.goal).snap(0.0);
            let on = |start: u32, goal: u32| {
                finder.find_path(&query.start_layer(start).goal_layer(goal)).is_ok()
            };
            let pairs =
                || mesh.layers().iter().flat_map(|&a| mesh.layers().iter().map(move |&b| (a, b)));
            let is_connected = pairs().any(|(start, goal)| on(start, goal));
            let found = finder.find_path(&query);
            assert_eq!(found.is_ok(), is_connected, "seed {seed}: {query:?}");
            disconnected += usize::from(!is_connected);
            let lowest =
                |point: DVec2| mesh.incidences(point).map(|i| mesh.layer(i.cell.slot)).min();
            let is_lowest = |path: &Path| {
                let goal = path.cells().last().map(|cell| mesh.layer(cell.slot));
                Some(path.start_layer()) == lowest(query.start) || goal == lowest(query.goal)
            };
            moved += usize::from(found.is_ok_and(|path| !is_lowest(&path)));
        }
    }
    assert!(moved > 5 && disconnected > 50, "{moved} moved, {disconnected} disconnected");
}

/// Two rooms and two rooms above them; only the upper rooms are connected.
#[test]
fn a_query_without_floors_finds_a_path_between_upper_floors() {
    let rect = |x: f64, to: f64| Outlines {
        walkable: vec![Outline::rect([x, 0.0], [to, 4.0])],
        ..Outlines::default()
    };
    let building = Floors::default()
        .with_floor(0, rect(0.0, 4.0))
        .with_floor(1, rect(0.0, 4.0))
        .with_floor(2, rect(10.0, 14.0))
        .with_floor(3, rect(4.0, 14.0))
        .with_connection(FloorConnection::new([1, 3], [[4.0, 0.0], [4.0, 4.0]]));
    let finder = MeshFinder::new(build_floors(&building, &BuildOptions::default()).unwrap().0);
    let query = PathQuery::new([1.0, 1.0], [12.0, 1.0]);
    let path = finder.find_path(&query).unwrap();
    assert_eq!((path.length(), path.start_layer()), (11.0, 1));
    assert!(finder.find_path(&query.start_layer(0)).unwrap_err().proves_unreachable());
    assert!(finder.find_path(&query.goal_layer(2)).unwrap_err().proves_unreachable());
    assert!(
        finder.find_path(&query.start_layer(1)).is_ok()
            && finder.find_path(&query.goal_layer(3)).is_ok()
    );
}
