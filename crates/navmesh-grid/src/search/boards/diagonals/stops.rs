//! Finding where diagonal runs stop: row by row, 64 tiles at a time, and then turned into lines along
//! the diagonals.

use super::{CORNERS, Frame, is_difference, window};
use crate::bits::{WORD, transpose};
use crate::moves::SIDES;
use crate::options::CornerRule;
use crate::search::boards::{Board, Window};

/// The stops of all corners, as the frame lays them out.
pub(super) fn find(frame: Frame, rows: &Board, columns: &Board) -> [Vec<u64>; CORNERS] {
    let turned = [Board::leads_up_bits, Board::leads_down_bits]
        .map(|bits| bits(columns).transposed(columns.length, rows.length));
    // No step leads on from the border, which the first line and the last one are.
    let border = vec![u64::MAX; rows.stride];
    let mut stops = [(); CORNERS].map(|()| border.clone());
    for line in 1..=columns.length as usize {
        for index in 0..rows.stride {
            let block = rows.blocks[line * rows.stride + index];
            let [up, down] = [0, 1].map(|way| turned[way].line(line)[index]);
            let leads = [block.leads_up, up, block.leads_down, down];
            let around = [line - 1, line, line + 1].map(|l| rows.window(l, index));
            let found = stops_of(rows.corners, &around, leads);
            stops.iter_mut().zip(found).for_each(|(stops, word)| stops.push(word));
        }
    }
    let mut corner = SIDES;
    stops.map(|mut stops| {
        stops.extend_from_slice(&border);
        corner += 1;
        leaning(frame, &stops, is_difference(corner - 1))
    })
}

/// The stops of 64 tiles of a row, by corner: where the next step is illegal, where a straight run to
/// one of its two sides leads to a jump point, and where a forced way leads on.
///
/// `leads` are by side; corner c lies between the sides c and c + 1.
fn stops_of(corners: CornerRule, [low, own, high]: &[Window; 3], leads: [u64; SIDES]) -> [u64; 4] {
    let beside = [own.above, high.free, own.below, low.free];
    let ahead = [high.above, high.below, low.below, low.above];
    let legal: [u64; 4] = std::array::from_fn(|corner| {
        let sides = [beside[corner], beside[(corner + 1) % SIDES]];
        let passes = match corners {
            CornerRule::Never => sides[0] & sides[1],
            CornerRule::OneFree => sides[0] | sides[1],
            CornerRule::Always => u64::MAX,
        };
        own.free & ahead[corner] & passes
    });
    std::array::from_fn(|corner| {
        let [next, across, before] = [1, 2, 3].map(|turn| (corner + turn) % SIDES);
        // As `WaysOn` has it: past a blocked tile behind, on either hand.
        let forced = !beside[across] & legal[next] | !beside[before] & legal[before];
        let turns = if corners == CornerRule::Never { 0 } else { forced };
        !legal[corner] | leads[corner] | leads[next] | turns
    })
}

/// Rows of bits as lines along the diagonals, 64 by 64 bits at a time.
///
/// Row by row all is moved along by as much as makes each diagonal a column; then rows and columns are
/// exchanged.
fn leaning(frame: Frame, rows: &[u64], is_difference: bool) -> Vec<u64> {
    let words = frame.lines as usize / WORD;
    let mut lines = vec![u64::MAX; frame.lines as usize * frame.stride];
    for block in 0..frame.stride {
        for index in 0..words {
            let mut square = std::array::from_fn(|row| {
                let row = block * WORD + row;
                let Some(bits) = rows.get(row * words..(row + 1) * words) else { return u64::MAX };
                let turned = if is_difference { row as u32 } else { frame.bias - row as u32 };
                window(bits, ((index * WORD) as u32 + turned) % frame.lines)
            });
            transpose(&mut square);
            for (line, word) in square.into_iter().enumerate() {
                lines[(index * WORD + line) * frame.stride + block] = word;
            }
        }
    }
    lines
}
