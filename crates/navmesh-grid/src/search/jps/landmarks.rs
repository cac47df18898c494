//! Landmarks: how far every tile is from a few others, for maps that do not change.
//!
//! Source: A. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory",
//! 2005 (ALT); on grids N. Sturtevant et al., "Memory-Based Heuristics for Explicit State Spaces",
//! 2009. The distance between two tiles is at least the difference of their distances from a
//! landmark. This bound sees walls, which the octile heuristic does not, so that far fewer nodes
//! are opened.
//!
//! We differ from it in: 1) every component has landmarks of its own, found by the same searches.
//! 2) A distance is stored in 16 bits, rounded down to a unit that suits the map. A difference
//! counts one unit less, so that it stays a lower bound. 3) The lengths of diagonal jumps, which
//! such tables often hold, come from the diagonal stop bits.

use crate::rules::components::Components;
use crate::rules::moves::{Moves, SIDES};
use crate::search::queue::OpenList;
use crate::search::queue::integer::IntegerBuckets;
use crate::search::step_costs::integer::IntegerCosts;

/// The distances of all tiles from the landmarks of their components; 16 bytes a tile.
#[derive(Debug, Clone)]
pub(crate) struct Landmarks {
    distances: Vec<Distances>,
    /// The unit of the distances, in integer costs.
    unit: u64,
}

/// The distances of a tile from each landmark of its component.
type Distances = [u16; LANDMARKS];

/// The number of landmarks of a component; their distances fill a quarter of a cache line.
const LANDMARKS: usize = 8;

/// Lower bounds on the cost from a tile to one goal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GoalBounds<'a> {
    landmarks: &'a Landmarks,
    goal: Distances,
}

impl Landmarks {
    /// Selects landmarks, each as far as possible from the ones before it, and computes all
    /// distances.
    ///
    /// Complexity: nine searches over all tiles.
    pub(crate) fn new(moves: &Moves, components: &Components, costs: IntegerCosts) -> Self {
        let mut search = DistanceSearch::new(moves, costs);
        let mut nearest = vec![0; moves.tile_count()];
        search.run(&farthest(&nearest, components));
        nearest.copy_from_slice(&search.costs);
        // Two tiles are at most twice as far apart as one of them is from a third.
        let largest = search.reached().map(|slot| search.costs[slot]).max().unwrap_or(0);
        let unit = largest * 2 / u64::from(u16::MAX) + 1;
        let mut landmarks = Self { distances: vec![[0; LANDMARKS]; moves.tile_count()], unit };
        for landmark in 0..LANDMARKS {
            search.run(&farthest(&nearest, components));
            landmarks.store(landmark, &search);
            for slot in search.reached() {
                let known = if landmark == 0 { u64::MAX } else { nearest[slot] };
                nearest[slot] = known.min(search.costs[slot]);
            }
        }
        landmarks
    }

    /// Stores the distances of the last search; they fit, by the choice of the unit.
    fn store(&mut self, landmark: usize, search: &DistanceSearch<'_>) {
        for slot in search.reached() {
            self.distances[slot][landmark] = (search.costs[slot] / self.unit) as u16;
        }
    }

    pub(crate) fn towards(&self, goal: u32) -> GoalBounds<'_> {
        GoalBounds { landmarks: self, goal: self.distances[goal as usize] }
    }
}

impl GoalBounds<'_> {
    /// Returns a lower bound on the cost from a tile of the goal's component to the goal.
    #[inline]
    pub(crate) fn h(&self, slot: u32) -> u64 {
        let distances = &self.landmarks.distances[slot as usize];
        let differences = distances.iter().zip(&self.goal).map(|(&a, &b)| a.abs_diff(b));
        // Both are rounded down, so that their difference may be too large by less than one.
        u64::from(differences.max().unwrap_or(0).saturating_sub(1)) * self.landmarks.unit
    }
}

/// Returns for each component its tile with the largest of these distances, the first of equals.
fn farthest(distances: &[u64], components: &Components) -> Vec<u32> {
    let mut best: Vec<Option<(u64, u32)>> = vec![None; components.label_count()];
    for (slot, &distance) in (0..).zip(distances) {
        if let Some(best) = best.get_mut(components.of(slot) as usize)
            && best.is_none_or(|(known, _)| distance > known)
        {
            *best = Some((distance, slot));
        }
    }
    best.into_iter().flatten().map(|(_, slot)| slot).collect()
}

/// Dijkstra's search from several tiles to all others, in integer costs.
#[derive(Debug)]
struct DistanceSearch<'a> {
    moves: &'a Moves,
    step_costs: IntegerCosts,
    costs: Vec<u64>,
    /// The cost of each tile at its last expansion: buckets return tiles slightly out of order.
    expanded: Vec<u64>,
    open: IntegerBuckets,
}

impl<'a> DistanceSearch<'a> {
    fn new(moves: &'a Moves, step_costs: IntegerCosts) -> Self {
        let unreached = || vec![u64::MAX; moves.tile_count()];
        let (costs, expanded, open) = (unreached(), unreached(), IntegerBuckets::default());
        Self { moves, step_costs, costs, expanded, open }
    }

    fn run(&mut self, from: &[u32]) {
        let IntegerCosts { straight, diagonal, .. } = self.step_costs;
        self.costs.fill(u64::MAX);
        self.expanded.fill(u64::MAX);
        self.open.begin(0, straight);
        for &slot in from {
            self.costs[slot as usize] = 0;
            self.open.push(0, 0, slot);
        }
        while let Some(slot) = self.open.pop(u64::MAX) {
            let cost = self.costs[slot as usize];
            if std::mem::replace(&mut self.expanded[slot as usize], cost) == cost {
                continue;
            }
            for (direction, next) in self.moves.legal_steps(slot) {
                let next_cost = cost + if direction < SIDES { straight } else { diagonal };
                if next_cost < self.costs[next as usize] {
                    self.costs[next as usize] = next_cost;
                    self.open.push(next_cost, 0, next);
                }
            }
        }
    }

    /// Returns the slots of the tiles that the last search reached.
    fn reached(&self) -> impl Iterator<Item = usize> {
        (0..self.costs.len()).filter(|&slot| self.costs[slot] != u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::choices::CornerRule;
    use crate::rules::components::Adjacency;
    use crate::rules::options::GridOptions;
    use crate::tests::random_grid;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn bounds_never_exceed_the_cheapest_path_and_most_are_nearly_equal() {
        let mut random = SplitMix64::new(41);
        let (mut sharper, mut count) = (0, 0);
        for round in 0..60 {
            let corners = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always][round % 3];
            let grid = random_grid(&mut random, 24);
            let options = GridOptions::default().corners(corners);
            let moves = Moves::new(&grid, &options);
            let components = Components::new(&grid, Adjacency::under(&options));
            let Some(costs) = IntegerCosts::new(&options, 1.0) else { unreachable!() };
            let tables = Landmarks::new(&moves, &components, costs);
            let goal = random.below(grid.tile_count()) as u32;
            if !grid.is_free(goal) {
                continue;
            }
            let (bounds, mut search) = (tables.towards(goal), DistanceSearch::new(&moves, costs));
            search.run(&[goal]);
            for slot in search.reached() {
                let (bound, cost) = (bounds.h(slot as u32), search.costs[slot]);
                assert!(bound <= cost, "{bound} {cost}");
                sharper += usize::from(bound * 100 > cost * 98);
                count += 1;
            }
        }
        assert!(sharper * 2 > count, "{sharper} of {count}");
    }
}
