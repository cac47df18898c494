//! Gates: places so narrow that two agents cannot pass each other, and the turns in which agents go through them.
//!
//! A gate is the middle between a corner of a wall and a wall opposite, if they are nearer to each other than a
//! diameter of the largest agent. The mesh is inset by the radius, so two agents side by side need that much. Gates near
//! each other, such as the two sides of a door, are one passage. Agents go through a passage in one direction at a time.
//! The side that comes first begins. The others wait, until nobody follows or a time has passed.

mod find;

use navmesh_core::geom::nearest_on_segment;
use navmesh_core::{DVec2, NavMesh, Place};

/// The distance from a gate within which agents queue, in radii of the largest agent.
const ZONE: f64 = 20.0;

/// The distance from the straight way of an agent within which a gate is on it, in radii.
const ON_THE_WAY: f64 = 1.5;

/// The distance from a gate within which agents hold or claim the turn, in radii.
const CLAIM: f64 = 8.0;

/// The distance from a gate within which an agent goes on even if its turn ends, in radii.
const INSIDE: f64 = 4.0;

/// The time after which a turn ends if others wait, in seconds.
const LONGEST_TURN: f64 = 20.0;

/// The distance that agents keep from a gate while they wait, in radii.
const WAITING: f64 = 7.0;

/// A gate.
#[derive(Debug, Clone, Copy)]
struct Gate {
    middle: DVec2,
    passage: u32,
}

/// Gates near each other, and whose turn it is.
#[derive(Debug, Clone, Copy)]
struct Passage {
    /// The direction through the first gate, of length 1.
    normal: DVec2,
    turn: Turn,
    /// For each direction the distance of the nearest agent that goes there.
    nearest: [f64; 2],
}

/// The direction that has the turn.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Turn {
    /// The direction, 0 or 1.
    direction: u8,
    /// The time since it began, in seconds.
    held: f64,
    /// True once no more agents of the direction may enter.
    is_ending: bool,
}

/// The way of an agent through a passage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Crossing {
    /// The passage.
    pub(crate) passage: u32,
    direction: u8,
    /// The nearest gate.
    pub(crate) gate: DVec2,
    /// The distance to it.
    pub(crate) distance: f64,
    /// False while the agent has to wait for its turn.
    pub(crate) goes: bool,
}

/// The gates near each cell, and their passages.
#[derive(Debug, Default)]
pub(crate) struct Gates {
    /// The radius for which the gates were found, or 0 before that.
    radius: f64,
    gates: Vec<Gate>,
    passages: Vec<Passage>,
    /// For each slot, the end of its gates in `near`.
    ends: Vec<u32>,
    near: Vec<u32>,
}

#[cfg(test)]
impl Crossing {
    /// A crossing of a gate at the origin.
    pub(crate) fn new(passage: u32, distance: f64, goes: bool) -> Self {
        Self { passage, direction: 0, gate: DVec2::ZERO, distance, goes }
    }
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

    /// Forgets the gates, so that the next update finds those of another mesh.
    pub(crate) fn clear(&mut self) {
        self.radius = 0.0;
    }

    /// Begins a step.
    pub(crate) fn begin(&mut self) {
        for passage in &mut self.passages {
            passage.nearest = [f64::INFINITY; 2];
        }
    }

    /// Returns the way of an agent that walks to `target` through a passage near it. Its turn is open until
    /// [`decide`](Self::decide).
    pub(crate) fn crossing(&mut self, place: &Place, target: DVec2) -> Option<Crossing> {
        let slot = place.cell?.slot as usize;
        let start = slot.checked_sub(1).map_or(0, |before| self.ends[before]) as usize;
        let near = start..self.ends[slot] as usize;
        let (point, heading) = (place.point, target - place.point);
        let (zone, width) = (ZONE * self.radius, ON_THE_WAY * self.radius);
        let mut nearest: Option<(f64, Gate)> = None;
        for &gate in &self.near[near] {
            let gate = self.gates[gate as usize];
            let distance = gate.middle.distance(point);
            let beside = nearest_on_segment(point, target, gate.middle).distance(gate.middle);
            let is_nearer = nearest.is_none_or(|(least, _)| distance < least);
            if distance < zone && beside < width && is_nearer {
                nearest = Some((distance, gate));
            }
        }
        let (distance, gate) = nearest?;
        let passage = &mut self.passages[gate.passage as usize];
        let direction = u8::from(heading.dot(passage.normal) < 0.0);
        let least = &mut passage.nearest[usize::from(direction)];
        *least = least.min(distance);
        let Gate { middle: gate, passage } = gate;
        Some(Crossing { passage, direction, gate, distance, goes: true })
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
                *turn = Turn { direction: 1 - turn.direction, ..Turn::default() };
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

    /// Restores whose turn it is.
    pub(crate) fn set_turns(&mut self, turns: &[Turn]) {
        for (passage, turn) in self.passages.iter_mut().zip(turns) {
            passage.turn = *turn;
        }
    }
}
