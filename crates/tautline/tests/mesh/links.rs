//! Paths over links, by both searches, against the oracle.

pub(crate) mod laws;
pub(crate) mod cases;
mod wide;
pub(crate) mod costly;
mod gaps;
mod goals;

use std::ops::ControlFlow;

use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::meshes::jittered_lattice;
use navmesh_testkit::{LinkOracle, world_count};
use tautline::incremental::{IncrementalPathfinder, IncrementalSearch, ProgressHook, Stage};
use tautline::{Guarantee, MeshFinder, NavMesh, Path, PathError, PathQuery, Scratch, Search};

const SEEDS: u64 = 300;
const QUERIES: usize = 12;

/// Counters of the cases that were met.
#[derive(Default)]
struct Met {
    paths: usize,
    over_links: usize,
    unreachable: usize,
    longest: usize,
}

/// Checks every query against the oracle's cost.
fn check(mesh: &NavMesh, queries: &[PathQuery], name: &str, met: &mut Met) {
    mesh.assert_invariants();
    let oracle = LinkOracle::new(mesh);
    let finder = MeshFinder::new(mesh.clone());
    let (mut scratch, mut path, mut again) = (Scratch::new(), Path::default(), Path::default());
    for query in queries {
        let asked = || format!("{name}: {query:?}, links {:?}", mesh.links());
        let layer = |layer: Option<u32>| layer.unwrap_or_default();
        let place = |layer, point| (oracle.ground().cells_on(layer, point), point);
        let start = place(layer(query.start_layer), query.start);
        let goal = place(layer(query.goal_layer), query.goal);
        let best = oracle.best_cost(&start, &goal);
        let found = finder.find_path_into(query, &mut scratch, &mut path);
        assert_eq!(found.is_ok(), best.is_some(), "{}: {found:?}, {best:?}", asked());
        let Some(best) = best else {
            assert!(found.is_err_and(|error| error.proves_unreachable()), "{}", asked());
            met.unreachable += 1;
            continue;
        };
        met.paths += 1;
        met.over_links += usize::from(!path.links().is_empty());
        met.longest = met.longest.max(path.links().len());
        assert!(
            (path.cost() - best).abs() <= 1e-9 * best.max(1.0),
            "{}: {path:?} costs {}, not {best}",
            asked(),
            path.cost()
        );
        assert_eq!(path.guarantee(), Guarantee::Optimal);
        path.verify_answer(query, mesh)
            .unwrap_or_else(|defect| panic!("{}: {defect}, {path:?}", asked()));
        assert!(path.still_valid(mesh), "{}", asked());
        finder.find_path_into(query, &mut scratch, &mut again).unwrap();
        assert_eq!(again, path, "{}", asked());
        check_corridor(&finder, query, best, &asked());
        check_slices(&finder, query, &path, best, &asked());
    }
}

/// Checks that the corridor path over links is valid, and its cost and lower bound are consistent with
/// the optimum.
fn check_corridor(finder: &MeshFinder, query: &PathQuery, best: f64, asked: &str) {
    let query = query.search(Search::Corridor);
    let path = finder.find_path(&query).unwrap_or_else(|error| panic!("{asked}: {error}"));
    path.verify_answer(&query, finder.mesh())
        .unwrap_or_else(|defect| panic!("{asked}: {defect}, {path:?}"));
    let slack = 1e-9 * best.max(1.0);
    assert!(path.cost() >= best - slack, "{asked}: {path:?} is cheaper than {best}");
    assert!(path.lower_bound() <= best + slack, "{asked}: {path:?}, {best}");
    let corridor = finder.find_corridor(&query).unwrap();
    assert_eq!(corridor.links.len(), path.links().len(), "{asked}");
    assert_eq!(corridor.cells, path.cells(), "{asked}");
}

