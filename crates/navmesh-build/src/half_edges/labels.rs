//! The segments along each half-edge.
//!
//! Most segments are one edge each. Segments of several pieces are kept as [spans of chains](crate::half_edges::chain_spans).

use crate::half_edges::chain_spans::ChainSpans;
use navmesh_core::backend::collections::MergeSort;

/// Pairs of a half-edge and a segment that runs along it, in the segment's direction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    /// The pairs of segments of one piece, ascending.
    single: Vec<(u32, u32)>,
    /// The segments of several pieces.
    chain_spans: ChainSpans,
}

impl Labels {
    /// Sorts the pairs of segments of one piece, and adds those of several pieces.
    ///
    /// Complexity: O(n log n).
    pub(crate) fn of(mut single: Vec<(u32, u32)>, chain_spans: ChainSpans) -> Self {
        single.merge_sort();
        Self { single, chain_spans }
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

    /// Returns the pairs of a half-edge and segments of one piece. Complexity: O(log n).
    pub(crate) fn single_along(&self, half: u32) -> &[(u32, u32)] {
        let end = |half: u32| self.single.partition_point(|label| label.0 < half);
        &self.single[end(half)..end(half + 1)]
    }

    /// Returns the pairs of all segments with `is_meant(segment)`, ascending.
    pub(crate) fn of_segments(&self, is_meant: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
        let mut labels = Vec::with_capacity(self.single.len());
        labels.extend(self.single.iter().filter(|&&(_, segment)| is_meant(segment)));
        if !self.chain_spans.is_empty() {
            labels.extend(self.chain_spans.pieces(is_meant));
            labels.merge_sort();
        }
        labels
    }

    /// Returns the even halves of all edges along segments with `is_meant(segment)`, ascending, each once.
    pub(crate) fn edges_of(&self, is_meant: impl Fn(u32) -> bool) -> Vec<u32> {
        let single = self.single.iter().filter(|&&(_, segment)| is_meant(segment));
        let mut edges: Vec<u32> = single.map(|label| label.0 & !1).collect();
        let of_lines = self.chain_spans.weights(is_meant).filter(|&(_, weight)| weight > 0);
        edges.extend(of_lines.map(|(half, _)| half & !1));
        edges.merge_sort();
        edges.dedup();
        edges
    }
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
            let grouped = Labels::of(labels.clone(), ChainSpans::default());
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
