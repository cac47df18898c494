//! What is asked of a pathfinder.

mod place;
mod goals;
mod endpoints;

use glam::DVec2;

use crate::mesh::FilterId;
pub use endpoints::{Endpoint, Endpoints, checked_points};
pub use goals::Goals;
pub use place::Place;

/// One question: the way from `start` to `goal`.
///
/// Made by [`PathQuery::new`] and chained setters:
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
    /// Where the path begins, in map units.
    pub start: DVec2,
    /// Where it should end, in map units.
    pub goal: DVec2,
    /// The floor that the start is on; see [`PathQuery::start_layer`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub start_layer: Option<u32>,
    /// The floor that the goal is on.
    #[cfg_attr(feature = "serde", serde(default))]
    pub goal_layer: Option<u32>,
    /// How far an endpoint may be moved onto walkable ground, in map units; `None` is the default
    /// of the map (see [`PathQuery::snap`]).
    pub snap: Option<f64>,
    /// How the way is searched.
    #[cfg_attr(feature = "serde", serde(default))]
    pub search: Search,
    /// What happens when the start cannot be had.
    #[cfg_attr(feature = "serde", serde(default))]
    pub start_policy: StartPolicy,
    /// What happens when the goal cannot be had.
    #[cfg_attr(feature = "serde", serde(default))]
    pub goal_policy: GoalPolicy,
    /// How many nodes may be expanded; `None` is as many as it takes.
    pub max_expanded: Option<u64>,
    /// How much the path may cost, in map units; `None` is any cost.
    pub max_cost: Option<f64>,
    /// Which of the finder's filters says where one may go and what it costs; `None` is none.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filter: Option<FilterId>,
}

impl PathQuery {
    /// The query with every option at its default. Its ends are [places](Place), or whatever converts into a [`DVec2`]:
    /// arrays, tuples, `Vec2`, and with the feature `mint` that crate's `Point2<f64>` and `Vector2<f64>`.
    #[must_use]
    pub fn new(start: impl Into<Place>, goal: impl Into<Place>) -> Self {
        let [start, goal] = [start.into(), goal.into()];
        Self {
            start: start.point,
            goal: goal.point,
            start_layer: start.layer,
            goal_layer: goal.layer,
            snap: None,
            search: Search::Auto,
            start_policy: StartPolicy::Exact,
            goal_policy: GoalPolicy::Exact,
            max_expanded: None,
            max_cost: None,
            filter: None,
        }
    }

    /// Lets an endpoint that is off the walkable ground by at most `distance` (map units) be moved
    /// onto it; the path reports by how much.
    ///
    /// The default is 2⁻²² of the map's largest coordinate magnitude, the rounding of an `f32`:
    /// waypoints are wall corners, and a caller who stores them as `f32` can start from them again.
    /// For the same reason an endpoint that stands on ground from which the other endpoint cannot
    /// be reached may be moved, by no more than this, onto ground from which it can. Use 0 for
    /// exact endpoints.
    #[doc(alias("halfExtents", "searchExtents", "tolerance"))]
    #[must_use]
    pub fn snap(mut self, distance: f64) -> Self {
        self.snap = Some(distance);
        self
    }

    /// Says which floor the start is on, as [`Place::on_layer`] does.
    ///
    /// A start of which nothing is said is on the lowest floor that has ground there; on another one there
    /// only if the other endpoint cannot be reached from that. Off the ground it goes to the nearest ground
    /// of all floors.
    #[must_use]
    pub fn start_layer(mut self, layer: u32) -> Self {
        self.start_layer = Some(layer);
        self
    }

    /// Says which floor the goal is on; as [`PathQuery::start_layer`].
    #[must_use]
    pub fn goal_layer(mut self, layer: u32) -> Self {
        self.goal_layer = Some(layer);
        self
    }

    /// Where the path begins, with its floor.
    #[must_use]
    pub fn start_place(&self) -> Place {
        Place { point: self.start, layer: self.start_layer }
    }

