//! Where two parts of a map that are not joined come nearest to one another.
//!
//! The idea: of each run of free tiles of one part the nearest run of the other is sought, row by row
//! outwards, until rows are farther off than the gap so far. Distances are counted in whole tiles, so
//! that equal ones are equal.

use navmesh_core::{DVec2, Gap};

use crate::components::{Components, Extent};
use crate::grid::Grid;
use crate::runs::Row;

/// Two parts of a map, each named by one of its tiles, and how near they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts<'a> {
    grid: &'a Grid,
    components: &'a Components,
    names: [u32; 2],
    extents: [Extent; 2],
}

/// A pair of tiles, one of each part.
#[derive(Debug, Clone, Copy)]
struct Pair {
    /// Columns and rows.
    tiles: [(u32, u32); 2],
    /// The square of how far the closed tiles lie apart, in tile sizes.
    apart_sq: u64,
}

/// Columns `from` to the one before `to` of a row.
#[derive(Debug, Clone, Copy)]
struct RowRun {
    row: u32,
    from: u32,
    to: u32,
}

impl<'a> Parts<'a> {
    /// The parts of two free tiles; `None` where they are the same one.
    pub(crate) fn of(grid: &'a Grid, components: &'a Components, slots: [u32; 2]) -> Option<Self> {
        let names = slots.map(|slot| components.of(slot));
        let extents = [components.extent_of(slots[0])?, components.extent_of(slots[1])?];
        (names[0] != names[1]).then_some(Self { grid, components, names, extents })
    }

    /// The narrowest gap between the two; of equal ones the first by the rows of the part with the smaller
    /// box, and there by columns.
    ///
    /// Complexity: for each run of free tiles in that box, the runs of the rows within the gap.
    pub(crate) fn gap(&self) -> Option<Gap> {
        let area = |Extent { low, high }: Extent| {
            u64::from(high.0 - low.0 + 1) * u64::from(high.1 - low.1 + 1)
        };
        let own = usize::from(area(self.extents[1]) < area(self.extents[0]));
        let mut best = None;
        let Extent { low, high } = self.extents[own];
        for row in low.1..=high.1 {
            let mut next = Row::new(self.grid, row).free_from(low.0);
            while let Some(from) = next.filter(|&from| from <= high.0) {
                let run = self.run_at(from, row);
                if self.is_of(own, from, row) {
                    self.look_around(own, run, &mut best);
                }
                next = Row::new(self.grid, row).free_from(run.to);
            }
        }
        best.map(|Pair { tiles, .. }| self.between(tiles))
    }

    /// Looks for tiles of the other part in the rows around a run.
    fn look_around(&self, own: usize, run: RowRun, best: &mut Option<Pair>) {
        let Extent { low, high } = self.extents[1 - own];
        for away in 0..self.grid.height() {
            let rows_sq = u64::from(away.saturating_sub(1)).pow(2);
            if best.is_some_and(|best| rows_sq >= best.apart_sq) {
                return;
            }
            let rows = [run.row.checked_sub(away), run.row.checked_add(away).filter(|_| away > 0)];
            for row in rows.into_iter().flatten().filter(|row| (low.1..=high.1).contains(row)) {
                self.look_along(own, run, row, best);
            }
        }
    }

    /// Looks for the tile of the other part that is nearest to a run, in one row.
    fn look_along(&self, own: usize, run: RowRun, row: u32, best: &mut Option<Pair>) {
        let bits = Row::new(self.grid, row);
        let rows_sq = u64::from(row.abs_diff(run.row).saturating_sub(1)).pow(2);
        let mut judge = |mine: u32, other: u32| {
            let columns = u64::from(mine.abs_diff(other).saturating_sub(1));
            let apart_sq = rows_sq + columns * columns;
            let is_hopeless = best.is_some_and(|best| apart_sq >= best.apart_sq);
            let is_found = !is_hopeless && self.is_of(1 - own, other, row);
            if is_found {
                let mut tiles = [(mine, run.row), (other, row)];
                tiles.rotate_left(own);
                *best = Some(Pair { tiles, apart_sq });
            }
            is_found || is_hopeless
        };
        let mut right = bits.free_from(run.from);
        while let Some(column) = right.filter(|&column| !judge(column.min(run.to - 1), column)) {
            right = bits.free_from(bits.end_of_run(column));
        }
        let mut left = bits.free_before(run.from);
        while let Some(column) = left.filter(|&column| !judge(run.from, column)) {
            left = bits.free_before(bits.start_of_run(column));
        }
    }

