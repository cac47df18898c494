//! Links of live maps whose ends lose their ground.

use tautline::build::{EditError, OffMeshLinks};
use tautline::mesh::LinkId;
use tautline::{BuildError, BuildOptions, Link, LiveMesh, NavMeshBuilder, Outline, PathQuery};

/// Two rooms with a ladder between them.
fn rooms() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([20.0, 0.0], [30.0, 8.0]));
    builder.add_link(Link::new([9.0, 4.0], [21.0, 4.0], "ladder").cost(3.0));
    builder
}

fn is_open(map: &LiveMesh) -> bool {
    map.finder().find_path(&PathQuery::new([1.0, 1.0], [29.0, 1.0])).is_ok()
}

#[test]
fn a_blocked_end_closes_the_link_and_hinders_no_whole_build() {
    let mut map = LiveMesh::new(rooms()).unwrap();
    assert!(is_open(&map));
    let on_end = map.add_obstacle(Outline::rect([8.5, 3.5], [9.5, 4.5])).unwrap();
    assert_eq!((map.report().closed_links.len(), is_open(&map)), (1, false));
    // An edit of a link builds the whole mesh.
    let second = map.add_link(Link::new([1.0, 1.0], [9.0, 7.0], "jump").cost(1.0)).unwrap();
    assert!(!is_open(&map) && map.mesh().is_link_open(LinkId(1)));
    assert!(map.builder().build_mesh().is_ok());
    map.remove(second).unwrap();
    map.remove(on_end).unwrap();
    assert_eq!((map.report().opened_links.len(), is_open(&map)), (1, true));
    for _ in 0..4 {
        assert!(map.undo().unwrap());
    }
    assert!(is_open(&map) && !map.undo().unwrap());
}

#[test]
fn a_new_link_with_an_end_off_the_mesh_is_refused() {
    let mut map = LiveMesh::new(rooms()).unwrap();
    map.add_obstacle(Outline::rect([8.5, 3.5], [9.5, 4.5])).unwrap();
    let refused = map.add_link(Link::new([9.0, 4.0], [1.0, 1.0], "").cost(1.0));
    let error = refused.unwrap_err();
    assert!(
        matches!(&error, EditError::Unbuildable { error: BuildError::LinkOffMesh { .. } }),
        "{error}"
    );
    assert_eq!(map.mesh().links().len(), 1);
}

#[test]
fn a_build_closes_links_off_the_mesh_if_it_is_told_to() {
    let mut builder = rooms();
    builder.add_obstacle(Outline::rect([8.5, 3.5], [9.5, 4.5]));
    assert!(matches!(builder.build_mesh(), Err(BuildError::LinkOffMesh { .. })));
    let options = BuildOptions::default().off_mesh_links(OffMeshLinks::Close);
    let mesh = builder.with_options(options).build_mesh().unwrap();
    assert!(!mesh.is_link_open(LinkId(0)));
}
