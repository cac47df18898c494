//! The legal steps from each tile, as eight bits.

use super::choices::{CornerRule, Neighborhood};
use super::options::GridOptions;
use crate::map::bit_map::WORD;
use crate::map::grid::Grid;

/// The eight directions: first the four sides, counter-clockwise from +x, then the four corners,
/// each between the side of its own number and the next.
pub(crate) const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Returns the direction of a step to one of the eight neighbours; 0 for no step.
#[inline]
pub(crate) fn direction_of(dx: i32, dy: i32) -> usize {
    const BY_STEP: [usize; 9] = [6, 3, 7, 2, 0, 0, 5, 1, 4];
    BY_STEP[((dy + 1) * 3 + dx + 1) as usize % BY_STEP.len()]
}

/// Returns the direction of the step back.
#[inline]
pub(crate) fn opposite(direction: usize) -> usize {
    direction / SIDES * SIDES + (direction + SIDES / 2) % SIDES
}

/// The number of directions that are sides.
pub(crate) const SIDES: usize = 4;

/// The bits of the four sides.
pub(crate) const ALL_SIDES: u8 = 0b1111;

/// The legal steps of every tile: bit d of a tile's byte stands for direction d.
///
/// Every rule is symmetric: a step is legal exactly when the step back is.
#[derive(Debug, Clone)]
pub(crate) struct Moves {
    width: u32,
    masks: Vec<u8>,
    rules: StepRules,
}

impl Moves {
    /// Applies the rules of `options` to every tile; linear in their number.
    pub(crate) fn new(grid: &Grid, options: &GridOptions) -> Self {
        let rules = StepRules::new(options);
        let mut masks = Vec::with_capacity(grid.tile_count());
        for line in 1..=grid.height() as usize {
            let rows = [line - 1, line, line + 1].map(|line| grid.free().line(line));
            let bit = |row: &[u64], position: usize| {
                (row[position / WORD] >> (position % WORD) & 1) as usize
            };
            let column = |position| rows.iter().fold(0, |bits, row| bits << 1 | bit(row, position));
            // Nine bits, column after column, that slide along the row.
            let mut window = column(0) << 3 | column(1);
            masks.extend((2..grid.width() as usize + 2).map(|position| {
                window = (window << 3 | column(position)) & (WINDOWS - 1);
                rules.of_window[window]
            }));
        }
        Self { width: grid.width(), masks, rules }
    }

    /// Returns the column and row of the tile in a slot.
    #[inline]
    pub(crate) fn tile(&self, slot: u32) -> (u32, u32) {
        (slot % self.width, slot / self.width)
    }

    /// Returns the number of tiles.
    pub(crate) fn tile_count(&self) -> usize {
        self.masks.len()
    }

    /// Updates the steps of tile (x, y) and of its neighbours after it changed.
    pub(crate) fn patch(&mut self, grid: &Grid, x: u32, y: u32) {
        for y in y.saturating_sub(1)..grid.height().min(y + 2) {
            let columns = x.saturating_sub(1)..grid.width().min(x + 2);
            let first = (y * self.width + columns.start) as usize;
            // Lines and positions of the bit map are one more than rows and columns.
            let rows = [y, y + 1, y + 2].map(|line| grid.free().five(line, columns.start));
            let column = |position: u32| {
                rows.iter().fold(0, |bits, &row| bits << 1 | usize::from(row >> position & 1))
            };
            let mut window = column(0) << 3 | column(1);
            let masks = &mut self.masks[first..first + columns.len()];
            for (position, mask) in (2..).zip(masks) {
                window = (window << 3 | column(position)) & (WINDOWS - 1);
                *mask = self.rules.of_window[window];
            }
        }
    }

    /// Returns the legal steps from a tile, as bits.
    #[inline]
    pub(crate) fn mask(&self, slot: u32) -> u8 {
        self.masks[slot as usize]
    }

