//! The tile nearest to a point, row by row.
//!
//! In one row, only the first accepted run of free tiles on either side of the point's column can
//! contain the nearest tile, and then at the run's end; the scan skips 64 tiles of a row at a time.
//! Rows are scanned outwards until they are farther away than the best tile so far. Nothing is
//! precomputed, so that edits of the map need no update.

use glam::DVec2;

use crate::map::grid::Grid;
use crate::map::row::Row;
use crate::rules::components::TileBox;

/// A query for the tile nearest to a point.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NearestTile<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) point: DVec2,
    /// The largest distance from it to the closed tile, in map units.
    pub(crate) limit: f64,
    /// Ties go to the tile whose centre is nearest to this point.
    pub(crate) towards: DVec2,
    /// A box that contains all accepted tiles.
    pub(crate) within: TileBox,
}

/// A tile found: compared by distance, then by the distance to `towards`, then by slot.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    distance_sq: f64,
    towards_sq: f64,
    slot: u32,
}

impl NearestTile<'_> {
    /// Returns the slot of the nearest tile that `accept` accepts.
    ///
    /// `accept` must reject blocked tiles, and must give one answer for all tiles of a run of free
    /// tiles in a row. The grid must be placed.
    ///
    /// Complexity: linear in the number of runs within the distance of the tile found, and in the
    /// words of the rows up to them.
    pub(crate) fn find(&self, accept: impl Fn(u32) -> bool) -> Option<u32> {
        let (column, row) = self.grid.clamped_tile(self.point);
        let TileBox { low: first, high: last } = self.within;
        let (column, row) = (column.clamp(first.0, last.0), row.clamp(first.1, last.1));
        let mut best = None;
        // Alternates between rows above and below, so that a near tile is found early.
        let (mut low, mut high) = (Some(row), row.checked_add(1));
        while low.is_some() || high.is_some() {
            low = low.filter(|&y| self.can_improve(self.distance_to_row(y), best));
            high = high.filter(|&y| y <= last.1);
            high = high.filter(|&y| self.can_improve(self.distance_to_row(y), best));
            for y in low.into_iter().chain(high) {
                self.scan_row(y, column, &accept, &mut best);
            }
            low = low.and_then(|y| y.checked_sub(1)).filter(|&y| y >= first.1);
            high = high.map(|y| y + 1);
        }
        best.map(|best: Candidate| best.slot)
    }

    /// Scans the runs of a row outwards from a column, on both sides until one is accepted.
    fn scan_row(
        &self,
        y: u32,
        column: u32,
        accept: &impl Fn(u32) -> bool,
        best: &mut Option<Candidate>,
    ) {
        let row = Row::new(self.grid, y);
        let mut is_done = |x: u32| {
            let Some(slot) = self.grid.slot(x, y) else { return true };
            let candidate = self.candidate(slot, x, y);
            if !self.can_improve(candidate.distance_sq.sqrt(), *best) {
                return true;
            }
            let is_accepted = accept(slot);
            if is_accepted && best.is_none_or(|best| candidate.precedes(&best)) {
                *best = Some(candidate);
            }
            is_accepted
        };
        let (first, last) = (self.within.low.0, self.within.high.0);
        let mut upward = row.free_from(column);
        while let Some(x) = upward.filter(|&x| x <= last && !is_done(x)) {
            upward = row.free_from(row.end_of_run(x));
        }
        let mut downward = row.free_before(column);
        while let Some(x) = downward.filter(|&x| x >= first && !is_done(x)) {
            downward = row.free_before(row.start_of_run(x));
        }
    }

    /// Returns false if no tile at this distance or farther away can be the answer.
    fn can_improve(&self, distance: f64, best: Option<Candidate>) -> bool {
        distance <= self.limit && best.is_none_or(|best| distance <= best.distance_sq.sqrt())
    }

    fn candidate(&self, slot: u32, x: u32, y: u32) -> Candidate {
        let near = self.grid.nearest_in_tile(x, y, self.point);
        Candidate {
            distance_sq: near.distance_squared(self.point),
            towards_sq: self.grid.center(x, y).distance_squared(self.towards),
            slot,
        }
    }

    /// Returns the distance from the point to a row of tiles.
    ///
    /// It uses the same lattice lines as the distances to tiles, so that rounding never makes it
    /// exceed one of them.
    fn distance_to_row(&self, y: u32) -> f64 {
        let (low, high) = (self.grid.corner(0, y).y, self.grid.corner(0, y + 1).y);
        (low - self.point.y).max(self.point.y - high).max(0.0)
    }
}

impl Candidate {
    fn precedes(&self, other: &Self) -> bool {
        let by_distance = self.distance_sq.total_cmp(&other.distance_sq);
        let by_both = by_distance.then(self.towards_sq.total_cmp(&other.towards_sq));
        by_both.then(self.slot.cmp(&other.slot)).is_lt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random_grid;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn the_nearest_tile_agrees_with_a_scan_of_every_tile() {
        let mut random = SplitMix64::new(7);
        for round in 0..4000 {
            // A lattice that is exact in floats, and one whose ties are broken by rounding.
            let size = [0.25, 0.3][round % 2];
            let grid = random_grid(&mut random, 9).with_origin([-2.0, 3.0]).with_cell_size(size);
            // Quarter tiles, so that ties and points on lattice lines are frequent.
            let mut point = || {
                let [x, y] = [0, 1].map(|_| (random.below(60) as f64 / 4.0 - 5.0) * size);
                DVec2::new(x - 2.0, y + 3.0)
            };
            let (point, towards) = (point(), point());
            let limit = [0.0, size, 0.5, f64::INFINITY][random.below(4)];
            let search =
                NearestTile { grid: &grid, point, limit, towards, within: TileBox::of(&grid) };
            let every = (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot));
            let every = every.map(|slot| {
                let (x, y) = grid.tile(slot);
                search.candidate(slot, x, y)
            });
            let expected = every
                .filter(|candidate| candidate.distance_sq.sqrt() <= limit)
                .reduce(|best, next| if next.precedes(&best) { next } else { best });
            let found = search.find(|slot| grid.is_free(slot));
            if size == 0.25 {
                assert_eq!(found, expected.map(|best| best.slot), "{search:?}");
            }
            let distance_sq = |slot: u32| {
                let (x, y) = grid.tile(slot);
                search.candidate(slot, x, y).distance_sq
            };
            assert_eq!(found.map(distance_sq), expected.map(|best| best.distance_sq));
        }
    }
}
