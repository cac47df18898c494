//! The fans around replaced cells: their vertex numbers and corner bits.
//!
//! A fan with a corner that stays keeps the lowest of its former numbers that no other fan has. A fan of
//! new cells alone takes the number that a returning cell had there, else a former number of its point and
//! floor. Only then a number is new.
//!
//! A number stands for the same place as before only if its fan has kept a corner with it, or if it was
//! the only number of its point and floor. All other numbers are reported.

use glam::DVec2;

use super::{MeshPatch, PatchReport, PatchState};
use crate::collections::{MergeSort, NONE};
use crate::mesh::{CORNER, CellId, EdgeId, NavMesh, VertexId};

/// The fans at removed cells, taken apart.
#[derive(Debug, Default)]
pub(super) struct LooseFans {
    /// The edges of other cells in these fans with their former vertices, ascending.
    stumps: Vec<Stump>,
    /// The former vertices, ascending by point.
    former: Vec<FormerVertex>,
    /// The former vertices, ascending.
    vertices: Vec<u32>,
    /// For each of these vertices, whether a new fan has taken its number.
    is_taken: Vec<bool>,
    /// The edges of returning cells with the vertices that they had, ascending.
    wishes: Vec<Stump>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stump {
    edge: EdgeId,
    vertex: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct FormerVertex {
    point: [u64; 2],
    /// The lowest floor of its fan. The same point on another floor is another place.
    layer: u32,
    vertex: u32,
}

fn bits(point: DVec2) -> [u64; 2] {
    point.to_array().map(f64::to_bits)
}

/// The number that a fan takes.
#[derive(Debug, Clone, Copy)]
enum Number {
    /// It stands for the same place as before.
    Same(u32),
    /// It stood for another place, or for none.
    Other(u32),
}

/// Returns the vertex of an edge in an ascending list.
fn listed(all: &[Stump], edge: EdgeId) -> Option<u32> {
    let found = all.binary_search_by_key(&edge, |stump| stump.edge).ok()?;
    Some(all[found].vertex)
}

impl LooseFans {
    /// Adds the vertices that returning cells had.
    pub(super) fn with_wishes(
        mut self,
        mesh: &NavMesh,
        patch: &MeshPatch,
        added: &[CellId],
    ) -> Self {
        for (cell, id) in patch.cells.iter().zip(added) {
            let edges = mesh.edge_range(id.slot).map(|edge| EdgeId(edge as u32));
            let pairs = edges.zip(&cell.vertices);
            self.wishes.extend(pairs.map(|(edge, vertex)| Stump { edge, vertex: vertex.0 }));
        }
        self.wishes.merge_sort();
        self
    }

    /// False if a fan has taken the number of a former vertex.
    fn is_free(&self, vertex: u32) -> bool {
        self.vertices.binary_search(&vertex).is_ok_and(|place| !self.is_taken[place])
    }

    /// Takes a number from later fans.
    fn take(&mut self, vertex: u32) {
        if let Ok(place) = self.vertices.binary_search(&vertex) {
            self.is_taken[place] = true;
        }
    }

    /// True if a former vertex stood at a point, on any floor.
    fn stood_at(&self, point: DVec2, vertex: u32) -> bool {
        let point = bits(point);
        let first = self.former.partition_point(|former| former.point < point);
        let mut same = self.former[first..].iter().take_while(|former| former.point == point);
        same.any(|former| former.vertex == vertex)
    }

    /// Iterates over the former vertices at a point of a floor, ascending.
    fn at(&self, point: DVec2, layer: u32) -> impl Iterator<Item = u32> + '_ {
        let place = (bits(point), layer);
        let first = self.former.partition_point(|former| (former.point, former.layer) < place);
        let same = self.former[first..].iter();
        let same = same.take_while(move |former| (former.point, former.layer) == place);
        same.map(|former| former.vertex)
    }
}

impl NavMesh {
    /// Takes the numbers from all vertices at removed cells and at the rim, before cells are released.
    pub(super) fn loosen_fans(&mut self, removed: &[u32], rim: &[EdgeId]) -> LooseFans {
        let corners = self.corners_around(removed, rim);
        let (count, mut fan) = (corners.len(), Vec::with_capacity(16));
        let mut fans = LooseFans {
            stumps: Vec::with_capacity(4 * count),
            former: Vec::with_capacity(count),
            vertices: corners.iter().map(|corner| corner.vertex).collect(),
            is_taken: vec![false; count],
            wishes: Vec::new(),
        };
        for Stump { vertex, edge } in corners {
            self.gather_fan(edge, &mut fan);
            let (point, layer) = (bits(self.edge(edge).origin), self.layer_of_fan(&fan));
            fans.former.push(FormerVertex { point, layer, vertex });
            let stays = |edge: &&EdgeId| removed.binary_search(&self.edge(**edge).cell).is_err();
            let stumps = fan.iter().filter(stays);
            fans.stumps.extend(stumps.map(|&edge| Stump { edge, vertex }));
            if let Ok(place) = self.saddles.binary_search(&VertexId(vertex)) {
                self.saddles.remove(place);
            }
        }
        for stump in &fans.stumps {
            self.edges[stump.edge.index()].vertex = NONE;
        }
        fans.stumps.merge_sort();
        fans.former.merge_sort();
        fans
    }

