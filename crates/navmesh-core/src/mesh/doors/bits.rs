//! Bit sets.

/// A set of numbers with one bit for each. It grows as needed.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Bits {
    words: Vec<u64>,
    count: usize,
}

impl Bits {
    pub(super) const EMPTY: Self = Self { words: Vec::new(), count: 0 };

    pub(super) fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.count += usize::from(!self.contains(number));
        self.words[word] |= 1 << (number % 64);
    }

    pub(super) fn remove(&mut self, number: u32) {
        self.count -= usize::from(self.contains(number));
        if let Some(word) = self.words.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        self.word(number as usize / 64) >> (number % 64) & 1 != 0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// True if the set is the union of two others.
    pub(super) fn is_union(&self, one: &Self, other: &Self) -> bool {
        let words = 0..self.words.len().max(one.words.len()).max(other.words.len());
        words.into_iter().all(|index| self.word(index) == one.word(index) | other.word(index))
    }

    /// Returns the union of two sets.
    pub(super) fn union(&self, other: &Self) -> Self {
        let words = 0..self.words.len().max(other.words.len());
        let words: Vec<u64> = words.map(|index| self.word(index) | other.word(index)).collect();
        let count = words.iter().map(|word| word.count_ones() as usize).sum();
        Self { words, count }
    }

    fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// Iterates over the numbers, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.words).flat_map(|(index, &word)| numbers_of(index, word))
    }

    /// Iterates over the symmetric difference of two sets, ascending.
    pub(super) fn symmetric_difference<'a>(
        &'a self,
        other: &'a Self,
    ) -> impl Iterator<Item = u32> + 'a {
        let words = 0..self.words.len().max(other.words.len());
        words.flat_map(|index| numbers_of(index as u32, self.word(index) ^ other.word(index)))
    }
}

/// Iterates over the numbers of the word at an index, ascending.
fn numbers_of(index: u32, word: u64) -> impl Iterator<Item = u32> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(index * 64 + bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_symmetric_difference_has_the_numbers_of_just_one_set() {
        let mut sets = [Bits::default(), Bits::default()];
        for number in [3, 64, 200] {
            sets[0].insert(number);
        }
        for number in [3, 65] {
            sets[1].insert(number);
        }
        let [a, b] = &sets;
        assert_eq!(a.symmetric_difference(b).collect::<Vec<_>>(), [64, 65, 200]);
        assert_eq!(b.symmetric_difference(a).collect::<Vec<_>>(), [64, 65, 200]);
        let both = a.union(b);
        assert_eq!(
            both.symmetric_difference(&Bits::default()).collect::<Vec<_>>(),
            [3, 64, 65, 200]
        );
        assert_eq!(both.iter().collect::<Vec<_>>(), [3, 64, 65, 200]);
        assert!(both.is_union(a, b) && !a.is_union(a, b) && a.is_union(a, &Bits::default()));
        sets[1].remove(999);
        sets[1].remove(3);
        sets[1].insert(65);
        sets[1].remove(65);
        assert!(sets[1].is_empty() && !sets[1].contains(3) && !sets[0].is_empty());
    }
}
