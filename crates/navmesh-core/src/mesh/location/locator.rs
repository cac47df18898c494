//! The spatial index of the cells.
//!
//! [`Buckets`] list the cells that can touch them. Each entry has the cell's bounding box on a lattice of
//! 2¹⁶ steps a side, so most cells of a bucket are skipped without reading their corners. An entry also
//! says whether its cell covers the whole bucket; such a cell holds every point of the bucket.
//!
//! Each bucket knows how many rings of buckets around it are empty, so a nearest-point search skips them.
//!
//! A map with small, distant clusters has most cells in a few buckets. So an overfull bucket has an index
//! of its own.

mod covered;
mod lists;
mod outwards;
mod update;

use glam::DVec2;

use crate::buckets::{BucketGrid, Buckets, Unfilled};
use crate::geom::{Bounds, MIN_COORDINATE};
use crate::mesh::memory::bytes;
use covered::Covered;
use lists::Lists;
pub(in crate::mesh) use update::BoxSide;

/// A point on the lattice: its step on each axis.
pub(in crate::mesh) type LatticePoint = [u16; 2];

/// An entry of a bucket: a cell that can touch it.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::mesh) struct Entry {
    /// The corners of the cell's bounding box.
    low: LatticePoint,
    high: LatticePoint,
    /// The cell's slot, and the bit [`COVERS`].
    cell: u32,
}

/// The bit of `Entry::cell` that marks cells with the whole bucket strictly inside.
const COVERS: u32 = 1 << 31;

impl Entry {
    /// Returns the slot of the cell.
    #[inline]
    pub(in crate::mesh) fn slot(&self) -> u32 {
        self.cell & !COVERS
    }

    /// True if every point of the bucket lies strictly inside the cell.
    #[inline]
    pub(in crate::mesh) fn covers_bucket(&self) -> bool {
        self.cell & COVERS != 0
    }

    /// False if the cell's bounding box does not hold a point.
    #[inline]
    pub(in crate::mesh) fn may_hold(&self, point: LatticePoint) -> bool {
        // Without branches, because which of the four comparisons fails is unpredictable.
        let past = |from: u16, to: u16| i32::from(to) - i32::from(from);
        let [of_x, of_y] = [0, 1].map(|axis| {
            let at = point[axis];
            past(self.low[axis], at) | past(at, self.high[axis])
        });
        (of_x | of_y) >= 0
    }

    /// Returns the size of the cell's bounding box in steps, correct to one step.
    fn size(&self) -> DVec2 {
        let steps = |axis: usize| f64::from(self.high[axis].saturating_sub(self.low[axis]));
        DVec2::new(steps(0), steps(1))
    }

    /// Returns a lower bound on the distance of the cell's bounding box from a point, in steps on
    /// each axis.
    #[inline]
    fn steps_away(&self, point: LatticePoint) -> DVec2 {
        // Points in steps n apart are more than n − 1 steps apart; one more step is for rounding.
        let apart = |axis: usize| {
            let [low, high, at] = [self.low, self.high, point].map(|p| p[axis]);
            f64::from(low.saturating_sub(at).max(at.saturating_sub(high)).saturating_sub(2))
        };
        DVec2::new(apart(0), apart(1))
    }
}

/// The number of steps on each side of the lattice.
const STEPS: f64 = 65536.0;

/// The index. Its lists are conservative; callers test the listed cells exactly.
#[derive(Debug, Clone)]
pub(in crate::mesh) struct Locator {
    grid: BucketGrid,
    /// The entries of each bucket, by ascending slot.
    lists: Lists<Entry>,
    min: DVec2,
    /// Lattice steps per map unit, by axis.
    scale: DVec2,
    /// Map units per lattice step, by axis.
    step: DVec2,
    /// The number of empty rings around each bucket, itself included; at most 255.
    gaps: Vec<u8>,
    margin: f64,
    /// The indices of overfull buckets, ascending by bucket.
    overfull: Vec<(u32, Locator)>,
    /// The number of cells for which the index was built, and 64.
    built_for: usize,
}

/// The most cells of a bucket that gets no index of its own.
const OVERFULL: usize = 128;

/// The factor by which an index of its own must reduce the cells to test, on average.
const WORTHWHILE: usize = 4;

/// The average number of corners per cell above which the index gets more buckets.
const CORNERS_PER_CELL: usize = 8;

impl Locator {
    /// Builds the index of cells; see [`Buckets::build`].
    pub(in crate::mesh) fn build(
        count: usize,
        bounds: Bounds,
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
    ) -> Self {
        let shapes = Shapes { corners_of, bounds };
        let slots: Vec<u32> = (0..count as u32).collect();
        let buckets = shapes.buckets(&slots, bounds);
        Self::of(&shapes, &slots, buckets)
    }

