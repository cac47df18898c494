//! A grid under its rules, and what was computed of both.

use std::fmt;
use std::sync::Arc;

use glam::DVec2;
use navmesh_core::geom::sanitized;
use navmesh_core::{Gap, PathError, Place, ScratchPool, Search, Terrain};

use crate::components::Extent;
use crate::dead_ends::DeadEnds;
use crate::endpoints::free_tile;
use crate::gap::Parts;
use crate::grid::Grid;
use crate::nearest::NearestTile;
use crate::options::{CornerRule, GridOptions, GridSearch};
use crate::search::plan::{Choice, Method};
use crate::search::step_costs::{WeighedCosts, WholeCosts};
use crate::survey::{Ground, Survey};

/// Finds paths from tile centre to tile centre on one grid under one set of rules.
///
/// Cheap to clone, and shared by threads: a clone shares the grid and what was computed of it, until
/// one of them is changed ([`GridFinder::set_blocked`], [`GridFinder::set_cost`]).
///
/// Queries are in map units. An endpoint stands for the tile it is in, or for the nearest free tile
/// within the query's snap (measured to the closed tile; by default 2⁻²² of the map's largest
/// coordinate). Where the two tiles share no component, one of them may give way to another within
/// the snap, the goal's first. The path runs between the tiles' centres; its offsets are the
/// distances from the points asked for to these centres.
///
/// Where the goal policy picks a tile, it is the one nearest to the goal (measured to the closed
/// tile; ties by the centre's distance from the start, then by slot), and the path is
/// [`Partial`](navmesh_core::PathStatus::Partial).
/// A start policy picks the tile nearest to the start in the same way, ties by the distance from the goal.
///
/// [`Search::Auto`] and [`Search::Corridor`] are both the search that the options describe.
/// [`Search::Optimal`] is the same one where it is proved to be optimal
/// ([`GridOptions::is_admissible`]), and unsupported elsewhere. The optimum is the grid's: over
/// legal steps from centre to centre. Reversed, a query has the same optimal cost; where costs are
/// not lengths, a tie in cost may be a path of another length.
///
/// Where the options ask for a [shortcut](crate::Shortcut) or for [smoothing](crate::Smoothing), all
/// searches but [`Search::Optimal`] may leave the grid's moves for straight lines from centre to
/// centre. A path's cells are then the tiles that it runs through; its lower bound is the straight
/// distance, at the lowest cost; and reversed, a query may give another length.
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
    pub(crate) survey: Arc<Survey>,
    pub(crate) pool: Arc<ScratchPool>,
}

impl GridFinder {
    /// A finder with the default options: eight neighbours, no corner cut, steps cost their length.
    ///
    /// Complexity: linear in the number of tiles.
    #[must_use]
    pub fn new(grid: impl Into<Arc<Grid>>) -> Self {
        let (grid, options) = (grid.into(), GridOptions::default());
        let survey = Arc::new(Survey::new(&grid, &options));
        Self { grid, options, survey, pool: Arc::default() }
    }

    /// The same finder under other rules; what they leave as it was is not computed again.
    ///
    /// Complexity: constant where the legal steps and their costs stay the same, so that a clone for each
    /// query may smooth, replace goals or guess in its own way; else linear in the number of tiles, unless only
    /// costs change and no clone shares the map.
    #[must_use]
    pub fn with_options(mut self, options: GridOptions) -> Self {
        if !self.options.has_steps_of(&options) {
            self.survey = Arc::new(Survey::new(&self.grid, &options));
        } else if !self.options.has_costs_of(&options) {
            Arc::make_mut(&mut self.survey).adopt(&options);
        }
        self.options = options;
        self
    }