    /// Where it should end, with its floor.
    #[must_use]
    pub fn goal_place(&self) -> Place {
        Place { point: self.goal, layer: self.goal_layer }
    }

    /// Chooses the search.
    #[must_use]
    pub fn search(mut self, search: Search) -> Self {
        self.search = search;
        self
    }

    /// Chooses what happens when the start is off the ground, or when the goal cannot be reached from it.
    #[must_use]
    pub fn start_policy(mut self, policy: StartPolicy) -> Self {
        self.start_policy = policy;
        self
    }

    /// Chooses what happens when the goal is off the ground or out of reach.
    #[must_use]
    pub fn goal_policy(mut self, policy: GoalPolicy) -> Self {
        self.goal_policy = policy;
        self
    }

    /// Gives up after so many expanded nodes, with
    /// [`PathError::BudgetExhausted`](crate::PathError::BudgetExhausted).
    ///
    /// What a node is depends on the search. The exact search on meshes counts as one what it takes through
    /// several cells in a row, at most 64 where it turns.
    #[must_use]
    pub fn max_expanded(mut self, nodes: u64) -> Self {
        self.max_expanded = Some(nodes);
        self
    }

    /// Gives up with [`PathError::BudgetExhausted`](crate::PathError::BudgetExhausted) as soon as it is proved
    /// that every path costs more than `cost` (map units, as [`Path::cost`](crate::Path::cost)); a search
    /// that promises no optimum gives up where its own path does, and a cheaper one may exist.
    #[must_use]
    pub fn max_cost(mut self, cost: f64) -> Self {
        self.max_cost = Some(cost);
        self
    }

    /// Asks as a filter lets the map be seen, one that was registered with the finder that is asked.
    #[must_use]
    pub fn filter(mut self, filter: FilterId) -> Self {
        self.filter = Some(filter);
        self
    }

    /// The same query walked backwards. Floors go with their ends, and policies stay with their roles: the
    /// start policy then serves what was the goal.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        std::mem::swap(&mut self.start, &mut self.goal);
        std::mem::swap(&mut self.start_layer, &mut self.goal_layer);
        self
    }
}

/// How a path is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Search {
    /// The best that the map allows: the exact optimum at uniform cost, else [`Search::Corridor`].
    #[default]
    Auto,
    /// The shortest path of all, or [`PathError::Unsupported`](crate::PathError::Unsupported).
    Optimal,
    /// A* over cells by edge midpoints, then string pulling: quick, near the optimum, not always it.
    Corridor,
}

/// What a finder does when the start is off the walkable ground, or has no way to the goal.
///
/// A path from a moved start says by how much in [`Path::start_offset`](crate::Path::start_offset).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum StartPolicy {
    /// Fails, and says why.
    #[default]
    Exact,
    /// Moves a start that is off the ground to the nearest point on it, however far; fails when that
    /// point has no way to the goal.
    Nearest,
    /// Moves the start to the nearest point that has a way to the goal. Where the goal policy may move the
    /// goal within reach too, a start on the ground stays where it is.
    NearestReachable,
}

/// What a finder does when the goal is off the walkable ground or out of reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum GoalPolicy {
    /// Fails, and says why.
    #[default]
    Exact,
    /// Moves a goal that is off the ground to the nearest point on it, however far; fails when that
    /// point is out of reach.
    Nearest,
    /// Moves the goal to the nearest point that can be reached from the start.
    #[doc(alias("partialPath", "allowPartialPath"))]
    NearestReachable,
}

#[cfg(feature = "mint")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_mint_are_taken_at_the_door_and_given_back() {
        let (start, goal) = (mint::Point2 { x: 1.0, y: 2.0 }, mint::Vector2 { x: 3.0, y: 4.0 });
        let query = PathQuery::new(start, goal);
        assert_eq!(query, PathQuery::new([1.0, 2.0], [3.0, 4.0]));
        assert_eq!(mint::Point2::from(query.start), start);
    }
}
