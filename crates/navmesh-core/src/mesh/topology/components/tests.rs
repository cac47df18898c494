use std::sync::Arc;

use super::{CellGraph, Components};
use crate::collections::NONE;
use crate::mesh::{ClosedDoors, NavMesh, RawMesh};

impl NavMesh {
    /// Compares the components with those that are found anew.
    pub(in crate::mesh) fn assert_components(&self) {
        let fresh = Components::of(CellGraph { edges: &self.edges, cells: &self.cells });
        let numbers = |of: &Components| -> Vec<u32> {
            (0..self.slot_count() as u32).map(|slot| of.number(slot)).collect()
        };
        assert_eq!(numbers(&self.components), numbers(&fresh));
        assert_eq!(self.components.count(), fresh.count());
        assert!(self.components.reached.iter().all(|&flood| flood == NONE));
        assert!(self.components.stale_keys.is_empty());
    }
}

/// A square board of unit cells.
fn board(side: u32) -> Arc<NavMesh> {
    let mut raw = RawMesh::default();
    let place = |column: u32, row: u32| row * (side + 1) + column;
    for row in 0..=side {
        raw.positions.extend((0..=side).map(|x| glam::DVec2::new(f64::from(x), f64::from(row))));
    }
    for row in 0..side {
        for x in 0..side {
            raw.push_cell(&[
                place(x, row),
                place(x + 1, row),
                place(x + 1, row + 1),
                place(x, row + 1),
            ]);
        }
    }
    raw.join_matching_edges();
    Arc::new(NavMesh::from_raw(&raw).unwrap())
}

/// Numbers that repeat for a seed, by the multiplier of D. H. Lehmer.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed * 2 + 1;
    move |below| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (state >> 33) as usize % below
    }
}

#[test]
fn components_follow_doors_as_if_found_anew() {
    let mut most = 0;
    for seed in 0..60 {
        let mesh = board(2 + seed as u32 % 7);
        let (mut doors, mut random) = (ClosedDoors::new(&mesh), numbers(seed));
        let mut closed = mesh.with_doors(&doors).unwrap();
        for _ in 0..60 {
            for _ in 0..=random(6) {
                let edge = crate::EdgeId(random(mesh.edges().len()) as u32);
                let cell = mesh.cell_id(random(mesh.slot_count()) as u32);
                match random(8) {
                    0 => doors.close_cell(cell).unwrap(),
                    1 => doors.open_cell(cell).unwrap(),
                    2..5 => doors.open_edge(edge).unwrap(),
                    _ => doors.close_edge(edge).unwrap(),
                }
            }
            if random(30) == 0 {
                doors.open_all();
            }
            closed.set_doors(&doors).unwrap();
            closed.assert_components();
            most = most.max(closed.component_count());
        }
    }
    assert!(most > 5, "{most}");
}

#[test]
fn a_part_that_holds_the_lowest_slot_leaves_the_number_of_the_rest_its_lowest_slot() {
    let mesh = board(3);
    let mut doors = ClosedDoors::new(&mesh);
    for edge in mesh.edge_range(0) {
        doors.close_edge(crate::EdgeId(edge as u32)).unwrap();
    }
    let closed = mesh.with_doors(&doors).unwrap();
    let found: Vec<u32> = (0..9).map(|slot| closed.component(slot)).collect();
    assert_eq!(found, [0, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!((0..9).map(|slot| mesh.component(slot)).max(), Some(0));
}
