//! What is known of a grid under given rules before anything is asked.

use std::sync::OnceLock;

use crate::components::{Components, Joining};
use crate::cost_range::CostRange;
use crate::dead_ends::DeadEnds;
use crate::depth::DepthCache;
use crate::grid::Grid;
use crate::moves::Moves;
use crate::options::GridOptions;
use crate::search::canonical::WaysOn;
use crate::search::jump_map::JumpMap;
use crate::search::jump_tables::JumpTables;
use crate::search::step_costs::WholeCosts;

/// Everything that a finder computes once, linear in the number of tiles, and then patches when a
/// tile changes.
///
/// What one edit can void is computed on demand.
#[derive(Debug, Clone)]
pub(crate) struct Survey {
    pub(crate) moves: Moves,
    /// The ways on where all tiles cost the same, and where they do not.
    ways_on: [WaysOn; 2],
    joining: Joining,
    components: OnceLock<Components>,
    range: OnceLock<CostRange>,
    /// What jump points are found under.
    rules: GridOptions,
    /// True where dead ends hold, on tiles of one cost.
    has_dead_ends: bool,
    dead_ends: OnceLock<DeadEnds>,
    jump_map: OnceLock<JumpMap>,
    jump_tables: OnceLock<JumpTables>,
    depths: DepthCache,
}

/// A map, its rules, and what is known of it under them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) options: &'a GridOptions,
    pub(crate) survey: &'a Survey,
}

impl Survey {
    pub(crate) fn new(grid: &Grid, options: &GridOptions) -> Self {
        let survey = Self {
            moves: Moves::new(grid, options),
            ways_on: [WaysOn::under(options), WaysOn::all()],
            joining: Joining::under(options),
            components: OnceLock::new(),
            range: OnceLock::new(),
            rules: *options,
            has_dead_ends: options.allow_dead_ends(),
            dead_ends: OnceLock::new(),
            jump_map: OnceLock::new(),
            jump_tables: OnceLock::new(),
            depths: DepthCache::default(),
        };
        survey.components(grid);
        survey.range(grid);
        survey
    }

    /// Takes other options over, under which the legal steps are the same.
    pub(crate) fn adopt(&mut self, options: &GridOptions) {
        self.ways_on[0] = WaysOn::under(options);
        self.has_dead_ends = options.allow_dead_ends();
        // The tables are in the costs of steps.
        self.jump_tables.take();
    }

    /// The ways on that A* follows where all tiles cost the same.
    #[inline]
    pub(crate) fn ways_on(&self) -> &WaysOn {
        &self.ways_on[0]
    }

    /// The ways on where costs differ, so that all count.
    #[inline]
    pub(crate) fn all_ways(&self) -> &WaysOn {
        &self.ways_on[1]
    }

    /// Which tiles are joined; linear in the number of tiles where an edit voided it.
    #[inline]
    pub(crate) fn components(&self, grid: &Grid) -> &Components {
        self.components.get_or_init(|| Components::new(grid, self.joining))
    }

    /// The multipliers of the free tiles; linear in their number where an edit voided it.
    #[inline]
    pub(crate) fn range(&self, grid: &Grid) -> &CostRange {
        self.range.get_or_init(|| CostRange::new(grid))
    }

    /// What a search between two tiles may leave out, where all tiles cost the same; linear in the
    /// number of tiles when it is first asked for, and where an edit voided it.
    #[inline]
    pub(crate) fn dead_ends(&self, grid: &Grid) -> Option<&DeadEnds> {
        let known = || self.dead_ends.get_or_init(|| DeadEnds::new(grid, self.joining));
        self.has_dead_ends.then(known)
    }

    /// What jump points are found with; linear in the number of tiles when it is first asked for.
    #[inline]
    pub(crate) fn jump_map(&self, grid: &Grid) -> &JumpMap {
        self.jump_map.get_or_init(|| JumpMap::new(grid, &self.rules))
    }

    /// Distances that say how much is left; nine floods over the map when they are first asked for
    /// after an edit.
    #[inline]
    pub(crate) fn jump_tables(&self, grid: &Grid, costs: WholeCosts) -> &JumpTables {
        let new = || JumpTables::new(&self.moves, self.components(grid), costs);
        self.jump_tables.get_or_init(new)
    }

    /// How deep blocked tiles are buried, as far as it was asked since the last edit.
    #[inline]
    pub(crate) fn depths(&self) -> &DepthCache {
        &self.depths
    }

    /// Brings all up to date after tile (x, y) of the grid changed; it had the cost `before` where
    /// it was free. Complexity: constant.
    pub(crate) fn patch(&mut self, grid: &Grid, (x, y): (u32, u32), before: Option<f64>) {
        let after = grid.cost(x, y);
        if let Some(range) = self.range.get_mut()
            && !range.exchange(before, after)
        {
            self.range.take();
        }
        if before.is_some() == after.is_some() {
            return;
        }
        self.moves.patch(grid, x, y);
        self.jump_tables.take();
        if let Some(map) = self.jump_map.get_mut() {
            map.patch(grid, (x, y));
        }
        self.depths.clear();
        if let Some(dead_ends) = self.dead_ends.get_mut()
            && !dead_ends.patch((x, y), after.is_some())
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
