//! The segments along each half-edge.
//!
//! Most segments are one edge each. Segments of several pieces are kept as [spans of chains](crate::half_edges::chain_spans).
//!
//! Few half-edges are looked up, and few have segments. So the starts are kept for blocks of neighbouring
//! half-edges: they are a few kilobytes, which stay in a cache.

use crate::half_edges::chain_spans::ChainSpans;
use crate::plsg::group::grouped;

/// Pairs of a half-edge and a segment that runs along it, in the segment's direction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    /// The pairs of segments of one piece, ascending.
    single: Vec<(u32, u32)>,
    /// The start of each block in `single`, and the end of the last block.
    starts: Vec<u32>,
    /// The segments of several pieces.
    chain_spans: ChainSpans,
}

/// The number of half-edges in a block, as a power of two.
const BLOCK_BITS: u32 = 6;

impl Labels {
    /// Sorts the pairs of segments of one piece, which come by ascending segment.
    ///
    /// Complexity: linear in the number of half-edges and pairs.
    pub(crate) fn of(half_edges: usize, labels: &[(u32, u32)]) -> Self {
        let blocks = half_edges.div_ceil(1 << BLOCK_BITS);
        let by_block = labels.iter().map(|&label| (label.0 >> BLOCK_BITS, label));
        let (starts, mut single) = grouped(blocks, by_block);
        for block in starts.windows(2) {
            sort(&mut single[block[0] as usize..block[1] as usize]);
        }
        Self { single, starts, chain_spans: ChainSpans::default() }
    }

    /// Adds the segments of several pieces.
    pub(crate) fn with_chain_spans(self, chain_spans: ChainSpans) -> Self {
        Self { chain_spans, ..self }
    }

    /// For each edge, whether any segment runs along it.
    pub(crate) fn marked(&self, edge_count: usize) -> Vec<bool> {
        let mut is_labelled = vec![false; edge_count];
        let single = self.single.iter().map(|&(half, _)| half);
        for half in single.chain(self.chain_spans.halves()) {
            is_labelled[half as usize / 2] = true;
        }
        is_labelled
    }

    /// Returns the pairs of segments of one piece, ascending.
    pub(crate) fn single(&self) -> &[(u32, u32)] {
        &self.single
    }

    /// The segments of several pieces.
    pub(crate) fn chain_spans(&self) -> &ChainSpans {
        &self.chain_spans
    }

    /// Iterates over the segments along a half-edge, in its direction.
    pub(crate) fn along(&self, half: u32) -> impl Iterator<Item = u32> {
        let single = self.single_along(half).iter().map(|label| label.1);
        single.chain(self.chain_spans.along(half))
    }

    /// Returns the pairs of a half-edge and segments of one piece.
    pub(crate) fn single_along(&self, half: u32) -> &[(u32, u32)] {
        let block = (half >> BLOCK_BITS) as usize;
        let block = &self.single[self.starts[block] as usize..self.starts[block + 1] as usize];
        let end = |half: u32| block.partition_point(|label| label.0 < half);
        &block[end(half)..end(half + 1)]
    }

    /// Returns the pairs of all segments with `is_meant(segment)`, ascending.
    pub(crate) fn of_segments(&self, is_meant: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
        let single = self.single.iter().copied().filter(|&(_, segment)| is_meant(segment));
        let mut labels: Vec<(u32, u32)> = single.collect();
        if !self.chain_spans.is_empty() {
            labels.extend(self.chain_spans.pieces(is_meant));
            labels.sort_unstable();
        }
        labels
    }

    /// Returns the even halves of all edges along segments with `is_meant(segment)`, ascending, each once.
    pub(crate) fn edges_of(&self, is_meant: impl Fn(u32) -> bool) -> Vec<u32> {
        let single = self.single.iter().filter(|&&(_, segment)| is_meant(segment));
        let mut edges: Vec<u32> = single.map(|label| label.0 & !1).collect();
        let of_lines = self.chain_spans.weights(is_meant).filter(|&(_, weight)| weight > 0);
        edges.extend(of_lines.map(|(half, _)| half & !1));
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

/// Sorts the pairs of one block. Those of each half-edge are sorted already.
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
