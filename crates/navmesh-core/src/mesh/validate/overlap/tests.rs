use super::*;
use crate::RawMesh;

/// Returns a mesh of cells that are not joined, each given by its corners.
fn loose_cells(cells: &[&[[f64; 2]]]) -> NavMesh {
    let mut raw = RawMesh::default();
    for cell in cells {
        let first = raw.positions.len() as u32;
        raw.positions.extend(cell.iter().map(|&corner| glam::DVec2::from(corner)));
        raw.push_cell(&(first..raw.positions.len() as u32).collect::<Vec<_>>());
    }
    NavMesh::from_raw(&raw).unwrap()
}

fn overlapping_slots(cells: &[&[[f64; 2]]]) -> Vec<[u32; 2]> {
    let mesh = loose_cells(cells);
    mesh.overlaps(usize::MAX).iter().map(|pair| pair.map(|cell| cell.slot)).collect()
}

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];

fn moved(cell: [[f64; 2]; 4], x: f64, y: f64) -> [[f64; 2]; 4] {
    cell.map(|corner| [corner[0] + x, corner[1] + y])
}

#[test]
fn cells_that_share_an_edge_a_part_of_one_or_a_corner_do_not_overlap() {
    let (beside, shifted) = (moved(SQUARE, 2.0, 0.0), moved(SQUARE, -2.0, 1.0));
    let corner = moved(SQUARE, 2.0, 2.0);
    assert!(overlapping_slots(&[&SQUARE, &beside, &shifted, &corner]).is_empty());
}

#[test]
fn equal_nested_and_crossing_cells_overlap() {
    assert_eq!(overlapping_slots(&[&SQUARE, &SQUARE]), [[0, 1]]);
    let inner = SQUARE.map(|corner| corner.map(|v| 0.5 + v / 4.0));
    assert_eq!(overlapping_slots(&[&inner, &SQUARE]), [[0, 1]]);
    // A plus sign: no corner of one lies in the other.
    let (flat, tall) =
        (SQUARE.map(|[x, y]| [3.0 * x - 2.0, y]), SQUARE.map(|[x, y]| [x, 3.0 * y - 2.0]));
    assert_eq!(overlapping_slots(&[&flat, &tall]), [[0, 1]]);
}

#[test]
fn an_overlap_of_one_unit_in_the_last_place_is_found() {
    let almost =
        moved(SQUARE, 2.0, 0.0).map(|[x, y]| [if x == 2.0 { 2f64.next_down() } else { x }, y]);
    assert_eq!(overlapping_slots(&[&SQUARE, &almost]), [[0, 1]]);
}

/// Returns the triangles of a wheel around the origin with `count` spokes, in a square.
fn wheel(count: i32) -> Vec<[[f64; 2]; 3]> {
    let rim = |i: i32| {
        let side = count / 4;
        let along = f64::from(2 * (i % side)) / f64::from(side) - 1.0;
        match i / side % 4 {
            0 => [1.0, along],
            1 => [-along, 1.0],
            2 => [-1.0, -along],
            _ => [along, -1.0],
        }
    };
    (0..count).map(|i| [[0.0, 0.0], rim(i), rim(i + 1)]).collect()
}

fn overlapping_of(cells: &[[[f64; 2]; 3]]) -> Vec<[u32; 2]> {
    overlapping_slots(&cells.iter().map(|cell| &cell[..]).collect::<Vec<_>>())
}

#[test]
fn overlapping_cells_around_a_hub_are_found() {
    let sound = wheel(400);
    assert!(overlapping_of(&sound).is_empty());
    // A cell over two others, a cell within another one away from the hub, and a repeated cell.
    let mut cells = sound.clone();
    cells.push([[0.0, 0.0], sound[10][1], sound[11][2]]);
    assert_eq!(overlapping_of(&cells), [[10, 400], [11, 400]]);
    cells[400] = [[0.5, 0.0], [0.5, 0.004], [0.4, 0.004]];
    assert_eq!(overlapping_of(&cells), [[50, 400]]);
    cells[400] = sound[399];
    assert_eq!(overlapping_of(&cells), [[399, 400]]);
}

/// All cells lie in one bucket.
#[test]
fn cells_around_a_hub_are_split_off_only_if_they_do_not_overlap() {
    let all: Vec<u32> = (0..=400).collect();
    let mut cells = wheel(400);
    cells.push([[0.5, 0.0], [0.5, 0.004], [0.4, 0.004]]);
    let mesh_of = |cells: &[[[f64; 2]; 3]]| {
        loose_cells(&cells.iter().map(|cell| &cell[..]).collect::<Vec<_>>())
    };
    let mesh = mesh_of(&cells);
    assert_eq!(mesh.split_by_hub(&all).others, [400]);
    let mut visited = BTreeSet::new();
    let _ = mesh.each_near_pair(&all, &mut |a, b| {
        visited.insert([a, b]);
        ControlFlow::Continue(())
    });
    assert_eq!(visited, (0..400).map(|slot| [slot, 400]).collect());
    cells[400] = cells[399];
    assert!(mesh_of(&cells).split_by_hub(&all).around_hub.is_empty());
}

/// A comparison of every two cells would take minutes.
#[test]
fn very_many_cells_around_a_hub_are_checked_fast() {
    assert!(overlapping_of(&wheel(200_000)).is_empty());
}

#[test]
fn at_most_limit_pairs_are_returned() {
    let mesh = loose_cells(&[&SQUARE, &SQUARE, &SQUARE]);
    assert_eq!(mesh.overlaps(2).len(), 2);
    assert_eq!(mesh.overlaps(10).len(), 3);
    assert!(mesh.overlaps(0).is_empty());
}