    /// Returns the legal steps from a tile: the direction and the slot that it leads to.
    #[inline]
    pub(crate) fn legal_steps(&self, slot: u32) -> impl Iterator<Item = (usize, u32)> {
        let width = self.width;
        directions(self.mask(slot))
            .map(move |direction| (direction, stepped(slot, direction, width)))
    }

    #[inline]
    pub(crate) fn step(&self, slot: u32, direction: usize) -> u32 {
        stepped(slot, direction, self.width)
    }

    /// Returns the slot from which a step in `direction` leads to `slot`.
    #[inline]
    pub(crate) fn back(&self, slot: u32, direction: usize) -> u32 {
        let (dx, dy) = DIRECTIONS[direction];
        slot.wrapping_add_signed(-dx).wrapping_sub((dy as u32).wrapping_mul(self.width))
    }
}

/// A straight segment of a path: steps in one direction, given by their end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Segment {
    /// The slot of the last tile.
    pub(crate) last: u32,
    pub(crate) direction: usize,
    /// The number of steps, at least 1.
    pub(crate) steps: u32,
}

impl Segment {
    /// Returns the slots that the steps lead to, from the last one back; `width` is the width of
    /// the map.
    #[inline]
    pub(crate) fn slots_back(self, width: u32) -> impl Iterator<Item = u32> {
        let stride = stepped(0, self.direction, width);
        (0..self.steps).map(move |step| self.last.wrapping_sub(step.wrapping_mul(stride)))
    }

    /// Returns the same segment by straight steps only, from the last one back: each diagonal step
    /// becomes a step along the row and then one along the column.
    pub(crate) fn as_stairs(self, moves: &Moves) -> impl Iterator<Item = Self> {
        let is_straight = self.direction < SIDES;
        let sides = [self.direction % SIDES, (self.direction + 1) % SIDES];
        let count = if is_straight { 1 } else { 2 * self.steps };
        let mut last = self.last;
        (0..count).map(move |number| {
            if is_straight {
                return self;
            }
            // Sides along a column have odd numbers.
            let is_along_column = number % 2 == 0;
            let direction = sides[usize::from((sides[0] % 2 == 1) != is_along_column)];
            let step = Self { last, direction, steps: 1 };
            last = moves.back(last, direction);
            step
        })
    }
}

/// Returns the directions whose bits are set, from the lowest.
#[inline]
pub(crate) fn directions(mut mask: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (direction < DIRECTIONS.len()).then_some(direction)
    })
}

#[inline]
fn stepped(slot: u32, direction: usize, width: u32) -> u32 {
    let (dx, dy) = DIRECTIONS[direction];
    slot.wrapping_add_signed(dx).wrapping_add((dy as u32).wrapping_mul(width))
}

/// The number of patterns of three by three free or blocked tiles.
const WINDOWS: usize = 1 << 9;

/// The legal steps from a tile, for every pattern of the tile and its neighbours.
#[derive(Debug, Clone)]
struct StepRules {
    /// By the bits of three by three tiles, column after column from -x, each from -y.
    of_window: [u8; WINDOWS],
}

impl StepRules {
    fn new(options: &GridOptions) -> Self {
        // The bit of a tile in a window; the lowest bit is the corner (1, 1).
        let bit = |tile: (i32, i32)| (1 - tile.0) * 3 + (1 - tile.1);
        let of_window = std::array::from_fn(|window| {
            let free = |tile| window >> bit(tile) & 1;
            let bits = DIRECTIONS.iter().rev().fold(0, |bits, &tile| bits << 1 | free(tile));
            if free((0, 0)) == 1 { legal_steps(options, bits as u8) } else { 0 }
        });
        Self { of_window }
    }
}

