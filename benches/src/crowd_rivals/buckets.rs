//! Points in square buckets, to find pairs that are near each other.

use tautline::DVec2;

/// Points sorted by bucket.
#[derive(Debug, Default)]
pub struct Buckets {
    low: DVec2,
    size: f64,
    columns: usize,
    rows: usize,
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Buckets {
    /// Sorts points into buckets of side `size`.
    pub fn build(&mut self, points: &[DVec2], size: f64) {
        let low = points.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let high = points.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        let count = ((high - low) / size).floor();
        (self.low, self.size) = (low, size);
        (self.columns, self.rows) = (count.x as usize + 1, count.y as usize + 1);
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        for &point in points {
            let bucket = self.bucket(point);
            self.starts[bucket] += 1;
        }
        for index in 1..self.starts.len() {
            self.starts[index] += self.starts[index - 1];
        }
        self.items.resize(points.len(), 0);
        for (index, &point) in points.iter().enumerate().rev() {
            let bucket = self.bucket(point);
            self.starts[bucket] -= 1;
            self.items[self.starts[bucket] as usize] = index as u32;
        }
    }

    fn bucket(&self, point: DVec2) -> usize {
        let at = (point - self.low) / self.size;
        at.y as usize * self.columns + at.x as usize
    }

    /// Visits the points in the buckets that touch the square of half side `range` around `point`.
    pub fn each_near(&self, point: DVec2, range: f64, mut visit: impl FnMut(usize)) {
        let index = |value: f64, count: usize| (value.max(0.0) as usize).min(count - 1);
        let low = (point - range - self.low) / self.size;
        let high = (point + range - self.low) / self.size;
        let columns = index(low.x, self.columns)..=index(high.x, self.columns);
        for row in index(low.y, self.rows)..=index(high.y, self.rows) {
            let first = self.starts[row * self.columns + columns.start()];
            let last = self.starts[row * self.columns + columns.end() + 1];
            for &item in &self.items[first as usize..last as usize] {
                visit(item as usize);
            }
        }
    }
}
