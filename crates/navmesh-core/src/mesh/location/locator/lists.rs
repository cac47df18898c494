//! Lists in one array that grow and shrink in place.
//!
//! A list has up to [`MOST_SPARE`] spare places behind it. A list without a spare place moves to the end of
//! the array. The array is compacted before more than an eighth of it is lost that way.

use crate::collections::Groups;
use crate::mesh::memory::bytes;

/// The lists, numbered from 0.
#[derive(Debug, Clone)]
pub(super) struct Lists<T> {
    spans: Vec<Span>,
    /// The number of spare places behind each list.
    spare: Vec<u8>,
    items: Vec<T>,
    /// The number of places that belong to no list and are not spare.
    lost: usize,
}

#[derive(Debug, Clone, Copy)]
struct Span {
    start: u32,
    len: u32,
}

impl Span {
    #[inline(always)]
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// The most spare places of a list.
const MOST_SPARE: u8 = 2;

/// The array grows by a share of 1 / `ROOM`: enough for all that may be lost before it is compacted.
const ROOM: usize = 4;

impl<T: Copy> Lists<T> {
    /// Creates the lists of groups.
    pub(super) fn of(groups: Groups<T>) -> Self {
        let span = |number: usize| {
            let range = groups.range(number);
            Span { start: range.start as u32, len: range.len() as u32 }
        };
        let spans: Vec<Span> = (0..groups.len()).map(span).collect();
        Self { spare: vec![0; spans.len()], spans, items: groups.into_items(), lost: 0 }
    }

    /// Returns the memory in bytes.
    pub(super) fn memory(&self) -> usize {
        bytes::<Span>(self.spans.capacity())
            + self.spare.capacity()
            + bytes::<T>(self.items.capacity())
    }

    /// Makes room for changes, so that they seldom copy the array.
    pub(super) fn make_room(&mut self) {
        self.items.reserve_exact(self.items.len() / ROOM);
    }

    /// Returns a list.
    #[inline(always)]
    pub(super) fn list(&self, number: u32) -> &[T] {
        &self.items[self.spans[number as usize].range()]
    }

    /// Iterates over the lists.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> {
        self.spans.iter().map(|span| &self.items[span.range()])
    }

    /// Inserts an item into a list.
    pub(super) fn insert(&mut self, number: u32, place: usize, item: T) {
        let index = number as usize;
        if self.spare[index] == 0 {
            self.move_to_end(index, item);
        }
        self.spare[index] -= 1;
        let span = &mut self.spans[index];
        span.len += 1;
        let list = &mut self.items[span.range()];
        list.copy_within(place..list.len() - 1, place + 1);
        list[place] = item;
    }

    /// Removes an item from a list.
    pub(super) fn remove(&mut self, number: u32, place: usize) {
        let index = number as usize;
        let span = &mut self.spans[index];
        self.items[span.range()].copy_within(place + 1.., place);
        span.len -= 1;
        if self.spare[index] < MOST_SPARE {
            self.spare[index] += 1;
        } else {
            self.lost += 1;
        }
    }

    /// Moves a list without spare places to the end of the array, where it has some. `any` fills them.
    fn move_to_end(&mut self, index: usize, any: T) {
        if self.lost > self.items.len() / 8 + 64 {
            self.compact();
        }
        let span = &mut self.spans[index];
        let more = span.len as usize + usize::from(MOST_SPARE);
        if self.items.capacity() < self.items.len() + more {
            self.items.reserve_exact(more + self.items.len() / ROOM);
        }
        let start = self.items.len() as u32;
        self.items.extend_from_within(span.range());
        self.items.extend([any; MOST_SPARE as usize]);
        self.lost += span.len as usize;
        span.start = start;
        self.spare[index] = MOST_SPARE;
    }

    /// Copies all lists, without spare places.
    fn compact(&mut self) {
        let count: usize = self.spans.iter().map(|span| span.len as usize).sum();
        let mut items = Vec::with_capacity(count + count / ROOM);
        for span in &mut self.spans {
            let start = items.len() as u32;
            items.extend_from_slice(&self.items[span.range()]);
            span.start = start;
        }
        self.spare.fill(0);
        (self.items, self.lost) = (items, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collections::counting_sort;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_agree_with_vectors_and_lose_no_memory(
            steps in prop::collection::vec((0u32..7, 0usize..8, any::<bool>()), 0..900),
        ) {
            let first = (0..40u32).map(|item| (item % 7, item));
            let mut lists = Lists::of(counting_sort(7, first.clone()));
            let mut expected = vec![Vec::new(); 7];
            first.for_each(|(list, item)| expected[list as usize].push(item));
            for (item, (number, place, inserts)) in (100..).zip(steps) {
                let twin = &mut expected[number as usize];
                if inserts {
                    let place = place.min(twin.len());
                    twin.insert(place, item);
                    lists.insert(number, place, item);
                } else if place < twin.len() {
                    twin.remove(place);
                    lists.remove(number, place);
                }
                prop_assert!(lists.iter().eq(expected.iter().map(Vec::as_slice)));
                let count: usize = expected.iter().map(Vec::len).sum();
                prop_assert!(lists.items.len() <= 2 * count + 200, "{} {count}", lists.items.len());
            }
        }
    }
}
