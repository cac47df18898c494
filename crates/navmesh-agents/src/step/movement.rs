//! Movement: exact slides along the mesh, then passes that resolve the overlap that is left.

use navmesh_core::{DVec2, NavMesh};
use navmesh_search::MeshQueries;

use super::Workspace;
use super::steering::{apart, share};
use crate::crowd::Crowd;
use crate::rows::{Rows, Task};

/// The most passes per step that resolve overlap.
const PASSES: usize = 4;

/// The overlap that stays, as a share of the distance at which two agents touch.
const TOLERATED: f64 = 1e-6;

impl Crowd {
    /// Moves all agents by their new velocities, and apart where they overlap.
    pub(super) fn move_all(&mut self, mesh: &NavMesh, seconds: f64) {
        let (rows, space) = (&mut self.rows, &mut self.workspace);
        let mut queries = MeshQueries::new(mesh);
        for row in 0..rows.len() {
            if rows.tasks[row] == Task::Led {
                continue;
            }
            let before = rows.point(row);
            slide(rows, row, space.vectors[row] * seconds, &mut queries);
            rows.velocities[row] = (rows.point(row) - before) / seconds;
        }
        for _ in 0..PASSES {
            if !space.find_overlap(rows) {
                return;
            }
            for row in 0..rows.len() {
                if space.vectors[row] != DVec2::ZERO {
                    slide(rows, row, space.vectors[row], &mut queries);
                }
            }
        }
    }
}

/// Moves an agent along the mesh, and lowers the bound of its route by the length of the move.
fn slide(rows: &mut Rows, row: usize, by: DVec2, queries: &mut MeshQueries<'_>) {
    let place = rows.places[row];
    // A place on the mesh and a valid target never fail; if they did, the agent would stand.
    if let Ok(moved) = queries.move_along(place, place.point + by) {
        rows.places[row] = moved.place();
        rows.routes[row].bound -= moved.travelled;
    }
}

impl Workspace {
    /// Writes the displacement of each agent out of the others. Returns false if nobody overlaps.
    fn find_overlap(&mut self, rows: &Rows) -> bool {
        let radius = rows.options.iter().map(|options| options.radius).fold(0.0, f64::max);
        self.neighbors.build(rows.places.iter().map(|place| place.point), 2.0 * radius);
        self.vectors.clear();
        let mut is_any = false;
        for row in 0..rows.len() {
            let by = if rows.tasks[row] == Task::Led {
                DVec2::ZERO
            } else {
                self.push_on(rows, row, radius)
            };
            is_any |= by != DVec2::ZERO;
            self.vectors.push(by);
        }
        is_any
    }

    /// Returns the displacement of one agent out of all others, at most its radius.
    fn push_on(&self, rows: &Rows, row: usize, largest: f64) -> DVec2 {
        let (place, own) = (rows.places[row], rows.options[row].radius);
        let mut sum = DVec2::ZERO;
        self.neighbors.each_near(place.point, own + largest, |other| {
            let offset = place.point - rows.point(other);
            let (distance, touch) = (offset.length(), own + rows.options[other].radius);
            let is_above = rows.places[other].layer != place.layer;
            if other == row || is_above || distance >= touch * (1.0 - TOLERATED) {
                return;
            }
            let direction = if distance > 0.0 { offset / distance } else { apart(row, other) };
            sum += direction * ((touch - distance) * share(rows, row, other));
        });
        sum.clamp_length_max(own)
    }
}
