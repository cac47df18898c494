//! Seeded grids.

use navmesh_grid::Grid;
use navmesh_testkit::SplitMix64;

/// A grid of up to `side` by `side` tiles, with a random share of blocked tiles.
pub(crate) fn random_grid(random: &mut SplitMix64, side: usize) -> Grid {
    let [width, height] = [0, 1].map(|_| 1 + random.below(side) as u32);
    let mut grid = Grid::new(width, height).unwrap();
    let blocked_in_ten = random.below(11);
    for y in 0..height {
        for x in 0..width {
            grid.set_blocked(x, y, random.below(10) < blocked_in_ten);
        }
    }
    grid
}