/// Checks that slices, a hook and a budget give the same path, with valid lower bounds.
fn check_slices(finder: &MeshFinder, query: &PathQuery, path: &Path, best: f64, asked: &str) {
    let mut search = finder.begin_path(query).unwrap();
    let slack = 1e-9 * best.max(1.0);
    while search.advance(1) == Stage::InProgress {
        let bound = search.progress().lower_bound;
        assert!(bound <= best + slack, "{asked}: bound {bound}, best {best}");
        let mut partial = Path::default();
        let stopped = search.answer_into(&mut partial);
        assert!(matches!(stopped, Err(PathError::BudgetExhausted { .. })), "{asked}: {stopped:?}");
        partial
            .verify(finder.mesh())
            .unwrap_or_else(|defect| panic!("{asked}: {defect}, {partial:?}"));
    }
    assert_eq!(search.finish().as_ref(), Ok(path), "{asked}");
    let mut seen = 0;
    let mut goes_on = |_: &tautline::incremental::Progress| {
        seen += 1;
        ControlFlow::Continue(())
    };
    let mut watched = Path::default();
    let watch = ProgressHook::every(2, &mut goes_on);
    finder.find_path_with_hook(query, &mut Scratch::new(), &mut watched, watch).unwrap();
    assert_eq!(&watched, path, "{asked}");
    for share in [0.5, 0.999] {
        let costly = finder.find_path(&query.max_cost(best * share));
        let is_refused = matches!(costly, Err(PathError::BudgetExhausted { lower_bound, .. }) if lower_bound <= best + slack);
        assert!(is_refused || best == 0.0, "{asked}: {costly:?}");
    }
    let enough = finder.find_path(&query.max_cost(best + slack));
    assert_eq!(enough.map(|path| path.cost()), Ok(path.cost()), "{asked}");
}

#[test]
fn paths_on_lattices_with_links_cost_the_same_as_the_oracles() {
    let mut met = Met::default();
    for seed in 0..world_count(SEEDS) {
        let mesh = with_links(jittered_lattice(seed), seed);
        let queries = floor_queries(&mesh, QUERIES, seed);
        check(&mesh, &queries, &format!("lattice {seed}"), &mut met);
    }
    let Met { paths, over_links, unreachable, longest } = met;
    assert!(
        paths > 2000 && over_links > 400 && unreachable > 100 && longest > 2,
        "{paths} paths, {over_links} over links, up to {longest}; {unreachable} out of reach"
    );
}

#[test]
fn paths_over_links_between_floors_cost_the_same_as_the_oracles() {
    let mut met = Met::default();
    for seed in 0..world_count(SEEDS) {
        let mesh = with_links(stacked_tiles(seed), seed);
        let queries = floor_queries(&mesh, QUERIES, seed);
        check(&mesh, &queries, &format!("floors {seed}"), &mut met);
    }
    assert!(met.paths > 2000 && met.over_links > 400, "{} of {}", met.over_links, met.paths);
}

/// Returns the mesh with random cell costs from ½ to 4, and the same links.
fn weighted(mesh: &NavMesh, seed: u64) -> NavMesh {
    let mut raw = mesh.to_raw();
    let cost = |cell: u64| [0.5, 1.0, 2.0, 4.0][((seed * 7 + cell * 13) % 11 % 4) as usize];
    raw.costs = (0..raw.cell_count() as u64).map(cost).collect();
    NavMesh::from_raw(&raw).unwrap()
}

#[test]
fn corridors_through_cells_with_costs_use_links() {
    let (mut over_links, mut unreachable) = (0, 0);
    for seed in 0..world_count(SEEDS) {
        let plain = with_links(jittered_lattice(seed), seed);
        let mesh = weighted(&plain, seed);
        assert_eq!(mesh.links(), plain.links());
        let oracle = LinkOracle::new(&plain);
        let finder = MeshFinder::new(mesh.clone());
        for query in floor_queries(&mesh, QUERIES, seed) {
            let asked = || format!("seed {seed}: {query:?}, links {:?}", mesh.links());
            let place = |point| (oracle.ground().cells_on(0, point), point);
            let best = oracle.best_cost(&place(query.start), &place(query.goal));
            let found = finder.find_path(&query);
            assert_eq!(found.is_ok(), best.is_some(), "{}: {found:?}", asked());
            let (Some(best), Ok(path)) = (best, found) else {
                unreachable += 1;
                continue;
            };
            path.verify_answer(&query, &mesh)
                .unwrap_or_else(|defect| panic!("{}: {defect}, {path:?}", asked()));
            // The cell costs are between ½ and 4.
            let slack = 1e-9 * best.max(1.0);
            assert!(path.cost() >= best * 0.5 - slack, "{}: {path:?}, {best}", asked());
            assert!(path.lower_bound() <= best * 4.0 + slack, "{}: {path:?}, {best}", asked());
            let mut search = finder.begin_path(&query).unwrap();
            while search.advance(1) == Stage::InProgress {}
            assert_eq!(search.finish().as_ref(), Ok(&path), "{}", asked());
            over_links += usize::from(!path.links().is_empty());
        }
    }
    assert!(over_links > 300 && unreachable > 100, "{over_links} over links, {unreachable} not");
}
