//! The permitted velocity nearest to the intended one: a linear programme in two dimensions.
//!
//! Source: M. de Berg, O. Cheong, M. van Kreveld, M. Overmars, "Computational Geometry", 2008, chapter 4: half-planes
//! are added one by one, and a half-plane that excludes the best velocity so far puts the best one on its line. If
//! nothing is permitted, the half-planes of agents are moved back by the least equal distance, as J. van den Berg and
//! others describe in "Reciprocal n-Body Collision Avoidance", 2011. Those of walls stay.

use navmesh_core::DVec2;

use crate::half_plane::HalfPlane;

/// The least sine of the angle between two lines that count as crossing.
const PARALLEL: f64 = 1e-9;

/// The aim of a programme.
#[derive(Debug, Clone, Copy)]
enum Preference {
    /// The velocity nearest to this one.
    Nearest(DVec2),
    /// The velocity farthest in this direction, of length 1.
    Farthest(DVec2),
}

/// Solves programmes, with memory of its own.
#[derive(Debug, Default)]
pub(crate) struct Programme {
    /// The half-planes: first those of walls, then those of agents.
    pub(crate) planes: Vec<HalfPlane>,
    /// The number of half-planes of walls.
    pub(crate) walls: usize,
    projected: Vec<HalfPlane>,
}

impl Programme {
    /// Removes all half-planes.
    pub(crate) fn clear(&mut self) {
        self.planes.clear();
        self.walls = 0;
    }

    /// Returns the permitted velocity nearest to `intended`, no faster than `max_speed`.
    ///
    /// If there is none, it returns the one that violates the half-planes of agents least.
    ///
    /// Complexity: quadratic in the half-planes at worst; cubic if nothing is permitted.
    pub(crate) fn solve(&mut self, intended: DVec2, max_speed: f64) -> DVec2 {
        match best(&self.planes, max_speed, Preference::Nearest(intended)) {
            Ok(velocity) => velocity,
            Err(failure) => self.least_violation(failure, max_speed),
        }
    }

    /// Moves the half-planes of agents back, from the one that failed on, until a velocity is permitted.
    fn least_violation(&mut self, failure: Failure, max_speed: f64) -> DVec2 {
        let mut velocity = failure.before;
        let mut distance = 0.0;
        for index in failure.plane.max(self.walls)..self.planes.len() {
            let plane = self.planes[index];
            if plane.violation(velocity) <= distance {
                continue;
            }
            self.project(index);
            let inwards = plane.direction.perp();
            if let Ok(found) = best(&self.projected, max_speed, Preference::Farthest(inwards)) {
                velocity = found;
            }
            distance = plane.violation(velocity);
        }
        velocity
    }

    /// Collects the half-planes in which plane `last` is violated more than each one before it.
    fn project(&mut self, last: usize) {
        let plane = self.planes[last];
        self.projected.clear();
        self.projected.extend_from_slice(&self.planes[..self.walls]);
        for other in &self.planes[self.walls..last] {
            let sine = plane.direction.perp_dot(other.direction);
            let point = if sine.abs() > PARALLEL {
                plane.point + plane.direction * (other.violation(plane.point) / -sine)
            } else if plane.direction.dot(other.direction) > 0.0 {
                continue; // both move back alike
            } else {
                (plane.point + other.point) * 0.5
            };
            let direction = (other.direction - plane.direction).normalize_or_zero();
            self.projected.push(HalfPlane { point, direction });
        }
    }
}

/// A half-plane that permits nothing together with those before it.
#[derive(Debug, Clone, Copy)]
struct Failure {
    plane: usize,
    /// The best velocity without it.
    before: DVec2,
}

/// Returns the best velocity within a circle and half-planes.
fn best(planes: &[HalfPlane], max_speed: f64, aim: Preference) -> Result<DVec2, Failure> {
    let mut velocity = match aim {
        Preference::Nearest(intended) => intended.clamp_length_max(max_speed),
        Preference::Farthest(direction) => direction * max_speed,
    };
    for (index, plane) in planes.iter().enumerate() {
        if plane.violation(velocity) > 0.0 {
            velocity = best_on_line(&planes[..index], *plane, max_speed, aim)
                .ok_or(Failure { plane: index, before: velocity })?;
        }
    }
    Ok(velocity)
}

/// Returns the best velocity on the border of `plane` within a circle and the half-planes before it.
fn best_on_line(
    before: &[HalfPlane],
    plane: HalfPlane,
    max_speed: f64,
    aim: Preference,
) -> Option<DVec2> {
    let HalfPlane { point, direction } = plane;
    let middle = -point.dot(direction);
    let half_sq = max_speed * max_speed - point.length_squared() + middle * middle;
    if half_sq < 0.0 {
        return None;
    }
    let half = half_sq.sqrt();
    let [mut low, mut high] = [middle - half, middle + half];
    for other in before {
        let sine = direction.perp_dot(other.direction);
        let violation = other.violation(point);
        if sine.abs() <= PARALLEL {
            if violation > 0.0 {
                return None;
            }
            continue;
        }
        let crossing = violation / -sine;
        if sine < 0.0 {
            low = low.max(crossing)
        } else {
            high = high.min(crossing)
        }
        if low > high {
            return None;
        }
    }
    let along = match aim {
        Preference::Farthest(towards) if towards.dot(direction) > 0.0 => high,
        Preference::Farthest(_) => low,
        Preference::Nearest(intended) => direction.dot(intended - point).clamp(low, high),
    };
    Some(point + direction * along)
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