    /// Builds the index of the cells in `slots`; the items of the buckets are indices into `slots`.
    fn of(shapes: &Shapes<impl CornersOf>, slots: &[u32], buckets: Unfilled) -> Self {
        let (gaps, margin) = (gaps(&buckets), buckets.grid().margin());
        let window = buckets.grid().outer();
        let size = window.size().max(DVec2::splat(MIN_COORDINATE));
        let (scale, step) = (STEPS / size, size / STEPS);
        let (mut corners, mut covered) = (Vec::new(), Covered::default());
        let (mut at, mut entry) = (None, Entry::default());
        let buckets = buckets.fill(|grid, item, bucket| {
            if at != Some(item) {
                at = Some(item);
                let slot = slots[item as usize];
                corners.clear();
                (shapes.corners_of)(slot as usize, &mut corners);
                covered.set(&corners, grid);
                let Bounds { min: low, max: high } = Bounds::of(corners.iter().copied());
                let [low, high] =
                    [low, high].map(|corner| lattice_point(window.min, scale, corner));
                entry = Entry { low, high, cell: slot };
            }
            let covers = if covered.holds(bucket) { COVERS } else { 0 };
            Entry { cell: entry.cell | covers, ..entry }
        });
        let overfull = shapes.overfull_indices(&buckets, step);
        let (grid, lists) = buckets.into_parts();
        let (lists, built_for) = (Lists::of(lists), slots.len() + 64);
        Self { grid, lists, min: window.min, scale, step, gaps, margin, overfull, built_for }
    }

    /// Returns the memory in bytes.
    pub(in crate::mesh) fn memory(&self) -> usize {
        self.lists.memory()
            + self.gaps.capacity()
            + bytes::<(u32, Self)>(self.overfull.capacity())
            + self.overfull.iter().map(|(_, index)| index.memory()).sum::<usize>()
    }

    /// Returns a point on the lattice. It is monotonic in both coordinates.
    #[inline]
    pub(super) fn lattice_point(&self, point: DVec2) -> LatticePoint {
        lattice_point(self.min, self.scale, point)
    }

    /// Returns the cells that can hold a point within the bounds, and the point on their lattice.
    #[inline(always)]
    pub(in crate::mesh) fn candidates(&self, point: DVec2) -> (&[Entry], LatticePoint) {
        let (column, row) = (self.grid.column(point.x), self.grid.row(point.y));
        let entries = self.bucket(column, row);
        if entries.len() > OVERFULL {
            return self.candidates_if_overfull(column, row, point);
        }
        (entries, self.lattice_point(point))
    }

    /// Returns the entries of a bucket.
    #[inline(always)]
    fn bucket(&self, column: u32, row: u32) -> &[Entry] {
        self.lists.list(self.grid.number(column, row))
    }

    #[inline(never)]
    fn candidates_if_overfull(
        &self,
        column: u32,
        row: u32,
        point: DVec2,
    ) -> (&[Entry], LatticePoint) {
        match self.index_of_bucket(column, row) {
            Some(index) => index.candidates(point),
            None => (self.bucket(column, row), self.lattice_point(point)),
        }
    }

    /// Returns the index of a bucket, if it has one of its own.
    #[inline]
    fn index_of_bucket(&self, column: u32, row: u32) -> Option<&Self> {
        if self.bucket(column, row).len() <= OVERFULL {
            return None;
        }
        let bucket = self.grid.number(column, row);
        let found = self.overfull.binary_search_by_key(&bucket, |(bucket, _)| *bucket).ok()?;
        Some(&self.overfull[found].1)
    }

    /// Returns the number of empty rings around a bucket, itself included. A search may skip them.
    #[inline]
    fn gap(&self, column: u32, row: u32) -> u32 {
        u32::from(self.gaps[self.grid.number(column, row) as usize])
    }

    /// Calls `visit` with the slot of every cell that can touch a box.
    pub(in crate::mesh) fn each_in_box(&self, bounds: Bounds, visit: &mut impl FnMut(u32)) {
        let Bounds { min, max } = bounds;
        for row in self.grid.row(min.y)..=self.grid.row(max.y) {
            for column in self.grid.column(min.x)..=self.grid.column(max.x) {
                match self.index_of_bucket(column, row) {
                    Some(index) => index.each_in_box(bounds, visit),
                    None => self.each_of_bucket([column, row], bounds, visit),
                }
            }
        }
    }

