//! Windows: the part of a side that straight lines from a root reach, over faces laid out in one plane.

use navmesh_core::backend::collections::NONE;
use navmesh_core::{DVec2, DVec3};

use super::faces::{Faces, Frame, next, within};

/// The share of a length by which another way must be shorter, so that rounding leaves out none.
pub(super) const ROUNDING: f64 = 1.0 / (1u64 << 40) as f64;

/// A part of a side, seen from a root through the faces before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    /// The side of the face that is entered. Lengths are along it.
    pub(super) side: u32,
    /// The beginning of the part.
    pub(super) from: f64,
    /// Its end.
    pub(super) to: f64,
    /// The root in the frame of the side, laid out below it.
    pub(super) source: DVec2,
    /// The root.
    pub(super) root: u32,
    /// The window before; `NONE` if the root lies in the face before the side.
    pub(super) before: u32,
}

/// The nearest known way to the apex of a face through one of its sides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nearest {
    pub(super) cost: f64,
    /// The place on the side where it crosses.
    pub(super) at: f64,
}

impl Window {
    /// Returns where the line from the source to a point above the side crosses it.
    pub(super) fn crossing(&self, point: DVec2) -> f64 {
        let DVec2 { x, y } = self.source;
        let share = -y / (point.y - y);
        if share.is_finite() { x + (point.x - x) * share } else { x }
    }

    /// Returns where the shortest way through the window to a point above the side crosses it, and its length.
    pub(super) fn reach(&self, point: DVec2) -> (f64, f64) {
        let at = self.crossing(point).clamp(self.from, self.to);
        let crossing = DVec2::new(at, 0.0);
        (at, self.source.distance(crossing) + crossing.distance(point))
    }

    /// Returns the window through another side of the entered face: the next one if `right`, or the one before.
    ///
    /// `None` if no line passes there, or at a wall. The lines are those between `from` and `to` of this window.
    pub(super) fn through(
        &self,
        faces: &Faces,
        frame: Frame,
        right: bool,
        [from, to]: [f64; 2],
    ) -> Option<Self> {
        let exit = if right { next(self.side) } else { next(next(self.side)) };
        let side = faces.beyond(exit);
        if side == NONE || from >= to {
            return None;
        }
        let end = DVec2::new(frame.length, 0.0);
        // The side beyond begins where the exit ends.
        let [origin, other] = if right { [frame.apex, end] } else { [DVec2::ZERO, frame.apex] };
        let axis = other - origin;
        let length = axis.length();
        let along = |at: f64| {
            let line = DVec2::new(at, 0.0) - self.source;
            let share = (self.source - origin).perp_dot(line) / axis.perp_dot(line);
            share.clamp(0.0, 1.0) * length
        };
        let at_apex = self.crossing(frame.apex);
        let near = |at: f64| match right {
            true if at == at_apex => 0.0,
            true if at == frame.length => length,
            false if at == 0.0 => 0.0,
            false if at == at_apex => length,
            _ => along(at),
        };
        let to_source = self.source - origin;
        let source = DVec2::new(to_source.dot(axis), axis.perp_dot(to_source)) / length;
        let source = DVec2::new(source.x, source.y.min(0.0));
        let window = Self { side, from: near(from), to: near(to), source, ..*self };
        let is_usable = window.from < window.to && source.y < 0.0 && source.is_finite();
        is_usable.then_some(window)
    }

    /// Returns the least length of a way through the window to a point that lies above its side, over any ground.
    pub(super) fn least_to(&self, faces: &Faces, point: DVec3) -> f64 {
        let [origin, end] = [faces.at(self.side), faces.at(next(self.side))];
        self.reach(within(origin, end, point).1).1
    }
}
