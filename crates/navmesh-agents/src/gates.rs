//! Gates: places so narrow that two agents cannot pass each other, and the turns in which agents go through them.
//!
//! A gate is the middle between a corner of a wall and a wall opposite, if they are nearer to each other than a
//! diameter of the largest agent. The mesh is inset by the radius, so two agents side by side need that much. Gates near
//! each other, such as the two sides of a door, are one passage. Agents go through a passage in one direction at a time.
//! The side that comes first begins. The others wait, until nobody follows or a time has passed.
//!
//! A passage with several slow agents before it for some time is jammed, until for as long hardly anybody was delayed.

mod find;
mod jams;
mod squares;

use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_core::{DVec2, NavMesh, Place};

use crate::neighbors::{Body, Crossing};
use crate::route::Route;
use squares::Squares;

/// The distance from a gate within which agents queue, in radii of the largest agent.
const ZONE: f64 = 20.0;

/// The distance from the straight way of an agent within which a gate is on it, in radii.
const ON_THE_WAY: f64 = 1.5;

/// The distance from a gate within which agents hold or claim the turn, in radii.
const CLAIM: f64 = 8.0;

/// The distance from a gate within which an agent goes on even if its turn ends, in radii.
const INSIDE: f64 = 4.0;

/// The distance from a gate from which on a waypoint tells the direction through it, in radii.
const BEYOND: f64 = 6.0;

/// The time after which a turn ends if others wait, in seconds.
const LONGEST_TURN: f64 = 20.0;

/// The distance that agents keep from a gate while they wait, in radii.
const WAITING: f64 = 7.0;

/// A gate.
#[derive(Debug, Clone, Copy)]
struct Gate {
    /// The corner, and the point opposite.
    line: [DVec2; 2],
    middle: DVec2,
    layer: Option<u32>,
    passage: u32,
}

/// Gates near each other, and whose turn it is.
#[derive(Debug, Clone, Copy)]
struct Passage {
    /// The mean direction through its gates.
    normal: DVec2,
    turn: Turn,
    /// For each direction the distance of the nearest agent that goes there.
    nearest: [f64; 2],
    /// The number of agents before it that are slow, or delayed once it is jammed.
    slow: u32,
}

/// The direction that has the turn, and whether the passage is jammed.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Turn {
    /// The direction, 0 or 1.
    direction: u8,
    /// The time since it began, in seconds.
    held: f64,
    /// True once no more agents of the direction may enter.
    is_ending: bool,
    /// The time with slow agents less the time with few, in seconds, from 0 to the time of a jam.
    slow_for: f64,
    /// True from the time of a jam on, until that difference is 0 again.
    is_jammed: bool,
}

/// The gates in squares, and their passages.
#[derive(Debug, Default)]
pub(crate) struct Gates {
    /// The radius for which the gates were found, or 0 before that.
    radius: f64,
    gates: Vec<Gate>,
    passages: Vec<Passage>,
    /// The gates by the squares of their middles, whose sides are the distance within which agents queue.
    zones: Squares,
    /// The lines of jammed passages.
    jams: Vec<[DVec2; 2]>,
}

impl Gates {
    /// Finds the gates of a mesh for agents of `radius`.
    ///
    /// Complexity: linear in the corners of walls, times the edges within a diameter; none if nothing has changed.
    pub(crate) fn update(&mut self, mesh: &NavMesh, radius: f64) {
        if self.radius != radius {
            self.radius = radius;
            self.find(mesh);
        }
    }

    /// Returns the radius for which the gates were found, or 0 before that.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// Returns the distance from a gate within which agents queue.
    pub(crate) fn zone(&self) -> f64 {
        ZONE * self.radius
    }

    /// Forgets the gates, so that the next update finds those of another mesh.
    pub(crate) fn clear(&mut self) {
        self.radius = 0.0;
        self.gates.clear();
        self.passages.clear();
        self.jams.clear();
    }

    /// Begins a step.
    pub(crate) fn begin(&mut self) {
        for passage in &mut self.passages {
            (passage.nearest, passage.slow) = ([f64::INFINITY; 2], 0);
        }
    }