/// Returns the legal steps from a free tile; `around` holds its free neighbours, both as bits.
pub(crate) fn legal_steps(options: &GridOptions, around: u8) -> u8 {
    let free = |direction: usize| around >> direction & 1 != 0;
    let mut mask = around & ALL_SIDES;
    if options.neighborhood == Neighborhood::Eight {
        for side in 0..SIDES {
            let [a, b] = [free(side), free((side + 1) % SIDES)];
            let is_passable = match options.corners {
                CornerRule::Never => a && b,
                CornerRule::OneFree => a || b,
                CornerRule::Always => true,
            };
            mask |= u8::from(is_passable && free(side + SIDES)) << (side + SIDES);
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(rows: &[&str], options: GridOptions, slot: u32) -> Vec<u32> {
        let grid = Grid::from_rows(rows).unwrap();
        let mut slots: Vec<u32> =
            Moves::new(&grid, &options).legal_steps(slot).map(|(_, to)| to).collect();
        slots.sort_unstable();
        slots
    }

    #[test]
    fn corners_are_cut_according_to_the_rule() {
        let rule = |corners| GridOptions::default().corners(corners);
        let rows = ["..#", "...", "#.#"];
        // From the middle: (2, 0), (0, 2) and (2, 2) are blocked, the sides are all free.
        assert_eq!(legal(&rows, rule(CornerRule::Never), 4), [0, 1, 3, 5, 7]);
        // From (0, 0), with one tile beside each diagonal blocked, or both.
        for (rows, one_free, always) in
            [(["..", ".."], true, true), ([".#", ".."], true, true), ([".#", "#."], false, true)]
        {
            assert_eq!(legal(&rows, rule(CornerRule::OneFree), 0).contains(&3), one_free);
            assert_eq!(legal(&rows, rule(CornerRule::Always), 0).contains(&3), always);
        }
    }

    #[test]
    fn four_neighbors_never_step_diagonally() {
        let options =
            GridOptions::default().neighborhood(Neighborhood::Four).corners(CornerRule::Always);
        assert_eq!(legal(&["...", "...", "..."], options, 4), [1, 3, 5, 7]);
        assert_eq!(legal(&[".#", "#."], options, 0), [0u32; 0]);
    }

    #[test]
    fn the_tiles_of_a_segment_are_those_of_its_steps_in_reverse() {
        let moves = Moves::new(&Grid::new(7, 7).unwrap(), &GridOptions::default());
        for direction in 0..8 {
            let [first, second] = [24, moves.step(24, direction)];
            let segment = Segment { last: moves.step(second, direction), direction, steps: 2 };
            assert!(segment.slots_back(7).eq([segment.last, second]));
            assert_eq!(moves.back(second, direction), first);
        }
    }

    #[test]
    fn stairs_end_where_diagonal_steps_do() {
        let moves = Moves::new(&Grid::new(9, 9).unwrap(), &GridOptions::default());
        for direction in 0..8 {
            let segment = Segment { last: 40, direction, steps: 3 };
            let begin = segment.slots_back(9).fold(40, |_, slot| moves.back(slot, direction));
            let mut at = 40;
            for (number, step) in segment.as_stairs(&moves).enumerate() {
                assert_eq!((step.last, step.direction < SIDES), (at, true));
                assert!(direction < SIDES || step.direction % 2 == usize::from(number % 2 == 0));
                at = step.slots_back(9).fold(at, |_, slot| moves.back(slot, step.direction));
            }
            assert_eq!(at, begin, "{direction}");
        }
    }

    #[test]
    fn a_direction_is_that_of_its_step_and_the_opposite_one_that_of_the_step_back() {
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            assert_eq!(direction_of(dx, dy), direction);
            assert_eq!(direction_of(-dx, -dy), opposite(direction));
        }
    }

    #[test]
    fn a_step_back_undoes_a_step() {
        let grid = Grid::new(3, 3).unwrap();
        let moves = Moves::new(&grid, &GridOptions::default());
        assert_eq!(moves.legal_steps(4).count(), 8);
        for (direction, to) in moves.legal_steps(4) {
            assert_eq!(moves.back(to, direction), 4);
        }
    }
}
