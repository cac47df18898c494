//! Which segments run along which half-edges.
//!
//! Few half-edges are asked for, and few have any; so it is not each of them that knows where its labels are, but each
//! block of neighbours: a few kilobytes that stay in a cache, where one start a half-edge would be the size of the mesh.

use crate::group::grouped;

/// For each piece of a segment the half-edge that runs along it, and the segment; ascending.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    all: Vec<(u32, u32)>,
    /// Where each block's labels start; one more than there are blocks.
    starts: Vec<u32>,
}

/// How many half-edges a block has, as a power of two.
const BLOCK_BITS: u32 = 6;

impl Labels {
    /// The labels come by ascending segment. Complexity: linear in the number of half-edges and labels.
    pub(crate) fn of(half_edges: usize, labels: &[(u32, u32)]) -> Self {
        let blocks = half_edges.div_ceil(1 << BLOCK_BITS);
        let by_block = labels.iter().map(|&label| (label.0 >> BLOCK_BITS, label));
        let (starts, mut all) = grouped(blocks, by_block);
        for block in starts.windows(2) {
            sort(&mut all[block[0] as usize..block[1] as usize]);
        }
        Self { all, starts }
    }

    pub(crate) fn as_slice(&self) -> &[(u32, u32)] {
        &self.all
    }

    /// Those of a half-edge.
    pub(crate) fn along(&self, half: u32) -> &[(u32, u32)] {
        let block = (half >> BLOCK_BITS) as usize;
        let block = &self.all[self.starts[block] as usize..self.starts[block + 1] as usize];
        let end = |half: u32| block.partition_point(|label| label.0 < half);
        &block[end(half)..end(half + 1)]
    }
}

/// Sorts the labels of one block, those of each half-edge being sorted.
fn sort(labels: &mut [(u32, u32)]) {
    if labels.len() <= 1 << BLOCK_BITS {
        labels.sort_unstable();
        return;
    }
    let within = |half: u32| half & ((1 << BLOCK_BITS) - 1);
    let by_half = labels.iter().map(|&label| (within(label.0), label));
    labels.copy_from_slice(&grouped(1 << BLOCK_BITS, by_half).1);
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    #[test]
    fn every_half_edge_has_its_labels_in_order() {
        let mut random = SplitMix64::new(1);
        for half_edges in [0, 1, 63, 64, 65, 200] {
            let count = if half_edges == 0 { 0 } else { random.below(400) };
            let labels: Vec<(u32, u32)> = (0..count as u32)
                .map(|segment| (random.below(half_edges) as u32, segment))
                .collect();
            let grouped = Labels::of(half_edges, &labels);
            let mut sorted = labels.clone();
            sorted.sort_unstable();
            assert_eq!(grouped.as_slice(), sorted);
            for half in 0..half_edges as u32 {
                let expected: Vec<(u32, u32)> =
                    labels.iter().copied().filter(|label| label.0 == half).collect();
                assert_eq!(grouped.along(half), expected);
            }
        }
    }
}
