use std::f64::consts::TAU;

use navmesh_core::{DVec2, Door, EdgeId, MeshArea, MeshDoor, Outline};
use navmesh_testkit::SplitMix64;

use super::*;
use crate::{BuildOptions, NavMeshBuilder};

fn raw(points: &[[f64; 2]], rings: &[&[u32]]) -> RawMesh {
    let positions = points.iter().map(|&point| point.into()).collect();
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    rings.iter().for_each(|ring| raw.push_cell(ring));
    raw.join_matching_edges();
    raw
}

/// Returns the area of all rings, convex or not.
fn area(raw: &RawMesh) -> f64 {
    let cells = (0..raw.cell_count()).filter_map(|cell| raw.cell(cell));
    let twice = cells.flat_map(|cell| {
        let point = |i: usize| raw.positions[cell.corners[i % cell.corners.len()] as usize];
        (0..cell.corners.len()).map(move |i| point(i).perp_dot(point(i + 1)))
    });
    twice.sum::<f64>() / 2.0
}

/// Returns the total lengths of the borders and of the doors.
fn lengths(raw: &RawMesh) -> [f64; 2] {
    let (mut walls, mut doors, mut place) = (0.0, 0.0, 0);
    for cell in (0..raw.cell_count()).filter_map(|cell| raw.cell(cell)) {
        for (i, neighbor) in cell.neighbors.iter().enumerate() {
            let ends = [i, (i + 1) % cell.corners.len()];
            let [a, b] = ends.map(|i| raw.positions[cell.corners[i] as usize]);
            walls += if neighbor.is_none() { a.distance(b) } else { 0.0 };
            let edge = EdgeId(place);
            let count = raw.doors.iter().filter(|door| door.edges.contains(&edge)).count();
            doors += count as f64 * a.distance(b);
            place += 1;
        }
    }
    [walls, doors]
}

/// Draws rooms on a lattice with many corners on straight sides.
fn rooms(random: &mut SplitMix64) -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    for _ in 0..6 {
        let [x, y] = [0, 0].map(|_| random.below(20) as f64);
        let [w, h] = [0, 0].map(|_| 1.0 + random.below(9) as f64);
        builder.add_walkable(Outline::rect([x, y], [x + w, y + h]));
    }
    for _ in 0..8 {
        let [x, y] = [0, 0].map(|_| random.below(28) as f64);
        builder.add_obstacle(Outline::rect([x, y], [x + 1.0, y + 1.0]));
    }
    builder
}

/// Builds rooms and rotates the mesh.
fn turned(rooms: &NavMeshBuilder, random: &mut SplitMix64) -> RawMesh {
    let mut raw = rooms.build_mesh().unwrap().to_raw();
    let turn = DVec2::from_angle(TAU * random.below(1 << 20) as f64 / (1 << 20) as f64);
    raw.positions.iter_mut().for_each(|point| *point = turn.rotate(*point));
    raw
}

#[test]
fn what_is_sound_stays_as_it_is() {
    let square = raw(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], &[&[0, 1, 2], &[2, 3, 0]]);
    let (mesh, mended) = mend_cells(&square).unwrap();
    assert_eq!((mesh.to_raw(), mended), (square, vec![]));
}

#[test]
fn rotated_meshes_keep_their_area_and_walls() {
    let mut cut = 0;
    for seed in 0..200 {
        let random = &mut SplitMix64::new(seed);
        let raw = turned(&rooms(random), random);
        let (mesh, mended) = mend_cells(&raw).unwrap();
        cut += mended.len();
        let after = mesh.to_raw();
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * a.abs();
        assert!(close(area(&raw), mesh.area()), "seed {seed}");
        assert!(close(lengths(&raw)[0], lengths(&after)[0]), "seed {seed}");
        let is_known = |point: &DVec2| raw.positions.contains(point);
        assert!(after.positions.iter().all(is_known), "seed {seed}");
        assert_eq!(after.positions.len(), raw.positions.len(), "seed {seed}");
    }
    assert!(cut > 200, "{cut} cells turned right");
}

