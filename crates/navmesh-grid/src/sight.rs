//! Whether one can walk straight from here to there: every tile under a line, exactly.
//!
//! Source: the `hasBarrier` of the A* article series that this backend grew from: a line touches the
//! tiles that it runs through, the two beside a side that it crosses and the four around a corner.
//! The tiles are found one after another from the line's start: the corner ahead lies on one side of
//! the line, on the other, or on it, and that tells which tile is next.
//!
//! We differ from it in: 1) the article computes points on the line and asks whether they are whole
//! numbers; we ask on which side a corner lies, exactly: between tiles by integers, between points by
//! [`turn`](navmesh_core::geom::turn). 2) The article steps along the longer axis; so does
//! Bresenham's line, and both miss tiles that the line touches. 3) What a blocked tile's corner means is the corner rule's to say, as for
//! steps: under [`CornerRule::Never`] the line may touch no blocked tile at all.

mod lattice;

use glam::DVec2;
use navmesh_core::geom::sanitized;

use crate::estimate::Steps;
use crate::grid::Grid;
use crate::options::CornerRule;
use lattice::{LatticeTile, PointLine, tiles_around};
pub(crate) use lattice::{Meets, TileLine};

/// Tells which straight lines can be walked on a grid.
///
/// A line can be walked if no point of it lies inside a blocked tile, and
///
/// | rule | passing a corner between two tiles | along a side |
/// |---|---|---|
/// | [`Never`](CornerRule::Never) | both must be free | both tiles must be free |
/// | [`OneFree`](CornerRule::OneFree) | one must be free | one tile must be free, and stay so or hand over to a free one next to it |
/// | [`Always`](CornerRule::Always) | anything goes | one tile must be free |
///
/// So `Never` lets a line touch no blocked tile at all, its ends included; `OneFree` is the ground of
/// a mesh [traced](crate::trace()) from the grid; and between two neighbouring tiles a line is legal
/// exactly when the step of eight neighbours is. All is blocked outside the grid.
///
/// Complexity: linear in the number of tiles under the line.
///
/// ```
/// use navmesh_grid::{CornerRule, Grid, Sight};
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let careful = Sight::new(&grid, CornerRule::Never);
/// assert!(careful.between((0, 0), (3, 0)) && !careful.between((0, 1), (3, 1)));
/// // Along the lower side of the blocked tile (2, 1):
/// assert!(!careful.between_points([1.0, 1.0], [3.5, 1.0]));
/// assert!(Sight::new(&grid, CornerRule::OneFree).between_points([1.0, 1.0], [3.5, 1.0]));
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    grid: &'a Grid,
    corners: CornerRule,
}

