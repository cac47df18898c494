//! The start and goal tiles of a query.

use glam::DVec2;
use navmesh_core::backend::{checked_points, checked_radius};
use navmesh_core::{GoalPolicy, PathError, PathQuery, PathStatus, Place, StartPolicy};

use super::nearest::NearestTile;
use super::penetration::PenetrationWorkspace;
use super::replacement::UnreachableGoal;
use super::touched::is_ground_between;
use crate::index::MapContext;
use crate::map::grid::Grid;
use crate::rules::choices::Replacement;
use crate::rules::components::{Components, TileBox};

/// The start and goal tiles of a query, as slots of one component.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EndTiles {
    pub(crate) start: u32,
    pub(crate) goal: u32,
    /// [`PathStatus::Partial`] where the goal policy moved the goal.
    pub(crate) status: PathStatus,
    /// The distance from the query's start to the centre of its tile, in map units.
    pub(crate) start_offset: f64,
    /// The distance from the query's goal to the centre of its tile, in map units.
    pub(crate) goal_offset: f64,
}

/// The endpoints of a query, with its snap and its policies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EndpointResolver<'a> {
    context: MapContext<'a>,
    components: &'a Components,
    pub(crate) start: DVec2,
    pub(crate) goal: DVec2,
    /// The snaps of start and goal, in map units.
    snaps: [f64; 2],
    /// The roundings of start and goal, in map units.
    roundings: [f64; 2],
    start_policy: StartPolicy,
    goal_policy: GoalPolicy,
}

/// The tile of each endpoint on its own; `None` if it depends on the component of the other one.
#[derive(Debug, Clone, Copy)]
struct SeparateEnds {
    start: Option<u32>,
    goal: Option<u32>,
    status: PathStatus,
}

impl<'a> EndpointResolver<'a> {
    /// Checks the numbers of a query; the grid must be placed.
    pub(crate) fn new(context: MapContext<'a>, query: &PathQuery) -> Result<Self, PathError> {
        let [start, goal] = checked_points(query)?;
        checked_radius(query, 0.0)?;
        let MapContext { grid, index, .. } = context;
        let places = [query.start_place(), query.goal_place()];
        Ok(Self {
            context,
            components: index.components(grid),
            start,
            goal,
            snaps: places.map(|place| snap_of(grid, place, query.snap)),
            roundings: places.map(|place| place.rounding()),
            start_policy: query.start_policy,
            goal_policy: query.goal_policy,
        })
    }

    /// Returns the start and goal tiles.
    ///
    /// A point stands for its tile if that is free, otherwise for the nearest free tile within the
    /// snap. If no path connects the two tiles, one of the points may move to a tile of the other's
    /// component, the goal first: as [`tile_to_connect`] allows. Then the goal policy applies, and then the start policy.
    pub(crate) fn tiles(
        &self,
        workspace: &mut PenetrationWorkspace,
    ) -> Result<EndTiles, PathError> {
        let separate = self.separate_ends()?;
        if let (Some(start), Some(goal)) = (separate.start, separate.goal)
            && let Some(ends) = self.connect_within_snap(start, goal, separate.status)
        {
            return Ok(ends);
        }
        self.connect_by_policy(separate, workspace)
    }

    /// Returns the tile of each endpoint on its own. If both would depend on the other's component,
    /// the start does not.
    fn separate_ends(&self) -> Result<SeparateEnds, PathError> {
        let mut start = self.separate_start()?;
        let goal = free_tile(self.context.grid, self.goal)
            .or_else(|| self.near_goal(self.snaps[1], |slot| self.is_free(slot)));
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
        Ok(SeparateEnds { start, goal, status })
    }

