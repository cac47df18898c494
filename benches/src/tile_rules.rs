//! Tile maps under other rules than the usual ones: our search that the rule gets by itself, our plain A*,
//! and the crate `pathfinding`, told of the same steps.

use std::f64::consts::SQRT_2;
use std::marker::PhantomData;

use pathfinding::prelude::astar;
use tautline::{CornerRule, DVec2, Grid, GridOptions, GridSearch, Neighborhood};

use crate::contender::{Contender, Finder, Ground};
use crate::tile_contenders::{ROUNDED, ours};

/// One set of rules, and who takes part under it.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// What they are.
    pub name: &'static str,
    lineup: fn(&Grid) -> Vec<Contender>,
}

/// All rules beside the usual ones.
pub const OTHER_RULES: [Rules; 4] = [
    Rules { name: "four neighbours", lineup: contenders::<Four> },
    Rules { name: "corners cut past one free tile", lineup: contenders::<OneFree> },
    Rules { name: "corners always cut", lineup: contenders::<Always> },
    Rules { name: "tiles of cost 1 to 5, in squares of 8 by 8", lineup: contenders::<Weighed> },
];

impl Rules {
    /// Those who take part; costs are compared with those of the last of them.
    #[must_use]
    pub fn contenders(&self, grid: &Grid) -> Vec<Contender> {
        (self.lineup)(grid)
    }
}

fn contenders<S: Steps>(grid: &Grid) -> Vec<Contender> {
    let (grid, options) = (S::on(grid), S::options());
    vec![
        ours("tautline, its own choice", &grid, options),
        ours("tautline, A*", &grid, options.engine(GridSearch::AStar)),
        graph_crate::<S>(&grid),
    ]
}

/// The crate `pathfinding` under some rules.
pub(crate) fn graph_crate<S: Steps>(grid: &Grid) -> Contender {
    let grid = grid.clone();
    Contender::prepare("pathfinding (A*)", ROUNDED, || {
        Ok(GraphCrate::<S> { grid, steps: PhantomData })
    })
}

/// Which steps there are, and what they cost.
pub(crate) trait Steps: 'static {
    /// The same for us.
    fn options() -> GridOptions {
        GridOptions::default()
    }

    /// The map as these rules want it.
    fn on(grid: &Grid) -> Grid {
        grid.clone()
    }

    /// True where a diagonal step may be taken, by which tiles beside it are blocked.
    fn passes(is_blocked: [bool; 2]) -> bool;

    /// What a step costs, of which this is the cost between tiles of cost 1.
    fn cost(_: &Grid, _: [(u32, u32); 2], plain: u32) -> u32 {
        plain
    }

    /// No way of so many columns and rows costs less.
    fn left([dx, dy]: [u32; 2]) -> u32 {
        dx.min(dy) * STEPS[1] + (dx.max(dy) - dx.min(dy)) * STEPS[0]
    }
}

/// No corner cut: the usual rules.
pub(crate) struct Never;
struct OneFree;
struct Always;
struct Four;
struct Weighed;

impl Steps for Never {
    fn passes([a, b]: [bool; 2]) -> bool {
        !a && !b
    }
}

impl Steps for OneFree {
    fn options() -> GridOptions {
        GridOptions::default().corners(CornerRule::OneFree)
    }

    fn passes([a, b]: [bool; 2]) -> bool {
        !a || !b
    }
}

impl Steps for Always {
    fn options() -> GridOptions {
        GridOptions::default().corners(CornerRule::Always)
    }

    fn passes(_: [bool; 2]) -> bool {
        true
    }
}

impl Steps for Four {
    fn options() -> GridOptions {
        let four = GridOptions::default().neighborhood(Neighborhood::Four);
        four.heuristic(tautline::GridHeuristic::Manhattan)
    }

    fn passes(_: [bool; 2]) -> bool {
        false
    }

    fn left([dx, dy]: [u32; 2]) -> u32 {
        (dx + dy) * STEPS[0]
    }
}

