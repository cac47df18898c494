//! Which tiles a query's start and goal stand for: the first step of every search.

use glam::DVec2;
use navmesh_core::query::checked_points;
use navmesh_core::{GoalPolicy, PathError, PathQuery, PathStatus, StartPolicy};

use crate::components::{Components, Extent};
use crate::goals::{BreakthroughMemory, LostGoal};
use crate::grid::Grid;
use crate::nearest::NearestTile;
use crate::options::Replacement;
use crate::survey::Ground;

/// The default snap as a part of the map's largest coordinate: 2⁻²², the rounding of an `f32`.
const DEFAULT_SNAP: f64 = f64::from_bits((1023 - 22) << 52);

/// The end tiles of a query that can be answered: they share a component.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EndTiles {
    pub(crate) start: u32,
    pub(crate) goal: u32,
    /// [`PathStatus::Partial`] where the goal policy moved the goal.
    pub(crate) status: PathStatus,
    /// From the point asked for to the centre of the start's tile, in map units.
    pub(crate) start_offset: f64,
    /// The same of the goal.
    pub(crate) goal_offset: f64,
}

/// The ground that endpoints are placed on, and the points asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placing<'a> {
    pub(crate) ground: Ground<'a>,
    pub(crate) components: &'a Components,
    pub(crate) start: DVec2,
    pub(crate) goal: DVec2,
    pub(crate) snap: f64,
    pub(crate) start_policy: StartPolicy,
    pub(crate) goal_policy: GoalPolicy,
}

/// The tiles that the ends stand for, each on its own. `None` waits for the other end's ground.
#[derive(Debug, Clone, Copy)]
struct Settled {
    start: Option<u32>,
    goal: Option<u32>,
    status: PathStatus,
}

impl<'a> Placing<'a> {
    /// Checks the numbers of a query; the grid must be placed.
    pub(crate) fn new(ground: Ground<'a>, query: &PathQuery) -> Result<Self, PathError> {
        let [start, goal] = checked_points(query)?;
        let Ground { grid, survey, .. } = ground;
        let snap = query.snap.unwrap_or_else(|| default_snap(grid));
        let components = survey.components(grid);
        let (start_policy, goal_policy) = (query.start_policy, query.goal_policy);
        Ok(Self { ground, components, start, goal, snap, start_policy, goal_policy })
    }

    /// Finds the tiles.
    ///
    /// A point in a free tile stands for that tile; any other for the nearest free tile within the
    /// snap. Where the two then share no component, one of them may move by no more than the snap
    /// into the other's, the goal first; after that the goal policy has its say, and then the start policy.
    pub(crate) fn tiles(&self, memory: &mut BreakthroughMemory) -> Result<EndTiles, PathError> {
        let settled = self.settle_both()?;
        if let (Some(start), Some(goal)) = (settled.start, settled.goal)
            && let Some(ends) = self.join_within_snap(start, goal, settled.status)
        {
            return Ok(ends);
        }
        self.join_by_policy(settled, memory)
    }

    /// Puts each end on its tile. Where both policies would wait for the other end's ground, the start
    /// does not.
    fn settle_both(&self) -> Result<Settled, PathError> {
        let mut start = self.settle_start()?;
        let goal = self.settle(self.goal, self.start);
        let status = if goal.is_some() { PathStatus::Complete } else { PathStatus::Partial };
        let goal = match (goal, self.goal_policy) {
            (None, GoalPolicy::Exact) => {
                return Err(PathError::GoalOutside { place: self.goal.into() });
            }
            (None, GoalPolicy::Nearest) => self.near_goal(f64::INFINITY, |slot| self.is_free(slot)),
            _ => goal,
        };
        if start.is_none() && goal.is_none() {
            start = Some(self.nearest_start()?);
        }
        Ok(Settled { start, goal, status })
    }

    fn settle_start(&self) -> Result<Option<u32>, PathError> {
        match (self.settle(self.start, self.goal), self.start_policy) {
            (Some(start), _) => Ok(Some(start)),
            (None, StartPolicy::Nearest) => self.nearest_start().map(Some),
            (None, StartPolicy::NearestReachable) => Ok(None),
            (None, _) => Err(PathError::StartOutside { place: self.start.into() }),
        }
    }

    fn nearest_start(&self) -> Result<u32, PathError> {
        let nearest = self.near_start(f64::INFINITY, |slot| self.is_free(slot));
        nearest.ok_or(PathError::StartOutside { place: self.start.into() })
    }

    /// The ends as they are where they share a component; else with one of them moved by no more than
    /// the snap.
    fn join_within_snap(&self, start: u32, goal: u32, status: PathStatus) -> Option<EndTiles> {
        if self.joined(start, goal) {
            return Some(self.ends(start, goal, status));
        }
        if self.may_move(self.goal, goal)
            && let Some(moved) = self.near_goal(self.snap, |slot| self.joined(slot, start))
        {
            return Some(self.ends(start, moved, status));
        }
        let near_start = || self.near_start(self.snap, |slot| self.joined(slot, goal));
        let moved = self.may_move(self.start, start).then(near_start)??;
        Some(self.ends(moved, goal, status))
    }

