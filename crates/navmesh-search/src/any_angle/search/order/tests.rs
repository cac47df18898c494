//! What the order is for: the work that ways take which are all alike.

use std::sync::Arc;

use navmesh_core::{DVec2, NavMesh, Path, PathQuery, Scratch};
use navmesh_testkit::worlds::meshes::tile_mesh;
use navmesh_testkit::worlds::tiles::pillars;

use super::*;
use crate::any_angle::AnyAngle;

/// How many expansions a vertex a way takes across a field of pillars whose corners are rounded.
fn expansions(side: u32) -> f64 {
    let mut raw = tile_mesh(&pillars(side)).unwrap().to_raw();
    for point in &mut raw.positions {
        *point = *point * 0.1 + DVec2::new(0.3, 0.7);
    }
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let (vertices, end) = (mesh.vertex_count() as f64, f64::from(side) * 0.1);
    let finder = AnyAngle::new(Arc::new(mesh));
    let query = PathQuery::new([0.31, 0.71], [end + 0.29, end * 0.5 + 0.7]);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    finder.find_path_into(&query, &mut scratch, &mut path).unwrap();
    path.stats().expanded as f64 / vertices
}

#[test]
fn of_ways_that_differ_by_rounding_no_more_are_followed_in_a_larger_field() {
    let [small, large] = [81, 241].map(expansions);
    assert!(large < small, "{small} {large}");
}

#[test]
fn what_is_gathered_is_open_and_counts_with_its_least_bound() {
    let mut workspace = Workspace::default();
    assert_eq!((workspace.open_count(), workspace.least_open()), (0, f64::INFINITY));
    workspace.tie_band.nodes.push(Open::new(9.0, 0));
    workspace.tie_band.least = 1.0;
    assert_eq!((workspace.open_count(), workspace.least_open()), (1, 1.0));
    workspace.queue.push(Open::new(2.0, 1));
    assert_eq!((workspace.open_count(), workspace.least_open()), (2, 1.0));
    workspace.queue.push(Open::new(0.5, 2));
    assert_eq!((workspace.open_count(), workspace.least_open()), (3, 0.5));
    workspace.tie_band.clear();
    assert_eq!((workspace.open_count(), workspace.least_open()), (2, 0.5));
    assert!(
        workspace.tie_band.most < 0.0,
        "bounds of the next search are no lower than those of this one"
    );
}
