//! A set that reports when it grows beyond a limit.

use std::ops::ControlFlow;

/// A set of at most `limit` items. Items may be added repeatedly.
///
/// It needs memory for at most twice as many items.
pub(crate) struct BoundedSet<T> {
    found: Vec<T>,
    limit: usize,
}

impl<T: Ord + Copy> BoundedSet<T> {
    pub(crate) fn new(limit: usize) -> Self {
        Self { found: Vec::new(), limit }
    }

    /// Adds an item; breaks if the set has grown beyond the limit.
    pub(crate) fn add(&mut self, item: T) -> ControlFlow<()> {
        self.found.push(item);
        if self.found.len() > 2 * self.limit {
            sort_and_dedup(&mut self.found);
            if self.found.len() > self.limit {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the items in ascending order, or the first one beyond the limit.
    pub(crate) fn finished(mut self) -> Result<Vec<T>, T> {
        sort_and_dedup(&mut self.found);
        match self.found.get(self.limit) {
            Some(&beyond) => Err(beyond),
            None => Ok(self.found),
        }
    }
}

/// Sorts the items and removes duplicates.
pub(crate) fn sort_and_dedup<T: Ord>(items: &mut Vec<T>) {
    items.sort_unstable();
    items.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_up_to_the_limit_are_kept_with_repetitions() {
        for (limit, different, times) in [(0, 0, 0), (1, 1, 9), (5, 5, 40), (5, 4, 1), (5, 5, 1)] {
            let mut found = BoundedSet::new(limit);
            for i in 0..different * times {
                assert!(found.add(different - 1 - i % different).is_continue());
            }
            assert_eq!(found.finished(), Ok((0..different * times.min(1)).collect()));
        }
    }

    #[test]
    fn an_item_beyond_the_limit_is_reported() {
        for (limit, different) in [(0, 1), (1, 2), (5, 6), (5, 10), (5, 400)] {
            let mut found = BoundedSet::new(limit);
            let taken = (0..different).take_while(|&i| found.add(i).is_continue()).count();
            assert_eq!(taken, different.min(2 * limit));
            assert_eq!(found.finished(), Err(limit));
        }
    }
}
