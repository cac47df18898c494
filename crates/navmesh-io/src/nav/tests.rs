use super::header::{AT_COUNTS, AT_FLAGS, AT_RESERVED, AT_VERSION, CHECKSUM_LENGTH};
use super::*;
use crate::error::ByteFault;
use glam::DVec2;
use navmesh_core::{EdgeId, LaneId, LinkId, MeshArea};

fn two_squares(costs: Vec<f64>) -> NavMesh {
    let mut raw = RawMesh { costs, ..RawMesh::default() };
    let points = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.1, -1e9], [2.5, 1.0 / 3.0]];
    raw.positions = points.map(DVec2::from).to_vec();
    raw.push_cell(&[0, 1, 2, 3]);
    raw.push_cell(&[4, 5, 2, 1]);
    raw.join_matching_edges();
    NavMesh::from_raw(&raw).unwrap()
}

/// Returns the bytes with a new checksum, so that only their contents are wrong.
fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - CHECKSUM_LENGTH;
    let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&sum);
    bytes
}

#[test]
fn a_mesh_is_read_back_bit_for_bit_and_written_to_the_same_bytes() {
    for costs in [vec![], vec![1.0, 0.3]] {
        let mesh = two_squares(costs);
        let bytes = write_nav(&mesh);
        let back = read_nav(&bytes).unwrap();
        assert_eq!(back.to_raw(), mesh.to_raw());
        assert_eq!(back.cost(1), mesh.cost(1));
        assert_eq!(write_nav(&back), bytes);
    }
}

fn with_clearance() -> NavMesh {
    let corners = [[-0.5, -0.5], [3.0, -0.5], [3.0, 2.0], [3.0, 2.0], [3.0, -0.5], [4.0, 1.0]];
    let clearance = Some(Clearance {
        radius: 0.25,
        corners: corners.map(DVec2::from).to_vec(),
        ring_ends: vec![3, 6],
        ring_layers: vec![0, 7],
        openings: vec![[1, 3]],
    });
    NavMesh::from_raw(&RawMesh { clearance, ..two_squares(vec![]).to_raw() }).unwrap()
}

#[test]
fn the_radius_and_the_border_are_read_back() {
    let mesh = with_clearance();
    let bytes = write_nav(&mesh);
    assert_eq!(bytes.len(), write_nav(&two_squares(vec![])).len() + 20 + 6 * 16 + 2 * 8 + 8);
    let back = read_nav(&bytes).unwrap();
    assert_eq!((back.agent_radius(), back.to_raw()), (0.25, mesh.to_raw()));
    for length in 0..bytes.len() {
        assert!(matches!(read_nav(&bytes[..length]), Err(ReadError::Bytes(_))), "length {length}");
    }
    for (place, value) in [(44, -0.25f64), (44, f64::NAN), (52, f64::INFINITY)] {
        let mut broken = bytes.clone();
        broken[place..place + 8].copy_from_slice(&value.to_le_bytes());
        assert!(matches!(read_nav(&resealed(broken)), Err(ReadError::Mesh(_))), "byte {place}");
    }
    // Where the first ring ends, and the first side of the opening.
    for place in [148, 164] {
        let mut broken = bytes.clone();
        broken[place] = 0;
        assert!(matches!(read_nav(&resealed(broken)), Err(ReadError::Mesh(_))), "byte {place}");
    }
}

fn with_areas() -> NavMesh {
    let kind = |name: &str, cost| MeshArea { name: name.to_owned(), cost };
    let areas = vec![kind("unused", 9.0), kind("Sümpfe", 0.3)];
    let cell_areas = vec![None, Some(1)];
    let raw = RawMesh { areas, cell_areas, ..two_squares(vec![1.0, 0.3]).to_raw() };
    NavMesh::from_raw(&raw).unwrap()
}

#[test]
fn areas_are_read_back_bit_for_bit() {
    let mesh = with_areas();
    let bytes = write_nav(&mesh);
    let back = read_nav(&bytes).unwrap();
    assert_eq!(back.to_raw(), mesh.to_raw());
    assert_eq!(
        back.area_of(1).map(|area| back.areas()[area.index()].name.as_str()),
        Some("Sümpfe")
    );
    assert_eq!(write_nav(&back), bytes);
    let both = RawMesh { clearance: with_clearance().to_raw().clearance, ..mesh.to_raw() };
    let both = NavMesh::from_raw(&both).unwrap();
    assert_eq!(read_nav(&write_nav(&both)).unwrap().to_raw(), both.to_raw());
}