    /// Returns the lowest edge at removed cells, and at listed walls, for each of their vertices, ascending by vertex.
    ///
    /// The other edges of the rim have the vertices of their twins, which are edges of removed cells.
    fn corners_around(&self, removed: &[u32], rim: &[EdgeId]) -> Vec<Stump> {
        let walls = rim.iter().filter(|edge| self.edge(**edge).is_wall());
        let ends = walls.flat_map(|&edge| [edge, self.next_edge(edge)]);
        let own = removed.iter().flat_map(|&slot| self.edge_range(slot));
        let mut corners: Vec<Stump> = Vec::with_capacity(8 * removed.len());
        let corner = |edge: EdgeId| Stump { edge, vertex: self.edge(edge).vertex().0 };
        corners.extend(own.map(|edge| EdgeId(edge as u32)).chain(ends).map(corner));
        corners.merge_sort_by_key(|corner| (corner.vertex, corner.edge));
        corners.dedup_by_key(|corner| corner.vertex);
        corners
    }

    /// Numbers the fans at the rim and at new corners.
    pub(super) fn number_fans(
        &mut self,
        fans: LooseFans,
        state: &mut PatchState,
        report: &mut PatchReport,
    ) {
        let mut fans = fans;
        let mut seeds = Vec::with_capacity(fans.stumps.len() + 8 * report.added.len());
        seeds.extend(fans.stumps.iter().map(|stump| stump.edge));
        for cell in &report.added {
            seeds.extend(self.edge_range(cell.slot).map(|edge| EdgeId(edge as u32)));
        }
        let (mut fan, mut stumps) = (Vec::with_capacity(16), Vec::with_capacity(16));
        for seed in seeds {
            if self.edge(seed).vertex != NONE {
                continue;
            }
            let closes = self.gather_fan(seed, &mut fan);
            let own = fan.iter().filter_map(|&edge| listed(&fans.stumps, edge));
            stumps.clear();
            stumps.extend(own);
            let vertex = match self.number_for(&fan, &stumps, &fans, state) {
                Number::Same(vertex) => vertex,
                Number::Other(vertex) => {
                    report.renumbered.push(VertexId(vertex));
                    vertex
                }
            };
            fans.take(vertex);
            self.set_fan(&fan, closes, vertex);
        }
        for (&vertex, _) in fans.vertices.iter().zip(&fans.is_taken).filter(|pair| !pair.1) {
            state.free_vertices.insert(vertex);
            report.renumbered.push(VertexId(vertex));
        }
        report.renumbered.merge_sort();
        report.touched = fans.stumps.iter().map(|stump| self.edge(stump.edge).cell).collect();
        report.touched.merge_sort();
        report.touched.dedup();
    }

    /// Returns the number of a fan. `stumps` holds the former numbers of its edges on cells that stay.
    fn number_for(
        &mut self,
        fan: &[EdgeId],
        stumps: &[u32],
        fans: &LooseFans,
        state: &mut PatchState,
    ) -> Number {
        let (point, layer) = (self.edge(fan[0]).origin, self.layer_of_fan(fan));
        let at_point = || fans.at(point, layer);
        let is_own = |vertex: &u32| stumps.contains(vertex);
        let is_free = |vertex: &u32| fans.is_free(*vertex);
        let may_take = |vertex: &u32| {
            let is_former = || is_own(vertex) || fans.stood_at(point, *vertex);
            state.free_vertices.contains(vertex) || is_free(vertex) && is_former()
        };
        let wish = fan.iter().filter_map(|&edge| listed(&fans.wishes, edge)).find(may_take);
        let own = match wish {
            Some(_) => wish.filter(is_own),
            None => stumps.iter().copied().filter(is_free).min(),
        };
        if let Some(vertex) = own {
            return Number::Same(vertex);
        }
        let is_split = !stumps.is_empty();
        let former = wish.or_else(|| at_point().find(is_free));
        match former {
            Some(vertex) if !is_split && at_point().eq([vertex]) => Number::Same(vertex),
            Some(vertex) => {
                state.free_vertices.remove(&vertex);
                Number::Other(vertex)
            }
            None => Number::Other(self.new_vertex(state)),
        }
    }

    /// Returns the lowest floor of a fan.
    fn layer_of_fan(&self, fan: &[EdgeId]) -> u32 {
        if !self.has_layers() {
            return 0;
        }
        fan.iter().map(|&edge| self.layer(self.edge(edge).cell)).min().unwrap_or(0)
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
