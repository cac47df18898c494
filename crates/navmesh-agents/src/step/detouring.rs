//! Detours: agents before a jammed passage that do better around it leave the queue.
//!
//! An agent compares the way around with the rest of its route and the wait: those before it pass one by one. So the
//! last ones of a queue leave first. Those that have left count as ahead on the way around, so that a queue divides and
//! does not leave as a whole. Once a jam clears, agents on detours plan again.

use navmesh_core::Place;
use navmesh_search::MeshQueries;

use crate::classes::Classes;
use crate::crowd::Crowd;
use crate::detour::Detour;
use crate::events::{Event, StepReport};
use crate::neighbors::Crossing;
use crate::route::Kind;
use crate::rows::{Goal, Task};

/// The way that an agent could walk while another enters a jammed stretch, in radii of the largest agent. Queues of
/// the bench pass a door of 1.2 diameters at this rate.
const WAIT: f64 = 4.0;

/// The fewest agents ahead for which an agent looks for a way around.
const FEWEST_AHEAD: usize = 3;

/// The number of steps from one look to the next.
const EVERY: u64 = 20;

/// The urgency of a new plan after a jam has cleared.
const EASED: f64 = f64::MIN_POSITIVE;

impl Crowd {
    /// Lets agents on detours plan again if a jam has cleared.
    pub(super) fn end_detours(&mut self) {
        for route in self.rows.routes.iter_mut().filter(|route| route.kind == Kind::Detour) {
            route.urgency = route.urgency.max(EASED);
        }
    }

    /// Searches ways around jams, within the budget that the step has left.
    pub(super) fn find_detours(
        &mut self,
        classes: &Classes,
        max_expanded: u64,
        report: &mut StepReport,
    ) {
        if self.narrows.jams().is_empty() {
            return;
        }
        for row in 0..self.rows.len() {
            let route = &self.rows.routes[row];
            let is_its_turn = self.steps.wrapping_add(row as u64).is_multiple_of(EVERY);
            let is_uniform = classes.of_row(&self.rows, row).mesh.is_uniform();
            if !is_its_turn || !is_uniform || route.kind == Kind::Detour || route.is_stale() {
                continue;
            }
            let crossing = self.workspace.crossing(row);
            let is_before = |at: &Crossing| !at.is_inside && self.narrows.is_jammed(at.stretch);
            let Some(crossing) = crossing.filter(is_before) else { continue };
            let ahead = self.more_ahead(&crossing);
            if ahead >= FEWEST_AHEAD && report.expanded < max_expanded {
                self.leave_queue(row, ahead, classes, report);
            }
        }
    }

    /// Returns the number of agents that pass a stretch before one with a crossing, less the number of those nearby that
    /// have left the queue before it.
    fn more_ahead(&self, own: &Crossing) -> usize {
        let (mut count, mut left) = (0_usize, 0);
        let neighbors = &self.workspace.neighbors;
        neighbors.each_near(own.gate, self.narrows.queue_length(), |_, other| {
            left += usize::from(self.rows.routes[other.row as usize].kind == Kind::Detour);
            let is_ahead = other.crossing.is_some_and(|other| {
                let is_nearer = other.distance < own.distance;
                other.stretch == own.stretch && (other.mouth != own.mouth || is_nearer)
            });
            count += usize::from(is_ahead);
        });
        count.saturating_sub(left)
    }

    /// Sends an agent around the jams if that is shorter than to wait for those ahead.
    fn leave_queue(
        &mut self,
        row: usize,
        ahead: usize,
        classes: &Classes,
        report: &mut StepReport,
    ) {
        let wait = WAIT * self.narrows.radius() * ahead as f64;
        let limit = self.rows.routes[row].rest(self.rows.point(row)) + wait;
        if self.take_detour(row, limit, classes, report) {
            report.events.push(Event::Detour { agent: self.rows.keys[row] });
        }
    }

    /// Gives an agent the way around the jams, if it is shorter than the limit.
    fn take_detour(
        &mut self,
        row: usize,
        limit: f64,
        classes: &Classes,
        report: &mut StepReport,
    ) -> bool {
        let mesh = &classes.of_row(&self.rows, row).mesh;
        let (place, route) = (self.rows.places[row], &mut self.rows.routes[row]);
        let Some(end) = route.end_place(mesh) else { return false };
        let goal = match self.rows.tasks[row] {
            Task::Walk(Goal::Place(goal)) => {
                Place { layer: goal.layer.or(end.layer), point: end.point, ..goal }
            }
            _ => end,
        };
        let Ok(goal) = MeshQueries::new(mesh).move_along(goal, end.point) else { return false };
        let detour = Detour { start: place, goal: goal.place(), jams: self.narrows.jams(), limit };
        let path = &mut self.workspace.spare;
        let is_found = self.workspace.detours.find(mesh, &detour, path);
        report.searches += 1;
        report.expanded += self.workspace.detours.expanded;
        if is_found {
            std::mem::swap(&mut route.path, path);
            route.begin();
            route.kind = Kind::Detour;
        }
        is_found
    }
}
