//! Many agents with the same goals: distance fields instead of paths of their own.

use std::sync::Arc;

use navmesh_core::SharedGoals;

use super::Crowd;
use crate::agent::{AgentKey, CrowdError, FieldKey};
use crate::rows::{Goal, Task};

impl Crowd {
    /// Adds a field for many agents with the same goals: a distance field of a mesh, or a flow field of tiles. Agents
    /// read their paths from it without a search.
    ///
    /// Complexity: O(1).
    pub fn add_field(&mut self, field: Arc<dyn SharedGoals>) -> FieldKey {
        self.fields.insert(field)
    }

    /// Replaces a distance field, for example after an edit of the map. Agents that follow it read new paths in the
    /// next step.
    ///
    /// Complexity: linear in the agents.
    ///
    /// # Errors
    ///
    /// `UnknownField`.
    pub fn replace_field(
        &mut self,
        key: FieldKey,
        field: Arc<dyn SharedGoals>,
    ) -> Result<(), CrowdError> {
        *self.fields.get_mut(key).ok_or(CrowdError::UnknownField(key))? = field;
        for (task, route) in self.rows.tasks.iter().zip(&mut self.rows.routes) {
            if matches!(task, Task::Walk(goal) | Task::Wait(goal) if *goal == Goal::Field(key)) {
                route.plan_again();
            }
        }
        Ok(())
    }

    /// Sends an agent to the nearest goal of a distance field.
    ///
    /// Complexity: O(1).
    ///
    /// # Errors
    ///
    /// `UnknownAgent`, `UnknownField`, or `Driven` if the program drives the agent.
    pub fn flow_to(&mut self, key: AgentKey, field: FieldKey) -> Result<(), CrowdError> {
        if !self.fields.contains_key(field) {
            return Err(CrowdError::UnknownField(field));
        }
        let row = self.free_row(key)?;
        self.rows.tasks[row] = Task::Walk(Goal::Field(field));
        self.rows.routes[row].forget();
        Ok(())
    }
}
