//! Small tile maps.

use navmesh_core::PathQuery;
use navmesh_grid::Grid;

use super::queries_between;
use crate::rng::SplitMix64;

/// A square map with a pillar on every second tile of every second row: all see far along the rows between.
///
/// # Panics
///
/// `side` is 0.
#[must_use]
pub fn pillars(side: u32) -> Grid {
    let mut grid = Grid::new(side, side).expect("a map of some tiles");
    for slot in 0..grid.tile_count() as u32 {
        let (x, y) = grid.tile(slot);
        grid.set_blocked(x, y, x % 2 == 1 && y % 2 == 1);
    }
    grid
}

/// Two halls above one another, and a number of slots between them.
///
/// # Panics
///
/// There are 2³¹ slots or more.
#[must_use]
pub fn slots(count: u32) -> Grid {
    let mut grid = Grid::new(2 * count + 1, 5).expect("a map of some tiles");
    for x in (0..count).map(|slot| 2 * slot + 1) {
        (1..4).for_each(|y| grid.set_blocked(x, y, true));
    }
    grid
}

/// A tile map of 3 to 10 tiles a side, a quarter to two fifths of them blocked at random, so that
/// pinches, dead ends and closed rooms abound. Every third has its origin and tile size elsewhere,
/// in numbers that are exact.
#[must_use]
pub fn lattice_grid(seed: u64) -> Grid {
    let mut rng = SplitMix64::new(seed);
    let sides = [3 + rng.below(8) as u32, 3 + rng.below(8) as u32];
    let percent = 25 + rng.below(16);
    let mut grid = Grid::new(sides[0], sides[1]).expect("a small grid");
    for slot in 0..grid.tile_count() as u32 {
        let (x, y) = grid.tile(slot);
        grid.set_blocked(x, y, rng.chance(percent));
    }
    let corner = (rng.below(sides[0] as usize) as u32, rng.below(sides[1] as usize) as u32);
    grid.set_blocked(corner.0, corner.1, false);
    if seed.is_multiple_of(3) { grid.with_origin([-7.0, 3.5]).with_cell_size(2.5) } else { grid }
}

/// The same map with cost multipliers from 1 to 4 on about a third of its tiles.
#[must_use]
pub fn weighted_grid(seed: u64) -> Grid {
    let mut grid = lattice_grid(seed);
    let mut rng = SplitMix64::new(seed ^ 0x5eed);
    for slot in 0..grid.tile_count() as u32 {
        let (x, y) = grid.tile(slot);
        if rng.chance(33) {
            grid.set_cost(x, y, rng.between(4, 16) as f64 / 4.0).expect("a tile of the grid");
        }
    }
    grid
}

/// Seeded queries on a tile map: between centres of its tiles, most of them free, and where the
/// seed is even also from their corners and sides.
#[must_use]
pub fn tile_queries(grid: &Grid, count: usize, seed: u64) -> Vec<PathQuery> {
    let mut rng = SplitMix64::new(seed);
    let point = |_| {
        let mut tile = (0, 0);
        for _ in 0..6 {
            tile = grid.tile(rng.below(grid.tile_count()) as u32);
            if !grid.is_blocked(tile.0, tile.1) {
                break;
            }
        }
        let (center, corner) = (grid.center(tile.0, tile.1), grid.corner(tile.0, tile.1));
        match rng.below(8) {
            0 if seed.is_multiple_of(2) => corner,
            1 if seed.is_multiple_of(2) => corner.with_x(center.x),
            2 if seed.is_multiple_of(2) => center + (corner - center) / 4.0,
            _ => center,
        }
    };
    let points: Vec<_> = (0..count.max(8)).map(point).collect();
    queries_between(&points, count, seed)
}
