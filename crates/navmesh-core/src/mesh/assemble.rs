//! From valid raw data to flat arrays: cells, and edges with their twins.

use std::sync::Arc;

use glam::DVec2;

use super::components::label_components;
use super::layers::Layers;
use super::locator::Locator;
use super::names::Names;
use super::{CellRecord, Edge, MeshDefects, NONE, NavMesh, RawMesh};
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
    let edges = joined_edges(&raw, &twins);
    // The edges know all that these did, and there is memory to be had for the index.
    drop((twins, raw.positions, raw.corners, raw.neighbors, raw.cell_ends));
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
        vertex_count: 0,
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
    mesh.number_vertices();
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
