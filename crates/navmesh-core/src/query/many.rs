//! Queries with many goals: one value holds the goals and the options.

use super::{GoalPolicy, Goals, PathQuery, StartPolicy};
use crate::mesh::Place;

/// A query from one start to many goals, with the options of a [`PathQuery`].
///
/// `ManyQuery<&[P]>` asks for distances, for the nearest goals or for paths to all of them; a `P` is a [`Place`], or a
/// point that becomes one. `ManyQuery<Goals>` asks for the path to the nearest of [goals of any kind](Goals).
///
/// A search that is stopped by a limit keeps what it knows. A goal that is not settled has the cost of the best known
/// path, infinite without one, and the lower bound that is proved. A limit that does not stop the search changes no bit
/// of the answer.
///
/// ```
/// use navmesh_core::{ManyQuery, Place};
/// let goals = [[4.0, 5.0], [9.0, 1.0]].map(Place::from);
/// let query = ManyQuery::new([1.0, 1.0], &goals).snap(0.0).max_cost(6.0);
/// assert_eq!(query.to(goals[1]).max_cost, Some(6.0));
/// ```
#[doc(alias("oneToMany"))]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ManyQuery<G> {
    goals: G,
    /// The query from the start to itself, with the options.
    alone: PathQuery,
}

impl<'a, P> ManyQuery<&'a [P]> {
    /// Creates a query to all of some points, with default options.
    #[must_use]
    pub fn new(start: impl Into<Place>, goals: &'a [P]) -> Self {
        Self::between(start.into(), goals)
    }
}

impl<'a> ManyQuery<Goals<'a>> {
    /// Creates a query to the nearest of some goals, with default options.
    #[must_use]
    pub fn to_any(start: impl Into<Place>, goals: Goals<'a>) -> Self {
        Self::between(start.into(), goals)
    }
}

impl<G: Copy> ManyQuery<G> {
    fn between(start: Place, goals: G) -> Self {
        Self { goals, alone: PathQuery::new(start, start) }
    }

    /// Sets the largest distance by which the start or a goal is moved onto the walkable area; see [`PathQuery::snap`].
    #[must_use]
    pub fn snap(mut self, distance: f64) -> Self {
        self.alone.snap = Some(distance);
        self
    }

    /// Sets the policy for a start off the walkable area, or without a path to a goal.
    ///
    /// A goal for which the start moves to another place is answered by a search of its own.
    #[must_use]
    pub fn start_policy(mut self, policy: StartPolicy) -> Self {
        self.alone.start_policy = policy;
        self
    }

    /// Sets the policy for goals off the walkable area, or out of reach. A path to the nearest goal has none.
    #[must_use]
    pub fn goal_policy(mut self, policy: GoalPolicy) -> Self {
        self.alone.goal_policy = policy;
        self
    }

    /// Sets the most nodes to expand, for all goals together; see [`PathQuery::max_expanded`].
    #[must_use]
    pub fn max_expanded(mut self, nodes: u64) -> Self {
        self.alone.max_expanded = Some(nodes);
        self
    }

    /// Sets the highest cost of a path. The search ends as soon as the paths to all other goals are proved to cost more. Where
    /// costs differ, it may look at more nodes than without, as the way to a goal is rounded up at first.
    #[must_use]
    pub fn max_cost(mut self, cost: f64) -> Self {
        self.alone.max_cost = Some(cost);
        self
    }

    /// Sets the gap to prove for each path where costs differ, 0.01 by default; see [`PathQuery::gap`].
    ///
    /// Elsewhere paths to many goals are exact.
    #[must_use]
    pub fn gap(mut self, gap: f64) -> Self {
        self.alone.gap = Some(gap);
        self
    }

    /// Takes the options of a query for one path, instead of its own. Its ends, radius, search and filter do not matter.
    #[must_use]
    pub fn with_options_of(mut self, query: &PathQuery) -> Self {
        self.alone = PathQuery {
            snap: query.snap,
            start_policy: query.start_policy,
            goal_policy: query.goal_policy,
            gap: query.gap,
            max_expanded: query.max_expanded,
            max_cost: query.max_cost,
            ..self.alone
        };
        self
    }

    /// Returns the goals.
    #[must_use]
    pub fn goals(&self) -> G {
        self.goals
    }

    /// Returns the query to other goals, with the options; for implementors of a backend.
    #[must_use]
    pub fn for_goals<H: Copy>(&self, goals: H) -> ManyQuery<H> {
        ManyQuery { goals, alone: self.alone }
    }

    /// Returns the query to one goal, with the options.
    #[must_use]
    pub fn to(&self, goal: Place) -> PathQuery {
        let Place { point, layer, cell, is_f32 } = goal;
        let (goal_layer, goal_cell, goal_is_f32) = (layer, cell, is_f32);
        PathQuery { goal: point, goal_layer, goal_cell, goal_is_f32, ..self.alone }
    }

    /// Returns the query that places the start, as its own goal; for implementors of a backend.
    #[must_use]
    pub fn to_start(&self) -> PathQuery {
        // The start alone decides whether it may move.
        self.alone.goal_policy(GoalPolicy::Nearest)
    }
}

/// The goals of a distance field and its options.
///
/// ```
/// use navmesh_core::{FieldQuery, Place};
/// let exits = [[0.0, 1.0], [4.0, 1.0]].map(Place::from);
/// let query = FieldQuery::new(&exits).snap(0.0).max_cost(20.0);
/// assert_eq!((query.max_cost, query.max_expanded), (Some(20.0), None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct FieldQuery<'a, P = Place> {
    /// The goals: places, or points that become places.
    pub goals: &'a [P],
    /// The largest distance by which a goal, or a point to which the field is asked, is moved onto the walkable area.
    pub snap: Option<f64>,
    /// The most nodes to expand; `None` for no limit.
    pub max_expanded: Option<u64>,
    /// The distance, or cost, up to which the field is wanted; `None` for no limit.
    pub max_cost: Option<f64>,
}

impl<'a, P: Copy> FieldQuery<'a, P> {
    /// Creates a query for the whole field of the nearest of some goals.
    #[must_use]
    pub fn new(goals: &'a [P]) -> Self {
        Self { goals, snap: None, max_expanded: None, max_cost: None }
    }

    /// Sets the largest distance by which a goal, or a point to which the field is asked, is moved onto the walkable area;
    /// see [`PathQuery::snap`].
    #[must_use]
    pub fn snap(mut self, distance: f64) -> Self {
        self.snap = Some(distance);
        self
    }

    /// Sets the most nodes to expand. The limit of the field is then the distance that the search has reached.
    #[must_use]
    pub fn max_expanded(mut self, nodes: u64) -> Self {
        self.max_expanded = Some(nodes);
        self
    }

    /// Sets the distance, or cost, up to which the field is wanted.
    #[must_use]
    pub fn max_cost(mut self, cost: f64) -> Self {
        self.max_cost = Some(cost);
        self
    }

    /// Returns the query to other goals, with the options; for implementors of a backend.
    #[must_use]
    pub fn for_goals<'b>(&self, goals: &'b [Place]) -> FieldQuery<'b> {
        let Self { snap, max_expanded, max_cost, .. } = *self;
        FieldQuery { goals, snap, max_expanded, max_cost }
    }

    /// Returns the query from a place to a goal, with the snap.
    #[must_use]
    pub fn between(&self, place: Place, goal: Place) -> PathQuery {
        PathQuery { snap: self.snap, ..PathQuery::new(place, goal) }
    }
}
