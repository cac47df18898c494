//! Jump tables: how far diagonal runs may skip, computed once for a map that stays as it is.
//!
//! Source: D. Harabor, A. Grastien, "Improving Jump Point Search", 2014, where it is called JPS+.
//! Most tiles on a diagonal run have no jump point straight to either side. The table says how many
//! steps lead to the next one that has.
//!
//! We differ from it in: 1) only diagonal runs are tabled, 8 bytes a tile; a straight run is as
//! quickly read from the stop bitboards. 2) Where the goal lies straight beside a run, the search
//! looks there in addition.

use super::jump_map::JumpMap;
use crate::grid::Grid;
use crate::moves::{DIRECTIONS, Moves, SIDES};

/// The skips of every tile towards its four corners.
#[derive(Debug, Clone)]
pub(crate) struct JumpTables {
    /// Four times the steps, plus the bits [`ALONG_ROW`] and [`ALONG_COLUMN`]. A diagonal run is
    /// shorter than the shorter side of a map, which [`Grid::MAX_TILES`] keeps to 2¹⁴.
    skips: Vec<[u16; SIDES]>,
}

/// A stretch of a diagonal run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Skip {
    /// How many steps it has; none of its tiles but the last is worth a look.
    pub(crate) steps: u32,
    /// Where the last one leads on.
    pub(crate) ways_on: WaysOnFrom,
}

/// To which sides a jump point lies straight from a tile; both, where a forced way leads on from the
/// tile itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WaysOnFrom {
    pub(crate) along_row: bool,
    pub(crate) along_column: bool,
}

const ALONG_ROW: u16 = 1;
const ALONG_COLUMN: u16 = 2;
const ONE_STEP: u16 = 4;

impl WaysOnFrom {
    #[inline]
    pub(crate) fn any(self) -> bool {
        self.along_row | self.along_column
    }
}

impl JumpTables {
    /// Computes all skips; linear in the number of tiles.
    pub(crate) fn new(grid: &Grid, moves: &Moves, map: &JumpMap) -> Self {
        let mut tables = Self { skips: vec![[0; SIDES]; grid.tile_count()] };
        let count = grid.tile_count() as u32;
        let looks: Vec<[u16; SIDES]> =
            (0..count).map(|slot| looks_at(grid, moves, map, slot)).collect();
        for (corner, (_, dy)) in DIRECTIONS.into_iter().enumerate().skip(SIDES) {
            // A skip follows from the one a step further; so rows are taken against the run.
            for number in 0..count {
                let slot = if dy > 0 { count - 1 - number } else { number };
                if moves.mask(slot) & 1 << corner != 0 {
                    let next = moves.step(slot, corner) as usize;
                    let beyond = match looks[next][corner - SIDES] {
                        0 => tables.skips[next][corner - SIDES],
                        look => look,
                    };
                    tables.skips[slot as usize][corner - SIDES] = beyond + ONE_STEP;
                }
            }
        }
        tables
    }

    #[inline]
    pub(crate) fn skip(&self, slot: u32, corner: usize) -> Skip {
        let skip = self.skips[slot as usize][corner - SIDES];
        let along_row = skip & ALONG_ROW != 0;
        let ways_on = WaysOnFrom { along_row, along_column: skip & ALONG_COLUMN != 0 };
        Skip { steps: u32::from(skip / ONE_STEP), ways_on }
    }
}

/// Where diagonal runs that come to a tile lead on from it, by corner.
fn looks_at(grid: &Grid, moves: &Moves, map: &JumpMap, slot: u32) -> [u16; SIDES] {
    if !grid.is_free(slot) {
        return [0; SIDES];
    }
    let tile = grid.tile(slot);
    let leads: [bool; SIDES] = std::array::from_fn(|side| map.leads(side, tile));
    std::array::from_fn(|side| {
        let sides = [side, (side + 1) % SIDES];
        let [row, column] = if side.is_multiple_of(2) { sides } else { [sides[1], sides[0]] };
        let is_turn = map.is_turn(side + SIDES, moves.mask(slot));
        let along = |side: usize, bit: u16| if leads[side] | is_turn { bit } else { 0 };
        along(row, ALONG_ROW) | along(column, ALONG_COLUMN)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::{ALL_SIDES, directions};
    use crate::options::{CornerRule, GridOptions};
    use crate::tests::random_grid;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn skips_lead_where_a_walk_of_single_steps_stops() {
        let mut random = SplitMix64::new(41);
        for round in 0..90 {
            let corners = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always][round % 3];
            let grid = random_grid(&mut random, 30);
            let moves = Moves::new(&grid, &GridOptions::default().corners(corners));
            let map = JumpMap::new(&grid, corners);
            let tables = JumpTables::new(&grid, &moves, &map);
            for slot in 0..grid.tile_count() as u32 {
                for corner in directions(!ALL_SIDES) {
                    let (mut at, mut steps, mut look) = (slot, 0, 0);
                    while look == 0 && moves.mask(at) & 1 << corner != 0 {
                        at = moves.step(at, corner);
                        steps += 1;
                        look = looks_at(&grid, &moves, &map, at)[corner - SIDES];
                    }
                    let skip = tables.skip(slot, corner);
                    assert_eq!((skip.steps, skip.ways_on.any()), (steps, look != 0));
                    let ways = (skip.ways_on.along_row, skip.ways_on.along_column);
                    assert_eq!(ways, (look & ALONG_ROW != 0, look & ALONG_COLUMN != 0));
                }
            }
        }
    }
}
