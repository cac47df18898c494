//! The tile that is nearest to any point, row by row.
//!
//! The idea: in one row, only the first acceptable run of free tiles on either side of the point's
//! column can hold the nearest tile, and it does so at its end; 64 tiles of a row are passed over at
//! a time. Rows are looked at outwards until they are farther off than the best tile so far. Nothing
//! is precomputed, so that a map that changes costs nothing here.

use glam::DVec2;

use crate::components::Extent;
use crate::grid::Grid;
use crate::runs::Row;

/// Where to look for a tile, and how far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NearestTile<'a> {
    pub(crate) grid: &'a Grid,
    /// The point that the tile shall be near to.
    pub(crate) point: DVec2,
    /// The largest distance from it to the closed tile, in map units.
    pub(crate) limit: f64,
    /// Of tiles equally near, the one whose centre is nearest to this point comes first.
    pub(crate) towards: DVec2,
    /// All tiles that may be accepted lie within.
    pub(crate) within: Extent,
}

/// A tile found: compared by distance, then by `towards`, then by slot.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    distance_sq: f64,
    towards_sq: f64,
    slot: u32,
}

impl NearestTile<'_> {
    /// The nearest tile that `accept` says yes to by its slot.
    ///
    /// `accept` says no to blocked tiles, and the same of all tiles of a run of free tiles in a row.
    /// The grid must be placed.
    ///
    /// Complexity: linear in the number of runs within the distance of the tile found, and in the
    /// rows' words on the way to them.
    pub(crate) fn find(&self, accept: impl Fn(u32) -> bool) -> Option<u32> {
        let (column, row) = self.grid.clamped_tile(self.point);
        let Extent { low: first, high: last } = self.within;
        let (column, row) = (column.clamp(first.0, last.0), row.clamp(first.1, last.1));
        let mut best = None;
        // Rows above and below by turns, so that a good tile is known early.
        let (mut low, mut high) = (Some(row), row.checked_add(1));
        while low.is_some() || high.is_some() {
            low = low.filter(|&y| self.may_improve(self.gap_to_row(y), best));
            high = high.filter(|&y| y <= last.1);
            high = high.filter(|&y| self.may_improve(self.gap_to_row(y), best));
            for y in low.into_iter().chain(high) {
                self.look_along(y, column, &accept, &mut best);
            }
            low = low.and_then(|y| y.checked_sub(1)).filter(|&y| y >= first.1);
            high = high.map(|y| y + 1);
        }
        best.map(|best: Candidate| best.slot)
    }

    /// Looks at the runs of a row from a column outwards, to both sides until one is accepted.
    fn look_along(
        &self,
        y: u32,
        column: u32,
        accept: &impl Fn(u32) -> bool,
        best: &mut Option<Candidate>,
    ) {
        let row = Row::new(self.grid, y);
        let mut judge = |x: u32| {
            let Some(slot) = self.grid.slot(x, y) else { return true };
            let candidate = self.candidate(slot, x, y);
            if !self.may_improve(candidate.distance_sq.sqrt(), *best) {
                return true;
            }
            let accepted = accept(slot);
            if accepted && best.is_none_or(|best| candidate.precedes(&best)) {
                *best = Some(candidate);
            }
            accepted
        };
        let (first, last) = (self.within.low.0, self.within.high.0);
        let mut upward = row.free_from(column);
        while let Some(x) = upward.filter(|&x| x <= last && !judge(x)) {
            upward = row.free_from(row.end_of_run(x));
        }
        let mut downward = row.free_before(column);
        while let Some(x) = downward.filter(|&x| x >= first && !judge(x)) {
            downward = row.free_before(row.start_of_run(x));
        }
    }

    /// False where nothing at this distance or farther can be the answer.
    fn may_improve(&self, distance: f64, best: Option<Candidate>) -> bool {
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

    /// How far the point is from a row of tiles.
    ///
    /// Computed from the very lines that the tiles' distances are computed from, so that rounding
    /// cannot make it exceed one of those.
    fn gap_to_row(&self, y: u32) -> f64 {
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
    fn the_nearest_tile_is_the_one_that_a_look_at_every_tile_finds() {
        let mut random = SplitMix64::new(7);
        for round in 0..4000 {
            // Tiles whose lattice is exact in floats, and tiles whose ties are broken by rounding.
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
                NearestTile { grid: &grid, point, limit, towards, within: Extent::of(&grid) };
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