/// Returns the area of the cells of each set of doors, those whose margins hold them.
fn margin_areas(raw: &RawMesh) -> BTreeMap<Vec<usize>, f64> {
    let mut areas = BTreeMap::new();
    for cell in 0..raw.cell_count() {
        let doors = raw.doors.iter().enumerate();
        let holds = |door: &MeshDoor| door.margin.contains(&(cell as u32));
        let doors: Vec<usize> = doors.filter(|(_, door)| holds(door)).map(|(i, _)| i).collect();
        let mut alone = RawMesh { positions: raw.positions.clone(), ..RawMesh::default() };
        alone.push_cell(raw.cell(cell).unwrap().corners);
        *areas.entry(doors).or_insert(0.0) += area(&alone);
    }
    areas
}

#[test]
fn pieces_of_a_cut_cell_stay_in_the_margins_of_the_cell() {
    let (mut cut, mut in_margins) = (0, 0);
    for seed in 0..200 {
        let random = &mut SplitMix64::new(seed);
        let rooms = rooms(random);
        let options = BuildOptions::default().agent_radius(0.25).arc_tolerance(0.5);
        let mut rooms = rooms.with_options(options);
        for door in 0..6 {
            let [x, y] = [0, 0].map(|_| random.below(24) as f64 + 0.5);
            let far = random.below(24) as f64 + 1.0;
            rooms.add_door(Door::new([[x, y], [[far, y], [x, far]][door % 2]], door.to_string()));
        }
        let raw = turned(&rooms, random);
        let (mesh, mended) = mend_cells(&raw).unwrap();
        let [before, after] = [&raw, &mesh.to_raw()].map(margin_areas);
        assert!(before.keys().eq(after.keys()), "seed {seed}");
        for (doors, area) in &before {
            assert!((area - after[doors]).abs() <= 1e-9 * area, "seed {seed}: {doors:?}");
        }
        cut += mended.len();
        let is_in_margin = |defect: &&MeshDefect| {
            let MeshDefect::NotConvex { cell, .. } = defect else { return false };
            raw.doors.iter().any(|door| door.margin.contains(cell))
        };
        in_margins += mended.iter().filter(is_in_margin).count();
    }
    assert!(cut > 100 && in_margins > 20, "{cut} cells turned right, {in_margins} in margins");
}

/// Builds a U with two arms of mud, beside a room behind a door.
fn u_and_room() -> RawMesh {
    let points = [
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 2.0],
        [2.0, 2.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [0.0, 2.0],
        [5.0, 0.0],
        [5.0, 2.0],
    ];
    let mut raw = raw(&points, &[&[0, 1, 2, 3, 4, 5, 6, 7], &[1, 8, 9, 2]]);
    raw.areas = vec![MeshArea { name: "mud".to_owned(), cost: 2.0 }];
    (raw.costs, raw.cell_areas, raw.layers) = (vec![2.0, 1.0], vec![Some(0), None], vec![4, 4]);
    raw
}

#[test]
fn costs_areas_floors_and_doors_are_carried_over() {
    let mut raw = u_and_room();
    raw.doors = vec![MeshDoor { name: "gate".to_owned(), edges: vec![EdgeId(1)], margin: vec![] }];
    let (mesh, mended) = mend_cells(&raw).unwrap();
    assert_eq!(mended, [MeshDefect::NotConvex { cell: 0, corner: 4 }]);
    assert_eq!((mesh.cell_count(), mesh.area()), (4, 9.0));
    let after = mesh.to_raw();
    let is_mud = after.cell_areas.iter().map(|area| *area == Some(0));
    assert_eq!(is_mud.clone().filter(|is_mud| *is_mud).count(), 3);
    assert!(is_mud.zip(&after.costs).all(|(is_mud, cost)| *cost == if is_mud { 2.0 } else { 1.0 }));
    assert_eq!(after.layers, [4; 4]);
    assert_eq!(lengths(&after)[1], 2.0);
}

