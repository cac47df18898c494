//! The grid of the buckets.

use glam::DVec2;

use crate::geom::{Bounds, MIN_COORDINATE};

/// A uniform grid over a box, or over a part of it. Its outer buckets extend to the rest.
#[derive(Debug, Clone, Copy)]
pub struct BucketGrid {
    /// The box that the outer buckets extend to.
    outer: Bounds,
    /// The largest error of a computed bucket border, in map units.
    margin: f64,
    /// The lower left corner of the grid.
    min: DVec2,
    /// Buckets per map unit, by axis.
    scale: DVec2,
    /// Map units per bucket, by axis.
    size: DVec2,
    columns: u32,
    rows: u32,
}

/// The most columns, and rows.
pub(super) const MOST_IN_LINE: usize = 1 << 14;

/// Returns the largest error of a computed bucket border within a box, in map units.
pub(crate) fn rounding_margin(bounds: Bounds) -> f64 {
    bounds.max_abs() * (16.0 * f64::EPSILON)
}

/// Returns the size of the grid over a box. A flat box gets a grid of the smallest positive height.
fn grid_size(bounds: Bounds) -> DVec2 {
    bounds.size().max(DVec2::splat(MIN_COORDINATE))
}

impl BucketGrid {
    /// Returns a grid over a box with about two buckets per item. Its outer buckets extend to `outer`.
    pub(super) fn new(count: usize, bounds: Bounds, outer: Bounds, margin: f64) -> Self {
        let size = grid_size(bounds);
        let wanted = 2.0 * count.max(1) as f64;
        let limit = (count.max(16) * 4).min(MOST_IN_LINE) as f64;
        let columns = (wanted * (size.x / size.y)).sqrt().ceil().clamp(1.0, limit);
        let rows = (wanted / columns).ceil().clamp(1.0, limit);
        Self {
            outer,
            margin,
            min: bounds.min,
            scale: DVec2::new(columns, rows) / size,
            size: size / DVec2::new(columns, rows),
            columns: columns as u32,
            rows: rows as u32,
        }
    }

    /// Halves the resolution of the grid over `bounds`, on both axes.
    pub(super) fn coarsen(&mut self, bounds: Bounds) {
        self.columns = self.columns.div_ceil(2);
        self.rows = self.rows.div_ceil(2);
        let counts = DVec2::new(f64::from(self.columns), f64::from(self.rows));
        self.scale = counts / grid_size(bounds);
        self.size = grid_size(bounds) / counts;
    }

    /// Returns the box of the points that are looked up in a bucket, with a margin for rounding.
    pub(crate) fn bounds_of(&self, column: u32, row: u32) -> Bounds {
        let corner =
            |column: u32, row: u32| DVec2::new(self.column_start(column), self.row_start(row));
        Bounds {
            min: corner(column, row) - self.margin,
            max: corner(column + 1, row + 1) + self.margin,
        }
    }

    pub(super) fn bucket_count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Returns the number of a bucket, counted row by row.
    #[inline]
    #[must_use]
    pub fn number(&self, column: u32, row: u32) -> u32 {
        row * self.columns + column
    }

    pub(crate) fn margin(&self) -> f64 {
        self.margin
    }

    /// Returns the box that the outer buckets extend to.
    #[inline]
    #[must_use]
    pub fn outer(&self) -> Bounds {
        self.outer
    }

    /// Returns the width and height of an inner bucket, in map units.
    #[inline]
    #[must_use]
    pub fn size(&self) -> DVec2 {
        self.size
    }

    /// Returns the number of columns.
    #[inline]
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns the number of rows.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the column of a coordinate, clamped to the grid. It is monotonic in `x`.
    #[inline]
    #[must_use]
    pub fn column(&self, x: f64) -> u32 {
        (((x - self.min.x) * self.scale.x) as u32).min(self.columns - 1)
    }

    /// Returns the row of a coordinate, clamped to the grid. It is monotonic in `y`.
    #[inline]
    #[must_use]
    pub fn row(&self, y: f64) -> u32 {
        (((y - self.min.y) * self.scale.y) as u32).min(self.rows - 1)
    }

    /// Returns the coordinate where a column begins, or where the last one ends, up to rounding.
    #[inline]
    #[must_use]
    pub fn column_start(&self, column: u32) -> f64 {
        match column {
            0 => self.outer.min.x,
            _ if column == self.columns => self.outer.max.x,
            _ => self.min.x + f64::from(column) * self.size.x,
        }
    }

    /// Returns the coordinate where a row begins, or where the last one ends, up to rounding.
    #[inline]
    #[must_use]
    pub fn row_start(&self, row: u32) -> f64 {
        match row {
            0 => self.outer.min.y,
            _ if row == self.rows => self.outer.max.y,
            _ => self.min.y + f64::from(row) * self.size.y,
        }
    }
}
