//! Steering: the velocity nearest to the intended one that avoids walls and neighbours.

use navmesh_core::DVec2;

use super::courtesy::courteous;
use super::phases::each_chunk;
use super::scene::Scene;
use crate::classes::{ClassQueries, Classes};
use crate::crowd::Crowd;
use crate::half_plane::{Avoidance, Disc, HalfPlane, Horizon};
use crate::narrow::Pass;
use crate::neighbors::{Body, Stance};
use crate::right_of_way::share;
use crate::rows::{Rows, Task};
use crate::traffic::{self, Clock};
use crate::workspace::{Memory, Near, Steered};

/// The time for which neighbours avoid contact, in seconds.
const HORIZON: f64 = 2.0;

/// The share of the change of velocity that agents make in a step. With less they overlap more, with more they sway.
const DAMPING: f64 = 0.6;

/// The same near a stretch, where queues stop and go.
const QUEUE_DAMPING: f64 = 0.5;

/// The slowness above which an agent pushes away an agent that stands beside it, in any direction.
const STUCK: f64 = 0.9;

/// The most neighbours that an agent avoids: the nearest ones.
const MOST_NEIGHBORS: usize = 10;

impl Crowd {
    /// Finds the narrow places of the map for the largest agent, if they are not known.
    pub(super) fn update_narrows(&mut self, classes: &Classes) {
        let ground = classes.ground();
        let rows = &self.rows;
        let radii = (0..rows.len()).map(|row| classes.radius_on_ground(rows, row));
        self.workspace.largest = self.rows.largest_radius();
        if self.narrows.update(ground, classes.mesh(ground), radii.fold(0.0, f64::max)) {
            self.rows.passes.iter_mut().for_each(Pass::forget_ground);
        }
    }

    /// Writes the new velocity of each agent into the workspace. Returns true if a jam has cleared.
    pub(super) fn steer(&mut self, classes: &Classes, seconds: f64) -> bool {
        let (rows, space, narrows) = (&mut self.rows, &mut self.workspace, &mut self.narrows);
        space.unsorted.clear();
        space.traffic.begin();
        for row in 0..rows.len() {
            let mut body = body(classes, rows, row);
            body.crossing = space.traffic.meet(narrows, rows, row, &body);
            space.unsorted.push(body);
        }
        let clock = Clock { steps: self.steps, seconds };
        space.traffic.decide(narrows, rows, &mut space.unsorted, clock);
        let has_cleared = narrows.decide_jams(seconds);
        let range = (0..rows.len()).map(|row| range(rows, row)).fold(0.0, f64::max);
        space.neighbors.build(&space.unsorted, range / 2.0);
        let (rows, neighbors, narrows) = (&*rows, &space.neighbors, &*narrows);
        let scene = Scene { rows, classes, neighbors, narrows, seconds, range, aside: self.aside };
        space.steered.resize(rows.len(), Steered::default());
        each_chunk(&mut space.steered, &mut space.memories, |first, steered, memory| {
            let mut queries = memory.queries_on(classes);
            for (index, steered) in (first..).zip(steered) {
                let own = &scene.neighbors.bodies[index];
                let heading = rows.headings[own.row as usize];
                *steered = Steered { velocity: own.velocity, heading };
                if own.stance != Stance::Driven && !scene.is_undisturbed(own) {
                    scene.find_near(own, &mut memory.near, &mut queries);
                    let velocity = scene.best_velocity(own, memory);
                    *steered = scene.turn(own, velocity);
                }
            }
            memory.keep(queries);
        });
        has_cleared
    }
}

/// Returns the record of an agent for its neighbours.
fn body(classes: &Classes, rows: &Rows, row: usize) -> Body {
    let (place, options) = (&rows.places[row], &rows.options[row]);
    let mut body = Body {
        point: place.point,
        velocity: rows.velocities[row],
        intended: DVec2::ZERO,
        heading: DVec2::ZERO,
        slowness: rows.slowness[row],
        radius: options.radius,
        reach: classes.radius_on_ground(rows, row),
        row: row as u32,
        layer: place.layer,
        stance: match rows.tasks[row] {
            Task::Walk(_) if !rows.routes[row].is_at_link => Stance::Walks,
            Task::Driven => Stance::Driven,
            _ => Stance::Stands,
        },
        priority: options.priority,
        yields: options.yields,
        goal: rows.routes[row].end().filter(|_| rows.routes[row].is_at_last()),
        crossing: None,
    };
    body.aim(rows.intended[row]);
    body
}

