//! Floors: ground above ground, joined where somebody said so.

use std::collections::BTreeMap;

use super::{EdgeId, Incidence, NavMesh, VertexId};

/// The floors of a mesh; without memory where there is only floor 0.
#[derive(Debug, Clone, Default)]
pub(super) struct Layers {
    /// For each slot the number of its cell's floor.
    of_cells: Vec<u32>,
    /// Every number once, ascending.
    numbers: Vec<u32>,
}

impl Layers {
    pub(super) fn of(layers: &[u32]) -> Self {
        if layers.iter().all(|&layer| layer == 0) {
            return Self::default();
        }
        let mut numbers = layers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        Self { of_cells: layers.to_vec(), numbers }
    }
}

impl NavMesh {
    /// The number of the floor that the cell in a slot lies on; 0 where there are no floors.
    #[doc(alias("floor", "storey", "level"))]
    #[inline]
    #[must_use]
    pub fn layer(&self, slot: u32) -> u32 {
        self.layers.of_cells.get(slot as usize).copied().unwrap_or(0)
    }

    /// The numbers of all floors, ascending.
    #[must_use]
    pub fn layers(&self) -> &[u32] {
        if self.has_layers() { &self.layers.numbers } else { &[0] }
    }

    /// True where some cell lies on another floor than 0.
    #[inline]
    #[must_use]
    pub fn has_layers(&self) -> bool {
        !self.layers.of_cells.is_empty()
    }

    /// How much ground each floor has in square map units, in the order of [`NavMesh::layers`]; each with an
    /// error of about one rounding.
    ///
    /// Complexity: linear in the edges, times the logarithm of the number of floors.
    #[must_use]
    pub fn layer_grounds(&self) -> Vec<f64> {
        let layers = self.layers();
        self.grounds(layers.len(), |slot| layers.binary_search(&self.layer(slot)).ok())
    }

    /// The pairs of floors that are joined, the lower one first, in ascending order, and along what length in
    /// map units.
    ///
    /// Complexity: linear in the edges.
    #[must_use]
    pub fn layer_connections(&self) -> Vec<([u32; 2], f64)> {
        let mut joins = BTreeMap::new();
        if !self.has_layers() {
            return Vec::new();
        }
        for slot in self.slots() {
            for index in self.edge_range(slot) {
                let other = self.edges[index].neighbor_slot().map(|other| self.layer(other));
                if let Some(other) = other.filter(|&other| self.layer(slot) < other) {
                    let [a, b] = self.edge_ends(EdgeId(index as u32));
                    *joins.entry([self.layer(slot), other]).or_insert(0.0) += a.distance(b);
                }
            }
        }
        joins.into_iter().collect()
    }

    /// The vertices with more than 2π of ground around them, ascending. Inside the ground that is a multiple of
    /// 2π, and a path may turn there though there is no wall. Only ground that lies above itself has such
    /// vertices.
    #[inline]
    #[must_use]
    pub fn saddles(&self) -> &[VertexId] {
        &self.saddles
    }

    pub(super) fn is_saddle(&self, vertex: VertexId) -> bool {
        self.saddles.binary_search(&vertex).is_ok()
    }

    /// Keeps, of all cells that hold one point, those that are the same place as a cell on a floor: on the
    /// floor asked for, else on the lowest that is left. All of them stay where there are no floors.
    ///
    /// A point on the edge at which two floors are joined is a place on either. Returns the floor.
    ///
    /// Complexity: O(k log k) in the number of cells that hold the point.
    #[inline]
    pub fn keep_layer(&self, all: &mut Vec<Incidence>, layer: Option<u32>) -> u32 {
        let has_one = !self.has_layers() && layer.unwrap_or(0) == 0;
        if has_one { 0 } else { self.keep_layer_of_many(all, layer) }
    }

    fn keep_layer_of_many(&self, all: &mut Vec<Incidence>, layer: Option<u32>) -> u32 {
        let of = |incidence: &Incidence| self.layer(incidence.cell.slot);
        let wanted = layer.or_else(|| all.iter().map(of).min()).unwrap_or(0);
        if all.iter().all(|incidence| of(incidence) == wanted) {
            return wanted;
        }
        // Fan by fan, in each the cells of the floor first; then as they came, by slot.
        all.sort_unstable_by_key(|at| (self.fan(at), of(at) != wanted, at.cell.slot));
        let mut last = None;
        all.retain(|at| {
            let fan = self.fan(at);
            match last {
                Some((known, is_kept)) if known == fan => is_kept,
                _ => last.insert((fan, of(at) == wanted)).1,
            }
        });
        all.sort_unstable_by_key(|at| at.cell.slot);
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::RawMesh;
    use crate::place::Place;
    use glam::DVec2;
    use std::time::{Duration, Instant};

    /// Thin triangles with one corner in common, on two floors in turns; none is joined to another.
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

    /// Were each cell compared with all others, this would take minutes.
    #[test]
    fn at_a_hub_of_very_many_cells_a_floor_is_found_at_once() {
        let mesh = hub(20_000);
        let begun = Instant::now();
        for _ in 0..20 {
            for layer in 0..2 {
                let place = Place::new(DVec2::ZERO).on_layer(layer);
                let own: Vec<Incidence> = mesh.incidences_at(place).collect();
                let mut kept: Vec<Incidence> = mesh.incidences(place.point).collect();
                assert_eq!(mesh.keep_layer(&mut kept, Some(layer)), layer);
                assert!(own.len() == 10_000 && own == kept);
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}
