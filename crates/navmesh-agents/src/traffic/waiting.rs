//! The places and velocities of agents that wait or walk back.

use navmesh_core::DVec2;

use super::way;
use crate::classes::ClassQueries;
use crate::narrow::{Kind, Leave, Narrows};
use crate::neighbors::{Body, Crossing};
use crate::rows::Rows;

/// The distance that agents keep from a mouth while they wait in a hall, in radii.
const WAITING: f64 = 7.0;

/// The distance that agents keep from a mouth while they wait inside a stretch, in radii.
const WAITING_INSIDE: f64 = 2.5;

/// The time after which an agent that does not come to its place looks for another, in seconds.
const IMPATIENT: f64 = 2.0;

/// Returns the point to which a pass leads an agent off its route.
pub(crate) fn target(narrows: &Narrows, rows: &Rows, row: usize) -> Option<DVec2> {
    let pass = &rows.passes[row];
    if let Leave::Waits { room, place } = pass.leave {
        let Kind::SmallRoom(places) = &narrows.zone(room).kind else { return None };
        return places.get(place as usize).copied();
    }
    if !pass.retreats {
        return None;
    }
    let place = narrows.place_of(rows.places[row], rows.options[row].class);
    let Crossing { mouth, is_inside, .. } = narrows.way_home(&place, narrows.zone_at(&place)?)?;
    Some(if is_inside { narrows.way_out(&place, mouth).beyond } else { narrows.way_in(mouth) })
}

/// Returns the velocity of an agent that waits before a mouth.
///
/// In a hall it keeps away from it, and comes no nearer. In a small room it goes to its place, or stands. Inside a stretch it
/// stops before the mouth.
pub(crate) fn waiting(narrows: &Narrows, rows: &Rows, own: &Body, crossing: &Crossing) -> DVec2 {
    let (point, intended, leave) = (own.point, own.intended, rows.passes[own.row as usize].leave);
    let radius = narrows.radius();
    if !crossing.is_inside && !narrows.zone(narrows.mouth(crossing.mouth).room).is_hall() {
        // On the way to its place, if there is one.
        return if leave == Leave::None { DVec2::ZERO } else { intended };
    }
    if crossing.is_inside {
        return if crossing.distance > WAITING_INSIDE * radius { intended } else { DVec2::ZERO };
    }
    let away = (point - crossing.gate).normalize_or_zero();
    let missing = WAITING * radius - crossing.distance;
    if missing > radius {
        away * (0.5 * intended.length())
    } else if missing > -radius {
        DVec2::ZERO
    } else {
        intended
    }
}

/// True if an agent is in a stretch, and a point that it wants to stand at is not.
pub(crate) fn is_in_the_way(
    narrows: &Narrows,
    rows: &Rows,
    row: usize,
    queries: &mut ClassQueries<'_>,
) -> bool {
    let place = narrows.place_of(rows.places[row], rows.options[row].class);
    let queries = queries.of(rows.options[row].class);
    let Some(end) = rows.routes[row].end_place(queries.mesh()) else { return false };
    let zone = narrows.zone_at(&place).map(|zone| narrows.zone(zone));
    let stretch = zone.filter(|zone| matches!(zone.kind, Kind::Stretch));
    stretch.is_some_and(|zone| {
        let mut mouths = zone.mouths.iter().map(|&mouth| narrows.mouth(mouth));
        mouths.any(|mouth| way::leads_out(mouth, [place.point, end.point], narrows.radius()))
            || !queries.sees(rows.places[row], end).unwrap_or(false)
    })
}

/// Gives an agent that waits in a small room a place there, the nearest that is free. `zones` are those of the rows, and
/// `inside` is memory for the rows in the room.
pub(super) fn wait_in_room(
    narrows: &Narrows,
    rows: &mut Rows,
    row: usize,
    zones: &[Option<u32>],
    inside: &mut Vec<usize>,
) {
    let Some(room) = zones[row] else { return };
    let Kind::SmallRoom(places) = &narrows.zone(room).kind else { return };
    let point = rows.point(row);
    match rows.passes[row].leave {
        Leave::None => {}
        Leave::Granted { .. } => return,
        Leave::Waits { place, .. } => {
            let is_there = places[place as usize].distance(point) < narrows.radius();
            if is_there || rows.calm[row] < IMPATIENT {
                return;
            }
        }
    }
    let others = (0..rows.len()).filter(|&other| other != row && zones[other] == Some(room));
    inside.clear();
    inside.extend(others);
    let is_free = |place: u32| {
        let (at, clear) = (places[place as usize], 2.0 * narrows.radius());
        inside.iter().all(|&other| {
            let waits_there = rows.passes[other].leave == Leave::Waits { room, place };
            !waits_there && rows.point(other).distance(at) >= clear
        })
    };
    let distance = |place: &u32| places[*place as usize].distance(point);
    let free = (0..places.len() as u32).filter(|&place| is_free(place));
    if let Some(place) = free.min_by(|a, b| distance(a).total_cmp(&distance(b))) {
        rows.passes[row].leave = Leave::Waits { room, place };
    }
}
