//! A mesh as plain data, before validation.

use glam::DVec2;

use super::{AreaId, Clearance, Edge, EdgeId, LinkId, MeshArea, MeshDoor, NavMesh, Numbered};
use crate::collections::MergeSort;
use crate::geom::distinct_points;
use crate::outline::Link;

/// A mesh as plain data; [`NavMesh::from_raw`] validates it.
///
/// Cells follow one another in `corners` and `neighbors`; `cell_ends[i]` is where cell `i` ends.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RawMesh {
    /// The points.
    pub positions: Vec<DVec2>,
    /// The corners of all cells, counter-clockwise, as indices into `positions`.
    pub corners: Vec<u32>,
    /// The cell across the edge that begins at each corner; `None` is a wall.
    pub neighbors: Vec<Option<u32>>,
    /// The end of each cell's corners in `corners`.
    pub cell_ends: Vec<u32>,
    /// The cost of each cell per unit of length; empty if all cells cost 1.
    pub costs: Vec<f64>,
    /// The areas.
    pub areas: Vec<MeshArea>,
    /// The area of each cell, which has the cell's cost; `None` for no area. Empty without areas.
    pub cell_areas: Vec<Option<u32>>,
    /// The floor of each cell; empty if all are on floor 0.
    pub layers: Vec<u32>,
    /// The agent radius by which the walkable area was inset, if it was, and its former walls.
    pub clearance: Option<Clearance>,
    /// The doors. An edge is given by the index of its first corner in `corners`, a cell of a margin by
    /// its index.
    pub doors: Vec<MeshDoor>,
    /// The links. A lane with an end that no cell holds is not usable.
    pub links: Vec<Link>,
}

/// A cell of a [`RawMesh`], by reference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RawCell<'a> {
    /// Its corners, as indices into the positions.
    pub corners: &'a [u32],
    /// The cells across its edges.
    pub neighbors: &'a [Option<u32>],
}

impl RawMesh {
    /// The valid costs of a cell or an area. Sums of weighted lengths neither overflow nor vanish.
    pub const COSTS: std::ops::RangeInclusive<f64> = 1.0 / TWO_TO_64..=TWO_TO_64;

    /// Creates a mesh of cells, given by the indices of their corners, and joins matching edges.
    ///
    /// Complexity: O(n log n).
    #[must_use]
    pub fn of_cells<P: Into<DVec2>>(
        positions: impl IntoIterator<Item = P>,
        cells: &[&[u32]],
    ) -> Self {
        let positions = positions.into_iter().map(Into::into).collect();
        let mut raw = Self { positions, ..Self::default() };
        for corners in cells {
            raw.push_cell(corners);
        }
        raw.join_matching_edges();
        raw
    }

    /// Appends a cell with walls all around.
    pub fn push_cell(&mut self, corners: &[u32]) {
        self.corners.extend_from_slice(corners);
        self.neighbors.resize(self.corners.len(), None);
        self.cell_ends.push(self.corners.len() as u32);
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cell_ends.len()
    }

    /// Returns the range of a cell's corners; empty if the ends are out of order.
    pub(super) fn range(&self, index: usize) -> std::ops::Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.cell_ends[before] as usize);
        start..self.cell_ends[index] as usize
    }

    /// Returns a cell; `None` if the arrays do not hold it.
    #[must_use]
    pub fn cell(&self, index: usize) -> Option<RawCell<'_>> {
        if index >= self.cell_ends.len() {
            return None;
        }
        let range = self.range(index);
        Some(RawCell {
            corners: self.corners.get(range.clone())?,
            neighbors: self.neighbors.get(range)?,
        })
    }

    /// Joins every pair of edges that run between the same two positions in opposite directions.
    ///
    /// It leaves edges that more than two cells share, and cells that the arrays do not hold.
    ///
    /// Complexity: O(n log n).
    pub fn join_matching_edges(&mut self) {
        let mut edges = Vec::with_capacity(self.corners.len());
        for cell in 0..self.cell_count() {
            if self.cell(cell).is_none() {
                continue; // validation reports it
            }
            let range = self.range(cell);
            for i in range.clone() {
                let next = if i + 1 == range.end { range.start } else { i + 1 };
                let (a, b) = (self.corners[i], self.corners[next]);
                edges.push((a.min(b), a.max(b), a > b, i, cell as u32));
            }
        }
        edges.merge_sort();
        for same in edges.chunk_by(|x, y| (x.0, x.1) == (y.0, y.1)) {
            if let [(.., false, i, cell), (.., true, j, other)] = same {
                self.neighbors[*i] = Some(*other);
                self.neighbors[*j] = Some(*cell);
            }
        }
    }
}

