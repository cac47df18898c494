//! Field D*: costs at the corners of tiles, interpolated along their sides.
//!
//! Source: D. Ferguson, A. Stentz, "Using Interpolation to Improve Path Planning: The Field D* Algorithm", 2006.
//! A path from a corner crosses one of the eight sides around it; the cost at the crossing is interpolated between
//! the ends of that side, so it is an estimate and no bound.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tautline::{DVec2, Grid};

/// The points on a side of a tile to which a path may go on.
const POINTS: u32 = 32;

/// The costs from all corners of a grid to a goal.
pub(crate) struct FieldDStar<'a> {
    grid: &'a Grid,
    goal: DVec2,
    costs: Vec<f64>,
}

impl<'a> FieldDStar<'a> {
    /// Computes the costs to a goal, which is a corner.
    pub(crate) fn new(grid: &'a Grid, goal: DVec2) -> Self {
        let count = (grid.width() + 1) * (grid.height() + 1);
        let mut field = Self { grid, goal, costs: vec![f64::INFINITY; count as usize] };
        let mut open = BinaryHeap::from([Reverse((0, goal.x as i64, goal.y as i64))]);
        let first = field.index(goal.x as i64, goal.y as i64);
        field.costs[first] = 0.0;
        while let Some(Reverse((cost, x, y))) = open.pop() {
            if f64::from_bits(cost) > field.costs[field.index(x, y)] {
                continue;
            }
            for (x, y) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy))) {
                let is_corner = (0..=i64::from(grid.width())).contains(&x)
                    && (0..=i64::from(grid.height())).contains(&y);
                if !is_corner {
                    continue;
                }
                let (at, known) = (DVec2::new(x as f64, y as f64), field.index(x, y));
                let better = field.step_from(at).0;
                if better < field.costs[known] {
                    field.costs[known] = better;
                    open.push(Reverse((better.to_bits(), x, y)));
                }
            }
        }
        field
    }

    /// Follows the costs from a corner to the goal.
    pub(crate) fn path_from(&self, start: DVec2) -> Vec<DVec2> {
        let mut path = vec![start];
        while path.last() != Some(&self.goal) && path.len() < 1000 {
            let next = self.step_from(path[path.len() - 1]).1;
            path.push(next);
        }
        path
    }

    /// Returns the least cost from a point on the sides of tiles, and the point on a side where the path goes on.
    fn step_from(&self, from: DVec2) -> (f64, DVec2) {
        let mut best = (f64::INFINITY, from);
        let [left, top] = [(from.x - 1.0).ceil(), (from.y - 1.0).ceil()];
        for y in top as i64..=from.y.floor() as i64 {
            for x in left as i64..=from.x.floor() as i64 {
                let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
                for side in 0..4 {
                    self.cross(from, [corners[side], corners[(side + 1) % 4]], (x, y), &mut best);
                }
            }
        }
        best
    }

    /// Compares the ways from a point through a tile to the points of one of its sides.
    fn cross(
        &self,
        from: DVec2,
        ends: [(i64, i64); 2],
        (x, y): (i64, i64),
        best: &mut (f64, DVec2),
    ) {
        let Some(own) = self.cost_of(x, y) else { return };
        let [a, b] = ends.map(|(x, y)| DVec2::new(x as f64, y as f64));
        let [from_a, from_b] = ends.map(|(x, y)| self.costs[self.index(x, y)]);
        for number in 0..=POINTS {
            let share = f64::from(number) / f64::from(POINTS);
            let at = a.lerp(b, share);
            // Infinite costs are not interpolated: an end counts alone.
            let rest = match number {
                0 => from_a,
                POINTS => from_b,
                _ => from_a + (from_b - from_a) * share,
            };
            let along = (from - at).perp_dot(b - a) == 0.0;
            let rate = if along { own.min(self.cost_beside(from, at)) } else { own };
            let cost = rate * from.distance(at) + rest;
            if at != from && cost < best.0 {
                *best = (cost, at);
            }
        }
    }

    /// Returns the lower of the costs on both sides of a way along a side of a tile.
    fn cost_beside(&self, from: DVec2, to: DVec2) -> f64 {
        let across = (to - from).perp().normalize_or_zero() * 0.5;
        let costs = [across, -across].map(|aside| {
            let middle = from.midpoint(to) + aside;
            self.cost_of(middle.x.floor() as i64, middle.y.floor() as i64)
        });
        costs.into_iter().flatten().fold(f64::INFINITY, f64::min)
    }

    fn cost_of(&self, x: i64, y: i64) -> Option<f64> {
        self.grid.cost(u32::try_from(x).ok()?, u32::try_from(y).ok()?)
    }

    fn index(&self, x: i64, y: i64) -> usize {
        (y * i64::from(self.grid.width() + 1) + x) as usize
    }
}
