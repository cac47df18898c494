//! The obstacle depth of tiles: the distance to the nearest free tile, in rings.
//!
//! Source: the *buried depth* of the A* article series that this backend started from: a blocked
//! tile has depth 1, plus 1 for each ring of tiles around it without a free one. The first ring
//! with a free tile has the number of the depth.
//!
//! We differ from it in: 1) free tiles have depth 0. 2) Rings are clipped at the rim of the map;
//! the article clamps them to it and so counts tiles of smaller rings twice. 3) Rows are scanned
//! outwards, 64 tiles at a time.

use super::grid::Grid;
use super::row::Row;

/// Returns the depth of a tile; `None` if the map has no free tile.
///
/// Complexity: linear in the words of the rows within the depth.
pub(crate) fn obstacle_depth(grid: &Grid, x: u32, y: u32) -> Option<u32> {
    let mut least = None;
    for away in 0..grid.height() {
        if least.is_some_and(|least| least <= away) {
            break;
        }
        let rows = [y.checked_sub(away), y.checked_add(away).filter(|&y| y < grid.height())];
        for row in rows.into_iter().flatten().map(|y| Row::new(grid, y)) {
            let nearest = [row.free_from(x), row.free_before(x)].into_iter().flatten();
            let depths = nearest.map(|column| column.abs_diff(x).max(away));
            least = least.into_iter().chain(depths).min();
        }
    }
    least
}

/// Returns the tiles of a ring that are on the grid: those whose larger distance from the middle,
/// in columns or in rows, is `number`. Ring 0 is the tile itself.
pub(crate) fn ring(
    grid: &Grid,
    x: u32,
    y: u32,
    number: u32,
) -> impl Iterator<Item = (u32, u32)> + use<> {
    let (width, height) = (grid.width(), grid.height());
    let columns = x.saturating_sub(number)..width.min(x.saturating_add(number).saturating_add(1));
    let rows = y.saturating_sub(number)..height.min(y.saturating_add(number).saturating_add(1));
    rows.flat_map(move |row| {
        let is_whole = row.abs_diff(y) == number;
        let step = if is_whole { 1 } else { (2 * number as usize).max(1) };
        // A row between the lowest and the highest has two tiles, unless they are off the grid.
        let first = if is_whole || x >= number { columns.start } else { x + number };
        (first..columns.end).step_by(step).map(move |column| (column, row))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random_grid;
    use navmesh_testkit::SplitMix64;

    fn distance(a: (u32, u32), b: (u32, u32)) -> u32 {
        a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
    }

    #[test]
    fn depths_and_rings_agree_with_a_scan_of_every_tile() {
        let mut random = SplitMix64::new(51);
        for _ in 0..600 {
            let grid = random_grid(&mut random, 9);
            let all: Vec<_> = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot)).collect();
            for &tile in &all {
                let free = all.iter().filter(|&&(x, y)| !grid.is_blocked(x, y));
                let expected = free.map(|&other| distance(tile, other)).min();
                assert_eq!(obstacle_depth(&grid, tile.0, tile.1), expected);
                let number = random.below(10) as u32;
                let on_ring: Vec<_> = ring(&grid, tile.0, tile.1, number).collect();
                let expected: Vec<_> =
                    all.iter().copied().filter(|&other| distance(tile, other) == number).collect();
                assert_eq!(on_ring, expected, "{tile:?} {number} {grid:?}");
            }
        }
    }

    #[test]
    fn the_depths_of_growing_squares_are_those_of_the_article() {
        let mut grid = Grid::new(7, 7).unwrap();
        for reach in 0..3 {
            for y in 3 - reach..=3 + reach {
                for x in 3 - reach..=3 + reach {
                    grid.set_blocked(x, y, true);
                }
            }
            assert_eq!(obstacle_depth(&grid, 3, 3), Some(reach + 1));
        }
    }
}
