//! The fragments of a mesh after edits.
//!
//! Cells that stay keep their places and nodes. The places of new cells are joined with those around them. Fragments
//! never come apart: one that a new obstacle parts stays one. Potentials on it are still right, only weaker.

use std::collections::BTreeMap;

use navmesh_core::backend::collections::{DisjointSets, MergeSort, NONE};
use navmesh_core::{EdgeId, NavMesh};

use super::{Clips, Fragments, Sides, Triangle};

/// Fragments after edits.
#[derive(Debug)]
pub(in crate::weighted::tables) struct Edited {
    pub(in crate::weighted::tables) fragments: Fragments,
    /// For each former node its number now, or `NONE`. Several may have become one.
    pub(in crate::weighted::tables) numbers: Vec<u32>,
    /// The places of new cells.
    pub(in crate::weighted::tables) new: Vec<NewPlace>,
    /// The former nodes of the cells that are gone from each triangle.
    pub(in crate::weighted::tables) gone: BTreeMap<Triangle, Vec<[u32; 3]>>,
}

/// A place of a new cell.
#[derive(Debug)]
pub(in crate::weighted::tables) struct NewPlace {
    pub(in crate::weighted::tables) triangle: Triangle,
    pub(in crate::weighted::tables) nodes: [u32; 3],
    /// The cost that its sides count.
    pub(in crate::weighted::tables) side: f64,
}

impl Fragments {
    /// Returns the fragments of a later mesh. `kept` tells the slots whose cells are the same in both.
    ///
    /// Complexity: linear, with a small factor.
    pub(in crate::weighted::tables) fn after_edits(&self, mesh: &NavMesh, kept: &[bool]) -> Edited {
        let (mut all, new) = self.with_new_places(mesh, kept);
        let lowest = all.joined(mesh, kept, self.node_count + 3 * new.len());
        let numbers = all.number_anew(&lowest, self.node_count);
        let new = new.into_iter().map(|(place, slot)| NewPlace {
            triangle: all.triangles[place as usize],
            nodes: all.nodes[place as usize],
            side: all.side_cost(mesh.cost(slot)),
        });
        Edited { numbers, new: new.collect(), gone: self.gone(kept), fragments: all }
    }

    /// Returns the nodes of the cells that are not kept, by triangle.
    fn gone(&self, kept: &[bool]) -> BTreeMap<Triangle, Vec<[u32; 3]>> {
        let slots = 0..self.starts.len() as u32 - 1;
        let is_gone = |slot: &u32| !kept.get(*slot as usize).is_some_and(|kept| *kept);
        let mut gone = BTreeMap::<_, Vec<[u32; 3]>>::new();
        for place in slots.filter(is_gone).flat_map(|slot| self.places(slot)) {
            gone.entry(self.triangles[place]).or_default().push(self.nodes[place]);
        }
        gone
    }

    /// Returns the fragments with the places of a later mesh, and the places and slots of new cells. The nodes of these are
    /// apart from all others.
    fn with_new_places(&self, mesh: &NavMesh, kept: &[bool]) -> (Self, Vec<(u32, u32)>) {
        let mut all = Self { starts: vec![0], triangles: Vec::new(), nodes: Vec::new(), ..*self };
        let (mut new, mut clips) = (Vec::new(), Clips::default());
        let mut live = mesh.slots().peekable();
        for slot in 0..mesh.slot_count() as u32 {
            let is_live = live.next_if_eq(&slot).is_some();
            if kept[slot as usize] {
                all.triangles.extend_from_slice(&self.triangles[self.places(slot)]);
                all.nodes.extend_from_slice(&self.nodes[self.places(slot)]);
            } else if is_live {
                let first = all.triangles.len();
                let Self { grid, triangles, .. } = &mut all;
                grid.each_triangle(mesh.corners(slot), &mut clips, |at| triangles.push(at));
                triangles[first..].merge_sort();
                for place in first..all.triangles.len() {
                    let node = (self.node_count + 3 * new.len()) as u32;
                    all.nodes.push([node, node + 1, node + 2]);
                    new.push((place as u32, slot));
                }
            }
            all.starts.push(all.triangles.len() as u32);
        }
        (all, new)
    }

    /// Joins the nodes of new cells with those around them. Returns for each node the lowest one that it is joined with.
    fn joined(&self, mesh: &NavMesh, kept: &[bool], nodes: usize) -> Vec<u32> {
        let mut sets = DisjointSets::new(nodes);
        let mut clips = Clips::default();
        let mut unite = |[one, other]: [(u32, usize); 2]| {
            let node = |(place, corner): (u32, usize)| self.nodes[place as usize][corner];
            sets.unite(node(one), node(other));
        };
        for slot in mesh.slots().filter(|&slot| !kept[slot as usize]) {
            self.each_common_corner(slot, &mut unite);
            for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
                let Some(twin) = mesh.edge(edge).twin() else { continue };
                self.each_meeting(mesh, [edge, twin], &mut clips, |places| {
                    (0..3).for_each(|corner| unite(places.map(|place| (place, corner))));
                });
            }
        }
        sets.into_lowest()
    }

    /// Numbers the nodes that places have. Returns the number of each former node, or `NONE`.
    fn number_anew(&mut self, lowest: &[u32], former: usize) -> Vec<u32> {
        let mut numbers = vec![NONE; lowest.len()];
        self.node_count = 0;
        for node in self.nodes.iter_mut().flatten() {
            let number = &mut numbers[lowest[*node as usize] as usize];
            if *number == NONE {
                *number = self.node_count as u32;
                self.node_count += 1;
            }
            *node = *number;
        }
        lowest[..former].iter().map(|&first| numbers[first as usize]).collect()
    }

    /// Returns the sides of all places.
    pub(in crate::weighted::tables) fn sides_of_all(&self, mesh: &NavMesh) -> Sides {
        let of_cell =
            |slot: u32| self.places(slot).map(move |place| (place as u32, mesh.cost(slot)));
        self.sides_of(mesh.slots().flat_map(of_cell))
    }

    /// Returns the number of places.
    pub(in crate::weighted::tables) fn place_count(&self) -> usize {
        self.triangles.len()
    }
}
