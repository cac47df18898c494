//! Updates of dead ends after an edit: blocks are merged, never split.
//!
//! - A freed tile is a run of its own. With any two runs around it, it closes a cycle, so that all blocks
//!   between those two become one, and the tile belongs to it.
//! - A tile blocked within a run splits it, and a path may leave one part and return to the other. Both
//!   parts keep the run's number, and all blocks of the run become one. Connections that the tile no
//!   longer makes stay in the graph.
//!
//! Edits may therefore open more tiles than necessary until the blocks are computed again, but
//! never fewer.

use navmesh_core::backend::collections::NONE;

use super::run_graph::{Block, RunGraph};
use crate::rules::components::Adjacency;

/// The blocks are invalid if more of them than this lie between two runs that a freed tile
/// connects.
const MAX_BLOCKS_BETWEEN: usize = 200;

impl RunGraph {
    /// Updates the blocks after a tile became free or blocked; returns false if they are invalid.
    pub(super) fn patch(&mut self, line: u32, place: u32, is_free: bool) -> bool {
        if is_free {
            let around = self.around(line, place);
            self.runs.free(line, place, self.homes.len() as u32);
            return self.add_run(&around);
        }
        let run = self.run(line, place);
        let is_own = |place: u32| place < self.length && self.run(line, place) == run;
        let is_split = is_own(place.wrapping_sub(1)) && is_own(place + 1);
        self.runs.block(line, place);
        // Most runs belong to one block only.
        if is_split && self.is_parent.get(run as usize) == Some(&true) {
            self.merge_blocks_of(run, line, place);
        }
        true
    }

    /// Adds the run of a freed tile to the block of the runs around it.
    fn add_run(&mut self, around: &[u32; 8]) -> bool {
        let mut others = connected_around(around, self.adjacency);
        let Some(first) = others.next() else {
            let block = self.blocks.len() as u32;
            self.homes.push(block);
            self.blocks.push(Block { parent: NONE, above: NONE, depth: 0 });
            if !self.merged.is_empty() {
                self.merged.push(block);
                self.ranks.push(0);
            }
            return true;
        };
        let is_merged = others.all(|other| other == first || self.merge_between(first, other));
        self.homes.push(self.home(first));
        // Edits leave unused runs behind; a new graph has fewer.
        let tiles = u64::from(self.length) * u64::from(self.count);
        is_merged && self.homes.len() as u64 <= 2 * tiles
    }

    /// Merges the blocks of a run, before it splits at a tile.
    ///
    /// Complexity: linear in the number of tiles of the run.
    fn merge_blocks_of(&mut self, run: u32, line: u32, place: u32) {
        let is_own = |&place: &u32| self.run(line, place) == run;
        let first = (0..place).rev().take_while(is_own).last().unwrap_or(place);
        let last = (place + 1..self.length).take_while(is_own).last().unwrap_or(place);
        // Its neighbours are in the lines beside, and at its ends where tiles were freed.
        for line in line.saturating_sub(1)..(line + 2).min(self.count) {
            let mut before = NONE;
            for place in first.saturating_sub(1)..(last + 2).min(self.length) {
                let other = std::mem::replace(&mut before, self.run(line, place));
                if before != other && before != NONE {
                    let block = self.home(before);
                    if self.blocks[block as usize].parent == run {
                        self.merge(block, self.home(run));
                    }
                }
            }
        }
    }

    /// Merges the blocks between two runs, and the home of the first one.
    ///
    /// Returns false if too many blocks lie between the runs, or no path connected them.
    fn merge_between(&mut self, first: u32, other: u32) -> bool {
        let mut at = [first, other];
        let mut homes = at.map(|run| self.home(run));
        let mut all = homes[0];
        for _ in 0..MAX_BLOCKS_BETWEEN {
            homes = homes.map(|home| self.root(home));
            let [a, b] = homes.map(|home| self.blocks[home as usize]);
            let deeper = usize::from(b.depth > a.depth);
            all = self.merge(all, homes[deeper]);
            at[deeper] = [a, b][deeper].parent;
            if homes[0] == homes[1] || at[0] == at[1] {
                return true;
            }
            if at[deeper] == NONE {
                return false;
            }
            homes[deeper] = self.home(at[deeper]);
        }
        false
    }

    /// Merges two blocks into one at the place of the upper one; returns the block that remains.
    ///
    /// That is the one with the longer chains of merges (R. Tarjan, "Efficiency of a Good But Not
    /// Linear Set Union Algorithm", 1975), so that chains stay short, however deep the tree was.
    fn merge(&mut self, a: u32, b: u32) -> u32 {
        let [a, b] = [a, b].map(|block| self.root(block));
        if self.merged.is_empty() {
            self.merged = (0..self.blocks.len() as u32).collect();
            self.ranks = vec![0; self.blocks.len()];
        }
        let [at_a, at_b] = [a, b].map(|block| self.blocks[block as usize]);
        let upper = if at_b.depth < at_a.depth { at_b } else { at_a };
        let ranks = [a, b].map(|block| self.ranks[block as usize]);
        let (root, other) = if ranks[0] < ranks[1] { (b, a) } else { (a, b) };
        if root != other {
            self.ranks[root as usize] += u8::from(ranks[0] == ranks[1]);
        }
        self.merged[other as usize] = root;
        self.blocks[root as usize] = upper;
        root
    }

    /// Returns the runs of the eight tiles around a tile, in the order of [`STEPS`].
    fn around(&self, line: u32, place: u32) -> [u32; 8] {
        STEPS.map(|(lines, places)| {
            let line = line.wrapping_add_signed(lines);
            let place = place.wrapping_add_signed(places);
            if line < self.count && place < self.length { self.run(line, place) } else { NONE }
        })
    }
}

/// The steps from a tile to its neighbours in lines and places: first the sides in turn, then the
/// corners, each between the side of its own number and the next.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Returns the runs to which a step from the middle may be legal.
fn connected_around(around: &[u32; 8], adjacency: Adjacency) -> impl Iterator<Item = u32> {
    let is_connected = move |number: usize| {
        let beside = [number % 4, (number + 1) % 4];
        number < 4 || adjacency == Adjacency::Corners || beside.iter().any(|&n| around[n] != NONE)
    };
    (0..8).filter(move |&n| around[n] != NONE && is_connected(n)).map(|number| around[number])
}
