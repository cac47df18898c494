//! From valid raw data to flat arrays: edges with their twins, fans, corners.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::DVec2;

use super::components::label_components;
use super::fan::Opening;
use super::layers::Layers;
use super::locator::Locator;
use super::names::Names;
use super::{CORNER, CellRecord, Edge, EdgeId, MeshDefects, NONE, NavMesh, RawMesh, VertexId};
use crate::geom::Bounds;
use crate::link::Link;

impl NavMesh {
    /// Validates `raw` and makes a mesh of it.
    ///
    /// Where `raw` is needed no more, `NavMesh::try_from(raw)` does the same in less memory.
    ///
    /// Complexity: O(n log n) in the number of corners.
    ///
    /// # Errors
    ///
    /// Every defect of `raw`, each with its cell and corner.
    pub fn from_raw(raw: &RawMesh) -> Result<Self, MeshDefects> {
        let twins = raw.checked().map_err(MeshDefects)?;
        checked_links(assemble(raw.clone(), twins))
    }
}

impl TryFrom<RawMesh> for NavMesh {
    type Error = MeshDefects;

    /// As [`NavMesh::from_raw`].
    fn try_from(raw: RawMesh) -> Result<Self, MeshDefects> {
        let twins = raw.checked().map_err(MeshDefects)?;
        checked_links(assemble(raw, twins))
    }
}

/// The mesh, if all of its links are sound.
fn checked_links(mesh: NavMesh) -> Result<NavMesh, MeshDefects> {
    let defects = mesh.link_defects();
    if defects.is_empty() { Ok(mesh) } else { Err(MeshDefects(defects)) }
}

/// Makes the mesh; `raw` has no defects, and these are the twins of its edges.
fn assemble(raw: RawMesh, twins: Vec<u32>) -> NavMesh {
    let cells: Vec<CellRecord> = (0..raw.cell_count()).map(|i| record(&raw, i)).collect();
    let mut edges = joined_edges(&raw, &twins);
    // The edges know all that these did, and there is memory to be had for the index.
    drop((twins, raw.positions, raw.corners, raw.neighbors, raw.cell_ends));
    let vertex_count = number_fans(&mut edges, &cells);
    let bounds = Bounds::of(edges.iter().map(Edge::origin));
    let (components, component_count) = label_components(&edges, &cells);
    let locator = Locator::build(cells.len(), bounds, |slot, corners| {
        let cell: &CellRecord = &cells[slot];
        let range = cell.first_edge as usize..(cell.first_edge + cell.edge_count) as usize;
        corners.extend(edges[range].iter().map(Edge::origin));
    });
    let uniform = raw.costs.iter().all(|&cost| cost == 1.0);
    let lowest_cost =
        if uniform { 1.0 } else { raw.costs.iter().copied().fold(f64::MAX, f64::min) };
    let mut mesh = NavMesh {
        cells,
        costs: if uniform { Vec::new() } else { raw.costs },
        lowest_cost,
        areas: raw.areas,
        layers: Layers::of(&raw.layers),
        saddles: Vec::new(),
        cell_areas: raw.cell_areas.iter().map(|area| area.unwrap_or(NONE)).collect(),
        vertex_count,
        bounds,
        components: Arc::new(components),
        component_count,
        locator: Arc::new(locator),
        doors: raw.doors,
        names: Names::default(),
        links: raw.links.into_iter().map(Link::sound).collect(),
        reach: Arc::default(),
        leaps: Arc::default(),
        edges,
        closing: None,
        wider: None,
        clearance: raw.clearance,
    };
    mark_corners(&mut mesh);
    mesh.names = Names::of(&mesh.doors, &mesh.links);
    mesh.prepare_links();
    mesh
}

fn record(raw: &RawMesh, index: usize) -> CellRecord {
    let range = raw.range(index);
    CellRecord { first_edge: range.start as u32, edge_count: range.len() as u32, generation: 0 }
}

/// The edges with their twins and neighbours; vertices still unnumbered.
fn joined_edges(raw: &RawMesh, twins: &[u32]) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(raw.corners.len());
    for cell in 0..raw.cell_count() {
        edges.extend(raw.range(cell).map(|index| Edge {
            // Adding zero makes the negative zero a positive one: equal points, equal bits.
            origin: raw.positions[raw.corners[index] as usize] + DVec2::ZERO,
            vertex: NONE,
            twin: twins[index],
            neighbor: raw.neighbors[index].unwrap_or(NONE),
            cell: cell as u32,
        }));
    }
    edges
}

/// The edge before `edge` in its cell.
fn previous(edges: &[Edge], cells: &[CellRecord], edge: u32) -> u32 {
    let cell = edges[edge as usize].cell;
    // What is beside an edge is in memory beside it; its cell's record is elsewhere.
    if edge > 0 && edges[edge as usize - 1].cell == cell {
        return edge - 1;
    }
    let CellRecord { first_edge, edge_count, .. } = cells[cell as usize];
    first_edge + edge_count - 1
}

/// The edge after `edge` in its cell.
fn next(edges: &[Edge], cells: &[CellRecord], edge: u32) -> u32 {
    let cell = edges[edge as usize].cell;
    match edges.get(edge as usize + 1) {
        Some(after) if after.cell == cell => edge + 1,
        _ => cells[cell as usize].first_edge,
    }
}

