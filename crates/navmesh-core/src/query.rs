//! Queries: start, goal and options.
//!
//! [`Place`] is a point with an optional floor, [`Goals`] is a set of goals, [`ManyQuery`] asks for many goals at once,
//! and [`Endpoints`] locates the start and the goal of a query on a mesh.

mod goals;
mod many;
mod endpoints;
mod infinite;

use glam::DVec2;

use crate::mesh::{CellId, FilterId, Place};
pub use endpoints::{
    Endpoint, Endpoints, check_limit, checked_point, checked_points, checked_radius,
};
pub use goals::{Goals, PathToGoal};
pub use many::{FieldQuery, ManyQuery};

/// A query for a path from `start` to `goal`.
///
/// ```
/// use navmesh_core::{GoalPolicy, PathQuery};
/// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]).snap(0.25).goal_policy(GoalPolicy::Nearest);
/// assert_eq!(query.goal.x, 9.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PathQuery {
    /// The start, in map units.
    pub start: DVec2,
    /// The goal, in map units.
    pub goal: DVec2,
    /// The floor of the start; see [`PathQuery::start_layer`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub start_layer: Option<u32>,
    /// The floor of the goal.
    #[cfg_attr(feature = "serde", serde(default))]
    pub goal_layer: Option<u32>,
    /// A cell that holds the start; see [`Place::cell`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub start_cell: Option<CellId>,
    /// A cell that holds the goal.
    #[cfg_attr(feature = "serde", serde(default))]
    pub goal_cell: Option<CellId>,
    /// True if the start came as `f32`; see [`Place::is_f32`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub start_is_f32: bool,
    /// True if the goal came as `f32`.
    #[cfg_attr(feature = "serde", serde(default))]
    pub goal_is_f32: bool,
    /// The largest distance by which an endpoint off the walkable area is moved onto it, in map units; see
    /// [`PathQuery::snap`]. `None` is the map's default.
    #[cfg_attr(feature = "serde", serde(default, with = "infinite"))]
    pub snap: Option<f64>,
    /// The search method.
    #[cfg_attr(feature = "serde", serde(default))]
    pub search: Search,
    /// The policy for a start off the walkable area, or without a path to the goal.
    #[cfg_attr(feature = "serde", serde(default))]
    pub start_policy: StartPolicy,
    /// The policy for a goal off the walkable area, or out of reach.
    #[cfg_attr(feature = "serde", serde(default))]
    pub goal_policy: GoalPolicy,
    /// The most nodes to expand; `None` for no limit.
    pub max_expanded: Option<u64>,
    /// The highest cost of the path, in map units; `None` for no limit.
    #[cfg_attr(feature = "serde", serde(default, with = "infinite"))]
    pub max_cost: Option<f64>,
    /// The gap that the path may leave; see [`PathQuery::gap`].
    #[cfg_attr(feature = "serde", serde(default, with = "infinite"))]
    pub gap: Option<f64>,
    /// The radius of the agent, in map units; see [`PathQuery::radius`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub radius: Option<f64>,
    /// The filter of the finder to apply.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filter: Option<FilterId>,
}

impl PathQuery {
    /// Creates a query with default options.
    ///
    /// The endpoints are [places](Place) or [points](crate::IntoPoint): arrays, tuples and vectors of `f64` or `f32`.
    #[must_use]
    pub fn new(start: impl Into<Place>, goal: impl Into<Place>) -> Self {
        let [start, goal] = [start.into(), goal.into()];
        Self {
            start: start.point,
            goal: goal.point,
            start_layer: start.layer,
            goal_layer: goal.layer,
            start_cell: start.cell,
            goal_cell: goal.cell,
            start_is_f32: start.is_f32,
            goal_is_f32: goal.is_f32,
            snap: None,
            search: Search::Auto,
            start_policy: StartPolicy::Exact,
            goal_policy: GoalPolicy::Exact,
            max_expanded: None,
            max_cost: None,
            gap: None,
            radius: None,
            filter: None,
        }
    }

