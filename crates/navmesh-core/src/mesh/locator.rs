//! The index of the cells: for any place, the few cells that can hold it.
//!
//! [`Buckets`] list the cells that can touch them, each with its bounding box on a lattice of 2¹⁶ steps a
//! side; so most cells of a bucket are passed over without a look at their corners. Beside them stands, for
//! each bucket, how far around it there is nothing at all, so that a search for what is near begins where
//! something is; and for each cell of a bucket, whether it covers the bucket. Then it holds whatever is looked up
//! there, and its corners are not looked at either.
//!
//! Where towns lie far apart on one map, each is in one bucket; so a crowded bucket has an index of its own.

mod around;
mod covered;

use glam::DVec2;

use crate::buckets::{Buckets, Unfilled};
use crate::geom::{Bounds, MIN_COORDINATE};
use covered::Covered;

/// A place on the lattice: the step that a point lies in, by axis.
pub(super) type Place = [u16; 2];

/// A cell that can touch a bucket.
#[derive(Debug, Clone, Copy, Default)]
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
    /// The indices of crowded buckets, ascending by the bucket.
    crowds: Vec<(u32, Locator)>,
}

/// How many cells a bucket may list before it is asked whether an index of its own would help.
const CROWD: usize = 128;

/// How many times fewer cells such an index has to leave to be looked at, on the average over all that it lists.
const WORTHWHILE: usize = 4;

/// How many corners a cell has on the average, at most, where there are not more buckets than for as many cells.
const CORNERS_A_CELL: usize = 8;

impl Locator {
    /// Indexes cells by their corners; see [`Buckets::build`].
    pub(super) fn build(
        count: usize,
        bounds: Bounds,
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
    ) -> Self {
        let shapes = Shapes { corners_of, bounds };
        let slots: Vec<u32> = (0..count as u32).collect();
        let buckets = shapes.buckets(&slots, bounds);
        Self::of(&shapes, &slots, buckets)
    }

