//! The work of interval dominance on a field of pillars.

use navmesh_testkit::worlds::meshes::tile_mesh;
use navmesh_testkit::worlds::tiles::pillars;

use crate::any_angle::objective::exploration::tests::flooded;

/// The number of expansions a vertex that a flood of a field of pillars takes.
fn flood(side: u32, is_forgone: bool) -> f64 {
    let mesh = tile_mesh(&pillars(side)).unwrap();
    let (_, stats) = flooded(&mesh, |workspace| {
        if is_forgone {
            workspace.interval_dominance.disable();
        }
    });
    stats.expanded as f64 / mesh.vertex_count() as f64
}

/// The search itself detects the congestion.
#[test]
fn expansions_a_pillar_do_not_grow_with_the_field() {
    let [small, large] = [41, 161].map(|side| flood(side, false));
    let [small_without, large_without] = [41, 161].map(|side| flood(side, true));
    assert!(large < 2.0 * small, "{small} {large}");
    assert!(large_without > 2.0 * small_without, "{small_without} {large_without}");
}
