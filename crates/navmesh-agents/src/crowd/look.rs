//! Questions of the program about a crowd and its agents.

use std::sync::Arc;

use navmesh_core::{DVec2, NavMesh, Path, PathError, PathQuery, Place};

use navmesh_search::MeshQueries;

use super::Crowd;
use crate::agent::{AgentKey, AgentOptions, ClassId};
use crate::rows::{Goal, Task};

/// The state of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AgentState {
    /// It has no goal and stands.
    Stands,
    /// It walks to its goal, or stands at the entrance of a link on the way.
    Walks,
    /// No path leads to its goal; [`Crowd::why_waiting`] says why. It stands until the map or the goal changes.
    Waits,
    /// It has arrived, or has settled beside its goal.
    Arrived,
    /// The program drives it.
    Driven,
}

impl Crowd {
    /// Returns the state of an agent.
    #[must_use]
    pub fn agent_state(&self, key: AgentKey) -> Option<AgentState> {
        self.keys.get(key).copied().map(|row| match self.rows.tasks[row] {
            Task::Stand => AgentState::Stands,
            Task::Walk(_) => AgentState::Walks,
            Task::Wait(_) => AgentState::Waits,
            Task::Arrived(_) | Task::Rest(_) => AgentState::Arrived,
            Task::Driven => AgentState::Driven,
        })
    }

    /// Asks again for the path of an agent that waits, and returns the reason why there is none.
    ///
    /// Complexity: that of the query.
    #[must_use]
    pub fn why_waiting(&self, key: AgentKey) -> Option<PathError> {
        let row = self.keys.get(key).copied()?;
        let Task::Wait(goal) = self.rows.tasks[row] else { return None };
        let place = self.rows.places[row];
        match goal {
            Goal::Place(goal) => {
                let query = self.rows.options[row].query(PathQuery::new(place, goal));
                self.classes.of_row(&self.rows, row).finder.find_path(&query).err()
            }
            Goal::Field(field) => {
                self.fields.get(field)?.path_from_into(place, &mut Path::default()).err()
            }
        }
    }

    /// Returns the goal that an agent was sent to. `None` for an agent without one, or with those of a field.
    #[must_use]
    pub fn goal(&self, key: AgentKey) -> Option<Place> {
        match self.rows.tasks[self.keys.get(key).copied()?].any_goal()? {
            Goal::Place(goal) => Some(goal),
            Goal::Field(_) => None,
        }
    }

    /// Returns the path of an agent that walks, as it was planned.
    #[must_use]
    pub fn path(&self, key: AgentKey) -> Option<&Path> {
        let row = self.keys.get(key).copied().filter(|&row| self.rows.walks(row))?;
        Some(&self.rows.routes[row].path).filter(|path| !path.waypoints().is_empty())
    }

    /// Iterates over the waypoints ahead of an agent that walks, up to the entrance of a link.
    pub fn waypoints_ahead(&self, key: AgentKey) -> impl Iterator<Item = DVec2> + '_ {
        let walks = |&row: &usize| self.rows.walks(row) && !self.rows.routes[row].is_empty();
        let row = self.keys.get(key).copied().filter(walks);
        row.into_iter().flat_map(|row| self.rows.routes[row].ahead())
    }

    /// Returns the length of the way that is left to an agent that walks, in map units.
    #[must_use]
    pub fn way_left(&self, key: AgentKey) -> Option<f64> {
        self.path(key)?;
        let row = self.keys.get(key).copied()?;
        Some(self.rows.routes[row].rest(self.rows.point(row)))
    }

    /// Returns the cost of the way that is left to an agent that walks straight on along its path. `None` too while others
    /// have pushed it out of sight of the path, and for a path over links.
    ///
    /// Complexity: linear in the cells of the way.
    #[must_use]
    pub fn cost_left(&self, key: AgentKey) -> Option<f64> {
        self.path(key)?;
        let row = self.keys.get(key).copied()?;
        let ahead: Vec<DVec2> = self.rows.routes[row].ahead().collect();
        let mut queries = MeshQueries::new(self.mesh_of(row));
        let ends_at = ahead.last() == self.rows.routes[row].end().as_ref();
        queries.straight_cost(self.rows.places[row], &ahead).ok().flatten().filter(|_| ends_at)
    }

    /// Returns the place of an agent: its position, floor and cell.
    #[must_use]
    pub fn place(&self, key: AgentKey) -> Option<Place> {
        self.keys.get(key).copied().map(|row| self.rows.places[row])
    }

    /// Returns the velocity of an agent, in map units per second.
    #[must_use]
    pub fn velocity(&self, key: AgentKey) -> Option<DVec2> {
        self.keys.get(key).copied().map(|row| self.rows.velocities[row])
    }

    /// Returns the direction, of length 1, in which an agent with a [turning rate](crate::AgentOptions::max_turning_rate) heads.
    /// `None` for others: they move in any direction, and their velocity says where.
    #[must_use]
    pub fn heading(&self, key: AgentKey) -> Option<DVec2> {
        let row = self.keys.get(key).copied()?;
        self.rows.options[row].max_turning_rate.map(|_| self.rows.headings[row])
    }

    /// Returns the options of an agent.
    #[must_use]
    pub fn options(&self, key: AgentKey) -> Option<AgentOptions> {
        self.keys.get(key).copied().map(|row| self.rows.options[row])
    }

    /// True if the agent has arrived at its goal. It stands there until it gets another.
    #[must_use]
    pub fn has_arrived(&self, key: AgentKey) -> bool {
        let row = self.keys.get(key).copied();
        row.is_some_and(|row| matches!(self.rows.tasks[row], Task::Arrived(_) | Task::Rest(_)))
    }

    /// Returns the keys of all agents, in the order in which they are processed.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = AgentKey> + '_ {
        self.rows.keys.iter().copied()
    }

    /// Returns the mesh of the first class.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        self.classes.mesh(ClassId::default())
    }

    /// Returns the mesh on which an agent walks.
    #[must_use]
    pub fn agent_mesh(&self, key: AgentKey) -> Option<&Arc<NavMesh>> {
        let row = self.keys.get(key).copied()?;
        Some(&self.classes.of_row(&self.rows, row).mesh)
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if the crowd has no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// Returns the sum of all steps, in seconds.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }
}
