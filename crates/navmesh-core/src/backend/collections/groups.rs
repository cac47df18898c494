//! Items by group in one flat array, filled by a counting sort.

/// Items by group, in one flat array; groups are numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups<T> {
    /// The first item of each group in `items`, and the end of the last group.
    starts: Vec<u32>,
    items: Vec<T>,
}

/// Sorts pairs of a group and an item by group. Items of one group keep their order.
///
/// Complexity: linear in the number of groups and of items.
///
/// # Panics
///
/// If an item's group is not below `group_count`.
///
/// ```
/// use navmesh_core::backend::collections::counting_sort;
///
/// let groups = counting_sort(3, [(2, 'a'), (0, 'b'), (2, 'c')].into_iter());
/// assert_eq!(groups.group(2), ['a', 'c']);
/// assert!(groups.group(1).is_empty());
/// ```
pub fn counting_sort<T: Clone>(
    group_count: usize,
    items: impl Iterator<Item = (u32, T)> + Clone,
) -> Groups<T> {
    let Some((_, any)) = items.clone().next() else {
        return Groups { starts: vec![0; group_count + 1], items: Vec::new() };
    };
    let mut sizes = GroupSizes::new(group_count);
    for (group, _) in items.clone() {
        sizes.add(group);
    }
    let mut filler = sizes.into_filler(any);
    for (group, item) in items {
        filler.push(group, item);
    }
    filler.finish()
}

impl<T> Default for Groups<T> {
    /// No groups.
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl<T> Groups<T> {
    /// Returns the number of groups.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// True if there are no groups.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the items of a group.
    ///
    /// # Panics
    ///
    /// If there is no such group.
    #[inline]
    #[must_use]
    pub fn group(&self, group: usize) -> &[T] {
        &self.items[self.range(group)]
    }

    /// Returns the items of a group, mutably.
    ///
    /// # Panics
    ///
    /// If there is no such group.
    #[inline]
    #[must_use]
    pub fn group_mut(&mut self, group: usize) -> &mut [T] {
        let range = self.range(group);
        &mut self.items[range]
    }

    /// Returns the places of a group in [`Groups::items`].
    ///
    /// # Panics
    ///
    /// If there is no such group.
    #[inline]
    #[must_use]
    pub fn range(&self, group: usize) -> std::ops::Range<usize> {
        self.starts[group] as usize..self.starts[group + 1] as usize
    }

    /// Returns all items, group after group.
    #[inline]
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Returns all items, group after group, without the groups.
    #[must_use]
    pub fn into_items(self) -> Vec<T> {
        self.items
    }

    /// Iterates over the groups.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + Clone {
        (0..self.len()).map(|group| self.group(group))
    }
}

/// The first pass of a counting sort: the number of items of each group.
///
/// [`counting_sort`] is simpler where the items can be iterated over twice.
#[derive(Debug, Clone)]
pub struct GroupSizes {
    /// The size of group `g` is at `g + 2`, so that the filler needs no second array.
    counts: Vec<u32>,
}

impl GroupSizes {
    /// Creates empty groups.
    #[must_use]
    pub fn new(group_count: usize) -> Self {
        Self { counts: vec![0; group_count + 2] }
    }

    /// Counts one item of a group.
    ///
    /// # Panics
    ///
    /// If there is no such group.
    #[inline]
    pub fn add(&mut self, group: u32) {
        self.counts[group as usize + 2] += 1;
    }

    /// Iterates over the sizes of the groups.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.counts[2..].iter().copied()
    }

    /// Starts the second pass. `any` is a placeholder for items that are not filled in yet.
    #[must_use]
    pub fn into_filler<T: Clone>(self, any: T) -> GroupFiller<T> {
        let mut nexts = self.counts;
        for i in 2..nexts.len() {
            nexts[i] += nexts[i - 1];
        }
        let total = nexts.last().map_or(0, |&end| end as usize);
        GroupFiller { nexts, items: vec![any; total] }
    }
}

/// The second pass of a counting sort. It takes each item that was counted, in any order of the groups.
#[derive(Debug, Clone)]
pub struct GroupFiller<T> {
    /// The place of the next item of group `g` is at `g + 1`.
    nexts: Vec<u32>,
    items: Vec<T>,
}

impl<T> GroupFiller<T> {
    /// Adds the next item of a group.
    ///
    /// # Panics
    ///
    /// If there is no such group, or more items come than were counted.
    #[inline]
    pub fn push(&mut self, group: u32, item: T) {
        let next = &mut self.nexts[group as usize + 1];
        self.items[*next as usize] = item;
        *next += 1;
    }

    /// Returns the filled groups.
    #[must_use]
    pub fn finish(self) -> Groups<T> {
        // Each group's next place is now its end, which is the start of the group after it.
        let Self { nexts: mut starts, items } = self;
        starts.pop();
        Groups { starts, items }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_counting_sort_agrees_with_a_stable_sort(
            groups in prop::collection::vec(0u32..9, 0..60),
        ) {
            let items = || groups.iter().copied().zip(0u32..);
            let sorted = counting_sort(9, items());
            let mut expected: Vec<(u32, u32)> = items().collect();
            expected.sort_by_key(|&(group, _)| group);
            let found = (0u32..).zip(sorted.iter());
            let found: Vec<(u32, u32)> =
                found.flat_map(|(group, items)| items.iter().map(move |&item| (group, item))).collect();
            prop_assert_eq!(found, expected);
            prop_assert_eq!(sorted.len(), 9);
        }
    }

    #[test]
    fn no_items_and_no_groups_are_sorted() {
        let none = || std::iter::empty::<(u32, u8)>();
        assert_eq!(counting_sort(0, none()), Groups::default());
        assert_eq!(counting_sort(2, none()).iter().map(<[u8]>::len).collect::<Vec<_>>(), [0, 0]);
    }
}
