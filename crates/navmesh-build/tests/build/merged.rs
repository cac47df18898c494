//! Tests of the triangles and corners that remain in a mesh.

use navmesh_build::{BuildOptions, BuildReport, Merge, RepairKind, build_floors, build_outlines};
use navmesh_core::{Area, Door, FloorConnection, Floors, NavMesh, Outline, Outlines};

fn build(outlines: &Outlines) -> (NavMesh, BuildReport) {
    build_outlines(outlines, &BuildOptions::default()).unwrap()
}

/// Returns the number of corners of each cell, ascending.
fn corners(mesh: &NavMesh) -> Vec<u32> {
    let raw = mesh.to_raw();
    let starts = std::iter::once(0).chain(raw.cell_ends.iter().copied());
    let mut corners: Vec<u32> = starts.zip(&raw.cell_ends).map(|(from, to)| to - from).collect();
    corners.sort_unstable();
    corners
}

/// Returns a hall whose long sides have a point in their middle.
fn hall() -> Outlines {
    let ring = [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [0.0, 2.0]];
    Outlines { walkable: vec![Outline::new(ring)], ..Outlines::default() }
}

#[test]
fn cells_are_triangles_only_with_merge_none() {
    let triangles = BuildOptions::default().merge(Merge::None);
    let (mesh, report) = build_outlines(&hall(), &triangles).unwrap();
    assert_eq!((corners(&mesh), report.triangles, report.cells), (vec![3; 4], 4, 4));
    let (mesh, report) = build(&hall());
    assert_eq!((corners(&mesh), report.triangles, report.cells), (vec![4], 4, 1));
    let building = Floors::default().with_floor(3, hall()).with_floor(5, hall());
    let (mesh, report) = build_floors(&building, &triangles).unwrap();
    assert_eq!((corners(&mesh), report.cells), (vec![3; 8], 8));
    assert!(report.floors.iter().all(|(_, report)| report.triangles == 4));
    assert_eq!(corners(&build_floors(&building, &BuildOptions::default()).unwrap().0), [4, 4]);
}

/// The border of mud across the hall has a point in its middle, as do the hall's sides at its ends.
#[test]
fn a_straight_corner_stays_only_at_a_third_area_or_a_door() {
    let mut outlines = hall();
    let mud = [[2.0, 0.0], [3.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [2.0, 1.0]];
    outlines.areas.push(Area::new(Outline::new(mud), "mud", 2.0));
    assert_eq!(corners(&build(&outlines).0), [4, 4]);
    outlines.doors.push(Door::new([[2.0, 0.0], [2.0, 1.0]], "half a door"));
    assert_eq!(corners(&build(&outlines).0), [5, 5]);
    outlines.doors.push(Door::new([[2.0, 2.0], [2.0, 1.0]], "the other half"));
    assert_eq!(corners(&build(&outlines).0), [5, 5]);
}

#[test]
fn overlapping_doors_in_either_direction_are_all_kept() {
    let mut outlines = hall();
    let up = [[2.0, 0.0], [2.0, 1.0], [2.0, 2.0]];
    let down = [up[2], up[1], up[0]];
    outlines.doors.push(Door::new(up, "up"));
    outlines.doors.push(Door::new(down, "down"));
    outlines.doors.push(Door::new(up.into_iter().chain(down), "up and down"));
    let (mesh, report) = build(&outlines);
    let has_idle = report.repairs.iter().any(|repair| repair.kind == RepairKind::NoEffect);
    assert_eq!((corners(&mesh), has_idle), (vec![4, 4], false));
    let doors = mesh.to_raw().doors;
    assert!(doors.iter().all(|door| door.edges.len() == 1 && door.edges == doors[0].edges));
}

/// Returns a square hall, as one outline or as smaller overlapping squares.
fn square(from: [f64; 2], side: u32, is_one: bool) -> Outlines {
    let at = |x: f64, y: f64| [from[0] + x, from[1] + y];
    let rect = |x: f64, y: f64, size: f64| Outline::rect(at(x, y), at(x + size, y + size));
    let tiles = (0..side * side).map(|k| rect((k % side).into(), (k / side).into(), 1.0));
    let walkable = match is_one {
        true => vec![rect(0.0, 0.0, side.into())],
        false => tiles.chain([rect(0.5, 0.0, 2.5)]).collect(),
    };
    Outlines { walkable, ..Outlines::default() }
}

#[test]
fn overlapping_outlines_leave_no_inner_edges() {
    let mud = Area::new(Outline::rect([3.0, 3.0], [5.0, 5.0]), "mud", 2.0);
    let road = Area::new(Outline::rect([2.0, 0.0], [6.0, 12.0]), "road", 0.5);
    let pillar = |y: f64| Outline::rect([8.0, y], [9.0, y + 4.0]);
    let [one, tiles] = [true, false].map(|is_one| {
        let plain = square([0.0, 0.0], 12, is_one);
        let obstacles = vec![pillar(1.0), pillar(3.0)];
        let areas = vec![mud.clone(), road.clone()];
        let full = Outlines { obstacles, areas, ..plain.clone() };
        (build(&plain).0, build(&full).0)
    });
    assert_eq!((corners(&tiles.0), tiles.0.area()), (vec![4], 144.0));
    // Cells may end at the squares' ends around the hall, but their number is the same.
    assert_eq!((tiles.1.cell_count(), tiles.1.area()), (one.1.cell_count(), one.1.area()));
    // Without merging, the ends of the squares' sides remain.
    let triangles = BuildOptions::default().merge(Merge::None);
    let (mesh, report) = build_outlines(&square([0.0, 0.0], 12, false), &triangles).unwrap();
    assert_eq!((mesh.cell_count(), report.triangles, mesh.area()), (47, 47, 144.0));
}

/// A hall on each of two floors, connected along a part of their common side.
#[test]
fn connections_stay_beside_overlapping_outlines() {
    for radius in [0.0, 0.25] {
        let [one, tiles] = [true, false].map(|is_one| {
            let building = Floors::default()
                .with_floor(0, square([0.0, 0.0], 6, is_one))
                .with_floor(1, square([6.0, 0.0], 6, is_one))
                .with_connection(FloorConnection::new([0, 1], [[6.0, 1.25], [6.0, 4.5]]));
            build_floors(&building, &BuildOptions::default().agent_radius(radius)).unwrap()
        });
        assert_eq!(
            (tiles.0.component_count(), &tiles.1.connected_lengths),
            (1, &one.1.connected_lengths),
            "{radius}"
        );
        assert_eq!(tiles.0.area(), one.0.area(), "{radius}");
        // Walls near a connection are inset piece by piece, so the squares' ends count.
        assert!(tiles.0.cell_count() < 2 * one.0.cell_count(), "{radius}: {:?}", tiles.0);
    }
}
