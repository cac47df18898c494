//! The agents of knots: those inside, those that may enter, and those that ask.

use navmesh_core::Place;

use super::way::Leg;
use super::{CLAIM, Traffic};
use crate::narrow::{Kind, Leave, Mouth, Narrows};
use crate::neighbors::Body;
use crate::rows::Rows;

/// The time after which an agent that may enter is stuck, in seconds.
const STUCK: f64 = 4.0;

/// An agent of a knot.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) knot: u32,
    pub(super) row: usize,
    pub(super) place: Place,
    /// Its radius on the mesh of the narrow places.
    pub(super) reach: f64,
    /// The zone that it is in, or may enter.
    pub(super) at: u32,
    /// The mouth by which it has yet to enter.
    pub(super) entry: Option<u32>,
    /// The mouth before which it stands, and the length of the way to it.
    pub(super) mouth: Option<(u32, f64)>,
    /// True if it may enter, and stands still all the same.
    pub(super) is_stuck: bool,
    /// The range of its legs. If it is in a stretch, the first one leads out of it.
    pub(super) legs: [usize; 2],
    /// The mouth by which it enters or has entered its stretch, if it had leave.
    pub(super) came_by: Option<u32>,
    pub(super) waited: f64,
    /// True if it is in the knot, or may enter.
    pub(super) is_inside: bool,
    /// True if it asks to go on.
    pub(super) asks: bool,
    /// True if it walks back to a home.
    pub(super) retreats: bool,
    /// The leave that it asks for.
    pub(super) leave: Leave,
    /// True if it cannot leave in any order, by the last test.
    pub(super) is_blocked: bool,
}

impl Member {
    pub(super) fn legs<'a>(&self, legs: &'a [Leg]) -> &'a [Leg] {
        &legs[self.legs[0]..self.legs[1]]
    }

    /// Puts an agent behind the next mouth of its way. A stretch without length, or one that is left at once, counts as
    /// passed with its entry.
    pub(super) fn step_ahead(&mut self, narrows: &Narrows, legs: &[Leg]) {
        let Some(&leg) = self.legs(legs).first() else { return };
        if self.at == leg.stretch {
            let Some(exit) = leg.exit else { return };
            self.leave = Leave::Granted { mouth: exit, enters: false };
            (self.at, self.entry) = (narrows.mouth(exit).room, Some(exit));
            self.legs[0] += 1;
            return;
        }
        let Some(entry) = leg.entry else { return };
        self.came_by = Some(entry);
        (self.at, self.entry, self.is_inside) = (leg.stretch, Some(entry), true);
        self.leave = Leave::Granted { mouth: entry, enters: true };
        if let Some(exit) = leg.exit
            && leg.length(narrows) < CLAIM * narrows.radius()
            && !narrows.zone(narrows.mouth(exit).room).is_hall()
        {
            self.leave = Leave::Granted { mouth: exit, enters: false };
            self.at = narrows.mouth(exit).room;
            self.legs[0] += 1;
        }
    }

    /// True if an agent can pass another one in a stretch.
    pub(super) fn fits_beside(&self, narrows: &Narrows, other: &Self, stretch: u32) -> bool {
        narrows.zone(stretch).is_wide_enough([self.reach, other.reach])
    }

    /// True if an agent that is nearer to the same mouth may enter and stands still. Those behind it then make room.
    pub(super) fn lets_pass(&self, members: &[Self]) -> bool {
        members.iter().any(|other| other.is_stuck && self.queues_behind(other))
    }

    /// True if an agent may enter and stands still, behind others that wait before the same mouth.
    pub(super) fn is_shut_out(&self, members: &[Self]) -> bool {
        self.is_stuck && members.iter().any(|other| other.asks && self.queues_behind(other))
    }

    /// True if another agent stands before the same mouth, nearer to it.
    fn queues_behind(&self, other: &Self) -> bool {
        let mouths = self.mouth.zip(other.mouth);
        mouths.is_some_and(|((own, way), (mouth, nearer))| own == mouth && nearer < way)
    }

    /// Puts an agent that has not entered yet back before the mouth.
    pub(super) fn step_back(&mut self, narrows: &Narrows, legs: &[Leg]) {
        let Some(mouth) = self.entry.take() else { return };
        let Mouth { stretch, .. } = *narrows.mouth(mouth);
        if self.at != stretch {
            self.legs[0] -= 1;
        }
        let leg = self.legs(legs).first();
        self.at = leg.and_then(|leg| leg.entry).map_or(stretch, |entry| narrows.mouth(entry).room);
        self.is_inside = !narrows.zone(self.at).is_hall();
    }
}

