//! Rows lose no shortest way, and open no more where halls are longer.

use std::sync::Arc;

use navmesh_core::{DVec2, NavMesh, Path, Scratch};
use navmesh_testkit::worlds::meshes::{galleries, mesh_of, mesh_queries};
use navmesh_testkit::{MeshOracle, world_count};

use super::*;
use crate::any_angle::AnyAngle;
use crate::any_angle::objective::exploration::tests::flooded;

/// Floods galleries from a corner; returns how many nodes were made a vertex, and whether some were rows.
fn flood(halls: u32, gaps: u32) -> (f64, bool) {
    let mesh = galleries(halls, gaps, 7);
    let (workspace, _) = flooded(&mesh, |_| ());
    let made = workspace.nodes.len() as f64 / mesh.vertex_count() as f64;
    (made, workspace.nodes.iter().any(Node::is_row))
}

/// Without rows it were 4 nodes a vertex, and 14 in halls that are eight times as long.
#[test]
fn few_nodes_are_opened_a_vertex_however_long_halls_are() {
    for gaps in [30, 240] {
        let (made, has_rows) = flood(8, gaps);
        assert!(has_rows && made < 3.5, "{gaps} gaps: {made}");
    }
}

#[test]
fn small_cells_have_no_rows() {
    let (_, has_rows) = flood(4, 14);
    assert!(!has_rows);
}

#[test]
fn ways_through_galleries_are_as_long_as_the_oracle_says() {
    let mut compared = 0;
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for seed in 0..world_count(6) {
        let finder = AnyAngle::new(Arc::new(galleries(4, 16 + seed as u32 % 8, seed)));
        let oracle = MeshOracle::new(&finder.mesh);
        for query in mesh_queries(&finder.mesh, 30, seed) {
            let Some((length, _)) = oracle.shortest(query.start, query.goal) else { continue };
            if finder.find_path_into(&query, &mut scratch, &mut path).is_err() {
                continue; // a start or a goal off the ground; the oracle stands on it by chance
            }
            let is_equal = (path.length() - length).abs() <= 1e-9 * length.max(1.0);
            assert!(is_equal, "{seed} {query:?}: {} {length}", path.length());
            compared += 1;
        }
    }
    assert!(compared > 80, "{compared}");
}

/// A room with a corner at the origin, beside it a hall of so many edges below, and behind some of these shafts of three
/// cells that grow narrower.
fn long_hall(edges: u32, shafts: &[u32]) -> NavMesh {
    let below = (1..edges + 2).map(|x| [f64::from(x), -1.0]);
    let above = [[f64::from(edges + 1), 0.0], [1.0, 0.0]];
    let hall = vec![[0.0, -1.0], [1.0, -1.0], [1.0, 0.0], [0.0, 0.0]];
    let shafts = shafts.iter().flat_map(|&edge| {
        [0.0, 1.0, 2.0].map(|depth| {
            let ([a, b], y) = ([0.0, 0.125].map(|more| (depth * 0.125) + more), -1.0 - depth);
            let at = |share: f64, y: f64| [f64::from(edge + 1) + share, y];
            vec![at(b, y - 1.0), at(1.0 - b, y - 1.0), at(1.0 - a, y), at(a, y)]
        })
    });
    mesh_of([below.chain(above).collect(), hall].into_iter().chain(shafts))
}

/// A row has no more edges than a node can tell: it is parted in the middle.
#[test]
fn of_a_row_of_more_than_65_536_edges_none_is_lost() {
    let shafts: Vec<u32> = [1, 2, 69_999].into_iter().chain(34_990..35_010).collect();
    let mesh = long_hall(70_000, &shafts);
    let (workspace, _) = flooded(&mesh, |_| ());
    for (place, &edge) in (0..).zip(&shafts) {
        let (corner, down) = (DVec2::new(f64::from(edge + 1), -1.0), DVec2::new(0.125, -1.0));
        let deeper = &mesh.edges()[mesh.edge_range(3 * place + 2)][0];
        assert_eq!(deeper.origin(), corner + down);
        let told = workspace.vertices.distance(deeper.vertex().0);
        let length = corner.length() + down.length();
        assert!((told - length).abs() <= 1e-12 * length, "{edge}: {told} {length}");
    }
}
