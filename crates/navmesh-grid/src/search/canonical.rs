//! Which ways on from a tile are worth looking at, given the step that led there.
//!
//! Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, and
//! for corners that are never cut "Improving Jump Point Search", 2014. Of all ways of one cost, only
//! those are followed whose diagonal steps come as early as they can. After a step, a neighbour is
//! left out if the tile before can reach it as cheaply without this one: what remains are the
//! *natural* ways on, the same on every open map, and *forced* ones, where a blocked tile beside
//! the step is in the way of the other route.
//!
//! ```text
//! corners never cut      cut past one free tile, or always
//!   # f f                  . # f          f . .
//!   . → n                  . → n          # ↗ n        → ↗ the step, n natural, f forced
//!   . . .                  . . .          . . .
//! ```

//!
//! All this can be told from the legal steps alone. That a neighbour behind is blocked, say, where
//! the one beside is free, shows in the step between them: the tile that one came from is free, so
//! only the neighbour itself can make it illegal.

use crate::moves::SIDES;
use crate::options::{CornerRule, GridOptions};

/// The ways on, as bits by direction, for every arrival and every set of legal steps.
#[derive(Debug, Clone)]
pub(crate) struct WaysOn {
    of: Box<[[u8; 256]; 8]>,
}

impl WaysOn {
    /// The natural and the forced ways on, as far as they are legal.
    pub(crate) fn new(corners: CornerRule) -> Self {
        Self::tabled(|arrival, legal| {
            let place = Place { corners, legal };
            let ways = if arrival < SIDES {
                place.after_side(arrival)
            } else {
                place.after_corner(arrival)
            };
            ways & legal
        })
    }

    /// The fewest ways on that are enough under these options, on tiles that all cost the same.
    pub(crate) fn under(options: &GridOptions) -> Self {
        if options.allow_canonical_ways() { Self::new(options.corners) } else { Self::all() }
    }

    /// All legal steps, for rules and costs under which none can be left out.
    pub(crate) fn all() -> Self {
        Self::tabled(|_, legal| legal)
    }

    fn tabled(ways: impl Fn(usize, u8) -> u8) -> Self {
        let after = |arrival| std::array::from_fn(|legal| ways(arrival, legal as u8));
        Self { of: Box::new(std::array::from_fn(after)) }
    }

    /// The ways on from a tile with these legal steps, after steps in any of some directions.
    #[inline]
    pub(crate) fn after(&self, mut arrivals: u8, legal: u8) -> u8 {
        let mut ways = 0;
        while arrivals != 0 {
            ways |= self.of[arrivals.trailing_zeros() as usize & 7][usize::from(legal)];
            arrivals &= arrivals - 1;
        }
        ways
    }

    /// The same where some way is forced; 0 where all are natural ones.
    #[inline]
    pub(crate) fn forced_after(&self, arrival: usize, legal: u8) -> u8 {
        self.after(1 << arrival, legal) & !natural_after(arrival)
    }
}

/// The ways on after a step on open ground.
#[inline]
fn natural_after(arrival: usize) -> u8 {
    if arrival < SIDES {
        return 1 << arrival;
    }
    1 << arrival | 1 << (arrival - SIDES) | 1 << ((arrival + 1) % SIDES)
}

/// A tile with its legal steps as bits.
#[derive(Debug, Clone, Copy)]
struct Place {
    corners: CornerRule,
    legal: u8,
}

impl Place {
    fn is_legal(self, direction: usize) -> bool {
        self.legal >> direction & 1 != 0
    }

    fn after_side(self, ahead: usize) -> u8 {
        let mut ways = natural_after(ahead);
        for beside in [(ahead + 1) % SIDES, (ahead + 3) % SIDES] {
            let front = corner_between(ahead, beside);
            let rear = corner_between((ahead + 2) % SIDES, beside);
            ways |= match self.corners {
                CornerRule::Never if !self.is_legal(rear) => 1 << beside | 1 << front,
                CornerRule::OneFree | CornerRule::Always if !self.is_legal(beside) => 1 << front,
                _ => 0,
            };
        }
        ways
    }

    fn after_corner(self, ahead: usize) -> u8 {
        let mut ways = natural_after(ahead);
        let sides = [ahead - SIDES, (ahead + 1) % SIDES];
        for [side, other] in [sides, [sides[1], sides[0]]] {
            let behind = (side + 2) % SIDES;
            if self.corners != CornerRule::Never && !self.is_legal(behind) {
                ways |= 1 << corner_between(behind, other);
            }
        }
        ways
    }
}

