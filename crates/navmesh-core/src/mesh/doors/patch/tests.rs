use glam::DVec2;

use super::*;
use crate::error::QuerySide;
use crate::mesh::RawMesh;

/// Three by three unit squares, joined; slot `3 · row + column`.
fn nine_squares() -> Arc<NavMesh> {
    let mut raw = RawMesh::default();
    let places = (0..16).map(|i| DVec2::new(f64::from(i % 4), f64::from(i / 4)));
    raw.positions = places.collect();
    for slot in 0..9 {
        let low = slot / 3 * 4 + slot % 3;
        raw.push_cell(&[low, low + 1, low + 5, low + 4]);
    }
    raw.join_matching_edges();
    Arc::new(NavMesh::from_raw(&raw).unwrap())
}

/// The edge of the cell in one slot to the cell in another.
fn between(mesh: &NavMesh, slot: u32, other: u32) -> EdgeId {
    let edge = mesh.edge_range(slot).find(|&e| mesh.edges()[e].neighbor_slot() == Some(other));
    EdgeId(edge.unwrap() as u32)
}

/// True where some fan at a place is a corner.
fn is_corner(mesh: &NavMesh, point: [f64; 2]) -> bool {
    let live = mesh.slots().flat_map(|slot| &mesh.edges()[mesh.edge_range(slot)]);
    live.into_iter().any(|edge| edge.origin() == point.into() && edge.origin_is_corner())
}

fn arrays(mesh: &NavMesh) -> String {
    let slots = 0..mesh.slot_count() as u32;
    let components: Vec<u32> = slots.map(|slot| mesh.component(slot)).collect();
    format!("{:?} {:?} {components:?} {}", mesh.edges, mesh.cells, mesh.vertex_count)
}

#[test]
fn a_closed_edge_is_a_wall_that_ends_at_corners() {
    let mesh = nine_squares();
    let mut doors = ClosedDoors::new(&mesh);
    doors.close_edge(between(&mesh, 4, 1)).unwrap();
    let closed = mesh.with_doors(&doors).unwrap();
    closed.assert_invariants();
    assert!(closed.edge(between(&mesh, 1, 4)).is_wall());
    assert!(is_corner(&closed, [1.0, 1.0]) && is_corner(&closed, [2.0, 1.0]));
    assert!(!is_corner(&closed, [1.0, 2.0]) && !is_corner(&mesh, [1.0, 1.0]));
}

#[test]
fn a_row_of_closed_edges_splits_the_fans_at_its_joints_without_making_corners() {
    let mesh = nine_squares();
    let mut doors = ClosedDoors::new(&mesh);
    for slot in 3..6 {
        doors.close_edge(between(&mesh, slot, slot - 3)).unwrap();
    }
    let closed = mesh.with_doors(&doors).unwrap();
    closed.assert_invariants();
    assert!(!is_corner(&closed, [1.0, 1.0]) && !is_corner(&closed, [0.0, 1.0]));
    assert_eq!((mesh.component_count(), closed.component_count()), (1, 2));
}

#[test]
fn a_closed_cell_is_not_walkable_and_its_corners_are_corners() {
    let mesh = nine_squares();
    let mut doors = ClosedDoors::new(&mesh);
    doors.close_cell(mesh.cell_id(4)).unwrap();
    let closed = mesh.with_doors(&doors).unwrap();
    closed.assert_invariants();
    assert_eq!((closed.cell_count(), closed.area()), (8, 8.0));
    assert!(closed.locate([1.5, 1.5]).is_none() && closed.locate([1.0, 1.5]).is_some());
    assert!(is_corner(&closed, [1.0, 1.0]) && is_corner(&closed, [2.0, 2.0]));
    let error = closed.outside_error([1.5, 1.5], QuerySide::Goal);
    assert_eq!(error.kind(), "on-closed-cell");
    assert_eq!(closed.outside_error([9.0, 9.0], QuerySide::Goal).kind(), "goal-outside");
    assert!(closed.overlaps(9).is_empty());
}

