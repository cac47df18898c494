//! The rules of walking on a grid, and how the search guesses what is left to walk.

mod choices;

use crate::estimate::Steps;
use crate::grid::Grid;
pub use choices::{
    CornerRule, GridHeuristic, GridSearch, Neighborhood, Replacement, Shortcut, Smoothing,
};

/// What Detour multiplies its guess by.
const RECAST_SCALE: f64 = 0.999;

/// The largest scale of the guess: with it no sum overflows.
const LARGEST_SCALE: f64 = 65_536.0;

/// A little less than 1, by more than the rounding of the guess's few operations.
const ROUNDED_DOWN: f64 = 1.0 - 8.0 * f64::EPSILON;

/// How a [`GridFinder`](crate::GridFinder) walks; made by `default` and chained setters.
///
/// ```
/// use navmesh_grid::{CornerRule, GridOptions};
/// let options = GridOptions::default().corners(CornerRule::OneFree).diagonal(1.4);
/// assert!(options.is_admissible());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GridOptions {
    /// Which tiles are next to a tile; [`Neighborhood::Eight`] by default.
    pub neighborhood: Neighborhood,
    /// When diagonal steps are legal; [`CornerRule::Never`] by default.
    pub corners: CornerRule,
    /// Which search finds the way; [`GridSearch::Auto`] by default.
    pub engine: GridSearch,
    /// The search's guess; [`GridHeuristic::Octile`] by default.
    pub heuristic: GridHeuristic,
    /// What the guess is multiplied by; 1 by default.
    pub heuristic_scale: f64,
    /// What a step to a side costs, in tile sizes; 1 by default.
    pub straight: f64,
    /// What a step to a corner costs, in tile sizes; √2 by default.
    pub diagonal: f64,
    /// Where to go where the goal is blocked or out of reach and the query's policy lets it be
    /// replaced; [`Replacement::Nearest`] by default.
    pub replacement: Replacement,
    /// Whether a path may be the straight line to a goal in sight; [`Shortcut::Never`] by default.
    pub shortcut: Shortcut,
    /// How much a path is straightened; [`Smoothing::None`] by default.
    pub smoothing: Smoothing,
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
        }
    }
}

impl GridOptions {
    /// Recast's way: the straight line as the guess, scaled just below the truth, so that the
    /// roundings of many sums never make it exceed what is left.
    ///
    /// With multipliers for kinds of ground (1 for the cheapest), this is what Detour, the search of
    /// the Recast toolkit, does with its area costs. Here a guess is also scaled by the cheapest
    /// multiplier of the map, so that paths are optimal whatever the multipliers are.
    #[must_use]
    pub fn recast() -> Self {
        Self::default().heuristic(GridHeuristic::Euclidean).heuristic_scale(RECAST_SCALE)
    }

    /// Chooses which tiles are next to a tile.
    #[must_use]
    pub fn neighborhood(mut self, neighborhood: Neighborhood) -> Self {
        self.neighborhood = neighborhood;
        self
    }

    /// Chooses when diagonal steps are legal.
    #[must_use]
    pub fn corners(mut self, corners: CornerRule) -> Self {
        self.corners = corners;
        self
    }

    /// Chooses the search.
    #[must_use]
    pub fn engine(mut self, engine: GridSearch) -> Self {
        self.engine = engine;
        self
    }

    /// Chooses the search's guess.
    #[must_use]
    pub fn heuristic(mut self, heuristic: GridHeuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Multiplies the guess. Above 1 the search hurries towards the goal, and its paths are no longer
    /// proved to be optimal; below 1 it looks around more. Any number is taken; see
    /// [`GridOptions::is_usable`].
    #[must_use]
    pub fn heuristic_scale(mut self, scale: f64) -> Self {
        self.heuristic_scale = scale;
        self
    }

    /// Sets what a step to a side costs, in tile sizes. Any number is taken;
    /// see [`GridOptions::is_usable`].
    #[must_use]
    pub fn straight(mut self, straight: f64) -> Self {
        self.straight = straight;
        self
    }

    /// Sets what a step to a corner costs, in tile sizes. Any number is taken;
    /// see [`GridOptions::is_usable`].
    #[must_use]
    pub fn diagonal(mut self, diagonal: f64) -> Self {
        self.diagonal = diagonal;
        self
    }

    /// Chooses where to go where the goal cannot be had and the query's policy is
    /// [`NearestReachable`](navmesh_core::GoalPolicy::NearestReachable).
    #[must_use]
    pub fn replacement(mut self, replacement: Replacement) -> Self {
        self.replacement = replacement;
        self
    }

    /// Chooses whether a path may be the straight line to a goal in sight.
    #[must_use]
    pub fn shortcut(mut self, shortcut: Shortcut) -> Self {
        self.shortcut = shortcut;
        self
    }

    /// Chooses how much a path is straightened.
    #[must_use]
    pub fn smoothing(mut self, smoothing: Smoothing) -> Self {
        self.smoothing = smoothing;
        self
    }

    /// True where both step costs are in [`Grid::COSTS`] and the heuristic's scale is from 0 to 2¹⁶;
    /// with others every query is unsupported.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        let costs = [self.straight, self.diagonal];
        costs.iter().all(|cost| Grid::COSTS.contains(cost))
            && (0.0..=LARGEST_SCALE).contains(&self.heuristic_scale)
    }

