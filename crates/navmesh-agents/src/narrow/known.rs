//! The rooms and stretches far from all changes of a map, which stay.
//!
//! A region stays what it was if none of its cells is new, near a changed wall, or touched by a chord that is new or gone.
//! Its cells and the chords around it are then those from before, so that it is the same region.

use navmesh_core::{Bounds, EdgeId, NavMesh};

use super::chords::Chord;
use super::cuts::{Piece, Regions};
use super::{Kind, Narrows};

/// The narrow places before a change, and the cells that have changed.
pub(super) struct Known {
    narrows: Narrows,
    /// For each slot of the new mesh whether something may have changed there.
    has_changed: Vec<bool>,
}

impl Known {
    /// Compares a mesh with the narrow places before a change. `changes` are boxes around the walls that have changed,
    /// and a region depends on the walls within `reach`.
    pub(super) fn new(
        narrows: Narrows,
        mesh: &NavMesh,
        chords: &[Chord],
        changes: &[Bounds],
        reach: f64,
    ) -> Self {
        let ids = &narrows.regions.ids;
        let is_new = |slot: u32| ids.get(slot as usize) != Some(&mesh.cell_id(slot));
        let mut has_changed: Vec<bool> = (0..mesh.slot_count() as u32).map(is_new).collect();
        for bounds in changes {
            let grown = Bounds { min: bounds.min - reach, max: bounds.max + reach };
            mesh.each_cell_near(grown, |slot| has_changed[slot as usize] = true);
        }
        each_difference(&narrows.chords, chords, |chord| {
            for cell in chord.cells.iter().filter(|&&cell| mesh.has_cell(cell)) {
                has_changed[cell.slot as usize] = true;
                // A chord along a portal may name one of the two cells only.
                for edge in mesh.edge_range(cell.slot) {
                    if let Some(next) = mesh.edge(EdgeId(edge as u32)).neighbor_slot() {
                        has_changed[next as usize] = true;
                    }
                }
            }
        });
        Self { narrows, has_changed }
    }

    /// Returns what a region was, if it is one from before.
    pub(super) fn kind(&self, pieces: &[Piece], regions: &Regions) -> Option<&Kind> {
        if pieces.iter().any(|piece| self.has_changed[piece.slot as usize]) {
            return None;
        }
        let region = self.narrows.regions.of(pieces.first()?, regions)?;
        Some(&self.narrows.zone(self.narrows.zone_of[region as usize]).kind)
    }
}

/// Visits the chords that are in one of two sorted lists only.
fn each_difference(before: &[Chord], after: &[Chord], mut visit: impl FnMut(&Chord)) {
    let (mut before, mut after) = (before.iter().peekable(), after.iter().peekable());
    loop {
        let order = match (before.peek(), after.peek()) {
            (Some(a), Some(b)) => a.order(b),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => return,
        };
        let [only_before, only_after] =
            [before.next_if(|_| order.is_le()), after.next_if(|_| order.is_ge())];
        if order.is_ne() {
            only_before.or(only_after).into_iter().for_each(&mut visit);
        }
    }
}
