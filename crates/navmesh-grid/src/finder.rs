//! Path queries on a grid: [`GridFinder`].
//!
//! 1. `algorithm` – the search algorithm for the map and the options.
//! 2. `terrain` – the data for error reports.
//! 3. `edit` – edits of the map.

mod algorithm;
mod terrain;
mod edit;

use std::fmt;
use std::sync::Arc;

use glam::DVec2;
use navmesh_core::backend::ScratchPool;
use navmesh_core::{Path, PathError, PathQuery, Pathfinder, Scratch};

use crate::index::{MapContext, MapIndex};
use crate::map::grid::Grid;
use crate::rules::options::GridOptions;
use crate::search::tile_search::Algorithm;

/// Finds paths from tile centre to tile centre on one grid under one set of options.
///
/// A finder is cheap to clone and can be shared between threads. A clone shares the grid and its
/// index until one of the two is edited ([`GridFinder::set_blocked`], [`GridFinder::set_cost`]).
///
/// Queries are in map units. An endpoint stands for its tile, or for the nearest free tile within
/// the query's snap, measured to the closed tile (by default 2⁻¹⁶ of the longer side of the map, or
/// the rounding of an `f32` if that is larger). If no path connects the two tiles, one of them may be
/// replaced, the goal's first: within the snap from a blocked tile, else within that rounding. The path runs between the centres of the tiles; its offsets are the distances from the
/// points to these centres.
///
/// A goal policy selects the tile nearest to the goal, measured to the closed tile. Ties go to the
/// centre nearest to the start, then to the lowest slot. The path is then
/// [`Partial`](navmesh_core::PathStatus::Partial). A start policy selects the tile nearest to the
/// start in the same way; ties go to the centre nearest to the goal.
///
/// [`Search::Auto`](navmesh_core::Search::Auto) and
/// [`Search::Corridor`](navmesh_core::Search::Corridor) both run the search of the options.
/// [`Search::Optimal`](navmesh_core::Search::Optimal) runs it where it is proved optimal
/// ([`GridOptions::is_admissible`]), and is unsupported elsewhere. The optimum is over legal steps
/// from centre to centre. The reversed query has the same optimal cost. If costs are not lengths, a
/// path of equal cost may have another length.
///
/// With the options [`Shortcut`](crate::Shortcut) or [`Smoothing`](crate::Smoothing), paths may
/// contain straight lines from centre to centre, except under `Search::Optimal`. The cells of such
/// a path are the tiles that it crosses, and its lower bound is the straight distance at the lowest
/// cost. The reversed query may return another length.
///
/// ```
/// use navmesh_core::{PathQuery, Pathfinder};
/// use navmesh_grid::{Grid, GridFinder};
///
/// let finder = GridFinder::new(Grid::from_rows(["..#.", "...."])?.with_cell_size(2.5));
/// let path = finder.find_path(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
/// assert_eq!(path.waypoints().len(), 2);
/// assert_eq!(path.length(), 7.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GridFinder {
    pub(crate) grid: Arc<Grid>,
    options: GridOptions,
    pub(crate) index: Arc<MapIndex>,
    pub(crate) pool: Arc<ScratchPool>,
}

impl GridFinder {
    /// Builds a finder with the default options: eight neighbours, no corner cut, steps cost their
    /// length.
    ///
    /// Complexity: linear in the number of tiles.
    #[must_use]
    pub fn new(grid: impl Into<Arc<Grid>>) -> Self {
        let (grid, options) = (grid.into(), GridOptions::default());
        let index = Arc::new(MapIndex::new(&grid, &options));
        Self { grid, options, index, pool: Arc::default() }
    }

    /// Changes the options; the parts of the index that do not depend on them are kept.
    ///
    /// Complexity: constant where the legal steps and their costs stay the same. A clone for each
    /// query may therefore have its own smoothing, replacement or heuristic. Otherwise linear in
    /// the number of tiles, unless only costs change and no clone shares the map.
    #[must_use]
    pub fn with_options(mut self, options: GridOptions) -> Self {
        if !self.options.has_steps_of(&options) {
            self.index = Arc::new(MapIndex::new(&self.grid, &options));
        } else if !self.options.has_costs_of(&options) {
            Arc::make_mut(&mut self.index).adopt(&options);
        }
        self.options = options;
        self
    }

