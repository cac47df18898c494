//! Finders: snapshots of maps, and their queries for one path.

use std::sync::Arc;

use tautline::live::WallChange;
use tautline::{
    DVec2, GoalPolicy, Guarantee, MeshFinder, NavMesh, Path, PathQuery, PathStatus, Search,
    StartPolicy,
};

use crate::border::{Buffer, Out, OutVersioned, Plain, Versioned, check, versioned};
use crate::handles::{get, handle, lock, remove};
use crate::scratch::PathScratch;
use crate::status::{Checked, Failure, guard, tl_status};
use crate::types::{tl_finder, tl_place, tl_point, tl_scratch};

/// The last edit of the map of a finder.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    pub(crate) map: Arc<()>,
    pub(crate) number: u64,
    pub(crate) walls: Option<Arc<WallChange>>,
}

/// A finder, and the mesh with its closed doors.
#[derive(Debug)]
pub(crate) struct Finder {
    pub(crate) finder: MeshFinder,
    pub(crate) mesh: Arc<NavMesh>,
    pub(crate) last: Option<Edit>,
}

handle!(tl_finder, Finder);

impl Finder {
    pub(crate) fn new(finder: MeshFinder, last: Option<Edit>) -> Self {
        Self { mesh: finder.current_mesh(), finder, last }
    }
}

/// The policies for an endpoint that is off the mesh or out of reach.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum tl_policy {
    /// Such an endpoint is an error, but for slight offsets.
    Exact = 0,
    /// The endpoint moves to the nearest point of the mesh.
    Nearest = 1,
    /// The endpoint moves to the nearest point from which, or to which, a path leads.
    NearestReachable = 2,
}

/// The searches.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum tl_search {
    /// The library chooses.
    Auto = 0,
    /// The shortest path.
    Optimal = 1,
    /// A path through a sequence of cells, which may be a little longer.
    Corridor = 2,
}

/// A query for a path. Start from `tl_path_query_new`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct tl_path_query {
    /// The size of this struct.
    pub size: u32,
    /// A `tl_search`.
    pub search: u32,
    /// The start.
    pub start: tl_place,
    /// The goal.
    pub goal: tl_place,
    /// A `tl_policy`.
    pub start_policy: u32,
    /// A `tl_policy`.
    pub goal_policy: u32,
    /// The distance by which an endpoint may be moved onto the mesh; negative for the default.
    pub snap: f64,
    /// The gap to the optimum that is accepted, as a share of the cost; negative for the default.
    pub gap: f64,
    /// The radius of the agent, if the map was built for another one; negative for that of the map.
    pub radius: f64,
    /// The greatest cost of a path; negative for no limit.
    pub max_cost: f64,
    /// The greatest number of nodes that the search expands; 0 for no limit.
    pub max_expanded: u64,
}

// SAFETY: numbers and plain structs.
unsafe impl Plain for tl_path_query {}

impl Default for tl_path_query {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            search: 0,
            start: tl_place::default(),
            goal: tl_place::default(),
            start_policy: 0,
            goal_policy: 0,
            snap: -1.0,
            gap: -1.0,
            radius: -1.0,
            max_cost: -1.0,
            max_expanded: 0,
        }
    }
}

impl Versioned for tl_path_query {}

/// Returns the goal policy of a number.
pub(crate) fn goal_policy(number: u32) -> Checked<GoalPolicy> {
    match number {
        0 => Ok(GoalPolicy::Exact),
        1 => Ok(GoalPolicy::Nearest),
        2 => Ok(GoalPolicy::NearestReachable),
        _ => Err(Failure::argument(format_args!("{number} is no policy"))),
    }
}

/// Returns the search of a number.
pub(crate) fn search(number: u32) -> Checked<Search> {
    match number {
        0 => Ok(Search::Auto),
        1 => Ok(Search::Optimal),
        2 => Ok(Search::Corridor),
        _ => Err(Failure::argument(format_args!("{number} is no search"))),
    }
}

/// Returns an optional number: negative ones mean none, NaN stays for the library to refuse.
pub(crate) fn optional(value: f64) -> Option<f64> {
    if value < 0.0 { None } else { Some(value) }
}

