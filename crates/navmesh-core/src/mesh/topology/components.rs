//! Connected components: sets of cells that are joined by portals.

use crate::collections::{DisjointSets, NONE};
use crate::mesh::{CellRecord, Edge};

/// Returns the component of each slot, [`NONE`] for free ones, and the number of components.
///
/// Components are numbered from 0 in the order of their lowest slots.
///
/// Complexity: O(n log n), linear in practice.
pub(in crate::mesh) fn label_components(edges: &[Edge], cells: &[CellRecord]) -> (Vec<u32>, u32) {
    let mut sets = DisjointSets::new(cells.len());
    for (slot, cell) in (0..).zip(cells) {
        let range = cell.first_edge as usize..(cell.first_edge + cell.edge_count) as usize;
        // The later of its two cells handles an edge. At walls the neighbour is NONE, the highest number.
        for edge in edges[range].iter().filter(|edge| edge.neighbor < slot) {
            sets.unite(edge.neighbor, slot);
        }
    }
    let mut labels = sets.into_lowest();
    let mut count = 0;
    for slot in 0..cells.len() {
        let lowest = labels[slot] as usize;
        if cells[slot].edge_count == 0 {
            labels[slot] = NONE;
        } else if lowest == slot {
            labels[slot] = count;
            count += 1;
        } else {
            labels[slot] = labels[lowest];
        }
    }
    (labels, count)
}
