//! A slot map that keeps the order of insertion.

use slotmap::{Key, SlotMap};

/// A slot map that iterates in the order of insertion.
#[derive(Debug, Clone)]
pub(crate) struct OrderedSlotMap<K: Key, T> {
    values: SlotMap<K, T>,
    order: Vec<K>,
}

impl<K: Key, T> Default for OrderedSlotMap<K, T> {
    fn default() -> Self {
        Self { values: SlotMap::with_key(), order: Vec::new() }
    }
}

impl<K: Key, T> OrderedSlotMap<K, T> {
    pub(crate) fn add(&mut self, value: T) -> K {
        let key = self.values.insert(value);
        self.order.push(key);
        key
    }

    /// Removes and returns a value. Complexity: linear in the number of values.
    pub(crate) fn remove(&mut self, key: K) -> Option<T> {
        let value = self.values.remove(key)?;
        self.order.retain(|&kept| kept != key);
        Some(value)
    }

    /// Iterates over the values in the order of insertion.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.order.iter().filter_map(|&key| self.values.get(key))
    }

    /// Iterates over the keys in the order of insertion.
    pub(crate) fn keys(&self) -> impl ExactSizeIterator<Item = K> + '_ {
        self.order.iter().copied()
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
}