#[test]
fn a_cut_cell_merges_with_a_neighbour_but_not_across_a_door() {
    let mut raw = u_and_room();
    (raw.areas, raw.costs, raw.cell_areas) = (vec![], vec![], vec![]);
    assert_eq!(mend_cells(&raw).unwrap().0.cell_count(), 3);
    raw.doors =
        vec![MeshDoor { name: "gate".to_owned(), edges: vec![EdgeId(9 + 2)], margin: vec![] }];
    assert_eq!(mend_cells(&raw).unwrap().0.cell_count(), 4);
}

#[test]
fn a_cut_cell_does_not_merge_with_another_area_cost_or_floor() {
    let apart: [fn(&mut RawMesh); 3] = [
        |raw| raw.costs = vec![2.0, 1.0],
        |raw| {
            raw.areas = vec![MeshArea { name: "lawn".to_owned(), cost: 1.0 }];
            raw.cell_areas = vec![Some(0), None];
        },
        |raw| raw.layers = vec![4, 5],
    ];
    for tell_apart in apart {
        let mut raw = u_and_room();
        (raw.areas, raw.costs, raw.cell_areas, raw.layers) = (vec![], vec![], vec![], vec![]);
        tell_apart(&mut raw);
        assert_eq!(mend_cells(&raw).unwrap().0.cell_count(), 4);
    }
}

/// Two rooms lie beyond the one that the U merges with.
#[test]
fn cells_away_from_cut_cells_do_not_change() {
    let mut rooms = u_and_room();
    let mut raw =
        raw(&[[5.0, 0.0], [5.0, 2.0], [6.0, 0.0], [6.0, 2.0], [7.0, 0.0], [7.0, 2.0]], &[]);
    (rooms.areas, rooms.costs, rooms.cell_areas) = (vec![], vec![], vec![]);
    rooms.layers = vec![];
    let first = rooms.positions.len() as u32;
    rooms.positions.append(&mut raw.positions.split_off(2));
    rooms.push_cell(&[8, first, first + 1, 9]);
    rooms.push_cell(&[first, first + 2, first + 3, first + 1]);
    rooms.join_matching_edges();
    assert_eq!(mend_cells(&rooms).unwrap().0.cell_count(), 5);
}

#[test]
fn invalid_rings_are_reported_with_their_original_numbers() {
    let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [2.0, 0.0], [2.0, 2.0]];
    let rings: [&[u32]; 4] = [
        &[3, 2, 1, 0],       // clockwise
        &[0, 2, 1, 3],       // crosses itself
        &[0, 1, 2, 4, 3],    // touches a side of itself
        &[0, 5, 1, 2, 5, 3], // comes to a point twice
    ];
    for ring in rings {
        let raw = raw(&square, &[ring]);
        assert_eq!(mend_cells(&raw).unwrap_err().0, raw.defects(), "{ring:?}");
    }
    let mut raw = raw(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5]], &[&[0, 1, 2, 3]]);
    raw.neighbors[0] = Some(7);
    assert_eq!(mend_cells(&raw).unwrap_err().0.len(), 2);
}

#[test]
fn a_comb_of_many_teeth_is_cut_in_no_time() {
    let teeth = 20_000;
    let mut points = vec![[0.0, 0.0], [f64::from(2 * teeth), 0.0]];
    for tooth in (0..teeth).rev() {
        let x = f64::from(2 * tooth);
        points.extend([[x + 2.0, 2.0], [x + 1.0, 1.0]]);
    }
    points.push([0.0, 2.0]);
    let ring: Vec<u32> = (0..points.len() as u32).collect();
    let raw = raw(&points, &[&ring]);
    let (mesh, mended) = mend_cells(&raw).unwrap();
    assert_eq!((mesh.area(), mended.len()), (area(&raw), 1));
}
