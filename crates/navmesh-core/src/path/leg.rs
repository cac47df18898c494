//! The cost of a straight leg: the least over the cells that hold its parts.
//!
//! A walker on the leg is in any cell that holds its place, and enters another one through every portal
//! that the leg touches. Along a portal the cheaper side therefore counts. Along a wall the walker stays on
//! its own side, because there is no portal. Dijkstra's algorithm finds the least cost over pairs of a cell
//! and a place on the leg. Exact tests decide which portals are touched. Only places and sums are rounded.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use glam::DVec2;

use crate::geom::ring::segments_touch;
use crate::geom::{Turn, orientation, turn};
use crate::mesh::{EdgeId, NavMesh};

/// The slots of the reached cells at a point, each with the least cost of a walk to it.
pub(super) type Reached = BTreeMap<u32, f64>;

/// A walker in a cell, at a share of the leg from 0 to 1. Both numbers are the bits of floats that are
/// not negative, which have the same order.
type Walker = Reverse<(u64, u32, u64)>;

/// A place in a cell that a walker has left for good, and the least cost to it.
struct Settled {
    share: f64,
    cost: f64,
}

/// A portal that touches the leg, from one share to another.
struct Contact {
    neighbor: u32,
    from: f64,
    to: f64,
}

/// The settled places of a cell, and its portals on the leg.
struct CellOnLeg {
    settled: Vec<Settled>,
    contacts: Vec<Contact>,
}

impl CellOnLeg {
    fn new(mesh: &NavMesh, slot: u32, leg: [DVec2; 2]) -> Self {
        let touched =
            portals(mesh, slot).filter(|&(edge, _)| segments_touch(leg, mesh.edge_ends(edge)));
        let contacts = touched.map(|(edge, neighbor)| {
            // Both sides of an edge round alike.
            let side = mesh.edge(edge).twin().map_or(edge, |twin| twin.min(edge));
            let [from, to] = shares(leg, mesh.edge_ends(side));
            Contact { neighbor, from, to }
        });
        Self { settled: Vec::new(), contacts: contacts.collect() }
    }

    /// Returns the least cost at a share, where a unit of the leg costs `unit`.
    fn cost_at(&self, share: f64, unit: f64) -> f64 {
        let costs = self.settled.iter().map(|at| at.cost + unit * (at.share - share).abs());
        costs.fold(f64::INFINITY, f64::min)
    }
}

/// Returns the cells at the end of a leg and the costs there; none if the leg is blocked.
///
/// Complexity: O(n log n) in the number of edges of the cells that the leg touches. A cell with k portals
/// along the leg, to cheaper cells, takes O(k²).
pub(super) fn after_leg(mesh: &NavMesh, reached: &Reached, leg: [DVec2; 2]) -> Reached {
    let length = leg[0].distance(leg[1]);
    let walker =
        |cost: f64, slot: u32, share: f64| Reverse((cost.to_bits(), slot, share.to_bits()));
    let mut queue: BinaryHeap<Walker> =
        reached.iter().map(|(&slot, &cost)| walker(cost, slot, 0.0)).collect();
    let mut cells: BTreeMap<u32, CellOnLeg> = BTreeMap::new();
    while let Some(Reverse((cost, slot, share))) = queue.pop() {
        let [cost, share] = [cost, share].map(f64::from_bits);
        let unit = mesh.cost(slot) * length;
        let cell = cells.entry(slot).or_insert_with(|| CellOnLeg::new(mesh, slot, leg));
        if cell.cost_at(share, unit) <= cost {
            continue;
        }
        cell.settled.push(Settled { share, cost });
        for contact in &cell.contacts {
            let nearest = share.clamp(contact.from, contact.to);
            queue.push(walker(cost + unit * (nearest - share).abs(), contact.neighbor, nearest));
            if nearest < contact.to {
                let cost = cost + unit * (contact.to - share);
                queue.push(walker(cost, contact.neighbor, contact.to));
            }
        }
    }
    let at_end = cells.into_iter().filter(|&(slot, _)| mesh.feature_at(slot, leg[1]).is_some());
    at_end.map(|(slot, cell)| (slot, cell.cost_at(1.0, mesh.cost(slot) * length))).collect()
}

/// Returns the first and the last share of a leg at which it touches a portal.
fn shares([from, to]: [DVec2; 2], [a, b]: [DVec2; 2]) -> [f64; 2] {
    let along = to - from;
    let at = |point: DVec2| {
        let share = (point - from).dot(along) / along.dot(along);
        if share > 0.0 { share.min(1.0) } else { 0.0 } // 0 for a leg of one point too
    };
    match [turn(from, to, a), turn(from, to, b)] {
        [Turn::Collinear, Turn::Collinear] => {
            let [a, b] = [at(a), at(b)];
            [a.min(b), a.max(b)]
        }
        [Turn::Collinear, _] => [at(a); 2],
        [_, Turn::Collinear] => [at(b); 2],
        _ => {
            let [near, far] = [orientation(a, b, from), orientation(a, b, to)].map(f64::abs);
            [near / (near + far); 2]
        }
    }
}

/// Iterates over the portals of a cell and the slots of the neighbours.
pub(super) fn portals(mesh: &NavMesh, slot: u32) -> impl Iterator<Item = (EdgeId, u32)> + '_ {
    mesh.edge_range(slot).filter_map(|index| {
        let edge = EdgeId(index as u32);
        Some((edge, mesh.edge(edge).neighbor_slot()?))
    })
}