const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

impl NavMesh {
    /// Returns the mesh as plain data, its cells in the order of their slots.
    ///
    /// Every distinct position appears once, in the order of first use. Closed edges become walls. Closed
    /// cells and links are left out. Links with an end off the mesh stay, so that the others keep their numbers.
    #[must_use]
    #[cfg(feature = "weighted")]
    pub fn to_raw(&self) -> RawMesh {
        self.raw_copy()
    }

    /// Returns the mesh as raw data.
    pub(super) fn raw_copy(&self) -> RawMesh {
        let (positions, index_of_vertex) = self.distinct_positions();
        let dense = dense_numbers(self.slot_count(), self.slots());
        let clearance = self.clearance().cloned();
        let areas = standing(&self.areas);
        let area_numbers = dense_numbers(self.areas.len(), self.areas.numbers());
        let mut raw = RawMesh { positions, clearance, areas, ..RawMesh::default() };
        for slot in self.slots() {
            for edge in &self.edges[self.edge_range(slot)] {
                raw.corners.push(index_of_vertex[edge.vertex().index()]);
                raw.neighbors.push(edge.neighbor_slot().and_then(|n| dense[n as usize]));
            }
            raw.cell_ends.push(raw.corners.len() as u32);
            if !self.is_uniform() {
                raw.costs.push(self.cost(slot));
            }
            if !raw.areas.is_empty() {
                let area = self.area_of(slot).map(AreaId::index);
                raw.cell_areas.push(area.and_then(|area| area_numbers[area]));
            }
            if self.has_layers() {
                raw.layers.push(self.layer(slot));
            }
        }
        raw.doors = self.dense_doors(&dense);
        let links = (0..).map(LinkId).zip(&self.links);
        let open = links.filter(|(id, _)| !self.is_link_closed(*id));
        raw.links = open.map(|(_, link)| link.clone()).collect();
        raw
    }

    /// Returns the doors with their edges and cells numbered as without free slots. `dense` holds the
    /// number of each slot.
    fn dense_doors(&self, dense: &[Option<u32>]) -> Vec<MeshDoor> {
        let mut firsts = vec![0; self.slot_count()];
        let mut count = 0;
        for slot in self.slots() {
            firsts[slot as usize] = count;
            count += self.edge_range(slot).len();
        }
        let edge = |edge: &EdgeId| {
            let slot = self.edges[edge.index()].cell;
            let range = self.edge_range(slot);
            let is_live = range.contains(&edge.index());
            is_live.then(|| firsts[slot as usize] + edge.index() - range.start)
        };
        let door = |door: &MeshDoor| MeshDoor {
            name: door.name.clone(),
            edges: door.edges.iter().filter_map(edge).map(|index| EdgeId(index as u32)).collect(),
            margin: door.margin.iter().filter_map(|&slot| dense[slot as usize]).collect(),
        };
        standing(&self.doors).iter().map(door).collect()
    }

    /// Returns the distinct positions in the order of first use, and the index of each vertex's position.
    pub(super) fn distinct_positions(&self) -> (Vec<DVec2>, Vec<u32>) {
        let live = || self.slots().flat_map(|slot| &self.edges[self.edge_range(slot)]);
        let (positions, numbers) = distinct_points(live().map(Edge::origin).collect());
        let mut index_of_vertex = vec![0; self.vertex_count()];
        for (edge, number) in live().zip(numbers) {
            index_of_vertex[edge.vertex().index()] = number;
        }
        (positions, index_of_vertex)
    }
}

/// Returns the items of a list without those at free numbers.
fn standing<T: Clone + Default>(items: &Numbered<T>) -> Vec<T> {
    items.numbers().map(|number| items[number as usize].clone()).collect()
}

/// Returns the place of each number below `count` among those that are in use.
fn dense_numbers(count: usize, used: impl Iterator<Item = u32>) -> Vec<Option<u32>> {
    let mut dense = vec![None; count];
    for (place, number) in (0..).zip(used) {
        dense[number as usize] = Some(place);
    }
    dense
}
