//! The way towards a goal that cannot be reached: straight through what is blocked, as far as it is
//! not.
//!
//! Source: the "huge cost" of the A* article series that this backend grew from. Blocked tiles and
//! forbidden diagonals are not left out of the search but made dear; the way found is cut off before
//! the first of them.
//!
//! We differ from it in: 1) the article multiplies a cost by 1000, so that a long way around loses
//! against a wall. Here illegal steps are counted first and costs compared after, as if no number
//! were huge enough. 2) Steps out of blocked tiles count as illegal, too. 3) Where illegal steps and costs tie, the way by lower slots wins.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::moves::{DIRECTIONS, SIDES};
use crate::options::Neighborhood;
use crate::survey::Ground;

/// One search for a way through everything; in tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Breakthrough<'a> {
    pub(crate) ground: Ground<'a>,
    pub(crate) start: u32,
    pub(crate) goal: u32,
}

/// What a way has cost: illegal steps first, then the sum of its steps in tile sizes.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Toll {
    illegal: u32,
    cost: f64,
}

/// A tile reached: the toll so far, the tile before, and whether it is final.
#[derive(Debug, Clone, Copy)]
struct Reached {
    toll: Toll,
    before: u32,
    closed: bool,
}

/// What a search keeps between queries: its room in the scratch.
#[derive(Debug, Default)]
pub(crate) struct BreakthroughMemory {
    reached: Vec<Option<Reached>>,
    open: BinaryHeap<Reverse<(u32, u64, u32)>>,
}

impl Breakthrough<'_> {
    /// The last tile before the first illegal step of the best way; the goal where there is none.
    pub(crate) fn last_legal_tile(&self, memory: &mut BreakthroughMemory) -> u32 {
        self.search(memory);
        let mut tile = self.goal;
        // Along a way illegal steps only become more, so that those without any are its beginning.
        while let Some(reached) = memory.reached[tile as usize].filter(|r| r.toll.illegal > 0) {
            tile = reached.before;
        }
        tile
    }

    /// Dijkstra's search over all tiles, blocked ones too, until the goal is final.
    fn search(&self, memory: &mut BreakthroughMemory) {
        let BreakthroughMemory { reached, open } = memory;
        reached.clear();
        reached.resize(self.ground.grid.tile_count(), None);
        open.clear();
        let toll = Toll { illegal: 0, cost: 0.0 };
        reached[self.start as usize] = Some(Reached { toll, before: self.start, closed: false });
        open.push(Reverse(self.key(self.start, toll)));
        while let Some(Reverse((.., slot))) = open.pop() {
            if slot == self.goal {
                return;
            }
            let tile = reached[slot as usize].as_mut().filter(|tile| !tile.closed);
            let Some(Reached { toll, closed, .. }) = tile else { continue };
            *closed = true;
            let toll = *toll;
            self.each_step(slot, |next, step| {
                let toll =
                    Toll { illegal: toll.illegal + step.illegal, cost: toll.cost + step.cost };
                let known = &mut reached[next as usize];
                if known.is_none_or(|known| toll.precedes(known.toll)) {
                    *known = Some(Reached { toll, before: slot, closed: false });
                    open.push(Reverse(self.key(next, toll)));
                }
            });
        }
    }

    /// How early a tile is taken from the queue: by illegal steps, then by the cost so far.
    ///
    /// Costs are not negative, so that their bits are ordered as they are.
    fn key(&self, slot: u32, toll: Toll) -> (u32, u64, u32) {
        (toll.illegal, toll.cost.to_bits(), slot)
    }

    /// Every step to a tile of the grid, legal or not, with its toll.
    fn each_step(&self, slot: u32, mut visit: impl FnMut(u32, Toll)) {
        let Ground { grid, options, survey } = self.ground;
        let (x, y) = grid.tile(slot);
        let legal = survey.moves.mask(slot);
        let count = if options.neighborhood == Neighborhood::Four { SIDES } else { 8 };
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate().take(count) {
            let next = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            let Some(next) = grid.slot(next.0, next.1) else { continue };
            let is_legal = legal >> direction & 1 != 0;
            let length = if direction < SIDES { options.straight } else { options.diagonal };
            let multiplier = (grid.cost_of(slot) + grid.cost_of(next)) * 0.5;
            visit(next, Toll { illegal: u32::from(!is_legal), cost: multiplier * length });
        }
    }
}

impl Toll {
    fn precedes(self, other: Self) -> bool {
        (self.illegal, self.cost.to_bits()) < (other.illegal, other.cost.to_bits())
    }
}
