//! A slot map that keeps the order of insertion, and removed values until they are forgotten.

use std::collections::BTreeMap;

use slotmap::{Key, SlotMap};

/// A slot map that iterates in the order of insertion.
///
/// A value that is set aside keeps its key and its place in the order, and may return.
#[derive(Debug, Clone)]
pub(crate) struct OrderedSlotMap<K: Key, T> {
    entries: SlotMap<K, Entry<T>>,
    /// The keys of the values that stand, by rank.
    order: BTreeMap<u64, K>,
    /// The rank of the next value.
    next_rank: u64,
}

#[derive(Debug, Clone)]
struct Entry<T> {
    value: T,
    /// The floor of the value.
    layer: u32,
    rank: u64,
    stands: bool,
}

impl<K: Key, T> Default for OrderedSlotMap<K, T> {
    fn default() -> Self {
        Self { entries: SlotMap::with_key(), order: BTreeMap::new(), next_rank: 0 }
    }
}

impl<K: Key, T> OrderedSlotMap<K, T> {
    /// Appends a value on floor 0. Complexity: O(log n), as of all changes.
    pub(crate) fn add(&mut self, value: T) -> K {
        self.add_on(0, value)
    }

    /// Appends a value on a floor.
    pub(crate) fn add_on(&mut self, layer: u32, value: T) -> K {
        let rank = self.next_rank;
        self.next_rank += 1;
        let key = self.entries.insert(Entry { value, layer, rank, stands: true });
        self.order.insert(rank, key);
        key
    }

    /// Removes and returns a value that stands.
    pub(crate) fn remove(&mut self, key: K) -> Option<T> {
        self.set_aside(key)?;
        self.forget(key)
    }

    /// Returns a value that stands.
    pub(crate) fn get(&self, key: K) -> Option<&T> {
        self.entries.get(key).filter(|entry| entry.stands).map(|entry| &entry.value)
    }

    /// Returns a value that stands, to be changed.
    pub(crate) fn get_mut(&mut self, key: K) -> Option<&mut T> {
        self.entries.get_mut(key).filter(|entry| entry.stands).map(|entry| &mut entry.value)
    }

    /// Returns the rank of a value; the order is by rank, and no rank is used twice.
    pub(crate) fn rank(&self, key: K) -> Option<u64> {
        self.entries.get(key).map(|entry| entry.rank)
    }

    /// Returns the floor of a value.
    pub(crate) fn layer(&self, key: K) -> Option<u32> {
        self.entries.get(key).map(|entry| entry.layer)
    }

    /// Takes a value out of the order; `None` if it does not stand.
    pub(crate) fn set_aside(&mut self, key: K) -> Option<()> {
        let entry = self.entries.get_mut(key).filter(|entry| entry.stands)?;
        entry.stands = false;
        self.order.remove(&entry.rank);
        Some(())
    }

    /// Puts a value that was set aside back at its place; `None` if there is none.
    pub(crate) fn restore(&mut self, key: K) -> Option<()> {
        let entry = self.entries.get_mut(key).filter(|entry| !entry.stands)?;
        entry.stands = true;
        self.order.insert(entry.rank, key);
        Some(())
    }

    /// Removes and returns a value that was set aside.
    pub(crate) fn forget(&mut self, key: K) -> Option<T> {
        self.entries.get(key).filter(|entry| !entry.stands)?;
        self.entries.remove(key).map(|entry| entry.value)
    }

    /// Iterates over the values in the order of insertion.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.standing().map(|entry| &entry.value)
    }

    /// Iterates over the values on a floor in the order of insertion.
    pub(crate) fn iter_on(&self, layer: u32) -> impl Iterator<Item = &T> {
        self.standing().filter(move |entry| entry.layer == layer).map(|entry| &entry.value)
    }

    /// Iterates over the floors of the values.
    pub(crate) fn layers(&self) -> impl Iterator<Item = u32> {
        self.standing().map(|entry| entry.layer)
    }

    fn standing(&self) -> impl Iterator<Item = &Entry<T>> {
        self.order.values().filter_map(|&key| self.entries.get(key))
    }

    /// Iterates over the keys in the order of insertion.
    pub(crate) fn keys(&self) -> impl ExactSizeIterator<Item = K> + '_ {
        self.order.values().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slotmap::DefaultKey;

    #[test]
    fn removed_values_have_no_key() {
        let mut keyed = OrderedSlotMap::<DefaultKey, char>::default();
        let [a, b, c] = ['a', 'b', 'c'].map(|value| keyed.add(value));
        assert_eq!((keyed.remove(b), keyed.remove(b)), (Some('b'), None));
        assert_eq!(keyed.keys().collect::<Vec<_>>(), [a, c]);
        assert!(keyed.iter().eq(&['a', 'c']));
    }

    #[test]
    fn values_keep_their_floor() {
        let mut keyed = OrderedSlotMap::<DefaultKey, char>::default();
        let [_, b, _] = [(0, 'a'), (7, 'b'), (0, 'c')].map(|(layer, own)| keyed.add_on(layer, own));
        assert!(keyed.iter_on(0).eq(&['a', 'c']) && keyed.iter_on(7).eq(&['b']));
        keyed.set_aside(b);
        assert!(keyed.layers().eq([0, 0]) && keyed.layer(b) == Some(7));
    }

    #[test]
    fn values_return_at_their_place_until_they_are_forgotten() {
        let mut keyed = OrderedSlotMap::<DefaultKey, char>::default();
        let [a, b, _] = ['a', 'b', 'c'].map(|value| keyed.add(value));
        assert_eq!((keyed.restore(a), keyed.forget(a)), (None, None));
        assert_eq!((keyed.set_aside(a), keyed.set_aside(b)), (Some(()), Some(())));
        assert_eq!((keyed.set_aside(a), keyed.remove(a)), (None, None));
        assert_eq!(keyed.get(a), None);
        assert!(keyed.iter().eq(&['c']));
        assert_eq!((keyed.restore(a), keyed.forget(b)), (Some(()), Some('b')));
        assert!(keyed.iter().eq(&['a', 'c']));
        assert_eq!((keyed.restore(b), keyed.rank(b), keyed.rank(a)), (None, None, Some(0)));
    }
}