/// The corners of a fan counter-clockwise, as the edges that begin there.
fn fan<'a>(
    edges: &'a [Edge],
    cells: &'a [CellRecord],
    first: u32,
) -> impl Iterator<Item = u32> + 'a {
    std::iter::successors(Some(first), move |&edge| {
        let twin = edges[previous(edges, cells, edge) as usize].twin;
        (twin != NONE && twin != first).then_some(twin)
    })
}

/// Gives every fan its vertex number, in the order of their first edges; returns how many.
fn number_fans(edges: &mut [Edge], cells: &[CellRecord]) -> u32 {
    let mut count = 0;
    for edge in 0..edges.len() as u32 {
        let is_free = cells[edges[edge as usize].cell as usize].edge_count == 0;
        if !is_free && edges[edge as usize].vertex == NONE {
            number_fan(edges, cells, edge, count);
            count += 1;
        }
    }
    count
}

/// Goes clockwise around the origin of `edge`; where a wall comes before all of the fan was seen, the other way too.
fn number_fan(edges: &mut [Edge], cells: &[CellRecord], edge: u32, number: u32) {
    let mut current = edge;
    loop {
        edges[current as usize].vertex = number;
        match edges[current as usize].twin {
            NONE => break,
            twin => current = next(edges, cells, twin),
        }
        if current == edge {
            return;
        }
    }
    let mut current = edge;
    loop {
        match edges[previous(edges, cells, current) as usize].twin {
            NONE => return,
            twin => current = twin,
        }
        edges[current as usize].vertex = number;
    }
}

/// Sets the corner bit of every edge whose origin is a corner of its fan, and lists the saddles.
fn mark_corners(mesh: &mut NavMesh) {
    let mut saddles = wound_around(mesh);
    let mut around = Vec::new();
    let fan_of = |mesh: &NavMesh, first: u32, around: &mut Vec<u32>| {
        around.clear();
        around.extend(fan(&mesh.edges, &mesh.cells, first));
    };
    for &(_, first) in &saddles {
        fan_of(mesh, first, &mut around);
        mark(&mut mesh.edges, &around);
    }
    for first in 0..mesh.edges.len() as u32 {
        if mesh.edges[first as usize].twin != NONE {
            continue;
        }
        fan_of(mesh, first, &mut around);
        let opening = mesh.opening(EdgeId(first), around.iter().copied().map(EdgeId));
        if opening != Opening::HalfTurn {
            mark(&mut mesh.edges, &around);
        }
        if opening == Opening::Beyond {
            saddles.push((mesh.edges[first as usize].vertex(), first));
        }
    }
    saddles.sort_unstable();
    mesh.saddles = saddles.into_iter().map(|(vertex, _)| vertex).collect();
}

/// Marks the origin of these edges as a corner.
fn mark(edges: &mut [Edge], corners: &[u32]) {
    corners.iter().for_each(|&edge| edges[edge as usize].vertex |= CORNER);
}

/// The vertices that have more than 2π of ground around them and no wall, each with an edge that begins there.
///
/// A cell turns by an angle in (0, π] from the direction of its edge to that of the edge before, so a fan
/// that closes comes past the positive x-axis as often as it winds around. By signs alone: a cell comes past it
/// where its edge falls, and the edge before does.
fn wound_around(mesh: &NavMesh) -> Vec<(VertexId, u32)> {
    let mut turns = vec![0u8; mesh.vertex_count as usize];
    let mut found = Vec::new();
    let falls = |from: DVec2, to: DVec2| to.y < from.y || (to.y == from.y && to.x < from.x);
    for slot in mesh.slots() {
        let range = mesh.edge_range(slot);
        let ring = &mesh.edges[range.clone()];
        let last = ring.len() - 1;
        let mut did_fall = falls(ring[last].origin, ring[0].origin);
        for (i, edge) in range.enumerate() {
            let does_fall = falls(ring[i].origin, ring[if i == last { 0 } else { i + 1 }].origin);
            if does_fall && did_fall {
                let turns = &mut turns[ring[i].vertex as usize];
                *turns = turns.saturating_add(1);
                if *turns == 2 {
                    found.push((ring[i].vertex(), edge as u32));
                }
            }
            did_fall = does_fall;
        }
    }
    found.retain(|&(_, edge)| mesh.walls_of_fan(EdgeId(edge)).is_none());
    found
}

impl NavMesh {
    /// For tests: panics where the vertex numbers are not those of the fans.
    pub(super) fn assert_fans(&self) {
        let mut edges = self.edges.clone();
        edges.iter_mut().for_each(|edge| edge.vertex = NONE);
        let count = number_fans(&mut edges, &self.cells);
        let live = self.slots().flat_map(|slot| self.edge_range(slot));
        let pairs = live.map(|edge| (edges[edge].vertex, self.edges[edge].vertex()));
        let pairs: BTreeSet<(u32, VertexId)> = pairs.collect();
        let vertices: BTreeSet<VertexId> = pairs.iter().map(|pair| pair.1).collect();
        assert_eq!(pairs.len(), count as usize, "a fan has two vertices");
        assert_eq!(vertices.len(), count as usize, "two fans have one vertex");
        assert!(vertices.last().is_none_or(|last| last.index() < self.vertex_count()));
    }
}
