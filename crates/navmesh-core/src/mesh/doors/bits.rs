//! Bit sets that are small where few numbers are in them.

/// A set of numbers with one bit for each. Words without a bit are not stored.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Bits {
    /// Ascending by index.
    words: Vec<Word>,
}

/// 64 numbers, from 64 times the index on. At least one is in the set.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Word {
    index: u32,
    bits: u64,
}

impl Bits {
    pub(super) const EMPTY: Self = Self { words: Vec::new() };

    fn place(&self, number: u32) -> Result<usize, usize> {
        self.words.binary_search_by_key(&(number / 64), |word| word.index)
    }

    pub(super) fn insert(&mut self, number: u32) {
        let bits = 1 << (number % 64);
        match self.place(number) {
            Ok(place) => self.words[place].bits |= bits,
            Err(place) => self.words.insert(place, Word { index: number / 64, bits }),
        }
    }

    pub(super) fn remove(&mut self, number: u32) {
        let Ok(place) = self.place(number) else { return };
        let word = &mut self.words[place];
        word.bits &= !(1 << (number % 64));
        if word.bits == 0 {
            self.words.remove(place);
        }
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        self.place(number).is_ok_and(|place| self.words[place].bits >> (number % 64) & 1 != 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|word| word.bits.count_ones() as usize).sum()
    }

    /// True if the set is the union of two others.
    pub(super) fn is_union(&self, one: &Self, other: &Self) -> bool {
        one.with(other, |a, b| a | b).eq(self.words.iter().copied())
    }

    /// Returns the union of two sets.
    pub(super) fn union(&self, other: &Self) -> Self {
        Self { words: self.with(other, |a, b| a | b).collect() }
    }

    /// Iterates over the numbers, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().flat_map(|&word| numbers_of(word))
    }

    /// Iterates over the symmetric difference of two sets, ascending.
    pub(super) fn symmetric_difference<'a>(
        &'a self,
        other: &'a Self,
    ) -> impl Iterator<Item = u32> + 'a {
        self.with(other, |a, b| a ^ b).flat_map(numbers_of)
    }

    /// Iterates over the words of two sets, ascending, each combined with that of the other set.
    fn with<'a>(
        &'a self,
        other: &'a Self,
        combine: impl Fn(u64, u64) -> u64 + 'a,
    ) -> impl Iterator<Item = Word> + 'a {
        let [mut own, mut others] = [self, other].map(|set| set.words.iter().copied().peekable());
        std::iter::from_fn(move || {
            let indices = [own.peek(), others.peek()].into_iter().flatten().map(|word| word.index);
            let index = indices.min()?;
            let [own, other] = [&mut own, &mut others]
                .map(|words| words.next_if(|word| word.index == index).map_or(0, |word| word.bits));
            Some(Word { index, bits: combine(own, other) })
        })
    }
}

/// Iterates over the numbers of a word, ascending.
fn numbers_of(Word { index, bits }: Word) -> impl Iterator<Item = u32> {
    let mut rest = bits;
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
