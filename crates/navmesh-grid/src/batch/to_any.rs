//! Paths to the cheapest of several goals: points, segments or a polygon.
//!
//! A flood from the start runs until the tiles of the cheapest goal are final. It can stop at any
//! node and continue later.

use navmesh_core::backend::WritePath;
use std::cmp::Ordering;

use glam::DVec2;
use navmesh_core::Session;
use navmesh_core::backend::{PathSummary, PathTask, SearchTask, checked_point};
use navmesh_core::{
    Goals, IncrementalSearch, Path, PathError, PathStatus, PathToGoal, Place, Progress, QuerySide,
    Search, SearchStats, Stage,
};

use super::flood::{Advance, TileFlood};
use super::targets::{Target, Targets};
use crate::answer::path_writer::PathWriter;
use crate::finder::GridFinder;
use crate::query::endpoints::{free_tile, snap_of};
use crate::query::nearest::NearestTile;
use crate::rules::components::TileBox;
use crate::rules::moves::{DIRECTIONS, Segment};

/// A search for the cheapest of several goals on a grid that its caller advances;
/// [`GridFinder::begin_path_to_any`] begins one.
///
/// It shares the finder's grid as [`GridSession`](crate::GridSession) does. For a budget of n nodes,
/// call `advance(n)` and take the answer.
pub type GridGoalsSession = Session<GridGoalsTask>;

/// A search for the cheapest of several goals that owns its memory and shares its grid.
#[derive(Debug, Clone)]
pub struct GridGoalsTask {
    finder: GridFinder,
    start: u32,
    start_offset: f64,
    /// The tiles of the goals, by slot.
    targets: Vec<Target>,
    /// The segment of every goal; the sides of a polygon in order.
    sides: Vec<[Place; 2]>,
    is_area: bool,
    flood: TileFlood,
    /// The cheapest target reached and its cost in tile sizes.
    best: Option<(f64, Target)>,
    stage: Stage,
    stats: SearchStats,
}

impl GridFinder {
    /// Returns the cheapest path from `start` to any of `goals`, and the goal at which it ends.
    ///
    /// A point stands for a tile as the goal of a query does. A segment or polygon stands for every
    /// tile whose closed square it touches or contains. The path takes legal steps from tile centre
    /// to tile centre and is never smoothed. Its `goal_offset` is the distance from the last centre
    /// to the goal. Ties go to the tile with the lowest slot, and to the first goal of a tile.
    ///
    /// Complexity: a flood of all tiles cheaper to reach than the nearest goal, and linear in the
    /// tiles of the goals.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for points that are not usable numbers, and without a goal; `StartOutside`;
    /// `GoalOutside` with the first goal where no goal has a free tile; `Unreachable`; `Unsupported` where the
    /// grid or the options are unusable.
    ///
    /// ```
    /// use navmesh_core::Goals;
    /// use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows(["......", ".####.", "......"])?);
    /// // The left border of the map, or the right one.
    /// let exits = [[[0.0, 0.0].into(), [0.0, 3.0].into()], [[6.0, 0.0].into(), [6.0, 3.0].into()]];
    /// let found = finder.path_to_any([3.5, 2.5], &Goals::Segments(&exits))?;
    /// assert_eq!((found.path.length(), found.path.goal_offset(), found.goal), (2.0, 0.5, Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("exits", "multiGoal"))]
    pub fn path_to_any(
        &self,
        start: impl Into<Place>,
        goals: &Goals<'_>,
    ) -> Result<PathToGoal, PathError> {
        let mut search = self.begin_path_to_any(start, goals)?;
        let path = search.finish()?;
        Ok(PathToGoal { path, goal: search.goal() })
    }

    /// Begins an incremental search for the path of
    /// [`path_to_any`](GridFinder::path_to_any).
    ///
    /// Complexity: that of resolving start and goals; allocates memory linear in the size of the
    /// map.
    ///
    /// # Errors
    ///
    /// The errors of [`path_to_any`](GridFinder::path_to_any) that need no search.
    ///
    /// ```
    /// # use navmesh_core::{Goals, IncrementalSearch};
    /// # use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows([".#.", "..."])?);
    /// let goals = [[2.5, 0.5].into(), [0.5, 1.5].into()];
    /// let mut search = finder.begin_path_to_any([0.5, 0.5], &Goals::Points(&goals))?;
    /// assert_eq!(search.finish()?.length(), 1.0);
    /// assert_eq!(search.goal(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_path_to_any(
        &self,
        start: impl Into<Place>,
        goals: &Goals<'_>,
    ) -> Result<GridGoalsSession, PathError> {
        self.check_supported(Search::Auto)?;
        let first = goals.checked()?;
        let start = start.into();
        let point = checked_point(start.point, QuerySide::Start)?;
        let (grid, context) = (&*self.grid, self.context());
        let (limit, within) = (snap_of(grid, start, None), TileBox::of(grid));
        let near = NearestTile { grid, point, limit, towards: point, within };
        let start = free_tile(grid, point).or_else(|| near.find(|slot| grid.is_free(slot)));
        let start = start.ok_or(PathError::StartOutside { place: point.into() })?;
        let components = self.index.components(grid);
        let is_connected = |slot| components.of(slot) == components.of(start);
        let (targets, any) = Targets { grid, start: point }.of(goals, is_connected);
        if targets.is_empty() {
            let unreachable = PathError::Unreachable { start: point.into(), goal: first };
            let outside = PathError::GoalOutside { place: first };
            return Err(if any { unreachable } else { outside });
        }
        let mut flood = TileFlood::default();
        flood.start(context, [start]);
        Ok(Session::new(GridGoalsTask {
            finder: self.clone(),
            start,
            start_offset: point.distance(self.center(start)),
            targets,
            sides: goals.places().collect(),
            is_area: matches!(goals, Goals::Polygon(_)),
            flood,
            best: None,
            stage: Stage::InProgress,
            stats: SearchStats::default(),
        }))
    }
}

