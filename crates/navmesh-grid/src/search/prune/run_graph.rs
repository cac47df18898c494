//! The graph of runs along one axis, and its block-cut tree.

use std::ops::Range;

use navmesh_core::backend::collections::{NONE, biconnected_blocks};

use super::run_index::RunIndex;
use crate::map::bit_map::BitMap;
use crate::map::row::{TileRun, each_touching, runs_of};
use crate::rules::components::Adjacency;

/// The runs of all rows, or of all columns, and their blocks.
#[derive(Debug, Clone)]
pub(super) struct RunGraph {
    /// The number of tiles in a line.
    pub(super) length: u32,
    /// The number of lines.
    pub(super) count: u32,
    pub(super) adjacency: Adjacency,
    pub(super) runs: RunIndex,
    /// For each run its *home*: the block that it belongs to without being the block's parent.
    pub(super) homes: Vec<u32>,
    /// For each run, true if it was the parent of a block when the blocks were found. Runs added
    /// later are parents of no block.
    pub(super) is_parent: Vec<bool>,
    pub(super) blocks: Vec<Block>,
    /// For each block another one that it was merged into, or itself; empty where none was merged.
    pub(super) merged: Vec<u32>,
    /// For each block the largest length of a chain of merges into it; empty where none was merged.
    pub(super) ranks: Vec<u8>,
    /// The block that was home to most runs when the blocks were found.
    pub(super) largest: u32,
}

/// A block of the tree: a biconnected set of runs, or two neighbouring runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// The run that connects the block to the block above; [`NONE`] at the root.
    pub(super) parent: u32,
    /// The home of that run when the blocks were found; [`NONE`] at the root.
    pub(super) above: u32,
    /// The number of blocks above.
    pub(super) depth: u32,
}

impl RunGraph {
    /// Cuts `count` lines of `length` tiles into runs and finds their blocks; returns also the
    /// tiles of the largest block.
    pub(super) fn new(
        free: &BitMap,
        length: u32,
        count: u32,
        adjacency: Adjacency,
    ) -> (Self, BitMap) {
        let (runs, ends) = all_runs(free, count);
        let neighbors = neighbors(&runs, &ends, adjacency);
        let mut homes = vec![NONE; runs.len()];
        let mut blocks = Vec::new();
        biconnected_blocks(
            runs.len(),
            |run| neighbors[run as usize].all(),
            |parent, others| {
                for &run in others {
                    homes[run as usize] = blocks.len() as u32;
                }
                blocks.push(Block { parent: parent.unwrap_or(NONE), above: NONE, depth: 0 });
            },
        );
        let is_parent = connect(&mut blocks, &homes);
        let largest = largest(&homes, blocks.len());
        let mut in_largest = BitMap::new(length, count);
        let mut first = 0;
        for (line, &end) in (0..).zip(&ends) {
            for run in (first..end).filter(|&run| homes[run] == largest) {
                in_largest.set_run(line, runs[run].from, runs[run].to);
            }
            first = end;
        }
        let runs = RunIndex::new(free, count);
        let (merged, ranks) = (Vec::new(), Vec::new());
        let graph = Self {
            length,
            count,
            adjacency,
            runs,
            homes,
            is_parent,
            blocks,
            merged,
            ranks,
            largest,
        };
        (graph, in_largest)
    }

    /// Returns the run of a tile; [`NONE`] for a blocked one.
    #[inline(always)] // once for every tile that a search reaches
    pub(super) fn run(&self, line: u32, place: u32) -> u32 {
        self.runs.of(line, place)
    }

    /// Returns the home of a run, after merges.
    #[inline(always)] // once for every tile that a search reaches
    pub(super) fn home(&self, run: u32) -> u32 {
        self.root(self.homes[run as usize])
    }

    /// Returns the block that a block was finally merged into.
    ///
    /// Complexity: logarithmic in the number of merged blocks.
    #[inline(always)] // once for every tile that a search reaches
    pub(super) fn root(&self, mut block: u32) -> u32 {
        while let Some(&upper) = self.merged.get(block as usize).filter(|&&upper| upper != block) {
            block = upper;
        }
        block
    }
}

/// Writes for each block the one above and its depth; returns for each run whether it is a parent.
fn connect(blocks: &mut [Block], homes: &[u32]) -> Vec<bool> {
    let mut is_parent = vec![false; homes.len()];
    // A block comes before the one that lists its parent.
    for block in (0..blocks.len()).rev() {
        let Block { parent, .. } = blocks[block];
        if parent != NONE {
            is_parent[parent as usize] = true;
            let above = homes[parent as usize];
            blocks[block].above = above;
            blocks[block].depth = blocks[above as usize].depth + 1;
        }
    }
    is_parent
}

/// Returns the block that is home to most runs, the first of equals; 0 where there is none.
fn largest(homes: &[u32], block_count: usize) -> u32 {
    let mut sizes = vec![0_u32; block_count];
    for &home in homes {
        sizes[home as usize] += 1;
    }
    (0..block_count).rev().max_by_key(|&block| sizes[block]).unwrap_or(0) as u32
}

/// Returns the runs of all lines, and for each line the number of runs up to its end.
fn all_runs(free: &BitMap, count: u32) -> (Vec<TileRun>, Vec<usize>) {
    let (mut runs, mut row, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for line in 1..=count as usize {
        runs_of(free.line(line), &mut row);
        runs.extend_from_slice(&row);
        ends.push(runs.len());
    }
    (runs, ends)
}

/// The neighbours of a run in the line before and in the line after, each a range of runs.
#[derive(Debug, Clone, Default)]
struct Neighbors {
    before: Range<u32>,
    after: Range<u32>,
}

impl Neighbors {
    fn all(&self) -> impl Iterator<Item = u32> + use<> {
        self.before.clone().chain(self.after.clone())
    }
}

fn neighbors(runs: &[TileRun], ends: &[usize], adjacency: Adjacency) -> Vec<Neighbors> {
    let reach = u32::from(adjacency == Adjacency::Corners);
    let mut all = vec![Neighbors::default(); runs.len()];
    let mut first = 0;
    for lines in ends.windows(2) {
        let (start, end) = (lines[0], lines[1]);
        each_touching(&runs[first..start], &runs[start..end], [reach, reach], |above, below| {
            extend(&mut all[first + above].after, (start + below) as u32);
            extend(&mut all[start + below].before, (first + above) as u32);
        });
        first = start;
    }
    all
}

fn extend(range: &mut Range<u32>, next: u32) {
    *range = if range.start == range.end { next..next + 1 } else { range.start..next + 1 };
}
