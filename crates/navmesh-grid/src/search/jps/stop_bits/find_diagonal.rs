//! Computing where diagonal jumps stop: row by row, 64 tiles at a time.

use super::diagonal_layout::{CORNERS, DiagonalLayout, is_difference};
use super::line_stops::{LineStops, Window};
use crate::rules::choices::CornerRule;
use crate::rules::moves::SIDES;

/// Returns the stops of all corners, as lines along the diagonals.
pub(super) fn find_stops(
    layout: DiagonalLayout,
    rows: &LineStops,
    columns: &LineStops,
) -> [Vec<u64>; CORNERS] {
    let transposed = [columns.jump_up_bits(), columns.jump_down_bits()]
        .map(|bits| bits.transposed(columns.length, rows.length));
    // Jumps stop in the border, which is the first line and the last one.
    let border = vec![u64::MAX; rows.stride];
    let mut stops = [(); CORNERS].map(|()| border.clone());
    for line in 1..=columns.length as usize {
        for index in 0..rows.stride {
            let word = rows.words[line * rows.stride + index];
            let [up, down] = [0, 1].map(|way| transposed[way].line(line)[index]);
            let ends_at_jump = [word.jump_up, up, word.jump_down, down];
            let around = [line - 1, line, line + 1].map(|l| rows.window(l, index));
            let found = stops_of(rows.corners, &around, ends_at_jump);
            for (stops, word) in stops.iter_mut().zip(found) {
                stops.push(word);
            }
        }
    }
    let mut corner = SIDES;
    stops.map(|mut stops| {
        stops.extend_from_slice(&border);
        corner += 1;
        layout.rearranged(&stops, is_difference(corner - 1))
    })
}

/// Returns the stops of 64 tiles of a row, by corner: where the next step is illegal, where a
/// straight jump towards one of its two sides ends at a jump point, and where a successor is
/// forced.
///
/// `ends_at_jump` is indexed by side; corner c lies between sides c and c + 1.
fn stops_of(
    corners: CornerRule,
    [low, own, high]: &[Window; 3],
    ends_at_jump: [u64; SIDES],
) -> [u64; CORNERS] {
    let beside = [own.above, high.free, own.below, low.free];
    let ahead = [high.above, high.below, low.below, low.above];
    let legal: [u64; CORNERS] = std::array::from_fn(|corner| {
        let sides = [beside[corner], beside[(corner + 1) % SIDES]];
        let passable = match corners {
            CornerRule::Never => sides[0] & sides[1],
            CornerRule::OneFree => sides[0] | sides[1],
            CornerRule::Always => u64::MAX,
        };
        own.free & ahead[corner] & passable
    });
    std::array::from_fn(|corner| {
        let [next, across, before] = [1, 2, 3].map(|turn| (corner + turn) % SIDES);
        // As in `Successors`: past a blocked tile behind, on either side.
        let forced = !beside[across] & legal[next] | !beside[before] & legal[before];
        let turns = if corners == CornerRule::Never { 0 } else { forced };
        !legal[corner] | ends_at_jump[corner] | ends_at_jump[next] | turns
    })
}
