//! The cheapest paths from some tiles to all others, in order of cost.
//!
//! Source: E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959, with the queue
//! of R. B. Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", 1969: open tiles
//! lie in buckets as wide as the cheapest step, so that no path to a tile of a bucket passes
//! another one of it.
//!
//! We differ from it in: 1) only buckets that contain tiles exist, ordered in a map, so that costs
//! may differ by any factor. Beyond 2⁵³ cheapest steps, each distinct float is a bucket. 2) The
//! cost of a tile is kept as two sums, of straight and of diagonal steps. At cost 1 they are
//! integers, and no rounding error accumulates. 3) A tile that is reached more cheaply later,
//! through rounding, is inserted again.

use std::collections::BTreeMap;

use crate::index::MapContext;
use crate::rules::moves::SIDES;

/// A flood over a grid: the tiles reached and the open tiles.
#[derive(Debug, Clone, Default)]
pub(crate) struct TileFlood {
    /// The cost of every tile in tile sizes, infinite for unreached tiles.
    pub(crate) costs: Vec<f64>,
    /// The direction of the last step to each tile; [`NO_DIRECTION`] for starts and unreached
    /// tiles.
    pub(crate) arrivals: Vec<u8>,
    sums: Vec<[f64; 2]>,
    /// The open tiles with their costs at insertion, by bucket number.
    open: BTreeMap<u64, Vec<(u32, f64)>>,
    /// Empty buckets, kept for their memory.
    spare: Vec<Vec<(u32, f64)>>,
}

/// The result of advancing a flood by a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Advance {
    /// The bucket is empty, and the costs of its tiles are final.
    Emptied,
    /// The node budget is spent.
    Paused,
    /// No tile is open.
    Exhausted,
}

/// The arrival direction of starts and of unreached tiles.
const NO_DIRECTION: u8 = u8::MAX;

/// A step from one slot to another.
#[derive(Debug, Clone, Copy)]
struct SlotStep {
    from: u32,
    direction: usize,
    to: u32,
}

impl TileFlood {
    /// Starts a new flood from these tiles, which must be free.
    pub(crate) fn start(&mut self, context: MapContext<'_>, from: impl IntoIterator<Item = u32>) {
        let count = context.grid.tile_count();
        self.costs.clear();
        self.costs.resize(count, f64::INFINITY);
        self.arrivals.clear();
        self.arrivals.resize(count, NO_DIRECTION);
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

    /// Floods the next bucket, whose tiles are then final; calls `visit` for each at least once.
    /// Returns false if no tile is open.
    pub(crate) fn advance(&mut self, context: MapContext<'_>, visit: impl FnMut(u32)) -> bool {
        let mut unlimited = u64::MAX;
        self.advance_within(context, &mut unlimited, visit) != Advance::Exhausted
    }

    /// Floods the next bucket within a node budget, which is counted down.
    pub(crate) fn advance_within(
        &mut self,
        context: MapContext<'_>,
        budget: &mut u64,
        mut visit: impl FnMut(u32),
    ) -> Advance {
        let width = bucket_width(context);
        let Some((&number, _)) = self.open.first_key_value() else { return Advance::Exhausted };
        // Steps may insert tiles into the bucket itself.
        while let Some(&(slot, cost)) = self.open.get(&number).and_then(|bucket| bucket.last()) {
            let is_current = cost == self.costs[slot as usize];
            if is_current && *budget == 0 {
                return Advance::Paused;
            }
            self.open.get_mut(&number).and_then(Vec::pop);
            if !is_current {
                continue;
            }
            *budget -= 1;
            visit(slot);
            for (direction, to) in context.index.moves.legal_steps(slot) {
                self.reach(context, SlotStep { from: slot, direction, to }, width);
            }
        }
        self.spare.extend(self.open.remove(&number));
        Advance::Emptied
    }

    /// Returns the number of open entries, stale ones included.
    pub(crate) fn open(&self) -> usize {
        self.open.values().map(Vec::len).sum()
    }

    /// Returns a lower bound on the cost of all open tiles, in tile sizes; infinite where none is
    /// open.
    pub(crate) fn least(&self, context: MapContext<'_>) -> f64 {
        let first = self.open.first_key_value();
        first.map_or(f64::INFINITY, |(&number, _)| least_in(number, bucket_width(context)))
    }

    fn reach(&mut self, context: MapContext<'_>, step: SlotStep, width: f64) {
        let MapContext { grid, options, .. } = context;
        let SlotStep { from, direction, to } = step;
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

/// A float represents all integers up to here: 2⁵³.
const MAX_INTEGER: u64 = 1 << 53;

/// Returns the number of a cost's bucket: the cost in cheapest steps, or the bits of that float
/// where it is too large to be an integer. The bits of larger floats are larger, and larger than
/// [`MAX_INTEGER`].
fn bucket_of(cost: f64, width: f64) -> u64 {
    let steps = cost / width;
    if steps < MAX_INTEGER as f64 { steps as u64 } else { steps.to_bits() }
}

/// Returns the least cost that belongs to a bucket.
fn least_in(number: u64, width: f64) -> f64 {
    width * if number < MAX_INTEGER { number as f64 } else { f64::from_bits(number) }
}

/// Returns the width of a bucket: the cost of the cheapest step.
fn bucket_width(context: MapContext<'_>) -> f64 {
    let MapContext { grid, options, index } = context;
    index.range(grid).cheapest() * options.straight.min(options.diagonal)
}
