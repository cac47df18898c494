//! The successors of a tile: the steps worth taking, given the step that led there.
//!
//! Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, and
//! for corners that are never cut "Improving Jump Point Search", 2014. Among paths of one cost, the
//! search follows only the *canonical* ones, which take their diagonal steps as early as possible.
//! A neighbour is left out if the previous tile reaches it as cheaply without this one. The rest
//! are the *natural* successors, the same on every open map, and the *forced* ones, where a blocked
//! tile beside the step obstructs the other route.
//!
//! ```text
//! corners never cut      cut past one free tile, or always
//!   # f f                  . # f          f . .
//!   . → n                  . → n          # ↗ n        → ↗ the step, n natural, f forced
//!   . . .                  . . .          . . .
//! ```
//!
//! The legal steps from a tile determine all this. For example, a tile behind it is blocked, and
//! the tile beside it is free, exactly if the step between the two is illegal: the previous tile is
//! free.

use crate::rules::choices::CornerRule;
use crate::rules::moves::SIDES;
use crate::rules::options::GridOptions;

/// The successors, as bits by direction, for every arrival and every set of legal steps.
#[derive(Debug, Clone)]
pub(crate) struct Successors {
    of: Box<[[u8; 256]; 8]>,
}

impl Successors {
    /// Builds the table of natural and forced successors, as far as they are legal.
    pub(crate) fn canonical(corners: CornerRule) -> Self {
        Self::from_fn(|arrival, legal| {
            let steps = TileSteps { corners, legal };
            let successors = if arrival < SIDES {
                steps.after_side(arrival)
            } else {
                steps.after_corner(arrival)
            };
            successors & legal
        })
    }

    /// Builds the smallest table that is valid under these options where all tiles cost the same.
    pub(crate) fn under(options: &GridOptions) -> Self {
        if options.allow_canonical_paths() { Self::canonical(options.corners) } else { Self::all() }
    }

    /// Builds the table of all legal steps, which is valid under all rules and costs.
    pub(crate) fn all() -> Self {
        Self::from_fn(|_, legal| legal)
    }

    fn from_fn(successors: impl Fn(usize, u8) -> u8) -> Self {
        let after = |arrival| std::array::from_fn(|legal| successors(arrival, legal as u8));
        Self { of: Box::new(std::array::from_fn(after)) }
    }

    /// Returns the successors of a tile with these legal steps after arrivals in any of some
    /// directions, all as bits.
    #[inline]
    pub(crate) fn after(&self, mut arrivals: u8, legal: u8) -> u8 {
        let mut successors = 0;
        while arrivals != 0 {
            successors |= self.of[arrivals.trailing_zeros() as usize & 7][usize::from(legal)];
            arrivals &= arrivals - 1;
        }
        successors
    }

    /// Returns the forced successors after an arrival in one direction.
    #[inline]
    pub(crate) fn forced_after(&self, arrival: usize, legal: u8) -> u8 {
        self.after(1 << arrival, legal) & !natural_after(arrival)
    }
}

/// Returns the successors after a step on an open map.
#[inline]
fn natural_after(arrival: usize) -> u8 {
    if arrival < SIDES {
        return 1 << arrival;
    }
    1 << arrival | 1 << (arrival - SIDES) | 1 << ((arrival + 1) % SIDES)
}

/// The legal steps from a tile, as bits, and the rule that they follow.
#[derive(Debug, Clone, Copy)]
struct TileSteps {
    corners: CornerRule,
    legal: u8,
}

impl TileSteps {
    fn is_legal(self, direction: usize) -> bool {
        self.legal >> direction & 1 != 0
    }

    fn after_side(self, ahead: usize) -> u8 {
        let mut successors = natural_after(ahead);
        for beside in [(ahead + 1) % SIDES, (ahead + 3) % SIDES] {
            let front = corner_between(ahead, beside);
            let rear = corner_between((ahead + 2) % SIDES, beside);
            successors |= match self.corners {
                CornerRule::Never if !self.is_legal(rear) => 1 << beside | 1 << front,
                CornerRule::OneFree | CornerRule::Always if !self.is_legal(beside) => 1 << front,
                _ => 0,
            };
        }
        successors
    }

