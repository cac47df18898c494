//! The tile map: free and blocked tiles, and their costs.

mod frame;

use std::fmt;
use std::ops::RangeInclusive;

use glam::DVec2;

use super::bit_map::BitMap;
use super::error::GridError;

/// A rectangle of square tiles, each free (with a cost multiplier) or blocked.
///
/// Tile (x, y) is column x of row y. It covers the closed square from `origin + (x, y) · cell_size`
/// to `origin + (x + 1, y + 1) · cell_size`. Everything outside the rectangle is blocked.
///
/// ```
/// use navmesh_grid::Grid;
/// let grid = Grid::from_rows(["..#.", "...."])?.with_cell_size(2.5);
/// assert!(grid.is_blocked(2, 0));
/// assert_eq!(grid.tile_at([9.0, 4.0]), Some((3, 1)));
/// assert_eq!(grid.center(3, 1).to_array(), [8.75, 3.75]);
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Grid {
    width: u32,
    height: u32,
    origin: DVec2,
    cell_size: f64,
    free: BitMap,
    /// The multiplier of each tile, blocked tiles included; empty where all are 1.
    costs: Vec<f64>,
}

impl Grid {
    /// The largest number of tiles of a grid: 2²⁸, for which a search needs about 10 GB.
    pub const MAX_TILES: u64 = 1 << 28;

    /// The range of cost multipliers: 2⁻⁶⁴ to 2⁶⁴, so that no sum overflows.
    pub const COSTS: RangeInclusive<f64> =
        f64::from_bits((1023 - 64) << 52)..=f64::from_bits((1023 + 64) << 52);

    /// Builds a grid of free tiles of cost 1, with its origin at (0, 0) and tiles of size 1.
    ///
    /// # Errors
    ///
    /// [`GridError::Size`] for a grid without tiles, or with more than [`Grid::MAX_TILES`].
    pub fn new(width: u32, height: u32) -> Result<Self, GridError> {
        let tiles = u64::from(width) * u64::from(height);
        if !(1..=Self::MAX_TILES).contains(&tiles) {
            return Err(GridError::Size { width: width as usize, height: height as usize });
        }
        let mut grid = Self::blocked(width, height);
        for y in 0..height {
            grid.free.set_run(y, 0, width);
        }
        Ok(grid)
    }

