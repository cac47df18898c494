//! A union–find structure: sets that are united pair by pair.
//!
//! Source: B. A. Galler, M. J. Fischer, "An Improved Equivalence Algorithm", 1964, with the path
//! halving of R. E. Tarjan, J. van Leeuwen, "Worst-Case Analysis of Set Union Algorithms", 1984. We
//! differ from it in:
//! 1) Of two sets that are united the lower root stays, not the root of the larger set. So representatives
//!    do not depend on the order of the pairs, and one pass over all numbers finds them.

/// Disjoint sets of numbers; the lowest number of a set represents it.
///
/// ```
/// use navmesh_core::backend::collections::DisjointSets;
///
/// let mut sets = DisjointSets::new(5);
/// sets.unite(4, 1);
/// sets.unite(1, 3);
/// assert_eq!(sets.into_lowest(), [0, 1, 2, 1, 1]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DisjointSets {
    /// For each number one of its set that is not higher; the lowest is its own parent.
    parents: Vec<u32>,
}

impl DisjointSets {
    /// Creates `count` sets of one number each.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// Returns the number of numbers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// True if there are no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Adds `count` sets of one number each. Returns the first new number.
    pub fn add(&mut self, count: usize) -> u32 {
        let first = self.parents.len() as u32;
        self.parents.extend((first..).take(count));
        first
    }

    /// Returns the lowest number of a set.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    #[inline]
    #[must_use]
    pub fn lowest(&self, mut number: u32) -> u32 {
        while self.parents[number as usize] != number {
            number = self.parents[number as usize];
        }
        number
    }

    /// Unites the sets of two numbers.
    ///
    /// Complexity: amortised O(log n).
    ///
    /// # Panics
    ///
    /// If there is no such number.
    #[inline]
    pub fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find_and_halve(a), self.find_and_halve(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// Returns the lowest number of each number's set.
    #[must_use]
    pub fn into_lowest(mut self) -> Vec<u32> {
        self.settle();
        self.parents
    }

    /// Compresses every path, so that [`DisjointSets::lowest`] takes one step.
    pub fn settle(&mut self) {
        for number in 0..self.parents.len() {
            // A parent is lower, so it points to its root already.
            self.parents[number] = self.parents[self.parents[number] as usize];
        }
    }

    /// Returns the lowest number of a set, and halves the path to it.
    #[inline]
    fn find_and_halve(&mut self, mut number: u32) -> u32 {
        while self.parents[number as usize] != number {
            let grandparent = self.parents[self.parents[number as usize] as usize];
            self.parents[number as usize] = grandparent;
            number = grandparent;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Finds the lowest number of each set by repeated relabelling.
    fn relabelled(count: u32, pairs: &[(u32, u32)]) -> Vec<u32> {
        let mut lowest: Vec<u32> = (0..count).collect();
        for _ in 0..count {
            for &(a, b) in pairs {
                let both = lowest[a as usize].min(lowest[b as usize]);
                (lowest[a as usize], lowest[b as usize]) = (both, both);
            }
        }
        lowest
    }

    proptest! {
        #[test]
        fn sets_agree_with_repeated_relabelling(
            pairs in prop::collection::vec((0u32..24, 0u32..24), 0..40),
        ) {
            let mut sets = DisjointSets::new(20);
            prop_assert_eq!(sets.add(4), 20);
            pairs.iter().for_each(|&(a, b)| sets.unite(a, b));
            let expected = relabelled(24, &pairs);
            let found: Vec<u32> = (0..24).map(|number| sets.lowest(number)).collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(sets.into_lowest(), expected);
        }
    }
}
