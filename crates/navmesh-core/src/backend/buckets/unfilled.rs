//! Construction of buckets in two passes: first the sizes of the lists, then their items.

use glam::DVec2;

use super::grid::{BucketGrid, rounding_margin};
use super::spans::Span;
use super::{Buckets, OVERFULL};
use crate::collections::{GroupSizes, MergeSort};
use crate::geom::Bounds;

/// The most buckets that an item may touch on average; on ordinary meshes it is about five.
const MOST_BUCKETS_PER_ITEM: usize = 32;

/// Buckets with known sizes and no items yet.
pub(crate) struct Unfilled {
    grid: BucketGrid,
    sizes: GroupSizes,
    /// By ascending item.
    spans: Vec<Span>,
}

impl Unfilled {
    /// Creates buckets for `count` items, all within `all`, for lookups of points within `window`.
    ///
    /// See [`Buckets::build`] for the rest.
    pub(crate) fn of(
        count: usize,
        all: Bounds,
        window: Bounds,
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
    ) -> Self {
        let margin = rounding_margin(all);
        let over = |bounds: Bounds| {
            let grid = BucketGrid::new(count, bounds, window, margin);
            Self::fitted(grid, bounds, count, &corners_of)
        };
        let unfilled = over(window);
        if unfilled.lens().any(|len| len > OVERFULL) {
            let bulk = bulk(count, window, &corners_of);
            if bulk != window {
                return over(bulk);
            }
        }
        unfilled
    }

    /// Makes a grid over `bounds` coarse enough for the items.
    fn fitted(
        mut grid: BucketGrid,
        bounds: Bounds,
        count: usize,
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
    ) -> Self {
        let most = (count.saturating_mul(MOST_BUCKETS_PER_ITEM) + 1024).min(u32::MAX as usize);
        loop {
            if let Some(spans) = all_spans(&grid, count, &corners_of, most) {
                return Self { grid, sizes: sizes_of(&grid, &spans), spans };
            }
            grid.coarsen(bounds);
        }
    }

    /// Returns the grid of the buckets.
    pub(crate) fn grid(&self) -> &BucketGrid {
        &self.grid
    }

    /// Iterates over the sizes of the lists, row by row.
    pub(crate) fn lens(&self) -> impl Iterator<Item = u32> + '_ {
        self.sizes.iter()
    }

    /// Fills the lists with the values of `write` for each item, ascending, and each bucket it can touch.
    pub(crate) fn fill<T: Copy + Default>(
        self,
        mut write: impl FnMut(&BucketGrid, u32, [u32; 2]) -> T,
    ) -> Buckets<T> {
        let Self { grid, sizes, spans } = self;
        let mut filler = sizes.into_filler(T::default());
        for span in spans {
            for column in span.columns() {
                let item = write(&grid, span.item, [column, span.row()]);
                filler.push(grid.number(column, span.row()), item);
            }
        }
        Buckets { grid, lists: filler.finish() }
    }
}

/// Returns the buckets that each item can touch, by ascending item; `None` if there are more than `most`.
fn all_spans(
    grid: &BucketGrid,
    count: usize,
    corners_of: impl Fn(usize, &mut Vec<DVec2>),
    most: usize,
) -> Option<Vec<Span>> {
    // Ordinary meshes have two to three spans per item.
    let mut spans = Vec::with_capacity(3 * count);
    let mut touched = 0;
    let (mut corners, mut extents) = (Vec::new(), Vec::new());
    for item in 0..count {
        corners.clear();
        corners_of(item, &mut corners);
        if corners.is_empty() {
            continue;
        }
        let first = spans.len();
        spans.extend(grid.spans(item as u32, &corners, &mut extents));
        touched += spans[first..].iter().map(|span| span.columns().count()).sum::<usize>();
        // A single bucket lists every item once, which is never too much.
        if touched > most && grid.bucket_count() > 1 {
            return None;
        }
    }
    Some(spans)
}

fn sizes_of(grid: &BucketGrid, spans: &[Span]) -> GroupSizes {
    let mut sizes = GroupSizes::new(grid.bucket_count());
    for span in spans {
        for column in span.columns() {
            sizes.add(grid.number(column, span.row()));
        }
    }
    sizes
}

/// The ratio of the extent of all items to that of their bulk above which the grid covers the bulk.
const SCATTERED: f64 = 16.0;

/// Returns the box of all items, or a smaller one around their bulk if the others are far away.
///
/// On each axis, the bulk is the range of the centres without the outermost 32nd on either side. If it is
/// less than a 16th of the whole, the result extends it by its own length on either side.
fn bulk(count: usize, bounds: Bounds, corners_of: impl Fn(usize, &mut Vec<DVec2>)) -> Bounds {
    let mut corners = Vec::new();
    let centre = |item: usize| {
        corners.clear();
        corners_of(item, &mut corners);
        let Bounds { min, max } = Bounds::of(corners.iter().copied());
        (!corners.is_empty()).then(|| min.midpoint(max).clamp(bounds.min, bounds.max))
    };
    let centres: Vec<DVec2> = (0..count).filter_map(centre).collect();
    let within = |coordinate: fn(DVec2) -> f64| {
        let all = [coordinate(bounds.min), coordinate(bounds.max)];
        let mut sorted: Vec<f64> = centres.iter().copied().map(coordinate).collect();
        sorted.merge_sort_by(f64::total_cmp);
        let left_out = sorted.len() / 32;
        let ends = sorted.get(left_out).zip(sorted.get(sorted.len().wrapping_sub(1 + left_out)));
        let Some((low, high)) = ends else { return all };
        let size = high - low;
        let is_scattered = size > 0.0 && all[1] - all[0] > size * SCATTERED;
        if is_scattered { [all[0].max(low - size), all[1].min(high + size)] } else { all }
    };
    let ([left, right], [bottom, top]) = (within(|p| p.x), within(|p| p.y));
    Bounds { min: DVec2::new(left, bottom), max: DVec2::new(right, top) }
}