    /// Parses a grid from text, row 0 first: `.`, `G` and `S` are free, all other characters
    /// blocked.
    ///
    /// # Errors
    ///
    /// [`GridError::RowLength`] for the first row whose number of characters differs from row 0,
    /// [`GridError::Size`] for a grid without tiles, or with more than [`Grid::MAX_TILES`].
    pub fn from_rows<R: AsRef<str>>(rows: impl IntoIterator<Item = R>) -> Result<Self, GridError> {
        let mut free = Vec::new();
        let (mut width, mut height) = (0, 0);
        for row in rows {
            let before = free.len();
            free.extend(row.as_ref().chars().map(|tile| matches!(tile, '.' | 'G' | 'S')));
            let found = free.len() - before;
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
        if !(1..=Self::MAX_TILES).contains(&(free.len() as u64)) {
            return Err(refused);
        }
        let mut grid = Self::blocked(side(width)?, side(height)?);
        for (slot, free) in (0..).zip(free) {
            let (x, y) = grid.tile(slot);
            grid.free.set(x, y, free);
        }
        Ok(grid)
    }

    /// Builds a grid without a free tile.
    fn blocked(width: u32, height: u32) -> Self {
        let free = BitMap::new(width, height);
        Self { width, height, origin: DVec2::ZERO, cell_size: 1.0, free, costs: Vec::new() }
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the number of tiles, free and blocked.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns the number of free tiles.
    ///
    /// Complexity: linear in the number of tiles, 64 at a time.
    #[must_use]
    pub fn free_count(&self) -> usize {
        self.free.count_ones()
    }

    /// Returns true for a blocked tile, and for every tile outside the grid.
    #[inline]
    #[must_use]
    pub fn is_blocked(&self, x: u32, y: u32) -> bool {
        x >= self.width || y >= self.height || !self.free.get(x, y)
    }

    /// Returns the cost multiplier of a free tile; `None` for a tile that is blocked or outside the
    /// grid.
    #[must_use]
    pub fn cost(&self, x: u32, y: u32) -> Option<f64> {
        self.free_slot(x, y).map(|slot| self.cost_of(slot))
    }

    /// Blocks or frees a tile; a freed tile has the cost that it had before it was blocked.
    ///
    /// A tile outside the grid stays blocked.
    pub fn set_blocked(&mut self, x: u32, y: u32, blocked: bool) {
        if x < self.width && y < self.height {
            self.free.set(x, y, !blocked);
        }
    }

    /// Sets the cost multiplier of a tile; a blocked tile stays blocked and keeps it until it is
    /// freed.
    ///
    /// # Errors
    ///
    /// [`GridError::Cost`] for a multiplier outside [`Grid::COSTS`], [`GridError::Outside`] for a
    /// tile outside the grid.
    pub fn set_cost(&mut self, x: u32, y: u32, cost: f64) -> Result<(), GridError> {
        let slot = self.check_cost(x, y, cost)?;
        if self.costs.is_empty() && cost != 1.0 {
            self.costs.resize(self.tile_count(), 1.0);
        }
        if let Some(kept) = self.costs.get_mut(slot as usize) {
            *kept = cost;
        }
        Ok(())
    }

    /// Returns the slot of a tile, `y · width + x`, as in the [`CellId`](navmesh_core::CellId)s of
    /// a path; `None` outside the grid.
    #[inline]
    #[must_use]
    pub fn slot(&self, x: u32, y: u32) -> Option<u32> {
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// Returns the column and row of the tile in a slot.
    #[inline]
    #[must_use]
    pub fn tile(&self, slot: u32) -> (u32, u32) {
        (slot % self.width, slot / self.width)
    }

    /// Returns false if every tile costs 1.
    #[inline]
    pub(crate) fn is_weighted(&self) -> bool {
        !self.costs.is_empty()
    }

    /// Returns the multiplier of a tile, blocked or not.
    #[inline]
    pub(crate) fn cost_of(&self, slot: u32) -> f64 {
        self.costs.get(slot as usize).copied().unwrap_or(1.0)
    }

    /// Checks the arguments of [`Grid::set_cost`] and returns the slot of the tile.
    pub(crate) fn check_cost(&self, x: u32, y: u32, cost: f64) -> Result<u32, GridError> {
        if !Self::COSTS.contains(&cost) {
            return Err(GridError::Cost { x, y, cost });
        }
        let (width, height) = (self.width, self.height);
        self.slot(x, y).ok_or(GridError::Outside { x, y, width, height })
    }

    pub(crate) fn free_slot(&self, x: u32, y: u32) -> Option<u32> {
        self.slot(x, y).filter(|_| self.free.get(x, y))
    }

    /// Returns the free tiles as bits.
    #[inline]
    pub(crate) fn free(&self) -> &BitMap {
        &self.free
    }

    /// Returns the multipliers of the free tiles, by slot; none where all tiles cost 1.
    pub(crate) fn free_costs(&self) -> impl Iterator<Item = f64> {
        let costs = (0..).zip(&self.costs);
        costs.filter(|&(slot, _)| self.is_free(slot)).map(|(_, &cost)| cost)
    }

    /// Returns the map of the free tiles of one cost, with all other tiles blocked and cost 1.
    pub(crate) fn only_of_cost(&self, cost: f64) -> Self {
        let mut only =
            Self { free: BitMap::new(self.width, self.height), costs: Vec::new(), ..*self };
        for slot in 0..self.tile_count() as u32 {
            if self.is_free(slot) && self.cost_of(slot) == cost {
                let (x, y) = self.tile(slot);
                only.free.set(x, y, true);
            }
        }
        only
    }

    /// Returns true for the slot of a free tile.
    #[inline]
    pub(crate) fn is_free(&self, slot: u32) -> bool {
        let (x, y) = self.tile(slot);
        self.free.get(x, y)
    }
}

/// Prints the sizes without the tiles, so that a map in a log is one line.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sizes = f.debug_struct("Grid");
        sizes.field("width", &self.width).field("height", &self.height);
        sizes.field("origin", &self.origin).field("cell_size", &self.cell_size);
        sizes.field("free", &self.free_count()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
