//! An estimate: the cost of the arrival at the squares of a fine grid, by fast marching.
//!
//! Source: J. A. Sethian, "A Fast Marching Level Set Method for Monotonically Advancing Fronts", 1996. The cost of the
//! arrival solves the eikonal equation. Squares are settled in the order of their costs, and each takes its cost from its
//! settled neighbours by a difference of first order.
//! We differ from it in: 1) squares near the start take the straight distance, because the error is largest there.
//!
//! The error falls with the side of a square. The estimate is no bound: it lies above or below the cheapest cost.

use navmesh_core::{DVec2, NavMesh};

use super::queue::{Entry, Queue};
use crate::oracle::patches::polygon_holds;

/// The squares around the start, to each side, that take the straight distance.
const NEAR: i64 = 8;

/// The cost of the ground in the squares of a grid over a mesh.
#[derive(Debug)]
pub struct CostGrid {
    low: DVec2,
    side: f64,
    size: [i64; 2],
    /// Infinite where the middle of a square is off the mesh.
    costs: Vec<f64>,
}

impl CostGrid {
    /// Covers a mesh with squares, `count` along its longer side.
    #[must_use]
    pub fn new(mesh: &NavMesh, count: usize) -> Self {
        let bounds = mesh.bounds();
        let side = bounds.size().max_element() / count as f64;
        let size = (bounds.size() / side).ceil().max(DVec2::ONE);
        let size = [size.x as i64, size.y as i64];
        let costs = vec![f64::INFINITY; (size[0] * size[1]) as usize];
        let mut grid = Self { low: bounds.min, side, size, costs };
        for slot in mesh.slots() {
            grid.paint(&mesh.corners(slot).collect::<Vec<_>>(), mesh.cost(slot));
        }
        grid
    }

    /// Sets the cost of all squares whose middle a cell holds.
    fn paint(&mut self, corners: &[DVec2], cost: f64) {
        let low = corners.iter().copied().reduce(DVec2::min).unwrap_or_default();
        let high = corners.iter().copied().reduce(DVec2::max).unwrap_or_default();
        let ([left, bottom], [right, top]) = (self.square_at(low), self.square_at(high));
        for y in bottom..=top {
            for x in left..=right {
                if polygon_holds(corners, self.middle([x, y])) {
                    let square = self.index([x, y]);
                    self.costs[square] = self.costs[square].min(cost);
                }
            }
        }
    }

    /// An estimate of the cost from a point to another; `None` if squares do not connect them.
    #[must_use]
    pub fn arrival(&self, start: DVec2, goal: DVec2) -> Option<f64> {
        let mut arrivals = vec![f64::INFINITY; self.costs.len()];
        let mut is_settled = vec![false; self.costs.len()];
        let mut queue = Queue::default();
        self.begin(start, &mut arrivals, &mut queue);
        while let Some(Entry { cost, node }) = queue.pop() {
            if std::mem::replace(&mut is_settled[node], true) || cost > arrivals[node] {
                continue;
            }
            for next in self.neighbors(node).into_iter().flatten() {
                let arrival = self.arrival_beside(next, &arrivals);
                if !is_settled[next] && arrival < arrivals[next] {
                    arrivals[next] = arrival;
                    queue.push(arrival, next);
                }
            }
        }
        let arrival = arrivals[self.index(self.square_at(goal))];
        arrival.is_finite().then_some(arrival)
    }

    /// Sets the straight cost in squares near the start on ground of the same cost.
    fn begin(&self, start: DVec2, arrivals: &mut [f64], queue: &mut Queue) {
        let center = self.square_at(start);
        let weight = self.costs[self.index(center)];
        for y in center[1] - NEAR..=center[1] + NEAR {
            for x in center[0] - NEAR..=center[0] + NEAR {
                let is_inside = (0..self.size[0]).contains(&x) && (0..self.size[1]).contains(&y);
                if is_inside && self.costs[self.index([x, y])] == weight {
                    let square = self.index([x, y]);
                    arrivals[square] = weight * start.distance(self.middle([x, y]));
                    queue.push(arrivals[square], square);
                }
            }
        }
    }

    /// The arrival at a square from its neighbours: the solution of the difference equation.
    fn arrival_beside(&self, square: usize, arrivals: &[f64]) -> f64 {
        let [left, right, below, above] =
            self.neighbors(square).map(|next| next.map_or(f64::INFINITY, |next| arrivals[next]));
        let (a, b) = (left.min(right), below.min(above));
        let step = self.costs[square] * self.side;
        // Also true where one of them is infinite; not where both are.
        if (a - b).abs() >= step {
            return a.min(b) + step;
        }
        (a + b + (2.0 * step * step - (a - b) * (a - b)).sqrt()) / 2.0
    }

    /// The squares to the left, to the right, below and above on the mesh.
    fn neighbors(&self, square: usize) -> [Option<usize>; 4] {
        let (x, y) = (square as i64 % self.size[0], square as i64 / self.size[0]);
        [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]].map(|[x, y]| {
            let is_inside = (0..self.size[0]).contains(&x) && (0..self.size[1]).contains(&y);
            let square = is_inside.then(|| self.index([x, y]))?;
            self.costs[square].is_finite().then_some(square)
        })
    }

    fn square_at(&self, point: DVec2) -> [i64; 2] {
        let place = ((point - self.low) / self.side).floor();
        [0, 1].map(|axis: usize| (place[axis] as i64).clamp(0, self.size[axis] - 1))
    }

    fn middle(&self, [x, y]: [i64; 2]) -> DVec2 {
        self.low + (DVec2::new(x as f64, y as f64) + 0.5) * self.side
    }

    fn index(&self, [x, y]: [i64; 2]) -> usize {
        (y * self.size[0] + x) as usize
    }
}
