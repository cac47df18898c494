//! Many questions on one map of hexagons.

use std::sync::OnceLock;

use super::search::{HexMemory, HexSearch};
use super::{HexGrid, HexPath};
use crate::components::{Components, Joining};
use crate::cost_range::CostRange;
use crate::error::GridError;

/// Finds cheapest paths over hexagons, and keeps its memory: after the first query of its kind nothing is
/// allocated, and of two hexagons that nothing joins it says so without a search.
///
/// ```
/// use navmesh_grid::{Grid, HexFinder, HexGrid};
/// let mut finder = HexFinder::new(HexGrid::new(Grid::from_rows(["....", ".##.", "...."])?));
/// assert_eq!(finder.find_path((0, 1), (3, 1)).map(|path| path.cost), Some(4.0));
/// finder.set_blocked(2, 0, true);
/// finder.set_blocked(2, 2, true);
/// assert!(!finder.connected((0, 1), (3, 1)) && finder.find_path((0, 1), (3, 1)).is_none());
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[derive(Debug, Clone)]
pub struct HexFinder {
    map: HexGrid,
    components: OnceLock<Components>,
    range: OnceLock<CostRange>,
    memory: HexMemory,
    path: HexPath,
}

impl HexFinder {
    /// A finder on a map; nothing is computed yet.
    #[must_use]
    pub fn new(map: HexGrid) -> Self {
        let path = HexPath { cost: 0.0, tiles: Vec::new() };
        let (components, range) = (OnceLock::new(), OnceLock::new());
        Self { map, components, range, memory: HexMemory::default(), path }
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &HexGrid {
        &self.map
    }

    /// Blocks or frees a hexagon; see [`Grid::set_blocked`](crate::Grid::set_blocked).
    ///
    /// Complexity: constant. Where a blocked hexagon may have cut a part of the map in two, the next query
    /// labels all hexagons again.
    pub fn set_blocked(&mut self, x: u32, y: u32, blocked: bool) {
        let before = self.map.tiles().cost(x, y);
        if self.map.tiles().slot(x, y).is_none() || before.is_none() == blocked {
            return;
        }
        self.map.set_blocked(x, y, blocked);
        self.count(before, (x, y));
        if let Some(components) = self.components.get_mut()
            && !components.patch(self.map.tiles(), x, y)
        {
            self.components.take();
        }
    }

    /// Sets a hexagon's cost multiplier; a blocked one keeps it for later.
    ///
    /// # Errors
    ///
    /// As [`Grid::set_cost`](crate::Grid::set_cost); nothing changes then.
    pub fn set_cost(&mut self, x: u32, y: u32, cost: f64) -> Result<(), GridError> {
        let before = self.map.tiles().cost(x, y);
        self.map.set_cost(x, y, cost)?;
        self.count(before, (x, y));
        Ok(())
    }

    /// True where some way joins two hexagons, given as column and row; false where one of them is blocked
    /// or outside.
    ///
    /// Complexity: constant; linear in the number of hexagons at first, and after an edit that may have cut
    /// the map.
    #[must_use]
    pub fn connected(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        let component = |tile| Some(self.components().of(self.map.free_slot(tile)?));
        component(from).is_some_and(|from| component(to) == Some(from))
    }

    /// A cheapest path between two hexagons, as [`HexGrid::find_path`] has it; it stands until the next
    /// question.
    ///
    /// Complexity: O(n log n) in the hexagons that are looked at; constant where the two are not joined.
    pub fn find_path(&mut self, start: (u32, u32), goal: (u32, u32)) -> Option<&HexPath> {
        self.path.tiles.clear();
        if !self.connected(start, goal) {
            return None;
        }
        let (start, goal) = (self.map.free_slot(start)?, self.map.free_slot(goal)?);
        let cheapest = self.range.get_or_init(|| CostRange::new(self.map.tiles())).cheapest();
        let search = HexSearch { map: &self.map, cheapest, start, goal };
        search.run(&mut self.memory, &mut self.path).then_some(&self.path)
    }

    fn components(&self) -> &Components {
        self.components.get_or_init(|| Components::new(self.map.tiles(), Joining::Hexagons))
    }

    /// Keeps the range of costs current after a hexagon changed.
    fn count(&mut self, before: Option<f64>, (x, y): (u32, u32)) {
        let after = self.map.tiles().cost(x, y);
        if let Some(range) = self.range.get_mut()
            && !range.exchange(before, after)
        {
            self.range.take();
        }
    }
}
