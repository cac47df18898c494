//! Settling: agents at their goals stop, and so do those that stand still before a goal that others occupy, or that many
//! keep each other from.

use navmesh_core::DVec2;

use crate::classes::{ClassQueries, Classes};
use crate::crowd::Crowd;
use crate::events::{Event, StepReport};
use crate::neighbors::Stance;
use crate::rows::{Goal, Task};
use crate::traffic;

/// The time without progress after which an agent settles, in seconds.
const CALM: f64 = 0.5;

/// The time without progress after which the nearest of those that keep each other from a goal settles, in seconds.
const STANDOFF: f64 = 2.0;

/// The distance at which two agents touch, in sums of their radii.
const TOUCH: f64 = 1.3;

/// The distance from its goal, in radii, at which an agent that closes in comes to rest.
const NEAR: f64 = 0.01;

/// The distance beyond that of its arrival, in radii, from which on an agent that others have pushed there plans its way back.
const FAR: f64 = 4.0;

/// The distance by which others push an agent from its rest, in radii, before it walks back.
const PUSHED: f64 = 0.5;

impl Crowd {
    /// Stops the agents that are at their goals.
    pub(super) fn settle(&mut self, classes: &Classes, report: &mut StepReport) {
        let Some(memory) = self.workspace.memories.first_mut() else { return };
        let mut queries = memory.queries_on(classes);
        for row in 0..self.rows.len() {
            match self.rows.tasks[row] {
                Task::Walk(goal) => self.end_walk(row, goal, &mut queries, report),
                Task::Arrived(goal) => {
                    let point = self.rows.point(row);
                    let end = self.rows.routes[row].end().unwrap_or(point);
                    let is_near = end.distance(point) <= NEAR * self.rows.options[row].radius;
                    let is_calm = self.rows.calm[row] > CALM;
                    if traffic::is_in_the_way(&self.narrows, &self.rows, row, &mut queries)
                        || is_calm && self.is_lost(row, end, &mut queries)
                    {
                        self.rows.tasks[row] = Task::Walk(goal);
                        self.rows.routes[row].plan_again();
                    } else if is_near || is_calm {
                        self.rest(row, goal);
                    }
                }
                Task::Rest(goal) => {
                    let pushed = self.rows.rest_at[row].distance(self.rows.point(row));
                    if pushed > PUSHED * self.rows.options[row].radius {
                        self.rows.tasks[row] = Task::Arrived(goal);
                        self.rows.calm[row] = 0.0;
                    }
                }
                Task::Stand | Task::Wait(_) | Task::Driven => {}
            }
        }
        if let Some(memory) = self.workspace.memories.first_mut() {
            memory.keep(queries);
        }
    }

    /// Stops an agent that walks if it is at its goal, or stands before those that are.
    fn end_walk(
        &mut self,
        row: usize,
        goal: Goal,
        queries: &mut ClassQueries<'_>,
        report: &mut StepReport,
    ) {
        let (agent, route) = (self.rows.keys[row], &self.rows.routes[row]);
        let is_last = route.is_at_last() && !route.is_stale();
        let Some(end) = route.target().filter(|_| is_last) else { return };
        if end.distance(self.rows.point(row)) <= self.rows.options[row].arrival {
            self.rows.tasks[row] = Task::Arrived(goal);
            self.rows.calm[row] = 0.0;
            report.events.push(Event::Arrived { agent });
        } else if self.rows.calm[row] > CALM && self.is_held_up(row, end, queries) {
            self.rest(row, goal);
            report.events.push(Event::Settled { agent });
        }
    }

    /// True if others have pushed an agent far from its goal, or out of its sight.
    fn is_lost(&self, row: usize, goal: DVec2, queries: &mut ClassQueries<'_>) -> bool {
        let options = &self.rows.options[row];
        let is_far = goal.distance(self.rows.point(row)) > options.arrival + FAR * options.radius;
        let on_own_mesh = queries.of(options.class);
        let end = self.rows.routes[row].end_place(on_own_mesh.mesh());
        let sees = end.is_none_or(|end| on_own_mesh.sees(self.rows.places[row], end) == Ok(true));
        (is_far || !sees) && !self.is_held_up(row, goal, queries)
    }

    fn rest(&mut self, row: usize, goal: Goal) {
        self.rows.tasks[row] = Task::Rest(goal);
        self.rows.velocities[row] = DVec2::ZERO;
        self.rows.rest_at[row] = self.rows.point(row);
        (self.rows.calm[row], self.rows.slowness[row]) = (0.0, 0.0);
    }

    /// True if an agent touches one that stands at the same goal, or has long been the nearest of those that keep each
    /// other from it.
    fn is_held_up(&self, row: usize, goal: DVec2, queries: &mut ClassQueries<'_>) -> bool {
        let (rows, space) = (&self.rows, &self.workspace);
        let (place, radius) = (rows.places[row], rows.options[row].radius);
        let range = TOUCH * (radius + space.largest) + space.moved;
        let way = |row: usize| (goal.distance(rows.point(row)), row);
        // Nobody can stand at a goal with another one so near.
        let mut is_nearest = rows.calm[row] > STANDOFF && way(row).0 < 2.0 * radius;
        let (mut touches_settled, mut touches_rival) = (false, false);
        space.neighbors.each_near(place.point, range, |_, other| {
            let (reach, other_row) = (radius + other.radius, other.row as usize);
            let distance = place.point.distance(other.point);
            let is_touched = other.stance != Stance::Driven && distance <= TOUCH * reach;
            if is_touched
                && other_row != row
                && queries.sees(rows, [row, other_row])
                && let Some(theirs) = rows.routes[other_row].end()
                && theirs.distance(goal) < reach
            {
                let is_settled = matches!(rows.tasks[other_row], Task::Arrived(_) | Task::Rest(_));
                touches_settled |= is_settled;
                touches_rival |= !is_settled;
                is_nearest &= way(row) < way(other_row);
            }
        });
        touches_settled || is_nearest && touches_rival
    }
}
