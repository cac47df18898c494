//! A stable sort whose code is small.
//!
//! The compiler makes a copy of a sort for each type and order. A copy of this one is about an eighth as long as one of the
//! standard library, in instructions before optimization. It serves builds, edits and indexes, and short lists. Searches
//! sort long lists in place, by the standard library, so that they allocate nothing.

use std::cmp::Ordering;

/// The length of the runs that are sorted by insertion. Slices up to this length need no memory.
const RUN: usize = 20;

/// Stable merge sort, by insertion in short slices.
///
/// Complexity: O(n log n), and linear in a sorted slice; memory for n items beyond 20 of them.
pub trait MergeSort {
    /// The items.
    type Item;

    /// Sorts the items by an order.
    fn merge_sort_by(&mut self, order: impl FnMut(&Self::Item, &Self::Item) -> Ordering);

    /// Sorts the items by the order of their keys, which are computed at each comparison.
    #[inline]
    fn merge_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&Self::Item) -> K) {
        self.merge_sort_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Sorts the items.
    #[inline]
    fn merge_sort(&mut self)
    where
        Self::Item: Ord,
    {
        self.merge_sort_by(Ord::cmp);
    }
}

impl<T: Copy> MergeSort for [T] {
    type Item = T;

    fn merge_sort_by(&mut self, mut order: impl FnMut(&T, &T) -> Ordering) {
        let mut is_less = |a: &T, b: &T| order(a, b) == Ordering::Less;
        for run in self.chunks_mut(RUN) {
            insertion_sort(run, &mut is_less);
        }
        if self.len() > RUN {
            merge_runs(self, &mut is_less);
        }
    }
}

/// Inserts each item among the sorted ones before it.
fn insertion_sort<T: Copy>(run: &mut [T], is_less: &mut impl FnMut(&T, &T) -> bool) {
    for sorted in 1..run.len() {
        let item = run[sorted];
        let mut place = sorted;
        while place > 0 && is_less(&item, &run[place - 1]) {
            run[place] = run[place - 1];
            place -= 1;
        }
        run[place] = item;
    }
}

/// Merges neighbouring runs until one is left, from one of two buffers into the other.
fn merge_runs<T: Copy>(items: &mut [T], is_less: &mut impl FnMut(&T, &T) -> bool) {
    let mut buffer = items.to_vec();
    let (mut from, mut to) = (&mut *items, &mut buffer[..]);
    let (mut width, mut is_swapped) = (RUN, false);
    while width < from.len() {
        for (pair, merged) in from.chunks(2 * width).zip(to.chunks_mut(2 * width)) {
            merge(pair, width, merged, is_less);
        }
        (from, to) = (to, from);
        (width, is_swapped) = (2 * width, !is_swapped);
    }
    if is_swapped {
        to.copy_from_slice(from);
    }
}

/// Merges two sorted runs that follow one another, of which the first is `width` long.
fn merge<T: Copy>(
    pair: &[T],
    width: usize,
    merged: &mut [T],
    is_less: &mut impl FnMut(&T, &T) -> bool,
) {
    if pair.len() <= width || !is_less(&pair[width], &pair[width - 1]) {
        merged.copy_from_slice(pair);
        return;
    }
    let (left, right) = pair.split_at(width);
    let (mut l, mut r) = (0, 0);
    for place in merged {
        let takes_right = l == left.len() || r < right.len() && is_less(&right[r], &left[l]);
        *place = if takes_right { right[r] } else { left[l] };
        (l, r) = (l + usize::from(!takes_right), r + usize::from(takes_right));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of a linear congruential generator.
    fn numbers(seed: u64) -> impl Iterator<Item = u64> {
        let step = |&last: &u64| {
            Some(
                last.wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407),
            )
        };
        std::iter::successors(Some(seed), step).skip(1).map(|number| number >> 33)
    }

    #[test]
    fn items_are_in_the_order_of_the_standard_library_with_equal_ones_as_they_were() {
        for (seed, len) in (0..400).flat_map(|seed| [(seed, seed as usize), (seed, 1_000)]) {
            let few = 1 + seed % 50;
            let items: Vec<(u64, usize)> =
                numbers(seed).map(|number| number % few).zip(0..len).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            let mut sorted = items;
            sorted.merge_sort_by_key(|item| item.0);
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn a_sorted_slice_takes_fewer_comparisons_than_two_for_each_item() {
        let mut items: Vec<u32> = (0..10_000).collect();
        let mut comparisons = 0;
        items.merge_sort_by(|a, b| {
            comparisons += 1;
            a.cmp(b)
        });
        assert!(comparisons < 2 * items.len(), "{comparisons}");
        assert!(items.is_sorted());
    }
}
