//! Numbers by the squares of their points.

use std::collections::BTreeMap;

use navmesh_core::DVec2;

/// Numbers in squares of one size.
#[derive(Debug, Default)]
pub(super) struct Squares {
    side: f64,
    numbers: BTreeMap<[i64; 2], Vec<usize>>,
}

impl Squares {
    /// Creates squares of a side above 0, without numbers.
    pub(super) fn of_side(side: f64) -> Self {
        Self { side, numbers: BTreeMap::new() }
    }

    /// Adds a number at a point.
    pub(super) fn add(&mut self, point: DVec2, number: usize) {
        self.numbers.entry(self.square(point)).or_default().push(number);
    }

    /// Iterates over the numbers whose points may lie within the side from a point.
    pub(super) fn around(&self, point: DVec2) -> impl Iterator<Item = usize> + '_ {
        let [x, y] = self.square(point);
        let around = |at: i64| [at.saturating_sub(1), at, at.saturating_add(1)];
        let squares = around(x).into_iter().flat_map(move |x| around(y).map(|y| [x, y]));
        squares.filter_map(|square| self.numbers.get(&square)).flatten().copied()
    }

    fn square(&self, point: DVec2) -> [i64; 2] {
        (point / self.side).floor().to_array().map(|number| number as i64) // saturates
    }
}
