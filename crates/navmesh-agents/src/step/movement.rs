//! Movement: exact slides along the mesh, then passes that resolve the overlap that is left.

use navmesh_core::DVec2;

use super::phases::each_chunk;
use super::progress::measure;
use super::steering::{apart, meet};
use crate::classes::Classes;
use crate::crowd::Crowd;
use crate::neighbors::{Body, Stance};
use crate::right_of_way::share;
use crate::rows::Rows;
use crate::workspace::{Move, Workspace};

/// The most passes per step that resolve overlap.
const PASSES: usize = 8;

/// The least share of an agent with the right of way in a pass, so that it does not push others through walls.
const LEAST_SHARE: f64 = 0.25;

/// The overlap that stays, as a share of the distance at which two agents touch.
const TOLERATED: f64 = 1e-6;

impl Crowd {
    /// Moves all agents by their new velocities, and apart where they overlap, and measures who is slow.
    pub(super) fn move_all(&mut self, classes: &Classes, seconds: f64) {
        let (rows, space) = (&mut self.rows, &mut self.workspace);
        space.vectors.clear();
        for (body, steered) in space.neighbors.bodies.iter().zip(&space.steered) {
            let is_driven = body.stance == Stance::Driven;
            space.vectors.push(steered.velocity * if is_driven { 0.0 } else { seconds });
        }
        space.moved = 0.0;
        space.slide_all(rows, classes);
        space.active.clear();
        space.active.resize(rows.len(), true);
        for _ in 0..PASSES {
            if !space.find_overlap(rows, classes) {
                break;
            }
            space.slide_all(rows, classes);
            space.find_active();
        }
        for (body, steered) in space.neighbors.bodies.iter().zip(&space.steered) {
            let row = body.row as usize;
            let heading = rows.headings[row];
            if body.stance != Stance::Driven {
                // With the pushes, so that neighbours know who gives way.
                let velocity = (body.point - space.unsorted[row].point) / seconds;
                rows.velocities[row] = velocity.clamp_length_max(rows.speeds[row]);
                rows.headings[row] = steered.heading;
            }
            measure(rows, row, heading, seconds);
        }
    }
}

impl Workspace {
    /// Moves all agents along the mesh by their vectors, and lowers the bounds of their routes by the ways.
    fn slide_all(&mut self, rows: &mut Rows, classes: &Classes) {
        let (bodies, vectors) = (&self.neighbors.bodies, &self.vectors);
        let (places, options) = (&rows.places, &rows.options);
        self.moves.resize(bodies.len(), Move::default());
        each_chunk(&mut self.moves, &mut self.memories, |first, moves, memory| {
            let mut queries = memory.queries_on(classes);
            for (index, end) in (first..).zip(moves) {
                let (row, by) = (bodies[index].row as usize, vectors[index]);
                let place = places[row];
                *end = Move { place, travelled: 0.0 };
                if by == DVec2::ZERO {
                    continue;
                }
                // A place on the mesh and a valid target never fail; if they did, the agent would stand.
                let queries = queries.of(options[row].class);
                if let Ok(moved) = queries.move_along(place, place.point + by) {
                    *end = Move { place: moved.place(), travelled: moved.travelled };
                }
            }
            memory.keep(queries);
        });
        let mut farthest: f64 = 0.0;
        for (body, end) in self.neighbors.bodies.iter_mut().zip(&self.moves) {
            let row = body.row as usize;
            farthest = farthest.max(body.point.distance_squared(end.place.point));
            (body.point, body.layer) = (end.place.point, end.place.layer);
            rows.places[row] = end.place;
            rows.routes[row].bound -= end.travelled;
        }
        self.moved += farthest.sqrt();
    }

    /// Writes the displacement of each agent out of the others. Returns false if nobody overlaps.
    fn find_overlap(&mut self, rows: &Rows, classes: &Classes) -> bool {
        let (neighbors, moved, largest) = (&self.neighbors, self.moved, self.largest);
        let active = &self.active;
        each_chunk(&mut self.vectors, &mut self.memories, |first, vectors, memory| {
            let mut queries = memory.queries_on(classes);
            for (index, vector) in (first..).zip(vectors) {
                let own = &neighbors.bodies[index];
                // Neither is where the index knows it.
                let range = own.radius + largest + moved;
                *vector = DVec2::ZERO;
                if active[index] && own.stance != Stance::Driven {
                    neighbors.each_near(own.point, range, |_, other| {
                        if overlaps(own, other) && meet(rows, [own, other], &mut queries) {
                            *vector += push(own, other);
                        }
                    });
                    *vector = vector.clamp_length_max(own.radius);
                }
            }
            memory.keep(queries);
        });
        self.vectors.iter().any(|vector| *vector != DVec2::ZERO)
    }

    /// Finds the agents that may overlap after a pass: those that it has moved, and those near them.
    fn find_active(&mut self) {
        let Self { neighbors, vectors, active, largest, moved, .. } = self;
        active.fill(false);
        for (body, vector) in neighbors.bodies.iter().zip(vectors) {
            if *vector != DVec2::ZERO {
                let range = body.radius + *largest + *moved;
                neighbors.each_near(body.point, range, |index, _| active[index] = true);
            }
        }
    }
}

/// True if two agents overlap in the plane, by more than what is tolerated.
fn overlaps(own: &Body, other: &Body) -> bool {
    let touch = (own.radius + other.radius) * (1.0 - TOLERATED);
    other.row != own.row && own.point.distance_squared(other.point) < touch * touch
}

/// Returns the displacement of an agent out of another that it overlaps.
fn push(own: &Body, other: &Body) -> DVec2 {
    let offset = own.point - other.point;
    let (touch, distance) = (own.radius + other.radius, offset.length());
    let direction = if distance > 0.0 { offset / distance } else { apart(own.row, other.row) };
    direction * ((touch - distance) * share_of_push(own, other))
}

/// Returns the share of an agent in a push.
fn share_of_push(own: &Body, other: &Body) -> f64 {
    let is_firm = |body: &Body| body.stance == Stance::Stands && body.yields == 0.0;
    if is_firm(own) || other.stance == Stance::Driven || is_firm(other) {
        return share(own, other);
    }
    share(own, other).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE)
}
