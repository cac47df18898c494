//! Maps of hexagons: six neighbours, all at the same distance.
//!
//! Source of the coordinates: A. Patel, "Hexagonal Grids" (Red Blob Games), 2013: axial coordinates
//! (q, r), which with s = −q − r are three axes whose differences measure distances; and its *odd-r*
//! layout, rows of hexagons with the pointed end up, every other row moved right by half a hexagon.
//!
//! We differ from it in: 1) the line between two hexagons rounds in whole numbers, and where it runs
//! along a side, it takes the hexagon with the larger coordinates.

mod finder;
mod line;
mod search;

use glam::DVec2;

use crate::cost_range::CostRange;
use crate::error::GridError;
use crate::grid::Grid;
use crate::path_form::{Beginning, Listing, listed};

use search::{HexMemory, HexSearch};

pub use finder::HexFinder;
pub use line::hex_line;

/// A hexagon by its two axial coordinates: q grows to the right, r downwards and to the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex {
    /// Along the row.
    pub q: i32,
    /// The row.
    pub r: i32,
}

impl Hex {
    /// The six neighbours, counter-clockwise from +q as seen where rows run upwards.
    #[must_use]
    pub fn neighbors(self) -> [Self; 6] {
        const AROUND: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        AROUND.map(|(q, r)| Self { q: self.q.wrapping_add(q), r: self.r.wrapping_add(r) })
    }

    /// How many steps lie between two hexagons where nothing is in the way.
    #[must_use]
    pub fn distance(self, other: Self) -> u64 {
        let [q, r] =
            [(self.q, other.q), (self.r, other.r)].map(|(a, b)| i64::from(a) - i64::from(b));
        // Each step changes two of the three coordinates by one.
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }
}

/// A rectangle of hexagons, each free (with a cost multiplier) or blocked.
///
/// Its tiles are those of a [`Grid`] of as many columns and rows, which also says what they cost; odd
/// rows are moved right by half a hexagon.
///
/// ```
/// use navmesh_grid::{Grid, HexGrid};
/// let map = HexGrid::new(Grid::from_rows(["....", ".##.", "...."])?);
/// let path = map.find_path((0, 1), (3, 1)).unwrap();
/// assert_eq!((path.cost, path.tiles.len()), (4.0, 5));
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct HexGrid {
    tiles: Grid,
}

/// A cheapest path over hexagons.
#[derive(Debug, Clone, PartialEq)]
pub struct HexPath {
    /// Its cost: a step costs the mean of its two hexagons' multipliers.
    pub cost: f64,
    /// The hexagons stepped on, as column and row, both ends included.
    pub tiles: Vec<(u32, u32)>,
}

impl HexPath {
    /// The hexagons of the path, in the form that its reader wants.
    ///
    /// ```
    /// use navmesh_grid::{Beginning, Grid, HexGrid, Listing};
    /// let path = HexGrid::new(Grid::new(3, 3)?).find_path((0, 2), (2, 2)).unwrap();
    /// let turns = path.listed(Listing::TurnsOnly, Beginning::AfterStart);
    /// assert_eq!(turns.collect::<Vec<_>>(), [(2, 2)]);
    /// # Ok::<(), navmesh_grid::GridError>(())
    /// ```
    pub fn listed(
        &self,
        listing: Listing,
        beginning: Beginning,
    ) -> impl Iterator<Item = (u32, u32)> + '_ {
        let step = |from: (u32, u32), to: (u32, u32)| {
            let [from, to] = [from, to].map(|(x, y)| HexGrid::hex(x, y));
            (to.q.wrapping_sub(from.q), to.r.wrapping_sub(from.r))
        };
        listed(self.tiles.iter().copied(), step, listing, beginning)
    }
}

impl HexGrid {
    /// The hexagons of a rectangle of tiles; the grid's origin and cell size have no say.
    #[must_use]
    pub fn new(tiles: Grid) -> Self {
        Self { tiles }
    }