    /// Returns the way of an agent through a passage near it, if the line to its next waypoint leads there and its route
    /// to the other side. Its turn is open until [`decide`](Self::decide).
    pub(crate) fn crossing(
        &mut self,
        place: &Place,
        route: &Route,
        body: &Body,
    ) -> Option<Crossing> {
        let (point, target) = (place.point, route.target()?);
        let (zone, width) = (ZONE * self.radius, ON_THE_WAY * self.radius);
        let mut nearest: Option<(f64, usize, u8)> = None;
        for index in self.zones.around(point) {
            let gate = &self.gates[index];
            let distance = gate.middle.distance(point);
            let is_nearer = nearest.is_none_or(|(least, at, _)| (distance, index) < (least, at));
            if distance < zone && is_nearer && gate.layer == place.layer {
                let beside = nearest_on_segment(point, target, gate.middle).distance(gate.middle);
                let direction = (beside < width).then(|| self.direction(gate, point, route));
                nearest =
                    direction.flatten().map(|direction| (distance, index, direction)).or(nearest);
            }
        }
        let (distance, gate, direction) = nearest?;
        let gate = self.gates[gate];
        let passage = &mut self.passages[gate.passage as usize];
        let least = &mut passage.nearest[usize::from(direction)];
        *least = least.min(distance);
        let is_slow = if passage.turn.is_jammed { body.is_delayed() } else { body.is_slow() };
        passage.slow += u32::from(is_slow);
        let Gate { middle: gate, passage, .. } = gate;
        Some(Crossing { passage, direction, gate, distance, goes: true })
    }

    /// Returns the direction in which a route leads through a gate; `None` if it only leads past the gate.
    fn direction(&self, gate: &Gate, point: DVec2, route: &Route) -> Option<u8> {
        let normal = self.passages[gate.passage as usize].normal;
        // Near a gate the next waypoint may be a corner of it, in any direction.
        let beyond = route.beyond(gate.middle, BEYOND * self.radius)?;
        let [before, behind] = [point, beyond].map(|at| (at - gate.middle).dot(normal));
        (before * behind <= 0.0).then_some(u8::from(behind < 0.0))
    }

    /// Decides whose turn it is, after all agents of the step were asked for their ways.
    pub(crate) fn decide(&mut self, seconds: f64) {
        let (commit, clear) = (CLAIM * self.radius, INSIDE * self.radius);
        for passage in &mut self.passages {
            let Passage { turn, nearest, .. } = passage;
            let own = nearest[usize::from(turn.direction)];
            let other = nearest[usize::from(1 - turn.direction)];
            turn.held += seconds;
            turn.is_ending |= turn.held > LONGEST_TURN && other < commit;
            let is_free = own > if turn.is_ending { clear } else { commit };
            if is_free && (other < own || turn.is_ending) {
                turn.direction = 1 - turn.direction;
                (turn.held, turn.is_ending) = (0.0, false);
            }
        }
    }

    /// True if an agent need not wait for its turn.
    pub(crate) fn goes(&self, crossing: &Crossing) -> bool {
        let turn = &self.passages[crossing.passage as usize].turn;
        let is_inside = crossing.distance <= INSIDE * self.radius;
        crossing.direction == turn.direction && (!turn.is_ending || is_inside)
    }

    /// Returns the velocity of an agent that waits: it keeps away from the gate, and comes no nearer.
    pub(crate) fn waiting(&self, crossing: &Crossing, point: DVec2, intended: DVec2) -> DVec2 {
        let away = (point - crossing.gate).normalize_or_zero();
        let missing = WAITING * self.radius - crossing.distance;
        if missing > self.radius {
            away * (0.5 * intended.length())
        } else if missing > -self.radius {
            DVec2::ZERO
        } else {
            intended
        }
    }

    /// Returns whose turn it is at each passage.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        self.passages.iter().map(|passage| passage.turn).collect()
    }

    /// Restores whose turn it is. Returns false if the turns are not those of these passages.
    pub(crate) fn set_turns(&mut self, turns: &[Turn]) -> bool {
        let is_time = |time: f64| time >= 0.0 && time.is_finite();
        let is_valid =
            |turn: &Turn| turn.direction <= 1 && is_time(turn.held) && is_time(turn.slow_for);
        let fits = turns.len() == self.passages.len() && turns.iter().all(is_valid);
        if fits {
            for (passage, turn) in self.passages.iter_mut().zip(turns) {
                passage.turn = *turn;
            }
            self.list_jams();
        }
        fits
    }
}
