//! The navigation mesh: convex cells, joined along their edges.
//!
//! Data flows one way: a [`RawMesh`] (what a builder or a file gives) is validated, assembled into
//! flat arrays, and indexed. The [`NavMesh`] that comes out never changes but in one way: its doors open
//! and close ([`ClosedDoors`]). What is closed is gone: a mesh with closed doors, or as a [`Filter`] shows it,
//! is a mesh like any other, with the same ids.
//!
//! Cells run counter-clockwise and may have corners of exactly 180°. An edge belongs to one cell;
//! the same edge seen from the neighbour is its twin. A vertex has one id per *fan*: per maximal
//! run of cells joined by portals around it. So where two cells touch only at a point, or meet
//! across a wall, that point is two vertices, and nobody slips through.
//!
//! Cells may lie on [several floors](NavMesh::layer), joined along edges. Then the same point can be several
//! places, and ground may wind around a vertex more than once: what a cell, an edge or a vertex is says its
//! id, never its coordinates.

mod area;
mod areas;
mod assemble;
mod bits;
mod clearance;
mod closed_off;
mod closing;
mod components;
mod debug;
mod closed_doors;
mod fan;
mod filter;
mod gap;
mod ids;
mod inwards;
mod layers;
mod off_mesh_connections;
mod links;
mod locate;
mod locator;
mod names;
mod nearest;
mod overlap;
mod raw;
mod reach;
mod twins;
mod validate;
mod vertices;

use std::sync::Arc;

use glam::DVec2;

use crate::geom::Bounds;
use crate::link::Link;
pub use areas::{AreaId, MeshArea};
pub use clearance::Clearance;
pub use closed_doors::{ClosedDoors, DoorId, DoorName, MeshDoor, UnknownDoor};
pub use filter::{Filter, FilterError, FilterId};
pub use ids::{CellId, EdgeId, VertexId};
use layers::Layers;
pub use links::{LaneId, LinkId};
pub use locate::{Fan, Feature, Incidence, Location};
use locator::Locator;
pub use nearest::Nearest;
pub use off_mesh_connections::OffMeshConnection;
pub use raw::{RawCell, RawMesh};
pub use reach::{Parts, Sense};
pub use validate::{MeshDefect, MeshDefects};

/// An edge of a cell, from its origin counter-clockwise to the next edge's origin.
///
/// Everything that a search asks of an edge lies together in 32 bytes.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(32))]
pub struct Edge {
    origin: DVec2,
    vertex: u32,
    twin: u32,
    neighbor: u32,
    cell: u32,
}

/// In `Edge::twin` and `Edge::neighbor`: a wall. In `NavMesh::cell_areas`: no area.
const NONE: u32 = u32::MAX;
/// The bit of `Edge::vertex` that marks corners.
const CORNER: u32 = 1 << 31;

impl Edge {
    /// Where the edge begins.
    #[inline]
    #[must_use]
    pub fn origin(&self) -> DVec2 {
        self.origin
    }

    /// The vertex where the edge begins, in the fan of the edge's own cell.
    #[inline]
    #[must_use]
    pub fn vertex(&self) -> VertexId {
        VertexId(self.vertex & !CORNER)
    }

    /// True where a shortest path may turn at the edge's origin: the walkable angle around it, in
    /// this fan, exceeds π where walls end it and 2π where it closes around the vertex.
    ///
    /// Shortest by length: where costs differ, a cheapest path may also turn at the border of an area.
    #[inline]
    #[must_use]
    pub fn origin_is_corner(&self) -> bool {
        self.vertex & CORNER != 0
    }

    /// The same edge seen from the other side; `None` at a wall.
    #[inline]
    #[must_use]
    pub fn twin(&self) -> Option<EdgeId> {
        (self.twin != NONE).then_some(EdgeId(self.twin))
    }

    /// True where nothing is on the other side.
    #[inline]
    #[must_use]
    pub fn is_wall(&self) -> bool {
        self.twin == NONE
    }

    /// The slot of the cell on the other side; `None` at a wall.
    #[inline]
    #[must_use]
    pub fn neighbor_slot(&self) -> Option<u32> {
        (self.neighbor != NONE).then_some(self.neighbor)
    }

    /// The slot of the cell that the edge belongs to.
    #[inline]
    #[must_use]
    pub fn cell_slot(&self) -> u32 {
        self.cell
    }
}

/// Where a cell's edges stand in the edge array.
#[derive(Debug, Clone, Copy)]
struct CellRecord {
    first_edge: u32,
    edge_count: u32,
    generation: u32,
}

/// A navigation mesh: valid by construction, shared between threads; nothing of it changes but its doors.
#[doc(alias("dtNavMesh", "NavigationMesh", "NavigationPolygon"))]
#[derive(Clone)]
pub struct NavMesh {
    edges: Vec<Edge>,
    cells: Vec<CellRecord>,
    /// A cost multiplier a cell; empty where all cost 1.
    costs: Vec<f64>,
    lowest_cost: f64,
    areas: Vec<MeshArea>,
    /// The area of each cell, `NONE` on plain ground; empty where there are no areas.
    cell_areas: Vec<u32>,
    /// The floors of the cells.
    layers: Layers,
    /// The vertices with more than 2π of ground around them, ascending.
    saddles: Vec<VertexId>,
    vertex_count: u32,
    bounds: Bounds,
    /// A component number a cell, dense from 0 in the order of the lowest slots.
    components: Arc<Vec<u32>>,
    component_count: u32,
    locator: Arc<Locator>,
    doors: Vec<MeshDoor>,
    links: Vec<Link>,
    names: names::Names,
    /// Which components the links join.
    reach: Arc<reach::Reach>,
    leaps: Arc<off_mesh_connections::OffMeshConnections>,
    /// What is closed, once doors were.
    closing: Option<Box<closing::Closing>>,
    /// The mesh that this one was made of by leaving out ground.
    wider: Option<Arc<NavMesh>>,
    /// How far the ground was drawn in from its walls, where it was.
    clearance: Option<Clearance>,
}