    fn run_at(&self, column: u32, row: u32) -> RowRun {
        RowRun { row, from: column, to: Row::new(self.grid, row).end_of_run(column) }
    }

    /// True for a free tile of a part.
    fn is_of(&self, part: usize, x: u32, y: u32) -> bool {
        self.grid.slot(x, y).is_some_and(|slot| self.components.of(slot) == self.names[part])
    }

    /// The gap between two tiles, in map units; where they share columns or rows, across the middle of
    /// those.
    fn between(&self, [a, b]: [(u32, u32); 2]) -> Gap {
        let ends = |axis: fn(DVec2) -> f64, a: (u32, u32), b: (u32, u32), [from, to]: [u32; 2]| {
            let low = |tile: (u32, u32)| axis(self.grid.corner(tile.0, tile.1));
            let high = |tile: (u32, u32)| axis(self.grid.corner(tile.0 + 1, tile.1 + 1));
            match from.cmp(&to) {
                std::cmp::Ordering::Less => [high(a), low(b)],
                std::cmp::Ordering::Greater => [low(a), high(b)],
                std::cmp::Ordering::Equal => [axis(self.grid.center(a.0, a.1)); 2],
            }
        };
        let x = ends(|point| point.x, a, b, [a.0, b.0]);
        let y = ends(|point| point.y, a, b, [a.1, b.1]);
        let [from, to] = [0, 1].map(|end| DVec2::new(x[end], y[end]));
        Gap { from, to, width: from.distance(to) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::Joining;
    use crate::tests::random_grid;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn the_gap_is_that_of_the_two_nearest_tiles_of_all() {
        let mut random = SplitMix64::new(71);
        let (mut count, mut wide) = (0, 0);
        for _ in 0..1500 {
            let grid = random_grid(&mut random, 12).with_origin([-3.0, 7.0]).with_cell_size(0.5);
            let components = Components::new(&grid, Joining::Sides);
            let free: Vec<u32> =
                (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot)).collect();
            if free.is_empty() {
                continue;
            }
            let ends = [0, 1].map(|_| free[random.below(free.len())]);
            let Some(parts) = Parts::of(&grid, &components, ends) else { continue };
            let gap = parts.gap().unwrap();
            let (components, free) = (&components, &free);
            let of = move |end: usize| {
                free.iter().filter(move |&&s| components.of(s) == components.of(ends[end]))
            };
            let apart = |a: u32, b: u32| {
                let (a, b) = (grid.tile(a), grid.tile(b));
                let gaps = [a.0.abs_diff(b.0), a.1.abs_diff(b.1)].map(|d| d.saturating_sub(1));
                f64::from(gaps[0]).hypot(f64::from(gaps[1])) * 0.5
            };
            let least = of(0).flat_map(|&a| of(1).map(move |&b| (a, b)));
            let least = least.map(|(a, b)| apart(a, b)).fold(f64::INFINITY, f64::min);
            assert!((gap.width - least).abs() < 1e-12, "{} {least} on {grid:?}", gap.width);
            let is_at = |point: DVec2, end: usize| {
                of(end).any(|&slot| {
                    let (x, y) = grid.tile(slot);
                    grid.nearest_in_tile(x, y, point) == point
                })
            };
            assert!(is_at(gap.from, 0) && is_at(gap.to, 1), "{gap:?} on {grid:?}");
            (count, wide) = (count + 1, wide + usize::from(least > 0.5));
        }
        assert!(count > 300 && wide > 10, "{count} {wide}");
    }
}
