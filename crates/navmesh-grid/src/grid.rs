//! A tile map: which tiles are free, what they cost, and where they lie in the world.

mod frame;

use std::ops::RangeInclusive;

use glam::DVec2;

use crate::error::GridError;

/// A rectangle of square tiles, each free (with a cost multiplier) or blocked.
///
/// Tile (x, y) is column x of row y. It covers the closed square from `origin + (x, y) · cell_size`
/// to `origin + (x + 1, y + 1) · cell_size`; so y grows with the row's number. Outside the
/// rectangle everything is blocked.
///
/// ```
/// use navmesh_grid::Grid;
/// let grid = Grid::from_rows(["..#.", "...."])?.with_cell_size(2.5);
/// assert!(grid.is_blocked(2, 0));
/// assert_eq!(grid.tile_at([9.0, 4.0]), Some((3, 1)));
/// assert_eq!(grid.center(3, 1).to_array(), [8.75, 3.75]);
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    width: u32,
    height: u32,
    origin: DVec2,
    cell_size: f64,
    /// A flag a tile, row after row.
    blocked: Vec<bool>,
    /// A multiplier a tile, kept for blocked ones too; empty where all are 1.
    costs: Vec<f64>,
}

impl Grid {
    /// The most tiles that a grid may have: 2²⁸, for which a search needs about 10 GB.
    pub const MAX_TILES: u64 = 1 << 28;

    /// The cost multipliers that a tile may have: 2⁻⁶⁴ to 2⁶⁴, so that no sum overflows.
    pub const COSTS: RangeInclusive<f64> =
        f64::from_bits((1023 - 64) << 52)..=f64::from_bits((1023 + 64) << 52);

    /// A grid of free tiles of cost 1, its origin at (0, 0) and its tiles of size 1.
    ///
    /// # Errors
    ///
    /// [`GridError::Size`] where a side is 0 or there are more than [`Grid::MAX_TILES`] tiles.
    pub fn new(width: u32, height: u32) -> Result<Self, GridError> {
        let tiles = u64::from(width) * u64::from(height);
        if !(1..=Self::MAX_TILES).contains(&tiles) {
            return Err(GridError::Size { width: width as usize, height: height as usize });
        }
        let blocked = vec![false; tiles as usize];
        Ok(Self { width, height, origin: DVec2::ZERO, cell_size: 1.0, blocked, costs: Vec::new() })
    }

    /// A grid drawn in text, row 0 first: `.`, `G` and `S` are free, all else is blocked.
    ///
    /// # Errors
    ///
    /// [`GridError::RowLength`] for the first row that is not as long as row 0, counted in
    /// characters; [`GridError::Size`] as in [`Grid::new`].
    pub fn from_rows<R: AsRef<str>>(rows: impl IntoIterator<Item = R>) -> Result<Self, GridError> {
        let mut blocked = Vec::new();
        let (mut width, mut height) = (0, 0);
        for row in rows {
            let before = blocked.len();
            blocked.extend(row.as_ref().chars().map(|tile| !matches!(tile, '.' | 'G' | 'S')));
            let found = blocked.len() - before;
            if height == 0 {
                width = found;
            }
            if found != width {
                return Err(GridError::RowLength { row: height, expected: width, found });
            }
            height += 1;
        }
        let refused = GridError::Size { width, height };
        let side = |length: usize| u32::try_from(length).map_err(|_| refused);
        let sides = (side(width)?, side(height)?);
        if !(1..=Self::MAX_TILES).contains(&(blocked.len() as u64)) {
            return Err(refused);
        }
        let (origin, cell_size) = (DVec2::ZERO, 1.0);
        Ok(Self { width: sides.0, height: sides.1, origin, cell_size, blocked, costs: Vec::new() })
    }

    /// Tiles in a row.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many tiles there are, free and blocked.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.blocked.len()
    }

    /// How many tiles are free.
    ///
    /// Complexity: linear in the number of tiles.
    #[must_use]
    pub fn free_count(&self) -> usize {
        self.blocked.iter().filter(|&&blocked| !blocked).count()
    }

    /// True for a blocked tile, and for every tile outside the grid.
    #[inline]
    #[must_use]
    pub fn is_blocked(&self, x: u32, y: u32) -> bool {
        self.slot(x, y).is_none_or(|slot| self.blocked[slot as usize])
    }

    /// A free tile's cost multiplier; `None` for a blocked tile, and outside the grid.
    #[must_use]
    pub fn cost(&self, x: u32, y: u32) -> Option<f64> {
        let slot = self.slot(x, y).filter(|&slot| !self.blocked[slot as usize])?;
        Some(self.cost_of(slot))
    }

    /// Blocks or frees a tile; one that is freed costs what it cost before it was blocked.
    ///
    /// Outside the grid nothing changes: all is blocked there and stays so.
    pub fn set_blocked(&mut self, x: u32, y: u32, blocked: bool) {
        if let Some(slot) = self.slot(x, y) {
            self.blocked[slot as usize] = blocked;
        }
    }

    /// Sets a tile's cost multiplier; a blocked tile stays blocked and keeps it for later.
    ///
    /// # Errors
    ///
    /// [`GridError::Cost`] for a multiplier that is not in [`Grid::COSTS`], [`GridError::Outside`]
    /// for a tile outside the grid.
    pub fn set_cost(&mut self, x: u32, y: u32, cost: f64) -> Result<(), GridError> {
        if !Self::COSTS.contains(&cost) {
            return Err(GridError::Cost { x, y, cost });
        }
        let (width, height) = (self.width, self.height);
        let slot = self.slot(x, y).ok_or(GridError::Outside { x, y, width, height })?;
        if self.costs.is_empty() && cost != 1.0 {
            self.costs.resize(self.blocked.len(), 1.0);
        }
        if let Some(kept) = self.costs.get_mut(slot as usize) {
            *kept = cost;
        }
        Ok(())
    }

    /// The tile's number, `y · width + x`, as in the [`CellId`](navmesh_core::CellId)s of a path;
    /// `None` outside the grid.
    #[inline]
    #[must_use]
    pub fn slot(&self, x: u32, y: u32) -> Option<u32> {
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// The column and row of the tile with a number.
    #[inline]
    #[must_use]
    pub fn tile(&self, slot: u32) -> (u32, u32) {
        (slot % self.width, slot / self.width)
    }

    /// The multiplier of the tile in a slot, blocked or not.
    #[inline]
    pub(crate) fn cost_of(&self, slot: u32) -> f64 {
        self.costs.get(slot as usize).copied().unwrap_or(1.0)
    }

    /// The smallest and the largest multiplier of all free tiles; 1 and 1 where none is free.
    pub(crate) fn cost_range(&self) -> (f64, f64) {
        let tiles = self.costs.iter().zip(&self.blocked);
        let free = tiles.filter(|(_, blocked)| !**blocked).map(|(cost, _)| *cost);
        free.fold(None, |range: Option<(f64, f64)>, cost| {
            let (low, high) = range.unwrap_or((cost, cost));
            Some((low.min(cost), high.max(cost)))
        })
        .unwrap_or((1.0, 1.0))
    }
}

#[cfg(test)]
mod tests;
