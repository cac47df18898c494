//! The range of the cost multipliers of a map, updated when tiles change.

use super::grid::Grid;

/// The smallest and the largest multiplier of all free tiles, and the number of tiles with each; 1
/// and 1 where no tile is free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CostRange {
    low: Extreme,
    high: Extreme,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Extreme {
    cost: f64,
    tiles: usize,
}

impl Extreme {
    fn add(&mut self, cost: f64, is_beyond: bool) {
        if self.tiles == 0 || is_beyond {
            *self = Self { cost, tiles: 1 };
        } else if self.cost == cost {
            self.tiles += 1;
        }
    }

    fn remove(&mut self, cost: f64) -> bool {
        self.tiles -= usize::from(self.cost == cost);
        self.tiles > 0
    }
}

impl CostRange {
    /// Computes the range; linear in the number of tiles where tiles have costs.
    pub(crate) fn new(grid: &Grid) -> Self {
        let none = Extreme { cost: 1.0, tiles: 0 };
        let mut range = Self { low: none, high: none };
        for cost in grid.free_costs() {
            range.add(cost);
        }
        if range.low.tiles == 0 {
            let all = Extreme { cost: 1.0, tiles: grid.free_count() };
            range = Self { low: all, high: all };
        }
        range
    }

    /// Returns the smallest multiplier.
    #[inline]
    pub(crate) fn cheapest(&self) -> f64 {
        self.low.cost
    }

    /// Returns the multiplier of all free tiles if they have only one.
    #[inline]
    pub(crate) fn uniform(&self) -> Option<f64> {
        (self.low.cost == self.high.cost).then_some(self.low.cost)
    }

    /// Updates the range after a tile's multiplier changed; `None` stands for a blocked tile.
    /// Returns false if the range is invalid and must be computed again.
    pub(crate) fn replace(&mut self, before: Option<f64>, after: Option<f64>) -> bool {
        let is_valid = before.is_none_or(|cost| self.remove(cost));
        if let Some(cost) = after {
            self.add(cost);
        }
        is_valid
    }

    /// Counts a new free tile.
    fn add(&mut self, cost: f64) {
        self.low.add(cost, cost < self.low.cost);
        self.high.add(cost, cost > self.high.cost);
    }

    /// Removes a free tile; returns false if it was the last of the cheapest or of the costliest.
    fn remove(&mut self, cost: f64) -> bool {
        let low = self.low.remove(cost);
        self.high.remove(cost) && low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random_grid;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn an_updated_range_equals_that_of_the_changed_map() {
        let mut random = SplitMix64::new(4);
        let mut grid = random_grid(&mut random, 6);
        let mut range = CostRange::new(&grid);
        for _ in 0..2000 {
            let slot = random.below(grid.tile_count()) as u32;
            let (x, y) = grid.tile(slot);
            let before = grid.cost(x, y);
            match random.below(3) {
                0 => grid.set_blocked(x, y, before.is_some()),
                _ => grid.set_cost(x, y, [0.5, 1.0, 3.0][random.below(3)]).unwrap(),
            }
            let is_valid = range.replace(before, grid.cost(x, y));
            let fresh = CostRange::new(&grid);
            if !is_valid {
                range = fresh;
            }
            assert_eq!((range.low, range.high), (fresh.low, fresh.high));
        }
    }
}
