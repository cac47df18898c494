//! Permitted velocities of a pair of agents: half-planes of optimal reciprocal collision avoidance.
//!
//! Source: J. van den Berg, S. J. Guy, M. Lin, D. Manocha, "Reciprocal n-Body Collision Avoidance", Robotics
//! Research 2011. Two discs touch within the time horizon if their relative velocity is in a cone with a rounded
//! tip, the velocity obstacle. The half-plane is bounded by a line through the nearest point of its border, and
//! each agent takes a share of the change.
//!
//! We differ from it in: 1) the share is not always one half, and depends on the right of way; 2) two agents at one
//! point move apart in a fixed direction.

use navmesh_core::DVec2;

/// The velocities to the left of a directed line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct HalfPlane {
    /// A point of the line, a velocity in map units per second.
    pub(crate) point: DVec2,
    /// The direction of the line, of length 1.
    pub(crate) direction: DVec2,
}

impl HalfPlane {
    /// Returns the half-plane of the velocities from `point` on in the direction of `normal`, of length 1.
    pub(crate) fn facing(normal: DVec2, point: DVec2) -> Self {
        Self { point, direction: DVec2::new(normal.y, -normal.x) }
    }

    /// Returns the distance of a velocity outside the half-plane, negative if it is inside.
    pub(crate) fn violation(&self, velocity: DVec2) -> f64 {
        self.direction.perp_dot(self.point - velocity)
    }
}

/// A disc that moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Disc {
    pub(crate) point: DVec2,
    pub(crate) velocity: DVec2,
    pub(crate) radius: f64,
}

/// The time for which a pair avoids contact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Horizon {
    /// The time without contact, in seconds, for discs that are apart.
    pub(crate) apart: f64,
    /// The time in which discs that overlap move apart, in seconds.
    pub(crate) overlapping: f64,
}

/// The change of the relative velocity that avoids contact, and the normal of the line that bounds it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avoidance {
    normal: DVec2,
    change: DVec2,
}

impl Avoidance {
    /// Returns the least change for `own` against `other`. If both are at one point, `own` is moved in the direction
    /// `apart`, of length 1.
    pub(crate) fn of(own: &Disc, other: &Disc, horizon: Horizon, apart: DVec2) -> Self {
        let offset = other.point - own.point;
        let velocity = own.velocity - other.velocity;
        let reach = own.radius + other.radius;
        let distance_sq = offset.length_squared();
        if distance_sq <= reach * reach {
            return Self::from_tip(
                velocity - offset / horizon.overlapping,
                reach / horizon.overlapping,
                apart,
            );
        }
        let tip = velocity - offset / horizon.apart;
        let towards = tip.dot(offset);
        if towards < 0.0 && towards * towards > reach * reach * tip.length_squared() {
            return Self::from_tip(tip, reach / horizon.apart, apart);
        }
        let leg = (distance_sq - reach * reach).sqrt();
        let along = |side: f64| {
            let across = offset.perp() * (side * reach);
            (offset * leg + across) / distance_sq
        };
        // The nearer leg of the cone; its normal points out of the cone.
        let is_left = offset.perp_dot(tip) > 0.0;
        let direction = if is_left { along(1.0) } else { -along(-1.0) };
        let change = direction * velocity.dot(direction) - velocity;
        Self { normal: direction.perp(), change }
    }

    /// Returns the change to the border of a circle of `radius` around the tip of the cone.
    fn from_tip(from_centre: DVec2, radius: f64, apart: DVec2) -> Self {
        let length = from_centre.length();
        let normal = if length > 0.0 { from_centre / length } else { apart };
        Self { normal, change: normal * (radius - length) }
    }

    /// Returns the half-plane of an agent with `velocity` that takes `share` of the change.
    pub(crate) fn half_plane(&self, velocity: DVec2, share: f64) -> HalfPlane {
        HalfPlane::facing(self.normal, velocity + self.change * share)
    }
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::rng::SplitMix64;

    use super::*;

    const HORIZON: Horizon = Horizon { apart: 2.0, overlapping: 0.1 };

    /// The least distance of two discs' centres within the horizon.
    fn nearest_approach(offset: DVec2, velocity: DVec2) -> f64 {
        let speed_sq = velocity.length_squared();
        let time = if speed_sq > 0.0 { offset.dot(velocity) / speed_sq } else { 0.0 };
        offset.distance(velocity * time.clamp(0.0, HORIZON.apart))
    }

    #[test]
    fn a_pair_that_takes_its_shares_just_touches_within_the_horizon() {
        let mut rng = SplitMix64::new(3);
        let mut draw = |size: f64| DVec2::new(rng.unit() - 0.5, rng.unit() - 0.5) * size;
        let mut touching = 0;
        for _ in 0..20_000 {
            let own = Disc { point: draw(8.0), velocity: draw(4.0), radius: 0.5 };
            let other = Disc { point: draw(8.0), velocity: draw(4.0), radius: 0.75 };
            let offset = other.point - own.point;
            if offset.length() < 1.3 {
                continue;
            }
            let avoidance = Avoidance::of(&own, &other, HORIZON, DVec2::X);
            let velocity = own.velocity - other.velocity + avoidance.change;
            assert!((nearest_approach(offset, velocity) - 1.25).abs() < 1e-6);
            let plane = avoidance.half_plane(own.velocity, 0.5);
            let collides = nearest_approach(offset, own.velocity - other.velocity) < 1.25;
            assert_eq!(plane.violation(own.velocity) > 0.0, collides);
            touching += usize::from(collides);
        }
        assert!(touching > 1000);
    }

    #[test]
    fn mirrored_pairs_have_mirrored_half_planes() {
        let mirror = |disc: Disc| Disc {
            point: disc.point * DVec2::new(1.0, -1.0),
            velocity: disc.velocity * DVec2::new(1.0, -1.0),
            ..disc
        };
        let own = Disc { point: DVec2::ZERO, velocity: DVec2::new(1.0, 0.25), radius: 0.5 };
        let other =
            Disc { point: DVec2::new(3.0, 0.5), velocity: DVec2::new(-1.0, 0.0), radius: 0.5 };
        let seen = Avoidance::of(&own, &other, HORIZON, DVec2::X);
        let mirrored = Avoidance::of(&mirror(own), &mirror(other), HORIZON, DVec2::X);
        assert_eq!(seen.change * DVec2::new(1.0, -1.0), mirrored.change);
    }

    #[test]
    fn agents_at_one_point_move_apart() {
        let disc = Disc { point: DVec2::ONE, velocity: DVec2::ZERO, radius: 0.5 };
        let avoidance = Avoidance::of(&disc, &disc, HORIZON, DVec2::X);
        assert_eq!(avoidance.change, DVec2::new(10.0, 0.0));
    }
}