#[test]
fn the_arrays_depend_on_what_is_closed_and_not_on_the_order() {
    let mesh = nine_squares();
    let mut state: u32 = 1;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let mut doors = ClosedDoors::new(&mesh);
    let mut changing = mesh.with_doors(&doors).unwrap();
    for _ in 0..500 {
        let (edge, cell) = (EdgeId(draw(36)), mesh.cell_id(draw(9)));
        match draw(4) {
            0 => doors.close_edge(edge).unwrap(),
            1 => doors.open_edge(edge).unwrap(),
            2 => doors.close_cell(cell).unwrap(),
            _ => doors.open_cell(cell).unwrap(),
        }
        changing.set_doors(&doors).unwrap();
        let fresh = mesh.with_doors(&doors).unwrap();
        assert_eq!(arrays(&changing), arrays(&fresh));
        if changing.cell_count() > 0 {
            changing.assert_invariants();
        }
    }
    doors.open_all();
    changing.set_doors(&doors).unwrap();
    assert_eq!(arrays(&changing), arrays(&mesh));
}

/// Each of ten thousand copies is a copy of the one before.
#[test]
fn copies_of_copies_share_one_open_mesh() {
    let mesh = nine_squares();
    let mut all = ClosedDoors::new(&mesh);
    all.close_edge(between(&mesh, 4, 1)).unwrap();
    let mut changing = Arc::new(mesh.with_doors(&all).unwrap());
    for change in 0..10_000 {
        let mut doors = ClosedDoors::new(&changing);
        if change == 5_000 {
            doors.close_edge(between(&changing, 4, 7)).unwrap();
            all.close_edge(between(&mesh, 4, 7)).unwrap();
        }
        changing = Arc::new(changing.with_doors(&doors).unwrap());
        let behind = changing.opened().unwrap();
        assert!(Arc::ptr_eq(behind, &mesh) && behind.opened().is_none());
    }
    assert_eq!(arrays(&changing), arrays(&mesh.with_doors(&all).unwrap()));
    assert_eq!(Arc::strong_count(&mesh), 3, "the test, its set of doors and the last copy hold it");
    let mut opened = NavMesh::clone(&changing);
    opened.set_doors(&ClosedDoors::new(&mesh)).unwrap();
    assert_eq!(
        arrays(&opened),
        arrays(&changing),
        "doors that were closed on the copied mesh stay closed"
    );
}

#[test]
fn unknown_doors_are_refused() {
    let mesh = nine_squares();
    let mut doors = ClosedDoors::new(&mesh);
    let cell = crate::CellId { slot: 3, generation: 1 };
    assert_eq!(doors.close_edge(EdgeId(36)), Err(UnknownDoor::Edge { edge: EdgeId(36) }));
    assert_eq!(doors.close_cell(cell), Err(UnknownDoor::Cell { cell }));
    assert_eq!(doors.close("gate"), Err(UnknownDoor::Name { name: "gate".into() }));
    let positions = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Into::into).to_vec();
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    raw.push_cell(&[0, 1, 2]);
    let other = Arc::new(NavMesh::from_raw(&raw).unwrap());
    assert_eq!(other.with_doors(&doors).err(), Some(UnknownDoor::OtherMesh));
}

/// Nine squares; the one in the middle is a swamp.
fn nine_squares_around_a_swamp() -> Arc<NavMesh> {
    let mut raw = nine_squares().to_raw();
    raw.areas = vec![crate::MeshArea { name: "swamp".to_owned(), cost: 1.0 }];
    raw.cell_areas = (0..9).map(|slot| (slot == 4).then_some(0)).collect();
    Arc::new(NavMesh::from_raw(&raw).unwrap())
}

