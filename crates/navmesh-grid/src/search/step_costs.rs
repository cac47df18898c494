//! What steps cost and how much is left, in numbers that a search can add and compare.

use std::fmt::Debug;
use std::ops::Add;

use super::buckets::{Buckets, FloatBuckets};
use super::queue::Queue;
use crate::estimate::Steps;
use crate::grid::Grid;
use crate::moves::SIDES;
use crate::options::{GridOptions, Neighborhood};

/// The cost of ways in one kind of number.
pub(crate) trait StepCosts: Copy {
    /// What is kept of a way.
    type Way: Copy + Debug + Default;
    /// What ways are compared by.
    type Cost: Copy + Debug + Default + PartialOrd + Add<Output = Self::Cost>;
    /// The queue that suits these costs.
    type Queue: Queue<Self::Cost> + Debug;
    /// More than any way costs.
    const ENDLESS: Self::Cost;

    /// The way with one more step, between two slots.
    fn with_step(&self, way: Self::Way, direction: usize, slots: [u32; 2]) -> Self::Way;

    /// What a way costs.
    fn cost(&self, way: Self::Way) -> Self::Cost;

    /// The guess at what is left over so many columns and rows.
    fn left(&self, steps: Steps) -> Self::Cost;

    /// The step that a queue measures its buckets by; 0 where sums must come in their exact order.
    fn bucket_step(&self) -> Self::Cost;

    /// A cost in tile sizes; rounded.
    fn in_tile_sizes(&self, cost: Self::Cost) -> f64;

    /// A cost that is more than `tile_sizes`, by no more than a 2⁴⁰th of it and two units.
    fn just_above(&self, tile_sizes: f64) -> Self::Cost;
}

/// How far a limit given as a float is stretched before it is compared: 2⁻⁴⁰ of it, more than the
/// rounding of any sum; the float itself decides on the path that is found.
const STRETCH: f64 = 1.0 + f64::from_bits((1023 - 40) << 52);

/// Costs of tiles with multipliers, or of step costs that are no whole numbers of a common unit.
///
/// Straight and diagonal steps are summed apart, each step weighted by the mean of its two tiles'
/// multipliers: at cost 1 the sums are whole numbers, so that ways of equal cost compare as equal
/// and no rounding piles up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WeighedCosts<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) options: &'a GridOptions,
    /// No free tile has a smaller multiplier; it scales the guess.
    pub(crate) cheapest: f64,
}

/// Straight and diagonal steps walked, each times its multiplier.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StepSums {
    straight: f64,
    diagonal: f64,
}

impl StepCosts for WeighedCosts<'_> {
    type Way = StepSums;
    type Cost = f64;
    type Queue = FloatBuckets;
    const ENDLESS: f64 = f64::INFINITY;

    #[inline]
    fn with_step(&self, mut way: StepSums, direction: usize, [from, to]: [u32; 2]) -> StepSums {
        let multiplier = (self.grid.cost_of(from) + self.grid.cost_of(to)) * 0.5;
        if direction < SIDES {
            way.straight += multiplier;
        } else {
            way.diagonal += multiplier;
        }
        way
    }

    #[inline]
    fn cost(&self, way: StepSums) -> f64 {
        way.straight * self.options.straight + way.diagonal * self.options.diagonal
    }

    #[inline]
    fn left(&self, steps: Steps) -> f64 {
        self.cheapest * self.options.estimate(steps)
    }

    /// The cheapest step of all. Where the guess may exceed the truth, sums fall as well as they rise,
    /// and a tile taken too early would be opened again and again.
    fn bucket_step(&self) -> f64 {
        let cheapest = self.cheapest * self.options.straight.min(self.options.diagonal);
        if self.options.is_admissible() { cheapest } else { 0.0 }
    }

    fn in_tile_sizes(&self, cost: f64) -> f64 {
        cost
    }

    fn just_above(&self, tile_sizes: f64) -> f64 {
        tile_sizes * STRETCH
    }
}

/// Costs of tiles that all have one multiplier, as whole numbers of a unit that straight and
/// diagonal steps share; compared exactly.
///
/// Where a diagonal step costs √2 straight ones, no unit is shared. Their costs are then the
/// fraction [`PELL`], one of the best that approximate √2: no fraction with a smaller denominator
/// lies between it and √2, so that two ways of fewer steps than its denominator compare by it
/// exactly as they do by √2, and are equal only where both kinds of steps are equally many. A grid
/// has fewer tiles than that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WholeCosts {
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
    /// What the unit is worth, in tile sizes.
    unit: f64,
    options: GridOptions,
}

/// A convergent of √2 as diagonal and straight cost: p² − 2q² = 1, and q is above 2²⁸.
const PELL: [u64; 2] = [768_398_401, 543_339_720];

