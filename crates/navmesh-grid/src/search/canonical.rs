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

use crate::moves::SIDES;
use crate::options::CornerRule;

/// The ways on, as bits by direction, for every arrival and every way the neighbours can be.
#[derive(Debug, Clone)]
pub(crate) struct WaysOn {
    of: Box<[[u8; 256]; 8]>,
}

impl WaysOn {
    pub(crate) fn new(corners: CornerRule) -> Self {
        let ways = |arrival| {
            std::array::from_fn(|around| {
                let place = Place { corners, around: around as u8 };
                if arrival < SIDES {
                    place.after_side(arrival)
                } else {
                    place.after_corner(arrival)
                }
            })
        };
        Self { of: Box::new(std::array::from_fn(ways)) }
    }

    /// The ways on from a tile with these free neighbours, after steps in any of some directions.
    #[inline]
    pub(crate) fn after(&self, mut arrivals: u8, around: u8) -> u8 {
        let mut ways = 0;
        while arrivals != 0 {
            ways |= self.of[arrivals.trailing_zeros() as usize & 7][usize::from(around)];
            arrivals &= arrivals - 1;
        }
        ways
    }
}

/// A tile with its free neighbours as bits.
#[derive(Debug, Clone, Copy)]
struct Place {
    corners: CornerRule,
    around: u8,
}

impl Place {
    fn is_free(self, direction: usize) -> bool {
        self.around >> direction & 1 != 0
    }

    fn after_side(self, ahead: usize) -> u8 {
        let mut ways = 1 << ahead;
        for beside in [(ahead + 1) % SIDES, (ahead + 3) % SIDES] {
            let front = corner_between(ahead, beside);
            let rear = corner_between((ahead + 2) % SIDES, beside);
            match self.corners {
                CornerRule::Never if !self.is_free(rear) && self.is_free(beside) => {
                    ways |= 1 << beside | 1 << front;
                }
                CornerRule::OneFree if !self.is_free(ahead) => {}
                CornerRule::OneFree | CornerRule::Always
                    if !self.is_free(beside) && self.is_free(front) =>
                {
                    ways |= 1 << front;
                }
                _ => {}
            }
        }
        ways
    }

    fn after_corner(self, ahead: usize) -> u8 {
        let sides = [ahead - SIDES, (ahead + 1) % SIDES];
        let mut ways = 1 << ahead | 1 << sides[0] | 1 << sides[1];
        for [side, other] in [sides, [sides[1], sides[0]]] {
            let behind = (side + 2) % SIDES;
            let turn = corner_between(behind, other);
            let passes = self.corners == CornerRule::Always || self.is_free(other);
            if self.corners != CornerRule::Never
                && passes
                && !self.is_free(behind)
                && self.is_free(turn)
            {
                ways |= 1 << turn;
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
    use crate::moves::DIRECTIONS;

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

    #[test]
    fn a_blocked_tile_forces_a_way_as_the_rule_says() {
        // Stepped to +x; (-1, 1) is blocked, direction 5: the corner rule Never turns to +y late.
        let rear_blocked = !(1 << 5);
        assert_eq!(WaysOn::new(CornerRule::Never).after(1, rear_blocked), 1 | 1 << 1 | 1 << 4);
        assert_eq!(WaysOn::new(CornerRule::Always).after(1, rear_blocked), 1);
        // Stepped to +x; (0, 1) is blocked, direction 1.
        let beside_blocked = !(1 << 1);
        assert_eq!(WaysOn::new(CornerRule::Never).after(1, beside_blocked), 1);
        assert_eq!(WaysOn::new(CornerRule::OneFree).after(1, beside_blocked), 1 | 1 << 4);
        let and_ahead = beside_blocked & !1;
        assert_eq!(WaysOn::new(CornerRule::OneFree).after(1, and_ahead), 1);
        assert_eq!(WaysOn::new(CornerRule::Always).after(1, and_ahead), 1 | 1 << 4);
    }
}