    /// Calls `visit` with the slot of every cell that can touch a segment.
    pub(in crate::mesh) fn each_near_segment(&self, ends: [DVec2; 2], visit: &mut impl FnMut(u32)) {
        let bounds = Bounds::of(ends);
        self.grid.each_near_segment(ends, 0.0, |column, row| {
            match self.index_of_bucket(column, row) {
                Some(index) => index.each_near_segment(ends, visit),
                None => self.each_of_bucket([column, row], bounds, visit),
            }
        });
    }

    /// Calls `visit` with the slots of the cells of a bucket whose boxes can touch a box.
    #[inline]
    fn each_of_bucket(&self, [column, row]: [u32; 2], bounds: Bounds, visit: &mut impl FnMut(u32)) {
        let [low, high] = [bounds.min, bounds.max].map(|at| self.lattice_point(at));
        let touches = |entry: &&Entry| {
            entry.low[0] <= high[0]
                && low[0] <= entry.high[0]
                && entry.low[1] <= high[1]
                && low[1] <= entry.high[1]
        };
        for entry in self.bucket(column, row).iter().filter(touches) {
            visit(entry.slot());
        }
    }

    /// Iterates over the buckets.
    pub(in crate::mesh) fn buckets(&self) -> impl Iterator<Item = &[Entry]> {
        self.lists.iter()
    }
}

/// A function that appends the corners of the cell in a slot.
trait CornersOf: Fn(usize, &mut Vec<DVec2>) {}

impl<F: Fn(usize, &mut Vec<DVec2>)> CornersOf for F {}

/// The shapes of the cells that are indexed.
struct Shapes<C> {
    corners_of: C,
    /// The box of all cells.
    bounds: Bounds,
}

impl<C: CornersOf> Shapes<C> {
    /// Builds buckets of indices into `slots`, for lookups within a window.
    fn buckets(&self, slots: &[u32], window: Bounds) -> Unfilled {
        let mut corners = Vec::new();
        let corner_count = |&slot: &u32| {
            corners.clear();
            (self.corners_of)(slot as usize, &mut corners);
            corners.len()
        };
        // Cells with very many corners get more buckets, so that most points need one bucket.
        let corner_count: usize = slots.iter().map(corner_count).sum();
        let count = slots.len().max(corner_count / CORNERS_PER_CELL);
        Unfilled::of(count, self.bounds, window, |index, corners| {
            if let Some(&slot) = slots.get(index) {
                (self.corners_of)(slot as usize, corners);
            }
        })
    }

    /// Builds an index for each overfull bucket where it helps. `step` is the size of a lattice step.
    fn overfull_indices(&self, all: &Buckets<Entry>, step: DVec2) -> Vec<(u32, Locator)> {
        let overfull = (0..).zip(all.iter()).filter(|(_, entries)| entries.len() > OVERFULL);
        let index_of = |(bucket, entries): (u32, &[Entry])| {
            let window =
                all.grid().bounds_of(bucket % all.grid().columns(), bucket / all.grid().columns());
            // Cells as large as the bucket would be in most of the smaller buckets too.
            let is_small = |entry: &&Entry| (entry.size() * step).cmplt(window.size() / 2.0).all();
            if 2 * entries.iter().filter(is_small).count() < entries.len() {
                return None;
            }
            let slots: Vec<u32> = entries.iter().map(Entry::slot).collect();
            Some((bucket, self.overfull_index(&slots, window)?))
        };
        overfull.filter_map(index_of).collect()
    }

    /// Builds the index of an overfull bucket; `None` if it would not help.
    fn overfull_index(&self, slots: &[u32], window: Bounds) -> Option<Locator> {
        let buckets = self.buckets(slots, window);
        let tests: usize = buckets.lens().map(|len| (len as usize).pow(2)).sum();
        let is_worthwhile = tests * WORTHWHILE <= slots.len().pow(2);
        is_worthwhile.then(|| Locator::of(self, slots, buckets))
    }
}

#[inline]
fn lattice_point(min: DVec2, scale: DVec2, point: DVec2) -> LatticePoint {
    let step = (point - min) * scale;
    [step.x as u16, step.y as u16]
}

/// Returns the number of empty rings around each bucket.
///
/// Two sweeps suffice: each step to the nearest non-empty bucket is a step of one of the sweeps.
fn gaps(buckets: &Unfilled) -> Vec<u8> {
    let (columns, rows) = (buckets.grid().columns() as usize, buckets.grid().rows() as usize);
    let mut gaps: Vec<u8> = buckets.lens().map(|len| if len == 0 { u8::MAX } else { 0 }).collect();
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
