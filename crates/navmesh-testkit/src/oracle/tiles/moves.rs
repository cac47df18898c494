//! The cheapest grid path, by Dijkstra.
//!
//! Source: E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959; the open tiles in
//! a plain list.

use std::collections::BTreeMap;

use navmesh_grid::{CornerRule, Neighborhood};

use super::TileOracle;

/// Column and row.
type Tile = (u32, u32);

/// The cost of a tile that was reached, and the tile before it.
type Reached = (f64, Option<Tile>);

/// A cheapest path over tiles.
#[derive(Debug, Clone, PartialEq)]
pub struct TilePath {
    /// Its cost, in map units.
    pub cost: f64,
    /// The tiles stepped on, column and row, both ends included.
    pub tiles: Vec<Tile>,
}

impl TileOracle<'_> {
    /// The steps that lead away from a tile, and what each costs in map units.
    #[must_use]
    pub fn steps(&self, (x, y): Tile) -> Vec<(Tile, f64)> {
        const AROUND: [(i32, i32); 8] =
            [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
        let step = |&(dx, dy): &(i32, i32)| {
            let to = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
            let multiplier = (self.grid.cost(x, y)? + self.grid.cost(to.0, to.1)?) / 2.0;
            let length = if dx == 0 || dy == 0 {
                self.rules().straight
            } else {
                let beside = [(to.0, y), (x, to.1)];
                let free = beside.iter().filter(|t| !self.grid.is_blocked(t.0, t.1)).count();
                let eight = self.rules().neighborhood == Neighborhood::Eight;
                let allowed = match self.rules().corners {
                    CornerRule::Never => free == 2,
                    CornerRule::OneFree => free >= 1,
                    CornerRule::Always => true,
                };
                (eight && allowed).then_some(self.rules().diagonal)?
            };
            Some((to, multiplier * length * self.grid.cell_size()))
        };
        AROUND.iter().filter_map(step).collect()
    }

    /// The cost of stepping on `tiles` in this order; `None` where a step is not allowed.
    #[must_use]
    pub fn cost_along(&self, tiles: &[Tile]) -> Option<f64> {
        let free = tiles.iter().all(|&(x, y)| !self.grid.is_blocked(x, y));
        let costs = tiles.windows(2).map(|step| {
            self.steps(step[0]).into_iter().find(|(to, _)| *to == step[1]).map(|(_, cost)| cost)
        });
        free.then(|| costs.sum::<Option<f64>>())?
    }

    /// The cheapest path between two tiles, by Dijkstra; `None` where there is none, or an end is
    /// blocked.
    #[must_use]
    pub fn cheapest(&self, start: Tile, goal: Tile) -> Option<TilePath> {
        if self.grid.is_blocked(goal.0, goal.1) {
            return None;
        }
        let reached = self.costs_from(start);
        let (cost, _) = *reached.get(&goal)?;
        let before = |tile: &Tile| reached[tile].1;
        let mut tiles: Vec<_> = std::iter::successors(Some(goal), before).collect();
        tiles.reverse();
        Some(TilePath { cost, tiles })
    }

    /// Every tile that can be reached, with its cost and the tile before it: Dijkstra with the open
    /// tiles in a plain list.
    pub(super) fn costs_from(&self, start: Tile) -> BTreeMap<Tile, Reached> {
        let mut closed = BTreeMap::new();
        let mut open = vec![(0.0f64, start, None)];
        if self.grid.is_blocked(start.0, start.1) {
            return closed;
        }
        while let Some(best) = (0..open.len()).min_by(|&a, &b| open[a].0.total_cmp(&open[b].0)) {
            let (cost, tile, before) = open.swap_remove(best);
            if closed.contains_key(&tile) {
                continue;
            }
            closed.insert(tile, (cost, before));
            for (to, step) in self.steps(tile) {
                if !closed.contains_key(&to) {
                    open.push((cost + step, to, Some(tile)));
                }
            }
        }
        closed
    }
}
