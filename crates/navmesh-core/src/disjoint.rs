//! Numbers in disjoint sets: what hangs together, as it is found out pair by pair.
//!
//! Source: B. A. Galler, M. J. Fischer, "An Improved Equivalence Algorithm", 1964. Every number names another one of
//! its set, and who follows the names comes to the one that stands for all; each way is halved as it is walked
//! (R. E. Tarjan, J. van Leeuwen, "Worst-Case Analysis of Set Union Algorithms", 1984). We differ from it in: of two
//! sets that become one the lower name stays, not that of the larger set, so that names do not hang on the order in which
//! pairs come, and all of them can be settled in one pass.

/// Sets of the numbers from 0 on; the lowest number of a set stands for it.
///
/// ```
/// use navmesh_core::disjoint::DisjointSets;
///
/// let mut sets = DisjointSets::new(5);
/// sets.unite(4, 1);
/// sets.unite(1, 3);
/// assert_eq!(sets.into_lowest(), [0, 1, 2, 1, 1]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DisjointSets {
    /// A number of the same set that is not higher; the lowest names itself.
    parents: Vec<u32>,
}

impl DisjointSets {
    /// Each of `count` numbers in a set of its own.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// How many numbers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// True where there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Adds so many numbers, each in a set of its own, and says the first of them.
    pub fn add(&mut self, count: usize) -> u32 {
        let first = self.parents.len() as u32;
        self.parents.extend((first..).take(count));
        first
    }

    /// The lowest number of a set.
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

    /// Makes the sets of two numbers one.
    ///
    /// Complexity: O(log n) on the average of many calls.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    #[inline]
    pub fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.shortened(a), self.shortened(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// The lowest number of each number's set.
    #[must_use]
    pub fn into_lowest(mut self) -> Vec<u32> {
        self.settle();
        self.parents
    }

    /// Lets every number name the lowest of its set, so that [`DisjointSets::lowest`] takes one step.
    pub fn settle(&mut self) {
        for number in 0..self.parents.len() {
            // A parent is lower, and so is settled.
            self.parents[number] = self.parents[self.parents[number] as usize];
        }
    }

    /// The lowest number of a set; every other number on the way there skips its parent from now on.
    #[inline]
    fn shortened(&mut self, mut number: u32) -> u32 {
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

    /// The lowest number of each set, found by painting again and again.
    fn painted(count: u32, pairs: &[(u32, u32)]) -> Vec<u32> {
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
        fn the_lowest_of_what_hangs_together_stands_for_it(
            pairs in prop::collection::vec((0u32..24, 0u32..24), 0..40),
        ) {
            let mut sets = DisjointSets::new(20);
            prop_assert_eq!(sets.add(4), 20);
            pairs.iter().for_each(|&(a, b)| sets.unite(a, b));
            let expected = painted(24, &pairs);
            let found: Vec<u32> = (0..24).map(|number| sets.lowest(number)).collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(sets.into_lowest(), expected);
        }
    }
}
