//! Safe orders.

use super::members::{Member, add_legs_home};
use super::way::Leg;
use crate::narrow::{Kind, Leave, Narrows};

/// The end of an agent's way in a knot.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    /// It leaves the knot.
    Leaves,
    /// It stays in a zone.
    Stays(u32),
}

/// The memory of a test.
#[derive(Debug, Default)]
pub(super) struct Safety {
    /// The agents that are still on their ways.
    left: Vec<usize>,
    /// The zones of the agents that stay inside, and the agents.
    stay: Vec<(u32, usize)>,
}

impl Safety {
    /// Lets the agents inside walk to the ends of their ways one after another. Returns the number of those that cannot, and
    /// marks them.
    ///
    /// Those that leave go first. Those that stay inside go where nobody's way leads.
    ///
    /// Complexity: cubic in the agents at worst, times the legs of their ways; quadratic where most can go at once.
    pub(super) fn test(
        &mut self,
        narrows: &Narrows,
        members: &mut [Member],
        legs: &[Leg],
    ) -> usize {
        self.left.clear();
        self.stay.clear();
        self.left.extend((0..members.len()).filter(|&at| members[at].is_inside));
        loop {
            let count = self.left.len();
            for index in (0..count).rev() {
                if self.end(narrows, members, legs, self.left[index]) == Some(End::Leaves) {
                    self.left.remove(index);
                }
            }
            if self.left.len() < count {
                continue;
            }
            let stays = self.left.iter().enumerate().find_map(|(index, &at)| {
                let Some(End::Stays(zone)) = self.end(narrows, members, legs, at) else {
                    return None;
                };
                (!self.is_on_a_way(narrows, members, legs, at, zone)).then_some((index, zone))
            });
            let Some((index, zone)) = stays else { break };
            let at = self.left.remove(index);
            self.stay.push((zone, at));
        }
        for (at, member) in members.iter_mut().enumerate() {
            member.is_blocked = self.left.contains(&at);
        }
        self.left.len()
    }

    /// Returns where an agent's way ends, if nobody is on it.
    fn end(&self, narrows: &Narrows, members: &[Member], legs: &[Leg], at: usize) -> Option<End> {
        let own = &members[at];
        let mut zone = own.at;
        for leg in own.legs(legs) {
            let others =
                || self.left.iter().filter(|&&other| other != at).map(|&other| &members[other]);
            let mut inside = others().filter(|other| {
                other.at == leg.stretch && !own.fits_beside(narrows, other, leg.stretch)
            });
            let is_free = match leg.exit {
                Some(exit) if zone == leg.stretch => {
                    let way = length_to(narrows, own, exit);
                    !inside.any(|other| {
                        let others = length_to(narrows, other, exit);
                        others < way || others == way && other.row < own.row
                    })
                }
                _ => inside.next().is_none(),
            };
            let mut stay = self.stay.iter().filter(|stay| stay.0 == leg.stretch);
            if !is_free || stay.any(|stay| !own.fits_beside(narrows, &members[stay.1], leg.stretch))
            {
                return None;
            }
            let Some(exit) = leg.exit else { return Some(End::Stays(leg.stretch)) };
            zone = narrows.mouth(exit).room;
            let Kind::SmallRoom(places) = &narrows.zone(zone).kind else {
                return Some(End::Leaves);
            };
            let count = others().filter(|other| other.at == zone).count();
            if count + self.stay.iter().filter(|stay| stay.0 == zone).count() > places.len() {
                return None;
            }
        }
        Some(End::Stays(zone))
    }

    /// True if an agent that stays in a zone would be in the way of another.
    fn is_on_a_way(
        &self,
        narrows: &Narrows,
        members: &[Member],
        legs: &[Leg],
        at: usize,
        zone: u32,
    ) -> bool {
        let others =
            || self.left.iter().filter(|&&other| other != at).map(|&other| &members[other]);
        let leads_there = |leg: &Leg| {
            let room = leg.exit.map(|exit| narrows.mouth(exit).room);
            leg.stretch == zone || room == Some(zone)
        };
        let is_full = match &narrows.zone(zone).kind {
            Kind::SmallRoom(places) => {
                let count = others().filter(|other| other.at == zone).count();
                count + self.stay.iter().filter(|stay| stay.0 == zone).count() >= places.len()
            }
            _ => true,
        };
        let is_in_the_way =
            |other: &Member| is_full && !members[at].fits_beside(narrows, other, zone);
        let mut others = others().filter(|other| is_in_the_way(other));
        others.any(|other| other.legs(legs).iter().any(leads_there))
    }

