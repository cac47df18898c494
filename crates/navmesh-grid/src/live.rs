//! Maps that change while they are searched.
//!
//! A finder whose grid nobody else holds is changed in place: the steps of nine tiles are looked up
//! again and components and dead ends patched. A finder that shares its grid, with a clone or
//! with the caller's own `Arc`, takes a copy first: whoever holds the other keeps the map that it
//! has.

use std::sync::Arc;

use crate::error::GridError;
use crate::finder::GridFinder;

impl GridFinder {
    /// Blocks or frees a tile; one that is freed costs what it cost before it was blocked.
    ///
    /// Every later answer costs what that of a finder made anew from the changed grid does; of ways that
    /// cost the same, it may be another one. Outside the grid nothing changes.
    ///
    /// Complexity: linear in the tiles of its row and column that are free in one piece with it, or in the
    /// number of tiles where the grid is shared. Where a blocked tile may have cut a component in two,
    /// or a free one joined far parts, the next query labels all tiles again.
    ///
    /// ```
    /// use navmesh_core::{PathQuery, Pathfinder};
    /// use navmesh_grid::{Grid, GridFinder};
    /// let mut finder = GridFinder::new(Grid::from_rows(["...", ".#.", "..."])?);
    /// let query = PathQuery::new([0.5, 1.5], [2.5, 1.5]);
    /// assert_eq!(finder.find_path(&query)?.length(), 4.0);
    /// finder.set_blocked(1, 1, false);
    /// assert_eq!(finder.find_path(&query)?.length(), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_blocked(&mut self, x: u32, y: u32, blocked: bool) {
        if self.grid.slot(x, y).is_some() && self.grid.is_blocked(x, y) != blocked {
            let before = self.grid.cost(x, y);
            Arc::make_mut(&mut self.grid).set_blocked(x, y, blocked);
            Arc::make_mut(&mut self.survey).patch(&self.grid, (x, y), before);
        }
    }

    /// Sets a tile's cost multiplier; a blocked tile stays blocked and keeps it for later.
    ///
    /// Complexity: as [`GridFinder::set_blocked`]; where the last of the cheapest or dearest tiles
    /// changes, the next query looks at all costs.
    ///
    /// # Errors
    ///
    /// As [`Grid::set_cost`](crate::Grid::set_cost); nothing changes then.
    pub fn set_cost(&mut self, x: u32, y: u32, cost: f64) -> Result<(), GridError> {
        self.grid.check_cost(x, y, cost)?;
        let before = self.grid.cost(x, y);
        Arc::make_mut(&mut self.grid).set_cost(x, y, cost)?;
        Arc::make_mut(&mut self.survey).patch(&self.grid, (x, y), before);
        Ok(())
    }
}
