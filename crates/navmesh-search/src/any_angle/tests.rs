//! Each pruning rule by itself: it changes no length and saves expansions.
//!
//! A rule may cost a single query expansions, since the order of equal bounds changes. So
//! expansions are compared in total, and the queries that take more are counted.

use std::sync::Arc;

use navmesh_core::{NavMesh, PathQuery};
use navmesh_testkit::world_count;
use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries, tile_mesh};
use navmesh_testkit::worlds::tiles::lattice_grid;

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::landmarks::Landmarks;
use crate::any_angle::index::portals::PortalOrder;
use crate::any_angle::index::predicates::RobustPredicate;
use crate::any_angle::index::{Index, IndexedMesh};
use crate::any_angle::objective::point::PointGoal;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::Search;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::reconstruct::shared_cell;

/// The rule that a search does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Without {
    Nothing,
    VertexDominance,
    IntervalDominance,
    Blocks,
    Landmarks,
}

/// A finder with landmarks, which small meshes do not get otherwise.
fn prepared(mesh: NavMesh) -> AnyAngle {
    let finder = AnyAngle::new(Arc::new(mesh));
    let blocks = Arc::clone(&finder.index.blocks);
    let connections = ConnectionIndex::default();
    let order = PortalOrder::without_dead_ends(&finder.mesh, &connections);
    let (shortcut_blocks, landmarks) = (Arc::default(), Arc::default());
    let index = Index { blocks, order, shortcut_blocks, landmarks };
    let landmarks = Arc::new(Landmarks::with::<RobustPredicate>(
        IndexedMesh { mesh: &finder.mesh, index: &index, connections: &connections },
        0,
    ));
    let index = Index { landmarks, ..(*finder.index).clone() };
    AnyAngle { index: Arc::new(index), ..finder }
}

/// The length of the path and the number of expansions; `None` if no search is needed.
fn search(finder: &AnyAngle, query: &PathQuery, without: Without) -> Option<(f64, u64)> {
    let (mesh, index) = (&*finder.mesh, &*finder.index);
    let mut workspace = Workspace::default();
    workspace.endpoints.place(mesh, query).ok()?;
    if shared_cell(&workspace.endpoints).is_some() {
        return None;
    }
    workspace.begin(mesh, index);
    // On small meshes intervals are never congested.
    workspace.interval_dominance.is_congested = true;
    match without {
        Without::Nothing => {}
        Without::IntervalDominance => workspace.interval_dominance.disable(),
        Without::VertexDominance => workspace.vertices.forgo_dominance(),
        Without::Blocks => workspace.block_route.mark_all_and_check(mesh, &index.blocks),
        Without::Landmarks => workspace.goal_bounds = None,
    }
    let mut objective = PointGoal::<true> {
        goal: workspace.endpoints.goal.point,
        max_cost: f64::INFINITY,
        weight: 1.0,
        rounding: Rounding::of(mesh, &workspace.endpoints),
        detour: None,
        best: None,
        is_over_links: false,
        observer: None,
    };
    let mut search = Search::<RobustPredicate, _>::new(
        finder.indexed(),
        &mut workspace,
        &mut objective,
        u64::MAX,
    );
    search.open_start_cells();
    search.advance();
    Some((search.objective.best.map_or(f64::INFINITY, |best| best.length), search.stats().expanded))
}

fn worlds() -> impl Iterator<Item = (NavMesh, Vec<PathQuery>)> {
    (0..world_count(150)).flat_map(|seed| {
        let plain = [tile_mesh(&lattice_grid(seed)), Some(jittered_lattice(seed))];
        let plain = plain.into_iter().flatten().map(move |mesh| {
            let queries = mesh_queries(&mesh, 12, seed);
            (mesh, queries)
        });
        let stacked = stacked_tiles(seed);
        let queries = floor_queries(&stacked, 12, seed);
        plain.chain([(stacked, queries)])
    })
}

/// The totals with a rule and without it.
#[derive(Debug, Default)]
struct Totals {
    queries: u64,
    expanded: u64,
    expanded_without: u64,
    /// The queries that expand more nodes with the rule.
    worse: u64,
}

impl Totals {
    /// True if the rule saves expansions, and at most one query in `queries_a_worse` takes more.
    fn saves_expansions(&self, queries_a_worse: u64) -> bool {
        self.expanded < self.expanded_without && self.worse * queries_a_worse <= self.queries
    }
}

/// Compares all queries with and without a rule.
fn compare(without: Without) -> Totals {
    let mut totals = Totals::default();
    for (mesh, queries) in worlds() {
        let finder = prepared(mesh);
        for query in &queries {
            let Some((length, expanded)) = search(&finder, query, Without::Nothing) else {
                continue;
            };
            let Some((bare, more)) = search(&finder, query, without) else { continue };
            let same = length == bare || (length - bare).abs() <= 1e-12 * bare;
            assert!(same, "{query:?}: {length}, without {without:?} {bare}");
            totals.queries += 1;
            totals.expanded += expanded;
            totals.expanded_without += more;
            totals.worse += u64::from(expanded > more);
        }
    }
    totals
}

#[test]
fn vertex_dominance_changes_no_length_and_saves_expansions() {
    let totals = compare(Without::VertexDominance);
    assert!(totals.saves_expansions(50), "{totals:?}");
}

#[test]
fn interval_dominance_changes_no_length_and_saves_expansions() {
    let totals = compare(Without::IntervalDominance);
    assert!(totals.saves_expansions(50), "{totals:?}");
}

#[test]
fn block_routes_change_no_length_and_save_expansions() {
    let totals = compare(Without::Blocks);
    assert!(totals.saves_expansions(50), "{totals:?}");
}

#[test]
fn landmarks_change_no_length_and_save_expansions() {
    let totals = compare(Without::Landmarks);
    assert!(totals.saves_expansions(50), "{totals:?}");
}

/// The start is one point in two fans beside a saddle, so two paths of the same length reach the
/// saddle. A search once took the left turn for the right one.
#[test]
fn two_paths_of_one_length_around_a_saddle_are_told_apart() {
    let mesh = stacked_tiles(16_618);
    let query = floor_queries(&mesh, 12, 16_618)[10];
    let finder = prepared(mesh);
    let lengths =
        [Without::Nothing, Without::Blocks].map(|without| search(&finder, &query, without));
    let [Some((length, _)), Some((bare, _))] = lengths else { panic!("{lengths:?}") };
    assert!((length - bare).abs() <= 1e-12 * bare, "{length} {bare}");
}
