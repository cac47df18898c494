//! Edits of a finder's map.
//!
//! A finder that shares its grid with no one is edited in place: the steps of nine tiles are looked
//! up again, and components and dead ends are updated. A finder that shares its grid, with a clone
//! or with the caller's own `Arc`, copies it first, so that the other owners keep their map.

use std::sync::Arc;

use super::GridFinder;
use crate::map::error::GridError;
use crate::watch::TileChange;

impl GridFinder {
    /// Blocks or frees a tile; a freed tile has the cost that it had before it was blocked. Returns the change,
    /// which tells a [`GridWatch`](crate::GridWatch) about it.
    ///
    /// Later answers have the cost that a new finder on the edited grid returns; of several optimal
    /// paths they may contain another one. A tile outside the grid stays blocked.
    ///
    /// Complexity: linear in the tiles of its row and column that are connected with it along that
    /// line, or in the number of tiles where the grid is shared. If a blocked tile may have split a
    /// component, or a freed one has connected distant parts, the next query labels all tiles
    /// again.
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
    pub fn set_blocked(&mut self, x: u32, y: u32, blocked: bool) -> TileChange {
        let before = self.grid.cost(x, y);
        if self.grid.slot(x, y).is_some() && self.grid.is_blocked(x, y) != blocked {
            Arc::make_mut(&mut self.grid).set_blocked(x, y, blocked);
            Arc::make_mut(&mut self.index).patch(&self.grid, x, y, before);
        }
        TileChange { tile: (x, y), before, after: self.grid.cost(x, y) }
    }

    /// Sets the cost multiplier of a tile; a blocked tile stays blocked and keeps it until it is
    /// freed. Returns the change.
    ///
    /// Complexity: constant, or linear in the number of tiles where the grid is shared. If the last
    /// of the cheapest or costliest tiles changes, the next query reads all costs.
    ///
    /// # Errors
    ///
    /// [`GridError::Cost`] for a multiplier outside [`Grid::COSTS`](crate::Grid::COSTS),
    /// [`GridError::Outside`] for a tile outside the grid; nothing changes then.
    ///
    /// ```
    /// use navmesh_core::{PathQuery, Pathfinder};
    /// use navmesh_grid::{Grid, GridFinder};
    /// let mut finder = GridFinder::new(Grid::new(3, 1)?);
    /// finder.set_cost(1, 0, 4.0)?;
    /// let path = finder.find_path(&PathQuery::new([0.5, 0.5], [2.5, 0.5]))?;
    /// assert_eq!(path.cost(), 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_cost(&mut self, x: u32, y: u32, cost: f64) -> Result<TileChange, GridError> {
        self.grid.check_cost(x, y, cost)?;
        let before = self.grid.cost(x, y);
        Arc::make_mut(&mut self.grid).set_cost(x, y, cost)?;
        Arc::make_mut(&mut self.index).patch(&self.grid, x, y, before);
        Ok(TileChange { tile: (x, y), before, after: self.grid.cost(x, y) })
    }
}
