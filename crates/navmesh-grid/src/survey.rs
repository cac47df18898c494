//! What is known of a grid under given rules before anything is asked.

use crate::components::Components;
use crate::grid::Grid;
use crate::moves::Moves;
use crate::options::GridOptions;

/// Everything that a finder computes once; linear in the number of tiles.
#[derive(Debug)]
pub(crate) struct Survey {
    pub(crate) moves: Moves,
    pub(crate) components: Components,
    /// The smallest multiplier of all free tiles.
    pub(crate) cheapest: f64,
    /// True where a path's cost is its length: all free tiles cost 1, and steps what they measure.
    pub(crate) costs_are_lengths: bool,
}

impl Survey {
    pub(crate) fn new(grid: &Grid, options: &GridOptions) -> Self {
        let moves = Moves::new(grid, options);
        let components = Components::new(&moves);
        let (cheapest, dearest) = grid.cost_range();
        let costs_are_lengths = (cheapest, dearest) == (1.0, 1.0) && options.costs_are_lengths();
        Self { moves, components, cheapest, costs_are_lengths }
    }
}