impl tl_path_query {
    fn read(&self) -> Checked<PathQuery> {
        let mut query = PathQuery::new(self.start, self.goal);
        query.search = search(self.search)?;
        query.start_policy = match goal_policy(self.start_policy)? {
            GoalPolicy::Exact => StartPolicy::Exact,
            GoalPolicy::Nearest => StartPolicy::Nearest,
            _ => StartPolicy::NearestReachable,
        };
        query.goal_policy = goal_policy(self.goal_policy)?;
        query.snap = optional(self.snap);
        query.gap = optional(self.gap);
        query.radius = optional(self.radius);
        query.max_cost = optional(self.max_cost);
        query.max_expanded = (self.max_expanded > 0).then_some(self.max_expanded);
        Ok(query)
    }
}

/// The length, cost and guarantee of a path.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct tl_path_info {
    /// The size of this struct.
    pub size: u32,
    /// Not 0 if the path does not reach the goal, but a place near it.
    pub partial: u32,
    /// Not 0 if no path is shorter, or cheaper where cells have costs.
    pub optimal: u32,
    /// Not 0 if the start or the goal was moved onto the mesh.
    pub moved: u32,
    /// The number of waypoints, with the start and the goal.
    pub count: usize,
    /// The length, in map units.
    pub length: f64,
    /// The cost: the length, where no cell and no link costs anything else.
    pub cost: f64,
    /// No path costs less than this.
    pub lower_bound: f64,
    /// The greatest gap to the optimum, as a share of the cost; 0 for an optimal path.
    pub gap: f64,
    /// The distance by which the start was moved.
    pub start_offset: f64,
    /// The distance by which the goal was moved.
    pub goal_offset: f64,
    /// The number of nodes that the search expanded.
    pub expanded: u64,
}

// SAFETY: numbers.
unsafe impl Plain for tl_path_info {}

impl Versioned for tl_path_info {}

impl From<&Path> for tl_path_info {
    fn from(path: &Path) -> Self {
        let gap = match path.guarantee() {
            Guarantee::Bounded { gap } => gap,
            _ => 0.0,
        };
        Self {
            size: size_of::<Self>() as u32,
            partial: u32::from(path.status() == PathStatus::Partial),
            optimal: u32::from(path.guarantee() == Guarantee::Optimal),
            moved: u32::from(path.is_moved()),
            count: path.waypoints().len(),
            length: path.length(),
            cost: path.cost(),
            lower_bound: path.lower_bound(),
            gap,
            start_offset: path.start_offset(),
            goal_offset: path.goal_offset(),
            expanded: path.stats().expanded,
        }
    }
}

/// Frees a finder. Fields and crowds that were made from it stay.
#[unsafe(no_mangle)]
pub extern "C" fn tl_finder_free(finder: tl_finder) -> tl_status {
    guard(|| remove(finder))
}

/// Returns a query between two places with the default options.
#[unsafe(no_mangle)]
pub extern "C" fn tl_path_query_new(start: tl_place, goal: tl_place) -> tl_path_query {
    tl_path_query { start, goal, ..tl_path_query::default() }
}

/// Finds a path. The scratch keeps it, and the memory of the search.
///
/// `points` takes the waypoints; with a capacity of 0 it may be null, and is left alone. If it is too short, `info->count` says how many there are, and `tl_scratch_points` gives
/// them without another search. After a failure the path is the best partial one, or empty, and `tl_finder_explain`
/// explains the failure. `info` may be null; set `info->size` first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_path(
    finder: tl_finder,
    scratch: tl_scratch,
    query: *const tl_path_query,
    points: *mut tl_point,
    capacity: usize,
    info: *mut tl_path_info,
) -> tl_status {
    guard(|| {
        check(query, 1, "query")?;
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (query, points, info) = unsafe {
            let points = Buffer::new(points, capacity, std::ptr::null_mut())?;
            (versioned(query, "query")?.read()?, points, OutVersioned::optional(info, "info")?)
        };
        let (finder, scratch) = (get(finder)?, get(scratch)?);
        let mut scratch = lock(&scratch)?;
        let found = scratch.find(&finder.finder, &query);
        if let Some(info) = info {
            info.put((&scratch.path).into());
        }
        let given = if capacity == 0 { Ok(()) } else { give_points(&points, &mut scratch) };
        found.and(given)
    })
}

