//! Doors: which edges of the cells lie along them.
//!
//! A door is drawn like a wall, so that edges run along it; they join cells, and stay when cells are merged.
//! Doors may overlap, so an edge carries a *bundle*: the set of all doors that lie along it.

use std::collections::BTreeMap;

use navmesh_core::{Door, DoorKind, EdgeId};

use crate::half_edges::{HalfEdges, NONE};
use crate::soup::{Soup, Strand};

/// For each half-edge, the doors along it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bundles {
    /// The bundle of each half-edge, alike for both halves of an edge; `NONE` where no door is. Empty where
    /// there are no doors.
    of_edges: Vec<u32>,
    bundles: Vec<Vec<u32>>,
}

impl Bundles {
    /// Bundles the doors along each pair of half-edges, from labels that ascend by half-edge; `count` is how
    /// many half-edges there are.
    pub(crate) fn of(soup: &Soup, labels: &[(u32, u32)], count: usize) -> Self {
        let door = |&(half, segment): &(u32, u32)| match soup.strand(segment) {
            Strand::Door { door } => Some((half / 2, door)),
            _ => None,
        };
        let pairs: Vec<(u32, u32)> = labels.iter().filter_map(door).collect();
        let mut all = Self::default();
        if pairs.is_empty() {
            return all;
        }
        all.of_edges = vec![NONE; count];
        let mut known = BTreeMap::new();
        for along in pairs.chunk_by(|a, b| a.0 == b.0) {
            let mut doors: Vec<u32> = along.iter().map(|&(_, door)| door).collect();
            doors.sort_unstable();
            doors.dedup();
            let bundle = *known.entry(doors).or_insert_with_key(|doors| {
                all.bundles.push(doors.clone());
                all.bundles.len() as u32 - 1
            });
            let half = 2 * along[0].0 as usize;
            all.of_edges[half..half + 2].fill(bundle);
        }
        all
    }

    /// The bundle of a half-edge; `NONE` where no door is.
    pub(crate) fn of_edge(&self, edge: u32) -> u32 {
        self.of_edges.get(edge as usize).copied().unwrap_or(NONE)
    }

    /// The doors along a half-edge.
    fn doors(&self, edge: u32) -> &[u32] {
        self.bundles.get(self.of_edge(edge) as usize).map_or(&[], Vec::as_slice)
    }
}

/// Each door with the edges between cells that lie along it, as they will be numbered in the mesh: cell
/// after cell, in the order of their lowest half-edges.
pub(crate) fn doors_of(doors: &[Door], cells: &HalfEdges) -> Vec<DoorKind> {
    let kind = |door: &Door| DoorKind { name: door.name.clone(), edges: Vec::new() };
    let mut kinds: Vec<DoorKind> = doors.iter().map(kind).collect();
    if doors.is_empty() {
        return kinds;
    }
    let edges = cells.firsts().into_iter().flat_map(|first| cells.ring(first));
    for (number, edge) in edges.enumerate() {
        if cells.twin(edge).is_some_and(|twin| edge < twin) {
            for &door in cells.bundles.doors(edge) {
                kinds[door as usize].edges.push(EdgeId(number as u32));
            }
        }
    }
    kinds
}
