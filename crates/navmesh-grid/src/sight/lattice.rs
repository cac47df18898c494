//! What a straight line meets on its way over the lattice, one thing after another.

use std::cmp::Ordering;

use glam::DVec2;
use navmesh_core::geom::{Turn, sanitized, turn};

use crate::grid::Grid;

/// A square of the lattice, on the grid or beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LatticeTile {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl LatticeTile {
    /// The tile's column and row, if it is on the grid.
    pub(crate) fn on(self, grid: &Grid) -> Option<(u32, u32)> {
        let (x, y) = (u32::try_from(self.x).ok()?, u32::try_from(self.y).ok()?);
        (x < grid.width() && y < grid.height()).then_some((x, y))
    }
}

/// What a line meets next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meets {
    /// It runs through the inside of this tile.
    Inside(LatticeTile),
    /// It passes the corner between these two, into the tile that touches the last one there.
    Corner([LatticeTile; 2]),
    /// It runs along the side that these two share.
    Side([LatticeTile; 2]),
}

/// From the first tile inside which a line runs to the last.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    first: LatticeTile,
    last: LatticeTile,
}

impl Stretch {
    /// Visits what the line meets until `visit` says false, and then says so too.
    ///
    /// `next_line` compares where the line leaves a tile: `Less` if it crosses the column line first,
    /// `Greater` if the row line, `Equal` at the corner. It is asked only where both lie ahead.
    fn walk(
        &self,
        next_line: impl Fn(LatticeTile) -> Ordering,
        mut visit: impl FnMut(Meets) -> bool,
    ) -> bool {
        let (mut tile, last) = (self.first, self.last);
        let (step_x, step_y) = ((last.x - tile.x).signum(), (last.y - tile.y).signum());
        while visit(Meets::Inside(tile)) {
            let crossing = match (tile.x == last.x, tile.y == last.y) {
                (true, true) => return true,
                (false, true) => Ordering::Less,
                (true, false) => Ordering::Greater,
                (false, false) => next_line(tile),
            };
            let aside = LatticeTile { x: tile.x + step_x, ..tile };
            let ahead = LatticeTile { y: tile.y + step_y, ..tile };
            if crossing.is_eq() && !visit(Meets::Corner([aside, ahead])) {
                return false;
            }
            if crossing.is_le() {
                tile.x += step_x;
            }
            if crossing.is_ge() {
                tile.y += step_y;
            }
        }
        false
    }
}

/// The line between the centres of two tiles, on a lattice of whole numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TileLine {
    stretch: Stretch,
}

impl TileLine {
    pub(crate) fn new(from: (u32, u32), to: (u32, u32)) -> Self {
        let tile = |(x, y): (u32, u32)| LatticeTile { x: i64::from(x), y: i64::from(y) };
        Self { stretch: Stretch { first: tile(from), last: tile(to) } }
    }

    /// Visits what the line meets until `visit` says false, and then says so too.
    pub(crate) fn walk(&self, visit: impl FnMut(Meets) -> bool) -> bool {
        let Stretch { first, last } = self.stretch;
        let (width, height) = ((last.x - first.x).abs(), (last.y - first.y).abs());
        // Half a tile and the columns walked, as a part of all columns, against the same of rows.
        let next_line = |tile: LatticeTile| {
            let columns = 2 * (tile.x - first.x).abs() + 1;
            let rows = 2 * (tile.y - first.y).abs() + 1;
            (columns * height).cmp(&(rows * width))
        };
        self.stretch.walk(next_line, visit)
    }

    /// How much of the line is behind where it leaves a tile that it runs through: 0 to 1, rounded.
    pub(crate) fn leaves(&self, tile: LatticeTile) -> f64 {
        let Stretch { first, last } = self.stretch;
        // Along an axis on which nothing is walked the quotient is infinite.
        let part = |walked: i64, all: i64| (walked.abs() as f64 + 0.5) / all.abs() as f64;
        let columns = part(tile.x - first.x, last.x - first.x);
        columns.min(part(tile.y - first.y, last.y - first.y)).min(1.0)
    }
}

/// The line between two points of the map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PointLine<'a> {
    grid: &'a Grid,
    from: DVec2,
    to: DVec2,
    places: [Place; 2],
}

impl<'a> PointLine<'a> {
    /// The line, if both points are on the map.
    pub(crate) fn new(grid: &'a Grid, from: DVec2, to: DVec2) -> Option<Self> {
        let (from, to) = (sanitized(from)?, sanitized(to)?);
        Some(Self { grid, from, to, places: [Place::of(grid, from)?, Place::of(grid, to)?] })
    }