    /// The tiles as a rectangle.
    #[must_use]
    pub fn tiles(&self) -> &Grid {
        &self.tiles
    }

    /// Blocks or frees a hexagon; see [`Grid::set_blocked`].
    pub fn set_blocked(&mut self, x: u32, y: u32, blocked: bool) {
        self.tiles.set_blocked(x, y, blocked);
    }

    /// Sets a hexagon's cost multiplier.
    ///
    /// # Errors
    ///
    /// As [`Grid::set_cost`].
    pub fn set_cost(&mut self, x: u32, y: u32, cost: f64) -> Result<(), GridError> {
        self.tiles.set_cost(x, y, cost)
    }

    /// The axial coordinates of the hexagon in a column of a row; both below 2³¹, as on every map.
    #[must_use]
    pub fn hex(x: u32, y: u32) -> Hex {
        Hex { q: (x as i32).wrapping_sub((y / 2) as i32), r: y as i32 }
    }

    /// The column and row of a hexagon; `None` outside the map.
    #[must_use]
    pub fn tile(&self, hex: Hex) -> Option<(u32, u32)> {
        let y = u32::try_from(hex.r).ok()?;
        let x = u32::try_from(i64::from(hex.q) + i64::from(y / 2)).ok()?;
        self.tiles.slot(x, y).map(|_| (x, y))
    }

    /// The middle of a hexagon, where neighbours' middles are 1 apart; hexagon (0, 0) is at the origin.
    #[must_use]
    pub fn center(x: u32, y: u32) -> DVec2 {
        let shift = f64::from(y % 2) * 0.5;
        DVec2::new(f64::from(x) + shift, f64::from(y) * ROW_HEIGHT)
    }

    /// The free hexagons next to one, as column and row; none outside the map.
    pub fn neighbors(&self, x: u32, y: u32) -> impl Iterator<Item = (u32, u32)> {
        let on_map = self.tiles.slot(x, y).map(|_| Self::hex(x, y).neighbors());
        on_map
            .into_iter()
            .flatten()
            .filter_map(|hex| self.tile(hex))
            .filter(|&(x, y)| !self.tiles.is_blocked(x, y))
    }

    /// A cheapest path between two hexagons, given as column and row; `None` where there is none, or an
    /// end is blocked or outside.
    ///
    /// A step costs the mean of its two hexagons' multipliers. Ties: the path whose hexagons have been
    /// expanded first, by smallest sum of cost and guess, then largest cost, then lowest slot.
    ///
    /// Complexity: linear in the number of hexagons, whose memory is made anew; for many questions there is
    /// [`HexFinder`].
    #[must_use]
    pub fn find_path(&self, start: (u32, u32), goal: (u32, u32)) -> Option<HexPath> {
        let (start, goal) = (self.free_slot(start)?, self.free_slot(goal)?);
        let cheapest = CostRange::new(&self.tiles).cheapest();
        let mut path = HexPath { cost: 0.0, tiles: Vec::new() };
        let search = HexSearch { map: self, cheapest, start, goal };
        search.run(&mut HexMemory::default(), &mut path).then_some(path)
    }

    /// The slot of a hexagon, if it is free.
    fn free_slot(&self, (x, y): (u32, u32)) -> Option<u32> {
        self.tiles.slot(x, y).filter(|_| !self.tiles.is_blocked(x, y))
    }

    /// True where every hexagon of the [line](hex_line()) between two is free; the ends, as column and
    /// row, too.
    #[must_use]
    pub fn sees(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        let on_map = |(x, y): (u32, u32)| self.tiles.slot(x, y).is_some();
        let line = || hex_line(Self::hex(from.0, from.1), Self::hex(to.0, to.1));
        on_map(from)
            && on_map(to)
            && line().all(|hex| self.tile(hex).is_some_and(|(x, y)| !self.tiles.is_blocked(x, y)))
    }
}

/// How far rows lie apart where neighbours are 1 apart: √3 / 2.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;
