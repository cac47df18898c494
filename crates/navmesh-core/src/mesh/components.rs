//! Connected components: which cells can be walked to from which.

use super::{CellRecord, Edge, NONE};
use crate::collections::DisjointSets;

/// A component number a slot, dense from 0 in the order of the lowest slots, `NONE` for free ones; and how many.
///
/// Complexity: linear but for a logarithm. Cells are taken in the order in which they lie in memory.
pub(super) fn label_components(edges: &[Edge], cells: &[CellRecord]) -> (Vec<u32>, u32) {
    let mut sets = DisjointSets::new(cells.len());
    for (slot, cell) in (0..).zip(cells) {
        let range = cell.first_edge as usize..(cell.first_edge + cell.edge_count) as usize;
        // Walls have none, which is the highest number of all; others are told by the later of their two cells.
        let earlier = edges[range].iter().filter(|edge| edge.neighbor < slot);
        earlier.for_each(|edge| sets.unite(edge.neighbor, slot));
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
