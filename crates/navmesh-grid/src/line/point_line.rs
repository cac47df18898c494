//! Lines between points of the map, by exact predicates.

use std::cmp::Ordering;

use glam::DVec2;
use navmesh_core::backend::geom::{Turn, sanitized, turn};

use super::lattice::{LatticeTile, Meets, TileSpan};
use crate::map::grid::Grid;

/// The line between two points of the map.
#[derive(Debug, Clone, Copy)]
pub(super) struct PointLine<'a> {
    grid: &'a Grid,
    from: DVec2,
    to: DVec2,
    start: LatticePosition,
    end: LatticePosition,
}

impl<'a> PointLine<'a> {
    /// Builds the line; `None` if a point is off the map or not finite.
    pub(super) fn new(grid: &'a Grid, from: DVec2, to: DVec2) -> Option<Self> {
        let (from, to) = (sanitized(from)?, sanitized(to)?);
        let (start, end) = (LatticePosition::of(grid, from)?, LatticePosition::of(grid, to)?);
        Some(Self { grid, from, to, start, end })
    }

    /// Returns true if both points are equal.
    pub(super) fn is_point(&self) -> bool {
        self.from == self.to
    }

    /// Returns the tiles that the first point touches.
    pub(super) fn tiles_at_start(&self) -> impl Iterator<Item = LatticeTile> + use<> {
        self.start.tiles()
    }

    /// Returns the tiles that the last point touches.
    pub(super) fn tiles_at_end(&self) -> impl Iterator<Item = LatticeTile> + use<> {
        self.end.tiles()
    }

    /// Calls `visit` for everything that the open line meets, in order, until it returns false;
    /// returns the last answer. A point meets nothing.
    pub(super) fn visit(&self, visit: impl FnMut(Meets) -> bool) -> bool {
        let (from, to, start, end) = (self.from, self.to, self.start, self.end);
        if self.is_point() {
            true
        } else if from.x == to.x && start.x.on_line {
            let side = |row| [-1, 0].map(|left| LatticeTile { x: start.x.index + left, y: row });
            IntervalRange::between(start.y, end.y, from.y < to.y).visit_sides(side, visit)
        } else if from.y == to.y && start.y.on_line {
            let side =
                |column| [-1, 0].map(|low| LatticeTile { x: column, y: start.y.index + low });
            IntervalRange::between(start.x, end.x, from.x < to.x).visit_sides(side, visit)
        } else {
            self.span().visit(|tile| self.crossing(tile), visit)
        }
    }

    fn span(&self) -> TileSpan {
        let columns = IntervalRange::between(self.start.x, self.end.x, self.from.x < self.to.x);
        let rows = IntervalRange::between(self.start.y, self.end.y, self.from.y < self.to.y);
        let first = LatticeTile { x: columns.first, y: rows.first };
        TileSpan { first, last: LatticeTile { x: columns.last, y: rows.last } }
    }

    /// Returns which lattice line the line crosses first on leaving a tile, by the side of the line
    /// on which the corner ahead lies.
    fn crossing(&self, tile: LatticeTile) -> Ordering {
        let (right, up) = (self.from.x < self.to.x, self.from.y < self.to.y);
        let line = |index: i64, forward: bool| index as u32 + u32::from(forward);
        let corner = self.grid.corner(line(tile.x, right), line(tile.y, up));
        let seen = turn(self.from, self.to, corner);
        match if right == up { seen } else { seen.reversed() } {
            Turn::Left => Ordering::Less,
            Turn::Right => Ordering::Greater,
            Turn::Collinear => Ordering::Equal,
        }
    }
}

/// Returns every square of the lattice that touches a point of the map, squares outside the map
/// included.
pub(super) fn tiles_around(grid: &Grid, point: DVec2) -> impl Iterator<Item = LatticeTile> + use<> {
    LatticePosition::of(grid, point).into_iter().flat_map(LatticePosition::tiles)
}

#[derive(Debug, Clone, Copy)]
struct LatticePosition {
    x: LatticeCoordinate,
    y: LatticeCoordinate,
}

/// A coordinate on lattice line `index`, or between that line and the next.
#[derive(Debug, Clone, Copy)]
struct LatticeCoordinate {
    index: i64,
    on_line: bool,
}

impl LatticePosition {
    fn of(grid: &Grid, point: DVec2) -> Option<Self> {
        let (x, y) = grid.tile_at(point)?;
        // A point on the far border belongs to the last tile but lies on the line behind it.
        let coordinate = |tile: u32, value: f64, low: f64, high: f64| LatticeCoordinate {
            index: i64::from(tile) + i64::from(value == high),
            on_line: value == low || value == high,
        };
        let (low, high) = (grid.corner(x, y), grid.corner(x + 1, y + 1));
        let x = coordinate(x, point.x, low.x, high.x);
        Some(Self { x, y: coordinate(y, point.y, low.y, high.y) })
    }

    fn tiles(self) -> impl Iterator<Item = LatticeTile> {
        let Self { x, y } = self;
        y.intervals().flat_map(move |row| x.intervals().map(move |x| LatticeTile { x, y: row }))
    }
}

impl LatticeCoordinate {
    /// Returns the numbers of the closed intervals between lines that hold the coordinate.
    fn intervals(self) -> impl Iterator<Item = i64> {
        self.index - i64::from(self.on_line)..=self.index
    }
}

/// The first and the last interval between lattice lines that an open segment of an axis overlaps.
#[derive(Debug, Clone, Copy)]
struct IntervalRange {
    first: i64,
    last: i64,
}

impl IntervalRange {
    fn between(from: LatticeCoordinate, to: LatticeCoordinate, forward: bool) -> Self {
        // An end on a line belongs to the interval on the other end's side of it.
        let before = |end: LatticeCoordinate| end.index - i64::from(end.on_line);
        if forward {
            Self { first: from.index, last: before(to) }
        } else {
            Self { first: before(from), last: to.index }
        }
    }

    /// Calls `visit` for the sides of these numbers in order.
    fn visit_sides(
        self,
        side: impl Fn(i64) -> [LatticeTile; 2],
        mut visit: impl FnMut(Meets) -> bool,
    ) -> bool {
        let step = if self.first <= self.last { 1 } else { -1 };
        let count = self.first.abs_diff(self.last) as i64;
        (0..=count).all(|i| visit(Meets::Side(side(self.first + i * step))))
    }
}
