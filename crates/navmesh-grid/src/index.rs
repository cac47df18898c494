//! The data that a finder computes once per map and rules.

use std::sync::OnceLock;

use crate::map::cost_range::CostRange;
use crate::map::grid::Grid;
use crate::rules::components::{Adjacency, Components};
use crate::rules::moves::Moves;
use crate::rules::options::GridOptions;
use crate::search::jps::jump_index::JumpIndex;
use crate::search::jps::landmarks::Landmarks;
use crate::search::jps::successors::Successors;
use crate::search::prune::dead_ends::DeadEnds;
use crate::search::step_costs::integer::IntegerCosts;

/// The data that searches read, computed in time linear in the number of tiles and updated when a
/// tile changes.
///
/// Data that one edit can invalidate is computed on demand.
#[derive(Debug, Clone)]
pub(crate) struct MapIndex {
    pub(crate) moves: Moves,
    /// The successors for A* where all tiles cost the same.
    uniform_successors: Successors,
    /// The successors for A* where costs differ.
    all_successors: Successors,
    adjacency: Adjacency,
    components: OnceLock<Components>,
    range: OnceLock<CostRange>,
    /// The options that decide where jump points are.
    rules: GridOptions,
    /// True if dead ends are valid, on tiles of one cost.
    has_dead_ends: bool,
    dead_ends: OnceLock<DeadEnds>,
    jump_index: OnceLock<JumpIndex>,
    landmarks: OnceLock<Landmarks>,
}

/// A map, its rules, and the index of both.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MapContext<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) options: &'a GridOptions,
    pub(crate) index: &'a MapIndex,
}

impl MapIndex {
    /// Computes the data that every query needs.
    pub(crate) fn new(grid: &Grid, options: &GridOptions) -> Self {
        let index = Self {
            moves: Moves::new(grid, options),
            uniform_successors: Successors::under(options),
            all_successors: Successors::all(),
            adjacency: Adjacency::under(options),
            components: OnceLock::new(),
            range: OnceLock::new(),
            rules: *options,
            has_dead_ends: options.allow_dead_ends(),
            dead_ends: OnceLock::new(),
            jump_index: OnceLock::new(),
            landmarks: OnceLock::new(),
        };
        index.components(grid);
        index.range(grid);
        index
    }

    /// Adopts other options with the same legal steps.
    pub(crate) fn adopt(&mut self, options: &GridOptions) {
        self.uniform_successors = Successors::under(options);
        self.has_dead_ends = options.allow_dead_ends();
        // Distances from landmarks depend on step costs.
        self.landmarks.take();
    }

    /// Returns the successors for A* where all tiles cost the same.
    #[inline]
    pub(crate) fn uniform_successors(&self) -> &Successors {
        &self.uniform_successors
    }

    /// Returns the successors for A* where costs differ: all legal steps.
    #[inline]
    pub(crate) fn all_successors(&self) -> &Successors {
        &self.all_successors
    }

    /// Returns the components; linear in the number of tiles after an edit that invalidated them.
    #[inline]
    pub(crate) fn components(&self, grid: &Grid) -> &Components {
        self.components.get_or_init(|| Components::new(grid, self.adjacency))
    }

    /// Returns the range of multipliers; linear in the number of tiles after an edit that
    /// invalidated it.
    #[inline]
    pub(crate) fn range(&self, grid: &Grid) -> &CostRange {
        self.range.get_or_init(|| CostRange::new(grid))
    }

    /// Returns the dead ends where they are valid, on tiles of one cost; linear in the number of
    /// tiles for the first call, and after an edit that invalidated them.
    #[inline]
    pub(crate) fn dead_ends(&self, grid: &Grid) -> Option<&DeadEnds> {
        let known = || self.dead_ends.get_or_init(|| DeadEnds::new(grid, self.adjacency));
        self.has_dead_ends.then(known)
    }

    /// Returns the index for jump point search; linear in the number of tiles for the first call.
    #[inline]
    pub(crate) fn jump_index(&self, grid: &Grid) -> &JumpIndex {
        self.jump_index.get_or_init(|| JumpIndex::new(grid, &self.rules))
    }

    /// Returns the landmarks; nine searches over the map for the first call after an edit.
    #[inline]
    pub(crate) fn landmarks(&self, grid: &Grid, costs: IntegerCosts) -> &Landmarks {
        let new = || Landmarks::new(&self.moves, self.components(grid), costs);
        self.landmarks.get_or_init(new)
    }

    /// Updates the index after tile (x, y) of the grid changed; `before` is its former cost, `None`
    /// if it was blocked.
    ///
    /// Complexity: constant, or linear in the length of a run of free tiles.
    pub(crate) fn patch(&mut self, grid: &Grid, x: u32, y: u32, before: Option<f64>) {
        let after = grid.cost(x, y);
        if let Some(range) = self.range.get_mut()
            && !range.replace(before, after)
        {
            self.range.take();
        }
        if before.is_some() == after.is_some() {
            return;
        }
        self.moves.patch(grid, x, y);
        self.landmarks.take();
        if let Some(index) = self.jump_index.get_mut() {
            index.patch(grid, x, y);
        }
        if let Some(dead_ends) = self.dead_ends.get_mut()
            && !dead_ends.patch(x, y, after.is_some())
        {
            self.dead_ends.take();
        }
        if let Some(components) = self.components.get_mut()
            && !components.patch(grid, x, y)
        {
            self.components.take();
        }
    }
}