    fn separate_start(&self) -> Result<Option<u32>, PathError> {
        let start = free_tile(self.context.grid, self.start)
            .or_else(|| self.near_start(self.snaps[0], |slot| self.is_free(slot)));
        match (start, self.start_policy) {
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

    /// Returns both tiles if a path connects them, or if one of them can move within the snap so
    /// that a path does.
    fn connect_within_snap(&self, start: u32, goal: u32, status: PathStatus) -> Option<EndTiles> {
        if self.are_connected(start, goal) {
            return Some(self.ends(start, goal, status));
        }
        if self.can_move(1, goal)
            && let Some(moved) = self.tile_to_connect(1, start)
        {
            return Some(self.ends(start, moved, status));
        }
        let moved = self.can_move(0, start).then(|| self.tile_to_connect(0, goal))??;
        Some(self.ends(moved, goal, status))
    }

    /// Returns the tile to which the start (0) or the goal (1) may move, in the component of the other one's tile.
    fn tile_to_connect(&self, end: usize, other: u32) -> Option<u32> {
        let [point, towards] = [[self.start, self.goal], [self.goal, self.start]][end];
        let near = self.near(point, towards, self.snaps[end]);
        tile_to_connect(near, self.roundings[end], |slot| self.are_connected(slot, other))
    }

    /// True if another tile than its own may be near enough to the start (0) or the goal (1).
    fn can_move(&self, end: usize, slot: u32) -> bool {
        let (grid, point) = (self.context.grid, [self.start, self.goal][end]);
        let is_on_ground = free_tile(grid, point).is_some();
        let snap = self.snaps[end];
        let limit = if is_on_ground { snap.min(self.roundings[end]) } else { snap };
        let (x, y) = grid.tile(slot);
        let [low, high] = [point - grid.corner(x, y), grid.corner(x + 1, y + 1) - point];
        low.min(high).min_element() <= limit
    }

    /// Moves one end into the component of the other, if the policies allow it.
    fn connect_by_policy(
        &self,
        separate: SeparateEnds,
        workspace: &mut PenetrationWorkspace,
    ) -> Result<EndTiles, PathError> {
        let SeparateEnds { start, mut goal, status } = separate;
        if let (Some(start), GoalPolicy::NearestReachable) = (start, self.goal_policy) {
            let replacement = self.replacement(start, workspace);
            if let Some(moved) = replacement.filter(|&goal| self.are_connected(start, goal)) {
                return Ok(self.ends(start, moved, PathStatus::Partial));
            }
            goal = goal.or(replacement);
        }
        if let (Some(goal), StartPolicy::NearestReachable) = (goal, self.start_policy)
            && let Some(moved) = self.nearest_connected(self.start, self.goal, goal)
        {
            return Ok(self.ends(moved, goal, status));
        }
        let place = |point, slot: Option<u32>| slot.map_or(point, |slot| self.place(point, slot));
        let (start, goal) = (place(self.start, start), place(self.goal, goal));
        Err(PathError::Unreachable { start: start.into(), goal: goal.into() })
    }

    /// Returns the replacement of an unreachable goal, by the method of the options.
    fn replacement(&self, start: u32, workspace: &mut PenetrationWorkspace) -> Option<u32> {
        let MapContext { grid, options, .. } = self.context;
        let (x, y) = grid.clamped_tile(self.goal);
        let goal = UnreachableGoal { context: self.context, start, goal: grid.slot(x, y)? };
        match options.replacement {
            Replacement::Nearest => self.nearest_connected(self.goal, self.start, start),
            Replacement::Ring => goal.in_ring(),
            Replacement::HugeCost => Some(goal.before_obstacle(workspace)),
        }
    }

    fn ends(&self, start: u32, goal: u32, status: PathStatus) -> EndTiles {
        let offset = |point: DVec2, slot: u32| point.distance(self.center(slot));
        let (start_offset, goal_offset) = (offset(self.start, start), offset(self.goal, goal));
        EndTiles { start, goal, status, start_offset, goal_offset }
    }

    fn near_goal(&self, limit: f64, accept: impl Fn(u32) -> bool) -> Option<u32> {
        self.near(self.goal, self.start, limit).find(accept)
    }

    fn near_start(&self, limit: f64, accept: impl Fn(u32) -> bool) -> Option<u32> {
        self.near(self.start, self.goal, limit).find(accept)
    }

    fn near(&self, point: DVec2, towards: DVec2, limit: f64) -> NearestTile<'a> {
        let grid = self.context.grid;
        NearestTile { grid, point, limit, towards, within: TileBox::of(grid) }
    }

    /// Returns the tile nearest to a point in the component of another tile.
    fn nearest_connected(&self, point: DVec2, towards: DVec2, with: u32) -> Option<u32> {
        let within = self.components.box_of(with)?;
        let near = NearestTile { within, ..self.near(point, towards, f64::INFINITY) };
        near.find(|slot| self.are_connected(slot, with))
    }

    /// Returns the point itself if `slot` is its own tile, otherwise the tile's centre.
    fn place(&self, point: DVec2, slot: u32) -> DVec2 {
        if free_tile(self.context.grid, point) == Some(slot) { point } else { self.center(slot) }
    }

    fn center(&self, slot: u32) -> DVec2 {
        let (x, y) = self.context.grid.tile(slot);
        self.context.grid.center(x, y)
    }

    fn is_free(&self, slot: u32) -> bool {
        self.context.grid.is_free(slot)
    }

    fn are_connected(&self, a: u32, b: u32) -> bool {
        self.components.of(a) == self.components.of(b)
    }
}

/// Returns the snap of a place, in map units.
pub(crate) fn snap_of(grid: &Grid, place: Place, set: Option<f64>) -> f64 {
    place.snap(set, grid.bounds().default_snap())
}

/// Returns the nearest accepted tile to which a query moves a point to connect it with its other endpoint, like
/// [`navmesh_core::NavMesh::snap_to_connect`]: in sight within the snap from a blocked tile, by the rounding of an `f32`
/// from a free one.
pub(crate) fn tile_to_connect(
    near: NearestTile<'_>,
    rounding: f64,
    accept: impl Fn(u32) -> bool,
) -> Option<u32> {
    let NearestTile { grid, point, limit, .. } = near;
    let moved = NearestTile { limit: limit.min(rounding), ..near }.find(&accept);
    if moved.is_some() || free_tile(grid, point).is_some() {
        return moved;
    }
    let moved = near.find(&accept)?;
    (!is_ground_between(grid, point, moved, accept)).then_some(moved)
}

/// Returns the tile that contains a point, if it is free.
pub(crate) fn free_tile(grid: &Grid, point: DVec2) -> Option<u32> {
    let (x, y) = grid.tile_at(point)?;
    grid.free_slot(x, y)
}