    /// Computes now what the first query would compute, and the first one after an edit: what the search of
    /// these options needs of the map.
    ///
    /// Complexity: linear in the number of tiles; a few milliseconds a million, and nine floods for
    /// [`GridSearch::JumpTables`].
    pub fn prepare(&self) {
        self.survey.components(&self.grid);
        // Options that cannot be used need nothing.
        if let Ok(choice) = self.choice() {
            let method = self.method(choice);
            self.dead_ends(&method);
            if let Method::JumpPoints(_, map, _) = method {
                map.boards.diagonals();
            }
        }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The rules.
    #[must_use]
    pub fn options(&self) -> &GridOptions {
        &self.options
    }

    /// True where some legal way joins two tiles, given as column and row; false where one of them
    /// is blocked or outside.
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
        let free = |(x, y)| self.grid.slot(x, y).filter(|_| !self.grid.is_blocked(x, y));
        match (free(from), free(to)) {
            (Some(from), Some(to)) => self.component(from) == self.component(to),
            _ => false,
        }
    }

    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground { grid: &self.grid, options: &self.options, survey: &self.survey }
    }

    fn component(&self, slot: u32) -> u32 {
        self.survey.components(&self.grid).of(slot)
    }

    /// Says why a query cannot be answered here, whatever its points.
    pub(crate) fn check_supported(&self, search: Search) -> Result<(), PathError> {
        let what = if !self.grid.is_placed() {
            "the grid's cell size or origin is no usable number"
        } else if !self.options.is_usable() {
            "the step costs of the grid's options must lie between 2^-64 and 2^64"
        } else if search == Search::Optimal && !self.options.is_admissible() {
            "the grid's heuristic is not admissible under its options; use Search::Auto"
        } else {
            return Ok(());
        };
        Err(PathError::Unsupported { what })
    }

    /// The search that the options choose on this map.
    pub(crate) fn choice(&self) -> Result<Choice, PathError> {
        let (options, range) = (&self.options, self.survey.range(&self.grid));
        let whole = range.uniform().and_then(|multiplier| WholeCosts::new(options, multiplier));
        let can_jump = whole.filter(|_| options.allow_jump_points()).map(WholeCosts::for_jumps);
        match (options.engine, can_jump, whole) {
            (GridSearch::JumpPoints | GridSearch::JumpTables, None, _) => {
                let what = "jump points under these options on this map; use GridSearch::Auto";
                Err(PathError::Unsupported { what })
            }
            (GridSearch::Auto, Some(_), Some(costs)) if self.is_crowded() => {
                Ok(Choice::Whole(costs))
            }
            (GridSearch::JumpTables, Some(costs), _) => Ok(Choice::JumpTables(costs)),
            (GridSearch::Auto | GridSearch::JumpPoints, Some(costs), _) => {
                Ok(Choice::JumpPoints(costs))
            }
            (_, _, Some(costs)) => Ok(Choice::Whole(costs)),
            _ => Ok(Choice::Weighed),
        }
    }

    /// True where jump points apply, and A* is quicker.
    fn is_crowded(&self) -> bool {
        self.options.corners == CornerRule::Always && self.survey.jump_map(&self.grid).is_crowded()
    }

    /// A choice, with what is known of this map.
    pub(crate) fn method(&self, choice: Choice) -> Method<'_> {
        let (grid, options, survey) = (&*self.grid, &self.options, &*self.survey);
        match choice {
            Choice::JumpTables(costs) => {
                let tables = survey.jump_tables(grid, costs);
                Method::JumpPoints(costs, survey.jump_map(grid), Some(tables))
            }
            Choice::JumpPoints(costs) => Method::JumpPoints(costs, survey.jump_map(grid), None),
            Choice::Whole(costs) => Method::Whole(costs, survey.ways_on()),
            Choice::Weighed => {
                let cheapest = survey.range(grid).cheapest();
                Method::Weighed(WeighedCosts { grid, options, cheapest }, survey.all_ways())
            }
        }
    }

    /// What a search by this method may leave out.
    pub(crate) fn dead_ends(&self, method: &Method<'_>) -> Option<&DeadEnds> {
        match method {
            Method::Weighed(..) => None,
            Method::Whole(..) | Method::JumpPoints(..) => self.survey.dead_ends(&self.grid),
        }
    }

    /// True where a path's cost is its length: all free tiles cost 1, and steps what they measure.
    pub(crate) fn costs_are_lengths(&self) -> bool {
        self.survey.range(&self.grid).uniform() == Some(1.0) && self.options.costs_are_lengths()
    }

    pub(crate) fn center(&self, slot: u32) -> DVec2 {
        let (x, y) = self.grid.tile(slot);
        self.grid.center(x, y)
    }

    /// The point nearest to `point` of the closed tiles that `accept` says yes to by slot.
    fn nearest_point(&self, point: DVec2, accept: impl Fn(u32) -> bool) -> Option<DVec2> {
        let point = sanitized(point).filter(|_| self.grid.is_placed())?;
        let limit = f64::INFINITY;
        let within = Extent::of(&self.grid);
        let search = NearestTile { grid: &self.grid, point, limit, towards: point, within };
        let (x, y) = self.grid.tile(search.find(accept)?);
        Some(self.grid.nearest_in_tile(x, y, point))
    }
}

/// The grid's sizes and the rules, without what was computed of them.
impl fmt::Debug for GridFinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = f.debug_struct("GridFinder");
        parts.field("grid", &self.grid).field("options", &self.options).finish_non_exhaustive()
    }
}

impl Terrain for GridFinder {
    fn nearest_ground(&self, place: Place) -> Option<Place> {
        self.nearest_point(place.point, |slot| self.grid.is_free(slot)).map(Place::from)
    }

    fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place> {
        let start = free_tile(&self.grid, sanitized(start.point)?)?;
        let is_in_reach = |slot| self.component(slot) == self.component(start);
        self.nearest_point(goal.point, is_in_reach).map(Place::from)
    }

    fn components(&self, start: Place, goal: Place) -> Option<[u32; 2]> {
        let tile = |place: Place| free_tile(&self.grid, sanitized(place.point)?);
        let component = |place| Some(self.component(tile(place)?));
        Some([component(start)?, component(goal)?])
    }

    fn narrowest_gap(&self, start: Place, goal: Place) -> Option<Gap> {
        let tile = |place: Place| free_tile(&self.grid, sanitized(place.point)?);
        let ends = [tile(start)?, tile(goal)?];
        Parts::of(&self.grid, self.survey.components(&self.grid), ends)?.gap()
    }
}

#[cfg(test)]
mod tests;
