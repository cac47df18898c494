//! What overtaking is for: the work that a field takes.

use navmesh_testkit::worlds::meshes::tile_mesh;
use navmesh_testkit::worlds::tiles::pillars;

use crate::any_angle::objective::exploration::tests::flooded;

/// How many expansions a vertex it takes to flood a field of pillars.
fn flood(side: u32, is_forgone: bool) -> f64 {
    let mesh = tile_mesh(&pillars(side)).unwrap();
    let (_, stats) = flooded(&mesh, |workspace| {
        if is_forgone {
            workspace.interval_dominance.forgo();
        }
    });
    stats.expanded as f64 / mesh.vertex_count() as f64
}

/// Nobody says that they crowd: the search finds it out.
#[test]
fn a_field_of_pillars_takes_no_more_a_pillar_where_it_is_larger() {
    let [small, large] = [41, 161].map(|side| flood(side, false));
    let [small_without, large_without] = [41, 161].map(|side| flood(side, true));
    assert!(large < 2.0 * small, "{small} {large}");
    assert!(large_without > 2.0 * small_without, "{small_without} {large_without}");
}
