//! The cheapest ways from some tiles to all others, in the order of their cost.
//!
//! Source: E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959, with the queue of
//! R. B. Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", 1969: open tiles lie in
//! buckets, each as wide as the cheapest step, so that no tile of a bucket is on the way to another.
//!
//! We differ from it in: 1) only buckets with something in them exist, ordered in a map; so costs may
//! differ by any factor; beyond 2⁵³ cheapest steps a bucket is as wide as floats are apart. 2) A tile's cost is kept as two sums, of straight and of diagonal steps: at
//! cost 1 they are whole numbers, and no rounding piles up. 3) A tile that is reached more cheaply
//! after all, through rounding, is put in again.

use std::collections::BTreeMap;

use crate::moves::SIDES;
use crate::survey::Ground;

/// A flood over a grid: what is known of every tile, and which tiles are open.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flood {
    /// What every tile costs, infinite where it was not reached; in tile sizes.
    pub(crate) costs: Vec<f64>,
    /// The direction in which each tile was reached.
    pub(crate) arrivals: Vec<u8>,
    sums: Vec<[f64; 2]>,
    /// Tiles with the cost that they were put in with, by the number of its bucket.
    open: BTreeMap<u64, Vec<(u32, f64)>>,
    /// Emptied buckets, for their memory.
    spare: Vec<Vec<(u32, f64)>>,
}

/// What became of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Advance {
    /// Its tiles are final.
    Emptied,
    /// No more nodes may be expanded.
    Paused,
    /// There was none.
    Exhausted,
}

/// The arrival of a tile from which the flood started, or that it did not reach.
const NOWHERE: u8 = u8::MAX;

impl Flood {
    /// Starts anew from these tiles, which must be free.
    pub(crate) fn start(&mut self, ground: Ground<'_>, from: impl IntoIterator<Item = u32>) {
        let count = ground.grid.tile_count();
        self.costs.clear();
        self.costs.resize(count, f64::INFINITY);
        self.arrivals.clear();
        self.arrivals.resize(count, NOWHERE);
        self.sums.clear();
        self.sums.resize(count, [0.0; 2]);
        self.spare.extend(self.open.split_off(&0).into_values());
        let mut first = self.empty_bucket();
        for slot in from {
            self.costs[slot as usize] = 0.0;
            first.push((slot, 0.0));
        }
        self.open.insert(0, first);
    }

    /// Floods the next bucket; its tiles are final then, and `settle` gets each once or more often.
    ///
    /// False where nothing is open any more.
    pub(crate) fn advance(&mut self, ground: Ground<'_>, settle: impl FnMut(u32)) -> bool {
        let mut without_end = u64::MAX;
        self.advance_within(ground, &mut without_end, settle) != Advance::Exhausted
    }

    /// The same, as long as there are nodes left to expand, which are counted down.
    pub(crate) fn advance_within(
        &mut self,
        ground: Ground<'_>,
        left: &mut u64,
        mut settle: impl FnMut(u32),
    ) -> Advance {
        let width = bucket_width(ground);
        let Some((&number, _)) = self.open.first_key_value() else { return Advance::Exhausted };
        // Tiles may be put into the bucket while it is emptied.
        while let Some(&(slot, cost)) = self.open.get(&number).and_then(|bucket| bucket.last()) {
            let is_current = cost == self.costs[slot as usize];
            if is_current && *left == 0 {
                return Advance::Paused;
            }
            self.open.get_mut(&number).and_then(Vec::pop);
            if !is_current {
                continue;
            }
            *left -= 1;
            settle(slot);
            for (direction, next) in ground.survey.moves.legal_steps(slot) {
                self.reach(ground, (slot, direction, next), width);
            }
        }
        self.spare.extend(self.open.remove(&number));
        Advance::Emptied
    }

    /// The tiles that wait, some of them twice.
    pub(crate) fn open(&self) -> usize {
        self.open.values().map(Vec::len).sum()
    }

    /// No tile that waits costs less, in tile sizes; infinite where none does.
    pub(crate) fn least(&self, ground: Ground<'_>) -> f64 {
        let first = self.open.first_key_value();
        first.map_or(f64::INFINITY, |(&number, _)| least_in(number, bucket_width(ground)))
    }

    fn reach(&mut self, ground: Ground<'_>, (from, direction, to): (u32, usize, u32), width: f64) {
        let Ground { grid, options, .. } = ground;
        let multiplier = (grid.cost_of(from) + grid.cost_of(to)) * 0.5;
        let mut sums = self.sums[from as usize];
        sums[usize::from(direction >= SIDES)] += multiplier;
        let cost = sums[0] * options.straight + sums[1] * options.diagonal;
        if cost < self.costs[to as usize] {
            self.costs[to as usize] = cost;
            self.sums[to as usize] = sums;
            self.arrivals[to as usize] = direction as u8;
            let number = bucket_of(cost, width);
            if let Some(bucket) = self.open.get_mut(&number) {
                bucket.push((to, cost));
            } else {
                let mut bucket = self.empty_bucket();
                bucket.push((to, cost));
                self.open.insert(number, bucket);
            }
        }
    }

    fn empty_bucket(&mut self) -> Vec<(u32, f64)> {
        let mut bucket = self.spare.pop().unwrap_or_default();
        bucket.clear();
        bucket
    }
}

/// Up to here a float holds every whole number: 2⁵³.
const WHOLE: u64 = 1 << 53;

/// The number of a cost's bucket: of how many cheapest steps it is, or the bits of that where they are too
/// many to count. The bits of a larger float are a larger number, and larger than [`WHOLE`].
fn bucket_of(cost: f64, width: f64) -> u64 {
    let steps = cost / width;
    if steps < WHOLE as f64 { steps as u64 } else { steps.to_bits() }
}

/// Nothing in a bucket costs less.
fn least_in(number: u64, width: f64) -> f64 {
    width * if number < WHOLE { number as f64 } else { f64::from_bits(number) }
}

/// No step costs less.
fn bucket_width(ground: Ground<'_>) -> f64 {
    let Ground { grid, options, survey } = ground;
    survey.range(grid).cheapest() * options.straight.min(options.diagonal)
}
