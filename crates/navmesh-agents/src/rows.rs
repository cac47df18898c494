//! The agents as a struct of arrays: one row per agent, in the order of insertion.

use navmesh_core::{DVec2, Path, Place};

use crate::agent::{AgentKey, AgentOptions};

/// The task of an agent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Task {
    /// It has no goal and stands.
    Stand,
    /// It walks to a goal.
    Walk(Place),
    /// It stands at its goal.
    Arrived(Place),
    /// The program moves it, with the velocity of the row.
    Led,
}

/// A path and the progress on it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Route {
    /// The path; empty until the first plan.
    pub(crate) path: Path,
    /// The waypoint that the agent walks to.
    pub(crate) next: usize,
    /// The length of the path from `next` to its end.
    pub(crate) rest_after_next: f64,
    /// A lower bound of the length of the shortest path to the goal.
    pub(crate) bound: f64,
    /// True if a search is needed.
    pub(crate) is_stale: bool,
    /// True if the goal was given as a path, and the path must be kept.
    pub(crate) is_given: bool,
}

/// The rows of all agents.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) keys: Vec<AgentKey>,
    pub(crate) options: Vec<AgentOptions>,
    pub(crate) places: Vec<Place>,
    pub(crate) velocities: Vec<DVec2>,
    pub(crate) tasks: Vec<Task>,
    pub(crate) routes: Vec<Route>,
    /// The velocity towards the next waypoint, of the current step.
    pub(crate) intended: Vec<DVec2>,
}

impl Rows {
    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Adds a row for an agent that stands.
    pub(crate) fn push(&mut self, key: AgentKey, place: Place, options: AgentOptions) {
        self.keys.push(key);
        self.options.push(options);
        self.places.push(place);
        self.velocities.push(DVec2::ZERO);
        self.tasks.push(Task::Stand);
        self.routes.push(Route::default());
        self.intended.push(DVec2::ZERO);
    }

    /// Removes a row. The last row takes its place.
    pub(crate) fn swap_remove(&mut self, row: usize) {
        self.keys.swap_remove(row);
        self.options.swap_remove(row);
        self.places.swap_remove(row);
        self.velocities.swap_remove(row);
        self.tasks.swap_remove(row);
        self.routes.swap_remove(row);
        self.intended.swap_remove(row);
    }

    /// Returns the position of an agent.
    pub(crate) fn point(&self, row: usize) -> DVec2 {
        self.places[row].point
    }

    /// True if the agent walks to a goal.
    pub(crate) fn walks(&self, row: usize) -> bool {
        matches!(self.tasks[row], Task::Walk(_))
    }
}