impl Scene<'_> {
    /// True if an agent stands still, and so do all around it.
    fn is_undisturbed(&self, own: &Body) -> bool {
        own.velocity == DVec2::ZERO
            && own.is_at_rest()
            && self.neighbors.are_at_rest(own.point, self.range)
    }

    /// Collects the nearest neighbours, ordered by distance, then by row.
    fn find_near(&self, own: &Body, near: &mut Vec<Near>, queries: &mut ClassQueries<'_>) {
        near.clear();
        let mut farthest = self.range * self.range;
        self.neighbors.each_near(own.point, self.range, |index, other| {
            let distance_sq = own.point.distance_squared(other.point);
            if distance_sq > farthest || other.row == own.row {
                return;
            }
            // Agents above each other do not meet.
            if !meet(self.rows, [own, other], queries) {
                return;
            }
            let new = Near { distance_sq, row: other.row, index: index as u32 };
            let is_before = |a: &Near| (a.distance_sq, a.row) < (new.distance_sq, new.row);
            let at = near.iter().rposition(is_before).map_or(0, |before| before + 1);
            if at == MOST_NEIGHBORS {
                return;
            }
            near.truncate(MOST_NEIGHBORS - 1);
            near.insert(at, new);
            if let Some(last) = near.get(MOST_NEIGHBORS - 1) {
                farthest = last.distance_sq;
            }
        });
    }

    /// Solves the programme of one agent.
    fn best_velocity(&self, own: &Body, memory: &mut Memory) -> DVec2 {
        let (rows, row) = (self.rows, own.row as usize);
        let max_speed = rows.speeds[row];
        let Memory { near, programme, walls, .. } = memory;
        let intended = match &own.crossing {
            Some(crossing) if !crossing.goes => traffic::waiting(self.narrows, rows, own, crossing),
            _ => own.intended,
        };
        if near.is_empty() {
            // The route is legal, and the slide keeps to it around corners.
            return intended.clamp_length_max(max_speed);
        }
        programme.clear();
        let mesh = self.classes.mesh(rows.options[row].class);
        walls.collect(mesh, &rows.places[row], max_speed, &mut programme.planes);
        programme.walls = programme.planes.len();
        for near in &*near {
            let other = &self.neighbors.bodies[near.index as usize];
            programme.planes.extend(self.half_plane(own, other));
        }
        let wanted = courteous(self, near, own, intended);
        let change = programme.solve(wanted, max_speed) - own.velocity;
        own.velocity + change * if own.crossing.is_some() { QUEUE_DAMPING } else { DAMPING }
    }

    /// Returns the velocities that avoid another agent, if this one has to avoid it.
    fn half_plane(&self, own: &Body, other: &Body) -> Option<HalfPlane> {
        let share = share(own, other);
        if share == 0.0 || own.is_at_rest() && other.is_at_rest() {
            return None;
        }
        let [own_disc, mut other_disc] = [own, other].map(disc);
        // Who is stuck behind those that stand has no velocity that they could avoid.
        if own.stance == Stance::Stands && other.stance == Stance::Walks && other.is_slow() {
            other_disc.velocity = if other.slowness > STUCK {
                (own.point - other.point).normalize_or_zero() * other.intended.length()
            } else {
                other.intended
            };
        }
        let horizon = Horizon { apart: HORIZON, overlapping: self.seconds };
        let avoidance = Avoidance::of(&own_disc, &other_disc, horizon, apart(own.row, other.row));
        Some(avoidance.half_plane(own.velocity, share))
    }
}

fn disc(body: &Body) -> Disc {
    Disc { point: body.point, velocity: body.velocity, radius: body.radius }
}

/// The distance within which an agent looks for neighbours, in map units.
fn range(rows: &Rows, row: usize) -> f64 {
    let options = rows.options[row];
    (10.0 * options.radius).max(options.max_speed * HORIZON + 2.0 * options.radius)
}

/// True if two agents are on the same floor, or in sight of each other, as at the end of a ramp.
pub(super) fn meet(rows: &Rows, bodies: [&Body; 2], queries: &mut ClassQueries<'_>) -> bool {
    let [own, other] = bodies;
    own.layer == other.layer || queries.sees(rows, bodies.map(|body| body.row as usize))
}

/// The direction, of length 1, in which an agent leaves another at the same point.
pub(super) fn apart(row: u32, other: u32) -> DVec2 {
    let direction = DVec2::new(0.8, 0.6);
    if row < other { direction } else { -direction }
}
