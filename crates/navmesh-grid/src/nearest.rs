//! The tile that is nearest to any point.

use glam::DVec2;

use crate::grid::Grid;

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
    /// Looks at the tiles ring by ring outwards until no nearer one can follow; the grid must be
    /// placed.
    pub(crate) fn find(&self, accept: impl Fn(u32) -> bool) -> Option<u32> {
        let middle = self.grid.clamped_tile(self.point);
        let mut best: Option<Candidate> = None;
        for ring in 0..self.grid.width().max(self.grid.height()) {
            let gap = self.gap_to_ring(middle, ring);
            if gap > self.limit || best.is_some_and(|best| gap * gap > best.distance_sq) {
                break;
            }
            self.each_tile_of_ring(middle, ring, |x, y| {
                let Some(slot) = self.grid.slot(x, y).filter(|&slot| accept(slot)) else { return };
                let candidate = self.candidate(slot, x, y);
                let near_enough = candidate.distance_sq.sqrt() <= self.limit;
                if near_enough && best.is_none_or(|best| candidate.precedes(&best)) {
                    best = Some(candidate);
                }
            });
        }
        best.map(|best| best.slot)
    }

    fn candidate(&self, slot: u32, x: u32, y: u32) -> Candidate {
        let near = self.grid.nearest_in_tile(x, y, self.point);
        Candidate {
            distance_sq: near.distance_squared(self.point),
            towards_sq: self.grid.center(x, y).distance_squared(self.towards),
            slot,
        }
    }

    /// No tile of this ring or a later one is nearer than this; infinite where there is none.
    ///
    /// Computed from the very lines that the tiles' distances are computed from, so that rounding
    /// cannot make it exceed one of those.
    fn gap_to_ring(&self, (x, y): (u32, u32), ring: u32) -> f64 {
        if ring == 0 {
            return 0.0;
        }
        let (grid, point) = (self.grid, self.point);
        let mut gap = f64::INFINITY;
        if x >= ring {
            gap = gap.min(point.x - grid.corner(x - ring + 1, 0).x);
        }
        if y >= ring {
            gap = gap.min(point.y - grid.corner(0, y - ring + 1).y);
        }
        if grid.width() - x > ring {
            gap = gap.min(grid.corner(x + ring, 0).x - point.x);
        }
        if grid.height() - y > ring {
            gap = gap.min(grid.corner(0, y + ring).y - point.y);
        }
        gap.max(0.0)
    }

    fn each_tile_of_ring(&self, (x, y): (u32, u32), ring: u32, mut visit: impl FnMut(u32, u32)) {
        let (left, right) = (x.saturating_sub(ring), (x + ring).min(self.grid.width() - 1));
        let (low, high) = (y.saturating_sub(ring), (y + ring).min(self.grid.height() - 1));
        for row in low..=high {
            if y.abs_diff(row) == ring {
                (left..=right).for_each(|column| visit(column, row));
                continue;
            }
            if x >= ring {
                visit(x - ring, row);
            }
            if x + ring <= right {
                visit(x + ring, row);
            }
        }
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
        for _ in 0..2000 {
            let grid = random_grid(&mut random, 9).with_origin([-2.0, 3.0]).with_cell_size(0.3);
            // Quarter tiles, so that ties and points on lattice lines are frequent.
            let mut point = || {
                let [x, y] = [0, 1].map(|_| random.below(60) as f64 * 0.075 - 1.5);
                DVec2::new(x - 2.0, y + 3.0)
            };
            let (point, towards) = (point(), point());
            let limit = [0.0, 0.3, 0.5, f64::INFINITY][random.below(4)];
            let search = NearestTile { grid: &grid, point, limit, towards };
            let free = |slot: u32| {
                let (x, y) = grid.tile(slot);
                !grid.is_blocked(x, y)
            };
            let every = (0..grid.tile_count() as u32).filter(|&slot| free(slot)).map(|slot| {
                let (x, y) = grid.tile(slot);
                search.candidate(slot, x, y)
            });
            let expected = every
                .filter(|candidate| candidate.distance_sq.sqrt() <= limit)
                .reduce(|best, next| if next.precedes(&best) { next } else { best });
            assert_eq!(search.find(free), expected.map(|best| best.slot));
        }
    }
}
