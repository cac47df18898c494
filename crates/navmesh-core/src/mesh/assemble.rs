//! From valid raw data to flat arrays: edges with their twins, fans, corners.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::DVec2;

use super::components::label_components;
use super::layers::Layers;
use super::locator::Locator;
use super::twins::Twins;
use super::{CORNER, CellRecord, Edge, EdgeId, NONE, NavMesh, RawMesh, VertexId};
use crate::geom::{Bounds, Turn, turn};

/// Makes the mesh; `raw` has no defects.
pub(super) fn assemble(raw: &RawMesh) -> NavMesh {
    let cells: Vec<CellRecord> = (0..raw.cell_count()).map(|i| record(raw, i)).collect();
    let mut edges = joined_edges(raw);
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
        position_count: distinct_positions(&edges, vertex_count),
        cells,
        costs: if uniform { Vec::new() } else { raw.costs.clone() },
        lowest_cost,
        areas: raw.areas.clone(),
        layers: Layers::of(&raw.layers),
        saddles: Vec::new(),
        cell_areas: raw.cell_areas.iter().map(|area| area.unwrap_or(NONE)).collect(),
        vertex_count,
        bounds,
        components: Arc::new(components),
        component_count,
        locator: Arc::new(locator),
        doors: raw.doors.clone(),
        edges,
        closing: None,
        wider: None,
        clearance: raw.clearance.clone(),
    };
    mark_corners(&mut mesh);
    mesh
}

fn record(raw: &RawMesh, index: usize) -> CellRecord {
    let range = raw.range(index);
    CellRecord { first_edge: range.start as u32, edge_count: range.len() as u32, generation: 0 }
}

/// The edges with their twins and neighbours; vertices still unnumbered.
fn joined_edges(raw: &RawMesh) -> Vec<Edge> {
    let twins = Twins::of(raw);
    let edge = |cell: u32, index: usize| Edge {
        // Adding zero makes the negative zero a positive one: equal points, equal bits.
        origin: raw.positions[raw.corners[index] as usize] + DVec2::ZERO,
        vertex: NONE,
        twin: twins.of_edge(cell, index).unwrap_or(NONE),
        neighbor: raw.neighbors[index].unwrap_or(NONE),
        cell,
    };
    let cells = 0..raw.cell_count();
    cells
        .flat_map(|cell| raw.range(cell).map(move |index| (cell as u32, index)))
        .map(|(cell, index)| edge(cell, index))
        .collect()
}

/// The edge before `edge` in its cell.
fn previous(edges: &[Edge], cells: &[CellRecord], edge: u32) -> u32 {
    let cell = &cells[edges[edge as usize].cell as usize];
    if edge == cell.first_edge { cell.first_edge + cell.edge_count - 1 } else { edge - 1 }
}

/// The edge after `edge` in its cell.
fn next(edges: &[Edge], cells: &[CellRecord], edge: u32) -> u32 {
    let cell = &cells[edges[edge as usize].cell as usize];
    if edge + 1 == cell.first_edge + cell.edge_count { cell.first_edge } else { edge + 1 }
}

/// The clockwise-most edge of the fan around the origin of `edge`: the one whose own edge is a
/// wall; in a fan that closes around its vertex, `edge` itself.
fn first_of_fan(edges: &[Edge], cells: &[CellRecord], edge: u32) -> u32 {
    let mut first = edge;
    loop {
        let twin = edges[first as usize].twin;
        if twin == NONE {
            return first;
        }
        first = next(edges, cells, twin);
        if first == edge {
            return edge;
        }
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
        if is_free || edges[edge as usize].vertex != NONE {
            continue;
        }
        let first = first_of_fan(edges, cells, edge);
        let mut current = first;
        loop {
            edges[current as usize].vertex = count;
            let twin = edges[previous(edges, cells, current) as usize].twin;
            if twin == NONE || twin == first {
                break;
            }
            current = twin;
        }
        count += 1;
    }
    count
}

fn distinct_positions(edges: &[Edge], vertex_count: u32) -> u32 {
    let mut keys = vec![[0; 2]; vertex_count as usize];
    for edge in edges {
        keys[edge.vertex().index()] = [edge.origin.x.to_bits(), edge.origin.y.to_bits()];
    }
    keys.sort_unstable();
    keys.dedup();
    keys.len() as u32
}

/// Sets the corner bit of every edge whose origin is a corner of its fan.
fn mark_corners(mesh: &mut NavMesh) {
    mesh.saddles = saddles(mesh);
    let mut corners: Vec<u32> = (0..mesh.edges.len() as u32)
        .filter(|&edge| {
            let part = || fan(&mesh.edges, &mesh.cells, edge).map(EdgeId);
            mesh.edges[edge as usize].twin == NONE && mesh.exceeds_half_turn(EdgeId(edge), part())
        })
        .flat_map(|first| fan(&mesh.edges, &mesh.cells, first))
        .collect();
    let on_saddle = |edge: &u32| mesh.is_saddle(mesh.edges[*edge as usize].vertex());
    if !mesh.saddles.is_empty() {
        corners.extend((0..mesh.edges.len() as u32).filter(on_saddle));
    }
    for edge in corners {
        mesh.edges[edge as usize].vertex |= CORNER;
    }
}

/// The vertices with more than 2π of ground around them, ascending.
///
/// A cell turns by an angle in (0, π] from the direction of its edge to that of the edge before, so a fan
/// that closes comes past the positive x-axis as often as it winds around. By signs alone.
fn saddles(mesh: &NavMesh) -> Vec<VertexId> {
    let (edges, cells) = (&mesh.edges, &mesh.cells);
    let mut turns = vec![0u8; mesh.vertex_count as usize];
    let mut wall = vec![NONE; mesh.vertex_count as usize];
    for edge in 0..edges.len() as u32 {
        let Edge { origin, vertex, twin, .. } = edges[edge as usize];
        let is_below = |other: u32| {
            let DVec2 { x, y } = edges[other as usize].origin;
            y < origin.y || (y == origin.y && x < origin.x)
        };
        let comes_past =
            is_below(next(edges, cells, edge)) && !is_below(previous(edges, cells, edge));
        let turns = &mut turns[vertex as usize];
        *turns = turns.saturating_add(u8::from(comes_past));
        if twin == NONE {
            wall[vertex as usize] = edge;
        }
    }
    let winds = |&vertex: &u32| match (wall[vertex as usize], turns[vertex as usize]) {
        (_, 0) => false,
        (NONE, turns) => turns > 1,
        (first, _) => angle_exceeds_full_turn(mesh, first),
    };
    (0..mesh.vertex_count).filter(winds).map(VertexId).collect()
}

/// True where the fan that begins with the wall `first` covers more than 2π around its vertex; by signs alone.
fn angle_exceeds_full_turn(mesh: &NavMesh, first: u32) -> bool {
    let (edges, cells) = (&mesh.edges, &mesh.cells);
    let origin = edges[first as usize].origin;
    let ahead = edges[next(edges, cells, first) as usize].origin;
    let (mut is_half, mut is_full) = (false, false);
    fan(edges, cells, first).any(|edge| {
        let side = edges[previous(edges, cells, edge) as usize].origin;
        let is_past = is_full;
        match turn(origin, ahead, side) {
            Turn::Left => is_full |= is_half,
            Turn::Collinear if (side - origin).dot(ahead - origin) > 0.0 => is_full = true,
            Turn::Right | Turn::Collinear => is_half = true,
        }
        is_past || (is_full && turn(origin, ahead, side) == Turn::Left)
    })
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
