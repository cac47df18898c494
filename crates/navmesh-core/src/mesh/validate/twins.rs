//! The twins of edges in raw data.

use crate::collections::MergeSort;
use crate::mesh::RawMesh;

/// An index of a raw mesh's edges by their ends and neighbours.
///
/// The edges of small cells are searched one by one, those of larger cells are sorted. A round area
/// can be one cell with a hundred thousand corners and as many neighbours.
#[derive(Debug)]
pub(super) struct Twins<'a> {
    raw: &'a RawMesh,
    /// The edges of large cells, ascending.
    listed: Vec<(Key, u32)>,
}

/// The cell of an edge, the positions of its ends, and its neighbour.
type Key = [u32; 4];

/// The most corners of a cell whose edges are not sorted.
const FEW: usize = 16;

impl<'a> Twins<'a> {
    /// Builds the index.
    ///
    /// Complexity: O(n log n) in the number of corners of large cells.
    pub(super) fn of(raw: &'a RawMesh) -> Self {
        let large = (0..raw.cell_count()).filter(|&cell| raw.range(cell).len() > FEW);
        let mut listed: Vec<(Key, u32)> = large
            .flat_map(|cell| {
                raw.range(cell).filter_map(move |edge| {
                    let [from, to] = raw.edge_positions(cell, edge);
                    Some(([cell as u32, from, to, raw.neighbors[edge]?], edge as u32))
                })
            })
            .collect();
        listed.merge_sort();
        Self { raw, listed }
    }

    /// Returns the first edge of the neighbour across `edge` that has the same ends reversed, and
    /// `cell` as its neighbour.
    ///
    /// Edges are counted over all cells. The arrays of the mesh must hold both cells.
    pub(super) fn of_edge(&self, cell: u32, edge: usize) -> Option<u32> {
        let neighbor = self.raw.neighbors[edge]?;
        let [from, to] = self.raw.edge_positions(cell as usize, edge);
        let other = neighbor as usize;
        let range = (other < self.raw.cell_count()).then(|| self.raw.range(other))?;
        if range.len() > FEW {
            let key = [neighbor, to, from, cell];
            let first = self.listed.partition_point(|(listed, _)| *listed < key);
            return self
                .listed
                .get(first)
                .filter(|(listed, _)| *listed == key)
                .map(|&(_, twin)| twin);
        }
        let is_twin = |&twin: &usize| {
            let next = if twin + 1 == range.end { range.start } else { twin + 1 };
            self.raw.corners[twin] == to
                && self.raw.corners[next] == from
                && self.raw.neighbors[twin] == Some(cell)
        };
        range.clone().find(is_twin).map(|twin| twin as u32)
    }
}

impl RawMesh {
    /// Returns the positions of the ends of an edge of a cell. Edges are counted over all cells.
    fn edge_positions(&self, cell: usize, edge: usize) -> [u32; 2] {
        let range = self.range(cell);
        let next = if edge + 1 == range.end { range.start } else { edge + 1 };
        [self.corners[edge], self.corners[next]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DVec2, NavMesh};

    /// A cell with `count` corners on a parabola, and a triangle on each side except the last.
    fn toothed(count: u32) -> RawMesh {
        let mut raw = RawMesh::default();
        let point = |x: f64| DVec2::new(x, x * x);
        raw.positions.extend((0..count).map(|i| point(f64::from(i))));
        let tip = |i: u32| point(f64::from(i)) + DVec2::new(0.5, -1.0);
        raw.positions.extend((1..count).map(|i| tip(i - 1)));
        raw.push_cell(&(0..count).collect::<Vec<_>>());
        for i in 1..count {
            raw.push_cell(&[i, i - 1, count + i - 1]);
        }
        raw.join_matching_edges();
        raw
    }

    #[test]
    fn a_twin_is_the_edge_that_runs_the_other_way() {
        for count in [3, FEW as u32, FEW as u32 + 1, 100] {
            let raw = toothed(count);
            let twins = Twins::of(&raw);
            for tooth in 1..count {
                let own = count + 3 * (tooth - 1);
                assert_eq!(twins.of_edge(tooth, own as usize), Some(tooth - 1));
                assert_eq!(twins.of_edge(0, tooth as usize - 1), Some(own));
                assert_eq!(twins.of_edge(tooth, own as usize + 1), None);
            }
        }
    }

    #[test]
    fn an_edge_with_a_missing_or_unaware_neighbor_has_no_twin() {
        let mut raw = toothed(FEW as u32 + 1);
        raw.neighbors[0] = Some(99);
        let last = raw.neighbors.len() - 3;
        raw.neighbors[last] = None;
        let twins = Twins::of(&raw);
        assert_eq!([0, FEW - 1, FEW].map(|edge| twins.of_edge(0, edge)), [None; 3]);
        assert!(twins.of_edge(0, 1).is_some());
    }

    /// A comparison of every corner with every side would take minutes.
    #[test]
    fn a_cell_of_very_many_corners_is_validated_and_joined_fast() {
        let mesh = NavMesh::from_raw(&toothed(200_000)).unwrap();
        assert_eq!(mesh.component_count(), 1);
    }
}
