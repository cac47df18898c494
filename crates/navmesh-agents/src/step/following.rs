//! Following: the progress of each agent on its route, and the velocity towards the next waypoint.

use navmesh_core::DVec2;

use super::phases::each_chunk;
use crate::classes::{ClassQueries, Classes};
use crate::crowd::Crowd;
use crate::events::{Event, StepReport};
use crate::narrow::Narrows;
use crate::route::{Look, View, is_no_costlier};
use crate::rows::{Rows, Task};
use crate::traffic;

/// The distance from the next waypoint, in radii, within which an agent looks at it and beyond it in each step.
const CLOSE: f64 = 3.0;

/// The time in which an agent that has arrived walks most of the way that is left, in seconds.
const CLOSING_IN: f64 = 0.5;

/// The share of its acceleration with which an agent plans to brake. The rest turns it to its goal.
const BRAKES: f64 = 0.7;

/// The time without progress after which an agent whose next waypoint is hidden plans again, in seconds.
const PAUSE: f64 = 1.0;

impl Crowd {
    /// Writes the greatest speed of each agent on the ground where it is.
    pub(super) fn set_speeds(&mut self, classes: &Classes) {
        for row in 0..self.rows.len() {
            let options = &self.rows.options[row];
            let slot = self.rows.places[row].cell.filter(|_| options.slowed_by_costs);
            let cost = slot.map_or(1.0, |cell| classes.mesh(options.class).cost(cell.slot));
            self.rows.speeds[row] = options.max_speed / cost.max(1.0);
        }
    }

    /// Drops the waypoints that are passed, and marks routes that need a search.
    pub(super) fn advance_routes(&mut self, classes: &Classes) {
        let steps = self.steps;
        let Rows { routes, places, tasks, options, passes, calm, .. } = &mut self.rows;
        let (places, tasks, options) = (&*places, &*tasks, &*options);
        let (passes, calm) = (&*passes, &*calm);
        let jams = self.narrows.jams();
        each_chunk(routes, &mut self.workspace.memories, |first, routes, memory| {
            let mut queries = memory.queries_on(classes);
            for (row, route) in (first..).zip(routes) {
                if matches!(tasks[row], Task::Walk(_)) && !passes[row].retreats {
                    let reach = CLOSE * options[row].radius;
                    let is_near = |target: DVec2| target.distance(places[row].point) < reach;
                    let look = match steps.wrapping_add(row as u64).is_multiple_of(2) {
                        _ if route.target().is_some_and(is_near) => Look::Both,
                        true => Look::Next,
                        false => Look::Beyond,
                    };
                    let (queries, may_slide) = (queries.of(options[row].class), calm[row] < PAUSE);
                    route.advance(places[row], &mut View { queries, jams, look, may_slide });
                }
            }
            memory.keep(queries);
        });
    }

    /// Writes the intended velocity of each agent.
    pub(super) fn intend(&mut self, classes: &Classes, seconds: f64, report: &mut StepReport) {
        for row in 0..self.rows.len() {
            self.stop_at_link(row, report);
        }
        let Self { rows, workspace, narrows, .. } = self;
        let Some(memory) = workspace.memories.first_mut() else { return };
        let mut queries = memory.queries_on(classes);
        for row in 0..rows.len() {
            change_floor(rows, row, &mut queries);
            let wanted = towards_next(rows, narrows, row, seconds, &mut queries);
            rows.intended[row] = within_acceleration(rows, row, wanted, seconds);
        }
        memory.keep(queries);
    }

    /// Stops an agent at the entrance of a link, and reports it once.
    fn stop_at_link(&mut self, row: usize, report: &mut StepReport) {
        let (agent, arrival) = (self.rows.keys[row], self.rows.options[row].arrival);
        let (point, walks) = (self.rows.point(row), self.rows.walks(row));
        let route = &mut self.rows.routes[row];
        let link = route.path.link_of_leg(route.next).copied();
        let (Some(link), Some(entrance)) = (link, route.target()) else { return };
        let is_here = walks && !route.is_stale() && entrance.distance(point) <= arrival;
        if is_here && !route.is_at_link {
            route.is_at_link = true;
            let exit = route.path.waypoints().get(route.next + 1).copied().unwrap_or(entrance);
            report.events.push(Event::AtLink { agent, link, exit });
        }
    }
}

