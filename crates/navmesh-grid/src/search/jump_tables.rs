//! Jump tables: how far every tile is from a few landmarks, for a map that stays as it is.
//!
//! Source: A. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", 2005;
//! on grids N. Sturtevant et al., "Memory-Based Heuristics for Explicit State Spaces", 2009. Where one of
//! two tiles is farther from a landmark than the other, the way between them is no shorter than the
//! difference. That sees walls, which the octile guess does not, so that far fewer nodes are opened.
//!
//! We differ from it in: 1) every component has landmarks of its own, found by the same floods. 2) A
//! distance is kept in 16 bits, rounded down to a unit that suits the map; a difference of two counts for
//! one unit less, so that it stays a lower bound. 3) Skips of diagonal runs, which such tables
//! usually hold, are read from the diagonal stop bitboards.

use super::buckets::Buckets;
use super::queue::Queue;
use super::step_costs::WholeCosts;
use crate::components::Components;
use crate::moves::{Moves, SIDES};

/// The distances from landmarks; 16 bytes a tile.
#[derive(Debug, Clone)]
pub(crate) struct JumpTables {
    away: Vec<Away>,
    /// What a distance of one is worth, in whole costs.
    unit: u64,
}

/// How far a tile is from each landmark of its component.
type Away = [u16; LANDMARKS];

/// So many fill a quarter of a line of the cache.
const LANDMARKS: usize = 8;

/// The tables of a map, to tell how far it is to one tile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds<'a> {
    tables: &'a JumpTables,
    goal: Away,
}

impl JumpTables {
    /// Chooses landmarks, each as far as can be from those before it, and measures all distances.
    ///
    /// Complexity: nine floods over all tiles.
    pub(crate) fn new(moves: &Moves, components: &Components, costs: WholeCosts) -> Self {
        let mut flood = Flood::new(moves, costs);
        let mut nearest = vec![0; moves.tile_count()];
        flood.run(&farthest(&nearest, components));
        nearest.copy_from_slice(&flood.away);
        // No two tiles are farther apart than twice as far as one of them is from a third.
        let largest = flood.reached().map(|slot| flood.away[slot]).max().unwrap_or(0);
        let unit = largest * 2 / u64::from(u16::MAX) + 1;
        let mut tables = Self { away: vec![[0; LANDMARKS]; moves.tile_count()], unit };
        for landmark in 0..LANDMARKS {
            flood.run(&farthest(&nearest, components));
            tables.keep(landmark, &flood);
            for slot in flood.reached() {
                let known = if landmark == 0 { u64::MAX } else { nearest[slot] };
                nearest[slot] = known.min(flood.away[slot]);
            }
        }
        tables
    }

    fn keep(&mut self, landmark: usize, flood: &Flood<'_>) {
        for slot in flood.reached() {
            // By the choice of the unit it fits.
            self.away[slot][landmark] = (flood.away[slot] / self.unit) as u16;
        }
    }

    /// The tables, to tell how far it is to a tile.
    pub(crate) fn towards(&self, goal: u32) -> Bounds<'_> {
        Bounds { tables: self, goal: self.away[goal as usize] }
    }
}

impl Bounds<'_> {
    /// No way from a tile of the goal's component costs less.
    #[inline]
    pub(crate) fn left(&self, slot: u32) -> u64 {
        let away = &self.tables.away[slot as usize];
        let differences = away.iter().zip(&self.goal).map(|(&a, &b)| a.abs_diff(b));
        // Both are rounded down, so that their difference may be too large by less than one.
        u64::from(differences.max().unwrap_or(0).saturating_sub(1)) * self.tables.unit
    }
}

/// For each component its tile that is farthest by these distances, the first of equals.
fn farthest(distances: &[u64], components: &Components) -> Vec<u32> {
    let mut best: Vec<Option<(u64, u32)>> = vec![None; components.name_count()];
    for (slot, &distance) in (0..).zip(distances) {
        if let Some(best) = best.get_mut(components.of(slot) as usize)
            && best.is_none_or(|(known, _)| distance > known)
        {
            *best = Some((distance, slot));
        }
    }
    best.into_iter().flatten().map(|(_, slot)| slot).collect()
}

/// The costs of the cheapest ways to all tiles, in whole numbers (Dijkstra 1959).
#[derive(Debug)]
struct Flood<'a> {
    moves: &'a Moves,
    costs: WholeCosts,
    away: Vec<u64>,
    /// What each tile cost when it was last expanded: buckets give tiles a little out of order.
    expanded: Vec<u64>,
    open: Buckets,
}

impl<'a> Flood<'a> {
    fn new(moves: &'a Moves, costs: WholeCosts) -> Self {
        let unreached = || vec![u64::MAX; moves.tile_count()];
        let (away, expanded, open) = (unreached(), unreached(), Buckets::default());
        Self { moves, costs, away, expanded, open }
    }

    fn run(&mut self, from: &[u32]) {
        self.away.fill(u64::MAX);
        self.expanded.fill(u64::MAX);
        self.open.begin(0, self.costs.straight);
        for &slot in from {
            self.away[slot as usize] = 0;
            self.open.push(0, 0, slot);
        }
        while let Some(slot) = self.open.pop(u64::MAX) {
            let cost = self.away[slot as usize];
            if std::mem::replace(&mut self.expanded[slot as usize], cost) == cost {
                continue;
            }
            for (direction, next) in self.moves.legal_steps(slot) {
                let is_straight = direction < SIDES;
                let step = if is_straight { self.costs.straight } else { self.costs.diagonal };
                if cost + step < self.away[next as usize] {
                    self.away[next as usize] = cost + step;
                    self.open.push(cost + step, 0, next);
                }
            }
        }
    }

    /// The slots of the tiles that the last flood came to.
    fn reached(&self) -> impl Iterator<Item = usize> {
        (0..self.away.len()).filter(|&slot| self.away[slot] != u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::Joining;
    use crate::options::{CornerRule, GridOptions};
    use crate::tests::random_grid;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn bounds_never_exceed_the_cheapest_way_and_often_the_octile_guess() {
        let mut random = SplitMix64::new(41);
        let (mut sharper, mut count) = (0, 0);
        for round in 0..60 {
            let corners = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always][round % 3];
            let grid = random_grid(&mut random, 24);
            let options = GridOptions::default().corners(corners);
            let moves = Moves::new(&grid, &options);
            let components = Components::new(&grid, Joining::under(&options));
            let Some(costs) = WholeCosts::new(&options, 1.0) else { unreachable!() };
            let tables = JumpTables::new(&moves, &components, costs);
            let goal = random.below(grid.tile_count()) as u32;
            if !grid.is_free(goal) {
                continue;
            }
            let (bounds, mut flood) = (tables.towards(goal), Flood::new(&moves, costs));
            flood.run(&[goal]);
            for slot in flood.reached() {
                let (bound, cost) = (bounds.left(slot as u32), flood.away[slot]);
                assert!(bound <= cost, "{bound} {cost}");
                sharper += usize::from(bound * 100 > cost * 98);
                count += 1;
            }
        }
        assert!(sharper * 2 > count, "{sharper} of {count}");
    }
}
