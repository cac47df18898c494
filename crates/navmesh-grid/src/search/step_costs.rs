//! The costs of steps and the heuristic, in numbers that a search can add and compare.
//!
//! 1. `weighted` – float costs, for tiles with multipliers.
//! 2. `integer` – exact integer costs, for tiles of one multiplier.

pub(crate) mod integer;
pub(crate) mod weighted;

use std::fmt::Debug;
use std::ops::Add;

use super::queue::OpenList;
use crate::rules::steps::Steps;

/// Path costs in one type of number.
pub(crate) trait StepCosts: Copy {
    /// The sums that a search stores of a path, which determine its cost.
    type Sums: Copy + Debug + Default;
    /// The type that path costs compare in.
    type Cost: Copy + Debug + Default + PartialOrd + Add<Output = Self::Cost>;
    type Open: OpenList<Self::Cost> + Debug;
    /// A cost above that of every path.
    const INFINITE: Self::Cost;

    /// Returns the path with one more step, from one slot to another.
    fn with_step(&self, path: Self::Sums, direction: usize, from: u32, to: u32) -> Self::Sums;

    fn cost(&self, path: Self::Sums) -> Self::Cost;

    /// Returns the heuristic for a distance in columns and rows.
    fn h(&self, steps: Steps) -> Self::Cost;

    /// Returns the step that bucket widths derive from; 0 where sums must come in exact order.
    fn bucket_step(&self) -> Self::Cost;

    /// Converts a cost to tile sizes, rounded.
    fn in_tile_sizes(&self, cost: Self::Cost) -> f64;

    /// Returns a cost above `tile_sizes`, by at most 2⁻⁴⁰ of it and two units.
    fn just_above(&self, tile_sizes: f64) -> Self::Cost;
}

/// The tolerance of cost limits, relative to the limit: 2⁻⁴⁰, more than the rounding of any sum.
///
/// The path that is found is compared with the limit itself.
const LIMIT_TOLERANCE: f64 = 1.0 + f64::from_bits((1023 - 40) << 52);
