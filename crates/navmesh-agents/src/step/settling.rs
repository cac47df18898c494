//! Settling: agents at their goals stop.

use navmesh_core::DVec2;

use crate::crowd::Crowd;
use crate::events::{Event, StepReport};
use crate::rows::Task;

impl Crowd {
    /// Stops the agents that are at their goals.
    pub(super) fn settle(&mut self, report: &mut StepReport) {
        for row in 0..self.rows.len() {
            let Task::Walk(goal) = self.rows.tasks[row] else { continue };
            let route = &self.rows.routes[row];
            let is_last = route.next + 1 == route.path.waypoints().len() && !route.is_stale;
            let arrival = self.rows.options[row].arrival;
            if is_last && route.target().distance(self.rows.point(row)) <= arrival {
                self.rows.tasks[row] = Task::Arrived(goal);
                self.rows.velocities[row] = DVec2::ZERO;
                report.events.push(Event::Arrived { agent: self.rows.keys[row] });
            }
        }
    }
}