#[test]
fn a_changed_byte_with_a_valid_checksum_gives_an_error_or_a_valid_mesh() {
    let bytes = write_nav(&with_doors());
    for place in 8..bytes.len() - CHECKSUM_LENGTH {
        for flip in [0x01, 0x07, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] ^= flip;
            if let Ok(mesh) = read_nav(&resealed(damaged)) {
                mesh.assert_invariants();
            }
        }
    }
}

fn with_doors() -> NavMesh {
    let door = |name: &str, edges: &[u32]| MeshDoor {
        name: name.to_owned(),
        edges: edges.iter().map(|&edge| EdgeId(edge)).collect(),
        margin: edges.iter().take(1).map(|_| 1).collect(),
    };
    let doors = vec![door("gate", &[1]), door("", &[]), door("Tür", &[1, 7])];
    NavMesh::from_raw(&RawMesh { doors, ..with_areas().to_raw() }).unwrap()
}

#[test]
fn doors_are_read_back_and_invalid_ones_are_refused() {
    let mesh = with_doors();
    let bytes = write_nav(&mesh);
    let back = read_nav(&bytes).unwrap();
    assert_eq!((back.to_raw(), back.doors()), (mesh.to_raw(), mesh.doors()));
    assert_eq!(write_nav(&back), bytes);
    for length in 0..bytes.len() {
        assert!(matches!(read_nav(&bytes[..length]), Err(ReadError::Bytes(_))), "length {length}");
    }
    let names = bytes.len() - CHECKSUM_LENGTH - "gateTür".len();
    let (name_ends, margins) = (names - 12, names - 12 - 8);
    let edges = margins - 12 - 12;
    for (place, value, expected) in [
        (names + 5, 0xff, Some(ByteFault::DoorName { door: 2 })),
        (name_ends, 99, Some(ByteFault::DoorName { door: 0 })),
        (edges - 12, 99, Some(ByteFault::DoorEdges { door: 0 })),
        (edges, 200, None),
        (margins - 12, 99, Some(ByteFault::DoorMargin { door: 0 })),
        (margins, 200, None),
    ] {
        let mut broken = bytes.clone();
        broken[place] = value;
        match (read_nav(&resealed(broken)).unwrap_err(), expected) {
            (ReadError::Bytes(found), Some(expected)) => assert_eq!(found, expected),
            (ReadError::Mesh(_), None) => {}
            (other, expected) => panic!("{other:?} instead of {expected:?}"),
        }
    }
}

fn with_links() -> NavMesh {
    let links = [
        Link::new([0.5, 0.5], [1.5, 0.25], "jump").cost(0.0),
        Link::new([0.0, 0.0], [1.25, 0.5], "").wide([0.5, 0.5], [1.5, 0.25], 3).one_way(),
    ];
    with_doors().with_links(links).unwrap()
}

#[test]
fn links_are_read_back_and_invalid_ones_are_refused() {
    let mesh = with_links();
    let bytes = write_nav(&mesh);
    let back = read_nav(&bytes).unwrap();
    assert_eq!((back.to_raw(), back.links()), (mesh.to_raw(), mesh.links()));
    assert_eq!(write_nav(&back), bytes);
    for length in 0..bytes.len() {
        assert!(matches!(read_nav(&bytes[..length]), Err(ReadError::Bytes(_))), "length {length}");
    }
    let names = bytes.len() - CHECKSUM_LENGTH - "jump".len();
    let (lanes, ways, costs) = (names - 16, names - 24, names - 56);
    for (place, value, expected) in [
        (names, 0xff, Some(ByteFault::LinkName { link: 0 })),
        (names - 8, 99, Some(ByteFault::LinkName { link: 0 })),
        (lanes, 3, Some(ByteFault::LinkLanes { link: 0 })),
        (lanes + 4, 1, Some(ByteFault::LinkLanes { link: 1 })),
        (ways + 4, 2, Some(ByteFault::LinkWay { link: 1, found: 2 })),
        (costs + 7, 0xff, None), // a cost below 0
        (costs - 1, 0x7f, None), // an end far off
    ] {
        let mut broken = bytes.clone();
        broken[place] = value;
        match (read_nav(&resealed(broken)).unwrap_err(), expected) {
            (ReadError::Bytes(found), Some(expected)) => assert_eq!(found, expected),
            (ReadError::Mesh(_), None) => {}
            (other, expected) => panic!("byte {place}: {other:?} instead of {expected:?}"),
        }
    }
    let mut elsewhere = bytes;
    elsewhere[ways - 4] = 7; // an end on floor 7, which has no cell
    let back = read_nav(&resealed(elsewhere)).unwrap();
    assert_eq!([0, 1].map(|link| back.is_link_open(LinkId(link))), [true, false]);
}

