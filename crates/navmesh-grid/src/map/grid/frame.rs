//! The position of the tiles in the world.

use glam::DVec2;
use navmesh_core::backend::geom::{Bounds, IntoPoint, MAX_COORDINATE, MIN_COORDINATE};

use super::Grid;

/// The smallest tile size relative to the map's largest coordinate: 2⁻³⁰.
///
/// Centres are rounded to 2⁻⁵³ of the largest coordinate. Their error is therefore below a
/// millionth of a tile, and no two of them coincide.
const MIN_TILE_SIZE: f64 = f64::from_bits((1023 - 30) << 52);

impl Grid {
    /// Moves the grid: `origin` is the outer corner of tile (0, 0), in map units.
    ///
    /// Any numbers are accepted; [`Grid::is_placed`] says whether they are usable.
    #[must_use]
    pub fn with_origin(mut self, origin: impl IntoPoint) -> Self {
        self.origin = origin.into_point();
        self
    }

    /// Sets the length of a tile's side, in map units.
    ///
    /// Any number is accepted; [`Grid::is_placed`] says whether it is usable.
    #[must_use]
    pub fn with_cell_size(mut self, cell_size: f64) -> Self {
        self.cell_size = cell_size;
        self
    }

    /// Returns the corner of tile (0, 0) with the smallest x and y.
    #[must_use]
    pub fn origin(&self) -> DVec2 {
        self.origin
    }

    /// Returns the length of a tile's side, in map units.
    #[must_use]
    pub fn cell_size(&self) -> f64 {
        self.cell_size
    }

    /// Returns true if origin and cell size are usable.
    ///
    /// The cell size must be positive and at least 2⁻³⁰ of the map's largest coordinate, and all
    /// coordinates must be in the domain of [`navmesh_core::backend::geom`]. A grid that is not placed has
    /// no points and no outlines, and every query on it is unsupported.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        let largest = self.bounds().max_abs();
        self.origin.is_finite()
            && self.cell_size >= MIN_COORDINATE
            && largest <= MAX_COORDINATE
            && self.cell_size >= largest * MIN_TILE_SIZE
    }

    /// Returns the bounding box of all tiles.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds { min: self.corner(0, 0), max: self.corner(self.width, self.height) }
    }

    /// Returns the corner of tile (x, y) with the smallest x and y, which is the intersection of
    /// column line `x` and row line `y`.
    ///
    /// Tiles that share a corner get identical bits.
    #[inline]
    #[must_use]
    pub fn corner(&self, x: u32, y: u32) -> DVec2 {
        DVec2::new(self.column_line(f64::from(x)), self.row_line(f64::from(y)))
    }

    /// Returns the centre of tile (x, y).
    #[inline]
    #[must_use]
    pub fn center(&self, x: u32, y: u32) -> DVec2 {
        DVec2::new(self.column_line(f64::from(x) + 0.5), self.row_line(f64::from(y) + 0.5))
    }

    /// Returns the tile that contains a point, as (column, row); `None` off the map.
    ///
    /// A lattice line between two tiles belongs to the one with the larger x or y. A point on the
    /// far border of the map belongs to the last tile.
    #[must_use]
    pub fn tile_at(&self, point: impl IntoPoint) -> Option<(u32, u32)> {
        let point = point.into_point();
        let Bounds { min, max } = self.bounds();
        let on_map = point.cmpge(min).all() && point.cmple(max).all(); // false for NaN
        (on_map && self.is_placed()).then(|| self.clamped_tile(point))
    }

    /// Returns the tile of the point of the map that is nearest to `point`.
    pub(crate) fn clamped_tile(&self, point: DVec2) -> (u32, u32) {
        let along = (point - self.origin) / self.cell_size;
        let x = interval_of(point.x, along.x, self.width, |x| self.column_line(x));
        let y = interval_of(point.y, along.y, self.height, |y| self.row_line(y));
        (x, y)
    }

    /// Returns the point of the closed tile (x, y) that is nearest to `point`.
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

/// Returns the number of the interval between lines that contains `value`, clamped to 0 … count −
/// 1.
///
/// Rounding may shift the guess by one; a comparison with the lines themselves decides.
fn interval_of(value: f64, guess: f64, count: u32, line: impl Fn(f64) -> f64) -> u32 {
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