    /// Sets the largest distance by which an endpoint off the walkable area is moved onto it, in map units.
    ///
    /// [`Path::is_moved`](crate::Path::is_moved) tells whether it was, and the path's offsets are the
    /// distances. Among the points within the snap that can be seen, a connected one is preferred. An endpoint on the
    /// walkable area stays. Only one that [came as `f32`](Place::is_f32) moves to be connected, by at most its rounding.
    /// Use 0 for exact endpoints.
    ///
    /// The default is the larger of 1/16 of the mesh's agent radius and 2⁻¹⁶ of the longer side of the map
    /// ([`NavMesh::default_snap`](crate::NavMesh::default_snap)), and at least the rounding of an endpoint that came as
    /// `f32`. So an agent that physics pushed into its margin has a path, and a waypoint stored as `f32` is a valid
    /// start.
    ///
    /// ```
    /// # use navmesh_core::backend::Endpoints;
    /// # use navmesh_core::{NavMesh, PathQuery, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // 4 by 3
    /// let query = PathQuery::new([-1e-5, 1.0], [3.0, 1.0]); // the start is off the mesh by 1e-5
    /// let mut ends = Endpoints::default();
    /// ends.place(&room, &query)?;
    /// assert_eq!((ends.start.point.x, ends.start.offset), (0.0, 1e-5));
    /// assert_eq!(ends.place(&room, &query.snap(0.0)).unwrap_err().kind(), "start-outside");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("halfExtents", "searchExtents", "tolerance"))]
    #[must_use]
    pub fn snap(mut self, distance: f64) -> Self {
        self.snap = Some(distance);
        self
    }

    /// Sets the floor of the start, as [`Place::on_layer`] does.
    ///
    /// A start without a floor is on the lowest floor with a cell there, or on another floor there if
    /// only that one is connected to the goal. Off the mesh, it moves to the nearest point of all
    /// floors.
    ///
    /// ```
    /// use navmesh_core::{PathQuery, Place};
    /// let down = PathQuery::new([4.0, 1.0], [9.0, 1.0]).start_layer(2).goal_layer(0);
    /// let places = [([4.0, 1.0], 2), ([9.0, 1.0], 0)].map(|(at, floor)| Place::new(at).on_layer(floor));
    /// assert_eq!(down, PathQuery::new(places[0], places[1]));
    /// ```
    #[must_use]
    pub fn start_layer(mut self, layer: u32) -> Self {
        self.start_layer = Some(layer);
        self
    }

    /// Sets the floor of the goal; see [`PathQuery::start_layer`].
    #[must_use]
    pub fn goal_layer(mut self, layer: u32) -> Self {
        self.goal_layer = Some(layer);
        self
    }

    /// Returns the start with its floor.
    #[must_use]
    pub fn start_place(&self) -> Place {
        let Self {
            start: point, start_layer: layer, start_cell: cell, start_is_f32: is_f32, ..
        } = *self;
        Place { point, layer, cell, is_f32 }
    }

    /// Returns the goal with its floor.
    #[must_use]
    pub fn goal_place(&self) -> Place {
        let Self { goal: point, goal_layer: layer, goal_cell: cell, goal_is_f32: is_f32, .. } =
            *self;
        Place { point, layer, cell, is_f32 }
    }

    /// Sets the search method.
    #[must_use]
    pub fn search(mut self, search: Search) -> Self {
        self.search = search;
        self
    }

    /// Sets the policy for a start off the walkable area, or without a path to the goal.
    ///
    /// ```
    /// use navmesh_core::{GoalPolicy, PathQuery, StartPolicy};
    /// let query = PathQuery::new([1.0, 1.0], [9.0, 1.0])
    ///     .start_policy(StartPolicy::Nearest)
    ///     .goal_policy(GoalPolicy::NearestReachable);
    /// assert_eq!(query.start_policy, StartPolicy::Nearest);
    /// ```
    #[must_use]
    pub fn start_policy(mut self, policy: StartPolicy) -> Self {
        self.start_policy = policy;
        self
    }

