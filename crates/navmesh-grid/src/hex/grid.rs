//! Maps of hexagons: six neighbours, all at the same distance.
//!
//! Source: A. Patel, "Hexagonal Grids" (Red Blob Games), 2013. The layout is *odd-r*: rows of
//! hexagons with a corner at the top, odd rows shifted right by half a hexagon.

use glam::DVec2;

use super::hexagon::Hex;
use super::line::hex_line;
use crate::map::grid::Grid;

/// A rectangle of hexagons, each free (with a cost multiplier) or blocked.
///
/// The hexagons are the tiles of a [`Grid`] with as many columns and rows, which also holds their
/// costs. Odd rows are shifted right by half a hexagon.
///
/// ```
/// use navmesh_grid::{Grid, HexGrid};
/// let map = HexGrid::new(Grid::from_rows(["....", ".##.", "...."])?);
/// assert_eq!(map.neighbors(0, 1).collect::<Vec<_>>(), [(1, 2), (0, 2), (0, 0), (1, 0)]);
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct HexGrid {
    pub(super) tiles: Grid,
}

impl HexGrid {
    /// Builds a map from a rectangle of tiles; the grid's origin and cell size are ignored.
    #[must_use]
    pub fn new(tiles: Grid) -> Self {
        Self { tiles }
    }

    /// Returns the hexagons as a rectangle of tiles.
    #[must_use]
    pub fn tiles(&self) -> &Grid {
        &self.tiles
    }

    /// Returns the axial coordinates of the hexagon in column `x` of row `y`.
    ///
    /// Both numbers must be below 2³¹, as they are on every map.
    #[must_use]
    pub fn hex(x: u32, y: u32) -> Hex {
        Hex { q: (x as i32).wrapping_sub((y / 2) as i32), r: y as i32 }
    }

    /// Returns the column and row of a hexagon; `None` outside the map.
    #[must_use]
    pub fn tile(&self, hex: Hex) -> Option<(u32, u32)> {
        let y = u32::try_from(hex.r).ok()?;
        let x = u32::try_from(i64::from(hex.q) + i64::from(y / 2)).ok()?;
        self.tiles.slot(x, y).map(|_| (x, y))
    }

    /// Returns the centre of a hexagon. Hexagon (0, 0) is at the origin, and centres of neighbours
    /// are 1 apart.
    #[must_use]
    pub fn center(x: u32, y: u32) -> DVec2 {
        let shift = f64::from(y % 2) * 0.5;
        DVec2::new(f64::from(x) + shift, f64::from(y) * ROW_HEIGHT)
    }

    /// Returns the free neighbours of a hexagon as (column, row); none for a hexagon outside the
    /// map.
    pub fn neighbors(&self, x: u32, y: u32) -> impl Iterator<Item = (u32, u32)> {
        let on_map = self.tiles.slot(x, y).map(|_| Self::hex(x, y).neighbors());
        on_map
            .into_iter()
            .flatten()
            .filter_map(|hex| self.tile(hex))
            .filter(|&(x, y)| !self.tiles.is_blocked(x, y))
    }

    pub(super) fn free_slot(&self, tile: (u32, u32)) -> Option<u32> {
        self.tiles.free_slot(tile.0, tile.1)
    }

    /// Returns true if every hexagon of the line between two hexagons is free, the
    /// ends included.
    #[must_use]
    pub fn sees(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        let is_on_map = |tile: (u32, u32)| self.tiles.slot(tile.0, tile.1).is_some();
        let is_free = |(x, y): (u32, u32)| !self.tiles.is_blocked(x, y);
        let line = || hex_line(Self::hex(from.0, from.1), Self::hex(to.0, to.1));
        is_on_map(from) && is_on_map(to) && line().all(|hex| self.tile(hex).is_some_and(is_free))
    }
}

/// The distance between two rows where neighbours are 1 apart: √3 / 2.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;