    /// Computes the data that the first query would compute, or the first query after an edit.
    ///
    /// Complexity: linear in the number of tiles, a few milliseconds for a million; nine searches
    /// over the map for [`GridSearch::JumpTables`](crate::GridSearch::JumpTables).
    pub fn prepare(&self) {
        self.index.components(&self.grid);
        // Unusable options need no data.
        if let Ok(choice) = self.choice() {
            let algorithm = self.algorithm(choice);
            self.dead_ends(&algorithm);
            if let Algorithm::JumpPoints(_, index, _) = algorithm {
                index.stop_bits.diagonals();
            }
        }
    }

    /// Finds a path.
    ///
    /// Complexity: O(n log n) in the tiles that the search expands.
    ///
    /// # Errors
    ///
    /// Every reason for which there is no path, as a [`PathError`].
    ///
    /// ```
    /// # use navmesh_core::PathQuery;
    /// # use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows(["..", ".."])?);
    /// assert_eq!(finder.find_path(&PathQuery::new([0.5, 0.5], [1.5, 0.5]))?.length(), 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("findPath", "getPath"))]
    pub fn find_path(&self, query: &PathQuery) -> Result<Path, PathError> {
        Pathfinder::find_path(self, query)
    }

    /// Finds a path into `path`, with `scratch` as working memory. Later calls do not allocate.
    ///
    /// Complexity: that of [`find_path`](GridFinder::find_path).
    ///
    /// # Errors
    ///
    /// Those of [`find_path`](GridFinder::find_path). `path` then holds the best partial path, or is empty.
    ///
    /// ```
    /// # use navmesh_core::{Path, PathQuery, Scratch};
    /// # use navmesh_grid::{Grid, GridFinder};
    /// # let finder = GridFinder::new(Grid::from_rows(["..", ".."])?);
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default()); // reused for the next query
    /// finder.find_path_into(&PathQuery::new([0.5, 0.5], [1.5, 0.5]), &mut scratch, &mut path)?;
    /// assert_eq!(path.length(), 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        Pathfinder::find_path_into(self, query, scratch, path)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &GridOptions {
        &self.options
    }

    /// Returns true if legal steps connect two tiles, given as (column, row); false if one of them
    /// is blocked or outside the grid.
    ///
    /// Complexity: constant.
    ///
    /// ```
    /// # use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows([".#.", ".#."])?);
    /// assert!(finder.connected((0, 0), (0, 1)));
    /// assert!(!finder.connected((0, 0), (2, 0)));
    /// # Ok::<(), navmesh_grid::GridError>(())
    /// ```
    #[must_use]
    pub fn connected(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        let component = |x, y| self.grid.free_slot(x, y).map(|slot| self.component(slot));
        component(from.0, from.1).is_some_and(|from| component(to.0, to.1) == Some(from))
    }

    pub(crate) fn context(&self) -> MapContext<'_> {
        MapContext { grid: &self.grid, options: &self.options, index: &self.index }
    }

    /// Returns the name of the component of a tile.
    fn component(&self, slot: u32) -> u32 {
        self.index.components(&self.grid).of(slot)
    }

    /// Returns true if the cost of a path is its length: all free tiles cost 1, and steps their
    /// length.
    pub(crate) fn costs_are_lengths(&self) -> bool {
        self.index.range(&self.grid).uniform() == Some(1.0) && self.options.costs_are_lengths()
    }

    pub(crate) fn center(&self, slot: u32) -> DVec2 {
        let (x, y) = self.grid.tile(slot);
        self.grid.center(x, y)
    }
}

/// Prints the sizes of the grid and the options, without the index.
impl fmt::Debug for GridFinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = f.debug_struct("GridFinder");
        parts.field("grid", &self.grid).field("options", &self.options).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
