//! The rival that most take: the crate `pathfinding`, its A* over any graph.

use std::f64::consts::SQRT_2;
use std::marker::PhantomData;

use pathfinding::prelude::astar;
use tautline::{DVec2, Grid};

use crate::contender::{Contender, Finder, PreparedMap};
use crate::tile_rules::{ROUNDED, STEPS, Steps};

/// The crate `pathfinding` under some rules.
pub(crate) fn graph_crate<S: Steps>(grid: &Grid) -> Contender {
    let grid = grid.clone();
    Contender::prepare("pathfinding (A*)", ROUNDED, || {
        Ok(GraphCrate::<S> { grid, steps: PhantomData })
    })
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

impl<S: Steps> PreparedMap for GraphCrate<S> {
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
