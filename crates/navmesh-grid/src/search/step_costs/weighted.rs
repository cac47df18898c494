//! Float costs, for tiles with multipliers.

use super::{LIMIT_TOLERANCE, StepCosts};
use crate::map::grid::Grid;
use crate::rules::moves::SIDES;
use crate::rules::options::GridOptions;
use crate::rules::steps::Steps;
use crate::search::queue::float::FloatBuckets;

/// Costs of tiles with multipliers, or of step costs that are not multiples of a common unit.
///
/// Straight and diagonal steps are summed separately, each weighted by the mean of the multipliers
/// of its two tiles. At multiplier 1 the sums are integers, so that paths of equal cost compare as
/// equal and no rounding error accumulates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WeightedCosts<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) options: &'a GridOptions,
    /// The lowest multiplier of all free tiles, which scales the heuristic.
    pub(crate) cheapest: f64,
}

/// The straight and the diagonal steps of a path, each times its multiplier.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StepSums {
    straight: f64,
    diagonal: f64,
}

impl StepCosts for WeightedCosts<'_> {
    type Sums = StepSums;
    type Cost = f64;
    type Open = FloatBuckets;
    const INFINITE: f64 = f64::INFINITY;

    #[inline]
    fn with_step(&self, mut path: StepSums, direction: usize, from: u32, to: u32) -> StepSums {
        let multiplier = (self.grid.cost_of(from) + self.grid.cost_of(to)) * 0.5;
        if direction < SIDES {
            path.straight += multiplier;
        } else {
            path.diagonal += multiplier;
        }
        path
    }

    #[inline]
    fn cost(&self, path: StepSums) -> f64 {
        path.straight * self.options.straight + path.diagonal * self.options.diagonal
    }

    #[inline]
    fn h(&self, steps: Steps) -> f64 {
        self.cheapest * self.options.estimate(steps)
    }

    /// Returns the cost of the cheapest step. With a heuristic that is not admissible, sums may
    /// fall along a path, and a tile expanded too early would be reopened many times: the order is
    /// exact.
    fn bucket_step(&self) -> f64 {
        let cheapest = self.cheapest * self.options.straight.min(self.options.diagonal);
        if self.options.is_admissible() { cheapest } else { 0.0 }
    }

    fn in_tile_sizes(&self, cost: f64) -> f64 {
        cost
    }

    fn just_above(&self, tile_sizes: f64) -> f64 {
        // Sums at a limit of 0 are below it.
        (tile_sizes * LIMIT_TOLERANCE).max(f64::MIN_POSITIVE)
    }
}
