//! Saved crowds: everything that decides their future, without the map.

use std::sync::Arc;

use navmesh_core::backend::collections::Slots;
use navmesh_core::{MeshPathfinder, SharedGoals};

use super::Crowd;
use crate::agent::{AgentKey, CrowdError, GREATEST};
use crate::events::Moved;
use crate::narrow::Jam;
use crate::rows::Rows;

/// The state of a crowd, to save and to load. On the same map it has the same future, bit for bit.
///
/// The feature `serde` makes it serializable. Maps and distance fields are not part of it.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CrowdState {
    /// The row of each agent.
    keys: Slots<AgentKey, usize>,
    rows: Rows,
    /// The number of distance fields.
    fields: usize,
    /// The radius for which the narrow places were found.
    narrow_radius: f64,
    jams: Vec<Jam>,
    /// The agents that were moved since the last step.
    moved: Vec<Moved>,
    first_to_plan: usize,
    time: f64,
    steps: u64,
}

impl Crowd {
    /// Returns the state of the crowd between two steps, with the events for the next report.
    ///
    /// Complexity: linear in the agents and their paths.
    #[must_use]
    pub fn state(&self) -> CrowdState {
        CrowdState {
            keys: self.keys.clone(),
            rows: self.rows.clone(),
            fields: self.fields.len(),
            narrow_radius: self.narrows.radius(),
            jams: self.narrows.jam_states(),
            moved: self.moved.clone(),
            first_to_plan: self.workspace.first_to_plan,
            time: self.time,
            steps: self.steps,
        }
    }

    /// Creates a crowd from a state, on the map on which it was saved. `fields` are its distance fields, in the order in
    /// which they were added; all keys are valid again.
    ///
    /// Complexity: linear in the agents and their paths.
    ///
    /// # Errors
    ///
    /// `BadState` names the first contradiction of a state that was changed, or that belongs to another map.
    pub fn from_state(
        finder: impl MeshPathfinder + 'static,
        fields: impl IntoIterator<Item = Arc<dyn SharedGoals>>,
        state: CrowdState,
    ) -> Result<Self, CrowdError> {
        let mut crowd = Self::new(finder);
        for field in fields {
            crowd.add_field(field);
        }
        let bad = |what| CrowdError::BadState { what };
        if state.fields != crowd.fields.len() {
            return Err(bad("the number of distance fields"));
        }
        if !state.time.is_finite() {
            return Err(bad("the time"));
        }
        let rows = &state.rows;
        rows.check(&crowd.mesh, |field| crowd.fields.contains_key(field)).map_err(bad)?;
        let has_row = |(row, &key)| state.keys.get(key) == Some(&row);
        if state.keys.len() != rows.keys.len() || !rows.keys.iter().enumerate().all(has_row) {
            return Err(bad("the keys of the agents"));
        }
        if !(0.0..=GREATEST).contains(&state.narrow_radius) {
            return Err(bad("the narrow places"));
        }
        if !state.moved.iter().all(|moved| moved.distance >= 0.0 && moved.distance.is_finite()) {
            return Err(bad("the distances of moved agents"));
        }
        (crowd.keys, crowd.rows, crowd.moved) = (state.keys, state.rows, state.moved);
        crowd.narrows.update(&crowd.mesh, state.narrow_radius);
        let are_known = crowd.rows.passes.iter().all(|pass| pass.is_valid(&crowd.narrows));
        if !crowd.narrows.set_jam_states(&state.jams) || !are_known {
            return Err(bad("the narrow places"));
        }
        crowd.workspace.first_to_plan = state.first_to_plan;
        (crowd.time, crowd.steps) = (state.time, state.steps);
        Ok(crowd)
    }
}