/// The first link, and the first and last lane of the second, have an end off the mesh.
#[test]
fn links_off_the_mesh_are_written_so_that_all_keep_their_numbers() {
    let links = [
        Link::new([0.5, 0.5], [9.0, 9.0], "jump"),
        Link::new([0.5, -1.0], [1.25, 0.5], "").wide([0.5, 2.0], [1.5, 0.25], 3),
    ];
    let mesh = with_doors().with_links_anywhere(links).unwrap();
    let back = read_nav(&write_nav(&mesh)).unwrap();
    assert_eq!((back.to_raw(), back.links()), (mesh.to_raw(), mesh.links()));
    let lanes = back.off_mesh_connections().iter().map(|connection| connection.lane_id());
    let middle = LaneId { link: LinkId(1), lane: 1 };
    assert_eq!(lanes.collect::<Vec<_>>(), [middle, middle]);
}

#[test]
fn names_that_are_not_utf8_or_out_of_place_are_refused() {
    let bytes = write_nav(&with_areas());
    let names = bytes.len() - CHECKSUM_LENGTH - "unusedSümpfe".len();
    for (place, value, area) in [(names + 7, 0xff, 1), (names - 4, 99, 1), (names - 8, 99, 0)] {
        let mut broken = bytes.clone();
        broken[place] = value;
        let expected = ReadError::Bytes(ByteFault::AreaName { area });
        assert_eq!(read_nav(&resealed(broken)).unwrap_err(), expected, "byte {place}");
    }
    let mut broken = bytes.clone();
    broken[names - 12] = 2; // the area of the second cell
    assert!(matches!(read_nav(&resealed(broken)), Err(ReadError::Mesh(_))));
}

#[test]
fn the_layout_is_the_documented_one() {
    let bytes = write_nav(&two_squares(vec![]));
    assert_eq!(bytes.len(), 32 + 6 * 16 + 2 * 4 + 8 * 4 + 8 * 4 + 4);
    assert_eq!(bytes[..12], *b"\x89NAV\r\n\x1a\n\x02\0\0\0");
    assert_eq!(bytes[12..32], *b"\0\0\0\0\x06\0\0\0\x08\0\0\0\x02\0\0\0\0\0\0\0");
    assert_eq!(bytes[48..56], 1.0f64.to_le_bytes());
    assert_eq!(bytes[128..136], *b"\x04\0\0\0\x08\0\0\0");
    assert_eq!(bytes[168..180], *b"\xff\xff\xff\xff\x01\0\0\0\xff\xff\xff\xff");
}

#[test]
fn a_flipped_byte_anywhere_is_an_error() {
    let bytes = write_nav(&two_squares(vec![1.0, 0.3]));
    for place in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] ^= flip;
            assert!(matches!(read_nav(&damaged), Err(ReadError::Bytes(_))), "byte {place}");
        }
    }
}

#[test]
fn a_truncated_or_extended_file_is_an_error() {
    let mut bytes = write_nav(&two_squares(vec![]));
    for length in 0..bytes.len() {
        assert!(matches!(read_nav(&bytes[..length]), Err(ReadError::Bytes(_))), "length {length}");
    }
    bytes.push(0);
    assert!(matches!(read_nav(&bytes), Err(ReadError::Bytes(ByteFault::Length { .. }))));
}

#[test]
fn an_intact_file_of_an_invalid_mesh_is_an_error() {
    let bytes = write_nav(&two_squares(vec![]));
    for (place, value) in [(32, f64::NAN), (48, -1.0), (40, 1e300)] {
        let mut broken = bytes.clone();
        broken[place..place + 8].copy_from_slice(&value.to_le_bytes());
        assert!(matches!(read_nav(&resealed(broken)), Err(ReadError::Mesh(_))), "byte {place}");
    }
    for place in (128..bytes.len() - CHECKSUM_LENGTH).step_by(4) {
        let mut broken = bytes.clone();
        broken[place..place + 4].copy_from_slice(&77u32.to_le_bytes());
        assert!(matches!(read_nav(&resealed(broken)), Err(ReadError::Mesh(_))), "byte {place}");
    }
}