    fn after_corner(self, ahead: usize) -> u8 {
        let mut successors = natural_after(ahead);
        let sides = [ahead - SIDES, (ahead + 1) % SIDES];
        for [side, other] in [sides, [sides[1], sides[0]]] {
            let behind = (side + 2) % SIDES;
            if self.corners != CornerRule::Never && !self.is_legal(behind) {
                successors |= 1 << corner_between(behind, other);
            }
        }
        successors
    }
}

/// Returns the corner between two neighbouring sides.
fn corner_between(a: usize, b: usize) -> usize {
    SIDES + if (a + 1) % SIDES == b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::moves::{DIRECTIONS, legal_steps};

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
    fn on_an_open_map_only_natural_successors_remain() {
        for corners in [CornerRule::Never, CornerRule::OneFree, CornerRule::Always] {
            let successors = Successors::canonical(corners);
            assert_eq!(successors.after(1 << 0, 0xff), 1 << 0);
            assert_eq!(successors.after(1 << 4, 0xff), 1 << 4 | 1 << 0 | 1 << 1);
            assert_eq!(successors.after(0xff, 0xff), 0xff);
        }
    }

    const RULES: [CornerRule; 3] = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];

    fn legal(corners: CornerRule, around: u8) -> u8 {
        legal_steps(&GridOptions::default().corners(corners), around)
    }

    #[test]
    fn a_blocked_tile_forces_a_successor_according_to_the_corner_rule() {
        let after =
            |corners, around| Successors::canonical(corners).after(1, legal(corners, around));
        // Step to +x; (-1, 1) is blocked, direction 5: under Never a late turn to +y is forced.
        let rear_blocked = !(1 << 5);
        assert_eq!(after(CornerRule::Never, rear_blocked), 1 | 1 << 1 | 1 << 4);
        assert_eq!(after(CornerRule::Always, rear_blocked), 1);
        // Step to +x; (0, 1) is blocked, direction 1.
        let beside_blocked = !(1 << 1);
        assert_eq!(after(CornerRule::Never, beside_blocked), 1);
        assert_eq!(after(CornerRule::OneFree, beside_blocked), 1 | 1 << 4);
        let and_ahead = beside_blocked & !1;
        assert_eq!(after(CornerRule::OneFree, and_ahead), 0);
        assert_eq!(after(CornerRule::Always, and_ahead), 1 << 4);
    }

    /// The forced successors as the papers define them, by the free neighbours.
    fn forced(corners: CornerRule, arrival: usize, around: u8) -> u8 {
        let free = |direction: usize| around >> direction & 1 != 0;
        let mut successors = 0;
        for turn in [1, 3] {
            if arrival < SIDES {
                let (ahead, beside) = (arrival, (arrival + turn) % SIDES);
                let front = corner_between(ahead, beside);
                let rear = corner_between((ahead + 2) % SIDES, beside);
                let is_cut = free(ahead) || corners == CornerRule::Always;
                match corners {
                    CornerRule::Never if free(beside) && !free(rear) => {
                        successors |= 1 << beside | 1 << front;
                    }
                    CornerRule::OneFree | CornerRule::Always if !free(beside) && is_cut => {
                        successors |= 1 << front;
                    }
                    _ => {}
                }
            } else {
                let sides = [arrival - SIDES, (arrival + 1) % SIDES];
                let (side, other) = if turn == 1 { (0, 1) } else { (1, 0) };
                let behind = (sides[side] + 2) % SIDES;
                let is_cut = free(sides[other]) || corners == CornerRule::Always;
                if corners != CornerRule::Never && !free(behind) && is_cut {
                    successors |= 1 << corner_between(behind, sides[other]);
                }
            }
        }
        successors
    }

    #[test]
    fn successors_by_legal_steps_equal_those_by_free_neighbours() {
        for corners in RULES {
            let successors = Successors::canonical(corners);
            for (arrival, around) in (0..8).flat_map(|arrival| (0..=255).map(move |a| (arrival, a)))
            {
                let back =
                    if arrival < SIDES { (arrival + 2) % SIDES } else { (arrival - 2) % 4 + 4 };
                let legal = legal(corners, around);
                if legal >> back & 1 != 0 {
                    let forced = forced(corners, arrival, around) & legal;
                    let natural = natural_after(arrival) & legal;
                    assert_eq!(successors.after(1 << arrival, legal), natural | forced);
                    assert_eq!(successors.forced_after(arrival, legal), forced & !natural);
                }
            }
        }
    }
}