    /// Sets the policy for a goal off the walkable area, or out of reach. [`GoalPolicy`] has an example.
    #[must_use]
    pub fn goal_policy(mut self, policy: GoalPolicy) -> Self {
        self.goal_policy = policy;
        self
    }

    /// Sets the most nodes to expand. The search then fails with
    /// [`PathError::BudgetExhausted`](crate::PathError::BudgetExhausted).
    ///
    /// A number of nodes that suffices changes no bit of the answer, and the number in
    /// [`Path::stats`](crate::Path::stats) suffices.
    ///
    /// The meaning of a node depends on the search. The exact search on meshes counts a run through
    /// several cells as one node, at most 64 cells if it turns. Where costs differ, all searches that share in the
    /// answer count: the weighted one, a corridor, and one that avoids costly regions. The last round of refinement
    /// may exceed the limit. For a rounded radius, the search that proves the gap counts too.
    #[must_use]
    pub fn max_expanded(mut self, nodes: u64) -> Self {
        self.max_expanded = Some(nodes);
        self
    }

    /// Sets the highest cost of the path, in the units of [`Path::cost`](crate::Path::cost).
    ///
    /// The search fails with [`PathError::BudgetExhausted`](crate::PathError::BudgetExhausted) as
    /// soon as every path is proved to cost more. A search without a guarantee, or with a gap, fails if its own path
    /// costs more; a cheaper path may exist.
    ///
    /// A limit that is at least the cost of the answer without it changes no bit of that answer, but may save nodes.
    #[must_use]
    pub fn max_cost(mut self, cost: f64) -> Self {
        self.max_cost = Some(cost);
        self
    }

    /// Sets the gap that the path may leave, relative to its cost: with 0.01 the proved lower bound of all paths
    /// is at most 1 % of the cost below the cost. A NaN or a negative gap is an error.
    ///
    /// [`Path::guarantee`](crate::Path::guarantee) and [`Path::lower_bound`](crate::Path::lower_bound) say
    /// what was proved. Only [`Search::Auto`] on a mesh reads the gap.
    ///
    /// - Where all cells cost 1, the default is 0: the path is the shortest. A larger gap expands fewer nodes, above
    ///   all on long ways among many small obstacles; a gap above 0.02 counts as 0.02.
    /// - Where costs differ, the default is 0.01, and a smaller gap takes longer. The search ends when the gap is
    ///   proved, or when it cannot refine any further. With 1 the search proves only what costs no refinement.
    #[must_use]
    pub fn gap(mut self, gap: f64) -> Self {
        self.gap = Some(gap);
        self
    }

    /// Sets the radius of the agent, in map units.
    ///
    /// A set of meshes for several radii answers on the mesh for this radius. A single mesh answers only for the radius
    /// that it was built for, and a grid only for 0; any other radius is
    /// [`PathError::Unsupported`](crate::PathError::Unsupported). Without a radius, a query is for the agent that the mesh
    /// was built for, and for a point on a set of meshes.
    ///
    /// ```
    /// # use navmesh_core::backend::Endpoints;
    /// # use navmesh_core::{NavMesh, PathQuery, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // for points
    /// let query = PathQuery::new([1.0, 1.0], [3.0, 1.0]);
    /// let mut ends = Endpoints::default();
    /// assert!(ends.place(&room, &query.radius(0.0)).is_ok());
    /// assert_eq!(ends.place(&room, &query.radius(0.5)).unwrap_err().kind(), "unsupported");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn radius(mut self, radius: f64) -> Self {
        self.radius = Some(radius);
        self
    }

    /// Sets the filter to apply. It must be registered with the finder.
    #[must_use]
    pub fn filter(mut self, filter: FilterId) -> Self {
        self.filter = Some(filter);
        self
    }

    /// Exchanges start and goal with their floors. The policies stay, so the start policy applies to
    /// the former goal.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        std::mem::swap(&mut self.start, &mut self.goal);
        std::mem::swap(&mut self.start_layer, &mut self.goal_layer);
        std::mem::swap(&mut self.start_cell, &mut self.goal_cell);
        std::mem::swap(&mut self.start_is_f32, &mut self.goal_is_f32);
        self
    }
}

