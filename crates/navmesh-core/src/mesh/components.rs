//! Connected components: which cells can be walked to from which.

use super::{CellRecord, Edge, NONE};

/// A component number a slot, dense from 0 in the order of the lowest slots; and how many.
pub(super) fn label_components(edges: &[Edge], cells: &[CellRecord]) -> (Vec<u32>, u32) {
    let mut labels = vec![NONE; cells.len()];
    let mut count = 0;
    let mut stack = Vec::new();
    for seed in 0..cells.len() as u32 {
        if labels[seed as usize] != NONE || cells[seed as usize].edge_count == 0 {
            continue;
        }
        labels[seed as usize] = count;
        stack.push(seed);
        while let Some(slot) = stack.pop() {
            let cell = &cells[slot as usize];
            let range = cell.first_edge as usize..(cell.first_edge + cell.edge_count) as usize;
            for edge in &edges[range] {
                if edge.neighbor != NONE && labels[edge.neighbor as usize] == NONE {
                    labels[edge.neighbor as usize] = count;
                    stack.push(edge.neighbor);
                }
            }
        }
        count += 1;
    }
    (labels, count)
}
