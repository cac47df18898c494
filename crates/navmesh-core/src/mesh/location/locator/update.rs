//! Changes of the index: cells that come and go.
//!
//! A bucket that becomes empty keeps the gap 0, and its neighbours keep theirs. Gaps are lower bounds, so
//! a search visits the bucket for nothing.

use glam::DVec2;

use super::covered::Covered;
use super::{COVERS, Entry, Locator, lattice_point};
use crate::geom::Bounds;

/// A side of the bounding box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::mesh) enum BoxSide {
    Left,
    Right,
    Bottom,
    Top,
}

impl Locator {
    /// True if the index can list a cell within these bounds, and is of the right size for `count` cells.
    pub(in crate::mesh) fn fits(&self, bounds: Bounds, count: usize) -> bool {
        let Bounds { min, max } = self.grid.outer();
        min.cmple(bounds.min).all() && bounds.max.cmple(max).all() && count / 4 <= self.built_for
    }

    /// Makes room for changes, so that they seldom copy large arrays.
    pub(in crate::mesh) fn make_room(&mut self) {
        self.lists.make_room();
    }

    /// Removes a cell with these corners.
    ///
    /// Complexity: linear in the buckets that the cell touches and their cells.
    pub(in crate::mesh) fn remove(&mut self, slot: u32, corners: &[DVec2]) {
        let (grid, mut extents) = (self.grid, Vec::new());
        for span in grid.spans(slot, corners, &mut extents) {
            for number in span.columns().map(|column| grid.number(column, span.row())) {
                let list = self.lists.list(number);
                if let Ok(place) = list.binary_search_by_key(&slot, Entry::slot) {
                    self.lists.remove(number, place);
                }
                if let Some(index) = self.overfull_index_mut(number) {
                    index.remove(slot, corners);
                }
            }
        }
    }

    /// Adds a cell, within the bounds of the index. No other cell may have its slot.
    ///
    /// Complexity: linear in the buckets that the cell touches and their cells, and in the gaps that it
    /// fills.
    pub(in crate::mesh) fn insert(&mut self, slot: u32, corners: &[DVec2]) {
        let (grid, mut extents, mut covered) = (self.grid, Vec::new(), Covered::default());
        covered.set(corners, &grid);
        let Bounds { min, max } = Bounds::of(corners.iter().copied());
        let [low, high] = [min, max].map(|at| lattice_point(self.min, self.scale, at));
        for span in grid.spans(slot, corners, &mut extents) {
            for column in span.columns() {
                let bucket = [column, span.row()];
                let number = grid.number(column, span.row());
                let covers = if covered.holds(bucket) { COVERS } else { 0 };
                let list = self.lists.list(number);
                let place = list.partition_point(|entry| entry.slot() < slot);
                self.lists.insert(number, place, Entry { low, high, cell: slot | covers });
                if self.gaps[number as usize] > 0 {
                    self.lower_gaps(bucket);
                }
                if let Some(index) = self.overfull_index_mut(number) {
                    index.insert(slot, corners);
                }
            }
        }
    }

    fn overfull_index_mut(&mut self, bucket: u32) -> Option<&mut Self> {
        if self.overfull.is_empty() {
            return None;
        }
        let found = self.overfull.binary_search_by_key(&bucket, |(bucket, _)| *bucket).ok()?;
        Some(&mut self.overfull[found].1)
    }

    /// Updates the gaps around a bucket that has a cell now, ring by ring.
    ///
    /// From bucket to bucket a gap changes by one at most. So beyond a ring without changes there are none.
    fn lower_gaps(&mut self, [column, row]: [u32; 2]) {
        let [columns, rows] = [self.grid.columns(), self.grid.rows()];
        for apart in 0..u32::from(u8::MAX) {
            let near = |at: u32, count: u32| at.saturating_sub(apart)..=(at + apart).min(count - 1);
            let mut is_lower = false;
            for y in near(row, rows) {
                let is_end = y.abs_diff(row) == apart;
                for x in near(column, columns).filter(|x| is_end || x.abs_diff(column) == apart) {
                    let gap = &mut self.gaps[(y * columns + x) as usize];
                    is_lower |= u32::from(*gap) > apart;
                    *gap = (*gap).min(apart as u8);
                }
            }
            if !is_lower {
                return;
            }
        }
    }

    /// Calls `visit` with every cell that may reach farthest to one side, and perhaps with others.
    ///
    /// Complexity: linear in the buckets and cells of the outermost columns or rows.
    pub(in crate::mesh) fn each_outermost(&self, side: BoxSide, mut visit: impl FnMut(u32)) {
        let [columns, rows] = [self.grid.columns(), self.grid.rows()];
        let is_column = matches!(side, BoxSide::Left | BoxSide::Right);
        let (lines, across) = if is_column { (columns, rows) } else { (rows, columns) };
        for step in 0..lines {
            let is_low = matches!(side, BoxSide::Left | BoxSide::Bottom);
            let line = if is_low { step } else { lines - 1 - step };
            let mut is_found = false;
            for at in 0..across {
                let [column, row] = if is_column { [line, at] } else { [at, line] };
                for entry in self.bucket(column, row) {
                    is_found = true;
                    visit(entry.slot());
                }
            }
            if is_found {
                return;
            }
        }
    }
}
