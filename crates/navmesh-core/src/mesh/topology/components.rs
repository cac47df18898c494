//! Connected components: sets of cells that are joined by portals.

mod follow;
mod floods;

use crate::collections::{DisjointSets, NONE};
use crate::mesh::memory::bytes;
use crate::mesh::{CellRecord, Edge};

/// The components of a mesh. They follow changes of the cells in time that depends on the change.
///
/// Every cell has the *key* of its component. Keys are arbitrary, so that a change writes new keys to the
/// smaller part only. The number of a component is its lowest slot, whatever the history of the mesh.
#[derive(Debug, Clone, Default)]
pub(in crate::mesh) struct Components {
    /// The key of each slot; [`NONE`] for free slots.
    keys: Vec<u32>,
    /// The component of each key.
    parts: Vec<Part>,
    /// The keys without a component.
    free_keys: Vec<u32>,
    /// The keys whose lowest slot has left. The number that is stored for them is too low.
    stale_keys: Vec<u32>,
    /// The flood that has reached each slot; [`NONE`] between changes.
    reached: Vec<u32>,
}

/// A component.
#[derive(Debug, Clone, Copy)]
struct Part {
    lowest: u32,
    size: u32,
}

/// The cells of a mesh and their neighbours.
#[derive(Debug, Clone, Copy)]
pub(in crate::mesh) struct CellGraph<'a> {
    pub(in crate::mesh) edges: &'a [Edge],
    pub(in crate::mesh) cells: &'a [CellRecord],
}

impl<'a> CellGraph<'a> {
    fn is_live(self, slot: u32) -> bool {
        self.cells[slot as usize].edge_count > 0
    }

    /// Iterates over the slots of the cells behind the portals of a cell.
    fn neighbors(self, slot: u32) -> impl Iterator<Item = u32> + 'a {
        let cell = &self.cells[slot as usize];
        let range = cell.first_edge as usize..(cell.first_edge + cell.edge_count) as usize;
        self.edges[range].iter().map(|edge| edge.neighbor).filter(|&neighbor| neighbor != NONE)
    }
}

impl Components {
    /// Returns the memory in bytes.
    pub(in crate::mesh) fn memory(&self) -> usize {
        let lists = [&self.keys, &self.free_keys, &self.stale_keys, &self.reached];
        let numbers = lists.iter().map(|list| list.capacity()).sum();
        bytes::<u32>(numbers) + bytes::<Part>(self.parts.capacity())
    }

    /// Finds the components of all cells.
    ///
    /// Complexity: O(n log n), linear in practice.
    pub(in crate::mesh) fn of(graph: CellGraph) -> Self {
        let count = graph.cells.len();
        let mut sets = DisjointSets::new(count);
        for slot in 0..count as u32 {
            for neighbor in graph.neighbors(slot).filter(|&neighbor| neighbor < slot) {
                sets.unite(neighbor, slot);
            }
        }
        let lowest = sets.into_lowest();
        let mut components = Self::default();
        components.fit(count);
        for slot in (0..count as u32).filter(|&slot| graph.is_live(slot)) {
            let first = lowest[slot as usize];
            let key =
                if first == slot { components.take_key() } else { components.keys[first as usize] };
            components.assign(slot, key);
        }
        components
    }

    /// Returns the number of a slot's component, [`NONE`] for free slots.
    #[inline]
    pub(in crate::mesh) fn number(&self, slot: u32) -> u32 {
        let key = self.keys[slot as usize];
        self.parts.get(key as usize).map_or(NONE, |part| part.lowest)
    }

    /// Returns the number of cells of a slot's component, 0 for free slots.
    pub(in crate::mesh) fn size(&self, slot: u32) -> usize {
        let key = self.keys[slot as usize];
        self.parts.get(key as usize).map_or(0, |part| part.size as usize)
    }

    /// Returns the number of components.
    pub(in crate::mesh) fn count(&self) -> usize {
        self.parts.len() - self.free_keys.len()
    }

    /// Makes room for `count` slots.
    fn fit(&mut self, count: usize) {
        self.keys.resize(count, NONE);
        self.reached.resize(count, NONE);
    }

    /// Returns the key of a new component, which is empty so far.
    fn take_key(&mut self) -> u32 {
        self.free_keys.pop().unwrap_or_else(|| {
            self.parts.push(Part { lowest: NONE, size: 0 });
            self.parts.len() as u32 - 1
        })
    }

    /// Moves a slot into a component.
    fn assign(&mut self, slot: u32, key: u32) {
        self.forget(slot);
        self.keys[slot as usize] = key;
        let part = &mut self.parts[key as usize];
        part.size += 1;
        part.lowest = part.lowest.min(slot);
    }

    /// Takes a slot out of its component, if it has one.
    fn forget(&mut self, slot: u32) {
        let key = std::mem::replace(&mut self.keys[slot as usize], NONE);
        let Some(part) = self.parts.get_mut(key as usize) else { return };
        part.size -= 1;
        if part.size == 0 {
            part.lowest = NONE;
            self.free_keys.push(key);
        } else if part.lowest == slot {
            self.stale_keys.push(key);
        }
    }

    /// Finds the lowest slots again where they have left.
    fn renew_lowest(&mut self) {
        for key in self.stale_keys.drain(..) {
            let part = &mut self.parts[key as usize];
            if part.size > 0 {
                let rest = &self.keys[part.lowest as usize..];
                part.lowest += rest.iter().position(|&own| own == key).unwrap_or(0) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests;