fn give_points(buffer: &Buffer<tl_point>, scratch: &mut PathScratch) -> Checked<()> {
    scratch.points.clear();
    scratch.points.extend(scratch.path.waypoints().iter().copied().map(tl_point::from));
    buffer.give(&scratch.points)
}

/// Writes the length of the shortest path between two places; the cost where cells have costs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_distance(
    finder: tl_finder,
    scratch: tl_scratch,
    from: tl_place,
    to: tl_place,
    distance: *mut f64,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let distance = unsafe { Out::new(distance, "distance") }?;
        let (finder, scratch) = (get(finder)?, get(scratch)?);
        let mut scratch = lock(&scratch)?;
        scratch.find(&finder.finder, &PathQuery::new(from, to))?;
        distance.put(scratch.path.cost());
        Ok(())
    })
}

/// An explanation of a failed query.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct tl_explanation {
    /// The size of this struct.
    pub size: u32,
    /// A `tl_status`: that of the query.
    pub status: u32,
    /// Not 0 if `nearest` and `distance` are known.
    pub has_nearest: u32,
    /// Not 0 if `gap_from`, `gap_to` and `gap_width` are known.
    pub has_gap: u32,
    /// Not 0 if the place is on the mesh of another floor, `other_layer`.
    pub has_other_layer: u32,
    /// The floor on which the place is walkable.
    pub other_layer: u32,
    /// The nearest walkable place, or the nearest reachable one if the endpoints are walkable.
    pub nearest: tl_place,
    /// Its distance from the endpoint.
    pub distance: f64,
    /// The end of the narrowest gap between the ground of the start and that of the goal, on the side of the start.
    pub gap_from: tl_point,
    /// Its other end.
    pub gap_to: tl_point,
    /// Its width.
    pub gap_width: f64,
}

// SAFETY: numbers and plain structs.
unsafe impl Plain for tl_explanation {}

impl Versioned for tl_explanation {}

/// Explains the failure of the last path query of a scratch: the text goes to `tl_last_message`, numbers to `explanation`.
///
/// `finder` is that of the query. The status is `TL_STATUS_NOT_FOUND` if the query has not failed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_explain(
    finder: tl_finder,
    scratch: tl_scratch,
    explanation: *mut tl_explanation,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let to = unsafe { OutVersioned::optional(explanation, "explanation") }?;
        let (finder, scratch) = (get(finder)?, get(scratch)?);
        let error = lock(&scratch)?.error;
        let error = error.ok_or_else(|| {
            Failure::new(tl_status::NotFound, "the last query of the scratch has not failed")
        })?;
        let explained = error.explain(&finder.finder);
        if let Some(to) = to {
            to.put(numbers_of(&explained));
        }
        crate::status::set_message(explained.to_string());
        Ok(())
    })
}

fn numbers_of(explained: &tautline::error::Explanation) -> tl_explanation {
    let gap = explained.narrowest;
    let point = |point: Option<DVec2>| point.map_or(tl_point::default(), tl_point::from);
    tl_explanation {
        size: size_of::<tl_explanation>() as u32,
        status: crate::status::status_of(&explained.error) as u32,
        has_nearest: u32::from(explained.nearest.is_some()),
        has_gap: u32::from(gap.is_some()),
        has_other_layer: u32::from(explained.other_layer.is_some()),
        other_layer: explained.other_layer.unwrap_or(0),
        nearest: explained.nearest.map_or(tl_place::default(), tl_place::from),
        distance: explained.distance.unwrap_or(0.0),
        gap_from: point(gap.map(|gap| gap.from)),
        gap_to: point(gap.map(|gap| gap.to)),
        gap_width: gap.map_or(0.0, |gap| gap.width),
    }
}