impl Steps for Weighed {
    fn on(grid: &Grid) -> Grid {
        let mut weighed = grid.clone();
        for slot in 0..grid.tile_count() as u32 {
            let (x, y) = grid.tile(slot);
            // Two odd numbers without a pattern scatter the squares over the kinds of ground.
            let square = (x / 8).wrapping_mul(0x9e37_79b1) ^ (y / 8).wrapping_mul(0x85eb_ca6b);
            let kinds = [1.0, 1.0, 1.5, 2.0, 3.0, 5.0];
            // All of them are costs that a tile may have, and all tiles are on the map.
            let _ = weighed.set_cost(x, y, kinds[(square >> 13) as usize % kinds.len()]);
        }
        weighed
    }

    fn passes(is_blocked: [bool; 2]) -> bool {
        Never::passes(is_blocked)
    }

    fn cost(grid: &Grid, tiles: [(u32, u32); 2], plain: u32) -> u32 {
        let [from, to] = tiles.map(|(x, y)| grid.cost(x, y).unwrap_or(1.0));
        ((from + to) * 0.5 * f64::from(plain)) as u32
    }
}

/// The crate `pathfinding`: its A* over any graph, told of our tiles.
struct GraphCrate<S> {
    grid: Grid,
    steps: PhantomData<S>,
}

struct AskingGraphCrate<'a, S> {
    grid: &'a Grid,
    /// The way found last.
    tiles: Option<Vec<(u32, u32)>>,
    steps: PhantomData<S>,
}

/// Whole costs of a straight and a diagonal step, as the crate's costs must have an order.
const STEPS: [u32; 2] = [65_536, 92_682];

impl<S: Steps> Ground for GraphCrate<S> {
    fn finder(&self) -> Box<dyn Finder + '_> {
        let (grid, steps) = (&self.grid, PhantomData::<S>);
        Box::new(AskingGraphCrate { grid, tiles: None, steps })
    }
}

impl<S: Steps> AskingGraphCrate<'_, S> {
    fn steps(&self, (x, y): (u32, u32)) -> impl Iterator<Item = ((u32, u32), u32)> + '_ {
        let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        near.filter(|&step| step != (0, 0)).filter_map(move |(dx, dy)| {
            let to = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            let is_diagonal = dx != 0 && dy != 0;
            let is_blocked = self.grid.is_blocked(to.0, to.1)
                || is_diagonal
                    && !S::passes([self.grid.is_blocked(to.0, y), self.grid.is_blocked(x, to.1)]);
            let cost = || S::cost(self.grid, [(x, y), to], STEPS[usize::from(is_diagonal)]);
            (!is_blocked).then(|| (to, cost()))
        })
    }
}

impl<S: Steps> Finder for AskingGraphCrate<'_, S> {
    fn find(&mut self, start: DVec2, goal: DVec2) {
        let [start, goal] = [start, goal].map(|point| (point.x as u32, point.y as u32));
        let left = |&(x, y): &(u32, u32)| S::left([x.abs_diff(goal.0), y.abs_diff(goal.1)]);
        let found = astar(&start, |&tile| self.steps(tile), left, |&tile| tile == goal);
        self.tiles = found.map(|(tiles, _)| tiles);
    }

    fn length(&mut self) -> Option<f64> {
        // Its whole costs are off by a millionth.
        let length = |tiles: &[(u32, u32)]| {
            let [from, to] = [tiles[0], tiles[1]];
            let kind = usize::from(from.0 != to.0 && from.1 != to.1);
            let cost = S::cost(self.grid, [from, to], STEPS[kind]);
            f64::from(cost) / f64::from(STEPS[kind]) * [1.0, SQRT_2][kind]
        };
        self.tiles.as_ref().map(|tiles| tiles.windows(2).map(length).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes;

    #[test]
    fn under_all_rules_all_find_the_same_cost() {
        let rows = [".......", "..#.#..", ".#.....", "..##.#.", "......."];
        let grid = Grid::from_rows(rows).unwrap();
        let queries = [[DVec2::new(0.5, 0.5), DVec2::new(6.5, 4.5)]];
        let costs = OTHER_RULES.map(|rules| {
            let contenders = rules.contenders(&grid);
            let answers = passes::run(&queries, &contenders, 1);
            let costs: Vec<f64> = answers.iter().map(|of| of[0].length.unwrap()).collect();
            assert!(costs.iter().all(|cost| (cost - costs[0]).abs() < 1e-4), "{costs:?}");
            costs[0]
        });
        assert!(costs[0] > costs[1] && costs[1] >= costs[2], "{costs:?}");
    }
}
