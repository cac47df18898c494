//! Traffic through narrow places: who may enter, and who has to walk back.
//!
//! An agent enters a stretch or a small room only if everybody inside can still leave, one after another, without
//! anybody in the way: a *safe order*. So all that are inside get out, if nobody enters. An agent that has waited for long
//! claims the way: nobody enters any more from a hall against it, until it goes.
//!
//! Agents that were put into a stretch against each other, by the program, an edit or a push, have no safe order. Then
//! those walk back that have the shortest way out, until the others have one.
//!
//! The rule is that of banks that lend only what leaves an order in which all can be paid: E. W. Dijkstra, Een algorithme
//! ter voorkoming van de dodelijke omarming (1965). Agents are the customers, the ground is the money.

mod members;
mod order;
mod turns;
mod waiting;
mod way;

use navmesh_core::Place;

use crate::narrow::{Kind, Leave, Mouth, Narrows, Pass};
use crate::neighbors::{Body, Crossing};
use crate::route::Route;
use crate::rows::{Rows, Task};
use members::Member;
use order::Safety;
pub(crate) use turns::Clock;
pub(crate) use waiting::{is_in_the_way, target, waiting};
use way::{Leg, Trace};

/// The distance from a mouth within which agents ask for their turn, in radii.
const CLAIM: f64 = 8.0;

/// The memory of a step's traffic.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    trace: Trace,
    members: Vec<Member>,
    legs: Vec<Leg>,
    safety: Safety,
    asks: Vec<usize>,
    /// Those that were refused.
    refused: Vec<usize>,
    /// The rows in a small room.
    inside: Vec<usize>,
    /// For each row its zone, in the current step.
    zones: Vec<Option<u32>>,
}

impl Traffic {
    /// Begins a step.
    pub(crate) fn begin(&mut self) {
        self.zones.clear();
    }

    /// Returns the way of an agent through a stretch near it or around it, and ends leaves that are used or no longer
    /// needed. Call it for all agents, in the order of their rows. The turn is open until [`decide`](Self::decide).
    pub(crate) fn meet(
        &mut self,
        narrows: &mut Narrows,
        rows: &mut Rows,
        row: usize,
        body: &Body,
    ) -> Option<Crossing> {
        let place = narrows.place_of(rows.places[row], rows.options[row].class);
        let zone = narrows.zone_at(&place);
        self.zones.push(zone);
        let walks = matches!(rows.tasks[row], Task::Walk(_)) && !rows.routes[row].is_at_link;
        let (Some(zone), true) = (zone, walks) else {
            rows.passes[row] = Pass::default();
            return None;
        };
        let pass = &mut rows.passes[row];
        pass.retreats &= !narrows.zone(zone).is_home;
        let crossing = if pass.retreats {
            narrows.way_home(&place, zone)
        } else {
            self.crossing(narrows, &place, &rows.routes[row], zone)
        };
        let is_used = match pass.leave {
            Leave::None => false,
            Leave::Granted { mouth, enters } => {
                let Mouth { stretch, room, .. } = *narrows.mouth(mouth);
                let has_gone = zone == if enters { stretch } else { room };
                let is_before = zone == if enters { room } else { stretch };
                let leads_there = crossing.is_some_and(|at| at.stretch == stretch);
                has_gone || !(leads_there && (is_before || !enters))
            }
            Leave::Waits { room, .. } => zone != room || crossing.is_none(),
        };
        if is_used {
            pass.leave = Leave::None;
        }
        if crossing.is_none() {
            pass.waited = 0.0;
        }
        let is_on_its_way = matches!(pass.leave, Leave::Granted { .. });
        pass.came_by =
            pass.came_by.filter(|&mouth| is_on_its_way || narrows.mouth(mouth).stretch == zone);
        let crossing = crossing?;
        narrows.count_slow(crossing.stretch, body.is_slow(), body.is_delayed());
        Some(crossing)
    }

    /// Returns the way of an agent from a zone: the mouth by which it leaves its stretch, or enters the next.
    fn crossing(
        &mut self,
        narrows: &Narrows,
        place: &Place,
        route: &Route,
        zone: u32,
    ) -> Option<Crossing> {
        let is_inside = matches!(narrows.zone(zone).kind, Kind::Stretch);
        let length = if is_inside { f64::INFINITY } else { narrows.look_ahead() };
        self.trace.follow(place.point, route, length);
        let trace = &self.trace;
        let nearer = |nearest: Option<(f64, u32)>, mouth: u32| {
            let at = narrows.mouth(mouth);
            let is_here = if is_inside { at.stretch == zone } else { at.room == zone };
            if !is_here || at.layer != place.layer {
                return nearest;
            }
            let distance = trace.first_crossing(at, narrows.radius(), !is_inside);
            let is_nearer = |at: &(f64, u32)| nearest.is_none_or(|nearest| *at < nearest);
            distance.map(|distance| (distance, mouth)).filter(is_nearer).or(nearest)
        };
        let mut nearest = None;
        if is_inside {
            nearest = narrows.zone(zone).mouths.iter().copied().fold(nearest, nearer);
        } else {
            for (bounds, walked) in trace.steps(narrows.radius()) {
                let here = narrows.mouths_within(bounds);
                let here = here.filter(|&mouth| narrows.mouth(mouth).touches(bounds));
                nearest = here.fold(nearest, nearer);
                if nearest.is_some_and(|(distance, _)| distance <= walked) {
                    break; // mouths on later steps are farther
                }
            }
        }
        let (distance, mouth) = nearest?;
        let Mouth { stretch, middle: gate, .. } = *narrows.mouth(mouth);
        Some(Crossing { stretch, mouth, gate, distance, is_inside, goes: true })
    }

    /// Decides who goes on, after [`meet`](Self::meet) was called for all agents. `bodies` are in the order of the rows.
    ///
    /// Complexity: for each knot quadratic in the agents inside and the legs of their ways, for each that asks. A knot
    /// tests no more than a number of asks in each step.
    pub(crate) fn decide(
        &mut self,
        narrows: &Narrows,
        rows: &mut Rows,
        bodies: &mut [Body],
        clock: Clock,
    ) {
        self.collect(narrows, rows, bodies);
        let mut members = std::mem::take(&mut self.members);
        for members in members.chunk_by_mut(|a, b| a.knot == b.knot) {
            self.take_turns(narrows, members, rows, bodies, clock);
        }
        self.members = members;
    }
}
