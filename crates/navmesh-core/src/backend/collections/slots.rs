//! Values under keys that are never used twice, with a state that can be saved.
//!
//! A key is the number of a slot and a version, as in a `SlotMap`. A `SlotMap` that is saved as text forgets the order in
//! which its free slots are used again, so that new values get other keys once it is loaded.

use std::marker::PhantomData;

use slotmap::{Key, KeyData};

/// Values under keys of a type.
///
/// ```
/// # use navmesh_core::WatchKey;
/// # use navmesh_core::backend::collections::Slots;
/// let mut slots: Slots<WatchKey, &str> = Slots::default();
/// let key = slots.insert("a");
/// assert_eq!(slots.get(key), Some(&"a"));
/// assert_eq!((slots.remove(key), slots.get(key)), (Some("a"), None));
/// ```
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Slots<K, V> {
    slots: Vec<Slot<V>>,
    /// The free slots; the last one is used first.
    free: Vec<u32>,
    #[cfg_attr(feature = "serde", serde(skip))]
    keys: PhantomData<K>,
}

#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Slot<V> {
    /// It grows by 1 when the slot is taken and when it becomes free, so it is even while the slot is free.
    version: u32,
    value: Option<V>,
}

impl<K, V> Default for Slots<K, V> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: Vec::new(), keys: PhantomData }
    }
}

impl<K: Key, V> Slots<K, V> {
    /// Adds a value, and returns its key.
    pub fn insert(&mut self, value: V) -> K {
        self.insert_with_key(|_| value).0
    }

    /// Adds the value that `make` returns for its key. Returns both.
    pub fn insert_with_key(&mut self, make: impl FnOnce(K) -> V) -> (K, &V) {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { version: 0, value: None });
            self.slots.len() as u32 - 1
        });
        let own = &mut self.slots[slot as usize];
        own.version = own.version.wrapping_add(1);
        let key = key_of(slot, own.version);
        (key, own.value.insert(make(key)))
    }

    /// Returns the value of a key.
    #[must_use]
    pub fn get(&self, key: K) -> Option<&V> {
        self.slots[self.slot(key)?].value.as_ref()
    }

    /// Returns the value of a key.
    #[must_use]
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        let slot = self.slot(key)?;
        self.slots[slot].value.as_mut()
    }

    /// Removes and returns the value of a key.
    pub fn remove(&mut self, key: K) -> Option<V> {
        let slot = self.slot(key)?;
        let own = &mut self.slots[slot];
        own.version = own.version.wrapping_add(1);
        self.free.push(slot as u32);
        own.value.take()
    }

    /// Iterates over the values with their keys, in the order of their slots.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        let slots = (0..).zip(&self.slots);
        slots.filter_map(|(slot, own)| Some((key_of(slot, own.version), own.value.as_ref()?)))
    }

    /// Iterates over the values with their keys, in the order of their slots.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut V)> {
        let slots = (0..).zip(&mut self.slots);
        slots.filter_map(|(slot, own)| Some((key_of(slot, own.version), own.value.as_mut()?)))
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// True without any value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn slot(&self, key: K) -> Option<usize> {
        let [slot, version] = [0, 32].map(|bits| (key.data().as_ffi() >> bits) as u32);
        let slot = slot.checked_sub(1)? as usize;
        self.slots.get(slot).filter(|own| own.version == version).map(|_| slot)
    }

    /// Returns other values under the same keys.
    #[must_use]
    pub fn map<W>(self, mut change: impl FnMut(V) -> W) -> Slots<K, W> {
        let slots = self.slots.into_iter().map(|Slot { version, value }| {
            let value = value.map(&mut change);
            Slot { version, value }
        });
        Slots { slots: slots.collect(), free: self.free, keys: PhantomData }
    }
}

/// Returns a key. The slots of a key count from 1.
fn key_of<K: Key>(slot: u32, version: u32) -> K {
    KeyData::from_ffi(u64::from(version) << 32 | u64::from(slot + 1)).into()
}

#[cfg(feature = "serde")]
mod saved {
    use std::marker::PhantomData;

    use serde::{Deserialize, Deserializer, de::Error};

    use super::{Slot, Slots};

    /// Slots from outside.
    #[derive(Deserialize)]
    struct Unchecked<V> {
        slots: Vec<Slot<V>>,
        free: Vec<u32>,
    }

    impl<'de, K, V: Deserialize<'de>> Deserialize<'de> for Slots<K, V> {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let Unchecked { slots, free } = Unchecked::<V>::deserialize(from)?;
            let is_sound =
                slots.iter().all(|own| own.version % 2 == u32::from(own.value.is_some()));
            let mut sorted = free.clone();
            sorted.sort_unstable();
            let empty = (0..).zip(&slots).filter(|(_, own)| own.value.is_none());
            if !is_sound || !sorted.into_iter().eq(empty.map(|(slot, _)| slot)) {
                return Err(D::Error::custom("the free slots are not those without a value"));
            }
            Ok(Self { slots, free, keys: PhantomData })
        }
    }
}

#[cfg(test)]
mod tests {
    use slotmap::{DefaultKey, SlotMap};

    use super::*;

    #[test]
    fn slots_give_the_keys_of_a_slot_map() {
        let (mut own, mut known) = (Slots::<DefaultKey, u64>::default(), SlotMap::new());
        let (mut random, mut keys) = (1_usize, Vec::new());
        for step in 0..400 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if random >> 40 & 7 < 5 || keys.is_empty() {
                keys.push(known.insert(step));
                assert_eq!(own.insert(step), keys[keys.len() - 1]);
            } else {
                let key = keys[(random >> 33) % keys.len()];
                assert_eq!(own.remove(key), known.remove(key));
            }
            assert!(own.iter().eq(known.iter()));
            assert!(keys.iter().all(|&key| own.get(key) == known.get(key)));
            assert_eq!(own.len(), known.len());
        }
        assert!(known.len() > 20 && keys.len() > known.len());
    }
}
