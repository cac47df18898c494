//! What a build leaves of triangles and of corners.

use navmesh_build::{BuildOptions, BuildReport, Merge, build_floors, build_outlines};
use navmesh_core::{Area, Door, Floors, NavMesh, Outline, Outlines};

fn build(outlines: &Outlines) -> (NavMesh, BuildReport) {
    build_outlines(outlines, &BuildOptions::default()).unwrap()
}

/// How many corners each cell has, ascending.
fn corners(mesh: &NavMesh) -> Vec<u32> {
    let raw = mesh.to_raw();
    let starts = std::iter::once(0).chain(raw.cell_ends.iter().copied());
    let mut corners: Vec<u32> = starts.zip(&raw.cell_ends).map(|(from, to)| to - from).collect();
    corners.sort_unstable();
    corners
}

/// A hall whose long sides have a point in their middle.
fn hall() -> Outlines {
    let ring = [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [0.0, 2.0]];
    Outlines { walkable: vec![Outline::new(ring)], ..Outlines::default() }
}

#[test]
fn cells_are_triangles_only_where_they_are_asked_for() {
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

/// The border of mud through the hall has a point in its middle, and so have the hall's sides where it ends.
#[test]
fn a_straight_corner_stays_only_where_more_than_two_grounds_or_a_door_meet() {
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
fn doors_on_one_line_are_all_there_whichever_way_they_run_and_however_often() {
    let mut outlines = hall();
    let up = [[2.0, 0.0], [2.0, 1.0], [2.0, 2.0]];
    let down = [up[2], up[1], up[0]];
    outlines.doors.push(Door::new(up, "up"));
    outlines.doors.push(Door::new(down, "down"));
    outlines.doors.push(Door::new(up.into_iter().chain(down), "up and down"));
    let (mesh, report) = build(&outlines);
    assert_eq!((corners(&mesh), report.idle_doors), (vec![4, 4], vec![]));
    let doors = mesh.to_raw().doors;
    assert!(doors.iter().all(|door| door.edges.len() == 1 && door.edges == doors[0].edges));
}
