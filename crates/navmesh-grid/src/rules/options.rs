//! The options of a finder: legal steps, their costs, and the heuristic.

use super::choices::{
    CornerRule, GridHeuristic, GridSearch, Neighborhood, PathEnds, Replacement, Shortcut, Smoothing,
};
use super::steps::Steps;
use crate::map::grid::Grid;

/// The factor by which Detour scales its heuristic.
const RECAST_SCALE: f64 = 0.999;

/// The largest scale of the heuristic; with it no sum overflows.
const MAX_SCALE: f64 = 65_536.0;

/// Slightly less than 1, by more than the rounding error of a heuristic.
const ROUNDED_DOWN: f64 = 1.0 - 8.0 * f64::EPSILON;

/// The options of a [`GridFinder`](crate::GridFinder), built by `default` and chained setters.
///
/// ```
/// use navmesh_grid::{CornerRule, GridOptions};
/// let options = GridOptions::default().corners(CornerRule::OneFree).diagonal(1.4);
/// assert!(options.is_admissible());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GridOptions {
    /// The neighbours of a tile; [`Neighborhood::Eight`] by default.
    pub neighborhood: Neighborhood,
    /// The condition for diagonal steps; [`CornerRule::Never`] by default.
    pub corners: CornerRule,
    /// The search algorithm; [`GridSearch::Auto`] by default.
    pub engine: GridSearch,
    /// The heuristic; [`GridHeuristic::Octile`] by default.
    pub heuristic: GridHeuristic,
    /// The factor of the heuristic; 1 by default.
    pub heuristic_scale: f64,
    /// The cost of a step to a side, in tile sizes; 1 by default.
    pub straight: f64,
    /// The cost of a step to a corner, in tile sizes; √2 by default.
    pub diagonal: f64,
    /// The replacement of a goal that is blocked or unreachable, if the query's policy allows one;
    /// [`Replacement::Nearest`] by default.
    pub replacement: Replacement,
    /// Whether a path may be the straight line to a visible goal; [`Shortcut::Never`] by default.
    pub shortcut: Shortcut,
    /// The smoothing of paths; [`Smoothing::None`] by default.
    pub smoothing: Smoothing,
    /// The ends of paths between two points; [`PathEnds::TileCenters`] by default.
    pub ends: PathEnds,
}

impl Default for GridOptions {
    fn default() -> Self {
        Self {
            neighborhood: Neighborhood::default(),
            corners: CornerRule::default(),
            engine: GridSearch::default(),
            heuristic: GridHeuristic::default(),
            heuristic_scale: 1.0,
            straight: 1.0,
            diagonal: std::f64::consts::SQRT_2,
            replacement: Replacement::default(),
            shortcut: Shortcut::default(),
            smoothing: Smoothing::default(),
            ends: PathEnds::default(),
        }
    }
}

impl GridOptions {
    /// Returns the options of Detour, the search of the Recast toolkit: the straight distance as
    /// the heuristic, scaled by 0.999, so that rounding never makes it exceed the remaining cost.
    ///
    /// Detour's area costs are the multipliers of the tiles. Here the heuristic is also scaled by
    /// the smallest multiplier of the map, so that paths are optimal for all multipliers.
    #[must_use]
    pub fn recast() -> Self {
        Self::default().heuristic(GridHeuristic::Euclidean).heuristic_scale(RECAST_SCALE)
    }

    /// Sets the ends of paths between two points.
    ///
    /// Paths to any of several goals end at centres in either case.
    #[must_use]
    pub fn ends(mut self, ends: PathEnds) -> Self {
        self.ends = ends;
        self
    }

    /// Sets the neighbours of a tile.
    #[must_use]
    pub fn neighborhood(mut self, neighborhood: Neighborhood) -> Self {
        self.neighborhood = neighborhood;
        self
    }

    /// Sets the condition for diagonal steps.
    #[must_use]
    pub fn corners(mut self, corners: CornerRule) -> Self {
        self.corners = corners;
        self
    }

    /// Sets the search algorithm.
    #[must_use]
    pub fn engine(mut self, engine: GridSearch) -> Self {
        self.engine = engine;
        self
    }

    /// Sets the heuristic.
    #[must_use]
    pub fn heuristic(mut self, heuristic: GridHeuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Sets the factor of the heuristic.
    ///
    /// Above 1 the search expands fewer nodes, and its paths are no longer proved optimal; below 1
    /// it expands more. Any number is accepted; [`GridOptions::is_usable`] says whether it is
    /// valid.
    #[must_use]
    pub fn heuristic_scale(mut self, scale: f64) -> Self {
        self.heuristic_scale = scale;
        self
    }

    /// Sets the cost of a step to a side, in tile sizes.
    ///
    /// Any number is accepted; [`GridOptions::is_usable`] says whether it is valid.
    #[must_use]
    pub fn straight(mut self, straight: f64) -> Self {
        self.straight = straight;
        self
    }

    /// Sets the cost of a step to a corner, in tile sizes.
    ///
    /// Any number is accepted; [`GridOptions::is_usable`] says whether it is valid.
    #[must_use]
    pub fn diagonal(mut self, diagonal: f64) -> Self {
        self.diagonal = diagonal;
        self
    }

    /// Sets the replacement of a goal that is blocked or unreachable, for queries with the policy
    /// [`NearestReachable`](navmesh_core::GoalPolicy::NearestReachable).
    #[must_use]
    pub fn replacement(mut self, replacement: Replacement) -> Self {
        self.replacement = replacement;
        self
    }

    /// Sets whether a path may be the straight line to a visible goal.
    #[must_use]
    pub fn shortcut(mut self, shortcut: Shortcut) -> Self {
        self.shortcut = shortcut;
        self
    }

    /// Sets how much a path is smoothed.
    #[must_use]
    pub fn smoothing(mut self, smoothing: Smoothing) -> Self {
        self.smoothing = smoothing;
        self
    }

    /// Returns true if both step costs are in [`Grid::COSTS`] and the heuristic's scale is from 0
    /// to 2¹⁶. With other numbers every query is unsupported.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        let costs = [self.straight, self.diagonal];
        costs.iter().all(|cost| Grid::COSTS.contains(cost))
            && (0.0..=MAX_SCALE).contains(&self.heuristic_scale)
    }

