//! Which straight runs end at a jump point: one bit a tile and direction, 64 tiles at a time.
//!
//! The tiles whose run towards lower places ends at a jump point lie above it, up to the next end of
//! a run and with that. Take a word with the ends set, and subtract from it the jump points, each
//! moved up by one place: from each of them a borrow runs up to the next end, and turns over all bits
//! on its way. (Chess programs find so how far a rook moves.)
//!
//! ```text
//! tiles       . # . . J . . #    J jump point, # blocked: both are ends; low places on the right
//! ends        0 1 0 0 1 0 0 1
//! moved up    0 0 0 1 0 0 0 0
//! ends less   0 0 1 1 1 0 0 1
//! turned over 0 1 1 1 0 0 0 0    from these tiles the first end to the right is J
//! ```
//!
//! No borrow runs down. Towards higher places the tiles below jump points are filled up instead, as far as
//! there is no end: by 1, 2, 4 places and so on (P. Kogge, H. Stone, "A Parallel Algorithm for the Efficient
//! Solution of a General Class of Recurrence Equations", 1973).

use std::ops::Range;

use super::Block;
use crate::bits::WORD;

/// Brings a line's leads up to date after its ends changed in the blocks at `changed`; blocks beyond
/// them are followed as far as anything changes.
pub(super) fn follow(free: &[u64], line: &mut [Block], changed: Range<usize>) {
    let mut carry = changed.start > 0 && {
        let (block, free) = (line[changed.start - 1], free[changed.start - 1]);
        top_bit(block.ends_down & free | block.leads_down & !block.ends_down)
    };
    for index in changed.start..line.len() {
        // The first place of a word tells what was known of the words before.
        if index >= changed.end && (line[index].leads_down & 1 != 0) == carry {
            break;
        }
        (line[index].leads_down, carry) =
            above_jump_points(line[index].ends_down, free[index], carry);
    }
    let mut carry = changed.end < line.len() && {
        let (block, free) = (line[changed.end], free[changed.end]);
        (block.ends_up & free | block.leads_up & !block.ends_up) & 1 != 0
    };
    for index in (0..changed.end).rev() {
        if index < changed.start && top_bit(line[index].leads_up) == carry {
            break;
        }
        (line[index].leads_up, carry) = below_jump_points(line[index].ends_up, free[index], carry);
    }
}

/// The places of a word for which the first end below is a free tile, and whether that is so for the
/// first place above the word; `carry` says it of the first place in the word.
fn above_jump_points(ends: u64, free: u64, carry: bool) -> (u64, bool) {
    let jump_points = ends & free;
    let moved_up = jump_points << 1 | u64::from(carry);
    let (rest, borrows) = ends.overflowing_sub(moved_up);
    (ends ^ rest, borrows | top_bit(jump_points))
}

/// The places of a word for which the first end above is a free tile, and whether that is so for the
/// first place below the word; `carry` says it of the last place in the word.
fn below_jump_points(ends: u64, free: u64, carry: bool) -> (u64, bool) {
    let jump_points = ends & free;
    let mut below = jump_points >> 1 | u64::from(carry) << (WORD - 1);
    // From where it is passed on to the place below.
    let mut passed = !ends >> 1;
    for places in [1, 2, 4, 8, 16, 32] {
        below |= passed & below >> places;
        passed &= passed >> places;
    }
    (below, (jump_points | below & !ends) & 1 != 0)
}

fn top_bit(word: u64) -> bool {
    word >> (WORD - 1) != 0
}
