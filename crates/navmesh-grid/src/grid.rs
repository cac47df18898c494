//! A tile map: which tiles are free, what they cost, and where they lie in the world.

mod frame;

use std::fmt;
use std::ops::RangeInclusive;

use glam::DVec2;

use crate::bits::BitMap;
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
#[derive(Clone, PartialEq)]
pub struct Grid {
    width: u32,
    height: u32,
    origin: DVec2,
    cell_size: f64,
    /// The free tiles.
    free: BitMap,
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
        let mut grid = Self::blocked(width, height);
        for y in 0..height {
            (0..width).for_each(|x| grid.free.set(x, y, true));
        }
        Ok(grid)
    }

    /// A grid drawn in text, row 0 first: `.`, `G` and `S` are free, all else is blocked.
    ///
    /// # Errors
    ///
    /// [`GridError::RowLength`] for the first row that is not as long as row 0, counted in
    /// characters; [`GridError::Size`] as in [`Grid::new`].
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

    /// A grid without a free tile.
    fn blocked(width: u32, height: u32) -> Self {
        let free = BitMap::new(width, height);
        Self { width, height, origin: DVec2::ZERO, cell_size: 1.0, free, costs: Vec::new() }
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
        self.width as usize * self.height as usize
    }

    /// How many tiles are free.
    ///
    /// Complexity: linear in the number of tiles, 64 at a time.
    #[must_use]
    pub fn free_count(&self) -> usize {
        self.free.count_ones()
    }

    /// True for a blocked tile, and for every tile outside the grid.
    #[inline]
    #[must_use]
    pub fn is_blocked(&self, x: u32, y: u32) -> bool {
        x >= self.width || y >= self.height || !self.free.get(x, y)
    }

    /// A free tile's cost multiplier; `None` for a blocked tile, and outside the grid.
    #[must_use]
    pub fn cost(&self, x: u32, y: u32) -> Option<f64> {
        let slot = self.slot(x, y).filter(|_| self.free.get(x, y))?;
        Some(self.cost_of(slot))
    }

    /// Blocks or frees a tile; one that is freed costs what it cost before it was blocked.
    ///
    /// Outside the grid nothing changes: all is blocked there and stays so.
    pub fn set_blocked(&mut self, x: u32, y: u32, blocked: bool) {
        if x < self.width && y < self.height {
            self.free.set(x, y, !blocked);
        }
    }

    /// Sets a tile's cost multiplier; a blocked tile stays blocked and keeps it for later.
    ///
    /// # Errors
    ///
    /// [`GridError::Cost`] for a multiplier that is not in [`Grid::COSTS`], [`GridError::Outside`]
    /// for a tile outside the grid.
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

    /// False where every tile is known to cost 1.
    #[inline]
    pub(crate) fn is_weighted(&self) -> bool {
        !self.costs.is_empty()
    }

    /// The multiplier of the tile in a slot, blocked or not.
    #[inline]
    pub(crate) fn cost_of(&self, slot: u32) -> f64 {
        self.costs.get(slot as usize).copied().unwrap_or(1.0)
    }

    /// The slot of a tile that can be given this multiplier.
    pub(crate) fn check_cost(&self, x: u32, y: u32, cost: f64) -> Result<u32, GridError> {
        if !Self::COSTS.contains(&cost) {
            return Err(GridError::Cost { x, y, cost });
        }
        let (width, height) = (self.width, self.height);
        self.slot(x, y).ok_or(GridError::Outside { x, y, width, height })
    }

    /// The free tiles as bits.
    #[inline]
    pub(crate) fn free(&self) -> &BitMap {
        &self.free
    }

    /// The multipliers of the free tiles, by slot; none where all tiles cost 1.
    pub(crate) fn free_costs(&self) -> impl Iterator<Item = f64> {
        let costs = (0..).zip(&self.costs);
        costs.filter(|&(slot, _)| self.is_free(slot)).map(|(_, &cost)| cost)
    }

    /// The same map with no tiles free but those of one cost, all at cost 1.
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

    /// True for the slot of a free tile.
    #[inline]
    pub(crate) fn is_free(&self, slot: u32) -> bool {
        let (x, y) = self.tile(slot);
        self.free.get(x, y)
    }
}

/// Its sizes alone: a map in a log is a line, not a megabyte.
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
