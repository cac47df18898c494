//! An oracle for connectivity: steps between adjacent squares of a world.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::Bounds;

/// A square, and the distance of its middle from walls.
pub(super) struct Square {
    pub(super) middle: DVec2,
    pub(super) is_ground: bool,
    pub(super) distance: f64,
}

/// A world divided into squares.
pub(super) struct Squares {
    min: DVec2,
    pub(super) side: f64,
    columns: usize,
    pub(super) all: Vec<Square>,
}

impl Squares {
    /// Divides the bounds and their surroundings into squares.
    pub(super) fn over(bounds: Bounds, side: f64, square: impl Fn(DVec2) -> Square) -> Self {
        let [columns, rows] =
            [bounds.size().x, bounds.size().y].map(|size| (size / side) as usize + 1);
        let middle = |i: usize| DVec2::new((i % columns) as f64 + 0.5, (i / columns) as f64 + 0.5);
        let all = (0..columns * rows).map(|i| square(bounds.min + middle(i) * side)).collect();
        Self { min: bounds.min, side, columns, all }
    }

    /// Returns the index of the square that contains a point.
    pub(super) fn index(&self, point: DVec2) -> usize {
        let at = ((point - self.min) / self.side).floor();
        at.x as usize + at.y as usize * self.columns
    }

    /// The first square of the part that each is of; across corners too where it is said so.
    pub(super) fn parts(
        &self,
        is_open: impl Fn(&Square) -> bool,
        across: bool,
    ) -> Vec<Option<usize>> {
        let mut parts = vec![None; self.all.len()];
        for first in 0..self.all.len() {
            let mut stack = vec![first];
            while let Some(at) = stack.pop() {
                if parts[at].is_some() || !is_open(&self.all[at]) {
                    continue;
                }
                parts[at] = Some(first);
                let (x, y) = ((at % self.columns) as i64, (at / self.columns) as i64);
                for (i, j) in (-1..=1).flat_map(|i| (-1..=1).map(move |j| (i, j))) {
                    let (x, y) = (x + i, y + j);
                    let is_there = x >= 0 && y >= 0 && x < self.columns as i64;
                    let next = (x + y * self.columns as i64) as usize;
                    if is_there && next < self.all.len() && (across || i == 0 || j == 0) {
                        stack.push(next);
                    }
                }
            }
        }
        parts
    }
}
