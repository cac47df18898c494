//! The numbers of vertices, one per fan, and the vertices where paths may turn.

use std::collections::BTreeSet;

use glam::DVec2;

use super::FanAngle;
use crate::collections::NONE;
use crate::mesh::{CORNER, EdgeId, NavMesh, VertexId};

/// The kind of a vertex.
#[derive(Debug, Clone, Copy)]
pub(in crate::mesh) struct FanKind {
    /// True if a shortest path may turn there.
    pub(in crate::mesh) is_corner: bool,
    /// True if the walkable angle exceeds 2π.
    pub(in crate::mesh) is_saddle: bool,
}

impl NavMesh {
    /// Numbers the fans in the order of their first edges, marks the corners and lists the saddles.
    pub(in crate::mesh) fn number_vertices(&mut self) {
        let mut fan = Vec::new();
        for first in (0..self.edges.len() as u32).map(EdgeId) {
            let edge = self.edge(first);
            let is_live =
                self.cells.get(edge.cell as usize).is_some_and(|cell| cell.edge_count > 0);
            if !is_live || edge.vertex != NONE {
                continue;
            }
            let closes = self.gather_fan(first, &mut fan);
            let FanKind { is_corner, is_saddle } = self.fan_kind(&fan, closes);
            let vertex = if is_corner { self.vertex_count | CORNER } else { self.vertex_count };
            for edge in &fan {
                self.edges[edge.index()].vertex = vertex;
            }
            if is_saddle {
                self.saddles.push(VertexId(self.vertex_count));
            }
            self.vertex_count += 1;
        }
    }

    /// Returns whether paths may turn at the vertex of a whole fan; see [`NavMesh::gather_fan`].
    pub(in crate::mesh) fn fan_kind(&self, fan: &[EdgeId], closes: bool) -> FanKind {
        if closes {
            let is_saddle = self.winds_twice(fan);
            FanKind { is_corner: is_saddle, is_saddle }
        } else {
            let angle = self.fan_angle(fan[0], fan.iter().copied());
            FanKind { is_corner: angle != FanAngle::HalfTurn, is_saddle: angle == FanAngle::Beyond }
        }
    }

    /// True if the cells of a fan that closes span more than 2π at its vertex.
    ///
    /// A cell spans an angle in (0, π], so a fan that closes passes the positive x-axis once a turn.
    /// A cell passes that axis if its edge and the edge before both fall, so signs suffice.
    fn winds_twice(&self, fan: &[EdgeId]) -> bool {
        let passes_axis = |&&edge: &&EdgeId| {
            let [at, after] = self.edge_ends(edge);
            falls(at, after) && falls(self.edge(self.previous_edge(edge)).origin(), at)
        };
        fan.iter().filter(passes_axis).nth(1).is_some()
    }
}

/// True if `to` comes before `from` by y, then by x.
fn falls(from: DVec2, to: DVec2) -> bool {
    to.y < from.y || (to.y == from.y && to.x < from.x)
}

impl NavMesh {
    /// Panics if the vertex numbers are not those of the fans; for tests.
    pub(in crate::mesh) fn assert_fans(&self) {
        let mut fresh = self.clone();
        for edge in &mut fresh.edges {
            edge.vertex = NONE;
        }
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