impl NavMesh {
    /// All edges, cell after cell; indexed by [`EdgeId::index`].
    #[inline]
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// One edge.
    ///
    /// # Panics
    ///
    /// If `edge` is not of this mesh.
    #[inline]
    #[must_use]
    pub fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.0 as usize]
    }

    /// The edges of the cell in a slot, as a range into [`NavMesh::edges`].
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[inline]
    #[must_use]
    pub fn edge_range(&self, slot: u32) -> std::ops::Range<usize> {
        let cell = &self.cells[slot as usize];
        cell.first_edge as usize..(cell.first_edge + cell.edge_count) as usize
    }

    /// The two ends of an edge, as its own cell runs: origin first.
    ///
    /// # Panics
    ///
    /// If `edge` is not of this mesh.
    #[must_use]
    pub fn edge_ends(&self, edge: EdgeId) -> [DVec2; 2] {
        [self.edge(edge).origin, self.edge(self.next_edge(edge)).origin]
    }

    /// The corners of the cell in a slot, counter-clockwise.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    pub fn corners(&self, slot: u32) -> impl ExactSizeIterator<Item = DVec2> + Clone {
        self.edges[self.edge_range(slot)].iter().map(Edge::origin)
    }

    /// The mean of the corners of the cell in a slot.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[must_use]
    pub fn centroid(&self, slot: u32) -> DVec2 {
        let corners = self.corners(slot);
        let count = corners.len() as f64;
        corners.sum::<DVec2>() / count
    }

    /// The id of the cell in a slot.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[inline]
    #[must_use]
    pub fn cell_id(&self, slot: u32) -> CellId {
        CellId { slot, generation: self.cells[slot as usize].generation }
    }

    /// Every cell.
    pub fn cell_ids(&self) -> impl Iterator<Item = CellId> + '_ {
        self.slots().map(|slot| self.cell_id(slot))
    }

    /// Every slot that holds a cell.
    pub fn slots(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.cells.len() as u32).filter(|&slot| self.cells[slot as usize].edge_count > 0)
    }

    /// True where `cell` is a cell of this mesh, and not one that stood in its slot before.
    #[must_use]
    pub fn has_cell(&self, cell: CellId) -> bool {
        let record = self.cells.get(cell.slot as usize);
        record.is_some_and(|r| r.edge_count > 0 && r.generation == cell.generation)
    }

    /// How many slots there are; slots run from 0 below it.
    #[must_use]
    pub fn slot_count(&self) -> usize {
        self.cells.len()
    }

    /// How many cells there are.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.slots().count()
    }

    /// How many triangles the cells would make: the sum of their corners less two.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.slots().map(|slot| self.edge_range(slot).len() - 2).sum()
    }

    /// How many vertices there are, counted by fan: [`VertexId::index`] is below it. Where ground is closed
    /// some numbers below it are no vertex's.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertex_count as usize
    }

    /// How many different positions the vertices stand on.
    ///
    /// Complexity: O(n log n) in the number of corners.
    #[must_use]
    pub fn position_count(&self) -> usize {
        self.distinct_positions().0.len()
    }

    /// What crossing the cell in a slot costs a unit of length.
    #[doc(alias("areaCost", "getAreaCost"))]
    #[inline]
    #[must_use]
    pub fn cost(&self, slot: u32) -> f64 {
        self.costs.get(slot as usize).copied().unwrap_or(1.0)
    }

    /// The smallest cost of any cell: no path on the mesh costs less than its length times this.
    #[inline]
    #[must_use]
    pub fn lowest_cost(&self) -> f64 {
        self.lowest_cost
    }

    /// True where every cell costs 1, so that cost is length.
    #[inline]
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        self.costs.is_empty()
    }

    /// The smallest box around the mesh.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How far an endpoint may be moved where a query does not say: 2⁻²² of the largest coordinate.
    #[must_use]
    pub fn default_snap(&self) -> f64 {
        self.bounds.max_abs() / f64::from(1 << 22)
    }

    /// The connected component of the cell in a slot: two cells have the same number where one can
    /// walk from one to the other, links not counted.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[doc(alias("island", "region", "isConnected"))]
    #[inline]
    #[must_use]
    pub fn component(&self, slot: u32) -> u32 {
        self.components[slot as usize]
    }

    /// How many connected components there are.
    #[doc(alias = "islands")]
    #[must_use]
    pub fn component_count(&self) -> usize {
        self.component_count as usize
    }

    /// Checks every invariant again, from the arrays as they are.
    #[must_use]
    pub fn defects(&self) -> Vec<MeshDefect> {
        let mut defects = self.to_raw().defects();
        if defects.is_empty() && self.closing.is_none() && self.wider.is_none() {
            defects = self.link_defects();
        }
        defects
    }

    /// For tests: panics with the list of defects where there are any.
    ///
    /// # Panics
    ///
    /// If an invariant is broken, which is a bug of ours.
    pub fn assert_invariants(&self) {
        let defects = self.defects();
        assert!(defects.is_empty(), "broken mesh: {}", MeshDefects(defects));
        self.assert_fans();
    }
}

#[cfg(test)]
mod tests;
