//! What each pruning is worth: it changes no length, and takes work away.
//!
//! Not from every single query: nodes come in the order of their bounds, and one that is followed at once, or comes out
//! first of two alike, may be the worse. So the work is compared over all queries, and those that take more are counted.

use std::sync::Arc;

use navmesh_core::PathQuery;
use navmesh_testkit::world_count;
use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries, tile_mesh};
use navmesh_testkit::worlds::tiles::lattice_grid;

use super::*;
use crate::any_angle::index::landmarks::Landmarks;
use crate::any_angle::index::predicates::RobustPredicate;
use crate::any_angle::index::{Index, IndexedMesh};
use crate::any_angle::objective::point::PointGoal;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::Search;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::reconstruct::shared_cell;

/// What a search goes without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Without {
    Nothing,
    Dominance,
    Overtaking,
    Blocks,
    Landmarks,
}

/// A finder with landmarks, which small worlds have none of by themselves.
fn prepared(mesh: NavMesh) -> AnyAngle {
    let finder = AnyAngle::new(Arc::new(mesh));
    let blocks = Arc::clone(&finder.index.blocks);
    let leaps = LeapIndex::default();
    let order = PortalOrder::of_ground(&finder.mesh, &leaps);
    let (shortcut_blocks, landmarks) = (Arc::default(), Arc::default());
    let ground = Index { blocks, order, shortcut_blocks, landmarks };
    let landmarks = Arc::new(Landmarks::with::<RobustPredicate>(
        IndexedMesh { mesh: &finder.mesh, index: &ground, leaps: &leaps },
        0,
    ));
    let index = Index { landmarks, ..(*finder.index).clone() };
    AnyAngle { index: Arc::new(index), ..finder }
}

/// How long the way is and how many nodes were expanded; `None` where no search is needed.
fn search(finder: &AnyAngle, query: &PathQuery, without: Without) -> Option<(f64, u64)> {
    let (mesh, index) = (&*finder.mesh, &*finder.index);
    let mut workspace = Workspace::default();
    workspace.endpoints.place(mesh, query).ok()?;
    if shared_cell(&workspace.endpoints).is_some() {
        return None;
    }
    workspace.begin(mesh, index);
    // Small worlds do not crowd by themselves.
    workspace.interval_dominance.is_congested = true;
    match without {
        Without::Nothing => {}
        Without::Overtaking => workspace.interval_dominance.forgo(),
        Without::Dominance => workspace.vertices.forgo_dominance(),
        Without::Blocks => workspace.block_route.mark_all_and_check(mesh, &index.blocks),
        Without::Landmarks => workspace.goal_bounds = None,
    }
    let objective = PointGoal::<_, false> {
        goal: workspace.endpoints.goal.point,
        max_cost: f64::INFINITY,
        rounding: Rounding::of(mesh, &workspace.endpoints),
        detour: None,
        best: None,
        observer: &mut (),
    };
    let mut search =
        Search::<RobustPredicate, _>::new(finder.indexed(), &mut workspace, objective, u64::MAX);
    search.leave_start();
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

/// What all worlds came to with a pruning and without it.
#[derive(Debug, Default)]
struct Met {
    queries: u64,
    expanded: u64,
    expanded_without: u64,
    /// The queries that expand more nodes with the pruning.
    dearer: u64,
}

impl Met {
    /// True where the pruning takes work away, and one query in so many, at most, is dearer for it.
    fn is_worth_it(&self, most_dearer: u64) -> bool {
        self.expanded < self.expanded_without && self.dearer * most_dearer <= self.queries
    }
}

/// Meets every world with and without a pruning.
fn compare(without: Without) -> Met {
    let mut met = Met::default();
    for (mesh, queries) in worlds() {
        let finder = prepared(mesh);
        for query in &queries {
            let Some((length, expanded)) = search(&finder, query, Without::Nothing) else {
                continue;
            };
            let Some((bare, more)) = search(&finder, query, without) else { continue };
            let same = length == bare || (length - bare).abs() <= 1e-12 * bare;
            assert!(same, "{query:?}: {length}, without {without:?} {bare}");
            met.queries += 1;
            met.expanded += expanded;
            met.expanded_without += more;
            met.dearer += u64::from(expanded > more);
        }
    }
    met
}

#[test]
fn dominance_changes_no_length_and_takes_work_away() {
    let met = compare(Without::Dominance);
    assert!(met.is_worth_it(50), "{met:?}");
}

#[test]
fn overtaking_changes_no_length_and_takes_work_away() {
    let met = compare(Without::Overtaking);
    assert!(met.is_worth_it(50), "{met:?}");
}

#[test]
fn blocks_change_no_length_and_take_work_away() {
    let met = compare(Without::Blocks);
    assert!(met.is_worth_it(50), "{met:?}");
}

#[test]
fn landmarks_change_no_length_and_take_work_away() {
    let met = compare(Without::Landmarks);
    assert!(met.is_worth_it(50), "{met:?}");
}

/// The start is one point and two places beside a saddle, so two ways as long as each other come to it; the one that turns
/// left was taken for the other.
#[test]
fn two_ways_of_one_length_around_a_saddle_are_two() {
    let mesh = stacked_tiles(16_618);
    let query = floor_queries(&mesh, 12, 16_618)[10];
    let finder = prepared(mesh);
    let lengths =
        [Without::Nothing, Without::Blocks].map(|without| search(&finder, &query, without));
    let [Some((length, _)), Some((bare, _))] = lengths else { panic!("{lengths:?}") };
    assert!((length - bare).abs() <= 1e-12 * bare, "{length} {bare}");
}
