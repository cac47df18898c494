//! Turns: who may go on, who makes room, and who walks back.

use super::members::Member;
use super::waiting::wait_in_room;
use super::{Traffic, order};
use crate::narrow::{Leave, Narrows};
use crate::neighbors::Body;
use crate::rows::Rows;

/// The time after which an agent that waits claims the way, in seconds.
const LONGEST_WAIT: f64 = 20.0;

/// The same in times of its way through the narrow places ahead.
const WAYS: f64 = 1.5;

/// The most asks that a knot tests in a step. Those from one zone through one stretch count once if the first is refused.
const MOST_TESTS: usize = 16;

/// The number of pairs of agents from which on a knot decides in some of the steps only.
const MANY_PAIRS: usize = 4096;

/// The time of a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    pub(crate) steps: u64,
    pub(crate) seconds: f64,
}

/// A step of a knot.
struct Turn {
    seconds: f64,
    /// The number of agents that cannot leave, as in rooms that are too full.
    blocked: usize,
    /// The number of tests that are left.
    tests: usize,
}

impl Traffic {
    /// Decides the turns of the agents of one knot.
    pub(super) fn take_turns(
        &mut self,
        narrows: &Narrows,
        members: &mut [Member],
        rows: &mut Rows,
        bodies: &mut [Body],
        clock: Clock,
    ) {
        let pairs = members.len().saturating_mul(members.len());
        let every = 1 + (pairs / MANY_PAIRS) as u64;
        let knot = members.first().map_or(0, |member| u64::from(member.knot));
        let mut turn = Turn { seconds: clock.seconds, blocked: 0, tests: 0 };
        if clock.steps.wrapping_add(knot).is_multiple_of(every) {
            self.make_room(narrows, members, rows);
            turn.blocked = self.resolve(narrows, members, rows);
            turn.tests = MOST_TESTS;
        }
        self.answer(narrows, members, rows, bodies, &mut turn);
    }

    /// Takes the leaves of agents that another one, which stands still before the same mouth, needs to get in, of those that
    /// do not get through others who wait there, and of those that may pass through a stretch where others wait.
    fn make_room(&mut self, narrows: &Narrows, members: &mut [Member], rows: &mut Rows) {
        for at in 0..members.len() {
            let own = &members[at];
            if own.entry.is_some()
                && (own.lets_pass(members)
                    || own.is_shut_out(members)
                    || order::is_behind(narrows, members, at))
            {
                members[at].step_back(narrows, &self.legs);
                members[at].asks = true;
                rows.passes[members[at].row].leave = Leave::None;
            }
        }
    }

    /// Makes agents walk back out of stretches until there is a safe order. Returns the number of agents that cannot leave
    /// all the same.
    fn resolve(&mut self, narrows: &Narrows, members: &mut [Member], rows: &mut Rows) -> usize {
        let Self { safety, legs, .. } = self;
        loop {
            let blocked = safety.test(narrows, members, legs);
            if blocked == 0 {
                return 0;
            }
            // An agent that has not gone yet need not go.
            let waits =
                members.iter().position(|member| member.is_blocked && member.entry.is_some());
            if let Some(at) = waits {
                members[at].step_back(narrows, legs);
                rows.passes[members[at].row].leave = Leave::None;
            } else if let Some(at) = safety.nearest_to_a_home(narrows, members, legs) {
                members[at].retreats = true;
                rows.passes[members[at].row].retreats = true;
            } else {
                return blocked;
            }
        }
    }

    /// Answers those that ask, who has waited longest first.
    fn answer(
        &mut self,
        narrows: &Narrows,
        members: &mut [Member],
        rows: &mut Rows,
        bodies: &mut [Body],
        turn: &mut Turn,
    ) {
        let mut asks = std::mem::take(&mut self.asks);
        asks.clear();
        self.refused.clear();
        asks.extend((0..members.len()).filter(|&at| members[at].asks));
        asks.sort_unstable_by(|&a, &b| {
            let [a, b] = [a, b].map(|at| &members[at]);
            b.waited.total_cmp(&a.waited).then(a.row.cmp(&b.row))
        });
        let eldest = asks.first().copied().filter(|&at| self.claims(narrows, &members[at], rows));
        for &at in &asks {
            let row = members[at].row;
            let may_ask = turn.tests > 0
                && !self.is_like_refused(members, at)
                && !eldest.is_some_and(|eldest| self.is_barred(narrows, members, at, eldest))
                && !members[at].lets_pass(members);
            if may_ask && self.goes(narrows, members, at, turn) {
                let Member { leave, came_by, .. } = members[at];
                let pass = &mut rows.passes[row];
                (pass.leave, pass.came_by, pass.waited) = (leave, came_by, 0.0);
                continue;
            }
            rows.passes[row].waited += turn.seconds;
            if let Some(crossing) = &mut bodies[row].crossing {
                crossing.goes = false;
            }
            wait_in_room(narrows, rows, row, &self.zones, &mut self.inside);
        }
        self.asks = asks;
    }

    /// True if an agent has waited so long that it claims the way.
    fn claims(&self, narrows: &Narrows, member: &Member, rows: &Rows) -> bool {
        let length: f64 = member.legs(&self.legs).iter().map(|leg| leg.length(narrows)).sum();
        let time = length / rows.speeds[member.row];
        member.waited > LONGEST_WAIT.max(WAYS * time)
    }

    /// True if an agent would enter from a hall against the way that another one claims.
    fn is_barred(&self, narrows: &Narrows, members: &[Member], at: usize, eldest: usize) -> bool {
        let [own, claimed] = [at, eldest].map(|at| members[at].legs(&self.legs));
        at != eldest
            && !members[at].is_inside
            && own.iter().any(|own| {
                let fits = members[at].fits_beside(narrows, &members[eldest], own.stretch);
                !fits && claimed.iter().any(|other| own.opposes(other))
            })
    }

    /// Puts an agent behind the next mouth of its way, if no more agents than before are blocked then.
    fn goes(
        &mut self,
        narrows: &Narrows,
        members: &mut [Member],
        at: usize,
        turn: &mut Turn,
    ) -> bool {
        if order::meets_others(narrows, members, &self.legs, at) {
            return false;
        }
        let before = members[at].clone();
        members[at].step_ahead(narrows, &self.legs);
        if order::has_place(narrows, members, at) {
            turn.tests -= 1;
            if self.safety.test(narrows, members, &self.legs) <= turn.blocked {
                return true;
            }
            self.refused.push(at);
        }
        members[at] = before;
        false
    }

    /// True if an agent would enter the same stretch on the same way as one for which no safe order was left.
    fn is_like_refused(&self, members: &[Member], at: usize) -> bool {
        let own = members[at].legs(&self.legs);
        own.first().is_some_and(|leg| leg.entry.is_some())
            && self.refused.iter().any(|&other| members[other].legs(&self.legs) == own)
    }
}