    /// Makes the way of an agent lead to a home: of the agents that cannot leave by their ways, the one for which that way
    /// is free and the shortest.
    pub(super) fn nearest_to_a_home(
        &self,
        narrows: &Narrows,
        members: &mut [Member],
        legs: &mut Vec<Leg>,
    ) -> Option<usize> {
        let mut nearest: Option<(f64, usize, [usize; 2])> = None;
        for &at in &self.left {
            let (zone, place) = (members[at].at, members[at].place);
            if members[at].retreats || narrows.way_home(&place, zone).is_none() {
                continue;
            }
            let first = legs.len();
            add_legs_home(narrows, &place, zone, legs);
            let own = std::mem::replace(&mut members[at].legs, [first, legs.len()]);
            let is_free = self.end(narrows, members, legs, at).is_some();
            let way = std::mem::replace(&mut members[at].legs, own);
            let length = narrows.distance_home(&place, zone);
            if is_free && nearest.is_none_or(|(least, ..)| length < least) {
                nearest = Some((length, at, way));
            }
        }
        let (_, at, way) = nearest?;
        members[at].legs = way;
        Some(at)
    }
}

/// True if an agent would enter a stretch with a fork against others inside, where they could block the fork for each
/// other.
pub(super) fn meets_others(narrows: &Narrows, members: &[Member], legs: &[Leg], at: usize) -> bool {
    let Some(&own) = members[at].legs(legs).first() else { return false };
    if own.entry.is_none() || narrows.zone(own.stretch).mouths.len() < 3 {
        return false;
    }
    let is_inside = |other: &&Member| other.is_inside && other.at == own.stretch;
    members.iter().filter(is_inside).any(|other| {
        let exit = other.legs(legs).first().and_then(|leg| leg.exit);
        own.opposes(&Leg { stretch: own.stretch, entry: other.came_by, exit })
            && !members[at].fits_beside(narrows, other, own.stretch)
    })
}

/// True if the zone that an agent enters has a place for it, and nobody waits for it before.
pub(super) fn has_place(narrows: &Narrows, members: &[Member], at: usize) -> bool {
    let own = &members[at];
    let Kind::SmallRoom(places) = &narrows.zone(own.at).kind else { return true };
    let others = members.iter().filter(|other| other.is_inside && other.row != own.row);
    let count = others.filter(|other| other.at == own.at).count();
    count <= places.len() && !is_behind(narrows, members, at)
}

/// True if an agent that may leave a stretch is behind another one that waits there for the same mouth.
pub(super) fn is_behind(narrows: &Narrows, members: &[Member], at: usize) -> bool {
    let own = &members[at];
    let Leave::Granted { mouth, enters: false } = own.leave else { return false };
    let way = narrows.way_out(&own.place, mouth).length_from(own.place.point);
    let stretch = narrows.mouth(mouth).stretch;
    members.iter().any(|other| {
        other.row != own.row
            && other.at == stretch
            && !own.fits_beside(narrows, other, stretch)
            && length_to(narrows, other, mouth) < way
    })
}

/// Returns the length of the way of an agent in a stretch to one of its mouths. It is below 0 for one that has yet to enter
/// by that mouth, and so is in the way of all that leave by it.
fn length_to(narrows: &Narrows, member: &Member, mouth: u32) -> f64 {
    let point = member.place.point;
    match member.entry {
        Some(entry) if entry == mouth => -narrows.mouth(entry).middle.distance(point),
        Some(entry) => {
            narrows.mouth(entry).middle.distance(point) + narrows.length_between([entry, mouth])
        }
        None => narrows.way_out(&member.place, mouth).length_from(point),
    }
}
