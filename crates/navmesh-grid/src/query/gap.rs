//! The narrowest gap between two components.
//!
//! For each run of free tiles of one component, the nearest run of the other is searched row by row
//! outwards, until rows are farther away than the best gap so far. Distances are counted in whole
//! tiles, so that equal distances compare as equal.

use navmesh_core::{DVec2, Gap};

use crate::map::grid::Grid;
use crate::map::row::Row;
use crate::rules::components::{Components, TileBox};

/// Two components of a map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ComponentPair<'a> {
    grid: &'a Grid,
    components: &'a Components,
    names: [u32; 2],
    boxes: [TileBox; 2],
}

/// A pair of tiles, one of each component.
#[derive(Debug, Clone, Copy)]
struct TilePair {
    /// The tiles as (column, row).
    tiles: [(u32, u32); 2],
    /// The squared distance between the closed tiles, in tile sizes.
    distance_sq: u64,
}

/// Columns `from..to` of a row.
#[derive(Debug, Clone, Copy)]
struct RowRun {
    row: u32,
    from: u32,
    to: u32,
}

impl<'a> ComponentPair<'a> {
    /// Returns the components of two free tiles, given as slots; `None` if they are equal.
    pub(crate) fn of(grid: &'a Grid, components: &'a Components, slots: [u32; 2]) -> Option<Self> {
        let names = slots.map(|slot| components.of(slot));
        let boxes = [components.box_of(slots[0])?, components.box_of(slots[1])?];
        (names[0] != names[1]).then_some(Self { grid, components, names, boxes })
    }

    /// Returns the narrowest gap between the two; ties go to the first tile by row, then by column,
    /// of the component with the smaller box.
    ///
    /// Complexity: for each run of free tiles in that box, the runs of the rows within the gap.
    pub(crate) fn gap(&self) -> Option<Gap> {
        let area = |TileBox { low, high }: TileBox| {
            u64::from(high.0 - low.0 + 1) * u64::from(high.1 - low.1 + 1)
        };
        let own = usize::from(area(self.boxes[1]) < area(self.boxes[0]));
        let mut best = None;
        let TileBox { low, high } = self.boxes[own];
        for row in low.1..=high.1 {
            let mut next = Row::new(self.grid, row).free_from(low.0);
            while let Some(from) = next.filter(|&from| from <= high.0) {
                let run = self.run_at(from, row);
                if self.is_of(own, from, row) {
                    self.scan_around(own, run, &mut best);
                }
                next = Row::new(self.grid, row).free_from(run.to);
            }
        }
        best.map(|TilePair { tiles, .. }| self.between(tiles))
    }

    /// Searches the rows around a run for tiles of the other component.
    fn scan_around(&self, own: usize, run: RowRun, best: &mut Option<TilePair>) {
        let TileBox { low, high } = self.boxes[1 - own];
        for away in 0..self.grid.height() {
            let rows_sq = u64::from(away.saturating_sub(1)).pow(2);
            if best.is_some_and(|best| rows_sq >= best.distance_sq) {
                return;
            }
            let rows = [run.row.checked_sub(away), run.row.checked_add(away).filter(|_| away > 0)];
            for row in rows.into_iter().flatten().filter(|row| (low.1..=high.1).contains(row)) {
                self.scan_row(own, run, row, best);
            }
        }
    }

    /// Searches one row for the tile of the other component that is nearest to a run.
    fn scan_row(&self, own: usize, run: RowRun, row: u32, best: &mut Option<TilePair>) {
        let bits = Row::new(self.grid, row);
        let rows_sq = u64::from(row.abs_diff(run.row).saturating_sub(1)).pow(2);
        let mut is_done = |column: u32, other: u32| {
            let columns = u64::from(column.abs_diff(other).saturating_sub(1));
            let distance_sq = rows_sq + columns * columns;
            let is_too_far = best.is_some_and(|best| distance_sq >= best.distance_sq);
            let is_found = !is_too_far && self.is_of(1 - own, other, row);
            if is_found {
                let mut tiles = [(column, run.row), (other, row)];
                tiles.rotate_left(own);
                *best = Some(TilePair { tiles, distance_sq });
            }
            is_found || is_too_far
        };
        let mut right = bits.free_from(run.from);
        while let Some(column) = right.filter(|&column| !is_done(column.min(run.to - 1), column)) {
            right = bits.free_from(bits.end_of_run(column));
        }
        let mut left = bits.free_before(run.from);
        while let Some(column) = left.filter(|&column| !is_done(run.from, column)) {
            left = bits.free_before(bits.start_of_run(column));
        }
    }

    fn run_at(&self, column: u32, row: u32) -> RowRun {
        RowRun { row, from: column, to: Row::new(self.grid, row).end_of_run(column) }
    }

    /// Returns true for a free tile of a component.
    fn is_of(&self, part: usize, x: u32, y: u32) -> bool {
        self.grid.slot(x, y).is_some_and(|slot| self.components.of(slot) == self.names[part])
    }

    /// Returns the gap between two tiles, in map units; where they share a column or a row, through
    /// its middle.
    fn between(&self, [a, b]: [(u32, u32); 2]) -> Gap {
        let ends = |axis: fn(DVec2) -> f64, from: u32, to: u32| {
            let low = |tile: (u32, u32)| axis(self.grid.corner(tile.0, tile.1));
            let high = |tile: (u32, u32)| axis(self.grid.corner(tile.0 + 1, tile.1 + 1));
            match from.cmp(&to) {
                std::cmp::Ordering::Less => [high(a), low(b)],
                std::cmp::Ordering::Greater => [low(a), high(b)],
                std::cmp::Ordering::Equal => [axis(self.grid.center(a.0, a.1)); 2],
            }
        };
        let x = ends(|point| point.x, a.0, b.0);
        let y = ends(|point| point.y, a.1, b.1);
        let [from, to] = [0, 1].map(|end| DVec2::new(x[end], y[end]));
        Gap { from, to, width: from.distance(to) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::components::Adjacency;
    use crate::tests::random_grid;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn the_gap_agrees_with_a_scan_of_all_pairs_of_tiles() {
        let mut random = SplitMix64::new(71);
        let (mut count, mut wide) = (0, 0);
        for _ in 0..1500 {
            let grid = random_grid(&mut random, 12).with_origin([-3.0, 7.0]).with_cell_size(0.5);
            let components = Components::new(&grid, Adjacency::Sides);
            let free: Vec<u32> =
                (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot)).collect();
            if free.is_empty() {
                continue;
            }
            let ends = [0, 1].map(|_| free[random.below(free.len())]);
            let Some(pair) = ComponentPair::of(&grid, &components, ends) else { continue };
            let gap = pair.gap().unwrap();
            let (components, free) = (&components, &free);
            let of = move |end: usize| {
                free.iter().filter(move |&&s| components.of(s) == components.of(ends[end]))
            };
            let distance = |a: u32, b: u32| {
                let (a, b) = (grid.tile(a), grid.tile(b));
                let gaps = [a.0.abs_diff(b.0), a.1.abs_diff(b.1)].map(|d| d.saturating_sub(1));
                f64::from(gaps[0]).hypot(f64::from(gaps[1])) * 0.5
            };
            let least = of(0).flat_map(|&a| of(1).map(move |&b| (a, b)));
            let least = least.map(|(a, b)| distance(a, b)).fold(f64::INFINITY, f64::min);
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