    /// True where the two points are one.
    pub(crate) fn is_point(&self) -> bool {
        self.from == self.to
    }

    /// The tiles around the first point, and then those around the second.
    pub(crate) fn ends(&self) -> impl Iterator<Item = LatticeTile> + use<> {
        let [from, to] = self.places;
        from.tiles().chain(to.tiles())
    }

    /// How many tiles touch the first point.
    pub(crate) fn tiles_at_start(&self) -> usize {
        self.places[0].tiles().count()
    }

    /// Visits what the open line meets until `visit` says false, and then says so too; a point
    /// meets nothing.
    pub(crate) fn walk(&self, visit: impl FnMut(Meets) -> bool) -> bool {
        let (from, to) = (self.from, self.to);
        let [start, end] = self.places;
        if self.is_point() {
            true
        } else if from.x == to.x && start.x.on_line {
            let side = |row| [-1, 0].map(|left| LatticeTile { x: start.x.index + left, y: row });
            Heading::between(start.y, end.y, from.y < to.y).along(side, visit)
        } else if from.y == to.y && start.y.on_line {
            let side =
                |column| [-1, 0].map(|low| LatticeTile { x: column, y: start.y.index + low });
            Heading::between(start.x, end.x, from.x < to.x).along(side, visit)
        } else {
            self.stretch().walk(|tile| self.next_line(tile), visit)
        }
    }

    fn stretch(&self) -> Stretch {
        let (from, to, [start, end]) = (self.from, self.to, self.places);
        let columns = Heading::between(start.x, end.x, from.x < to.x);
        let rows = Heading::between(start.y, end.y, from.y < to.y);
        let first = LatticeTile { x: columns.first, y: rows.first };
        Stretch { first, last: LatticeTile { x: columns.last, y: rows.last } }
    }

    /// Which line of the lattice is crossed first, told by the side of the corner ahead.
    fn next_line(&self, tile: LatticeTile) -> Ordering {
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

/// Every square of the lattice that touches a point of the map, beside the map too.
pub(crate) fn tiles_around(grid: &Grid, point: DVec2) -> impl Iterator<Item = LatticeTile> + use<> {
    Place::of(grid, point).into_iter().flat_map(Place::tiles)
}

/// Where a point is on the lattice.
#[derive(Debug, Clone, Copy)]
struct Place {
    x: Index,
    y: Index,
}

/// Where a coordinate is on the lattice: on the line with this number, or between it and the next.
#[derive(Debug, Clone, Copy)]
struct Index {
    index: i64,
    on_line: bool,
}

impl Place {
    fn of(grid: &Grid, point: DVec2) -> Option<Self> {
        let (x, y) = grid.tile_at(point)?;
        // On the far border the last tile is given, but the line is the one beyond it.
        let index = |tile: u32, value: f64, low: f64, high: f64| Index {
            index: i64::from(tile) + i64::from(value == high),
            on_line: value == low || value == high,
        };
        let (low, high) = (grid.corner(x, y), grid.corner(x + 1, y + 1));
        let x = index(x, point.x, low.x, high.x);
        Some(Self { x, y: index(y, point.y, low.y, high.y) })
    }

    fn tiles(self) -> impl Iterator<Item = LatticeTile> {
        let Self { x, y } = self;
        y.intervals().flat_map(move |row| x.intervals().map(move |x| LatticeTile { x, y: row }))
    }
}

impl Index {
    /// The numbers of the intervals between lines that the closed coordinate is in.
    fn intervals(self) -> impl Iterator<Item = i64> {
        self.index - i64::from(self.on_line)..=self.index
    }
}

/// The intervals between lines that an open stretch of an axis begins and ends in.
#[derive(Debug, Clone, Copy)]
struct Heading {
    first: i64,
    last: i64,
}

impl Heading {
    fn between(from: Index, to: Index, forward: bool) -> Self {
        // An end on a line belongs to the interval on the other end's side of it.
        let before = |index: Index| index.index - i64::from(index.on_line);
        if forward {
            Self { first: from.index, last: before(to) }
        } else {
            Self { first: before(from), last: to.index }
        }
    }

    /// Visits the sides with these numbers in order.
    fn along(
        self,
        side: impl Fn(i64) -> [LatticeTile; 2],
        mut visit: impl FnMut(Meets) -> bool,
    ) -> bool {
        let step = if self.first <= self.last { 1 } else { -1 };
        let count = self.first.abs_diff(self.last) as i64;
        (0..=count).all(|i| visit(Meets::Side(side(self.first + i * step))))
    }
}
