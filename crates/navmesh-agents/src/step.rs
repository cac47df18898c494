//! One step: advance, plan, steer, find detours, move, settle.
//!
//! Each stage reads the rows that the stage before wrote. No stage depends on the order of a hash map or on
//! threads, so that the same calls give the same bits.

mod phases;
mod following;
mod planning;
mod scene;
mod steering;
mod courtesy;
mod turning;
mod detouring;
mod movement;
mod progress;
mod settling;

use std::sync::Arc;

use crate::agent::CrowdError;
use crate::crowd::Crowd;
use crate::events::{Event, StepReport};

/// The shortest and the longest step, in seconds.
const STEPS: [f64; 2] = [1.0 / 1024.0, 1.0];

impl Crowd {
    /// Moves all agents by a step of `seconds`, from 1/1024 to 1. A step of 0 does nothing.
    ///
    /// Path searches begin while all searches of the step have expanded fewer than `max_expanded` nodes. The others
    /// wait for later steps in turn, and their agents go on with their last paths. Where cells differ in cost, the proof of a
    /// path ends after so many nodes, and leaves the [gap](navmesh_core::Path::guarantee) that it has reached.
    ///
    /// Complexity: per agent a few rays, one slide and one small linear programme; plus the searches.
    ///
    /// # Errors
    ///
    /// `BadOption` if `seconds` is NaN or out of its range.
    pub fn step(&mut self, seconds: f64, max_expanded: u64) -> Result<StepReport, CrowdError> {
        let mut report = StepReport::default();
        self.step_into(seconds, max_expanded, &mut report)?;
        Ok(report)
    }

    /// Does what [`step`](Self::step) does, and writes the report into `report`, whose memory it uses again.
    ///
    /// After some steps no step allocates, except for new paths that are longer than all before, and with the feature
    /// `parallel` for the tasks of the threads.
    ///
    /// Complexity: that of `step`.
    ///
    /// # Errors
    ///
    /// Those of `step`.
    pub fn step_into(
        &mut self,
        seconds: f64,
        max_expanded: u64,
        report: &mut StepReport,
    ) -> Result<(), CrowdError> {
        report.clear();
        if seconds == 0.0 {
            return Ok(());
        }
        let [least, greatest] = STEPS;
        if !(least..=greatest).contains(&seconds) {
            return Err(CrowdError::BadOption { option: "seconds", value: seconds, range: STEPS });
        }
        phases::together(self.rows.len(), || self.move_on(seconds, max_expanded, report));
        Ok(())
    }

    /// Goes through the stages of a step.
    fn move_on(&mut self, seconds: f64, max_expanded: u64, report: &mut StepReport) {
        report.events.extend(self.moved.drain(..).map(Event::from));
        let classes = Arc::clone(&self.classes);
        self.update_narrows(&classes);
        self.set_speeds(&classes);
        self.advance_routes(&classes);
        self.plan(max_expanded, report);
        self.intend(&classes, seconds, report);
        if self.steer(&classes, seconds) {
            self.end_detours();
        }
        self.find_detours(&classes, max_expanded, report);
        self.move_all(&classes, seconds);
        self.settle(&classes, report);
        self.time += seconds;
        self.steps = self.steps.wrapping_add(1);
    }
}