#[test]
fn unknown_versions_and_flags_are_refused_by_name() {
    let changed = |place: usize| {
        let mut bytes = write_nav(&two_squares(vec![]));
        bytes[place] ^= 64;
        read_nav(&resealed(bytes)).unwrap_err()
    };
    let fault = |fault: ByteFault| ReadError::Bytes(fault);
    assert_eq!(changed(AT_VERSION), fault(ByteFault::Version { found: 66, known: 2 }));
    let flags = changed(AT_FLAGS + 1);
    assert_eq!(flags, fault(ByteFault::UnknownFlags { offset: 12, found: 64 << 8 }));
    assert_eq!(changed(AT_RESERVED), fault(ByteFault::UnknownFlags { offset: 28, found: 64 }));
}

#[test]
fn oversized_counts_allocate_nothing() {
    let mut bytes = write_nav(&two_squares(vec![]));
    bytes[AT_COUNTS..AT_RESERVED].fill(0xff);
    let error = read_nav(&resealed(bytes)).unwrap_err();
    assert!(matches!(error, ReadError::Bytes(ByteFault::Length { .. })), "{error}");
}

/// Two squares with heights, and finer triangles in the first one.
fn surface(is_fine: bool) -> Surface {
    let mesh = two_squares(vec![1.0, 0.3]);
    let heights = mesh.edges().iter().map(|edge| edge.origin().x / 3.0).collect();
    let mut detail = SurfaceDetail::default();
    if is_fine {
        let middle = [DVec2::splat(0.5).extend(7.0)];
        detail.push_cell(&middle, &[[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]);
        detail.push_cell(&[], &[]);
    }
    Surface::with_detail(mesh, heights, detail).unwrap()
}

#[test]
fn heights_are_read_back_bit_for_bit_and_the_mesh_without_them() {
    for is_fine in [false, true] {
        let surface = surface(is_fine);
        let bytes = write_surface(&surface);
        let added = 8 * 8 + if is_fine { 8 + 24 + 4 * 12 + 4 * 4 } else { 0 };
        assert_eq!(bytes.len(), write_nav(surface.mesh()).len() + added);
        let back = read_surface(&bytes).unwrap().1.unwrap();
        assert_eq!((back.heights(), back.detail()), (surface.heights(), surface.detail()));
        assert_eq!(back.height([0.5, 0.5]), surface.height([0.5, 0.5]));
        assert_eq!(write_surface(&back), bytes);
        assert_eq!(read_nav(&bytes).unwrap().to_raw(), surface.mesh().to_raw());
        for length in 0..bytes.len() {
            assert!(matches!(read_surface(&bytes[..length]), Err(ReadError::Bytes(_))), "{length}");
        }
    }
    assert!(read_surface(&write_nav(&two_squares(vec![]))).unwrap().1.is_none());
}

#[test]
fn broken_heights_are_an_error() {
    let bytes = write_surface(&surface(true));
    // Every word of the section, with any value: an error, or heights that fit.
    let section = bytes.len() - CHECKSUM_LENGTH - (8 * 8 + 24 + 4 * 12 + 4 * 4);
    let mut refused = 0;
    for place in (section..bytes.len() - CHECKSUM_LENGTH).step_by(4) {
        for value in [0, 1, 4, 99, u32::MAX, 0x7ff8_0000] {
            let mut broken = bytes.clone();
            broken[place..place + 4].copy_from_slice(&value.to_le_bytes());
            match read_surface(&resealed(broken)) {
                Ok((_, back)) => assert!(back.is_some()),
                Err(ReadError::Surface(_)) => refused += 1,
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(refused > 100, "{refused}");
    // The detail without the heights of the corners.
    let mut lost = bytes.clone();
    lost[AT_FLAGS] &= !64;
    lost.drain(section..section + 64);
    let error = read_surface(&resealed(lost)).unwrap_err();
    assert!(
        matches!(error, ReadError::Bytes(ByteFault::UnknownFlags { offset: AT_FLAGS, .. })),
        "{error}"
    );
}