    /// Returns true if the heuristic is admissible, by the table at [`GridHeuristic`]: it never
    /// exceeds the true cost, so that every path is optimal up to the rounding of float sums.
    #[must_use]
    pub fn is_admissible(&self) -> bool {
        let Self { straight, diagonal, .. } = *self;
        let eight = self.neighborhood == Neighborhood::Eight;
        if self.heuristic_scale > 1.0 && self.heuristic != GridHeuristic::Zero {
            return false;
        }
        match self.heuristic {
            GridHeuristic::Zero => true,
            GridHeuristic::Manhattan => !eight || diagonal >= 2.0 * straight,
            GridHeuristic::Euclidean => !eight || diagonal >= std::f64::consts::SQRT_2 * straight,
            GridHeuristic::Octile => diagonal <= 2.0 * straight && (!eight || diagonal >= straight),
        }
    }

    /// Returns the heuristic for a distance in columns and rows, in tile sizes, on tiles of cost 1.
    #[must_use]
    pub fn estimate(&self, steps: Steps) -> f64 {
        self.heuristic_scale
            * match self.heuristic {
                GridHeuristic::Zero => 0.0,
                GridHeuristic::Manhattan => steps.manhattan(self.straight),
                GridHeuristic::Euclidean => steps.euclidean(self.straight),
                GridHeuristic::Octile => steps.octile(self.straight, self.diagonal),
            }
    }

    /// Returns the heuristic in integer costs, rounded down, for these costs of a step.
    #[inline]
    pub(crate) fn integer_estimate(&self, steps: Steps, straight: u64, diagonal: u64) -> u64 {
        let (dx, dy) = (u64::from(steps.dx), u64::from(steps.dy));
        let estimate = match self.heuristic {
            GridHeuristic::Zero => 0,
            GridHeuristic::Manhattan => (dx + dy) * straight,
            GridHeuristic::Octile => {
                let diagonals = dx.min(dy);
                diagonals * diagonal + (dx.max(dy) - diagonals) * straight
            }
            GridHeuristic::Euclidean => (steps.euclidean(straight as f64) * ROUNDED_DOWN) as u64,
        };
        if self.heuristic_scale == 1.0 {
            return estimate;
        }
        (estimate as f64 * (self.heuristic_scale * ROUNDED_DOWN)) as u64
    }

    /// Returns a lower bound on the cost for a distance in columns and rows, for every heuristic;
    /// in tile sizes, on tiles of cost 1.
    ///
    /// A diagonal step that is cheaper than a straight one replaces it, and two straight steps
    /// replace a diagonal one that costs more.
    #[must_use]
    pub fn floor(&self, steps: Steps) -> f64 {
        let Self { straight, diagonal, .. } = *self;
        match self.neighborhood {
            Neighborhood::Four => steps.manhattan(straight),
            Neighborhood::Eight => {
                steps.octile(straight.min(diagonal), diagonal.min(2.0 * straight))
            }
        }
    }

    /// Returns true if jump point search finds the optimum, on tiles of one multiplier and with
    /// integer step costs.
    pub(crate) fn allow_jump_points(&self) -> bool {
        let estimate = match self.neighborhood {
            // Equals the octile heuristic with a diagonal cost of two straight steps.
            Neighborhood::Four => GridHeuristic::Manhattan,
            Neighborhood::Eight => GridHeuristic::Octile,
        };
        [estimate, GridHeuristic::Octile].contains(&self.heuristic)
            && self.heuristic_scale == 1.0
            && self.is_admissible()
    }

    /// Returns true if some optimal path is canonical, on tiles of one multiplier: it takes its
    /// diagonal steps as early as possible.
    pub(crate) fn allow_canonical_paths(&self) -> bool {
        self.neighborhood == Neighborhood::Eight
            && self.straight <= self.diagonal
            && self.diagonal <= 2.0 * self.straight
    }

    /// Returns true if other options allow the same steps.
    pub(crate) fn has_steps_of(&self, other: &Self) -> bool {
        (self.neighborhood, self.corners) == (other.neighborhood, other.corners)
    }

    /// Returns true if steps cost the same under other options.
    pub(crate) fn has_costs_of(&self, other: &Self) -> bool {
        (self.straight, self.diagonal) == (other.straight, other.diagonal)
    }

    /// Returns true if the straight path along free tiles of one line is the only optimal one, on
    /// tiles of one multiplier.
    pub(crate) fn allow_dead_ends(&self) -> bool {
        self.neighborhood == Neighborhood::Four || self.straight < self.diagonal
    }

    /// Returns true if a diagonal step costs √2 straight ones, or no diagonal step is legal.
    pub(crate) fn has_true_diagonals(&self) -> bool {
        self.neighborhood == Neighborhood::Four
            || self.diagonal == self.straight * std::f64::consts::SQRT_2
    }

    /// Returns true if paths may contain straight lines in any direction.
    pub(crate) fn has_free_lines(&self) -> bool {
        (self.shortcut, self.smoothing) != (Shortcut::Never, Smoothing::None)
    }

    /// Returns true if the cost of a path on tiles of cost 1 is its length.
    pub(crate) fn costs_are_lengths(&self) -> bool {
        self.straight == 1.0 && self.has_true_diagonals()
    }
}
