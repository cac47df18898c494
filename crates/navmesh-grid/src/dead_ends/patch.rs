//! Dead ends on a map that changes: blocks are united, never parted.
//!
//! - A tile that becomes free is a run of its own. With any two runs around it it makes a ring, so that
//!   all blocks between those become one, and the tile belongs to that.
//! - A tile that becomes blocked within a run parts it, and a way may leave one part to come back to
//!   the other. Both parts keep the run's name, and all blocks that it is in become one. What the
//!   tile no longer joins stays as it was.
//!
//! So more may be open than need be, until the blocks are made anew; never less.

use super::{Block, Lines, NONE};
use crate::components::Joining;

/// Where more blocks than this lie between two runs that a tile joins, all are void.
const FARTHEST: usize = 200;

impl Lines {
    /// False where the blocks are void.
    pub(super) fn patch(&mut self, line: u32, place: u32, is_free: bool) -> bool {
        if is_free {
            let around = self.around(line, place);
            self.names.free(line, place, self.homes.len() as u32);
            return self.add_run(&around);
        }
        let run = self.run(line, place);
        let is_own = |place: u32| place < self.size[0] && self.run(line, place) == run;
        let is_parted = is_own(place.wrapping_sub(1)) && is_own(place + 1);
        self.names.block(line, place);
        // Most runs are in one block only.
        if is_parted && self.holds.get(run as usize) == Some(&true) {
            self.part(run, line, place);
        }
        true
    }

    /// Gives a tile that became free its home among the runs around it.
    fn add_run(&mut self, around: &[u32; 8]) -> bool {
        let mut others = joined_around(around, self.joining);
        let Some(first) = others.next() else {
            let block = self.blocks.len() as u32;
            self.homes.push(block);
            self.blocks.push(Block { parent: NONE, above: NONE, depth: 0 });
            if !self.united.is_empty() {
                self.united.push(block);
                self.ranks.push(0);
            }
            return true;
        };
        let is_done = others.all(|other| other == first || self.unite_between(first, other));
        self.homes.push(self.home(first));
        // Tiles that come and go leave names behind; made anew, there are fewer.
        is_done && self.homes.len() as u64 <= 2 * u64::from(self.size[0]) * u64::from(self.size[1])
    }

    /// Unites the blocks that a run is in, before it falls into two parts.
    ///
    /// Complexity: linear in the run's tiles.
    fn part(&mut self, run: u32, line: u32, place: u32) {
        let [length, count] = self.size;
        let is_own = |&place: &u32| self.run(line, place) == run;
        let first = (0..place).rev().take_while(is_own).last().unwrap_or(place);
        let last = (place + 1..length).take_while(is_own).last().unwrap_or(place);
        // Its neighbours stand in the lines beside, and at its ends, where tiles became free.
        for line in line.saturating_sub(1)..(line + 2).min(count) {
            let mut before = NONE;
            for place in first.saturating_sub(1)..(last + 2).min(length) {
                let other = std::mem::replace(&mut before, self.run(line, place));
                if before != other && before != NONE {
                    let block = self.home(before);
                    if self.blocks[block as usize].parent == run {
                        self.unite(block, self.home(run));
                    }
                }
            }
        }
    }

    /// Makes the blocks between two runs, and the first one's home, one block.
    ///
    /// False where that would take long, or where nothing joined the runs.
    fn unite_between(&mut self, first: u32, other: u32) -> bool {
        let mut at = [first, other];
        let mut homes = at.map(|run| self.home(run));
        let mut all = homes[0];
        for _ in 0..FARTHEST {
            homes = homes.map(|home| self.root(home));
            let [a, b] = homes.map(|home| self.blocks[home as usize]);
            let deeper = usize::from(b.depth > a.depth);
            all = self.unite(all, homes[deeper]);
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

    /// Makes two blocks one, which hangs where the upper one did; gives the block that stands for it.
    ///
    /// That is the one with the longer chains behind it (R. Tarjan, "Efficiency of a Good But Not Linear
    /// Set Union Algorithm", 1975), so that no chain gets long, however deep the tree was.
    fn unite(&mut self, a: u32, b: u32) -> u32 {
        let [a, b] = [a, b].map(|block| self.root(block));
        if self.united.is_empty() {
            self.united = (0..self.blocks.len() as u32).collect();
            self.ranks = vec![0; self.blocks.len()];
        }
        let [at_a, at_b] = [a, b].map(|block| self.blocks[block as usize]);
        let upper = if at_b.depth < at_a.depth { at_b } else { at_a };
        let ranks = [a, b].map(|block| self.ranks[block as usize]);
        let (root, other) = if ranks[0] < ranks[1] { (b, a) } else { (a, b) };
        if root != other {
            self.ranks[root as usize] += u8::from(ranks[0] == ranks[1]);
        }
        self.united[other as usize] = root;
        self.blocks[root as usize] = upper;
        root
    }

    /// The runs of the tiles around a place: by lines, from the lowest place of each, without itself.
    fn around(&self, line: u32, place: u32) -> [u32; 8] {
        let [length, count] = self.size;
        STEPS.map(|(lines, places)| {
            let (line, place) =
                (line.wrapping_add_signed(lines), place.wrapping_add_signed(places));
            if line < count && place < length { self.run(line, place) } else { NONE }
        })
    }
}

/// From a tile to those around it, in lines and places: first the sides in turn, then the corners, each
/// between the side of its own number and the next.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The runs to which some step from the middle may be legal.
fn joined_around(around: &[u32; 8], joining: Joining) -> impl Iterator<Item = u32> {
    let is_joined = move |number: usize| {
        let beside = [number % 4, (number + 1) % 4];
        number < 4 || joining == Joining::Corners || beside.iter().any(|&n| around[n] != NONE)
    };
    (0..8).filter(move |&n| around[n] != NONE && is_joined(n)).map(|number| around[number])
}
