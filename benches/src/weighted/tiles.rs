//! A fine grid over a field: the crate `pathfinding`, its A* over eight neighbours.
//!
//! A step costs its length times the mean cost of its two tiles. No corner of blocked ground is cut.

use std::f64::consts::SQRT_2;

use pathfinding::prelude::astar;
use tautline::{DVec2, NavMesh};

/// The costs are whole numbers of this part of a tile's side at cost 1.
const UNIT: f64 = 1e-6;

/// The costs of the tiles of a grid.
#[derive(Debug)]
pub struct TileField {
    low: DVec2,
    side: f64,
    size: [usize; 2],
    /// `None` where the middle of a tile is off the mesh.
    costs: Vec<Option<f64>>,
    lowest: f64,
}

impl TileField {
    /// A grid over a mesh, with `count` tiles along its longer side.
    #[must_use]
    pub fn new(mesh: &NavMesh, count: usize) -> Self {
        let bounds = mesh.bounds();
        let side = bounds.size().max_element() / count as f64;
        let size = (bounds.size() / side).ceil();
        let size = [size.x as usize, size.y as usize];
        let lowest = mesh.lowest_cost();
        let mut field = Self { low: bounds.min, side, size, costs: Vec::new(), lowest };
        let tiles = (0..size[0] * size[1]).map(|tile| {
            let cells = mesh.incidences(field.middle(tile));
            cells.map(|incidence| mesh.cost(incidence.cell.slot)).min_by(f64::total_cmp)
        });
        field.costs = tiles.collect();
        field
    }

    /// The cost of the path that A* finds, in map units: from middle to middle, and straight to both ends.
    #[must_use]
    pub fn cost(&self, [start, goal]: [DVec2; 2]) -> Option<f64> {
        let [from, to] = [start, goal].map(|point| self.tile_at(point));
        let (x, y) = (to % self.size[0], to / self.size[0]);
        let left = |&tile: &usize| {
            let [dx, dy] = [(tile % self.size[0]).abs_diff(x), (tile / self.size[0]).abs_diff(y)];
            let (few, many) = (dx.min(dy) as f64, dx.max(dy) as f64);
            ((few * SQRT_2 + many - few) * self.lowest / UNIT) as u64
        };
        let (_, cost) = astar(&from, |&tile| self.steps(tile), left, |&tile| tile == to)?;
        let end = |point: DVec2, tile| Some(self.costs[tile]? * point.distance(self.middle(tile)));
        Some(cost as f64 * UNIT * self.side + end(start, from)? + end(goal, to)?)
    }

    fn steps(&self, tile: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let place = [tile % self.size[0], tile / self.size[0]];
        let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy]));
        near.filter(|step| *step != [0, 0]).filter_map(move |[dx, dy]| {
            let to = self.moved(place, [dx, dy])?;
            let cost = (self.costs[tile]? + self.costs[to]?) / 2.0;
            let is_diagonal = dx != 0 && dy != 0;
            if is_diagonal {
                for beside in [[dx, 0], [0, dy]] {
                    self.costs[self.moved(place, beside)?]?;
                }
            }
            let length = if is_diagonal { SQRT_2 } else { 1.0 };
            Some((to, (cost * length / UNIT).round() as u64))
        })
    }

    fn moved(&self, place: [usize; 2], step: [isize; 2]) -> Option<usize> {
        let x = place[0].checked_add_signed(step[0]).filter(|&x| x < self.size[0])?;
        let y = place[1].checked_add_signed(step[1]).filter(|&y| y < self.size[1])?;
        Some(y * self.size[0] + x)
    }

    fn tile_at(&self, point: DVec2) -> usize {
        let place = ((point - self.low) / self.side).max(DVec2::ZERO);
        let [x, y] = [place.x as usize, place.y as usize];
        y.min(self.size[1] - 1) * self.size[0] + x.min(self.size[0] - 1)
    }

    fn middle(&self, tile: usize) -> DVec2 {
        let place = DVec2::new((tile % self.size[0]) as f64, (tile / self.size[0]) as f64);
        self.low + (place + 0.5) * self.side
    }
}
