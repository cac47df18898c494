//! Vertices: a number for every fan, and whether paths may turn there.

use std::collections::BTreeSet;

use glam::DVec2;

use super::fan::Opening;
use super::{CORNER, EdgeId, NONE, NavMesh, VertexId};

impl NavMesh {
    /// Gives every fan its vertex number, in the order of their first edges; sets the corner bit of every edge whose
    /// origin is a corner of its fan, and lists the saddles.
    pub(super) fn number_vertices(&mut self) {
        let mut fan = Vec::new();
        for first in (0..self.edges.len() as u32).map(EdgeId) {
            let edge = self.edge(first);
            let is_free = self.cells[edge.cell as usize].edge_count == 0;
            if is_free || edge.vertex != NONE {
                continue;
            }
            let closes = self.gather_fan(first, &mut fan);
            let (is_corner, is_saddle) = if closes {
                let is_saddle = self.winds_twice(&fan);
                (is_saddle, is_saddle)
            } else {
                let opening = self.opening(fan[0], fan.iter().copied());
                (opening != Opening::HalfTurn, opening == Opening::Beyond)
            };
            let vertex = if is_corner { self.vertex_count | CORNER } else { self.vertex_count };
            fan.iter().for_each(|edge| self.edges[edge.index()].vertex = vertex);
            if is_saddle {
                self.saddles.push(VertexId(self.vertex_count));
            }
            self.vertex_count += 1;
        }
    }

    /// True where a fan that closes has more than 2π of ground around its vertex.
    ///
    /// A cell turns by an angle in (0, π] from the direction of its edge to that of the edge before, so a fan
    /// that closes comes past the positive x-axis as often as it winds around. By signs alone: a cell comes past it
    /// where its edge falls, and the edge before does.
    fn winds_twice(&self, fan: &[EdgeId]) -> bool {
        let comes_past = |&&edge: &&EdgeId| {
            let [at, after] = self.edge_ends(edge);
            falls(at, after) && falls(self.edge(self.previous_edge(edge)).origin(), at)
        };
        fan.iter().filter(comes_past).nth(1).is_some()
    }
}

fn falls(from: DVec2, to: DVec2) -> bool {
    to.y < from.y || (to.y == from.y && to.x < from.x)
}

impl NavMesh {
    /// For tests: panics where the vertex numbers are not those of the fans.
    pub(super) fn assert_fans(&self) {
        let mut fresh = self.clone();
        fresh.edges.iter_mut().for_each(|edge| edge.vertex = NONE);
        fresh.vertex_count = 0;
        fresh.number_vertices();
        let live = self.slots().flat_map(|slot| self.edge_range(slot));
        let pairs = live.map(|edge| (fresh.edges[edge].vertex(), self.edges[edge].vertex()));
        let pairs: BTreeSet<(VertexId, VertexId)> = pairs.collect();
        let vertices: BTreeSet<VertexId> = pairs.iter().map(|pair| pair.1).collect();
        assert_eq!(pairs.len(), fresh.vertex_count(), "a fan has two vertices");
        assert_eq!(vertices.len(), fresh.vertex_count(), "two fans have one vertex");
        assert!(vertices.last().is_none_or(|last| last.index() < self.vertex_count()));
    }
}

#[cfg(test)]
mod tests;