#[test]
fn a_filter_on_a_mesh_with_closed_doors_leaves_them_closed_for_good() {
    let link = crate::Link::new([0.5, 0.5], [0.5, 1.5], "hop");
    let mesh = Arc::new(nine_squares_around_a_swamp().as_ref().clone().with_links([link]).unwrap());
    let mut doors = ClosedDoors::new(&mesh);
    doors.close_edge(between(&mesh, 0, 1)).unwrap();
    doors.close_link(LinkId(0)).unwrap();
    let closed = Arc::new(mesh.with_doors(&doors).unwrap());
    let mut dry = closed.filtered(&crate::Filter::new().forbid("swamp")).unwrap();
    let before = arrays(&dry);
    let mut others = ClosedDoors::new(&closed);
    for edge in [between(&mesh, 4, 1), between(&mesh, 3, 4), between(&mesh, 6, 7)] {
        others.close_edge(edge).unwrap();
        dry.set_doors(&others).unwrap();
        dry.assert_invariants();
    }
    others.open_all();
    dry.set_doors(&others).unwrap();
    dry.assert_invariants();
    assert_eq!(arrays(&dry), before);
    assert!(dry.edge(between(&mesh, 0, 1)).is_wall() && !dry.is_link_open(LinkId(0)));
    assert_eq!(dry.outside_error([1.5, 1.5], QuerySide::Goal).kind(), "on-closed-cell");
}

#[test]
fn new_links_also_belong_to_the_unfiltered_mesh() {
    let bridge = crate::Link::new([0.5, 0.5], [2.5, 2.5], "bridge");
    let mesh = nine_squares_around_a_swamp();
    let mut doors = ClosedDoors::new(&mesh);
    for slot in [1, 2, 3, 5, 6, 7] {
        doors.close_cell(mesh.cell_id(slot)).unwrap();
    }
    let closed = mesh.with_doors(&doors).unwrap();
    let disconnected = NavMesh::from_raw(&closed.to_raw()).unwrap(); // three squares, corner to corner
    let bridged = Arc::new(disconnected.with_links([bridge]).unwrap());
    let dry = bridged.filtered(&crate::Filter::new().forbid("swamp")).unwrap();
    let kind = |mesh: &NavMesh| mesh.unreachable_error([0.5, 0.5], [2.5, 2.5]).kind();
    assert_eq!(kind(&dry), "closed-off");
    assert_eq!(kind(&dry.with_links([]).unwrap()), "unreachable");
}

#[test]
fn closed_links_are_not_written_out() {
    let links = ["hop", "skip"].map(|name| crate::Link::new([0.5, 0.5], [0.5, 1.5], name));
    let mesh = Arc::new(NavMesh::clone(&nine_squares()).with_links(links).unwrap());
    let mut doors = ClosedDoors::new(&mesh);
    doors.close("hop").unwrap();
    let raw = mesh.with_doors(&doors).unwrap().to_raw();
    assert_eq!(raw.links.iter().map(|link| link.name.as_str()).collect::<Vec<_>>(), ["skip"]);
}

#[test]
fn a_name_finds_exactly_its_doors_and_links() {
    let names = ["b", "", "a", "b", "ab", "b", ""];
    let mut raw = nine_squares().to_raw();
    let door = |name: &&str| crate::MeshDoor { name: (*name).to_owned(), ..Default::default() };
    raw.doors = names[..4].iter().map(door).collect();
    let link = |name: &&str| crate::Link::new([0.5, 0.5], [1.5, 0.5], *name);
    let mesh = NavMesh::from_raw(&raw).unwrap().with_links(names[4..].iter().map(link)).unwrap();
    for name in ["", "a", "aa", "ab", "b", "c"] {
        let naive = |all: &[&str]| -> Vec<u32> {
            (0..).zip(all).filter(|(_, own)| **own == name).map(|(id, _)| id).collect()
        };
        let doors: Vec<u32> = mesh.doors_named(name).map(|door| door.0).collect();
        let links: Vec<u32> = mesh.links_named(name).map(|link| link.0).collect();
        assert_eq!((doors, links), (naive(&names[..4]), naive(&names[4..])), "{name:?}");
    }
}
