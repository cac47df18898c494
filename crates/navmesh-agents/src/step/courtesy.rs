//! Courtesy: the changes of an intended velocity that pedestrians make before they have to avoid anyone.
//!
//! An agent among others turns a little to the right, so that two who meet head-on do not stand still, and more so in a
//! throng, so that streams that meet pass each other. In the queue before a narrow place it walks no faster than those who
//! are slow ahead, and closes the gap.

use navmesh_core::DVec2;

use super::scene::Scene;
use crate::neighbors::{Body, Stance};
use crate::workspace::Near;

/// The time in which an agent in a queue closes the gap to the one ahead, in seconds.
const CLOSE_UP: f64 = 0.5;

/// The speed of an agent in a queue that stands, as a share of its intended speed.
const CREEP: f64 = 0.2;

/// The share of its intended speed below which the one ahead is slow.
const SLOW_AHEAD: f64 = 0.7;

/// The slowness above which an agent that meets others head-on steps aside.
const STUCK: f64 = 0.9;

/// The distance of two agents that meet head-on, in sums of their radii.
const FACE_TO_FACE: f64 = 1.2;

/// The tangent of the angle by which an agent in a throng turns farther to the right than beside one other.
const THRONG_TURN: f64 = 0.4;

/// The neighbours of a throng, each counted by how near it is.
const THRONG: f64 = 6.0;

/// The distance from which on a neighbour does not count for a throng, in radii of the agent.
const THRONG_REACH: f64 = 10.0;

/// Returns the velocity that an agent with neighbours intends.
pub(super) fn courteous(scene: &Scene<'_>, near: &[Near], own: &Body, intended: DVec2) -> DVec2 {
    if own.stance != Stance::Walks {
        return intended;
    }
    let full = intended.length();
    let mut speed = full;
    if own.crossing.is_some() {
        let ahead = near.iter().map(|near| &scene.neighbors.bodies[near.index as usize]);
        let limits = ahead.filter_map(|other| queue_limit(own, other, full));
        speed = limits.fold(speed, f64::min);
    }
    let is_at_last = scene.rows.routes[own.row as usize].is_at_last();
    // Around a common goal everybody is oncoming for somebody.
    // Inside a stretch there is no room to step aside.
    let is_stuck = own.slowness > STUCK
        && !own.crossing.is_some_and(|crossing| crossing.is_inside)
        && !is_at_last
        && near.iter().any(|near| is_oncoming(scene, own, near));
    let aside = match own.crossing {
        _ if is_stuck => step_aside(scene.aside),
        None if !is_at_last => in_a_throng(scene.aside, near, own.radius),
        _ => scene.aside,
    };
    intended.normalize_or_zero().rotate(aside) * speed
}

/// True if a neighbour stands in the way of an agent and wants to go where it comes from.
fn is_oncoming(scene: &Scene<'_>, own: &Body, near: &Near) -> bool {
    let other = &scene.neighbors.bodies[near.index as usize];
    let reach = FACE_TO_FACE * (own.radius + other.radius);
    near.distance_sq < reach * reach
        && other.stance == Stance::Walks
        && (other.point - own.point).dot(own.heading) > 0.0
        && own.heading.dot(other.heading) < -0.5
}

/// Returns the turn of an agent that is stuck: 60° to the side of `aside`.
fn step_aside(aside: DVec2) -> DVec2 {
    DVec2::new(0.5, 0.75_f64.sqrt().copysign(aside.y))
}

/// Returns the turn of an agent with these neighbours on its way, the greater the more of them are near.
fn in_a_throng(aside: DVec2, near: &[Near], radius: f64) -> DVec2 {
    let reach = THRONG_REACH * radius;
    let weight = |near: &Near| (1.0 - near.distance_sq / (reach * reach)).max(0.0);
    let share = (near.iter().map(weight).sum::<f64>() / THRONG).min(1.0);
    (aside + DVec2::Y * (THRONG_TURN * share * share).copysign(aside.y)).normalize()
}

/// Returns the speed behind another agent of the queue, if it is ahead and slow compared with the `full` speed.
fn queue_limit(own: &Body, other: &Body, full: f64) -> Option<f64> {
    let offset = other.point - own.point;
    let (along, across) = (offset.dot(own.heading), offset.perp_dot(own.heading));
    let reach = own.radius + other.radius;
    let half_sq = reach * reach - across * across;
    let speed = other.velocity.dot(own.heading).max(0.0);
    let is_ahead = along > 0.0 && half_sq > 0.0;
    let queues = other.stance == Stance::Walks && own.heading.dot(other.heading) > 0.5;
    let gap = (along - half_sq.max(0.0).sqrt()).max(0.0);
    (is_ahead && queues && speed < SLOW_AHEAD * full)
        .then_some(speed + gap / CLOSE_UP + CREEP * full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::right_of_way::to_the_right;

    /// The tangent of the turn beside neighbours at these distances, for agents of radius 0.5.
    fn tangent(aside: DVec2, distances: &[f64]) -> f64 {
        let near = |&distance: &f64| Near { distance_sq: distance * distance, row: 0, index: 0 };
        let turn = in_a_throng(aside, &distances.iter().map(near).collect::<Vec<_>>(), 0.5);
        assert!((turn.length() - 1.0).abs() < 1e-15);
        turn.y / turn.x
    }

    #[test]
    fn the_nearer_and_the_more_the_neighbours_the_farther_an_agent_keeps_to_the_right() {
        let alone = tangent(to_the_right(), &[]);
        assert_eq!(alone, to_the_right().y / to_the_right().x);
        assert_eq!(tangent(to_the_right(), &[5.0, 7.0]), alone);
        let mut before = alone;
        for distances in [&[4.0; 3][..], &[2.0; 3], &[2.0; 6], &[1.0; 6]] {
            let turn = tangent(to_the_right(), distances);
            assert!(turn < before, "{distances:?}");
            before = turn;
        }
        // Of a full throng more neighbours change nothing, and those who keep left turn left.
        let most = tangent(to_the_right(), &[0.0; 6]);
        assert_eq!(tangent(to_the_right(), &[0.0; 10]), most);
        let to_the_left = to_the_right() * DVec2::new(1.0, -1.0);
        assert_eq!(tangent(to_the_left, &[0.0; 6]), -most);
    }
}
