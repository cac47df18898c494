//! Saved crowds: everything that decides their future, without the map.

use navmesh_core::backend::collections::Slots;

use super::Crowd;
use crate::agent::{AgentKey, CrowdError, GREATEST};
use crate::events::Moved;
use crate::narrow::{Jam, Narrows};
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
    /// The number of classes.
    classes: usize,
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
            classes: self.classes.len(),
            fields: self.fields.len(),
            narrow_radius: self.narrows.radius(),
            jams: self.narrows.jam_states(),
            moved: self.moved.clone(),
            first_to_plan: self.workspace.first_to_plan,
            time: self.time,
            steps: self.steps,
        }
    }

    /// Replaces all agents by those of a state, on the maps on which it was saved. Add the classes and the distance fields
    /// before, in the order in which they were added then; all keys are valid again.
    ///
    /// Complexity: linear in the agents and their paths.
    ///
    /// # Errors
    ///
    /// `BadState` names the first contradiction of a state that was changed, or that belongs to other maps. The crowd is then
    /// unchanged.
    pub fn restore(&mut self, state: CrowdState) -> Result<(), CrowdError> {
        let narrows = self.checked(&state).map_err(|what| CrowdError::BadState { what })?;
        (self.keys, self.rows, self.moved) = (state.keys, state.rows, state.moved);
        self.narrows = narrows;
        self.workspace.first_to_plan = state.first_to_plan;
        (self.time, self.steps) = (state.time, state.steps);
        Ok(())
    }

    /// Returns the narrow places of a state, or the first contradiction.
    fn checked(&self, state: &CrowdState) -> Result<Narrows, &'static str> {
        if state.fields != self.fields.len() {
            return Err("the number of distance fields");
        }
        if state.classes != self.classes.len() {
            return Err("the number of classes");
        }
        if !state.time.is_finite() {
            return Err("the time");
        }
        state.rows.check(|field| self.fields.contains_key(field))?;
        for (options, place) in state.rows.options.iter().zip(&state.rows.places) {
            let class = self.classes.get(options.class).map_err(|_| "the classes")?;
            class.check(options).map_err(|_| "the radii")?;
            class.mesh.own_incidence(place).ok_or("the places")?;
        }
        let has_row = |(row, &key)| state.keys.get(key) == Some(&row);
        let keys = &state.rows.keys;
        if state.keys.len() != keys.len() || !keys.iter().enumerate().all(has_row) {
            return Err("the keys of the agents");
        }
        if !(0.0..=GREATEST).contains(&state.narrow_radius) {
            return Err("the narrow places");
        }
        if !state.moved.iter().all(|moved| moved.distance >= 0.0 && moved.distance.is_finite()) {
            return Err("the distances of moved agents");
        }
        let mut narrows = Narrows::default();
        let ground = self.classes.ground();
        narrows.update(ground, self.classes.mesh(ground), state.narrow_radius);
        let are_known = state.rows.passes.iter().all(|pass| pass.is_valid(&narrows));
        if !narrows.set_jam_states(&state.jams) || !are_known {
            return Err("the narrow places");
        }
        Ok(narrows)
    }
}
