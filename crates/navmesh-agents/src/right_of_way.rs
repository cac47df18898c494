//! Right of way: agents keep right, and each agent of a pair takes a share of the avoidance.

use navmesh_core::DVec2;

use crate::neighbors::{Body, Stance};

/// The share that an agent that stands takes for one that walks.
const STANDING: f64 = 0.8;

/// The tangent of the angle by which an agent with neighbours turns right.
const KEEP_RIGHT: f64 = 1.0 / 16.0;

/// Returns the turn of agents that keep right, as a complex number of length 1.
pub(crate) fn to_the_right() -> DVec2 {
    DVec2::new(1.0, -KEEP_RIGHT).normalize()
}

/// The share that an agent takes to avoid another. A pair's shares sum to 1, unless neither makes way.
pub(crate) fn share(own: &Body, other: &Body) -> f64 {
    match (own.stance, other.stance) {
        (_, Stance::Driven) => 1.0,
        (Stance::Walks, Stance::Stands) => 1.0 - STANDING * other.yields,
        (Stance::Stands, Stance::Walks) => STANDING * own.yields,
        (Stance::Stands, Stance::Stands) => share_of_yielding(own.yields, other.yields),
        // An agent that waits may stand in a corner, so the one that goes makes a little room, too.
        (Stance::Walks, Stance::Walks) if goes_first(own, other) => 1.0 - STANDING,
        (Stance::Walks, Stance::Walks) if goes_first(other, own) => STANDING,
        (Stance::Walks, Stance::Walks) if needs_no_turn(own, other) => 1.0 - STANDING,
        (Stance::Walks, Stance::Walks) if needs_no_turn(other, own) => STANDING,
        (Stance::Walks, Stance::Walks) if is_nearer(own, other) => 1.0 - STANDING,
        (Stance::Walks, Stance::Walks) if is_nearer(other, own) => STANDING,
        (Stance::Walks, Stance::Walks) => match precedes(own, other) {
            Some(true) => 0.0,
            Some(false) => 1.0,
            None => 0.5,
        },
        _ => 0.5,
    }
}

/// Returns the share of an agent among two that stand, by their readiness to make way. If neither makes way, neither
/// takes a share.
fn share_of_yielding(own: f64, other: f64) -> f64 {
    if own > 0.0 { own / (own + other) } else { 0.0 }
}

/// True if a walking agent has its turn at a stretch where another one of the same priority waits.
fn goes_first(own: &Body, other: &Body) -> bool {
    let stretches = own.crossing.zip(other.crossing);
    let has_turn = stretches.is_some_and(|(a, b)| a.stretch == b.stretch && a.goes && !b.goes);
    has_turn && own.priority == other.priority
}

/// True if a walking agent has no stretch ahead, like those that have just left one, and another one of the same priority
/// waits for its turn.
fn needs_no_turn(own: &Body, other: &Body) -> bool {
    let waits = other.crossing.is_some_and(|crossing| !crossing.goes);
    waits && own.crossing.is_none() && own.priority == other.priority
}

/// True if a walking agent is nearer to its goal than another one of the same priority that goes to the same place.
fn is_nearer(own: &Body, other: &Body) -> bool {
    let goals = own.goal.zip(other.goal).filter(|_| own.priority == other.priority);
    goals.is_some_and(|(a, b)| {
        let [own_way, others] =
            [(own, a), (other, b)].map(|(body, goal)| body.point.distance(goal));
        a.distance(b) < own.radius + other.radius && own_way < others
    })
}

/// True if a walking agent goes first, false if the other one does, `None` if neither does.
///
/// At a stretch, those whose turn it is go first, of these those inside, and then the nearest to the mouth.
fn precedes(own: &Body, other: &Body) -> Option<bool> {
    if own.priority != other.priority {
        return Some(own.priority > other.priority);
    }
    let (a, b) = (own.crossing.as_ref()?, other.crossing.as_ref()?);
    if a.stretch != b.stretch {
        return None;
    }
    let inside = b.is_inside.cmp(&a.is_inside);
    let order = inside.then(a.distance.total_cmp(&b.distance)).then(own.row.cmp(&other.row));
    a.goes.then_some(order.is_lt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neighbors::Crossing;

    fn body(row: u32) -> Body {
        Body { stance: Stance::Walks, ..Body::at(row, DVec2::X * f64::from(row)) }
    }

    fn at_gate(row: u32, distance: f64, goes: bool) -> Body {
        Body { crossing: Some(Crossing::new(0, distance, goes)), ..body(row) }
    }

    #[test]
    fn the_shares_of_a_pair_sum_to_one() {
        let slow = Body { slowness: 0.9, ..body(0) };
        let standing = Body { stance: Stance::Stands, ..body(1) };
        let high = Body { priority: 3, ..body(2) };
        let all = [
            slow,
            standing,
            high,
            at_gate(3, 1.0, true),
            at_gate(4, 2.0, true),
            at_gate(5, 0.5, false),
        ];
        for (index, one) in all.iter().enumerate() {
            for other in &all[index + 1..] {
                assert_eq!(share(one, other) + share(other, one), 1.0, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn an_agent_that_does_not_yield_takes_no_share_while_it_stands() {
        let walker = Body { stance: Stance::Walks, ..body(0) };
        let [firm, soft] =
            [0.0, 1.0].map(|yields| Body { stance: Stance::Stands, yields, ..body(1) });
        assert_eq!([share(&firm, &walker), share(&walker, &firm)], [0.0, 1.0]);
        assert_eq!([share(&soft, &walker), share(&walker, &soft)], [STANDING, 1.0 - STANDING]);
        assert_eq!([share(&firm, &soft), share(&soft, &firm)], [0.0, 1.0]);
        assert_eq!([share(&firm, &firm), share(&soft, &soft)], [0.0, 0.5]);
    }

    #[test]
    fn the_nearest_of_those_whose_turn_it_is_goes_first() {
        let [near, far, waiting] =
            [at_gate(0, 1.0, true), at_gate(1, 2.0, true), at_gate(2, 0.5, false)];
        assert_eq!(share(&near, &far), 0.0);
        assert_eq!([&near, &far].map(|going| share(going, &waiting)), [1.0 - STANDING; 2]);
        assert_eq!(share(&body(0), &near), 0.5);
        assert_eq!(
            [share(&body(0), &waiting), share(&waiting, &body(0))],
            [1.0 - STANDING, STANDING]
        );
    }

    #[test]
    fn others_avoid_an_agent_that_the_program_leads() {
        let driven = Body { stance: Stance::Driven, ..body(1) };
        assert_eq!(share(&body(0), &driven), 1.0);
    }
}
