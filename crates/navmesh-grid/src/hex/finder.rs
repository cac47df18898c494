//! Path queries on maps of hexagons.

use std::sync::OnceLock;

use super::grid::HexGrid;
use super::path::HexPath;
use super::search::{HexSearch, HexWorkspace};
use crate::map::cost_range::CostRange;
use crate::map::error::GridError;
use crate::rules::components::{Adjacency, Components};

/// Finds cheapest paths over hexagons with reused memory.
///
/// After the first query of its kind nothing is allocated. A query between components fails without
/// a search.
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
    workspace: HexWorkspace,
    path: HexPath,
}

impl HexFinder {
    /// Builds a finder on a map; the first query computes the components and the range of costs.
    #[must_use]
    pub fn new(map: HexGrid) -> Self {
        Self {
            map,
            components: OnceLock::new(),
            range: OnceLock::new(),
            workspace: HexWorkspace::default(),
            path: HexPath::default(),
        }
    }

    /// Returns the map.
    #[must_use]
    pub fn map(&self) -> &HexGrid {
        &self.map
    }

    /// Blocks or frees a hexagon; see [`Grid::set_blocked`](crate::Grid::set_blocked).
    ///
    /// Complexity: constant. If a blocked hexagon may have cut a component in two, the next query
    /// labels all hexagons again.
    pub fn set_blocked(&mut self, x: u32, y: u32, blocked: bool) {
        let before = self.map.tiles().cost(x, y);
        if self.map.tiles().slot(x, y).is_none() || before.is_none() == blocked {
            return;
        }
        self.map.tiles.set_blocked(x, y, blocked);
        self.update_range(x, y, before);
        if let Some(components) = self.components.get_mut()
            && !components.patch(self.map.tiles(), x, y)
        {
            self.components.take();
        }
    }

    /// Sets the cost multiplier of a hexagon; a blocked one keeps it until it is freed.
    ///
    /// # Errors
    ///
    /// [`GridError::Cost`] for a multiplier outside [`Grid::COSTS`](crate::Grid::COSTS),
    /// [`GridError::Outside`] for a hexagon outside the map; nothing changes then.
    pub fn set_cost(&mut self, x: u32, y: u32, cost: f64) -> Result<(), GridError> {
        let before = self.map.tiles().cost(x, y);
        self.map.tiles.set_cost(x, y, cost)?;
        self.update_range(x, y, before);
        Ok(())
    }

    /// Returns true if a path connects two hexagons, given as (column, row); false if one of
    /// them is blocked or outside the map.
    ///
    /// Complexity: constant; linear in the number of hexagons for the first call, and after an edit
    /// that may have cut a component.
    #[must_use]
    pub fn connected(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        let component = |tile| Some(self.components().of(self.map.free_slot(tile)?));
        component(from).is_some_and(|from| component(to) == Some(from))
    }

    /// Returns a cheapest path between two hexagons, given as (column, row); `None` if no path
    /// connects them, or where one of them is blocked or outside the map.
    ///
    /// A step costs the mean of the multipliers of its two hexagons. Ties go to the path whose
    /// hexagons were expanded first: by smallest sum of cost and heuristic, then largest cost, then
    /// lowest slot.
    ///
    /// Complexity: O(n log n) in the hexagons visited; constant where no path connects the two.
    pub fn find_path(&mut self, start: (u32, u32), goal: (u32, u32)) -> Option<&HexPath> {
        self.path.tiles.clear();
        if !self.connected(start, goal) {
            return None;
        }
        let (start, goal) = (self.map.free_slot(start)?, self.map.free_slot(goal)?);
        let cheapest = self.range.get_or_init(|| CostRange::new(self.map.tiles())).cheapest();
        let search = HexSearch { map: &self.map, cheapest, start, goal };
        search.run(&mut self.workspace, &mut self.path).then_some(&self.path)
    }

    fn components(&self) -> &Components {
        self.components.get_or_init(|| Components::new(self.map.tiles(), Adjacency::Hexagons))
    }

    /// Updates the range of costs after a hexagon changed.
    fn update_range(&mut self, x: u32, y: u32, before: Option<f64>) {
        let after = self.map.tiles().cost(x, y);
        if let Some(range) = self.range.get_mut()
            && !range.replace(before, after)
        {
            self.range.take();
        }
    }
}
