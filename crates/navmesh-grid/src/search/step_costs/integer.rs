//! Exact integer costs, for tiles of one multiplier.

use super::{LIMIT_TOLERANCE, StepCosts};
use crate::rules::choices::Neighborhood;
use crate::rules::moves::SIDES;
use crate::rules::options::GridOptions;
use crate::rules::steps::Steps;
use crate::search::queue::integer::IntegerBuckets;

/// Costs of tiles that all have one multiplier, as integer multiples of a unit that straight and
/// diagonal steps share. They compare exactly.
///
/// No unit divides both 1 and √2. If a diagonal step costs √2 straight ones, their costs are the
/// fraction [`PELL`], a convergent of √2: no fraction with a smaller denominator lies between it
/// and √2. Two paths with fewer steps than its denominator therefore compare as they do by √2, and
/// are equal only where they have equally many steps of both kinds. A grid has fewer tiles than
/// that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct IntegerCosts {
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
    /// The value of the unit, in tile sizes.
    unit: f64,
    options: GridOptions,
}

/// A convergent of √2 as diagonal and straight cost: p² − 2q² = 1, and q is above 2²⁸.
const PELL: [u64; 2] = [768_398_401, 543_339_720];

/// The largest integer step cost: 2²⁸ such steps stay below 2⁶².
const MAX_STEP: u64 = 1 << 34;

/// The largest quotient of the two step costs; it bounds the number of buckets.
const MAX_RATIO: u64 = 16;

impl IntegerCosts {
    /// Returns the costs of steps under these options on tiles of one multiplier; `None` if they
    /// share no unit, or where the heuristic is not admissible and sums may fall along a path.
    pub(crate) fn new(options: &GridOptions, multiplier: f64) -> Option<Self> {
        if !options.is_admissible() {
            return None;
        }
        let [straight, diagonal] = if options.has_true_diagonals() {
            [PELL[1], PELL[0]]
        } else {
            shared_unit([options.straight, options.diagonal])?
        };
        let unit = multiplier * options.straight / straight as f64;
        Some(Self { straight, diagonal, unit, options: *options })
    }

    /// Returns the same costs for jump points: with four neighbours a diagonal step stands for two
    /// straight ones.
    pub(crate) fn for_jumps(self) -> Self {
        match self.options.neighborhood {
            Neighborhood::Four => Self { diagonal: 2 * self.straight, ..self },
            Neighborhood::Eight => self,
        }
    }

    /// Returns the cost of as many diagonal steps as possible, then straight ones; a diagonal step
    /// must not be cheaper than a straight one.
    #[inline(always)] // once for every node that jump point search reaches
    pub(crate) fn octile(&self, Steps { dx, dy }: Steps) -> u64 {
        let [longer, shorter] = [dx.max(dy), dx.min(dy)].map(u64::from);
        longer * self.straight + shorter * (self.diagonal - self.straight)
    }
}

/// Returns two positive floats as integer multiples of their largest common power of two.
fn shared_unit(costs: [f64; 2]) -> Option<[u64; 2]> {
    const MANTISSA: u32 = 52;
    let parts = costs.map(|cost| {
        let mantissa = cost.to_bits() & ((1 << MANTISSA) - 1) | 1 << MANTISSA;
        let zeros = mantissa.trailing_zeros();
        (mantissa >> zeros, (cost.to_bits() >> MANTISSA) as u32 + zeros)
    });
    let lowest = parts[0].1.min(parts[1].1);
    let integer = |(digits, exponent): (u64, u32)| {
        let shift = exponent - lowest;
        (shift < digits.leading_zeros()).then(|| digits << shift).filter(|&cost| cost <= MAX_STEP)
    };
    let [a, b] = [integer(parts[0])?, integer(parts[1])?];
    (a <= b * MAX_RATIO && b <= a * MAX_RATIO).then_some([a, b])
}

impl StepCosts for IntegerCosts {
    type Sums = u64;
    type Cost = u64;
    type Open = IntegerBuckets;
    const INFINITE: u64 = u64::MAX;

    #[inline]
    fn with_step(&self, path: u64, direction: usize, _: u32, _: u32) -> u64 {
        path + if direction < SIDES { self.straight } else { self.diagonal }
    }

    #[inline]
    fn cost(&self, path: u64) -> u64 {
        path
    }

    #[inline]
    fn h(&self, steps: Steps) -> u64 {
        self.options.integer_estimate(steps, self.straight, self.diagonal)
    }

    fn bucket_step(&self) -> u64 {
        self.straight
    }

    fn in_tile_sizes(&self, cost: u64) -> f64 {
        cost as f64 * self.unit
    }

    fn just_above(&self, tile_sizes: f64) -> u64 {
        ((tile_sizes / self.unit * LIMIT_TOLERANCE) as u64).saturating_add(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::grid::Grid;

    #[test]
    fn paths_with_fewer_steps_than_tiles_compare_as_by_the_root_of_two() {
        let [p, q] = PELL.map(i128::from);
        assert_eq!(p * p - 2 * q * q, 1);
        assert!(q > i128::from(Grid::MAX_TILES) && p * (1 << 29) < 1 << 63);
        // The two previous convergents of √2 are the closest calls.
        for (b, a) in [(318_281_039, 225_058_681), (131_836_323, 93_222_358)] {
            // b straight steps against a diagonal ones: compared by squares, exactly.
            assert_eq!((b * q).cmp(&(a * p)), (b * b).cmp(&(2 * a * a)), "{b} {a}");
        }
    }

    #[test]
    fn step_costs_share_a_unit_if_both_are_multiples_of_a_power_of_two() {
        assert_eq!(shared_unit([1.0, 1.5]), Some([2, 3]));
        assert_eq!(shared_unit([10.0, 14.0]), Some([5, 7]));
        assert_eq!(shared_unit([0.25, 0.25]), Some([1, 1]));
        assert_eq!(shared_unit([1.0, 1.4]), None);
        assert_eq!(shared_unit([1.0, 100.0]), None, "the ratio is too large");
        assert_eq!(shared_unit([1e-18, 1e18]), None);
        assert_eq!(shared_unit([2f64.powi(-60), 2f64.powi(-59)]), Some([1, 2]));
    }
}
