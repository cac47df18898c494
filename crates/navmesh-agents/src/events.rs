//! The report of a step.

use navmesh_core::{DVec2, LinkUse, PathError};

use crate::agent::AgentKey;

/// A change in the state of an agent.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The agent has arrived at its goal and stands; with a goal policy, where the policy has moved the goal. The event comes
    /// again for an agent that others have pushed far away, once it is back.
    Arrived {
        /// The agent.
        agent: AgentKey,
    },
    /// The agent stands near its goal, because others are there: on it, or so many around it that nobody gets to it.
    Settled {
        /// The agent.
        agent: AgentKey,
    },
    /// There is no path to the agent's goal. It waits, and goes on once a change of the map opens one.
    /// Until then the event does not come again.
    NoPath {
        /// The agent.
        agent: AgentKey,
        /// The reason.
        error: PathError,
    },
    /// The agent stands at the entrance of a link. [`Crowd::warp`](crate::Crowd::warp) it to the other side once
    /// its jump or ride is played.
    AtLink {
        /// The agent.
        agent: AgentKey,
        /// The link and its side.
        link: LinkUse,
        /// The other side of the link.
        exit: DVec2,
    },
    /// The agent walks around a jam, because that is shorter than to wait for those ahead.
    Detour {
        /// The agent.
        agent: AgentKey,
    },
    /// The agent was moved, because its place is not walkable on a new map.
    Moved {
        /// The agent.
        agent: AgentKey,
        /// The distance, in map units.
        distance: f64,
    },
}

/// An agent that was moved between two steps, for the report of the next one.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Moved {
    pub(crate) agent: AgentKey,
    pub(crate) distance: f64,
}

impl From<Moved> for Event {
    fn from(Moved { agent, distance }: Moved) -> Self {
        Self::Moved { agent, distance }
    }
}

/// The report of a step.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct StepReport {
    /// The events. The same calls give the same order.
    pub events: Vec<Event>,
    /// The number of path searches.
    pub searches: u64,
    /// The number of nodes that they expanded.
    pub expanded: u64,
    /// The number of agents that wait for a search in a later step, because the budget was spent.
    pub waiting: u64,
}

impl StepReport {
    /// Empties the report, and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.events.clear();
        (self.searches, self.expanded, self.waiting) = (0, 0, 0);
    }
}
