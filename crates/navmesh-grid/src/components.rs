//! Which tiles can be walked to from which.

use crate::moves::Moves;

/// A component number a tile, so that an unreachable goal is known without a search.
#[derive(Debug, Clone)]
pub(crate) struct Components {
    labels: Vec<u32>,
    count: u32,
}

/// The label of a tile not yet reached; no component can have it, there are fewer tiles.
const UNLABELED: u32 = u32::MAX;

impl Components {
    /// Labels what the legal steps join, by flooding; linear in the number of tiles.
    ///
    /// Labels are dense from 0, in the order of the components' lowest slots. A blocked tile is a
    /// component of its own.
    pub(crate) fn new(moves: &Moves) -> Self {
        let mut labels = vec![UNLABELED; moves.tile_count()];
        let mut count = 0;
        let mut stack = Vec::new();
        for seed in 0..labels.len() as u32 {
            if labels[seed as usize] != UNLABELED {
                continue;
            }
            labels[seed as usize] = count;
            stack.push(seed);
            while let Some(slot) = stack.pop() {
                for (_, next) in moves.legal_steps(slot) {
                    if labels[next as usize] == UNLABELED {
                        labels[next as usize] = count;
                        stack.push(next);
                    }
                }
            }
            count += 1;
        }
        Self { labels, count }
    }

    #[inline]
    pub(crate) fn of(&self, slot: u32) -> u32 {
        self.labels[slot as usize]
    }

    /// How many components there are, blocked tiles included.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CornerRule, Grid, GridOptions, Neighborhood};

    #[test]
    fn tiles_that_touch_at_a_corner_are_joined_as_the_rule_says() {
        let joined = |rows: [&str; 2], options: GridOptions| {
            let grid = Grid::from_rows(rows).unwrap();
            let components = Components::new(&Moves::new(&grid, &options));
            components.of(0) == components.of(3)
        };
        let eight = GridOptions::default();
        let pinch = [".#", "#."];
        assert!(!joined(pinch, eight) && !joined(pinch, eight.corners(CornerRule::OneFree)));
        assert!(joined(pinch, eight.corners(CornerRule::Always)));
        let four = eight.neighborhood(Neighborhood::Four).corners(CornerRule::Always);
        assert!(!joined(pinch, four));
        assert!(joined(["..", "#."], four));
    }
}