impl GridGoalsTask {
    /// Returns [the goal](PathToGoal::goal) at which the answer ends.
    #[must_use]
    pub fn goal(&self) -> Option<usize> {
        self.best?.1.goal
    }

    /// Returns the function that computes the distance from a point to the goals.
    fn distance_to_goals(&self) -> impl Fn(DVec2) -> f64 + '_ {
        let ring: Vec<Place> = self.sides.iter().map(|side| side[0]).collect();
        move |point| {
            let goals =
                if self.is_area { Goals::Polygon(&ring) } else { Goals::Segments(&self.sides) };
            goals.distance_to(point)
        }
    }

    /// Returns the reached tile nearest to the goals, the first of equals.
    fn nearest(&self) -> u32 {
        let distance_to = self.distance_to_goals();
        let reached = (0u32..).zip(&self.flood.costs).filter(|(_, cost)| cost.is_finite());
        let nearest = reached.map(|(slot, _)| (distance_to(self.finder.center(slot)), slot));
        let least = nearest.min_by(|a, b| a.0.total_cmp(&b.0));
        least.map_or(self.start, |(_, slot)| slot)
    }

    /// Writes the path to a tile.
    fn write_path(&self, goal: u32, goal_offset: f64, path: &mut Path) {
        let Self { finder, flood, start, .. } = self;
        let mut writer = PathWriter::new(finder, path);
        let mut slot = goal;
        while slot != *start && usize::from(flood.arrivals[slot as usize]) < DIRECTIONS.len() {
            let arrival = usize::from(flood.arrivals[slot as usize]);
            writer.segment(Segment { last: slot, direction: arrival, steps: 1 });
            slot = finder.index.moves.back(slot, arrival);
        }
        let cost = writer.finish_at(*start);
        let is_whole = self.best.is_some_and(|(_, target)| target.slot == goal);
        let is_proved = is_whole && self.stage == Stage::Done;
        path.finish(PathSummary {
            cost,
            status: if is_whole { PathStatus::Complete } else { PathStatus::Partial },
            lower_bound: if is_whole {
                (!is_proved).then(|| self.progress().lower_bound)
            } else {
                Some(finder.floor_between(*start, goal))
            },
            start_layer: 0,
            start_offset: self.start_offset,
            goal_offset,
            stats: self.stats,
        });
    }
}

impl SearchTask for GridGoalsTask {
    fn advance(&mut self, nodes: u64) {
        let Self { finder, targets, flood, best, stats, .. } = self;
        let context = finder.context();
        let mut budget = nodes;
        while self.stage == Stage::InProgress {
            let mut met: Vec<Target> = Vec::new();
            let advance = flood.advance_within(context, &mut budget, |slot| {
                let found = targets.binary_search_by_key(&slot, |target| target.slot);
                met.extend(found.ok().map(|at| targets[at]));
            });
            for target in met {
                let candidate = (flood.costs[target.slot as usize], target);
                if best.is_none_or(|best| order(&candidate, &best).is_lt()) {
                    *best = Some(candidate);
                }
            }
            match advance {
                Advance::Paused => break,
                Advance::Emptied if best.is_none() => {}
                Advance::Emptied | Advance::Exhausted => self.stage = Stage::Done,
            }
        }
        stats.expanded += nodes - budget;
    }

    fn stage(&self) -> Stage {
        self.stage
    }

    fn progress(&self) -> Progress {
        let cell_size = self.finder.grid().cell_size();
        let best = self.best.map(|(cost, _)| cost);
        let proved = match self.stage {
            Stage::Done => best.unwrap_or(f64::INFINITY),
            // A few roundings separate the number of a bucket from the costs of its tiles.
            Stage::InProgress => {
                let open = self.flood.least(self.finder.context()) * (1.0 - 8.0 * f64::EPSILON);
                best.map_or(open, |best| open.min(best))
            }
        };
        Progress {
            expanded: self.stats.expanded,
            open: self.flood.open() as u64,
            lower_bound: proved * cell_size,
            best: best.map(|best| best * cell_size),
        }
    }
}

impl PathTask for GridGoalsTask {
    fn answer_into(&mut self, path: &mut Path) -> Result<(), PathError> {
        match (self.best, self.stage) {
            (Some((_, Target { slot, goal })), _) => {
                let at = self.finder.center(slot);
                let offset = match goal.filter(|_| !self.is_area) {
                    Some(goal) => Goals::Segments(&self.sides[goal..=goal]).distance_to(at),
                    None => self.distance_to_goals()(at),
                };
                self.write_path(slot, offset, path);
            }
            (None, Stage::InProgress) => {
                let nearest = self.nearest();
                self.write_path(
                    nearest,
                    self.distance_to_goals()(self.finder.center(nearest)),
                    path,
                );
            }
            (None, Stage::Done) => {
                // The targets share the start's component, so this never happens; the error is
                // correct anyway.
                let (start, goal) = (self.finder.center(self.start), self.sides[0][0]);
                return Err(PathError::Unreachable { start: start.into(), goal });
            }
        }
        match self.stage {
            Stage::Done => Ok(()),
            Stage::InProgress => {
                let Progress { lower_bound, expanded, .. } = self.progress();
                Err(PathError::BudgetExhausted { lower_bound, expanded })
            }
        }
    }
}

/// Orders targets by cost, then by slot.
fn order(a: &(f64, Target), b: &(f64, Target)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}