    /// False where a point lies so deep in its tile that no other one is within the snap.
    fn may_move(&self, point: DVec2, slot: u32) -> bool {
        let grid = self.ground.grid;
        let (x, y) = grid.tile(slot);
        let [low, high] = [point - grid.corner(x, y), grid.corner(x + 1, y + 1) - point];
        low.min(high).min_element() <= self.snap
    }

    /// Moves one end tile into the component of the other, as far as the policies allow.
    fn join_by_policy(
        &self,
        Settled { start, mut goal, status }: Settled,
        memory: &mut BreakthroughMemory,
    ) -> Result<EndTiles, PathError> {
        if let (Some(start), GoalPolicy::NearestReachable) = (start, self.goal_policy) {
            let replacement = self.replacement(start, memory);
            if let Some(moved) = replacement.filter(|&goal| self.joined(start, goal)) {
                return Ok(self.ends(start, moved, PathStatus::Partial));
            }
            goal = goal.or(replacement);
        }
        if let (Some(goal), StartPolicy::NearestReachable) = (goal, self.start_policy)
            && let Some(moved) = self.nearest_joined(self.start, self.goal, goal)
        {
            return Ok(self.ends(moved, goal, status));
        }
        let standing =
            |point, slot: Option<u32>| slot.map_or(point, |slot| self.standing(point, slot));
        let (start, goal) = (standing(self.start, start), standing(self.goal, goal));
        Err(PathError::Unreachable { start: start.into(), goal: goal.into() })
    }

    /// Where to go instead of a goal that cannot be had, by the method that the options choose.
    fn replacement(&self, start: u32, memory: &mut BreakthroughMemory) -> Option<u32> {
        let Ground { grid, options, .. } = self.ground;
        let (x, y) = grid.clamped_tile(self.goal);
        let lost = LostGoal { ground: self.ground, start, goal: grid.slot(x, y)? };
        match options.replacement {
            Replacement::Nearest => self.nearest_joined(self.goal, self.start, start),
            Replacement::Ring => lost.in_ring(),
            Replacement::HugeCost => Some(lost.before_breakthrough(memory)),
        }
    }

    fn ends(&self, start: u32, goal: u32, status: PathStatus) -> EndTiles {
        let offset = |point: DVec2, slot: u32| point.distance(self.center(slot));
        let (start_offset, goal_offset) = (offset(self.start, start), offset(self.goal, goal));
        EndTiles { start, goal, status, start_offset, goal_offset }
    }

    fn settle(&self, point: DVec2, towards: DVec2) -> Option<u32> {
        free_tile(self.ground.grid, point)
            .or_else(|| self.near(point, towards, self.snap).find(|slot| self.is_free(slot)))
    }

    fn near_goal(&self, limit: f64, accept: impl Fn(u32) -> bool) -> Option<u32> {
        self.near(self.goal, self.start, limit).find(accept)
    }

    fn near_start(&self, limit: f64, accept: impl Fn(u32) -> bool) -> Option<u32> {
        self.near(self.start, self.goal, limit).find(accept)
    }

    fn near(&self, point: DVec2, towards: DVec2, limit: f64) -> NearestTile<'a> {
        let grid = self.ground.grid;
        NearestTile { grid, point, limit, towards, within: Extent::of(grid) }
    }

    /// The tile nearest to a point, of those that a tile is joined with.
    fn nearest_joined(&self, point: DVec2, towards: DVec2, with: u32) -> Option<u32> {
        let within = self.components.extent_of(with)?;
        let near = NearestTile { within, ..self.near(point, towards, f64::INFINITY) };
        near.find(|slot| self.joined(slot, with))
    }

    /// The point itself where its own tile is the one it stands for, else that tile's centre.
    fn standing(&self, point: DVec2, slot: u32) -> DVec2 {
        if free_tile(self.ground.grid, point) == Some(slot) { point } else { self.center(slot) }
    }

    fn center(&self, slot: u32) -> DVec2 {
        let (x, y) = self.ground.grid.tile(slot);
        self.ground.grid.center(x, y)
    }

    fn is_free(&self, slot: u32) -> bool {
        self.ground.grid.is_free(slot)
    }

    fn joined(&self, a: u32, b: u32) -> bool {
        self.components.of(a) == self.components.of(b)
    }
}

/// How far an endpoint may be moved onto a tile unless the query says, in map units.
pub(crate) fn default_snap(grid: &Grid) -> f64 {
    grid.bounds().max_abs() * DEFAULT_SNAP
}

/// The tile that a point belongs to, if it is free.
pub(crate) fn free_tile(grid: &Grid, point: DVec2) -> Option<u32> {
    let (x, y) = grid.tile_at(point)?;
    grid.slot(x, y).filter(|_| !grid.is_blocked(x, y))
}
