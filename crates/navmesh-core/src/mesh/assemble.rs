//! Builds a mesh from valid raw data.

use std::sync::Arc;

use glam::DVec2;

use super::doors::{NameIndex, SharedParts};
use super::floors::FloorNumbers;
use super::location::Locator;
use super::topology::{CellGraph, Components};
use super::{CellRecord, Edge, MeshDefects, NavMesh, RawMesh};
use crate::collections::NONE;
use crate::geom::Bounds;
use crate::outline::Link;

impl NavMesh {
    /// Validates `raw` and builds a mesh from it.
    ///
    /// `NavMesh::try_from(raw)` does the same in less memory, and consumes `raw`.
    ///
    /// Complexity: O(n log n) in the number of corners.
    ///
    /// # Errors
    ///
    /// All defects of `raw`, each with its cell and corner.
    pub fn from_raw(raw: &RawMesh) -> Result<Self, MeshDefects> {
        let twins = raw.checked().map_err(MeshDefects)?;
        checked_links(assemble(raw.clone(), twins))
    }
}

impl TryFrom<RawMesh> for NavMesh {
    type Error = MeshDefects;

    /// Validates `raw` and builds a mesh from it; see [`NavMesh::from_raw`].
    fn try_from(raw: RawMesh) -> Result<Self, MeshDefects> {
        let twins = raw.checked().map_err(MeshDefects)?;
        checked_links(assemble(raw, twins))
    }
}

/// Returns the mesh if all of its links are valid.
fn checked_links(mesh: NavMesh) -> Result<NavMesh, MeshDefects> {
    let defects = mesh.link_defects(|_, _| true);
    if defects.is_empty() { Ok(mesh) } else { Err(MeshDefects(defects)) }
}

/// Builds the mesh. `raw` has no defects; `twins` are the twins of its edges.
fn assemble(raw: RawMesh, twins: Vec<u32>) -> NavMesh {
    let cells: Vec<CellRecord> = (0..raw.cell_count()).map(|i| record(&raw, i)).collect();
    let edges = joined_edges(&raw, &twins);
    // The edges hold all of this now; the index needs the memory.
    drop((twins, raw.positions, raw.corners, raw.neighbors, raw.cell_ends));
    let bounds = Bounds::of(edges.iter().map(Edge::origin));
    let components = Components::of(CellGraph { edges: &edges, cells: &cells });
    let locator = locator_of(&edges, &cells, bounds);
    let uniform = raw.costs.iter().all(|&cost| cost == 1.0);
    let lowest_cost =
        if uniform { 1.0 } else { raw.costs.iter().copied().fold(f64::MAX, f64::min) };
    let mut mesh = NavMesh {
        cells,
        costs: if uniform { Vec::new() } else { raw.costs },
        lowest_cost,
        areas: raw.areas.into(),
        layers: FloorNumbers::of(&raw.layers),
        saddles: Vec::new(),
        cell_areas: raw.cell_areas.iter().map(|area| area.unwrap_or(NONE)).collect(),
        vertex_count: 0,
        bounds,
        components: Arc::new(components),
        locator: Arc::new(locator),
        doors: raw.doors.into(),
        names: NameIndex::default(),
        shared_parts: SharedParts::default(),
        links: raw.links.into_iter().map(Link::with_positive_zeros).collect(),
        reachability: Arc::default(),
        off_mesh_connections: Arc::default(),
        edges,
        door_patch: None,
        unfiltered: None,
        clearance: raw.clearance.map(|clearance| Arc::new(clearance.into())),
        revision: 0,
        patch_state: None,
    };
    mesh.number_vertices();
    mesh.names = NameIndex::of(&mesh.doors, &mesh.links);
    mesh.shared_parts = SharedParts::of(&mesh.doors, |edge| mesh.first_side(edge));
    mesh.prepare_links();
    mesh
}

/// Builds the spatial index of all cells.
pub(super) fn locator_of(edges: &[Edge], cells: &[CellRecord], bounds: Bounds) -> Locator {
    Locator::build(cells.len(), bounds, |slot, corners| {
        let cell: &CellRecord = &cells[slot];
        let range = cell.first_edge as usize..(cell.first_edge + cell.edge_count) as usize;
        corners.extend(edges[range].iter().map(Edge::origin));
    })
}

fn record(raw: &RawMesh, index: usize) -> CellRecord {
    let range = raw.range(index);
    CellRecord { first_edge: range.start as u32, edge_count: range.len() as u32, generation: 0 }
}

/// Returns the edges with their twins and neighbours. Their vertices are not numbered yet.
fn joined_edges(raw: &RawMesh, twins: &[u32]) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(raw.corners.len());
    for cell in 0..raw.cell_count() {
        edges.extend(raw.range(cell).map(|index| Edge {
            // Adding zero makes negative zeros positive, so that equal points have equal bits.
            origin: raw.positions[raw.corners[index] as usize] + DVec2::ZERO,
            vertex: NONE,
            twin: twins[index],
            neighbor: raw.neighbors[index].unwrap_or(NONE),
            cell: cell as u32,
        }));
    }
    edges
}
