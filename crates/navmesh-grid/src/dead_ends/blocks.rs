//! The block-cut tree of the runs, by one walk in depth.

use std::ops::Range;

use super::run_names::RunNames;
use super::{Block, Lines, NONE};
use crate::bits::BitMap;
use crate::components::{Joining, runs_of};

impl Lines {
    /// Cuts lines of `length` tiles into runs and finds how they hang together; gives in addition the
    /// tiles that are in the largest block.
    pub(super) fn new(
        free: &BitMap,
        [length, count]: [u32; 2],
        joining: Joining,
    ) -> (Self, BitMap) {
        let (runs, ends) = all_runs(free, count);
        let mut walk = Walk::new(neighbors(&runs, &ends, joining));
        for run in 0..runs.len() as u32 {
            if walk.found[run as usize] == NONE {
                walk.cover(run);
            }
        }
        let Walk { homes, mut blocks, .. } = walk;
        let mut holds = vec![false; homes.len()];
        // A block is closed before the one that its parent is in.
        for block in (0..blocks.len()).rev() {
            let Block { parent, .. } = blocks[block];
            if parent != NONE {
                holds[parent as usize] = true;
                let above = homes[parent as usize];
                blocks[block].above = above;
                blocks[block].depth = blocks[above as usize].depth + 1;
            }
        }
        let largest = largest(&homes, blocks.len());
        let (size, names) = ([length, count], RunNames::new(free, count));
        let lines = Self {
            size,
            joining,
            names,
            homes,
            holds,
            blocks,
            united: Vec::new(),
            ranks: Vec::new(),
            largest,
        };
        let mut inside = BitMap::new(length, count);
        let mut first = 0;
        for (line, &end) in (0..).zip(&ends) {
            let at_home = (first..end).filter(|&run| lines.homes[run] == largest);
            at_home.for_each(|run| inside.set_run(line, runs[run]));
            first = end;
        }
        (lines, inside)
    }
}

/// The block that is home to most runs, the first of equals; 0 where there is none.
fn largest(homes: &[u32], block_count: usize) -> u32 {
    let mut sizes = vec![0_u32; block_count];
    homes.iter().for_each(|&home| sizes[home as usize] += 1);
    (0..block_count).rev().max_by_key(|&block| sizes[block]).unwrap_or(0) as u32
}

/// The runs of all lines, each by its first place and the one after its last, and for each line the
/// number of runs up to its end.
fn all_runs(free: &BitMap, count: u32) -> (Vec<(u32, u32)>, Vec<usize>) {
    let (mut runs, mut row, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for line in 1..=count as usize {
        runs_of(free.line(line), &mut row);
        runs.extend_from_slice(&row);
        ends.push(runs.len());
    }
    (runs, ends)
}

/// The runs next to a run in the line before and in the line after; they stand side by side.
#[derive(Debug, Clone, Default)]
struct Neighbors {
    before: Range<u32>,
    after: Range<u32>,
}

impl Neighbors {
    fn get(&self, mut index: u32) -> Option<u32> {
        let before = self.before.end - self.before.start;
        if index < before {
            return Some(self.before.start + index);
        }
        index -= before;
        (index < self.after.end - self.after.start).then(|| self.after.start + index)
    }
}

fn neighbors(runs: &[(u32, u32)], ends: &[usize], joining: Joining) -> Vec<Neighbors> {
    let reach = u32::from(joining == Joining::Corners);
    let mut all = vec![Neighbors::default(); runs.len()];
    let mut first = 0;
    for lines in ends.windows(2) {
        let (mut i, mut j) = (first, lines[0]);
        while i < lines[0] && j < lines[1] {
            let (a, b) = (runs[i], runs[j]);
            if a.0 < b.1 + reach && b.0 < a.1 + reach {
                extend(&mut all[i].after, j as u32);
                extend(&mut all[j].before, i as u32);
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        first = lines[0];
    }
    all
}

fn extend(range: &mut Range<u32>, next: u32) {
    *range = if range.start == range.end { next..next + 1 } else { range.start..next + 1 };
}

/// A walk in depth over the runs.
#[derive(Debug)]
struct Walk {
    neighbors: Vec<Neighbors>,
    /// When a run was found; [`NONE`] before.
    found: Vec<u32>,
    /// The earliest run next to it, or next to one found from it.
    lowest: Vec<u32>,
    /// How many neighbours were looked at.
    looked: Vec<u32>,
    /// The way from the root to where the walk stands.
    way: Vec<u32>,
    /// Runs whose block is not closed.
    waiting: Vec<u32>,
    clock: u32,
    homes: Vec<u32>,
    blocks: Vec<Block>,
}

impl Walk {
    fn new(neighbors: Vec<Neighbors>) -> Self {
        let count = neighbors.len();
        Self {
            neighbors,
            found: vec![NONE; count],
            lowest: vec![0; count],
            looked: vec![0; count],
            way: Vec::new(),
            waiting: Vec::new(),
            clock: 0,
            homes: vec![NONE; count],
            blocks: Vec::new(),
        }
    }

    /// Walks over everything joined to a run; that run is at the top of its tree.
    fn cover(&mut self, root: u32) {
        self.find(root);
        while let Some(&run) = self.way.last() {
            let at = run as usize;
            if let Some(next) = self.neighbors[at].get(self.looked[at]) {
                self.looked[at] += 1;
                match self.found[next as usize] {
                    NONE => self.find(next),
                    found => self.lowest[at] = self.lowest[at].min(found),
                }
                continue;
            }
            self.way.pop();
            if let Some(&parent) = self.way.last() {
                let lowest = self.lowest[at];
                let above = &mut self.lowest[parent as usize];
                *above = lowest.min(*above);
                if lowest >= self.found[parent as usize] {
                    self.close_block(parent, run);
                }
            }
        }
        self.close_block(NONE, root);
    }

    fn find(&mut self, run: u32) {
        (self.found[run as usize], self.lowest[run as usize]) = (self.clock, self.clock);
        self.clock += 1;
        self.way.push(run);
        self.waiting.push(run);
    }

    /// Makes a block of the runs that wait, down to `last`.
    fn close_block(&mut self, parent: u32, last: u32) {
        let block = self.blocks.len() as u32;
        self.blocks.push(Block { parent, above: NONE, depth: 0 });
        while let Some(run) = self.waiting.pop() {
            self.homes[run as usize] = block;
            if run == last {
                return;
            }
        }
    }
}
