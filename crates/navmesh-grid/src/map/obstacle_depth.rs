//! The obstacle depth of tiles: the distance to the nearest free tile, in rings.
//!
//! Source: the *buried depth* of the A* article series that this backend started from: a blocked
//! tile has depth 1, plus 1 for each ring of tiles around it without a free one. The first ring
//! with a free tile has the number of the depth.
//!
//! We differ from it in: 1) free tiles have depth 0. 2) Rings are clipped at the rim of the map;
//! the article clamps them to it and so counts tiles of smaller rings twice. 3) Rings are scanned
//! 64 tiles at a time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::grid::Grid;
use super::row::Row;

/// A cache of obstacle depths since the last edit of the map.
///
/// Threads share it: every thread that computes a depth stores the same value.
#[derive(Debug, Default)]
pub(crate) struct ObstacleDepths {
    /// The depth of each tile plus 1; 0 where it is not computed.
    known: OnceLock<Box<[AtomicU32]>>,
}

impl Clone for ObstacleDepths {
    /// Returns an empty cache, since depths are computed quickly.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl ObstacleDepths {
    /// Returns the depth of a tile; `None` if the map has no free tile.
    pub(crate) fn of(&self, grid: &Grid, slot: u32) -> Option<u32> {
        let unknown = || (0..grid.tile_count()).map(|_| AtomicU32::new(0)).collect();
        let known = &self.known.get_or_init(unknown)[slot as usize];
        // No other memory depends on the value, so the order is irrelevant.
        if let Some(depth) = known.load(Ordering::Relaxed).checked_sub(1) {
            return Some(depth);
        }
        let (x, y) = grid.tile(slot);
        let depth = obstacle_depth(grid, x, y)?;
        known.store(depth + 1, Ordering::Relaxed);
        Some(depth)
    }

    /// Forgets all depths after a tile was blocked or freed.
    pub(crate) fn clear(&mut self) {
        self.known.take();
    }
}

/// Returns the number of the first ring around a tile with a free tile.
fn obstacle_depth(grid: &Grid, x: u32, y: u32) -> Option<u32> {
    let last = grid.width().max(grid.height());
    (0..last).find(|&number| {
        let (left, right) = (x.saturating_sub(number), x.saturating_add(number));
        let has_free = |y: u32| Row::new(grid, y).free_from(left).is_some_and(|x| x <= right);
        let flat = [y.checked_sub(number), y.checked_add(number).filter(|&y| y < grid.height())];
        let is_free = |x: Option<u32>, y: u32| x.is_some_and(|x| !grid.is_blocked(x, y));
        let mut between =
            (y + 1).saturating_sub(number)..grid.height().min(y.saturating_add(number));
        flat.into_iter().flatten().any(has_free)
            || between
                .any(|y| is_free(x.checked_sub(number), y) || is_free(x.checked_add(number), y))
    })
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
            let cache = ObstacleDepths::default();
            let all: Vec<_> = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot)).collect();
            for &tile in &all {
                let free = all.iter().filter(|&&(x, y)| !grid.is_blocked(x, y));
                let expected = free.map(|&other| distance(tile, other)).min();
                let slot = tile.1 * grid.width() + tile.0;
                // The second answer comes from the cache.
                assert_eq!([(); 2].map(|()| cache.of(&grid, slot)), [expected; 2]);
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
            assert_eq!(ObstacleDepths::default().of(&grid, 24), Some(reach + 1));
        }
    }
}
