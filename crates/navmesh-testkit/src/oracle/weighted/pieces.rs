//! A lower bound: the cheapest way over pieces of portals.
//!
//! Each portal is cut into pieces. A path maps to the pieces that hold its crossings. A leg in a convex cell costs at least
//! the cost of the cell times the distance between the pieces at its ends. So the cheapest way over pieces costs no more
//! than the cheapest path.
//!
//! Neighbouring pieces of one portal lie at distance 0. A way over them one by one would cost nothing, so it is excluded: a
//! cheapest path has no two legs in a row along one portal, because one leg at the cheaper side replaces them. Pieces
//! that share a vertex lie at distance 0 too, which is why the bound is weak near vertices.
//!
//! Ends of pieces are rounded, so every distance counts as shorter by a few roundings of the largest coordinate. On ground
//! of cost 2⁶⁴ that is a large cost.

use navmesh_core::{DVec2, EdgeId, NavMesh, Place};

use super::queue::{Entry, Queue};
use super::{at_share, cells_at, portals, sides};

/// The portals of a mesh, cut into pieces.
#[derive(Debug)]
pub struct PieceGraph<'a> {
    mesh: &'a NavMesh,
    pieces: Vec<Piece>,
    /// The pieces on the border of the cell of each slot.
    on_border: Vec<Vec<usize>>,
    /// A bound on the rounding of a distance.
    rounding: f64,
}

#[derive(Debug)]
struct Piece {
    ends: [DVec2; 2],
    portal: EdgeId,
}

/// The leg by which a way arrived at a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// From the start, or from another portal.
    Across = 0,
    /// From a piece of the same portal.
    Along = 1,
}

const ARRIVALS: [Arrival; 2] = [Arrival::Across, Arrival::Along];

impl<'a> PieceGraph<'a> {
    /// Cuts each portal into this many pieces.
    #[must_use]
    pub fn new(mesh: &'a NavMesh, count: usize) -> Self {
        let (mut pieces, mut on_border) = (Vec::new(), vec![Vec::new(); mesh.slot_count()]);
        for portal in portals(mesh) {
            let place =
                |number: usize| at_share(mesh.edge_ends(portal), number as f64 / count as f64);
            for number in 0..count {
                for cell in sides(mesh, portal) {
                    on_border[cell as usize].push(pieces.len());
                }
                pieces.push(Piece { ends: [place(number), place(number + 1)], portal });
            }
        }
        let rounding = 8.0 * f64::EPSILON * mesh.bounds().max_abs();
        Self { mesh, pieces, on_border, rounding }
    }

    /// A lower bound of the cost from a point to another; `None` if no path connects them.
    ///
    /// Complexity: for each cell, the square of the number of pieces on its border.
    #[must_use]
    pub fn lower_bound(&self, start: impl Into<Place>, goal: impl Into<Place>) -> Option<f64> {
        let places = [start.into(), goal.into()];
        let [start_cells, goal_cells] = places.map(|place| cells_at(self.mesh, place));
        let [start, goal] = places.map(|place| place.point);
        let mut costs = vec![[f64::INFINITY; 2]; self.pieces.len()];
        let mut queue = Queue::default();
        let mut best = f64::INFINITY;
        for &cell in &start_cells {
            if goal_cells.contains(&cell) {
                best = best.min(self.mesh.cost(cell) * start.distance(goal));
            }
            for &piece in &self.on_border[cell as usize] {
                let gap = to_segment(start, self.pieces[piece].ends);
                let cost = self.mesh.cost(cell) * self.rounded_down(gap);
                lower(&mut costs, &mut queue, [piece, Arrival::Across as usize], cost);
            }
        }
        while let Some(Entry { cost, node }) = queue.pop() {
            let (piece, arrival) = (node / 2, ARRIVALS[node % 2]);
            if cost >= best {
                break;
            }
            if cost > costs[piece][node % 2] {
                continue;
            }
            for cell in sides(self.mesh, self.pieces[piece].portal) {
                if goal_cells.contains(&cell) {
                    let gap = to_segment(goal, self.pieces[piece].ends);
                    best = best.min(cost + self.mesh.cost(cell) * self.rounded_down(gap));
                }
                self.relax(piece, arrival, cell, |to, arrival, leg| {
                    lower(&mut costs, &mut queue, [to, arrival as usize], cost + leg);
                });
            }
        }
        best.is_finite().then_some(best)
    }

    /// Calls `visit` with each piece that a leg in a cell leads to, how it arrives there, and the least cost of the leg.
    fn relax(
        &self,
        piece: usize,
        arrival: Arrival,
        cell: u32,
        mut visit: impl FnMut(usize, Arrival, f64),
    ) {
        let from = &self.pieces[piece];
        let weight = self.mesh.cost(cell);
        for &to in &self.on_border[cell as usize] {
            let is_along = self.pieces[to].portal == from.portal;
            if is_along && (arrival == Arrival::Along || to == piece) {
                continue;
            }
            let arrival = if is_along { Arrival::Along } else { Arrival::Across };
            let gap = gap(from.ends, self.pieces[to].ends);
            visit(to, arrival, weight * self.rounded_down(gap));
        }
    }

    /// The least distance that is rounded to this one.
    fn rounded_down(&self, gap: f64) -> f64 {
        (gap - self.rounding).max(0.0)
    }
}

fn lower(costs: &mut [[f64; 2]], queue: &mut Queue, [piece, arrival]: [usize; 2], cost: f64) {
    if cost < costs[piece][arrival] {
        costs[piece][arrival] = cost;
        queue.push(cost, 2 * piece + arrival);
    }
}

/// The distance between two segments on the border of a convex cell, which do not cross.
fn gap(a: [DVec2; 2], b: [DVec2; 2]) -> f64 {
    let of_a = a.map(|end| to_segment(end, b));
    let of_b = b.map(|end| to_segment(end, a));
    of_a[0].min(of_a[1]).min(of_b[0]).min(of_b[1])
}

/// The distance of a point from a segment.
fn to_segment(point: DVec2, [a, b]: [DVec2; 2]) -> f64 {
    let along = b - a;
    let share = (point - a).dot(along) / along.length_squared();
    point.distance(a + along * share.clamp(0.0, 1.0))
}
