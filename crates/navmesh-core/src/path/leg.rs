//! The cost of a straight leg: the least over the cells that hold its parts.
//!
//! A walker on the leg is in any cell that holds its place, and enters another one through every portal
//! that the leg touches. Along a portal the cheaper side therefore counts. Along a wall the walker stays on
//! its own side, because there is no portal. Dijkstra's algorithm finds the least cost over pairs of a cell
//! and a place on the leg. Exact tests decide which portals are touched. Only places and sums are rounded.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec2;

use crate::collections::NONE;
use crate::geom::ring::segments_touch;
use crate::geom::{Turn, orientation, turn};
use crate::mesh::{EdgeId, NavMesh};

/// A walker in a cell, at a share of the leg from 0 to 1. Both numbers are the bits of floats that are
/// not negative, which have the same order. At last the settled place that it comes from; [`NONE`] at the
/// beginning of the leg.
type Walker = Reverse<(u64, u32, u64, u32)>;

fn walker(cost: f64, slot: u32, share: f64, from: u32) -> Walker {
    Reverse((cost.to_bits(), slot, share.to_bits(), from))
}

/// A cell at the point of a walk.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reached {
    pub(super) slot: u32,
    /// The least cost of a walk to the point in this cell.
    pub(super) cost: f64,
}

/// A place in a cell that a walker has left for good, and the least cost to it.
#[derive(Debug, Clone)]
struct Settled {
    share: f64,
    cost: f64,
    /// The place that was settled before in this cell.
    before: u32,
    /// The place that the walker came from, in another cell; [`NONE`] at the beginning of the leg.
    from: u32,
    slot: u32,
}

/// A part of a leg in one cell, by its shares of the leg.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LegPiece {
    pub(crate) slot: u32,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

/// A portal that touches the leg, from one share to another.
#[derive(Debug, Clone, Copy)]
struct Contact {
    neighbor: u32,
    from: f64,
    to: f64,
}

/// The settled places of a cell, and its portals on the leg.
#[derive(Debug, Clone)]
struct CellOnLeg {
    slot: u32,
    /// The place that was settled last; [`NONE`] before the first.
    last: u32,
    /// The range of its contacts.
    contacts: [usize; 2],
}

/// The walk along one leg. Its memory is kept from leg to leg.
#[derive(Debug, Clone, Default)]
pub(super) struct LegWalk {
    queue: BinaryHeap<Walker>,
    /// The cells on the leg, ascending by slot.
    cells: Vec<CellOnLeg>,
    contacts: Vec<Contact>,
    settled: Vec<Settled>,
}

impl LegWalk {
    /// Replaces the cells at the beginning of a leg by those at its end; by none if the leg is blocked.
    ///
    /// Complexity: O(n log n) in the number of edges of the cells that the leg touches, as a rule. A cell
    /// with k portals along the leg, to cheaper cells, takes O(k²).
    pub(super) fn advance(&mut self, mesh: &NavMesh, reached: &mut Vec<Reached>, leg: [DVec2; 2]) {
        let length = leg[0].distance(leg[1]);
        self.cells.clear();
        self.contacts.clear();
        self.settled.clear();
        self.queue.clear();
        self.queue.extend(reached.iter().map(|at| walker(at.cost, at.slot, 0.0, NONE)));
        while let Some(Reverse((cost, slot, share, from))) = self.queue.pop() {
            let [cost, share] = [cost, share].map(f64::from_bits);
            let unit = mesh.cost(slot) * length;
            let cell = self.cell(mesh, slot, leg);
            if self.cost_at(&self.cells[cell], share, unit) > cost {
                let before = self.cells[cell].last;
                self.settle(cell, Settled { share, cost, before, from, slot }, unit);
            }
        }
        reached.clear();
        for cell in &self.cells {
            if mesh.feature_at(cell.slot, leg[1]).is_some() {
                let cost = self.cost_at(cell, 1.0, mesh.cost(cell.slot) * length);
                reached.push(Reached { slot: cell.slot, cost });
            }
        }
    }

    /// Iterates over the slots of the cells on the leg, ascending.
    pub(super) fn slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.cells.iter().map(|cell| cell.slot)
    }

    /// Returns the index of a cell on the leg, with the contacts of its portals.
    fn cell(&mut self, mesh: &NavMesh, slot: u32, leg: [DVec2; 2]) -> usize {
        match self.cells.binary_search_by_key(&slot, |cell| cell.slot) {
            Ok(index) => index,
            Err(index) => {
                let first = self.contacts.len();
                let touched = portals(mesh, slot)
                    .filter(|&(edge, _)| segments_touch(leg, mesh.edge_ends(edge)));
                self.contacts.extend(touched.map(|(edge, neighbor)| {
                    // Both sides of an edge round alike.
                    let side = mesh.edge(edge).twin().map_or(edge, |twin| twin.min(edge));
                    let [from, to] = shares(leg, mesh.edge_ends(side));
                    Contact { neighbor, from, to }
                }));
                let contacts = [first, self.contacts.len()];
                self.cells.insert(index, CellOnLeg { slot, last: NONE, contacts });
                index
            }
        }
    }

    /// Settles a place in a cell, and lets the walker enter the neighbours.
    fn settle(&mut self, cell: usize, place: Settled, unit: f64) {
        let cell = &mut self.cells[cell];
        let [first, end] = cell.contacts;
        let Settled { share, cost, .. } = place;
        let own = self.settled.len() as u32;
        self.settled.push(place);
        cell.last = own;
        for contact in &self.contacts[first..end] {
            let nearest = share.clamp(contact.from, contact.to);
            let entered = cost + unit * (nearest - share).abs();
            self.queue.push(walker(entered, contact.neighbor, nearest, own));
            if nearest < contact.to {
                let entered = cost + unit * (contact.to - share);
                self.queue.push(walker(entered, contact.neighbor, contact.to, own));
            }
        }
    }

    /// Returns the least cost at a share in a cell, where a unit of the leg costs `unit`.
    fn cost_at(&self, cell: &CellOnLeg, share: f64, unit: f64) -> f64 {
        let costs = self.settled_in(cell).map(|at| at.cost + unit * (at.share - share).abs());
        costs.fold(f64::INFINITY, f64::min)
    }

    /// Iterates over the settled places of a cell.
    fn settled_in(&self, cell: &CellOnLeg) -> impl Iterator<Item = &Settled> {
        let settled = |index: u32| self.settled.get(index as usize);
        std::iter::successors(settled(cell.last), move |at| settled(at.before))
    }

    /// Writes the steps of the cheapest walk to the end of the last leg in a cell, from the last step to the first.
    ///
    /// `length` is that of the leg.
    pub(super) fn steps_to(&self, mesh: &NavMesh, slot: u32, length: f64) -> Vec<LegPiece> {
        let unit = mesh.cost(slot) * length;
        let cell = self.cells.iter().find(|cell| cell.slot == slot);
        let places = cell.into_iter().flat_map(|cell| self.settled_in(cell));
        let cost = |at: &Settled| at.cost + unit * (at.share - 1.0).abs();
        let (mut steps, mut to) = (Vec::new(), 1.0);
        let mut at = places.min_by(|a, b| cost(a).total_cmp(&cost(b)));
        while let Some(place) = at {
            steps.push(LegPiece { slot: place.slot, from: place.share, to });
            to = place.share;
            at = self.settled.get(place.from as usize);
        }
        steps
    }
}

/// Returns the first and the last share of a leg at which it touches a portal.
pub(crate) fn shares([from, to]: [DVec2; 2], [a, b]: [DVec2; 2]) -> [f64; 2] {
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
