//! Turning: agents with a turning rate move only in the direction in which they head, and turn towards where they mean to go.
//!
//! The farther such an agent has to turn, the slower it is, and beyond 45° it turns on the spot: so it never circles a goal
//! that lies within its turning circle.

use navmesh_core::DVec2;

use super::scene::Scene;
use crate::neighbors::Body;
use crate::workspace::Steered;

impl Scene<'_> {
    /// Returns the velocity and the heading of an agent with a turning rate that means to move with velocity `meant`; those of
    /// others do not change.
    pub(super) fn turn(&self, own: &Body, meant: DVec2) -> Steered {
        let (heading, options) =
            (self.rows.headings[own.row as usize], &self.rows.options[own.row as usize]);
        let Some(rate) = options.max_turning_rate else {
            return Steered { velocity: meant, heading };
        };
        let direction = meant.normalize_or_zero();
        let heading = turned(heading, direction, rate * self.seconds, self.aside);
        let speed = meant.length() * share_of_speed(heading, direction);
        // Who brakes for a turn does so within the acceleration.
        let slowest = options.max_acceleration.map_or(0.0, |limit| {
            own.velocity.dot(heading).min(meant.length()) - limit * self.seconds
        });
        Steered { velocity: heading * speed.max(slowest), heading }
    }
}

/// Returns the share of its speed with which an agent moves while it turns to a direction, of length 1: the cosine of twice the
/// angle, and 0 from 45° on.
pub(super) fn share_of_speed(heading: DVec2, direction: DVec2) -> f64 {
    let cosine = heading.dot(direction).max(0.0);
    (2.0 * cosine * cosine - 1.0).max(0.0)
}

/// Returns a heading turned towards a direction by at most an angle; who has to turn around turns to the side of `aside`.
fn turned(heading: DVec2, towards: DVec2, angle: f64, aside: DVec2) -> DVec2 {
    if towards == DVec2::ZERO {
        return heading;
    }
    let Some(step) = rotation(angle).filter(|step| heading.dot(towards) < step.x) else {
        return towards;
    };
    let side = match heading.perp_dot(towards) {
        0.0 => aside.y,
        sine => sine,
    };
    heading.rotate(DVec2::new(step.x, step.y.copysign(side))).normalize()
}

/// Returns the rotation by an angle as a complex number of length 1, and `None` from half a turn on.
///
/// It is (1 + it)² / (1 + t²) with t the tangent of half the angle, by a convergent of its continued fraction: right up to
/// rounding below 0.3 and to 3·10⁻⁵ for all angles, with the same bits on every machine.
fn rotation(angle: f64) -> Option<DVec2> {
    if angle >= std::f64::consts::PI {
        return None;
    }
    let half = angle / 2.0;
    let square = half * half;
    let tangent =
        half * (945.0 - square * (105.0 - square)) / (945.0 - square * (420.0 - square * 15.0));
    let (across, length_sq) = (tangent * tangent, 1.0 + tangent * tangent);
    Some(DVec2::new(1.0 - across, 2.0 * tangent) / length_sq)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_have_the_angle_that_is_asked() {
        for step in 0..3142 {
            let angle = f64::from(step) / 1000.0;
            let rotation = rotation(angle).expect("less than half a turn");
            let error = (rotation.y.atan2(rotation.x) - angle).abs();
            let tolerated = if angle < 0.3 { 1e-15 } else { 3e-5 };
            assert!(error <= tolerated, "{angle}: {error:e}");
            assert!((rotation.length() - 1.0).abs() < 1e-15);
        }
        assert_eq!(rotation(std::f64::consts::PI), None);
    }

    #[test]
    fn headings_turn_the_shorter_way_and_stop_at_their_aim() {
        let aside = DVec2::new(1.0, -0.1);
        let [right, left] = [DVec2::new(0.6, -0.8), DVec2::new(0.6, 0.8)];
        assert!(turned(DVec2::X, left, 0.1, aside).y > 0.0);
        assert!(turned(DVec2::X, right, 0.1, aside).y < 0.0);
        assert!(turned(DVec2::X, -DVec2::X, 0.1, aside).y < 0.0);
        assert_eq!(turned(DVec2::X, left, 1.0, aside), left);
        assert_eq!(turned(DVec2::X, -DVec2::X, 4.0, aside), -DVec2::X);
        assert_eq!(turned(left, DVec2::ZERO, 0.1, aside), left);
    }

    #[test]
    fn who_turns_slows_down_and_beyond_45_degrees_stops() {
        assert_eq!(share_of_speed(DVec2::X, DVec2::X), 1.0);
        assert!((share_of_speed(DVec2::X, DVec2::new(0.75_f64.sqrt(), 0.5)) - 0.5).abs() < 1e-15);
        for direction in [DVec2::new(0.7, 0.71), DVec2::Y, -DVec2::X, DVec2::ZERO] {
            assert_eq!(share_of_speed(DVec2::X, direction), 0.0);
        }
    }
}
