//! Sets and arrays that are emptied in constant time.
//!
//! Every entry carries the number of the round in which it was written, its stamp. An entry counts
//! only in that round, so counting the rounds up empties all entries.

/// A set of small numbers that is emptied in constant time.
#[derive(Debug, Clone, Default)]
pub struct StampSet {
    stamps: Vec<u32>,
    generation: Generation,
}

impl StampSet {
    /// Empties the set and makes it fit for numbers below `len`.
    ///
    /// Complexity: O(1), except for a larger `len` than ever before and once in 2³² calls.
    pub fn begin(&mut self, len: usize) {
        if self.stamps.len() < len {
            self.stamps.resize(len, 0);
        }
        if self.generation.advance() {
            self.stamps.fill(0);
        }
    }

    /// Adds a number. Returns true if it was not in the set.
    ///
    /// # Panics
    ///
    /// If the set was never made fit for this number.
    #[inline]
    pub fn insert(&mut self, number: u32) -> bool {
        let now = self.generation.number();
        std::mem::replace(&mut self.stamps[number as usize], now) != now
    }

    /// Adds every number that the set is fit for.
    pub fn insert_all(&mut self) {
        self.stamps.fill(self.generation.number());
    }

    /// True if a number is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, number: u32) -> bool {
        self.stamps.get(number as usize).is_some_and(|&stamp| stamp == self.generation.number())
    }
}

/// The number of the current round, for arrays whose entries keep their stamps themselves.
///
/// An entry is valid if its stamp is [`Generation::number`]. New entries have the stamp 0, which is
/// never valid once [`Generation::advance`] was called.
#[derive(Debug, Clone, Copy, Default)]
pub struct Generation(u32);

impl Generation {
    /// Starts the next round. Returns true if the caller must reset all stamps to 0.
    ///
    /// That happens once in 2³² rounds, when the numbers start again at 1.
    #[inline]
    #[must_use]
    pub fn advance(&mut self) -> bool {
        self.0 = self.0.wrapping_add(1);
        let starts_again = self.0 == 0;
        self.0 += u32::from(starts_again);
        starts_again
    }

    /// Returns the number of the current round.
    #[inline]
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    /// Checks rounds of insertions against a set that is built anew in each.
    fn check(mut set: StampSet, rounds: &[Vec<u32>]) {
        for (round, numbers) in rounds.iter().enumerate() {
            let len = 16 + round as u32 % 3;
            set.begin(len as usize);
            let mut expected = BTreeSet::new();
            for &number in numbers {
                assert_eq!(set.insert(number), expected.insert(number));
            }
            assert!((0..40).all(|number| set.contains(number) == expected.contains(&number)));
        }
    }

    proptest! {
        #[test]
        fn a_stamp_set_agrees_with_a_fresh_set_each_round(
            rounds in prop::collection::vec(prop::collection::vec(0u32..16, 0..20), 1..8),
        ) {
            check(StampSet::default(), &rounds);
            let last_rounds = Generation(u32::MAX - 3);
            check(StampSet { stamps: vec![1; 16], generation: last_rounds }, &rounds);
        }
    }

    #[test]
    fn all_numbers_are_in_a_full_set_until_it_is_emptied() {
        let mut set = StampSet::default();
        set.begin(3);
        set.insert_all();
        assert!((0..3).all(|number| set.contains(number)) && !set.contains(3));
        set.begin(3);
        assert!((0..3).all(|number| !set.contains(number)));
    }
}