/// The largest whole step cost: 2²⁸ such steps stay below 2⁶².
const LARGEST: u64 = 1 << 34;

/// How many straight steps a diagonal one may cost, or the other way round, for buckets to be few.
const STEEPEST: u64 = 16;

impl WholeCosts {
    /// The costs of steps under these options on tiles of one multiplier; `None` where they share no
    /// unit, or where the guess is not admissible (it then may fall far below the sums before it).
    pub(crate) fn new(options: &GridOptions, multiplier: f64) -> Option<Self> {
        if !options.is_admissible() {
            return None;
        }
        let [straight, diagonal] = match options.has_true_diagonals() {
            true => [PELL[1], PELL[0]],
            false => shared_unit([options.straight, options.diagonal])?,
        };
        let unit = multiplier * options.straight / straight as f64;
        Some(Self { straight, diagonal, unit, options: *options })
    }

    /// The same for jump points: among four neighbours a diagonal step stands for two straight ones.
    pub(crate) fn for_jumps(self) -> Self {
        match self.options.neighborhood {
            Neighborhood::Four => Self { diagonal: 2 * self.straight, ..self },
            Neighborhood::Eight => self,
        }
    }

    /// Diagonal steps as far as they lead, then straight ones; where a diagonal step costs no less than
    /// a straight one.
    #[inline(always)]
    pub(crate) fn octile(&self, Steps { dx, dy }: Steps) -> u64 {
        let [longer, shorter] = [dx.max(dy), dx.min(dy)].map(u64::from);
        longer * self.straight + shorter * (self.diagonal - self.straight)
    }
}

/// Two positive floats as whole numbers of their largest common power of two.
fn shared_unit(costs: [f64; 2]) -> Option<[u64; 2]> {
    const MANTISSA: u32 = 52;
    let parts = costs.map(|cost| {
        let mantissa = cost.to_bits() & ((1 << MANTISSA) - 1) | 1 << MANTISSA;
        let zeros = mantissa.trailing_zeros();
        (mantissa >> zeros, (cost.to_bits() >> MANTISSA) as u32 + zeros)
    });
    let lowest = parts[0].1.min(parts[1].1);
    let whole = |(digits, exponent): (u64, u32)| {
        let shift = exponent - lowest;
        (shift < digits.leading_zeros()).then(|| digits << shift).filter(|&cost| cost <= LARGEST)
    };
    let [a, b] = [whole(parts[0])?, whole(parts[1])?];
    (a <= b * STEEPEST && b <= a * STEEPEST).then_some([a, b])
}

impl StepCosts for WholeCosts {
    type Way = u64;
    type Cost = u64;
    type Queue = Buckets;
    const ENDLESS: u64 = u64::MAX;

    #[inline]
    fn with_step(&self, way: u64, direction: usize, _: [u32; 2]) -> u64 {
        way + if direction < SIDES { self.straight } else { self.diagonal }
    }

    #[inline]
    fn cost(&self, way: u64) -> u64 {
        way
    }

    #[inline]
    fn left(&self, steps: Steps) -> u64 {
        self.options.whole_estimate(steps, self.straight, self.diagonal)
    }

    fn bucket_step(&self) -> u64 {
        self.straight
    }

    fn in_tile_sizes(&self, cost: u64) -> f64 {
        cost as f64 * self.unit
    }

    fn just_above(&self, tile_sizes: f64) -> u64 {
        ((tile_sizes / self.unit * STRETCH) as u64).saturating_add(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_of_fewer_steps_than_tiles_compare_as_the_root_of_two_does() {
        let [p, q] = PELL.map(i128::from);
        assert_eq!(p * p - 2 * q * q, 1);
        assert!(q > i128::from(Grid::MAX_TILES) && p * (1 << 29) < 1 << 63);
        // The two fractions before it in the expansion of √2 are as near as ways can come.
        for (b, a) in [(318_281_039, 225_058_681), (131_836_323, 93_222_358)] {
            // b straight steps against a diagonal ones: compared by squares, exactly.
            assert_eq!((b * q).cmp(&(a * p)), (b * b).cmp(&(2 * a * a)), "{b} {a}");
        }
    }

    #[test]
    fn step_costs_share_a_unit_where_both_are_multiples_of_a_power_of_two() {
        assert_eq!(shared_unit([1.0, 1.5]), Some([2, 3]));
        assert_eq!(shared_unit([10.0, 14.0]), Some([5, 7]));
        assert_eq!(shared_unit([0.25, 0.25]), Some([1, 1]));
        assert_eq!(shared_unit([1.0, 1.4]), None);
        assert_eq!(shared_unit([1.0, 100.0]), None, "too steep");
        assert_eq!(shared_unit([1e-18, 1e18]), None);
        assert_eq!(shared_unit([2f64.powi(-60), 2f64.powi(-59)]), Some([1, 2]));
    }
}