    /// True where the heuristic never exceeds the true cost, so that every path is optimal; the
    /// table is at [`GridHeuristic`]. Where costs are summed as floats, but for the rounding of a sum.
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

    /// The heuristic's guess for a way of so many columns and rows, in tile sizes, at cost 1.
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

    /// The guess in whole numbers of a unit, where steps cost so many of it; rounded down.
    #[inline]
    pub(crate) fn whole_estimate(&self, steps: Steps, straight: u64, diagonal: u64) -> u64 {
        let (dx, dy) = (u64::from(steps.dx), u64::from(steps.dy));
        let guess = match self.heuristic {
            GridHeuristic::Zero => 0,
            GridHeuristic::Manhattan => (dx + dy) * straight,
            GridHeuristic::Octile => {
                let diagonals = dx.min(dy);
                diagonals * diagonal + (dx.max(dy) - diagonals) * straight
            }
            GridHeuristic::Euclidean => (steps.euclidean(straight as f64) * ROUNDED_DOWN) as u64,
        };
        if self.heuristic_scale == 1.0 {
            return guess;
        }
        (guess as f64 * (self.heuristic_scale * ROUNDED_DOWN)) as u64
    }

    /// A cost that no way of so many columns and rows can undercut, whatever the heuristic; in tile
    /// sizes, at cost 1.
    ///
    /// Where a diagonal step is cheaper than a straight one, or dearer than two, the other kind
    /// replaces it as far as that could ever help.
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

    /// True where these rules let jump points find all ways of least cost, on tiles of one multiplier
    /// and with step costs in whole numbers.
    pub(crate) fn allow_jump_points(&self) -> bool {
        let guess = match self.neighborhood {
            // What octile steps are, where a diagonal one costs two straight ones.
            Neighborhood::Four => GridHeuristic::Manhattan,
            Neighborhood::Eight => GridHeuristic::Octile,
        };
        [guess, GridHeuristic::Octile].contains(&self.heuristic)
            && self.heuristic_scale == 1.0
            && self.is_admissible()
    }

    /// True where ways of least cost may be sought among canonical ones only: those with their
    /// diagonal steps as early as they can be, on tiles of one multiplier.
    pub(crate) fn allow_canonical_ways(&self) -> bool {
        self.neighborhood == Neighborhood::Eight
            && self.straight <= self.diagonal
            && self.diagonal <= 2.0 * self.straight
    }

    /// True where the same steps are legal under other options, whatever they cost.
    pub(crate) fn has_steps_of(&self, other: &Self) -> bool {
        (self.neighborhood, self.corners) == (other.neighborhood, other.corners)
    }

    /// True where these steps cost the same under other options.
    pub(crate) fn has_costs_of(&self, other: &Self) -> bool {
        (self.straight, self.diagonal) == (other.straight, other.diagonal)
    }

    /// True where no way between two tiles in one line, all free, is as cheap as the straight one, on
    /// tiles of one multiplier.
    pub(crate) fn allow_dead_ends(&self) -> bool {
        self.neighborhood == Neighborhood::Four || self.straight < self.diagonal
    }

    /// True where a diagonal step costs √2 straight ones, or is never taken.
    pub(crate) fn has_true_diagonals(&self) -> bool {
        self.neighborhood == Neighborhood::Four
            || self.diagonal == self.straight * std::f64::consts::SQRT_2
    }

    /// True where paths need not keep to the grid's moves.
    pub(crate) fn leaves_moves(&self) -> bool {
        (self.shortcut, self.smoothing) != (Shortcut::Never, Smoothing::None)
    }

    /// True where a path's cost on tiles of cost 1 is its length.
    pub(crate) fn costs_are_lengths(&self) -> bool {
        self.straight == 1.0 && self.has_true_diagonals()
    }
}
