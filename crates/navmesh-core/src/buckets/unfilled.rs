//! Buckets on their way: first where everything will stand, then what.

use std::ops::RangeInclusive;

use glam::DVec2;

use super::bulk::bulk;
use super::{Buckets, CROWD, MOST_IN_LINE, rounding_margin};
use crate::geom::Bounds;

/// The buckets of one row that an item can touch.
pub(super) struct Span {
    item: u32,
    row: u16,
    columns: [u16; 2],
}

const _: () = assert!(MOST_IN_LINE <= 1 << u16::BITS);

impl Span {
    /// From the first to the last of these columns; there are few enough of either for 16 bits.
    pub(super) fn of(item: u32, row: u32, columns: [u32; 2]) -> Self {
        Self { item, row: row as u16, columns: columns.map(|column| column as u16) }
    }

    pub(super) fn row(&self) -> u32 {
        self.row.into()
    }

    pub(super) fn columns(&self) -> RangeInclusive<u32> {
        self.columns[0].into()..=self.columns[1].into()
    }
}

/// Buckets that know how many items they will list, and have none yet.
pub(crate) struct Unfilled {
    pub(super) index: Buckets,
    /// By ascending item.
    pub(super) spans: Vec<Span>,
}

impl Unfilled {
    /// Lays buckets for `count` items, all within the first box, of which only places within the second will be looked up;
    /// as [`Buckets::build`] otherwise.
    pub(crate) fn of(
        count: usize,
        [all, window]: [Bounds; 2],
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
    ) -> Self {
        let margin = rounding_margin(all);
        let empty = |grid: Bounds| Buckets { outer: window, margin, ..Buckets::empty(count, grid) };
        let unfilled = empty(window).fitted(count, window, &corners_of);
        if unfilled.lens().any(|len| len > CROWD) {
            let bulk = bulk(count, window, &corners_of);
            if bulk != window {
                return empty(bulk).fitted(count, bulk, &corners_of);
            }
        }
        unfilled
    }

    /// The buckets, without items.
    pub(crate) fn grid(&self) -> &Buckets {
        &self.index
    }

    /// How many items each bucket will list, row by row.
    pub(crate) fn lens(&self) -> impl Iterator<Item = u32> + '_ {
        self.index.starts.windows(2).map(|ends| ends[1] - ends[0])
    }

    /// The buckets with what `write` has for each item, by ascending item, and each column and row that it can touch.
    pub(crate) fn fill<T: Copy + Default>(
        self,
        mut write: impl FnMut(&Buckets, u32, [u32; 2]) -> T,
    ) -> Buckets<T> {
        let Self { index, spans } = self;
        let mut items = vec![T::default(); index.starts.last().map_or(0, |&end| end as usize)];
        let mut nexts = index.starts.clone();
        for span in spans {
            for column in span.columns() {
                let next = &mut nexts[(span.row() * index.columns + column) as usize];
                items[*next as usize] = write(&index, span.item, [column, span.row()]);
                *next += 1;
            }
        }
        let Buckets { outer, margin, min, scale, size, columns, rows, starts, .. } = index;
        Buckets { outer, margin, min, scale, size, columns, rows, starts, items }
    }
}
