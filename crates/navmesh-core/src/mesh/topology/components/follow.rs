//! Components after a change of some cells.
//!
//! The cells around the change are its *seeds*. They form groups over the portals between them, and new
//! cells are seeds too.
//!
//! 1. A component with seeds in several groups may have come apart. Floods from these groups run in
//!    lock-step until they meet or all but one have ended. Each part that has ended gets a new key.
//! 2. All components of one group become one: the largest keeps its key, and the others are flooded.
//!
//! Every cell of a component reaches a seed: its way to any other cell is whole, or it ends at the change.
//! So both steps reach all cells that need a new key. Source: Y. Shiloach, S. Even, "An On-Line
//! Edge-Deletion Problem", 1981, for the lock-step.

use super::floods::Floods;
use super::{CellGraph, Components};
use crate::collections::{DisjointSets, MergeSort, NONE};

impl Components {
    /// Follows a change. `removed` are slots whose cells have gone, even if new cells have taken them;
    /// `touched` are all slots with changed portals and all new cells, ascending and each once.
    ///
    /// Complexity: O(k log k) in the touched cells and their edges if portals between them connect
    /// whatever was connected. Otherwise as many floods as groups, each as long as the smaller parts.
    pub(in crate::mesh) fn follow(&mut self, graph: CellGraph, removed: &[u32], touched: &[u32]) {
        self.fit(graph.cells.len());
        let dead = touched.iter().filter(|&&slot| !graph.is_live(slot));
        for &slot in removed.iter().chain(dead) {
            self.forget(slot);
        }
        let mut seeds = touched.to_vec();
        seeds.retain(|&slot| graph.is_live(slot));
        let mut groups = groups(graph, &seeds);
        self.split(graph, &seeds, &mut groups);
        self.unite(graph, &seeds, &groups);
        self.renew_lowest();
    }

    /// Gives new keys to the parts of components that have come apart, and unites groups that are
    /// connected elsewhere.
    fn split(&mut self, graph: CellGraph, seeds: &[u32], groups: &mut DisjointSets) {
        let key = |index: &u32| self.keys[seeds[*index as usize] as usize];
        let mut keyed: Vec<(u32, u32, u32)> = Vec::with_capacity(seeds.len());
        let old = (0..seeds.len() as u32).filter(|index| key(index) != NONE);
        keyed.extend(old.map(|index| (key(&index), groups.lowest(index), index)));
        keyed.merge_sort();
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            if same.iter().all(|seed| seed.1 == same[0].1) {
                continue; // one group, which is whole
            }
            let of_groups: Vec<_> = same.chunk_by(|a, b| a.1 == b.1).collect();
            let mut floods = Floods::new(graph, same[0].0);
            for group in &of_groups {
                let starts = group.iter().map(|&(.., index)| seeds[index as usize]);
                floods.start(starts, &mut self.reached);
            }
            floods.run(&self.keys, &mut self.reached);
            for (number, group) in (0..).zip(&of_groups) {
                let team = of_groups[floods.team(number) as usize];
                groups.unite(group[0].1, team[0].1);
            }
            for part in floods.into_parts(&mut self.reached) {
                let key = self.take_key();
                for slot in part {
                    self.assign(slot, key);
                }
            }
        }
    }

    /// Gives one key to all components of each group.
    fn unite(&mut self, graph: CellGraph, seeds: &[u32], groups: &DisjointSets) {
        let mut grouped: Vec<(u32, u32)> =
            (0..).zip(seeds).map(|(index, &seed)| (groups.lowest(index), seed)).collect();
        grouped.merge_sort();
        for group in grouped.chunk_by(|a, b| a.0 == b.0) {
            let keys = group.iter().map(|&(_, seed)| self.keys[seed as usize]);
            let largest = keys
                .filter(|&key| key != NONE)
                .max_by_key(|&key| (self.parts[key as usize].size, key));
            let key = largest.unwrap_or_else(|| self.take_key());
            for &(_, seed) in group {
                self.repaint(graph, seed, key);
            }
        }
    }

    /// Gives a key to a cell, and to the cells of its component that are connected with it.
    fn repaint(&mut self, graph: CellGraph, seed: u32, key: u32) {
        let former = self.keys[seed as usize];
        if former == key {
            return;
        }
        self.assign(seed, key);
        let mut open = if former == NONE { Vec::new() } else { vec![seed] };
        while let Some(slot) = open.pop() {
            for neighbor in graph.neighbors(slot) {
                if self.keys[neighbor as usize] == former {
                    self.assign(neighbor, key);
                    open.push(neighbor);
                }
            }
        }
    }
}

/// Returns the groups of the seeds that portals between seeds connect, by index.
fn groups(graph: CellGraph, seeds: &[u32]) -> DisjointSets {
    let mut groups = DisjointSets::new(seeds.len());
    for (index, &seed) in (0..).zip(seeds) {
        for neighbor in graph.neighbors(seed).filter(|&neighbor| neighbor < seed) {
            if let Ok(other) = seeds.binary_search(&neighbor) {
                groups.unite(other as u32, index);
            }
        }
    }
    groups
}
