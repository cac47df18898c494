//! Line of sight over tiles, exactly.
//!
//! Source: `hasBarrier` of the A* article series that this backend started from: a line touches the
//! tiles that it crosses, the two tiles beside a side and the four tiles around a corner. The tiles
//! are found one after another from the start of the line. The next one follows from the corner
//! ahead: it lies left of the line, right of it, or on it.
//!
//! We differ from it in: 1) the article computes points on the line and tests whether they are
//! integers; we decide the side of each corner exactly, by integers between tiles and by
//! [`turn`](navmesh_core::backend::geom::turn) between points. 2) The article steps along the longer axis,
//! as Bresenham's line does, and misses tiles that the line touches. 3) The corner rule decides
//! about blocked tiles at corners, as it does for steps.

use navmesh_core::IntoPoint;

use super::lattice::{LatticeTile, Meets};
use super::point_line::PointLine;
use super::tile_line::TileLine;
use crate::map::grid::Grid;
use crate::rules::choices::CornerRule;
use crate::rules::steps::Steps;

/// Line-of-sight queries on a grid under a corner rule.
///
/// A line is walkable if no point of it lies inside a blocked tile, and
///
/// | rule | passing a corner between two tiles | along a side |
/// |---|---|---|
/// | [`Never`](CornerRule::Never) | both must be free | both tiles must be free |
/// | [`OneFree`](CornerRule::OneFree) | one must be free | one tile must be free; at each corner, both tiles on one side of the line |
/// | [`Always`](CornerRule::Always) | always walkable | one tile must be free |
///
/// Under `Never` a line touches no blocked tile at all, its ends included. `OneFree` is the
/// walkable area of a mesh [traced](crate::trace()) from the grid. Between two neighbouring tiles a
/// line is walkable exactly when the step between them is legal with eight neighbours. Everything
/// outside the grid is blocked.
///
/// Complexity: linear in the number of tiles under the line.
///
/// ```
/// use navmesh_grid::{CornerRule, Grid, Sight};
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let strict = Sight::new(&grid, CornerRule::Never);
/// assert!(strict.between((0, 0), (3, 0)) && !strict.between((0, 1), (3, 1)));
/// // Along the lower side of the blocked tile (2, 1):
/// assert!(!strict.between_points([1.0, 1.0], [3.5, 1.0]));
/// assert!(Sight::new(&grid, CornerRule::OneFree).between_points([1.0, 1.0], [3.5, 1.0]));
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    grid: &'a Grid,
    corners: CornerRule,
}

impl<'a> Sight<'a> {
    /// Prepares queries on `grid` under a corner rule.
    #[must_use]
    pub fn new(grid: &'a Grid, corners: CornerRule) -> Self {
        Self { grid, corners }
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// Returns true if the line between the centres of two tiles, given as (column, row), is
    /// walkable.
    ///
    /// The answer depends on the tiles alone, not on the grid's origin and cell size.
    #[must_use]
    pub fn between(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        TileLine::new(from, to).visit(|meets| match meets {
            Meets::Inside(tile) => self.is_free(tile),
            Meets::Corner(beside) => self.can_pass(beside),
            Meets::Side(_) => false, // a line between centres runs along no side
        })
    }

    /// Returns the cost of the line between the centres of two tiles, in tile sizes: the sum of its
    /// length in each tile times that tile's multiplier, rounded. `None` if it is not walkable.
    #[must_use]
    pub fn cost_between(&self, from: (u32, u32), to: (u32, u32)) -> Option<f64> {
        if !self.between(from, to) {
            return None;
        }
        let line = TileLine::new(from, to);
        let (mut entry, mut multiplier) = (0.0, 0.0);
        line.visit(|meets| {
            if let Meets::Inside(tile) = meets
                && let Some(slot) = tile.on(self.grid).and_then(|(x, y)| self.grid.slot(x, y))
            {
                let exit = line.exit(tile);
                multiplier += (exit - entry) * self.grid.cost_of(slot);
                entry = exit;
            }
            true
        });
        Some(multiplier * Steps::between(from, to).euclidean(1.0))
    }

    /// Returns true if the line between two points, in map units, is walkable; false if a point
    /// is off the map or not finite.
    #[must_use]
    pub fn between_points(&self, from: impl IntoPoint, to: impl IntoPoint) -> bool {
        let Some(line) = PointLine::new(self.grid, from.into_point(), to.into_point()) else {
            return false;
        };
        let mut ends = line.tiles_at_start().chain(line.tiles_at_end());
        if line.is_point() && self.corners != CornerRule::Never {
            return ends.any(|tile| self.is_free(tile));
        }
        if self.corners == CornerRule::Never && !ends.all(|tile| self.is_free(tile)) {
            return false;
        }
        let mut before = None;
        line.visit(|meets| match meets {
            Meets::Inside(tile) => self.is_free(tile),
            Meets::Corner(beside) => self.can_pass(beside),
            Meets::Side(sides) => {
                let free = sides.map(|tile| self.is_free(tile));
                self.can_follow(before.replace(free).unwrap_or(free), free)
            }
        })
    }

    /// Returns true if a line may pass the corner between two tiles.
    fn can_pass(&self, beside: [LatticeTile; 2]) -> bool {
        let [a, b] = beside.map(|tile| self.is_free(tile));
        match self.corners {
            CornerRule::Never => a && b,
            CornerRule::OneFree => a || b,
            CornerRule::Always => true,
        }
    }

    /// Returns true if a line may continue along a side; both arguments say which of the two tiles
    /// beside a side are free, `before` for the previous side of the line.
    fn can_follow(&self, before: [bool; 2], free: [bool; 2]) -> bool {
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
