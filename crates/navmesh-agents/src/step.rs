//! One step: plan, follow, steer, move, settle.
//!
//! Each stage reads the rows that the stage before wrote. No stage depends on the order of a hash map or on
//! threads, so that the same calls give the same bits.

mod planning;
mod following;
mod steering;
mod movement;
mod settling;

use std::sync::Arc;

use navmesh_core::DVec2;

use crate::agent::CrowdError;
use crate::crowd::Crowd;
use crate::events::StepReport;
use crate::neighbors::Neighbors;
use crate::programme::Programme;
use crate::walls::WallFinder;

/// The memory of a step, kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    neighbors: Neighbors,
    near: Vec<steering::Near>,
    programme: Programme,
    walls: WallFinder,
    /// New velocities, and later displacements, one per row.
    vectors: Vec<DVec2>,
    /// The row after the last one that was planned because of the budget.
    first_to_plan: usize,
}

/// The shortest and the longest step, in seconds.
const STEPS: [f64; 2] = [1.0 / 1024.0, 1.0];

impl Crowd {
    /// Moves all agents by a step of `seconds`, from 1/1024 to 1.
    ///
    /// Path searches begin while all searches of the step have expanded fewer than `max_expanded` nodes. The others
    /// wait for later steps in turn, and their agents go on with their last paths.
    ///
    /// Complexity: per agent a few rays, one slide and one small linear programme; plus the searches.
    ///
    /// # Errors
    ///
    /// `BadOption` if `seconds` is NaN or out of its range.
    pub fn step(&mut self, seconds: f64, max_expanded: u64) -> Result<StepReport, CrowdError> {
        let [least, greatest] = STEPS;
        if !(least..=greatest).contains(&seconds) {
            return Err(CrowdError::BadOption { option: "seconds", value: seconds, range: STEPS });
        }
        let mut report = StepReport::default();
        let mesh = Arc::clone(&self.mesh);
        self.follow_routes(&mesh, seconds, &mut report);
        self.plan(max_expanded, &mut report);
        self.steer(&mesh, seconds);
        self.move_all(&mesh, seconds);
        self.settle(&mut report);
        self.time += seconds;
        self.steps += 1;
        Ok(report)
    }
}
