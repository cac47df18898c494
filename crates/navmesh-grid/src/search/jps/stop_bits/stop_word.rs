//! The stop bits of 64 tiles, and which straight jumps end at a jump point.
//!
//! A jump towards lower positions ends at a jump point for the tiles above that point, up to the
//! next end of a jump, which is included. Take a word of ends, and subtract the jump points, each
//! shifted up by one position. From each of them a borrow runs up to the next end and inverts all
//! bits on its way. (Chess programs compute the moves of a rook in this way.)
//!
//! ```text
//! tiles       . # . . J . . #    J jump point, # blocked: both are ends; low positions on the right
//! ends        0 1 0 0 1 0 0 1
//! shifted up  0 0 0 1 0 0 0 0
//! difference  0 0 1 1 1 0 0 1
//! inverted    0 1 1 1 0 0 0 0    from these tiles the first end to the right is J
//! ```
//!
//! No borrow runs down. For jumps towards higher positions, the positions below each jump point are
//! filled instead, up to the next end: by 1, 2, 4 positions and so on (P. Kogge, H. Stone, "A
//! Parallel Algorithm for the Efficient Solution of a General Class of Recurrence Equations",
//! 1973).

use std::ops::Range;

use crate::map::bit_map::WORD;

/// The stop bits of 64 tiles of a line, within one cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct StopWord {
    /// The ends of jumps towards higher positions: blocked tiles and jump points.
    pub(super) ends_up: u64,
    /// The ends of jumps towards lower positions.
    pub(super) ends_down: u64,
    /// The tiles whose jump towards higher positions ends at a jump point.
    pub(super) jump_up: u64,
    /// The tiles whose jump towards lower positions ends at a jump point.
    pub(super) jump_down: u64,
}

impl StopWord {
    /// 64 blocked tiles, as in the border.
    pub(super) const BLOCKED: Self =
        Self { ends_up: u64::MAX, ends_down: u64::MAX, jump_up: 0, jump_down: 0 };
}

/// Updates which jumps along a line end at a jump point after the ends in the words `changed`
/// changed; visits further words as long as they change.
pub(super) fn update_jumps(free: &[u64], line: &mut [StopWord], changed: Range<usize>) {
    let mut carry = changed.start > 0 && {
        let (word, free) = (line[changed.start - 1], free[changed.start - 1]);
        top_bit(word.ends_down & free | word.jump_down & !word.ends_down)
    };
    for index in changed.start..line.len() {
        // The first position of a word holds the former carry.
        if index >= changed.end && (line[index].jump_down & 1 != 0) == carry {
            break;
        }
        (line[index].jump_down, carry) =
            above_jump_points(line[index].ends_down, free[index], carry);
    }
    let mut carry = changed.end < line.len() && {
        let (word, free) = (line[changed.end], free[changed.end]);
        (word.ends_up & free | word.jump_up & !word.ends_up) & 1 != 0
    };
    for index in (0..changed.end).rev() {
        if index < changed.start && top_bit(line[index].jump_up) == carry {
            break;
        }
        (line[index].jump_up, carry) = below_jump_points(line[index].ends_up, free[index], carry);
    }
}

/// Returns the positions of a word whose first end below is a jump point, and whether that holds
/// for the first position above the word; `carry` says whether it holds for the first position in
/// the word.
fn above_jump_points(ends: u64, free: u64, carry: bool) -> (u64, bool) {
    let jump_points = ends & free;
    let shifted_up = jump_points << 1 | u64::from(carry);
    let (difference, borrows) = ends.overflowing_sub(shifted_up);
    (ends ^ difference, borrows | top_bit(jump_points))
}

/// Returns the positions of a word whose first end above is a jump point, and whether that holds
/// for the first position below the word; `carry` says whether it holds for the last position in
/// the word.
fn below_jump_points(ends: u64, free: u64, carry: bool) -> (u64, bool) {
    let jump_points = ends & free;
    let mut below = jump_points >> 1 | u64::from(carry) << (WORD - 1);
    // The positions that pass a bit on to the position below.
    let mut passing = !ends >> 1;
    for shift in [1, 2, 4, 8, 16, 32] {
        below |= passing & below >> shift;
        passing &= passing >> shift;
    }
    (below, (jump_points | below & !ends) & 1 != 0)
}

fn top_bit(word: u64) -> bool {
    word >> (WORD - 1) != 0
}
