//! From the finished search to the corridor.

use glam::DVec2;
use navmesh_core::{Corridor, EdgeId, NavMesh, Portal};

use super::frontier::Frontier;
use super::midpoint;

/// Reads the way off a frontier: a chain of edges, each on the side of the cell that is left.
///
/// The edges that a search entered, the last one first, are just that for someone who walks from
/// the target to the origin.
#[derive(Debug, Default)]
pub(super) struct Tracer {
    chain: Vec<EdgeId>,
    /// By slot: the place in the chain where the cell was last seen, if it still stands there.
    places: Vec<u32>,
}

impl Tracer {
    /// Takes the way from the target to the origin.
    pub(super) fn read(&mut self, frontier: &Frontier) {
        self.chain.clear();
        self.chain.extend(frontier.way_back());
    }

    /// Cuts out what lies between two visits of the same cell; returns whether there was such.
    ///
    /// A convex cell is never worth leaving and entering again where all cells cost the same; equal
    /// prices and rounding can still make a search do it.
    pub(super) fn cut_loops(&mut self, mesh: &NavMesh) -> bool {
        let Some(&first) = self.chain.first() else { return false };
        let length = self.chain.len();
        self.places.resize(mesh.slot_count().max(self.places.len()), 0);
        self.places[mesh.edge(first).cell_slot() as usize] = 0;
        let mut kept = 0;
        for i in 0..length {
            let edge = self.chain[i];
            self.chain[kept] = edge;
            kept += 1;
            let Some(entered) = mesh.edge(edge).neighbor_slot() else { continue };
            let place = self.places[entered as usize] as usize;
            // Places are never cleared, so that a note counts only where the chain confirms it.
            if place < kept && mesh.edge(self.chain[place]).cell_slot() == entered {
                kept = place;
            } else {
                self.places[entered as usize] = kept as u32;
            }
        }
        self.chain.truncate(kept);
        kept < length
    }

    /// The cost of the chain, from `from` in its first cell to `to` in its last one.
    pub(super) fn cost(&self, mesh: &NavMesh, from: DVec2, to: DVec2) -> f64 {
        let mut at = from;
        let mut cost = 0.0;
        let mut last = None;
        for &edge in &self.chain {
            let middle = midpoint(mesh, edge);
            cost += mesh.cost(mesh.edge(edge).cell_slot()) * at.distance(middle);
            (at, last) = (middle, mesh.edge(edge).neighbor_slot());
        }
        cost + last.map_or(1.0, |slot| mesh.cost(slot)) * at.distance(to)
    }

    /// Makes the chain run the other way.
    pub(super) fn turn_around(&mut self, mesh: &NavMesh) {
        self.chain.reverse();
        for edge in &mut self.chain {
            *edge = mesh.edge(*edge).twin().unwrap_or(*edge);
        }
    }

    /// Writes cells and portals; an empty chain is the cell that both endpoints share.
    pub(super) fn write(&self, mesh: &NavMesh, shared: Option<u32>, corridor: &mut Corridor) {
        let first = self.chain.first().map(|&edge| mesh.edge(edge).cell_slot());
        corridor.cells.extend(first.or(shared).map(|slot| mesh.cell_id(slot)));
        for &edge in &self.chain {
            corridor.portals.push(portal(mesh, edge));
            corridor.cells.extend(mesh.edge(edge).neighbor_slot().map(|slot| mesh.cell_id(slot)));
        }
    }
}

/// The edge `a` → `b` of a counter-clockwise cell, seen by someone who walks out through it: the
/// cell lies to the left of `a` → `b`, so that on the way out `b` is on the left hand.
fn portal(mesh: &NavMesh, edge: EdgeId) -> Portal {
    let (origin, end) = (mesh.edge(edge), mesh.edge(mesh.next_edge(edge)));
    Portal {
        left: end.origin(),
        right: origin.origin(),
        left_vertex: end.vertex(),
        right_vertex: origin.vertex(),
        edge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_core::RawMesh;

    /// Four triangles around the middle of a square, in the order of their outer edges: bottom,
    /// right, top, left. Edge 3·i + 1 of triangle i leads to triangle i + 1, and 3·i + 2 to i − 1.
    fn square_of_four() -> NavMesh {
        let points = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0]];
        let mut raw = RawMesh { positions: points.map(Into::into).to_vec(), ..RawMesh::default() };
        for i in 0..4 {
            raw.push_cell(&[i, (i + 1) % 4, 4]);
        }
        raw.join_matching_edges();
        NavMesh::from_raw(&raw).unwrap()
    }

    fn tracer_along(edges: &[u32]) -> Tracer {
        let chain = edges.iter().copied().map(EdgeId).collect();
        Tracer { chain, ..Tracer::default() }
    }

    #[test]
    fn a_chain_around_a_vertex_is_cut_where_it_comes_back() {
        let mesh = square_of_four();
        // Bottom, right, top, left, bottom again, right.
        let mut tracer = tracer_along(&[1, 4, 7, 10, 1]);
        assert!(tracer.cut_loops(&mesh));
        assert_eq!(tracer.chain, [EdgeId(1)]);
        // Right, top, right, bottom: a way there and back.
        let mut tracer = tracer_along(&[4, 8, 5]);
        assert!(tracer.cut_loops(&mesh));
        assert_eq!(tracer.chain, [EdgeId(5)]);
    }

    #[test]
    fn a_chain_without_loops_stays_whatever_was_cut_before() {
        let mesh = square_of_four();
        let mut tracer = tracer_along(&[1, 4, 7, 10]);
        assert!(tracer.cut_loops(&mesh));
        assert!(tracer.chain.is_empty());
        tracer.chain = [4, 7].map(EdgeId).to_vec();
        assert!(!tracer.cut_loops(&mesh));
        assert_eq!(tracer.chain.len(), 2);
    }

    #[test]
    fn turned_around_a_chain_costs_the_same_and_its_portals_swap_hands() {
        let mesh = square_of_four();
        let (from, to) = (DVec2::new(1.0, 0.5), DVec2::new(1.0, 1.5));
        let mut tracer = tracer_along(&[1, 4]);
        let cost = tracer.cost(&mesh, from, to);
        // (1, ½) to (1½, ½) to (1½, 1½) to (1, 1½).
        assert_eq!(cost, 2.0);
        let there = portal(&mesh, tracer.chain[0]);
        assert_eq!((there.left, there.right), (DVec2::ONE, DVec2::new(2.0, 0.0)));
        tracer.turn_around(&mesh);
        assert_eq!(tracer.cost(&mesh, to, from), cost);
        let back = portal(&mesh, tracer.chain[1]);
        assert_eq!((back.left, back.right), (there.right, there.left));
        assert_eq!((back.left_vertex, back.right_vertex), (there.right_vertex, there.left_vertex));
    }
}
