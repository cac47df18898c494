//! The tiles that a point or a line touches.

use navmesh_core::backend::geom::{IntoPoint, sanitized};

use super::lattice::{LatticeTile, Meets};
use super::point_line::{PointLine, tiles_around};
use crate::map::grid::Grid;

/// Returns every tile of the grid that a point touches, blocked tiles included, as (column, row) by
/// ascending slot.
///
/// A lattice point touches four tiles, a point on a side two, any other point one. A point off the
/// map touches none.
///
/// ```
/// use navmesh_grid::{Grid, tiles_under};
/// let grid = Grid::new(3, 3)?;
/// assert_eq!(tiles_under(&grid, [1.0, 2.0]), [(0, 1), (1, 1), (0, 2), (1, 2)]);
/// assert_eq!(tiles_under(&grid, [1.5, 2.0]), [(1, 1), (1, 2)]);
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[must_use]
pub fn tiles_under(grid: &Grid, point: impl IntoPoint) -> Vec<(u32, u32)> {
    let Some(point) = sanitized(point.into_point()) else { return Vec::new() };
    tiles_around(grid, point).filter_map(|tile| tile.on(grid)).collect()
}

/// Returns every tile of the grid that the closed line between two points touches, blocked tiles
/// included, as (column, row) in the order of the line; none where a point is off the map.
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
pub fn tiles_touched(grid: &Grid, from: impl IntoPoint, to: impl IntoPoint) -> Vec<(u32, u32)> {
    let Some(line) = PointLine::new(grid, from.into_point(), to.into_point()) else {
        return Vec::new();
    };
    let mut touched: Vec<(u32, u32)> = Vec::new();
    // A tile is met twice only around one lattice point, within the last eight tiles.
    let mut meet = |tile: LatticeTile| {
        let recent = touched.len().saturating_sub(8);
        let new = tile.on(grid).filter(|tile| !touched[recent..].contains(tile));
        touched.extend(new);
    };
    for tile in line.tiles_at_start() {
        meet(tile);
    }
    line.visit(|meets| {
        match meets {
            Meets::Inside(tile) => meet(tile),
            Meets::Corner([first, second]) | Meets::Side([first, second]) => {
                meet(first);
                meet(second);
            }
        }
        true
    });
    for tile in line.tiles_at_end() {
        meet(tile);
    }
    touched
}
