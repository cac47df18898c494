//! A* over hexagons.
//!
//! Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of
//! Minimum Cost Paths", 1968, with the hexagons' distance times the lowest cost as the guess.
//! We differ from it in: 1) a hexagon is never moved within the queue; it is put in again, and what is
//! stale is skipped when it comes out.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::{HexGrid, HexPath};

/// A hexagon to expand: by smallest f, then by largest g, then by slot.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Open {
    f: f64,
    g: f64,
    slot: u32,
}

impl HexGrid {
    /// A cheapest path between two hexagons, given as column and row; `None` where there is none, or an
    /// end is blocked or outside.
    ///
    /// A step costs the mean of its two hexagons' multipliers. Ties: the path whose hexagons have been
    /// expanded first, by smallest sum of cost and guess, then largest cost, then lowest slot.
    ///
    /// Complexity: linear in the number of hexagons, whose memory is made anew, and O(n log n) in those that
    /// are looked at.
    #[must_use]
    pub fn find_path(&self, start: (u32, u32), goal: (u32, u32)) -> Option<HexPath> {
        let tiles = self.tiles();
        let free = |(x, y): (u32, u32)| tiles.slot(x, y).filter(|_| !tiles.is_blocked(x, y));
        let (first, last) = (free(start)?, free(goal)?);
        let cheapest = tiles
            .free_costs()
            .fold(None, |low: Option<f64>, cost| Some(low.map_or(cost, |low| low.min(cost))));
        let end = Self::hex(goal.0, goal.1);
        let guess = |slot: u32| {
            let (x, y) = tiles.tile(slot);
            Self::hex(x, y).distance(end) as f64 * cheapest.unwrap_or(1.0)
        };
        let mut reached = vec![(f64::INFINITY, first); tiles.tile_count()];
        reached[first as usize].0 = 0.0;
        let mut open = BinaryHeap::from([Reverse(Open { f: guess(first), g: 0.0, slot: first })]);
        while let Some(Reverse(Open { g, slot, .. })) = open.pop() {
            if slot == last {
                return Some(self.read_off(&reached, first, last));
            }
            if g > reached[slot as usize].0 {
                continue;
            }
            let (x, y) = tiles.tile(slot);
            for (x, y) in self.neighbors(x, y) {
                let next = y * tiles.width() + x;
                let cost = g + (tiles.cost_of(slot) + tiles.cost_of(next)) * 0.5;
                if cost < reached[next as usize].0 {
                    reached[next as usize] = (cost, slot);
                    open.push(Reverse(Open { f: cost + guess(next), g: cost, slot: next }));
                }
            }
        }
        None
    }

    /// The way to `last`, by each hexagon's cost and the one before it.
    fn read_off(&self, reached: &[(f64, u32)], first: u32, last: u32) -> HexPath {
        let before = |&slot: &u32| (slot != first).then(|| reached[slot as usize].1);
        let slots = std::iter::successors(Some(last), before);
        let mut tiles: Vec<_> = slots.map(|slot| self.tiles().tile(slot)).collect();
        tiles.reverse();
        HexPath { cost: reached[last as usize].0, tiles }
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_sum = self.f.total_cmp(&other.f);
        by_sum.then(other.g.total_cmp(&self.g)).then(self.slot.cmp(&other.slot))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Eq for Open {}
