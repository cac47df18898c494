//! Rows lose no shortest way, and open no more where halls are longer.

use std::sync::Arc;

use navmesh_core::{Path, Scratch};
use navmesh_testkit::worlds::meshes::{galleries, mesh_queries};
use navmesh_testkit::{MeshOracle, world_count};

use super::super::AnyAngle;
use super::super::flood::tests::flooded;
use super::*;

/// Floods galleries from a corner; returns how many nodes were made a vertex, and whether some were rows.
fn flood(halls: u32, gaps: u32) -> (f64, bool) {
    let mesh = galleries(halls, gaps, 7);
    let (room, _) = flooded(&mesh, |_| ());
    let made = room.nodes.len() as f64 / mesh.vertex_count() as f64;
    (made, room.nodes.iter().any(Node::is_row))
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
