//! The index of the cells: for any place, the few cells that can hold it.
//!
//! [`Buckets`] list the cells that can touch them, each with its bounding box on a lattice of 2¹⁶ steps a
//! side; so most cells of a bucket are passed over without a look at their corners. Beside them stands, for
//! each bucket, how far around it there is nothing at all, so that a search for what is near begins where
//! something is; and for each cell of a bucket, whether it covers the bucket. Then it holds whatever is looked up
//! there, and its corners are not looked at either.

mod around;
mod covered;

use glam::DVec2;

use crate::buckets::{Buckets, rounding_margin};
use crate::geom::{Bounds, MIN_COORDINATE};
use covered::Covered;

/// A place on the lattice: the step that a point lies in, by axis.
pub(super) type Place = [u16; 2];

/// A cell that can touch a bucket.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    low: Place,
    high: Place,
    /// The cell's slot, and a bit that says whether the cell covers the bucket.
    cell: u32,
}

/// The bit of `Entry::cell` that marks cells with the whole bucket strictly inside.
const COVERS: u32 = 1 << 31;

impl Entry {
    #[inline]
    pub(super) fn slot(&self) -> u32 {
        self.cell & !COVERS
    }

    /// True where every place of the bucket lies strictly inside the cell.
    #[inline]
    pub(super) fn covers_bucket(&self) -> bool {
        self.cell & COVERS != 0
    }

    /// False where the cell's box does not hold the place.
    #[inline]
    pub(super) fn may_hold(&self, place: Place) -> bool {
        // By signs, without branches: which of the four fails first cannot be foretold.
        let past = |from: u16, to: u16| i32::from(to) - i32::from(from);
        let [of_x, of_y] = [0, 1].map(|axis| {
            let at = place[axis];
            past(self.low[axis], at) | past(at, self.high[axis])
        });
        (of_x | of_y) >= 0
    }

    /// By how many whole steps at least the cell's box is away from a place, by axis.
    #[inline]
    fn steps_away(&self, place: Place) -> DVec2 {
        // Points in steps that are n apart are more than n − 1 steps apart; one more is for rounding.
        let apart = |axis: usize| {
            let [low, high, at] = [self.low, self.high, place].map(|p| p[axis]);
            f64::from(low.saturating_sub(at).max(at.saturating_sub(high)).saturating_sub(2))
        };
        DVec2::new(apart(0), apart(1))
    }
}

/// How many steps the lattice has a side.
const STEPS: f64 = 65536.0;

/// The index; it decides nothing, and lists too much rather than too little.
#[derive(Debug, Clone)]
pub(super) struct Locator {
    buckets: Buckets<Entry>,
    min: DVec2,
    /// Lattice steps a map unit, by axis.
    scale: DVec2,
    /// Map units a lattice step, by axis.
    step: DVec2,
    /// For each bucket, how many rings of buckets around it are empty, itself included; at most 255.
    gaps: Vec<u8>,
    margin: f64,
}

impl Locator {
    /// Indexes cells by their corners; see [`Buckets::build`].
    pub(super) fn build(
        count: usize,
        bounds: Bounds,
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
    ) -> Self {
        let buckets = Buckets::build(count, bounds, &corners_of);
        let gaps = gaps(&buckets);
        let size = bounds.size().max(DVec2::splat(MIN_COORDINATE));
        let (scale, step) = (STEPS / size, size / STEPS);
        let (mut boxes, mut covered) = (Vec::with_capacity(count), Covered::default());
        let mut corners = Vec::new();
        for slot in 0..count {
            corners.clear();
            corners_of(slot, &mut corners);
            boxes.push(Bounds::of(corners.iter().copied()));
            covered.push(&corners, &buckets);
        }
        let entry = |&slot: &u32, bucket: [u32; 2]| {
            let Bounds { min: low, max: high } = boxes[slot as usize];
            let [low, high] = [low, high].map(|corner| place(bounds.min, scale, corner));
            let cell = if covered.holds(slot, bucket) { slot | COVERS } else { slot };
            Entry { low, high, cell }
        };
        let margin = rounding_margin(bounds);
        Self { buckets: buckets.map(entry), min: bounds.min, scale, step, gaps, margin }
    }

    /// The step of the lattice that `point` lies in; never decreasing in either coordinate.
    #[inline]
    pub(super) fn place(&self, point: DVec2) -> Place {
        place(self.min, self.scale, point)
    }

    /// The cells that can hold a point of the bounds.
    #[inline]
    pub(super) fn bucket_of(&self, point: DVec2) -> &[Entry] {
        self.buckets.bucket(self.buckets.column(point.x), self.buckets.row(point.y))
    }

    /// How many rings of buckets around a bucket are empty, itself included: a search may skip them.
    #[inline]
    fn gap(&self, (column, row): (u32, u32)) -> u32 {
        let bucket = row as usize * self.buckets.columns() as usize + column as usize;
        u32::from(self.gaps[bucket])
    }

    /// Calls `visit` with the slot of every cell that can touch a box.
    pub(super) fn each_in_box(&self, Bounds { min, max }: Bounds, mut visit: impl FnMut(u32)) {
        let (buckets, [low, high]) = (&self.buckets, [self.place(min), self.place(max)]);
        let touches = |entry: &&Entry| {
            entry.low[0] <= high[0]
                && low[0] <= entry.high[0]
                && entry.low[1] <= high[1]
                && low[1] <= entry.high[1]
        };
        for row in buckets.row(min.y)..=buckets.row(max.y) {
            for column in buckets.column(min.x)..=buckets.column(max.x) {
                let entries = buckets.bucket(column, row).iter();
                entries.filter(touches).for_each(|entry| visit(entry.slot()));
            }
        }
    }

    /// Every bucket's cells.
    pub(super) fn buckets(&self) -> impl Iterator<Item = &[Entry]> {
        self.buckets.iter()
    }
}

#[inline]
fn place(min: DVec2, scale: DVec2, point: DVec2) -> Place {
    let step = (point - min) * scale;
    [step.x as u16, step.y as u16]
}

/// For each bucket, the number of empty rings around it, by two sweeps: a way to the nearest full bucket is made
/// of steps that the first sweep comes from, and steps that the second one does.
fn gaps<T>(buckets: &Buckets<T>) -> Vec<u8> {
    let (columns, rows) = (buckets.columns() as usize, buckets.rows() as usize);
    let mut gaps: Vec<u8> =
        buckets.iter().map(|items| if items.is_empty() { u8::MAX } else { 0 }).collect();
    let settle = |gaps: &mut [u8], at: usize, before: [Option<usize>; 4]| {
        let least = before.into_iter().flatten().map(|near| gaps[near]).min();
        gaps[at] = gaps[at].min(least.unwrap_or(u8::MAX).saturating_add(1));
    };
    for at in 0..gaps.len() {
        if gaps[at] > 0 {
            let (column, row) = (at % columns, at / columns);
            let has = [column > 0, row > 0, row > 0 && column > 0, row > 0 && column + 1 < columns];
            let steps = [1, columns, columns + 1, columns - 1];
            settle(&mut gaps, at, [0, 1, 2, 3].map(|i| has[i].then(|| at - steps[i])));
        }
    }
    for at in (0..gaps.len()).rev() {
        if gaps[at] > 0 {
            let (column, row) = (at % columns, at / columns);
            let below = row + 1 < rows;
            let has =
                [column + 1 < columns, below, below && column + 1 < columns, below && column > 0];
            let steps = [1, columns, columns + 1, columns - 1];
            settle(&mut gaps, at, [0, 1, 2, 3].map(|i| has[i].then(|| at + steps[i])));
        }
    }
    gaps
}