impl<'a> Sight<'a> {
    /// Sight on `grid` under a corner rule.
    #[must_use]
    pub fn new(grid: &'a Grid, corners: CornerRule) -> Self {
        Self { grid, corners }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// True where the line between the centres of two tiles, given as column and row, can be walked.
    ///
    /// The tiles decide, as if their sides were 1: origin and cell size have no say.
    #[must_use]
    pub fn between(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        TileLine::new(from, to).walk(|meets| match meets {
            Meets::Inside(tile) => self.is_free(tile),
            Meets::Corner(beside) => self.passes(beside),
            Meets::Side(_) => false, // a line between centres runs along no side
        })
    }

    /// What the line between the centres of two tiles costs, in tile sizes: its length in each tile
    /// times that tile's multiplier, rounded; `None` where it cannot be walked.
    #[must_use]
    pub fn cost_between(&self, from: (u32, u32), to: (u32, u32)) -> Option<f64> {
        if !self.between(from, to) {
            return None;
        }
        let (line, mut entered, mut multiplier) = (TileLine::new(from, to), 0.0, 0.0);
        line.walk(|meets| {
            if let Meets::Inside(tile) = meets
                && let Some(slot) = tile.on(self.grid).and_then(|(x, y)| self.grid.slot(x, y))
            {
                let left = line.leaves(tile);
                multiplier += (left - entered) * self.grid.cost_of(slot);
                entered = left;
            }
            true
        });
        Some(multiplier * Steps::between(from, to).euclidean(1.0))
    }

    /// True where the line between two points, in map units, can be walked; false off the map, and
    /// where a coordinate is no usable number.
    #[must_use]
    pub fn between_points(&self, from: impl Into<DVec2>, to: impl Into<DVec2>) -> bool {
        let Some(line) = PointLine::new(self.grid, from.into(), to.into()) else { return false };
        let never = self.corners == CornerRule::Never;
        if never && !line.ends().all(|tile| self.is_free(tile)) {
            return false;
        }
        if line.is_point() {
            return line.ends().any(|tile| self.is_free(tile));
        }
        let mut walked = None;
        line.walk(|meets| match meets {
            Meets::Inside(tile) => self.is_free(tile),
            Meets::Corner(beside) => self.passes(beside),
            Meets::Side(sides) => {
                let free = sides.map(|tile| self.is_free(tile));
                self.runs(walked.replace(free), free)
            }
        })
    }

    /// True where a line may pass the corner between two tiles.
    fn passes(&self, beside: [LatticeTile; 2]) -> bool {
        let [a, b] = beside.map(|tile| self.is_free(tile));
        match self.corners {
            CornerRule::Never => a && b,
            CornerRule::OneFree => a || b,
            CornerRule::Always => true,
        }
    }

    /// True where a line may run along a side, after the one before it; both with what is free on
    /// the two sides of the line.
    fn runs(&self, before: Option<[bool; 2]>, free: [bool; 2]) -> bool {
        let before = before.unwrap_or(free);
        match self.corners {
            CornerRule::Never => free[0] && free[1],
            CornerRule::OneFree => (before[0] && free[0]) || (before[1] && free[1]),
            CornerRule::Always => free[0] || free[1],
        }
    }

    fn is_free(&self, tile: LatticeTile) -> bool {
        tile.on(self.grid).is_some_and(|(x, y)| !self.grid.is_blocked(x, y))
    }
}

/// Every tile of the grid that a point touches, blocked ones too: the four around a lattice point,
/// the two beside a side, else one; by ascending slot, and none off the map.
///
/// ```
/// use navmesh_grid::{Grid, tiles_under};
/// let grid = Grid::new(3, 3)?;
/// assert_eq!(tiles_under(&grid, [1.0, 2.0]), [(0, 1), (1, 1), (0, 2), (1, 2)]);
/// assert_eq!(tiles_under(&grid, [1.5, 2.0]), [(1, 1), (1, 2)]);
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[must_use]
pub fn tiles_under(grid: &Grid, point: impl Into<DVec2>) -> Vec<(u32, u32)> {
    let Some(point) = sanitized(point.into()) else { return Vec::new() };
    tiles_around(grid, point).filter_map(|tile| tile.on(grid)).collect()
}

/// Every tile of the grid that the closed line between two points touches, blocked ones too, each
/// once and in the order in which the line meets them; none where a point is off the map.
///
/// Complexity: linear in the number of tiles.
///
/// ```
/// use navmesh_grid::{Grid, tiles_touched};
/// let grid = Grid::new(3, 3)?;
/// assert_eq!(tiles_touched(&grid, [0.5, 0.5], [1.5, 1.5]), [(0, 0), (1, 0), (0, 1), (1, 1)]);
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[must_use]
pub fn tiles_touched(grid: &Grid, from: impl Into<DVec2>, to: impl Into<DVec2>) -> Vec<(u32, u32)> {
    let Some(line) = PointLine::new(grid, from.into(), to.into()) else { return Vec::new() };
    let mut touched: Vec<(u32, u32)> = Vec::new();
    // Only what is around one tile can be met twice, as the tiles around an end and along the line.
    let mut meet = |tile: LatticeTile| {
        let recent = touched.len().saturating_sub(8);
        let new = tile.on(grid).filter(|tile| !touched[recent..].contains(tile));
        touched.extend(new);
    };
    let mut ends = line.ends();
    ends.by_ref().take(line.tiles_at_start()).for_each(&mut meet);
    line.walk(|meets| {
        match meets {
            Meets::Inside(tile) => meet(tile),
            Meets::Corner(tiles) | Meets::Side(tiles) => tiles.into_iter().for_each(&mut meet),
        }
        true
    });
    ends.for_each(&mut meet);
    touched
}