/// The corner between two neighbouring sides.
fn corner_between(a: usize, b: usize) -> usize {
    SIDES + if (a + 1) % SIDES == b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::{DIRECTIONS, legal_steps};

    #[test]
    fn a_corner_lies_between_its_sides() {
        for side in 0..SIDES {
            let next = (side + 1) % SIDES;
            let (a, b) = (DIRECTIONS[side], DIRECTIONS[next]);
            assert_eq!(DIRECTIONS[corner_between(side, next)], (a.0 + b.0, a.1 + b.1));
            assert_eq!(corner_between(side, next), corner_between(next, side));
        }
    }

    #[test]
    fn on_open_ground_only_natural_ways_remain() {
        for corners in [CornerRule::Never, CornerRule::OneFree, CornerRule::Always] {
            let ways = WaysOn::new(corners);
            assert_eq!(ways.after(1 << 0, 0xff), 1 << 0);
            assert_eq!(ways.after(1 << 4, 0xff), 1 << 4 | 1 << 0 | 1 << 1);
            assert_eq!(ways.after(0xff, 0xff), 0xff);
        }
    }

    const RULES: [CornerRule; 3] = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];

    fn legal(corners: CornerRule, around: u8) -> u8 {
        legal_steps(&GridOptions::default().corners(corners), around)
    }

    #[test]
    fn a_blocked_tile_forces_a_way_as_the_rule_says() {
        let after = |corners, around| WaysOn::new(corners).after(1, legal(corners, around));
        // Incremental to +x; (-1, 1) is blocked, direction 5: the corner rule Never turns to +y late.
        let rear_blocked = !(1 << 5);
        assert_eq!(after(CornerRule::Never, rear_blocked), 1 | 1 << 1 | 1 << 4);
        assert_eq!(after(CornerRule::Always, rear_blocked), 1);
        // Incremental to +x; (0, 1) is blocked, direction 1.
        let beside_blocked = !(1 << 1);
        assert_eq!(after(CornerRule::Never, beside_blocked), 1);
        assert_eq!(after(CornerRule::OneFree, beside_blocked), 1 | 1 << 4);
        let and_ahead = beside_blocked & !1;
        assert_eq!(after(CornerRule::OneFree, and_ahead), 0);
        assert_eq!(after(CornerRule::Always, and_ahead), 1 << 4);
    }

    /// The forced ways as the papers tell them: by which neighbours are free.
    fn forced(corners: CornerRule, arrival: usize, around: u8) -> u8 {
        let free = |direction: usize| around >> direction & 1 != 0;
        let mut ways = 0;
        for turn in [1, 3] {
            if arrival < SIDES {
                let (ahead, beside) = (arrival, (arrival + turn) % SIDES);
                let front = corner_between(ahead, beside);
                let rear = corner_between((ahead + 2) % SIDES, beside);
                let is_cut = free(ahead) || corners == CornerRule::Always;
                match corners {
                    CornerRule::Never if free(beside) && !free(rear) => {
                        ways |= 1 << beside | 1 << front;
                    }
                    CornerRule::OneFree | CornerRule::Always if !free(beside) && is_cut => {
                        ways |= 1 << front;
                    }
                    _ => {}
                }
            } else {
                let sides = [arrival - SIDES, (arrival + 1) % SIDES];
                let (side, other) = if turn == 1 { (0, 1) } else { (1, 0) };
                let behind = (sides[side] + 2) % SIDES;
                let is_cut = free(sides[other]) || corners == CornerRule::Always;
                if corners != CornerRule::Never && !free(behind) && is_cut {
                    ways |= 1 << corner_between(behind, sides[other]);
                }
            }
        }
        ways
    }

    #[test]
    fn the_legal_steps_tell_all_that_the_free_neighbours_do() {
        for corners in RULES {
            let ways = WaysOn::new(corners);
            for (arrival, around) in (0..8).flat_map(|arrival| (0..=255).map(move |a| (arrival, a)))
            {
                let back =
                    if arrival < SIDES { (arrival + 2) % SIDES } else { (arrival - 2) % 4 + 4 };
                let legal = legal(corners, around);
                if legal >> back & 1 != 0 {
                    let forced = forced(corners, arrival, around) & legal;
                    let natural = natural_after(arrival) & legal;
                    assert_eq!(ways.after(1 << arrival, legal), natural | forced);
                    assert_eq!(ways.forced_after(arrival, legal), forced & !natural);
                }
            }
        }
    }
}
