//! A list whose items keep their numbers while others come and go.

use crate::collections::MergeSort;
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

/// Items by number. An empty item stands at a number that is free.
#[derive(Debug, Clone, Default)]
pub(crate) struct Numbered<T> {
    items: Vec<T>,
    /// The numbers of removed items.
    free: BTreeSet<u32>,
}

impl<T> From<Vec<T>> for Numbered<T> {
    fn from(items: Vec<T>) -> Self {
        Self { items, free: BTreeSet::new() }
    }
}

impl<T> Deref for Numbered<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for Numbered<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T: Default> Numbered<T> {
    /// True if an item has this number.
    pub(crate) fn has(&self, number: u32) -> bool {
        (number as usize) < self.items.len() && !self.free.contains(&number)
    }

    /// Iterates over the numbers of the items, ascending.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.items.len() as u32).filter(|number| !self.free.contains(number))
    }

    /// Returns the item with a number, a new one if the number is free.
    pub(crate) fn occupy(&mut self, number: u32) -> &mut T {
        let count = self.items.len() as u32;
        self.free.extend(count..number);
        self.free.remove(&number);
        if number >= count {
            self.items.resize_with(number as usize + 1, T::default);
        }
        &mut self.items[number as usize]
    }

    /// Removes the item with a number, which is free from now on.
    pub(crate) fn release(&mut self, number: u32) {
        if self.has(number) {
            self.items[number as usize] = T::default();
            self.free.insert(number);
        }
    }

    /// Returns a number that occurs twice, or that leaves more gaps than the list had; `None` if there is none.
    pub(crate) fn unusable(&self, numbers: impl Iterator<Item = u32>) -> Option<u32> {
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.merge_sort();
        let limit = self.items.len() + numbers.len();
        let twice = numbers.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        twice.or_else(|| numbers.last().copied().filter(|&last| last as usize >= limit))
    }

    /// Returns the memory in bytes, without that of the items on the heap.
    pub(crate) fn memory(&self) -> usize {
        self.items.capacity() * size_of::<T>() + self.free.len() * size_of::<u32>()
    }
}
