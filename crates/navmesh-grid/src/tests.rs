//! Seeded random grids for this package's tests.

use crate::Grid;

/// Splitmix64 (G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// A grid of up to `side` tiles a side; how many are blocked varies from none to all.
pub(crate) fn random_grid(random: &mut Random, side: u64) -> Grid {
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
