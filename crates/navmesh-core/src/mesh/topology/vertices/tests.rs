//! Saddles: vertices with a walkable angle above 2π.

use std::sync::Arc;

use super::*;
use crate::mesh::{ClosedDoors, RawMesh};

/// Sixteen directions; the opposite of each is among them.
const AROUND: [[f64; 2]; 16] = [
    [2.0, 0.0],
    [2.0, 1.0],
    [2.0, 2.0],
    [1.0, 2.0],
    [0.0, 2.0],
    [-1.0, 2.0],
    [-2.0, 2.0],
    [-2.0, 1.0],
    [-2.0, 0.0],
    [-2.0, -1.0],
    [-2.0, -2.0],
    [-1.0, -2.0],
    [0.0, -2.0],
    [1.0, -2.0],
    [2.0, -2.0],
    [2.0, -1.0],
];

/// Returns cells around the origin, one after another from direction `first` on, each on its own floor.
///
/// `widths` are in steps between directions, eight at most. If the fan closes, the last cell is joined to
/// the first.
fn wound(first: usize, widths: &[usize], closes: bool) -> NavMesh {
    let mut raw = RawMesh { positions: vec![DVec2::ZERO], ..RawMesh::default() };
    raw.positions.extend(AROUND.map(DVec2::from));
    let spoke = |direction: usize| (direction % AROUND.len() + 1) as u32;
    let (mut at, mut sides) = (first, Vec::new());
    for (layer, width) in (0..).zip(widths) {
        let begin = raw.corners.len();
        match width {
            8 => raw.push_cell(&[0, spoke(at), spoke(at + 4), spoke(at + 8)]),
            _ => raw.push_cell(&[0, spoke(at), spoke(at + width)]),
        }
        sides.push([begin, raw.corners.len() - 1]);
        raw.layers.push(layer);
        at += width;
    }
    let mut join = |cell: usize, next: usize| {
        raw.neighbors[sides[cell][1]] = Some(next as u32);
        raw.neighbors[sides[next][0]] = Some(cell as u32);
    };
    for next in 1..widths.len() {
        join(next - 1, next);
    }
    if closes {
        join(widths.len() - 1, 0);
    }
    NavMesh::from_raw(&raw).unwrap()
}

/// Returns the only vertex at the origin.
fn middle(mesh: &NavMesh) -> VertexId {
    let all = middles(mesh);
    assert_eq!(all.len(), 1);
    all[0]
}

fn middles(mesh: &NavMesh) -> Vec<VertexId> {
    let edges = mesh.slots().flat_map(|slot| &mesh.edges[mesh.edge_range(slot)]);
    let mut all: Vec<VertexId> =
        edges.filter(|edge| edge.origin() == DVec2::ZERO).map(|edge| edge.vertex()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn a_fan_between_walls_is_a_saddle_above_a_whole_turn() {
    for number in 0..8_usize.pow(4) {
        let widths = [0, 3, 6, 9].map(|digit| (number >> digit) % 8 + 1);
        for count in 1..=4 {
            let (first, widths) = (number % 16, &widths[..count]);
            let (mesh, turn) = (wound(first, widths, false), widths.iter().sum::<usize>());
            let expected = if turn > 16 { vec![middle(&mesh)] } else { Vec::new() };
            assert_eq!(mesh.saddles(), expected, "{widths:?} from {first}");
            let is_corner = mesh.edges[0].origin_is_corner();
            assert_eq!(is_corner, turn > 8, "{widths:?} from {first}");
        }
    }
}

#[test]
fn a_fan_that_closes_is_a_saddle_and_a_corner_if_it_winds_twice() {
    for first in 0..16 {
        for turns in 1..4 {
            let mesh = wound(first, &[2].repeat(8 * turns), true);
            mesh.assert_invariants();
            let expected = if turns > 1 { vec![middle(&mesh)] } else { Vec::new() };
            assert_eq!(mesh.saddles(), expected, "{turns} turns from {first}");
            let mut own = mesh.edges.iter().filter(|edge| edge.origin() == DVec2::ZERO);
            assert!(
                own.all(|edge| edge.origin_is_corner() == (turns > 1)),
                "{turns} turns from {first}"
            );
        }
    }
}

/// A remaining part of a saddle is a saddle if it spans more than a whole turn.
#[test]
fn parts_of_a_saddle_are_listed_in_order() {
    let mesh = Arc::new(wound(0, &[2].repeat(24), true));
    let mut closed = mesh.with_doors(&ClosedDoors::new(&mesh)).unwrap();
    for gap in (1..16).rev() {
        let mut doors = ClosedDoors::new(&mesh);
        for cell in [0, gap] {
            doors.close_cell(mesh.cell_id(cell)).unwrap();
        }
        closed.set_doors(&doors).unwrap();
        closed.assert_invariants();
        assert!(closed.saddles().is_sorted());
        let fresh = NavMesh::from_raw(&closed.to_raw()).unwrap();
        let parts = middles(&closed);
        assert_eq!(parts.len(), middles(&fresh).len());
        for part in parts {
            let own = closed.slots().flat_map(|slot| closed.edge_range(slot));
            let count = own.filter(|&edge| closed.edges[edge].vertex() == part).count();
            assert!(count <= 8 || closed.is_saddle(part), "{count} eighths, closed 0 and {gap}");
        }
    }
}
