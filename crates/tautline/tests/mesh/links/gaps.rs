//! Paths within a gap where all cells cost 1, against the oracle, with links and without.

use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries};
use navmesh_testkit::{LinkOracle, world_count};
use tautline::incremental::{IncrementalSearch, Stage};
use tautline::{MeshFinder, NavMesh, Path, PathError, PathQuery, Search};

/// The greatest gap that the search uses.
const GREATEST: f64 = 0.02;

/// Counters of the cases that were met.
#[derive(Debug, Default)]
struct Met {
    paths: usize,
    /// The paths longer than the optimum.
    longer: usize,
    expanded: u64,
    expanded_without: u64,
}

/// Checks a query with each gap against the oracle's cost.
fn check(finder: &MeshFinder, oracle: &LinkOracle<'_>, query: &PathQuery, met: &mut Met) {
    let place = |layer: Option<u32>, point| {
        (oracle.ground().cells_on(layer.unwrap_or_default(), point), point)
    };
    let start = place(query.start_layer, query.start);
    let Some(best) = oracle.best_cost(&start, &place(query.goal_layer, query.goal)) else { return };
    let rounding = 1e-9 * best.max(1.0);
    let exact = finder.find_path(query).unwrap();
    for gap in [0.0, 0.005, GREATEST, 1.0] {
        let query = query.gap(gap);
        let path = finder.find_path(&query).unwrap();
        let asked = || format!("{query:?}: {path:?}, best {best}");
        let used = if gap > 0.0 { gap.min(GREATEST) } else { 0.0 };
        let proved = path.cost() - path.lower_bound();
        assert!(path.cost() >= best - rounding, "{}", asked());
        assert!(path.lower_bound() <= best + rounding, "{}", asked());
        assert!(proved <= used * path.cost() + rounding, "proved {proved}; {}", asked());
        path.verify_answer(&query, finder.mesh())
            .unwrap_or_else(|defect| panic!("{defect}; {}", asked()));
        let optimal = finder.find_path(&query.search(Search::Optimal));
        assert_eq!(optimal.as_ref(), Ok(&exact), "{}", asked());
        check_slices(finder, &query, &path, best);
        met.longer += usize::from(path.cost() > best + rounding);
        if used == GREATEST {
            met.expanded += path.stats().expanded;
            met.expanded_without += exact.stats().expanded;
        }
    }
    met.paths += 1;
}

/// Checks that slices give the same path with valid lower bounds, and that a limit of the cost holds exactly.
fn check_slices(finder: &MeshFinder, query: &PathQuery, path: &Path, best: f64) {
    let rounding = 1e-9 * best.max(1.0);
    let mut search = finder.begin_path(query).unwrap();
    while search.advance(1) == Stage::InProgress {
        let bound = search.progress().lower_bound;
        assert!(bound <= best + rounding, "{query:?}: bound {bound}, best {best}");
    }
    assert_eq!(search.finish().as_ref(), Ok(path), "{query:?}");
    // The search goes on from a path above the limit to one below it.
    let limit = best + rounding;
    let enough = finder.find_path(&query.max_cost(limit));
    assert!(enough.as_ref().is_ok_and(|path| path.cost() <= limit), "{query:?}: {enough:?}");
    let refused = finder.find_path(&query.max_cost(best * 0.99));
    let is_refused = matches!(
        refused,
        Err(PathError::BudgetExhausted { lower_bound, .. }) if lower_bound <= limit
    );
    assert!(is_refused || best == 0.0, "{query:?}: {refused:?}");
}

fn check_all(mesh: &NavMesh, queries: &[PathQuery], met: &mut Met) {
    let (oracle, finder) = (LinkOracle::new(mesh), MeshFinder::new(mesh.clone()));
    for query in queries {
        check(&finder, &oracle, query, met);
    }
}

#[test]
fn a_path_within_a_gap_is_no_longer_and_its_bound_is_true() {
    let mut met = Met::default();
    for seed in 0..world_count(120) {
        let plain = jittered_lattice(seed);
        check_all(&plain, &mesh_queries(&plain, 8, seed), &mut met);
        for mesh in [with_links(plain, seed), with_links(stacked_tiles(seed), seed)] {
            check_all(&mesh, &floor_queries(&mesh, 8, seed), &mut met);
        }
    }
    let Met { paths, longer, expanded, expanded_without } = met;
    assert!(paths > 1000 && longer > 10, "{met:?}");
    assert!(expanded * 20 < expanded_without * 19, "{met:?}");
}
