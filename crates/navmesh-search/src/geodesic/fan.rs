//! The faces around a vertex, and the directions in which a shortest way may go on from there.
//!
//! A shortest way bends at a vertex only if the angles on both of its sides, along the surface, are at least half a turn. It goes
//! through no top of a hill, and past a wall only on the side of the wall.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::NONE;

use super::faces::{Faces, next};

/// The tangent by which directions may miss half a turn. Straight ways through a vertex are found so, whatever the rounding;
/// a way that bends by this much is longer by less than its rounding.
const SLACK: f64 = 1.0 / (1u64 << 30) as f64;

/// A way that comes from this near, as a share of the side beside, goes on in any direction. Its own direction would be rounding.
const NEAR: f64 = 1.0 / (1u64 << 20) as f64;

/// A part of the angle of a face at a vertex, as shares of the side across.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exit {
    /// The side that begins at the vertex.
    pub(super) corner: u32,
    pub(super) from: f64,
    pub(super) to: f64,
}

/// The direction of half a turn, in a face.
#[derive(Debug, Clone, Copy)]
struct HalfTurn {
    corner: u32,
    /// The share of the side across.
    share: f64,
}

/// The sense in which faces are visited.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Sense {
    CounterClockwise,
    Clockwise,
}

impl Sense {
    /// Returns the next face around a vertex, by the side that begins there; `NONE` at a wall.
    fn next(self, faces: &Faces, corner: u32) -> u32 {
        match self {
            Self::CounterClockwise => faces.beyond(next(next(corner))),
            Self::Clockwise => match faces.beyond(corner) {
                NONE => NONE,
                twin => next(twin),
            },
        }
    }

    /// Returns the directions of the first and of the last side of a face at a vertex, in this sense. The first is the axis.
    fn sides(self, faces: &Faces, corner: u32) -> [DVec2; 2] {
        let frame = faces.frame(corner);
        let axis = DVec2::new(frame.length, 0.0);
        match self {
            Self::CounterClockwise => [axis, frame.apex],
            Self::Clockwise => [frame.apex, axis].map(|side| mirrored(frame.apex, side)),
        }
    }
}

/// Appends the exits of a way that came to a vertex in a face, from the direction `back`: along the side that begins at the
/// vertex, and at a right angle to it.
pub(super) fn exits(faces: &Faces, corner: u32, back: DVec2, exits: &mut Vec<Exit>) {
    if back.length() <= NEAR * faces.frame(corner).length {
        let first = HalfTurn { corner, share: 0.0 };
        let beside = Sense::Clockwise.next(faces, corner);
        if !push(faces, first, Sense::CounterClockwise, None, exits) && beside != NONE {
            push(faces, HalfTurn { corner: beside, share: 1.0 }, Sense::Clockwise, None, exits);
        }
        return;
    }
    let clockwise = half_turn(faces, corner, back, Sense::Clockwise, NONE);
    let end = clockwise.map_or(NONE, |turn| turn.corner);
    let first = half_turn(faces, corner, back, Sense::CounterClockwise, end);
    let is_met = match first {
        Some(turn) if turn.corner != NONE => {
            push(faces, turn, Sense::CounterClockwise, clockwise, exits)
        }
        // The other half turn was passed before this one: less than a full turn is around the vertex.
        Some(_) => true,
        None => false,
    };
    if let Some(turn) = clockwise.filter(|_| !is_met) {
        push(faces, turn, Sense::Clockwise, None, exits);
    }
}

/// Returns where half a turn from a direction is reached; `None` at a wall before, or if there is less than that around the vertex.
/// With the corner `NONE` if the face `end` is passed before.
fn half_turn(faces: &Faces, first: u32, back: DVec2, sense: Sense, end: u32) -> Option<HalfTurn> {
    let half = DVec2::new(-1.0, SLACK);
    let back = match sense {
        Sense::CounterClockwise => back,
        Sense::Clockwise => mirrored(faces.frame(first).apex, back),
    };
    // Turned, so that the way came from the axis.
    let turned = |side: DVec2| DVec2::new(side.dot(back), back.perp_dot(side));
    let mut sides = sense.sides(faces, first).map(turned);
    let mut corner = first;
    loop {
        let [a, b] = sides;
        if b.perp_dot(half) <= 0.0 {
            let [before, after] = [a.perp_dot(half), half.perp_dot(b)].map(|part| part.max(0.0));
            let share = if before + after > 0.0 { before / (before + after) } else { 0.0 };
            let share = if sense == Sense::Clockwise { 1.0 - share } else { share };
            return Some(HalfTurn { corner, share });
        }
        corner = sense.next(faces, corner);
        if corner == NONE || corner == first {
            return None;
        }
        let unit = b.normalize_or_zero();
        let turned = |side: DVec2| {
            DVec2::new(unit.x * side.x - unit.y * side.y, unit.x * side.y + unit.y * side.x)
        };
        sides = sense.sides(faces, corner).map(turned);
        if corner == end && sides[1].perp_dot(half) > 0.0 {
            return Some(HalfTurn { corner: NONE, share: 0.0 });
        }
    }
}

/// Returns a direction at a vertex with the last side of its face as the axis, so that angles grow clockwise.
fn mirrored(apex: DVec2, side: DVec2) -> DVec2 {
    DVec2::new(side.dot(apex), side.perp_dot(apex).abs()) / apex.length()
}

/// Appends the exits from half a turn on, up to a wall or to another half turn. True unless a wall was met.
fn push(
    faces: &Faces,
    from: HalfTurn,
    sense: Sense,
    to: Option<HalfTurn>,
    exits: &mut Vec<Exit>,
) -> bool {
    let mut corner = from.corner;
    loop {
        let is_first = corner == from.corner;
        let mut exit = Exit { corner, from: 0.0, to: 1.0 };
        if is_first {
            match sense {
                Sense::CounterClockwise => exit.from = from.share,
                Sense::Clockwise => exit.to = from.share,
            }
        }
        let is_met = to.is_some_and(|to| to.corner == corner);
        if let Some(to) = to.filter(|_| is_met) {
            exit.to = to.share;
        }
        if exit.from <= exit.to {
            exits.push(exit);
        }
        corner = sense.next(faces, corner);
        if is_met || corner == NONE || corner == from.corner {
            return corner != NONE || is_met;
        }
    }
}
