//! Where the tiles lie in the world.

use glam::DVec2;
use navmesh_core::geom::{Bounds, MAX_COORDINATE, MIN_COORDINATE};

use super::Grid;

/// The smallest tile, as a part of the map's largest coordinate: 2⁻³⁰.
///
/// Centres are rounded to 2⁻⁵³ of the largest coordinate; so they are right to a millionth of a
/// tile at least, and no two of them coincide.
const FINEST: f64 = f64::from_bits((1023 - 30) << 52);

impl Grid {
    /// The same grid with the outer corner of tile (0, 0) elsewhere, in map units.
    ///
    /// Any numbers are taken; see [`Grid::is_placed`] for those that can be used.
    #[must_use]
    pub fn with_origin(mut self, origin: impl Into<DVec2>) -> Self {
        self.origin = origin.into();
        self
    }

    /// The same grid with tiles of another size, in map units.
    ///
    /// Any number is taken; see [`Grid::is_placed`] for those that can be used.
    #[must_use]
    pub fn with_cell_size(mut self, cell_size: f64) -> Self {
        self.cell_size = cell_size;
        self
    }

    /// The corner of tile (0, 0) at which x and y are smallest.
    #[must_use]
    pub fn origin(&self) -> DVec2 {
        self.origin
    }

    /// The length of a tile's side, in map units.
    #[must_use]
    pub fn cell_size(&self) -> f64 {
        self.cell_size
    }

    /// True where origin and cell size put the tiles at usable places.
    ///
    /// The cell size must be positive and at least 2⁻³⁰ of the map's largest coordinate, and all
    /// coordinates must be in the domain of [`navmesh_core::geom`]. On a grid that is not placed no
    /// point is on a tile, no outline is traced, and every query is unsupported.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        let largest = self.bounds().max_abs();
        self.origin.is_finite()
            && self.cell_size >= MIN_COORDINATE
            && largest <= MAX_COORDINATE
            && self.cell_size >= largest * FINEST
    }

    /// The box around all tiles.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds { min: self.corner(0, 0), max: self.corner(self.width, self.height) }
    }

    /// The point where lattice column `x` and lattice row `y` cross: the corner of tile (x, y) at
    /// which x and y are smallest.
    ///
    /// Tiles that share a corner get the same bits.
    #[inline]
    #[must_use]
    pub fn corner(&self, x: u32, y: u32) -> DVec2 {
        DVec2::new(self.column_line(f64::from(x)), self.row_line(f64::from(y)))
    }

    /// The middle of tile (x, y).
    #[inline]
    #[must_use]
    pub fn center(&self, x: u32, y: u32) -> DVec2 {
        DVec2::new(self.column_line(f64::from(x) + 0.5), self.row_line(f64::from(y) + 0.5))
    }

    /// The tile that a point belongs to; `None` off the map.
    ///
    /// A point on a lattice line belongs to the tile with the larger number of the two, and on the
    /// far border of the map to the last tile: tiles own their sides of smallest x and y.
    #[must_use]
    pub fn tile_at(&self, point: impl Into<DVec2>) -> Option<(u32, u32)> {
        let point = point.into();
        let Bounds { min, max } = self.bounds();
        let on_map = point.cmpge(min).all() && point.cmple(max).all(); // false for NaN
        (on_map && self.is_placed()).then(|| self.clamped_tile(point))
    }

    /// The tile of the point of the map that is nearest to `point`.
    pub(crate) fn clamped_tile(&self, point: DVec2) -> (u32, u32) {
        let along = (point - self.origin) / self.cell_size;
        let x = settled_index(along.x, self.width, point.x, |x| self.column_line(x));
        let y = settled_index(along.y, self.height, point.y, |y| self.row_line(y));
        (x, y)
    }

    /// The point of the closed tile (x, y) that is nearest to `point`.
    pub(crate) fn nearest_in_tile(&self, x: u32, y: u32, point: DVec2) -> DVec2 {
        point.clamp(self.corner(x, y), self.corner(x + 1, y + 1))
    }

    #[inline]
    fn column_line(&self, x: f64) -> f64 {
        self.origin.x + x * self.cell_size
    }

    #[inline]
    fn row_line(&self, y: f64) -> f64 {
        self.origin.y + y * self.cell_size
    }
}

/// The number of the interval between lines that holds `value`, clamped to 0 … count − 1.
///
/// The guess may be off by one through rounding; comparing with the lines themselves decides.
fn settled_index(guess: f64, count: u32, value: f64, line: impl Fn(f64) -> f64) -> u32 {
    let last = count - 1;
    let mut index = (guess.max(0.0) as u32).min(last);
    while index > 0 && value < line(f64::from(index)) {
        index -= 1;
    }
    while index < last && value >= line(f64::from(index + 1)) {
        index += 1;
    }
    index
}
