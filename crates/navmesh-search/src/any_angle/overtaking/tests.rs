//! What overtaking is for: the work that a field takes.

use std::sync::Arc;

use navmesh_core::PathQuery;
use navmesh_testkit::worlds::meshes::tile_mesh;
use navmesh_testkit::worlds::tiles::pillars;

use super::super::flood::Flood;
use super::super::index::Index;
use super::super::leap_index::LeapIndex;
use super::super::portals::PortalOrder;
use super::super::room::Room;
use super::super::sides::AnySides;
use super::*;
use crate::blocks::Blocks;

/// How many expansions a vertex it takes to flood a field of pillars.
fn flood(side: u32, is_forgone: bool) -> f64 {
    let mesh = tile_mesh(&pillars(side)).unwrap();
    let order = PortalOrder::of_ground(&mesh, &LeapIndex::default());
    let blocks = Arc::new(Blocks::of(&mesh));
    let index = Index { blocks, order, trunks: Arc::default(), landmarks: Arc::default() };
    let mut room = Room::default();
    room.endpoints.place(&mesh, &PathQuery::new([0.0, 0.0], [0.0, 0.0])).unwrap();
    room.clear(&mesh);
    if is_forgone {
        room.leaders.forgo();
    }
    let mut run = Run::<AnySides, _>::new(&mesh, &index, &mut room, Flood, u64::MAX);
    run.leave_start();
    run.advance();
    run.stats().expanded as f64 / mesh.vertex_count() as f64
}

/// Nobody says that they crowd: the search finds it out.
#[test]
fn a_field_of_pillars_takes_no_more_a_pillar_where_it_is_larger() {
    let [small, large] = [41, 161].map(|side| flood(side, false));
    let [small_without, large_without] = [41, 161].map(|side| flood(side, true));
    assert!(large < 2.0 * small, "{small} {large}");
    assert!(large_without > 3.0 * small_without, "{small_without} {large_without}");
}
