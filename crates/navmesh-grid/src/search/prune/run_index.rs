//! The run of a tile, by counting bits.
//!
//! Source: G. Jacobson, "Space-efficient Static Trees and Graphs", 1989, counts bits in this way.
//! Runs are numbered line after line. The number of a tile's run follows from the number of runs
//! that begin up to the tile: the bits set up to it in a map of the runs' first tiles. They are
//! counted once up to each word, so that a query counts the bits of one word. Memory: 24 bytes for
//! 64 tiles.
//!
//! A blocked tile changes no number. A freed tile gets a new run, which is stored separately.

use std::collections::BTreeMap;

use navmesh_core::backend::collections::NONE;

use crate::map::bit_map::{BitMap, WORD};

/// The runs of all lines, by tile.
#[derive(Debug, Clone)]
pub(super) struct RunIndex {
    words: Vec<Word>,
    /// The number of words in a line.
    stride: usize,
    /// The runs of freed tiles, by line and place.
    freed: BTreeMap<(u32, u32), u32>,
}

/// 64 tiles of a line.
#[derive(Debug, Clone, Copy)]
struct Word {
    /// The first tiles of runs, when the index was built.
    starts: u64,
    /// The tiles that were free then and were never blocked since.
    free: u64,
    /// The number of runs that begin before this word.
    before: u32,
    /// The number of its tiles that were freed.
    freed: u32,
}

impl RunIndex {
    /// Counts the runs of a map.
    pub(super) fn new(free: &BitMap, line_count: u32) -> Self {
        let stride = free.line(0).len();
        let (mut words, mut before, mut last) = (Vec::new(), 0, 0);
        for &free in (0..line_count as usize + 2).flat_map(|line| free.line(line)) {
            // Every line ends with a zero, so that none begins within a run.
            let starts = free & !(free << 1 | last);
            words.push(Word { starts, free, before, freed: 0 });
            (before, last) = (before + starts.count_ones(), free >> (WORD - 1));
        }
        Self { words, stride, freed: BTreeMap::new() }
    }

    /// Returns the run of a tile; [`NONE`] for a blocked one.
    #[inline(always)] // once for every tile that a search reaches
    pub(super) fn of(&self, line: u32, place: u32) -> u32 {
        let (index, bit) = self.index(line, place);
        let Word { starts, free, before, freed } = self.words[index];
        if free >> bit & 1 != 0 {
            return before + (starts & u64::MAX >> (WORD - 1 - bit)).count_ones() - 1;
        }
        if freed == 0 { NONE } else { self.freed_run(line, place) }
    }

    #[cold]
    fn freed_run(&self, line: u32, place: u32) -> u32 {
        self.freed.get(&(line, place)).copied().unwrap_or(NONE)
    }

    /// Records that a tile became free, as a run of its own.
    pub(super) fn free(&mut self, line: u32, place: u32, run: u32) {
        let (index, _) = self.index(line, place);
        self.words[index].freed += u32::from(self.freed.insert((line, place), run).is_none());
    }

    /// Records that a tile became blocked.
    pub(super) fn block(&mut self, line: u32, place: u32) {
        let (index, bit) = self.index(line, place);
        let word = &mut self.words[index];
        word.free &= !(1 << bit);
        if word.freed > 0 {
            word.freed -= u32::from(self.freed.remove(&(line, place)).is_some());
        }
    }

    fn index(&self, line: u32, place: u32) -> (usize, usize) {
        let position = place as usize + 1;
        ((line as usize + 1) * self.stride + position / WORD, position % WORD)
    }
}
