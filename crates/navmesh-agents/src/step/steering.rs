//! Steering: the velocity nearest to the intended one that avoids walls and neighbours.

use navmesh_core::{DVec2, NavMesh};
use navmesh_search::MeshQueries;

use super::Workspace;
use crate::crowd::Crowd;
use crate::half_plane::{Avoidance, Disc, Horizon};
use crate::rows::{Rows, Task};

/// The time for which neighbours avoid contact, in seconds.
const HORIZON: f64 = 2.0;

/// The most neighbours that an agent avoids: the nearest ones.
const MOST_NEIGHBORS: usize = 10;

/// The sine by which an agent with neighbours turns right, so that two who meet head-on do not stand still.
const KEEP_RIGHT: f64 = 1.0 / 64.0;

/// A neighbour, and its squared distance.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Near {
    distance_sq: f64,
    row: usize,
}

impl Crowd {
    /// Writes the new velocity of each agent into the workspace.
    pub(super) fn steer(&mut self, mesh: &NavMesh, seconds: f64) {
        let (rows, space) = (&self.rows, &mut self.workspace);
        let range = (0..rows.len()).map(|row| range(rows, row)).fold(1.0, f64::max);
        space.neighbors.build(rows.places.iter().map(|place| place.point), range / 2.0);
        let mut queries = MeshQueries::new(mesh);
        let horizon = Horizon { apart: HORIZON, overlapping: seconds };
        space.vectors.clear();
        for row in 0..rows.len() {
            let velocity = if rows.tasks[row] == Task::Led {
                rows.velocities[row]
            } else {
                space.find_near(rows, row, &mut queries);
                space.best_velocity(rows, row, mesh, horizon)
            };
            space.vectors.push(velocity);
        }
    }
}

impl Workspace {
    /// Collects the nearest neighbours, ordered by distance, then by row.
    fn find_near(&mut self, rows: &Rows, row: usize, queries: &mut MeshQueries<'_>) {
        let (place, range) = (rows.places[row], range(rows, row));
        let near = &mut self.near;
        near.clear();
        self.neighbors.each_near(place.point, range, |other| {
            let distance_sq = place.point.distance_squared(rows.point(other));
            if other != row && distance_sq < range * range {
                near.push(Near { distance_sq, row: other });
            }
        });
        if queries.mesh().has_layers() {
            // Agents above each other do not meet.
            near.retain(|other| {
                let other = rows.places[other.row];
                other.layer == place.layer || queries.sees(place, other).unwrap_or(false)
            });
        }
        let order =
            |a: &Near, b: &Near| a.distance_sq.total_cmp(&b.distance_sq).then(a.row.cmp(&b.row));
        if near.len() > MOST_NEIGHBORS {
            near.select_nth_unstable_by(MOST_NEIGHBORS - 1, order);
            near.truncate(MOST_NEIGHBORS);
        }
        near.sort_unstable_by(order);
    }

    /// Solves the programme of one agent.
    fn best_velocity(
        &mut self,
        rows: &Rows,
        row: usize,
        mesh: &NavMesh,
        horizon: Horizon,
    ) -> DVec2 {
        let (programme, own) = (&mut self.programme, disc(rows, row));
        let max_speed = rows.options[row].max_speed;
        if self.near.is_empty() {
            // The route is legal, and the slide keeps to it around corners.
            return rows.intended[row].clamp_length_max(max_speed);
        }
        programme.clear();
        self.walls.collect(mesh, &rows.places[row], max_speed, &mut programme.planes);
        programme.walls = programme.planes.len();
        for near in &self.near {
            let avoidance =
                Avoidance::of(&own, &disc(rows, near.row), horizon, apart(row, near.row));
            let share = share(rows, row, near.row);
            programme.planes.push(avoidance.half_plane(own.velocity, share));
        }
        let aside = -rows.intended[row].perp() * KEEP_RIGHT;
        programme.solve(rows.intended[row] + aside, max_speed)
    }
}

/// The distance within which an agent looks for neighbours, in map units.
fn range(rows: &Rows, row: usize) -> f64 {
    let options = rows.options[row];
    (10.0 * options.radius).max(options.max_speed * HORIZON + 2.0 * options.radius)
}

fn disc(rows: &Rows, row: usize) -> Disc {
    let (point, velocity) = (rows.point(row), rows.velocities[row]);
    Disc { point, velocity, radius: rows.options[row].radius }
}

/// The direction, of length 1, in which an agent leaves another at the same point.
pub(super) fn apart(row: usize, other: usize) -> DVec2 {
    let direction = DVec2::new(0.8, 0.6);
    if row < other { direction } else { -direction }
}

/// The share of the avoidance that an agent takes. A pair's shares sum to 1.
pub(super) fn share(rows: &Rows, row: usize, other: usize) -> f64 {
    if rows.tasks[other] == Task::Led {
        return 1.0;
    }
    match [rows.walks(row), rows.walks(other)] {
        [true, false] => 1.0 - STANDING_SHARE,
        [false, true] => STANDING_SHARE,
        _ => 0.5,
    }
}

/// The share of an agent that stands, against one that walks.
const STANDING_SHARE: f64 = 0.2;
