//! Which segments run along which half-edges.
//!
//! Most segments are one edge each; those of several stand beside them, as [lines](crate::half_edges::lines). Few half-edges are asked
//! for, and few have any; so it is not each of them that knows where its labels are, but each block of neighbours: a few
//! kilobytes that stay in a cache, where one start a half-edge would be the size of the mesh.

use crate::half_edges::lines::Lines;
use crate::plsg::group::grouped;

/// For each piece of a segment the half-edge that runs along it, and the segment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    /// Those of segments of one piece; ascending.
    single: Vec<(u32, u32)>,
    /// Where each block's labels start among these; one more than there are blocks.
    starts: Vec<u32>,
    /// Segments of several pieces.
    lines: Lines,
}

/// How many half-edges a block has, as a power of two.
const BLOCK_BITS: u32 = 6;

impl Labels {
    /// Those of segments of one piece, which come by ascending segment. Complexity: linear in the number of half-edges and labels.
    pub(crate) fn of(half_edges: usize, labels: &[(u32, u32)]) -> Self {
        let blocks = half_edges.div_ceil(1 << BLOCK_BITS);
        let by_block = labels.iter().map(|&label| (label.0 >> BLOCK_BITS, label));
        let (starts, mut single) = grouped(blocks, by_block);
        for block in starts.windows(2) {
            sort(&mut single[block[0] as usize..block[1] as usize]);
        }
        Self { single, starts, lines: Lines::default() }
    }

    /// The same, and those of segments of several pieces.
    pub(crate) fn with_lines(self, lines: Lines) -> Self {
        Self { lines, ..self }
    }

    /// For each edge, whether any segment runs along it.
    pub(crate) fn marked(&self, edge_count: usize) -> Vec<bool> {
        let mut is_labelled = vec![false; edge_count];
        let single = self.single.iter().map(|&(half, _)| half);
        for half in single.chain(self.lines.halves()) {
            is_labelled[half as usize / 2] = true;
        }
        is_labelled
    }

    /// The labels of segments of one piece, ascending.
    pub(crate) fn single(&self) -> &[(u32, u32)] {
        &self.single
    }

    /// The segments of several pieces.
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The segments along a half-edge, the way it runs.
    pub(crate) fn along(&self, half: u32) -> impl Iterator<Item = u32> {
        let single = self.single_along(half).iter().map(|label| label.1);
        single.chain(self.lines.along(half))
    }

    /// The labels of segments of one piece along a half-edge.
    pub(crate) fn single_along(&self, half: u32) -> &[(u32, u32)] {
        let block = (half >> BLOCK_BITS) as usize;
        let block = &self.single[self.starts[block] as usize..self.starts[block + 1] as usize];
        let end = |half: u32| block.partition_point(|label| label.0 < half);
        &block[end(half)..end(half + 1)]
    }

    /// All labels of the segments for which this is true, ascending.
    pub(crate) fn of_segments(&self, is_meant: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
        let single = self.single.iter().copied().filter(|&(_, segment)| is_meant(segment));
        let mut labels: Vec<(u32, u32)> = single.collect();
        if !self.lines.is_empty() {
            labels.extend(self.lines.pieces(is_meant));
            labels.sort_unstable();
        }
        labels
    }

    /// The even halves of all edges along which a segment runs for which this is true, ascending, each once.
    pub(crate) fn edges_of(&self, is_meant: impl Fn(u32) -> bool) -> Vec<u32> {
        let single = self.single.iter().filter(|&&(_, segment)| is_meant(segment));
        let mut edges: Vec<u32> = single.map(|label| label.0 & !1).collect();
        let of_lines = self.lines.weights(is_meant).filter(|&(_, weight)| weight > 0);
        edges.extend(of_lines.map(|(half, _)| half & !1));
        edges.sort_unstable();
        edges.dedup();
        edges
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
            assert_eq!(grouped.single(), sorted);
            for half in 0..half_edges as u32 {
                let expected: Vec<(u32, u32)> =
                    labels.iter().copied().filter(|label| label.0 == half).collect();
                assert_eq!(grouped.single_along(half), expected);
            }
        }
    }
}
