//! A set that reports when it grows beyond a limit, or after too many tests.

use navmesh_core::backend::collections::MergeSort;
use std::ops::ControlFlow;

/// A set of at most `limit` items that pass a test. Items may be tested repeatedly.
///
/// It needs memory for at most twice as many items.
pub(crate) struct BoundedSet<T> {
    found: Vec<T>,
    limit: usize,
    tests_left: usize,
    /// The item of the test after the last one allowed.
    untested: Option<T>,
}

impl<T: Ord + Copy> BoundedSet<T> {
    pub(crate) fn new(limit: usize, most_tests: usize) -> Self {
        Self { found: Vec::new(), limit, tests_left: most_tests, untested: None }
    }

    /// Adds an item if it passes a test. Breaks if the set has grown beyond the limit, or if no test
    /// is left.
    pub(crate) fn add_if(&mut self, item: T, passes: impl FnOnce() -> bool) -> ControlFlow<()> {
        let Some(tests_left) = self.tests_left.checked_sub(1) else {
            self.untested = Some(item);
            return ControlFlow::Break(());
        };
        self.tests_left = tests_left;
        if !passes() {
            return ControlFlow::Continue(());
        }
        self.found.push(item);
        if self.found.len() > 2 * self.limit {
            sort_and_dedup(&mut self.found);
            if self.found.len() > self.limit {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the items in ascending order, or the first one beyond a limit.
    pub(crate) fn finished(mut self) -> Result<Vec<T>, T> {
        if let Some(untested) = self.untested {
            return Err(untested);
        }
        sort_and_dedup(&mut self.found);
        match self.found.get(self.limit) {
            Some(&beyond) => Err(beyond),
            None => Ok(self.found),
        }
    }
}

/// Sorts the items and removes duplicates.
pub(crate) fn sort_and_dedup<T: Ord + Copy>(items: &mut Vec<T>) {
    items.merge_sort();
    items.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_up_to_the_limit_are_kept_with_repetitions() {
        for (limit, different, times) in [(0, 0, 0), (1, 1, 9), (5, 5, 40), (5, 4, 1), (5, 5, 1)] {
            let mut found = BoundedSet::new(limit, different * times);
            for i in 0..different * times {
                assert!(found.add_if(different - 1 - i % different, || true).is_continue());
            }
            assert_eq!(found.finished(), Ok((0..different * times.min(1)).collect()));
        }
    }

    #[test]
    fn an_item_beyond_the_limit_is_reported() {
        for (limit, different) in [(0, 1), (1, 2), (5, 6), (5, 10), (5, 400)] {
            let mut found = BoundedSet::new(limit, 1000);
            let is_taken = |i: &usize| found.add_if(*i, || true).is_continue();
            let taken = (0..different).take_while(is_taken).count();
            assert_eq!(taken, different.min(2 * limit));
            assert_eq!(found.finished(), Err(limit));
        }
    }

    #[test]
    fn a_test_beyond_the_last_is_reported() {
        let mut found = BoundedSet::new(9, 3);
        assert!([4, 1, 2].map(|i| found.add_if(i, || i > 1)).iter().all(ControlFlow::is_continue));
        assert!(found.add_if(7, || true).is_break());
        assert_eq!(found.finished(), Err(7));
    }
}
