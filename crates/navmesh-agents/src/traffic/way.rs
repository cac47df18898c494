//! The ways of routes through stretches.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::{Turn, turn};

use crate::narrow::{Kind, Mouth, Narrows};
use crate::route::Route;

/// The length by which a chord is prolonged into the walls at its ends, in radii, for routes along walls.
const INTO_WALLS: f64 = 0.1;

/// A part of a way: a stretch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Leg {
    pub(crate) stretch: u32,
    /// The mouth where the way enters; `None` if it begins inside.
    pub(crate) entry: Option<u32>,
    /// The mouth where it leaves; `None` if it ends inside.
    pub(crate) exit: Option<u32>,
}

impl Leg {
    /// True if two agents on these legs may meet head-on.
    pub(super) fn opposes(&self, other: &Self) -> bool {
        let is_same = |a: Option<u32>, b: Option<u32>| a.is_some() && a == b;
        self.stretch == other.stretch
            && !is_same(self.entry, other.entry)
            && !is_same(self.exit, other.exit)
    }

    /// Returns the length of a leg between two mouths, else 0.
    pub(super) fn length(&self, narrows: &Narrows) -> f64 {
        self.entry.zip(self.exit).map_or(0.0, |(a, b)| narrows.length_between([a, b]))
    }
}

/// A crossing of a mouth.
#[derive(Debug, Clone, Copy)]
struct At {
    distance: f64,
    mouth: u32,
    enters: bool,
}

/// The points of a route ahead of an agent.
#[derive(Debug, Default)]
pub(super) struct Trace {
    /// The points, and the length of the way to each.
    points: Vec<(DVec2, f64)>,
    crossings: Vec<At>,
}

impl Trace {
    /// Takes the points of a route from an agent's point on, as far as `length`.
    pub(super) fn follow(&mut self, point: DVec2, route: &Route, length: f64) {
        self.points.clear();
        self.points.push((point, 0.0));
        let (mut last, mut walked) = (point, 0.0);
        for next in route.ahead() {
            let step = last.distance(next);
            if walked + step > length {
                self.points.push((last.lerp(next, (length - walked) / step), length));
                break;
            }
            walked += step;
            self.points.push((next, walked));
            last = next;
        }
    }

    /// Iterates over the boxes around the lines between the points, with a little more around them, and the length of the
    /// way to the end of each.
    pub(super) fn steps(&self, radius: f64) -> impl Iterator<Item = ([DVec2; 2], f64)> + '_ {
        let slack = 2.0 * INTO_WALLS * radius; // twice, for rounding
        self.points.windows(2).map(move |ends| {
            let [(a, _), (b, walked)] = [ends[0], ends[1]];
            ([a.min(b) - slack, a.max(b) + slack], walked)
        })
    }

    /// Returns the length of the way to the first crossing of a mouth, into its stretch or out of it.
    pub(super) fn first_crossing(&self, mouth: &Mouth, radius: f64, enters: bool) -> Option<f64> {
        let mut first = None;
        each_crossing(&self.points, mouth, radius, |distance, is_entry| {
            if is_entry == enters && first.is_none() {
                first = Some(distance);
            }
        });
        first
    }

    /// Adds the legs of a route that begins in `zone`, up to the first hall after a stretch.
    pub(super) fn legs(
        &mut self,
        narrows: &Narrows,
        mut zone: u32,
        knot: u32,
        legs: &mut Vec<Leg>,
    ) {
        let Self { points, crossings, .. } = self;
        crossings.clear();
        for &mouth in narrows.mouths_of(knot) {
            each_crossing(points, narrows.mouth(mouth), narrows.radius(), |distance, enters| {
                crossings.push(At { distance, mouth, enters });
            });
        }
        crossings.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.mouth.cmp(&b.mouth)));
        let mut walked = 0.0;
        let mut next = |zone: u32, enters: bool| {
            let leads_on = |at: &At| {
                let Mouth { stretch, room, .. } = *narrows.mouth(at.mouth);
                at.enters == enters
                    && zone == if enters { room } else { stretch }
                    && at.distance >= walked
            };
            // Each crossing counts once: where mouths meet, several are equally far.
            let at = crossings.remove(crossings.iter().position(leads_on)?);
            walked = at.distance;
            Some(at.mouth)
        };
        loop {
            let is_inside = matches!(narrows.zone(zone).kind, Kind::Stretch);
            let entry = if is_inside { None } else { next(zone, true) };
            if !is_inside && entry.is_none() {
                return;
            }
            let stretch = entry.map_or(zone, |mouth| narrows.mouth(mouth).stretch);
            let exit = next(stretch, false);
            legs.push(Leg { stretch, entry, exit });
            let Some(exit) = exit else { return };
            zone = narrows.mouth(exit).room;
            if narrows.zone(zone).is_hall() {
                return;
            }
        }
    }
}

/// True if a straight way leads out of a stretch by a mouth.
pub(super) fn leads_out(mouth: &Mouth, way: [DVec2; 2], radius: f64) -> bool {
    let mut leads_out = false;
    each_crossing(&way.map(|point| (point, 0.0)), mouth, radius, |_, enters| leads_out |= !enters);
    leads_out
}

/// Calls `visit` with the length of the way to each crossing of a mouth, and whether it leads into the stretch.
fn each_crossing(
    points: &[(DVec2, f64)],
    mouth: &Mouth,
    radius: f64,
    mut visit: impl FnMut(f64, bool),
) {
    let [a, b] = mouth.line;
    let along = b - a;
    let slack = INTO_WALLS * radius * along.length();
    let mut last: Option<(Turn, usize)> = None;
    for (index, &(point, _)) in points.iter().enumerate() {
        let side = turn(a, b, point);
        if side == Turn::Collinear {
            continue;
        }
        if let Some((_, at)) = last.filter(|last| last.0 != side) {
            let (from, walked) = points[at];
            let cross = if index == at + 1 {
                let [start, end] = [from, point].map(|point| along.perp_dot(point - a));
                from.lerp(point, (start / (start - end)).clamp(0.0, 1.0))
            } else {
                points[at + 1].0 // on the line
            };
            let share = (cross - a).dot(along);
            if share >= -slack && share <= along.length_squared() + slack {
                visit(walked + from.distance(cross), side == Turn::Left);
            }
        }
        last = Some((side, index));
    }
}
