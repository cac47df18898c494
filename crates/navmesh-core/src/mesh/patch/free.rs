//! The free parts of the arrays of a mesh, and counts of attributes.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;

use crate::collections::NONE;
use crate::mesh::{CellId, CellRecord, Edge, EdgeId, NavMesh};

/// The memory of a mesh between patches. A mesh that was never patched has none.
#[derive(Debug, Clone, Default)]
pub(in crate::mesh) struct PatchState {
    free_slots: BTreeSet<u32>,
    /// The highest generation that each slot has had.
    highest: Vec<u32>,
    free_edges: FreeSpans,
    /// Unused vertex numbers.
    pub(super) free_vertices: BTreeSet<u32>,
    /// The number of cells of each cost, by its bits. Costs are positive, so bits have their order.
    pub(super) costs: Tally<u64>,
    /// The number of cells of each floor.
    pub(super) layers: Tally<u32>,
    /// The number of cells of each area.
    pub(super) areas: Tally<u32>,
}

/// The number of uses of each key; without keys that are not used.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally<K>(BTreeMap<K, u32>);

impl<K: Ord + Copy> Tally<K> {
    pub(super) fn add(&mut self, key: K) {
        *self.0.entry(key).or_insert(0) += 1;
    }

    pub(super) fn remove(&mut self, key: K) {
        if let Some(count) = self.0.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&key);
            }
        }
    }

    /// Returns the number of uses of a key.
    pub(super) fn count(&self, key: K) -> u32 {
        self.0.get(&key).copied().unwrap_or(0)
    }

    /// Iterates over the keys, ascending.
    pub(super) fn keys(&self) -> impl ExactSizeIterator<Item = K> + Clone + '_ {
        self.0.keys().copied()
    }
}

impl PatchState {
    /// Collects the state of a mesh.
    ///
    /// Complexity: linear.
    pub(super) fn of(mesh: &NavMesh) -> Self {
        let mut state = Self {
            highest: mesh.cells.iter().map(|cell| cell.generation).collect(),
            ..Self::default()
        };
        for slot in mesh.slots() {
            state.costs.add(mesh.cost(slot).to_bits());
            state.layers.add(mesh.layer(slot));
            if let Some(area) = mesh.area_of(slot) {
                state.areas.add(area.0);
            }
        }
        state
    }

    /// Returns the highest generation that a slot has had.
    pub(super) fn highest(&self, slot: u32) -> u32 {
        self.highest.get(slot as usize).copied().unwrap_or(0)
    }

    /// Takes the slot of a former cell, else the lowest free one, else a new one.
    pub(super) fn take_slot(&mut self, former: Option<CellId>, cells: &mut Vec<CellRecord>) -> u32 {
        if let Some(cell) = former {
            self.free_slots.remove(&cell.slot);
            return cell.slot;
        }
        self.free_slots.pop_first().unwrap_or_else(|| {
            cells.push(CellRecord { first_edge: 0, edge_count: 0, generation: 0 });
            cells.len() as u32 - 1
        })
    }

    /// Returns the generation of the next cell of a slot.
    pub(super) fn next_generation(&mut self, slot: u32, former: Option<CellId>) -> u32 {
        if let Some(cell) = former {
            return cell.generation;
        }
        let is_new = slot as usize == self.highest.len();
        if is_new {
            self.highest.push(0);
        } else {
            self.highest[slot as usize] += 1;
        }
        self.highest[slot as usize]
    }

    /// Takes `count` consecutive edges: those from `wish` on if they are free, else free ones if there are.
    pub(super) fn take_edges(
        &mut self,
        wish: Option<EdgeId>,
        count: u32,
        edges: &mut Vec<Edge>,
    ) -> u32 {
        let wished = wish.and_then(|wish| self.free_edges.take_at(wish.0, count));
        wished.or_else(|| self.free_edges.take(count)).unwrap_or_else(|| {
            let first = edges.len() as u32;
            edges.resize(first as usize + count as usize, FREE_EDGE);
            first
        })
    }

    fn release_edges(&mut self, first: u32, edges: &mut [Edge]) {
        edges.fill(FREE_EDGE);
        self.free_edges.add(first, edges.len() as u32);
    }
}

/// An edge of no cell.
const FREE_EDGE: Edge =
    Edge { origin: DVec2::ZERO, vertex: NONE, twin: NONE, neighbor: NONE, cell: NONE };

impl NavMesh {
    /// Removes the cell in a slot.
    pub(super) fn release_cell(&mut self, slot: u32, state: &mut PatchState) {
        state.costs.remove(self.cost(slot).to_bits());
        state.layers.remove(self.layer(slot));
        if let Some(area) = self.area_of(slot) {
            state.areas.remove(area.0);
        }
        let range = self.edge_range(slot);
        state.release_edges(range.start as u32, &mut self.edges[range]);
        let record = &mut self.cells[slot as usize];
        (record.first_edge, record.edge_count) = (0, 0);
        state.free_slots.insert(slot);
    }
}

/// Free spans of an array. Adjacent spans are one.
#[derive(Debug, Clone, Default)]
struct FreeSpans {
    /// The length of each span, by its start.
    by_start: BTreeMap<u32, u32>,
    /// The same spans, by length.
    by_len: BTreeSet<Span>,
}

/// A span; the order is by length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    len: u32,
    start: u32,
}

impl FreeSpans {
    /// Takes the start of the shortest span of at least `len`. Its rest stays free.
    fn take(&mut self, len: u32) -> Option<u32> {
        let span = *self.by_len.range(Span { len, start: 0 }..).next()?;
        self.remove(span);
        if span.len > len {
            self.insert(Span { start: span.start + len, len: span.len - len });
        }
        Some(span.start)
    }

    /// Takes the span from `start` on if it is free. Returns its start.
    fn take_at(&mut self, start: u32, len: u32) -> Option<u32> {
        let (&from, &own) = self.by_start.range(..=start).next_back()?;
        let (end, own_end) = (start.checked_add(len)?, from + own);
        if end > own_end {
            return None;
        }
        self.remove(Span { start: from, len: own });
        for rest in
            [Span { start: from, len: start - from }, Span { start: end, len: own_end - end }]
        {
            if rest.len > 0 {
                self.insert(rest);
            }
        }
        Some(start)
    }

    /// Adds a span, and unites it with its neighbours.
    fn add(&mut self, start: u32, len: u32) {
        let mut new = Span { len, start };
        let before =
            self.by_start.range(..start).next_back().map(|(&start, &len)| Span { start, len });
        if let Some(before) = before.filter(|before| before.start + before.len == start) {
            self.remove(before);
            new = Span { start: before.start, len: before.len + new.len };
        }
        if let Some(&len) = self.by_start.get(&(new.start + new.len)) {
            let after = Span { start: new.start + new.len, len };
            self.remove(after);
            new.len += after.len;
        }
        self.insert(new);
    }

    fn insert(&mut self, span: Span) {
        self.by_start.insert(span.start, span.len);
        self.by_len.insert(span);
    }

    fn remove(&mut self, span: Span) {
        self.by_start.remove(&span.start);
        self.by_len.remove(&span);
    }
}
