//! The agents as a struct of arrays: one row per agent, in the order of insertion.

use navmesh_core::{DVec2, Place};

use crate::agent::{AgentKey, AgentOptions, FieldKey};
use crate::narrow::Pass;
use crate::route::Route;

/// The goal of an agent.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Goal {
    /// A place.
    Place(Place),
    /// The nearest goal of a distance field.
    Field(FieldKey),
}

/// The task of an agent.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Task {
    /// It has no goal and stands.
    Stand,
    /// It walks to a goal.
    Walk(Goal),
    /// No path leads to its goal on the present map. It stands.
    Wait(Goal),
    /// It has arrived, and closes in on its goal.
    Arrived(Goal),
    /// It has arrived, or has settled beside its goal. It stands.
    Rest(Goal),
    /// The program moves it, with the velocity of the row.
    Driven,
}

impl Task {
    /// True for an agent that walks along a path, or waits for one.
    pub(crate) fn seeks(self) -> bool {
        matches!(self, Self::Walk(_) | Self::Wait(_))
    }

    /// Returns the goal that an agent was sent to.
    pub(crate) fn any_goal(self) -> Option<Goal> {
        match self {
            Self::Walk(goal) | Self::Wait(goal) | Self::Arrived(goal) | Self::Rest(goal) => {
                Some(goal)
            }
            Self::Stand | Self::Driven => None,
        }
    }
}

/// The rows of all agents.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Rows {
    pub(crate) keys: Vec<AgentKey>,
    pub(crate) options: Vec<AgentOptions>,
    pub(crate) places: Vec<Place>,
    pub(crate) velocities: Vec<DVec2>,
    /// The direction, of length 1, in which an agent with a turning rate heads.
    pub(crate) headings: Vec<DVec2>,
    pub(crate) tasks: Vec<Task>,
    pub(crate) routes: Vec<Route>,
    /// The velocity towards the next waypoint, of the current step.
    pub(crate) intended: Vec<DVec2>,
    /// The greatest speed on the ground of the current step.
    pub(crate) speeds: Vec<f64>,
    /// The share of the speed that was lost to others, averaged over some seconds.
    pub(crate) slowness: Vec<f64>,
    /// The time for which the agent has been slow, in seconds.
    pub(crate) calm: Vec<f64>,
    /// The point where the agent came to rest.
    pub(crate) rest_at: Vec<DVec2>,
    /// The state in traffic through narrow places.
    pub(crate) passes: Vec<Pass>,
}

/// Calls a method on every array.
macro_rules! each_array {
    ($rows:expr, $array:ident => $call:expr) => {{
        let Rows {
            keys,
            options,
            places,
            velocities,
            headings,
            tasks,
            routes,
            intended,
            speeds,
            slowness,
            calm,
            rest_at,
            passes,
        } = $rows;
        each_array!(@ $array => $call; keys options places velocities headings tasks routes intended speeds slowness calm rest_at passes);
    }};
    (@ $array:ident => $call:expr; $($name:ident)*) => { $({ let $array = $name; $call; })* };
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
        self.headings.push(DVec2::X);
        self.tasks.push(Task::Stand);
        self.routes.push(Route::default());
        self.intended.push(DVec2::ZERO);
        self.speeds.push(options.max_speed);
        self.slowness.push(0.0);
        self.calm.push(0.0);
        self.rest_at.push(place.point);
        self.passes.push(Pass::default());
    }

    /// Removes a row. The last row takes its place.
    pub(crate) fn swap_remove(&mut self, row: usize) {
        each_array!(self, array => { array.swap_remove(row); });
    }

    /// Returns the position of an agent.
    pub(crate) fn point(&self, row: usize) -> DVec2 {
        self.places[row].point
    }

    /// True if the agent walks to a goal.
    pub(crate) fn walks(&self, row: usize) -> bool {
        matches!(self.tasks[row], Task::Walk(_))
    }

    /// Returns the largest radius.
    pub(crate) fn largest_radius(&self) -> f64 {
        self.options.iter().map(|options| options.radius).fold(0.0, f64::max)
    }

    /// Checks rows that come from outside, but for their classes and places; the error names the first contradiction.
    pub(crate) fn check(&self, has_field: impl Fn(FieldKey) -> bool) -> Result<(), &'static str> {
        let count = self.len();
        let mut is_complete = true;
        each_array!(self, array => { is_complete &= array.len() == count; });
        if !is_complete {
            return Err("the number of rows");
        }
        let is_finite = |vector: &DVec2| vector.is_finite();
        let has_goal = |task: &Task| match task.any_goal() {
            Some(Goal::Field(field)) => has_field(field),
            _ => true,
        };
        let times = || self.slowness.iter().chain(&self.calm).chain(&self.speeds);
        let checks = [
            (self.options.iter().all(|options| options.check().is_ok()), "the options"),
            (
                self.velocities.iter().chain(&self.intended).chain(&self.rest_at).all(is_finite),
                "the velocities",
            ),
            (self.headings.iter().all(|heading| heading.is_normalized()), "the headings"),
            (self.tasks.iter().all(has_goal), "the goals"),
            (self.routes.iter().all(Route::is_valid), "the routes"),
            (times().all(|time| *time >= 0.0 && time.is_finite()), "the times"),
        ];
        checks.into_iter().find(|check| !check.0).map_or(Ok(()), |(_, what)| Err(what))
    }
}
