//! The floors of a mesh.

use std::collections::BTreeMap;

use super::memory::bytes;
use super::{EdgeId, Incidence, NavMesh, VertexId};
use crate::collections::MergeSort;

/// The floors of the cells; empty if all cells are on floor 0.
#[derive(Debug, Clone, Default)]
pub(super) struct FloorNumbers {
    /// The floor of each slot's cell.
    of_cells: Vec<u32>,
    /// Every floor once, ascending.
    numbers: Vec<u32>,
}

impl FloorNumbers {
    pub(super) fn of(layers: &[u32]) -> Self {
        if layers.iter().all(|&layer| layer == 0) {
            return Self::default();
        }
        let mut numbers = layers.to_vec();
        numbers.merge_sort();
        numbers.dedup();
        Self { of_cells: layers.to_vec(), numbers }
    }

    /// Returns the memory in bytes.
    pub(super) fn memory(&self) -> usize {
        bytes::<u32>(self.of_cells.capacity() + self.numbers.capacity())
    }

    /// Sets the floor of a slot, among `count` slots.
    pub(super) fn set(&mut self, slot: usize, count: usize, layer: u32) {
        if layer != 0 || !self.of_cells.is_empty() {
            self.of_cells.resize(count, 0);
            self.of_cells[slot] = layer;
        }
    }

    /// Sets the list of floors, ascending.
    pub(super) fn set_numbers(&mut self, numbers: impl Iterator<Item = u32> + Clone) {
        if numbers.clone().all(|layer| layer == 0) {
            *self = Self::default();
        } else if !numbers.clone().eq(self.numbers.iter().copied()) {
            self.numbers = numbers.collect();
        }
    }
}

impl NavMesh {
    /// Returns the floor of the cell in a slot; 0 on a mesh without floors.
    #[doc(alias("floor", "storey", "level"))]
    #[inline]
    #[must_use]
    pub fn layer(&self, slot: u32) -> u32 {
        self.layers.of_cells.get(slot as usize).copied().unwrap_or(0)
    }

    /// Returns the numbers of all floors, ascending.
    #[must_use]
    pub fn layers(&self) -> &[u32] {
        if self.has_layers() { &self.layers.numbers } else { &[0] }
    }

    /// True if some cell lies on a floor other than 0.
    #[inline]
    #[must_use]
    pub fn has_layers(&self) -> bool {
        !self.layers.of_cells.is_empty()
    }

    /// Returns the size of each floor in square map units, in the order of [`NavMesh::layers`]. Each
    /// has an error of about one rounding.
    ///
    /// Complexity: linear in the edges, times the logarithm of the number of floors.
    #[must_use]
    pub fn layer_sizes(&self) -> Vec<f64> {
        let layers = self.layers();
        self.sizes_of_parts(layers.len(), |slot| layers.binary_search(&self.layer(slot)).ok())
    }

    /// Returns the pairs of floors that are joined, ascending, and the length of their common edges
    /// in map units. The lower floor of a pair comes first.
    ///
    /// Complexity: linear in the edges.
    #[must_use]
    pub fn layer_connections(&self) -> Vec<([u32; 2], f64)> {
        let mut lengths = BTreeMap::new();
        if !self.has_layers() {
            return Vec::new();
        }
        for slot in self.slots() {
            for index in self.edge_range(slot) {
                let other = self.edges[index].neighbor_slot().map(|other| self.layer(other));
                if let Some(other) = other.filter(|&other| self.layer(slot) < other) {
                    let [a, b] = self.edge_ends(EdgeId(index as u32));
                    *lengths.entry([self.layer(slot), other]).or_insert(0.0) += a.distance(b);
                }
            }
        }
        lengths.into_iter().collect()
    }

    /// Returns the saddles, ascending: the vertices with a walkable angle above 2π.
    ///
    /// Away from walls the angle is a multiple of 2π, and a path may turn there. Only meshes whose floors
    /// overlap have saddles.
    #[inline]
    #[must_use]
    pub fn saddles(&self) -> &[VertexId] {
        &self.saddles
    }

    /// True if a vertex is a saddle.
    pub(super) fn is_saddle(&self, vertex: VertexId) -> bool {
        self.saddles.binary_search(&vertex).is_ok()
    }

    /// Keeps the cells of a floor, and those in one fan with them, among all cells that hold a point.
    ///
    /// Without a floor, the lowest one of the cells is taken. A point on the edge between two floors
    /// is on both. Returns the floor.
    ///
    /// Complexity: O(k log k) in the number of cells that hold the point.
    #[inline]
    pub(super) fn keep_layer(&self, all: &mut Vec<Incidence>, layer: Option<u32>) -> u32 {
        let has_one = !self.has_layers() && layer.unwrap_or(0) == 0;
        if has_one { 0 } else { self.keep_layer_of_many(all, layer) }
    }

    fn keep_layer_of_many(&self, all: &mut Vec<Incidence>, layer: Option<u32>) -> u32 {
        let of = |incidence: &Incidence| self.layer(incidence.cell.slot);
        let wanted = layer.or_else(|| all.iter().map(of).min()).unwrap_or(0);
        if all.iter().all(|incidence| of(incidence) == wanted) {
            return wanted;
        }
        // By fan, in each the cells of the floor first. Afterwards they are sorted by slot again.
        all.merge_sort_by_key(|at| (self.fan(at), of(at) != wanted, at.cell.slot));
        let mut last = None;
        all.retain(|at| {
            let fan = self.fan(at);
            match last {
                Some((known, is_kept)) if known == fan => is_kept,
                _ => last.insert((fan, of(at) == wanted)).1,
            }
        });
        all.merge_sort_by_key(|at| at.cell.slot);
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Place;
    use crate::mesh::RawMesh;
    use glam::DVec2;

    /// Thin triangles with a common corner, on two floors in turns. None is joined to another.
    fn hub(cells: u32) -> NavMesh {
        let mut raw = RawMesh { positions: vec![DVec2::ZERO], ..RawMesh::default() };
        for cell in 0..cells {
            let across = |step: u32| DVec2::new(f64::from(2 * cell + step), f64::from(cells));
            raw.positions.extend([across(1), across(0)]);
            raw.push_cell(&[0, 2 * cell + 1, 2 * cell + 2]);
            raw.layers.push(cell % 2);
        }
        NavMesh::from_raw(&raw).unwrap()
    }

    /// A comparison of every two cells would take minutes, which nothing here counts.
    #[test]
    fn the_floor_at_a_hub_of_very_many_cells_is_found() {
        let mesh = hub(20_000);
        for _ in 0..20 {
            for layer in 0..2 {
                let place = Place::new(DVec2::ZERO).on_layer(layer);
                let own: Vec<Incidence> = mesh.incidences_at(place).collect();
                let mut kept: Vec<Incidence> = mesh.incidences(place.point).collect();
                assert_eq!(mesh.keep_layer(&mut kept, Some(layer)), layer);
                assert!(own.len() == 10_000 && own == kept);
            }
        }
    }
}
