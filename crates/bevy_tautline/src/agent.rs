//! The components of agents.

use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_transform::prelude::Transform;
use tautline::agents::AgentOptions;
use tautline::{Filter, GoalPolicy, PathError};

use crate::order;

/// An agent that walks on a map. Its transform says where it begins.
///
/// All values can change at any time.
#[derive(Debug, Clone, Copy, PartialEq, Component)]
#[require(Transform, DesiredVelocity, NavHeading, NavPath, NavAgentState)]
#[component(on_add = order::give)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavAgent {
    /// The radius, in units of the map.
    pub radius: f32,
    /// The greatest speed, in units per second.
    pub speed: f32,
    /// The greatest change of velocity, in units per second²; without a limit the agent stops and turns at once.
    pub acceleration: Option<f32>,
    /// The greatest turn, in radians per second, of an agent that moves only in the direction of its [`NavHeading`]; without a limit
    /// it moves in any direction at once.
    pub turning_rate: Option<f32>,
    /// The distance from its destination at which the agent has arrived; by default its radius.
    pub arrival: Option<f32>,
    /// The rank: an agent does not avoid those of a lower one.
    pub priority: u8,
    /// The readiness to make way while it stands, from 0 to 1.
    pub yields: f32,
    /// The share by which its paths may be longer than the shortest; by default that of the engine.
    pub gap: Option<f64>,
    /// True if it goes as near as it can to a destination out of reach; otherwise it waits, with [`NoPath`](crate::NoPath).
    pub goes_near: bool,
    /// True if costly ground slows it.
    pub slowed_by_costs: bool,
    /// The one that moves its transform.
    pub movement: Movement,
    /// The way in which it takes links.
    pub links: LinkUse,
}

/// The one that moves the transform of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
pub enum Movement {
    /// The plugin writes it.
    #[default]
    Transform,
    /// The game moves it by [`DesiredVelocity`], for example with a physics engine. The agent follows where it was moved.
    Velocity,
}

/// The way in which an agent takes a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
pub enum LinkUse {
    /// It is at the other end at once.
    #[default]
    Jump,
    /// It waits until the game has moved its transform to the other end, which [`AtLink`](crate::AtLink) tells.
    Wait,
}

impl Default for NavAgent {
    fn default() -> Self {
        Self {
            radius: 0.5,
            speed: 3.0,
            acceleration: None,
            turning_rate: None,
            arrival: None,
            priority: 0,
            yields: 1.0,
            gap: None,
            goes_near: false,
            slowed_by_costs: false,
            movement: Movement::default(),
            links: LinkUse::default(),
        }
    }
}

impl NavAgent {
    /// An agent of a radius, in units of the map.
    #[must_use]
    pub fn radius(radius: f32) -> Self {
        Self { radius, ..Self::default() }
    }

    /// The same agent with a greatest speed, in units per second.
    #[must_use]
    pub fn speed(self, speed: f32) -> Self {
        Self { speed, ..self }
    }

    /// Returns the options of the crowd, but for the class.
    pub(crate) fn options(&self) -> AgentOptions {
        let mut options = AgentOptions::default()
            .radius(self.radius.into())
            .max_speed(self.speed.into())
            .arrival(self.arrival.unwrap_or(self.radius).into())
            .priority(self.priority)
            .yields(self.yields.into())
            .slowed_by_costs(self.slowed_by_costs);
        options.max_acceleration = self.acceleration.map(f64::from);
        options.max_turning_rate = self.turning_rate.map(f64::from);
        options.gap = self.gap;
        if self.goes_near {
            options.goal_policy = GoalPolicy::NearestReachable;
        }
        options
    }
}

/// The destination of an agent. Remove it, and the agent stands.
#[derive(Debug, Clone, Copy, PartialEq, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub enum Destination {
    /// A point.
    Point(Vec3),
    /// An entity, wherever it moves.
    Entity(#[entities] Entity),
    /// The nearest goal of a [`NavField`], by a field that all agents share.
    Field(#[entities] Entity),
}

impl Destination {
    /// A point.
    pub fn to(point: impl Into<Vec3>) -> Self {
        Self::Point(point.into())
    }
}

/// Goals for many agents: each with [`Destination::Field`] goes to the nearest of them, without a search of its own.
#[derive(Debug, Clone, PartialEq, Default, Component)]
#[component(on_add = order::give)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavField {
    /// The goals.
    pub goals: Vec<Vec3>,
}

/// Areas that an agent must not enter, or that cost it more or less.
#[derive(Debug, Clone, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(opaque, Component))]
pub struct NavFilter(pub Filter);

/// Marks an agent that the game moves, such as the player. Others avoid it.
#[derive(Debug, Clone, Copy, Default, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Driven;

/// The velocity that the crowd gives an agent, in units per second. The game gives it for one that is [`Driven`].
#[derive(Debug, Clone, Copy, PartialEq, Default, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct DesiredVelocity(pub Vec3);

/// The direction in which an agent heads, of length 1, by which the game turns its model; zero for an agent without a
/// [turning rate](NavAgent::turning_rate). A game that writes it turns the agent at once.
#[derive(Debug, Clone, Copy, PartialEq, Default, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavHeading(pub Vec3);

/// The path ahead of an agent.
#[derive(Debug, Clone, PartialEq, Default, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavPath {
    /// The points from the next one on, up to the entrance of a link, on the map.
    pub points: Vec<Vec2>,
    /// The length of the rest.
    pub length: f64,
}

/// The state of an agent.
#[derive(Debug, Clone, PartialEq, Default, Component)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "Saved", into = "Saved")
)]
#[cfg_attr(
    feature = "reflect",
    derive(bevy_reflect::Reflect),
    reflect(Component, from_reflect = false)
)]
pub enum NavAgentState {
    /// It is on no map: there is none yet, or the reason tells why.
    #[default]
    OffMap,
    /// It has no destination.
    Stands,
    /// It walks.
    Walks,
    /// No path leads to its destination. It goes on when one opens.
    Waits(#[cfg_attr(feature = "reflect", reflect(ignore, default = "unknown"))] PathError),
    /// It has arrived, or stands beside others that have.
    Arrived,
    /// The game moves it.
    Driven,
}

/// The reason in a state that was set by reflection, which knows no reasons.
#[cfg(feature = "reflect")]
fn unknown() -> PathError {
    PathError::Unsupported { what: "the reason is unknown" }
}

/// A saved state: without the reason why it waits, which the next tick finds again.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
enum Saved {
    OffMap,
    Stands,
    Walks,
    Waits,
    Arrived,
    Driven,
}

#[cfg(feature = "serde")]
impl From<NavAgentState> for Saved {
    fn from(state: NavAgentState) -> Self {
        match state {
            NavAgentState::OffMap => Self::OffMap,
            NavAgentState::Stands => Self::Stands,
            NavAgentState::Walks => Self::Walks,
            NavAgentState::Waits(_) => Self::Waits,
            NavAgentState::Arrived => Self::Arrived,
            NavAgentState::Driven => Self::Driven,
        }
    }
}

#[cfg(feature = "serde")]
impl From<Saved> for NavAgentState {
    fn from(state: Saved) -> Self {
        match state {
            Saved::OffMap => Self::OffMap,
            Saved::Stands | Saved::Waits => Self::Stands,
            Saved::Walks => Self::Walks,
            Saved::Arrived => Self::Arrived,
            Saved::Driven => Self::Driven,
        }
    }
}
