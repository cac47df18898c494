//! Saddles: vertices with more than 2π of ground around them, told by signs alone.

use std::sync::Arc;

use super::super::{DoorSet, RawMesh};
use super::*;

/// The directions of eight triangles around the origin, from the first one given; their slopes are none that halves share.
const AROUND: [[f64; 2]; 8] = [
    [1.0, 0.0],
    [2.0, 3.0],
    [0.0, 1.0],
    [-3.0, 2.0],
    [-1.0, 0.0],
    [-2.0, -3.0],
    [0.0, -1.0],
    [3.0, -2.0],
];

/// So many triangles around the origin one after another, from a direction on, on as many floors as are needed; where the
/// fan closes the last is joined to the first.
fn wound(first: usize, count: usize, closes: bool) -> NavMesh {
    let mut raw = RawMesh { positions: vec![DVec2::ZERO], ..RawMesh::default() };
    raw.positions.extend(AROUND.map(DVec2::from));
    let spoke = |place: usize| ((first + place) % AROUND.len() + 1) as u32;
    for place in 0..count {
        raw.push_cell(&[0, spoke(place), spoke(place + 1)]);
        raw.layers.push((place / AROUND.len()) as u32);
    }
    let mut join = |cell: usize, next: usize| {
        raw.neighbors[3 * cell + 2] = Some(next as u32);
        raw.neighbors[3 * next] = Some(cell as u32);
    };
    (1..count).for_each(|next| join(next - 1, next));
    if closes {
        join(count - 1, 0);
    }
    NavMesh::from_raw(&raw).unwrap()
}

/// The vertex at the origin, where it is but one.
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
fn a_fan_from_wall_to_wall_is_a_saddle_with_more_than_a_whole_turn() {
    for first in 0..8 {
        for count in 1..18 {
            let mesh = wound(first, count, false);
            mesh.assert_invariants();
            let expected = if count > 8 { vec![middle(&mesh)] } else { Vec::new() };
            assert_eq!(mesh.saddles(), expected, "{count} eighths from {first}");
        }
    }
}

#[test]
fn a_fan_that_closes_is_a_saddle_and_a_corner_where_it_winds_twice() {
    for first in 0..8 {
        for turns in 1..4 {
            let mesh = wound(first, 8 * turns, true);
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

/// Whatever is closed of a saddle, what is left of it with more than a whole turn is one.
#[test]
fn parts_of_a_saddle_are_listed_in_order() {
    let mesh = Arc::new(wound(0, 24, true));
    for gap in 1..16 {
        let mut doors = DoorSet::new(&mesh);
        for cell in [0, gap] {
            doors.close_cell(mesh.cell_id(cell)).unwrap();
        }
        let closed = mesh.with_doors(&doors).unwrap();
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