/// The search method of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Search {
    /// The shortest path where all cells cost 1, or a path within the [gap](PathQuery::gap) of the query. Where costs
    /// differ, a path that is proved to cost at most the gap more than the cheapest one; 1 % by default.
    #[default]
    Auto,
    /// The shortest path, or [`PathError::Unsupported`](crate::PathError::Unsupported).
    Optimal,
    /// A* over cells by edge midpoints, then string pulling, at any costs. It is fast, prepares nothing and
    /// proves only the straight distance at the lowest cost as a bound.
    Corridor,
}

/// The policy for a start off the walkable area, or without a path to the goal.
///
/// [`Path::start_offset`](crate::Path::start_offset) is the distance by which the start was moved.
///
/// ```
/// # use navmesh_core::backend::Endpoints;
/// # use navmesh_core::{NavMesh, PathQuery, RawMesh, StartPolicy};
/// # let mut raw = RawMesh::default();
/// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
/// # raw.push_cell(&[0, 1, 2, 3]);
/// let room = NavMesh::from_raw(&raw)?; // 4 by 3
/// let thrown_out = PathQuery::new([-2.0, 1.0], [3.0, 1.0]); // 2 beyond the wall
/// let mut ends = Endpoints::default();
/// assert_eq!(ends.place(&room, &thrown_out).unwrap_err().kind(), "start-outside");
/// ends.place(&room, &thrown_out.start_policy(StartPolicy::Nearest))?;
/// assert_eq!((ends.start.point.x, ends.start.offset), (0.0, 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum StartPolicy {
    /// The query fails.
    #[default]
    Exact,
    /// A start off the walkable area moves to the nearest point of it, at any distance. The query
    /// fails if no path leads from there to the goal.
    Nearest,
    /// The start moves to the nearest point with a path to the goal. A start on the walkable area
    /// stays if the goal policy can move the goal within reach instead.
    NearestReachable,
}

/// The policy for a goal off the walkable area, or out of reach.
///
/// ```
/// # use navmesh_core::backend::Endpoints;
/// # use navmesh_core::{GoalPolicy, NavMesh, PathQuery, PathStatus, RawMesh};
/// # let mut raw = RawMesh::default();
/// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
/// # raw.push_cell(&[0, 1, 2, 3]);
/// let room = NavMesh::from_raw(&raw)?; // 4 by 3
/// let click = PathQuery::new([1.0, 1.0], [9.0, 1.0]); // 5 beyond the wall
/// let mut ends = Endpoints::default();
/// assert_eq!(ends.place(&room, &click).unwrap_err().kind(), "goal-outside");
/// ends.place(&room, &click.goal_policy(GoalPolicy::NearestReachable))?;
/// assert_eq!((ends.goal.offset, ends.status), (5.0, PathStatus::Partial));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum GoalPolicy {
    /// The query fails.
    #[default]
    Exact,
    /// A goal off the walkable area moves to the nearest point of it, at any distance. The query
    /// fails if that point is out of reach.
    Nearest,
    /// The goal moves to the nearest point that is reachable from the start.
    #[doc(alias("partialPath", "allowPartialPath"))]
    NearestReachable,
}

crate::words! {
    Search: Auto "auto", Optimal "optimal", Corridor "corridor";
    StartPolicy: Exact "exact", Nearest "nearest", NearestReachable "nearest-reachable";
    GoalPolicy: Exact "exact", Nearest "nearest", NearestReachable "nearest-reachable";
}
