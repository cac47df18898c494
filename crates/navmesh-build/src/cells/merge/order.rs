//! The order in which merging removes edges.

use std::ops::Range;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;

use crate::half_edges::HalfEdges;

/// The base-2 logarithm of a patch's size in half-edges. A patch holds some ten thousand
/// neighbouring points, whose data fit into a cache.
const PATCH_BITS: u32 = 16;

/// The bits of a squared length that make its rank: the exponent and two bits of the mantissa.
/// Lengths within about a tenth of each other share a rank.
const RANK_BITS: u32 = 13;

/// Returns the patches of this many half-edges.
pub(super) fn patches(count: u32) -> impl Iterator<Item = Range<u32>> {
    let starts = (0..count).step_by(1 << PATCH_BITS);
    starts.map(move |start| start..count.min(start.saturating_add(1 << PATCH_BITS)))
}

/// Returns one half-edge of each selected edge of a patch between cells of one area. Long ranks
/// come first; ties are ordered by number.
pub(super) fn shared_edges(
    cells: &HalfEdges,
    points: &[DVec2],
    patch: Range<u32>,
    may_go: impl Fn([u32; 2]) -> bool,
) -> Vec<u32> {
    let is_wanted = |pair: [u32; 2]| pair[0] < pair[1] && cells.is_alike(pair) && may_go(pair);
    let first = patch.start;
    let mut ranked: Vec<u32> = patch
        .filter(|&edge| cells.removable_twin(edge).is_some_and(|twin| is_wanted([edge, twin])))
        .map(|edge| {
            let [a, b] = [edge, cells.next(edge)].map(|e| points[cells.origin(e) as usize]);
            rank(a.distance_squared(b)) << PATCH_BITS | (edge - first)
        })
        .collect();
    ranked.merge_sort();
    for edge in &mut ranked {
        *edge = first + (*edge & ((1 << PATCH_BITS) - 1));
    }
    ranked
}

/// Returns a rank that is lower for longer edges.
fn rank(length_sq: f64) -> u32 {
    // The bits of positive floats sort like the floats. Inverted, the longest come first.
    ((!length_sq.to_bits() << 1) >> (u64::BITS - RANK_BITS)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_hold_every_half_edge_once() {
        for count in [0, 1, 1 << PATCH_BITS, (1 << PATCH_BITS) + 1, 7 << (PATCH_BITS - 1)] {
            assert!(patches(count).flatten().eq(0..count), "{count}");
        }
        let last = patches(u32::MAX).last().unwrap();
        assert_eq!([last.start, last.end], [0xffff_0000, u32::MAX]);
    }

    #[test]
    fn longer_edges_have_lower_ranks() {
        let lengths = [f64::MAX, 1e9, 25.0, 16.0, 9.0, 7.0, 1.0, 1e-9, f64::MIN_POSITIVE, 0.0];
        let ranks = lengths.map(rank);
        assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
        assert!(ranks[9] < 1 << RANK_BITS && RANK_BITS + PATCH_BITS <= u32::BITS);
        assert_eq!(rank(4.0), rank(4.9));
    }
}
