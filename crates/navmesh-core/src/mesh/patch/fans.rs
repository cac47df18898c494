//! The fans around replaced cells: their vertex numbers and corner bits.
//!
//! A fan with a corner that stays keeps the lowest of its former numbers that no other fan has. A fan of
//! new cells alone takes a former number of its point. Only then a number is new.

use std::collections::BTreeSet;

use glam::DVec2;

use super::{PatchReport, PatchState};
use crate::collections::NONE;
use crate::mesh::{CORNER, EdgeId, NavMesh, VertexId};

/// The fans at removed cells, taken apart.
#[derive(Debug, Default)]
pub(super) struct LooseFans {
    /// The edges of other cells in these fans with their former vertices, ascending.
    stumps: Vec<Stump>,
    /// The former vertices, ascending by point.
    former: Vec<FormerVertex>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stump {
    edge: EdgeId,
    vertex: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct FormerVertex {
    point: [u64; 2],
    vertex: u32,
}

fn bits(point: DVec2) -> [u64; 2] {
    point.to_array().map(f64::to_bits)
}

impl LooseFans {
    /// Returns the former vertex of an edge that stays.
    fn vertex_of(&self, edge: EdgeId) -> Option<u32> {
        let found = self.stumps.binary_search_by_key(&edge, |stump| stump.edge).ok()?;
        Some(self.stumps[found].vertex)
    }

    /// Iterates over the former vertices at a point, ascending.
    fn at(&self, point: DVec2) -> impl Iterator<Item = u32> + '_ {
        let point = bits(point);
        let first = self.former.partition_point(|former| former.point < point);
        let same = self.former[first..].iter().take_while(move |former| former.point == point);
        same.map(|former| former.vertex)
    }
}

impl NavMesh {
    /// Takes the numbers from all vertices at removed cells, before these are released.
    pub(super) fn loosen_fans(&mut self, removed: &[u32]) -> LooseFans {
        let mut corners: Vec<EdgeId> = Vec::new();
        for &slot in removed {
            corners.extend(self.edge_range(slot).map(|edge| EdgeId(edge as u32)));
        }
        corners.sort_unstable_by_key(|edge| (self.edge(*edge).vertex(), *edge));
        corners.dedup_by_key(|edge| self.edge(*edge).vertex());
        let (mut fans, mut fan) = (LooseFans::default(), Vec::new());
        for corner in corners {
            let vertex = self.edge(corner).vertex();
            fans.former
                .push(FormerVertex { point: bits(self.edge(corner).origin), vertex: vertex.0 });
            self.gather_fan(corner, &mut fan);
            let stays = |edge: &&EdgeId| removed.binary_search(&self.edge(**edge).cell).is_err();
            let stumps = fan.iter().filter(stays);
            fans.stumps.extend(stumps.map(|&edge| Stump { edge, vertex: vertex.0 }));
            if let Ok(place) = self.saddles.binary_search(&vertex) {
                self.saddles.remove(place);
            }
        }
        for stump in &fans.stumps {
            self.edges[stump.edge.index()].vertex = NONE;
        }
        fans.stumps.sort_unstable();
        fans.former.sort_unstable();
        fans
    }

    /// Numbers the fans at the rim and at new corners.
    pub(super) fn number_fans(
        &mut self,
        fans: LooseFans,
        state: &mut PatchState,
        report: &mut PatchReport,
    ) {
        let mut seeds: Vec<EdgeId> = fans.stumps.iter().map(|stump| stump.edge).collect();
        for cell in &report.added {
            seeds.extend(self.edge_range(cell.slot).map(|edge| EdgeId(edge as u32)));
        }
        let (mut taken, mut fan) = (BTreeSet::new(), Vec::new());
        for seed in seeds {
            if self.edge(seed).vertex != NONE {
                continue;
            }
            let closes = self.gather_fan(seed, &mut fan);
            let free = |vertex: &u32| !taken.contains(vertex);
            let of_stumps = fan.iter().filter_map(|&edge| fans.vertex_of(edge)).filter(free).min();
            let former = of_stumps.or_else(|| fans.at(self.edge(seed).origin).find(free));
            let vertex = former.unwrap_or_else(|| {
                let new = self.new_vertex(state);
                report.renumbered.push(VertexId(new));
                new
            });
            taken.insert(vertex);
            self.set_fan(&fan, closes, vertex);
        }
        let unused = fans.former.iter().map(|former| former.vertex);
        for vertex in unused.filter(|vertex| !taken.contains(vertex)) {
            state.free_vertices.insert(vertex);
            report.renumbered.push(VertexId(vertex));
        }
        report.renumbered.sort_unstable();
        report.touched = fans.stumps.iter().map(|stump| self.edge(stump.edge).cell).collect();
        report.touched.sort_unstable();
        report.touched.dedup();
    }

    fn new_vertex(&mut self, state: &mut PatchState) -> u32 {
        state.free_vertices.pop_first().unwrap_or_else(|| {
            self.vertex_count += 1;
            self.vertex_count - 1
        })
    }

    /// Gives the edges of a fan their vertex, and notes whether it is a corner or a saddle.
    fn set_fan(&mut self, fan: &[EdgeId], closes: bool, vertex: u32) {
        let kind = self.fan_kind(fan, closes);
        let corner = if kind.is_corner { CORNER } else { 0 };
        for edge in fan {
            self.edges[edge.index()].vertex = vertex | corner;
        }
        if kind.is_saddle
            && let Err(place) = self.saddles.binary_search(&VertexId(vertex))
        {
            self.saddles.insert(place, VertexId(vertex));
        }
    }
}
