//! Which steps are legal from each tile, as eight bits.

use crate::grid::Grid;
use crate::options::{CornerRule, GridOptions, Neighborhood};

/// The eight directions: first the four sides, counter-clockwise from +x, then the four corners,
/// each between the side of its own number and the next.
pub(crate) const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// How many of the directions are sides.
pub(crate) const SIDES: usize = 4;

/// The legal steps of every tile: bit d of a tile's byte stands for direction d.
///
/// Every rule is symmetric: a step is legal exactly when the step back is.
#[derive(Debug, Clone)]
pub(crate) struct Moves {
    width: u32,
    masks: Vec<u8>,
}

impl Moves {
    /// Applies the rules of `options` to every tile; linear in their number.
    pub(crate) fn new(grid: &Grid, options: &GridOptions) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let tiles = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self { width, masks: tiles.map(|tile| mask_of(grid, options, tile)).collect() }
    }

    pub(crate) fn tile_count(&self) -> usize {
        self.masks.len()
    }

    /// The legal steps from a tile: direction and the slot stepped to.
    #[inline]
    pub(crate) fn legal_steps(&self, slot: u32) -> impl Iterator<Item = (usize, u32)> {
        let width = self.width;
        let mut mask = self.masks[slot as usize];
        std::iter::from_fn(move || {
            let direction = mask.trailing_zeros() as usize;
            mask &= mask.wrapping_sub(1);
            (direction < DIRECTIONS.len()).then(|| (direction, stepped(slot, direction, width)))
        })
    }

    /// The tile from which a step in `direction` led to `slot`.
    #[inline]
    pub(crate) fn back(&self, slot: u32, direction: usize) -> u32 {
        let (dx, dy) = DIRECTIONS[direction];
        slot.wrapping_add_signed(-dx).wrapping_sub((dy as u32).wrapping_mul(self.width))
    }
}

#[inline]
fn stepped(slot: u32, direction: usize, width: u32) -> u32 {
    let (dx, dy) = DIRECTIONS[direction];
    slot.wrapping_add_signed(dx).wrapping_add((dy as u32).wrapping_mul(width))
}

fn mask_of(grid: &Grid, options: &GridOptions, (x, y): (u32, u32)) -> u8 {
    if grid.is_blocked(x, y) {
        return 0;
    }
    // Stepping off the low border wraps to a huge number, which is outside as well.
    let free = |direction: usize| {
        let (dx, dy) = DIRECTIONS[direction];
        !grid.is_blocked(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy))
    };
    let sides: [bool; SIDES] = std::array::from_fn(free);
    let mut mask = (0..SIDES).fold(0, |mask, side| mask | u8::from(sides[side]) << side);
    if options.neighborhood == Neighborhood::Eight {
        for side in 0..SIDES {
            let beside = (sides[side], sides[(side + 1) % SIDES]);
            let passes = match options.corners {
                CornerRule::Never => beside.0 && beside.1,
                CornerRule::OneFree => beside.0 || beside.1,
                CornerRule::Always => true,
            };
            mask |= u8::from(passes && free(side + SIDES)) << (side + SIDES);
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
    fn corners_are_cut_as_the_rule_says() {
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
    fn a_step_back_undoes_a_step() {
        let grid = Grid::new(3, 3).unwrap();
        let moves = Moves::new(&grid, &GridOptions::default());
        assert_eq!(moves.legal_steps(4).count(), 8);
        for (direction, to) in moves.legal_steps(4) {
            assert_eq!(moves.back(to, direction), 4);
        }
    }
}