/// Puts an agent at a point where floors meet onto the floor of its next waypoint: along the wall beside a connection, a ray
/// stays on the floor that it begins on.
fn change_floor(rows: &mut Rows, row: usize, queries: &mut ClassQueries<'_>) {
    let queries = queries.of(rows.options[row].class);
    let (mesh, place) = (queries.mesh(), rows.places[row]);
    if !mesh.has_layers() || !rows.walks(row) {
        return;
    }
    let target = rows.routes[row].target_place(mesh);
    let Some(target) = target.filter(|target| target.layer != place.layer) else { return };
    let is_beyond = |slot: &u32| Some(mesh.layer(*slot)) == target.layer;
    let beyond = mesh.incidences_at(place).map(|at| at.cell.slot).filter(is_beyond);
    let mut seats = beyond.map(|slot| mesh.place_in(slot, place.point));
    if let Some(seat) = seats.find(|&seat| queries.sees(seat, target).unwrap_or(false)) {
        rows.places[row] = seat;
    }
}

/// Returns the velocity to the next waypoint, and around it if the step is longer than that.
///
/// The step ends at the waypoint if a wall lies between, since a velocity around the end of a thin wall would lead
/// through it, and if the straight step costs more.
fn towards_next(
    rows: &Rows,
    narrows: &Narrows,
    row: usize,
    seconds: f64,
    queries: &mut ClassQueries<'_>,
) -> DVec2 {
    let route = &rows.routes[row];
    if let Some(target) = traffic::target(narrows, rows, row) {
        let way = target - rows.point(row);
        return (way / CLOSING_IN).clamp_length_max(rows.speeds[row]);
    }
    if let (Task::Arrived(_), Some(end)) = (rows.tasks[row], route.end()) {
        let way = end - rows.point(row);
        return (way / CLOSING_IN).clamp_length_max(stoppable(rows, row, way.length(), seconds));
    }
    let Some(target) = route.target().filter(|_| rows.walks(row) && !route.is_at_link) else {
        return DVec2::ZERO;
    };
    let to_next = target - rows.point(row);
    let rest = route.rest(rows.point(row));
    let speed = stoppable(rows, row, rest, seconds).min(turnable(rows, row, to_next, seconds));
    let beyond = speed * seconds - to_next.length();
    if beyond <= 0.0 {
        return to_next.normalize_or_zero() * speed;
    }
    let around = match route.after_next() {
        Some(after) => (after - target).clamp_length_max(beyond),
        None => DVec2::ZERO,
    };
    let (place, queries) = (rows.places[row], queries.of(rows.options[row].class));
    let end = place.point + to_next + around;
    let is_open = route.around_next(place, end, queries.mesh()).is_some_and(|to| {
        queries.sees(place, to).unwrap_or(false) && is_no_costlier(queries, place, [target, end])
    });
    if is_open { (to_next + around) / seconds } else { to_next / seconds }
}

/// Returns the greatest speed from which the agent's acceleration stops it within a distance, in steps.
///
/// A step at speed v, and steps each slower by a·t after it, lead v² / 2a + v·t / 2 far.
fn stoppable(rows: &Rows, row: usize, distance: f64, seconds: f64) -> f64 {
    let (max_speed, max_acceleration) = (rows.speeds[row], rows.options[row].max_acceleration);
    let stopping = |limit: f64| {
        let (limit, half) = (limit * BRAKES, seconds / 2.0);
        limit * ((half * half + 2.0 * distance / limit).sqrt() - half)
    };
    max_acceleration.map_or(max_speed, |limit| max_speed.min(stopping(limit)))
}

/// Returns the greatest speed from which the agent's acceleration lets it brake for the turn at its next waypoint.
///
/// It takes the turn on an arc that touches both legs, within a radius of the waypoint and half of the next leg.
fn turnable(rows: &Rows, row: usize, to_next: DVec2, seconds: f64) -> f64 {
    let (route, options) = (&rows.routes[row], rows.options[row]);
    let Some(limit) = options.max_acceleration else { return f64::INFINITY };
    let (Some(target), Some(after)) = (route.target(), route.after_next()) else {
        return f64::INFINITY;
    };
    let leg = after - target;
    let [along, leaving] = [to_next, leg].map(DVec2::normalize_or_zero);
    let tangent_of_half = along.perp_dot(leaving).abs() / (1.0 + along.dot(leaving)).max(0.0);
    let arc_radius = options.radius.min(leg.length() / 2.0) / tangent_of_half;
    // Without a turn the radius is infinite, or no number where a leg has no length.
    let turning = options.max_turning_rate.map_or(f64::INFINITY, |rate| rate * arc_radius);
    let corner = (limit * arc_radius).sqrt().min(turning).max(limit * seconds);
    (corner * corner + 2.0 * limit * to_next.length()).sqrt()
}

/// Returns the velocity nearest to `wanted` that the agent's acceleration permits.
fn within_acceleration(rows: &Rows, row: usize, wanted: DVec2, seconds: f64) -> DVec2 {
    let velocity = rows.velocities[row];
    match rows.options[row].max_acceleration {
        Some(limit) => velocity + (wanted - velocity).clamp_length_max(limit * seconds),
        None => wanted,
    }
}
