//! Explorations, and tests that pruning changes none of their distances.

use std::sync::Arc;

use navmesh_core::{ClosedDoors, Edge, EdgeId, Fan, NavMesh, PathQuery, SearchStats};
use navmesh_testkit::worlds::arcades::arcades;
use navmesh_testkit::worlds::floors::stacked_tiles;
use navmesh_testkit::{SplitMix64, world_count};

use super::*;
use crate::any_angle::index::Index;
use crate::any_angle::index::portals::PortalOrder;
use crate::any_angle::index::predicates::RobustPredicate;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::blocks::Blocks;

/// The index of a mesh without links, ordered for explorations.
fn ground_of(mesh: &NavMesh) -> Index {
    let order = PortalOrder::without_dead_ends(mesh, &ConnectionIndex::default());
    let blocks = Arc::new(Blocks::of(mesh));
    Index { blocks, order, shortcut_blocks: Arc::default(), landmarks: Arc::default() }
}

/// Explores from the origin, in a workspace that `prepare` may change first; returns the workspace
/// and the statistics.
pub(crate) fn flooded(
    mesh: &NavMesh,
    prepare: impl FnOnce(&mut Workspace),
) -> (Workspace, SearchStats) {
    flood(mesh, &ground_of(mesh), &PathQuery::new([0.0, 0.0], [0.0, 0.0]), prepare)
}

fn flood(
    mesh: &NavMesh,
    index: &Index,
    query: &PathQuery,
    prepare: impl FnOnce(&mut Workspace),
) -> (Workspace, SearchStats) {
    let mut workspace = Workspace::default();
    workspace.endpoints.place(mesh, query).unwrap();
    workspace.clear(mesh);
    prepare(&mut workspace);
    let connections = ConnectionIndex::default();
    let mut flood = ExplorationFlood::<false>;
    let mut search = Search::<RobustPredicate, _>::new(
        IndexedMesh { mesh, index, connections: &connections },
        &mut workspace,
        &mut flood,
        u64::MAX,
    );
    search.open_start_cells();
    search.advance();
    let stats = search.stats();
    (workspace, stats)
}

/// The edges between two cells that are no dead ends.
fn edges_that_lead_on(mesh: &NavMesh) -> Vec<&Edge> {
    let goes_on = |slot: u32| {
        mesh.edges()[mesh.edge_range(slot)].iter().filter(|edge| !edge.is_wall()).nth(1).is_some()
    };
    let leads_on = |edge: &&Edge| {
        edge.neighbor_slot().is_some_and(|other| goes_on(other) && goes_on(edge.cell_slot()))
    };
    mesh.slots().flat_map(|slot| &mesh.edges()[mesh.edge_range(slot)]).filter(leads_on).collect()
}

/// Explores a mesh from a few ends of portals with interval dominance and without it. Returns the
/// number of distances compared.
fn compare(mesh: &NavMesh, seed: u64) -> usize {
    let index = ground_of(mesh);
    let (edges, mut rng, mut compared) = (edges_that_lead_on(mesh), SplitMix64::new(seed), 0);
    for _ in 0..if edges.is_empty() { 0 } else { 3 } {
        let start = *rng.pick(&edges);
        let (point, layer) = (start.origin(), mesh.layer(start.cell_slot()));
        let query = PathQuery::new(point, point).start_layer(layer).goal_layer(layer);
        let fan = Fan::Vertex(start.vertex());
        let distances = |is_congested: bool| -> Vec<f64> {
            let (workspace, _) = flood(mesh, &index, &query, |workspace| {
                workspace.interval_dominance.is_congested = is_congested;
                workspace.endpoints.start.incidences.retain(|at| mesh.fan(at) == fan);
            });
            edges.iter().map(|edge| workspace.vertices.distance(edge.vertex().0)).collect()
        };
        for (told, known) in distances(true).into_iter().zip(distances(false)) {
            let is_equal = told == known || (told - known).abs() <= 1e-12 * known;
            assert!(is_equal, "{seed}, {query:?}: {told}, without interval dominance {known}");
            compared += usize::from(known.is_finite());
        }
    }
    compared
}

/// Galleries with most portals closed: few open ones remain, far from one another.
fn mostly_closed(seed: u64) -> NavMesh {
    let (mesh, mut rng) = (Arc::new(arcades(seed)), SplitMix64::new(seed));
    let (mut doors, percent) = (ClosedDoors::new(&mesh), *rng.pick(&[50, 75, 85]));
    for edge in (0..mesh.edges().len() as u32).filter(|_| rng.chance(percent)) {
        doors.close_edge(EdgeId(edge)).unwrap();
    }
    mesh.with_doors(&doors).unwrap()
}

#[test]
fn interval_dominance_changes_no_distance() {
    let mut compared = 0;
    for seed in 0..world_count(60) {
        let worlds = [arcades(seed), mostly_closed(seed), stacked_tiles(seed)];
        compared += worlds.map(|mesh| compare(&mesh, seed)).iter().sum::<usize>();
    }
    assert!(compared > 50_000, "{compared}");
}