    /// The index of these cells; the items of the buckets are their places among them.
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
                let [low, high] = [low, high].map(|corner| place(window.min, scale, corner));
                entry = Entry { low, high, cell: slot };
            }
            let covers = if covered.holds(bucket) { COVERS } else { 0 };
            Entry { cell: entry.cell | covers, ..entry }
        });
        let crowds = shapes.crowds(&buckets);
        Self { buckets, min: window.min, scale, step, gaps, margin, crowds }
    }

    /// The step of the lattice that `point` lies in; never decreasing in either coordinate.
    #[inline]
    pub(super) fn place(&self, point: DVec2) -> Place {
        place(self.min, self.scale, point)
    }

    /// The cells that can hold a point of the bounds, and where it is on the lattice of their boxes.
    #[inline(always)]
    pub(super) fn candidates(&self, point: DVec2) -> (&[Entry], Place) {
        let (column, row) = (self.buckets.column(point.x), self.buckets.row(point.y));
        let entries = self.buckets.bucket(column, row);
        if entries.len() > CROWD {
            return self.candidates_of_crowd((column, row), point);
        }
        (entries, self.place(point))
    }

    #[inline(never)]
    fn candidates_of_crowd(&self, bucket: (u32, u32), point: DVec2) -> (&[Entry], Place) {
        match self.crowd(bucket) {
            Some(crowd) => crowd.candidates(point),
            None => (self.buckets.bucket(bucket.0, bucket.1), self.place(point)),
        }
    }

    /// The index of a bucket that has one of its own.
    #[inline]
    fn crowd(&self, (column, row): (u32, u32)) -> Option<&Self> {
        if self.buckets.bucket(column, row).len() <= CROWD {
            return None;
        }
        let bucket = row * self.buckets.columns() + column;
        let found = self.crowds.binary_search_by_key(&bucket, |crowd| crowd.0).ok()?;
        Some(&self.crowds[found].1)
    }

    /// How many rings of buckets around a bucket are empty, itself included: a search may skip them.
    #[inline]
    fn gap(&self, (column, row): (u32, u32)) -> u32 {
        let bucket = row as usize * self.buckets.columns() as usize + column as usize;
        u32::from(self.gaps[bucket])
    }

    /// Calls `visit` with the slot of every cell that can touch a box.
    pub(super) fn each_in_box(&self, bounds: Bounds, visit: &mut impl FnMut(u32)) {
        let Bounds { min, max } = bounds;
        let (buckets, [low, high]) = (&self.buckets, [self.place(min), self.place(max)]);
        let touches = |entry: &&Entry| {
            entry.low[0] <= high[0]
                && low[0] <= entry.high[0]
                && entry.low[1] <= high[1]
                && low[1] <= entry.high[1]
        };
        for row in buckets.row(min.y)..=buckets.row(max.y) {
            for column in buckets.column(min.x)..=buckets.column(max.x) {
                if let Some(crowd) = self.crowd((column, row)) {
                    crowd.each_in_box(bounds, visit);
                    continue;
                }
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

/// What appends the corners of a cell.
trait CornersOf: Fn(usize, &mut Vec<DVec2>) {}

impl<F: Fn(usize, &mut Vec<DVec2>)> CornersOf for F {}

/// The cells of a mesh, as an index is made of them.
struct Shapes<C> {
    corners_of: C,
    /// The box of all cells.
    bounds: Bounds,
}

impl<C: CornersOf> Shapes<C> {
    /// Buckets of the places of cells among `slots`, for whatever is looked up in a window.
    fn buckets(&self, slots: &[u32], window: Bounds) -> Unfilled {
        let mut corners = Vec::new();
        let corner_count = |&slot: &u32| {
            corners.clear();
            (self.corners_of)(slot as usize, &mut corners);
            corners.len()
        };
        // Where cells have very many corners there are buckets for more cells than there are, so that most lie in one.
        let corner_count: usize = slots.iter().map(corner_count).sum();
        let count = slots.len().max(corner_count / CORNERS_A_CELL);
        Unfilled::of(count, [self.bounds, window], |place, corners| {
            let slot = slots.get(place);
            slot.into_iter().for_each(|&slot| (self.corners_of)(slot as usize, corners));
        })
    }

    /// The indices of the buckets that list too many cells, where that helps.
    fn crowds(&self, all: &Buckets<Entry>) -> Vec<(u32, Locator)> {
        let crowded = (0..).zip(all.iter()).filter(|(_, entries)| entries.len() > CROWD);
        let index_of = |(bucket, entries): (u32, &[Entry])| {
            let slots: Vec<u32> = entries.iter().map(Entry::slot).collect();
            let window = all.bounds_of(bucket % all.columns(), bucket / all.columns());
            Some((bucket, self.crowd(&slots, window)?))
        };
        crowded.filter_map(index_of).collect()
    }

    /// The index of the cells of a crowded bucket; `None` where it would not help.
    fn crowd(&self, slots: &[u32], window: Bounds) -> Option<Locator> {
        // What reaches all through the bucket would be in most of the smaller ones too.
        let is_small = |slot: &&u32| {
            let mut corners = Vec::new();
            (self.corners_of)(**slot as usize, &mut corners);
            Bounds::of(corners).size().cmplt(window.size() / 2.0).all()
        };
        if 2 * slots.iter().filter(is_small).count() < slots.len() {
            return None;
        }
        let buckets = self.buckets(slots, window);
        let left: usize = buckets.lens().map(|len| (len as usize).pow(2)).sum();
        let is_worthwhile = left * WORTHWHILE <= slots.len().pow(2);
        is_worthwhile.then(|| Locator::of(self, slots, buckets))
    }
}

#[inline]
fn place(min: DVec2, scale: DVec2, point: DVec2) -> Place {
    let step = (point - min) * scale;
    [step.x as u16, step.y as u16]
}

/// For each bucket, the number of empty rings around it, by two sweeps: a way to the nearest full bucket is made
/// of steps that the first sweep comes from, and steps that the second one does.
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
