//! The tiles seen and not yet expanded, the most promising first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A tile as it was put into the list; it is stale once the tile was reached more cheaply.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpenTile {
    /// Cost so far plus the guess at what is left.
    pub(crate) f: f64,
    /// Cost so far.
    pub(crate) g: f64,
    /// The tile.
    pub(crate) slot: u32,
}

/// A queue by smallest f, then by largest g (the one nearer to the goal), then by slot.
#[derive(Debug, Default)]
pub(crate) struct OpenList {
    heap: BinaryHeap<OpenTile>,
}

impl OpenList {
    /// Empties the list and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.heap.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, tile: OpenTile) {
        self.heap.push(tile);
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<OpenTile> {
        self.heap.pop()
    }
}

impl Ord for OpenTile {
    /// Greater is more promising: the heap yields its greatest first.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let by_f = other.f.total_cmp(&self.f);
        by_f.then(self.g.total_cmp(&other.g)).then(other.slot.cmp(&self.slot))
    }
}

impl PartialOrd for OpenTile {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for OpenTile {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OpenTile {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_tile_further_along_then_to_the_lower_slot() {
        let mut list = OpenList::default();
        for (f, g, slot) in [(3.0, 1.0, 4), (2.0, 0.5, 9), (2.0, 1.5, 8), (2.0, 1.5, 7)] {
            list.push(OpenTile { f, g, slot });
        }
        let order: Vec<u32> = std::iter::from_fn(|| list.pop()).map(|tile| tile.slot).collect();
        assert_eq!(order, [7, 8, 9, 4]);
    }
}