/// Adds the legs from a place in a zone to the nearest home.
pub(super) fn add_legs_home(narrows: &Narrows, place: &Place, mut zone: u32, legs: &mut Vec<Leg>) {
    let mut first = narrows.way_home(place, zone);
    while !narrows.zone(zone).is_home {
        let (entry, exit) = match (first.take(), narrows.zone(zone).way_home) {
            (Some(crossing), _) if crossing.is_inside => (None, crossing.mouth),
            (_, Some([entry, exit])) => (Some(entry), exit),
            _ => return,
        };
        let Mouth { stretch, room, .. } = *narrows.mouth(exit);
        legs.push(Leg { stretch, entry, exit: Some(exit) });
        zone = room;
    }
}

impl Traffic {
    /// Collects the agents of all knots where somebody asks or is inside, sorted by knot and row.
    pub(super) fn collect(&mut self, narrows: &Narrows, rows: &Rows, bodies: &[Body]) {
        self.members.clear();
        self.legs.clear();
        for (row, body) in bodies.iter().enumerate() {
            let (Some(zone), Some(crossing)) = (self.zones[row], &body.crossing) else {
                self.collect_idle(narrows, rows, body);
                continue;
            };
            let knot = narrows.zone(crossing.stretch).knot;
            let is_near = crossing.distance <= CLAIM * narrows.radius();
            let is_inside = !narrows.zone(zone).is_hall();
            let leave = rows.passes[row].leave;
            if !is_near && !is_inside && leave == Leave::None {
                continue;
            }
            let mut member = Member::new(narrows, rows, body, knot, zone);
            member.is_inside = is_inside;
            self.trace.follow(member.place.point, &rows.routes[row], f64::INFINITY);
            let first = self.legs.len();
            if member.retreats {
                add_legs_home(narrows, &member.place, zone, &mut self.legs);
            } else {
                self.trace.legs(narrows, zone, knot, &mut self.legs);
            }
            member.legs = [first, self.legs.len()];
            member.mouth = (!is_inside).then_some((crossing.mouth, crossing.distance));
            if let Leave::Granted { .. } = leave {
                member.step_ahead(narrows, &self.legs);
                member.is_stuck = rows.calm[row] > STUCK;
            } else if is_near || matches!(leave, Leave::Waits { .. }) {
                let exit = narrows.mouth(crossing.mouth);
                member.asks = !crossing.is_inside || !narrows.zone(exit.room).is_hall();
            }
            self.members.push(member);
        }
        self.members.sort_unstable_by_key(|member| (member.knot, member.row));
    }

    /// Collects an agent that walks to a goal in its own zone.
    fn collect_idle(&mut self, narrows: &Narrows, rows: &Rows, body: &Body) {
        let row = body.row as usize;
        let Some(zone) = self.zones[row].filter(|_| rows.walks(row)) else { return };
        if !narrows.zone(zone).is_hall() {
            let mut member = Member::new(narrows, rows, body, narrows.zone(zone).knot, zone);
            member.is_inside = true;
            member.legs = [self.legs.len(); 2];
            if matches!(narrows.zone(zone).kind, Kind::Stretch) {
                self.legs.push(Leg { stretch: zone, entry: None, exit: None });
                member.legs[1] += 1;
            }
            self.members.push(member);
        }
    }
}

impl Member {
    /// Creates an agent that is in a zone, and asks for nothing.
    fn new(narrows: &Narrows, rows: &Rows, body: &Body, knot: u32, zone: u32) -> Self {
        let row = body.row as usize;
        Self {
            knot,
            row,
            place: narrows.place_of(rows.places[row], rows.options[row].class),
            reach: body.reach,
            at: zone,
            entry: None,
            mouth: None,
            is_stuck: false,
            legs: [0; 2],
            came_by: rows.passes[row].came_by,
            waited: rows.passes[row].waited,
            is_inside: false,
            asks: false,
            retreats: rows.passes[row].retreats,
            leave: Leave::None,
            is_blocked: false,
        }
    }
}
