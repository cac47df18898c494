//! The ends of straight jumps along all rows, or along all columns.

use std::ops::Range;

use super::stop_word::{StopWord, update_jumps};
use crate::map::bit_map::{BitMap, WORD};
use crate::rules::choices::CornerRule;

/// The lines of a map with the ends of jumps along them.
#[derive(Debug, Clone)]
pub(crate) struct LineStops {
    free: Vec<u64>,
    pub(super) words: Vec<StopWord>,
    /// The number of tiles in a line, without the border.
    pub(super) length: u32,
    /// The number of lines, without the border.
    count: u32,
    /// The number of words in a line.
    pub(super) stride: usize,
    pub(super) corners: CornerRule,
}

impl LineStops {
    /// Computes the ends of all jumps along `count` lines of `length` tiles.
    pub(super) fn new(free: &BitMap, length: u32, count: u32, corners: CornerRule) -> Self {
        let (stride, lines) = ((length as usize + 2).div_ceil(WORD), count as usize + 2);
        let free: Vec<u64> = (0..lines).flat_map(|line| free.line(line)).copied().collect();
        let words = vec![StopWord::BLOCKED; free.len()];
        let mut stops = Self { free, words, length, count, stride, corners };
        stops.find_ends(0..lines, 0..stride);
        stops
    }

    /// Returns the number of free tiles that are jump points of jumps along the lines.
    pub(in crate::search::jps) fn jump_point_count(&self) -> usize {
        let words = self.words.iter().zip(&self.free);
        words
            .map(|(word, free)| ((word.ends_up | word.ends_down) & free).count_ones() as usize)
            .sum()
    }

    /// Returns the stop bits around a position of a line.
    #[inline(always)] // in the inner loop of jump point search
    pub(super) fn word(&self, line: u32, position: u32) -> &StopWord {
        &self.words[line as usize * self.stride + position as usize / WORD]
    }

    /// Returns the number of steps from a position to the end of the jump towards higher positions;
    /// `word` holds the position.
    #[inline(always)] // in the inner loop of jump point search
    pub(super) fn jump_up(&self, word: &StopWord, line: u32, position: u32) -> u32 {
        match word.ends_up >> (position % WORD as u32) >> 1 {
            0 => self.long_jump_up(line, position),
            ends => ends.trailing_zeros() + 1,
        }
    }

    /// Returns the number of steps to the end of the jump towards lower positions.
    #[inline(always)] // in the inner loop of jump point search
    pub(super) fn jump_down(&self, word: &StopWord, line: u32, position: u32) -> u32 {
        match word.ends_down << (WORD as u32 - 1 - position % WORD as u32) << 1 {
            0 => self.long_jump_down(line, position),
            ends => ends.leading_zeros() + 1,
        }
    }

    /// Continues a jump in the words above; the border ends it at the latest.
    #[inline(never)]
    fn long_jump_up(&self, line: u32, position: u32) -> u32 {
        let start = line as usize * self.stride;
        let mut index = start + position as usize / WORD + 1;
        while self.words[index].ends_up == 0 {
            index += 1;
        }
        ((index - start) * WORD) as u32 + self.words[index].ends_up.trailing_zeros() - position
    }

    /// Continues a jump in the words below.
    #[inline(never)]
    fn long_jump_down(&self, line: u32, position: u32) -> u32 {
        let start = line as usize * self.stride;
        let mut index = start + position as usize / WORD - 1;
        while self.words[index].ends_down == 0 {
            index -= 1;
        }
        position + 1 + self.words[index].ends_down.leading_zeros()
            - ((index - start + 1) * WORD) as u32
    }

    /// Returns the tiles whose jump towards higher positions ends at a jump point.
    pub(super) fn jump_up_bits(&self) -> BitMap {
        BitMap::from_lines(self.words.iter().map(|word| word.jump_up).collect(), self.stride)
    }

    /// Returns the tiles whose jump towards lower positions ends at a jump point.
    pub(super) fn jump_down_bits(&self) -> BitMap {
        BitMap::from_lines(self.words.iter().map(|word| word.jump_down).collect(), self.stride)
    }

    /// Updates the ends of jumps after a tile became free or blocked.
    pub(super) fn patch(&mut self, line: u32, position: u32, is_free: bool) {
        let (line, position) = (line as usize, position as usize);
        let word = &mut self.free[line * self.stride + position / WORD];
        let bit = position % WORD;
        *word = *word & !(1 << bit) | u64::from(is_free) << bit;
        let words = (position - 1) / WORD..(position + 1) / WORD + 1;
        self.find_ends(line - 1..line + 2, words);
    }

    /// Computes the ends of jumps in some words of some lines. Lines of the border, where every
    /// tile is blocked, do not change.
    fn find_ends(&mut self, lines: Range<usize>, indices: Range<usize>) {
        let lines = lines.start.max(1)..lines.end.min(self.count as usize + 1);
        for index in indices.clone() {
            let [mut low, mut own] = [lines.start - 1, lines.start].map(|l| self.window(l, index));
            for line in lines.clone() {
                let high = self.window(line + 1, index);
                let [up, down] = jump_points(self.corners, &own, [&low, &high]);
                let word = &mut self.words[line * self.stride + index];
                (word.ends_up, word.ends_down) = (!own.free | up, !own.free | down);
                (low, own) = (own, high);
            }
        }
        for line in lines {
            let whole = line * self.stride..(line + 1) * self.stride;
            update_jumps(&self.free[whole.clone()], &mut self.words[whole], indices.clone());
        }
    }

    /// Returns a word of a line with its neighbours.
    #[inline]
    pub(super) fn window(&self, line: usize, index: usize) -> Window {
        let words = &self.free[line * self.stride..(line + 1) * self.stride];
        let word = |index: usize| words.get(index).copied().unwrap_or(0);
        let free = word(index);
        Window {
            free,
            below: free << 1 | word(index.wrapping_sub(1)) >> (WORD - 1),
            above: free >> 1 | word(index + 1) << (WORD - 1),
        }
    }
}

/// The free tiles of a word, and at the same bits the free tiles one position below and above them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) free: u64,
    pub(super) below: u64,
    pub(super) above: u64,
}

/// Returns the tiles of a word that are jump points for jumps up and for jumps down: those with a
/// forced successor (see [`Successors`](crate::search::jps::successors::Successors)) beside one of
/// the two neighbouring lines.
fn jump_points(corners: CornerRule, own: &Window, beside: [&Window; 2]) -> [u64; 2] {
    let past = |line: &Window| match corners {
        CornerRule::Never => [line.free & !line.below, line.free & !line.above],
        CornerRule::OneFree => {
            [!line.free & line.above & own.above, !line.free & line.below & own.below]
        }
        CornerRule::Always => [!line.free & line.above, !line.free & line.below],
    };
    let [low, high] = beside.map(past);
    [own.free & (low[0] | high[0]), own.free & (low[1] | high[1])]
}
