//! Meshes with high-degree cells, whose portals are expanded in ranges: every query against the oracle.

use std::sync::Arc;

use crate::doors::closed::{closed_doors, pick_closed, rebuilt_without};
use crate::floors::{self, many_goals};
use crate::laws;
use crate::links::laws as link_laws;
use navmesh_testkit::worlds::arcades::arcades;
use navmesh_testkit::worlds::floors::floor_queries;
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::meshes::mesh_queries;
use navmesh_testkit::{LawReport, SplitMix64, world_count};
use tautline::{MeshFinder, NavMesh, PathQuery, Place};

/// Returns meshes with high-degree cells and one floor, with their seeds.
fn single_floor_meshes(count: u64) -> impl Iterator<Item = (u64, NavMesh)> {
    let all = (0..world_count(count)).map(|seed| (seed, arcades(seed)));
    all.filter(|(_, mesh)| !mesh.has_layers())
}

#[test]
fn paths_in_high_degree_cells_are_the_oracles_also_on_several_floors() {
    let mut optimal = 0;
    for seed in 0..world_count(4) {
        let mesh = arcades(seed);
        let queries = floor_queries(&mesh, 20, seed);
        optimal += floors::check(mesh, &queries, &format!("arcades {seed}")).optimal;
    }
    assert!(optimal > 40, "{optimal}");
}

#[test]
fn every_law_holds_in_high_degree_cells() {
    let mut total = LawReport::default();
    for (seed, mesh) in single_floor_meshes(10) {
        total += laws::check(&format!("arcades {seed}"), &mesh, &mesh_queries(&mesh, 12, seed));
    }
    assert!(total.complete > 0 && total.turns > 0 && total.touched > 0, "{total}");
}

#[test]
fn every_law_holds_in_high_degree_cells_with_links() {
    let mut total = LawReport::default();
    for (seed, mesh) in single_floor_meshes(9) {
        let mesh = with_links(mesh, seed);
        let queries = mesh_queries(&mesh, 10, seed);
        let finder = MeshFinder::new(mesh.clone());
        total += link_laws::check(&format!("arcades {seed}"), &finder, &mesh, &queries);
    }
    assert!(total.links > 0, "{total}");
}

#[test]
fn every_law_holds_in_high_degree_cells_with_closed_doors() {
    let mut total = LawReport::default();
    for (seed, mesh) in single_floor_meshes(9) {
        let mesh = Arc::new(mesh);
        let (edges, _) = pick_closed(&mesh, &mut SplitMix64::new(seed));
        let truth = rebuilt_without(&mesh, &edges, &[]).unwrap();
        let queries = mesh_queries(&truth, 10, seed);
        let finder = MeshFinder::new(Arc::clone(&mesh));
        let finder = finder.with_doors(closed_doors(&mesh, &edges, &[])).unwrap();
        total += link_laws::check(&format!("arcades {seed}"), &finder, &truth, &queries);
    }
    assert!(total.turns > 0 && total.unreachable > 0, "{total}");
}

/// True if a place is on the mesh, and no other component is close enough for a query to move there.
/// The midpoint of an edge may round to a point off the mesh.
fn stays(mesh: &NavMesh, place: Place) -> bool {
    let components: Vec<u32> =
        mesh.incidences_at(place).map(|at| mesh.component(at.cell.slot)).collect();
    let is_other = |slot: u32| !components.contains(&mesh.component(slot));
    let others = mesh.nearest_where(place.point, mesh.default_snap(), is_other);
    !components.is_empty() && others.is_none()
}

#[test]
fn queries_with_many_goals_in_high_degree_cells_agree_with_the_oracle() {
    let mut reached = 0;
    for seed in 0..world_count(4) {
        let mesh = arcades(seed);
        let queries = floor_queries(&mesh, 6, seed);
        let places = queries.iter().map(PathQuery::start_place);
        let places: Vec<Place> = places.filter(|&place| stays(&mesh, place)).collect();
        if places.len() > 1 {
            reached += many_goals::check(mesh, &places, &format!("arcades {seed}"));
        }
    }
    assert!(reached > 20, "{reached}");
}
