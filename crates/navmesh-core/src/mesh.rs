//! The navigation mesh: convex cells, joined along their edges.
//!
//! A [`RawMesh`] from a builder or a file is validated, assembled into flat arrays, and indexed. The
//! resulting [`NavMesh`] changes only when its doors open or close ([`ClosedDoors`]) and when cells are
//! replaced ([`MeshPatch`]). A mesh with closed doors, or seen through a [`Filter`], is an ordinary mesh
//! with the same ids.

mod ids;
mod place;
mod edge;
mod raw;
mod validate;
mod assemble;
mod topology;
mod areas;
mod floors;
mod location;
mod links;
mod doors;
mod clearance;
mod patch;
mod memory;

use std::fmt;
use std::sync::Arc;

use glam::DVec2;

use crate::collections::numbered::Numbered;
use crate::geom::Bounds;
use crate::outline::Link;
pub use areas::MeshArea;
pub use clearance::{BorderRing, Clearance, SharedClearance};
pub use doors::{ClosedDoors, DoorName, Filter, FilterError, FilterId, MeshDoor, UnknownDoor};
use edge::CORNER;
pub use edge::Edge;
use floors::FloorNumbers;
pub use ids::{AreaId, CellId, DoorId, EdgeId, LaneId, LinkId, VertexId};
pub use links::{LinkDirection, OffMeshConnection, ReachableParts};
use location::Locator;
pub use location::{Fan, Feature, Incidence, Location, Nearest};
use patch::PatchState;
pub use patch::{
    AreaChange, DoorChange, MeshPatch, PatchCell, PatchDoor, PatchError, PatchReport, PatchSide,
    PatchUndo, PatchWall,
};
pub use place::Place;
pub use raw::{RawCell, RawMesh};
pub use validate::{MeshDefect, MeshDefects};

/// The edges of a cell, as a range of the edge array; empty in a free slot.
#[derive(Debug, Clone, Copy)]
struct CellRecord {
    first_edge: u32,
    edge_count: u32,
    generation: u32,
}

/// A navigation mesh. It is valid by construction, and stays valid when doors close and cells are replaced.
///
/// Cells run counter-clockwise and may have corners of exactly 180°. An edge belongs to one cell; the
/// same edge as an edge of the neighbouring cell is its twin. An edge without a twin is a wall, one with
/// a twin is a portal.
///
/// A vertex is a *fan*: a maximal run of cells around one point, each joined to the next by a portal.
/// Two cells that touch only at a point, or meet across a wall, have two vertices there. A path cannot
/// turn from one to the other.
///
/// Cells may lie on [several floors](NavMesh::layer) that are joined along edges. One point can then lie
/// on several floors, and cells may wind around a vertex more than once. So ids identify cells, edges
/// and vertices; coordinates do not.
#[doc(alias("dtNavMesh", "NavigationMesh", "NavigationPolygon"))]
#[derive(Clone)]
pub struct NavMesh {
    edges: Vec<Edge>,
    cells: Vec<CellRecord>,
    /// The cost of each slot's cell per unit of length; empty if all cells cost 1.
    costs: Vec<f64>,
    lowest_cost: f64,
    areas: Numbered<MeshArea>,
    /// The area of each slot's cell, or [`NONE`](crate::collections::NONE); empty without areas.
    cell_areas: Vec<u32>,
    layers: FloorNumbers,
    /// The vertices with a walkable angle above 2π, ascending.
    saddles: Vec<VertexId>,
    vertex_count: u32,
    bounds: Bounds,
    components: Arc<topology::Components>,
    locator: Arc<Locator>,
    doors: Numbered<MeshDoor>,
    links: Vec<Link>,
    names: doors::NameIndex,
    /// The edges and cells of more than one door.
    shared_parts: doors::SharedParts,
    reachability: Arc<links::Reachability>,
    off_mesh_connections: Arc<links::OffMeshConnections>,
    /// The closed doors, once any were closed.
    door_patch: Option<Box<doors::DoorPatch>>,
    /// The mesh that a filter was applied to.
    unfiltered: Option<Arc<NavMesh>>,
    /// The agent radius by which the walkable area was inset, if it was, and its former walls.
    clearance: Option<Arc<SharedClearance>>,
    /// The number of patches that were applied.
    revision: u64,
    /// The memory of patches, once one was applied.
    patch_state: Option<Box<PatchState>>,
}

impl NavMesh {
    /// Returns all edges, indexed by [`EdgeId::index`]. Those of a cell are consecutive.
    ///
    /// A mesh that was patched also has edges that belong to no cell; [`NavMesh::edge_range`] leaves them out.
    #[inline]
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Returns an edge.
    ///
    /// # Panics
    ///
    /// If `edge` is not of this mesh.
    #[inline]
    #[must_use]
    pub fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.0 as usize]
    }

    /// Returns the edges of the cell in a slot, as a range into [`NavMesh::edges`].
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

    /// Returns the two ends of an edge, its origin first.
    ///
    /// # Panics
    ///
    /// If `edge` is not of this mesh.
    #[must_use]
    pub fn edge_ends(&self, edge: EdgeId) -> [DVec2; 2] {
        [self.edge(edge).origin, self.edge(self.next_edge(edge)).origin]
    }

    /// Iterates over the corners of the cell in a slot, counter-clockwise.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    pub fn corners(&self, slot: u32) -> impl ExactSizeIterator<Item = DVec2> + Clone {
        self.edges[self.edge_range(slot)].iter().map(Edge::origin)
    }

    /// Returns the mean of the corners of the cell in a slot.
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

    /// Returns the id of the cell in a slot.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[inline]
    #[must_use]
    pub fn cell_id(&self, slot: u32) -> CellId {
        CellId { slot, generation: self.cells[slot as usize].generation }
    }

    /// Iterates over the ids of all cells.
    pub fn cell_ids(&self) -> impl Iterator<Item = CellId> + '_ {
        self.slots().map(|slot| self.cell_id(slot))
    }

    /// Iterates over the slots that hold a cell.
    pub fn slots(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        (0..self.cells.len() as u32).filter(|&slot| self.cells[slot as usize].edge_count > 0)
    }

    /// True if the mesh has this cell; false for a former cell of the same slot.
    #[must_use]
    pub fn has_cell(&self, cell: CellId) -> bool {
        let record = self.cells.get(cell.slot as usize);
        record.is_some_and(|r| r.edge_count > 0 && r.generation == cell.generation)
    }

    /// Returns the number of slots. Slots are numbered from 0.
    #[must_use]
    pub fn slot_count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.slots().count()
    }

    /// Returns the number of triangles in a triangulation of the cells: the sum of their corners less
    /// two.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.slots().map(|slot| self.edge_range(slot).len() - 2).sum()
    }

    /// Returns the number of vertices, one per fan. [`VertexId::index`] is below it.
    ///
    /// On a mesh with closed cells or edges, or that was patched, some numbers below it are unused.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertex_count as usize
    }

    /// Returns the number of different positions of the vertices.
    ///
    /// Complexity: O(n log n) in the number of corners.
    #[must_use]
    pub fn position_count(&self) -> usize {
        self.distinct_positions().0.len()
    }

    /// Returns the cost per unit of length in the cell in a slot.
    #[doc(alias("areaCost", "getAreaCost"))]
    #[inline]
    #[must_use]
    pub fn cost(&self, slot: u32) -> f64 {
        self.costs.get(slot as usize).copied().unwrap_or(1.0)
    }

    /// Returns the lowest cost of any cell. The walked part of a path costs at least its length times
    /// this.
    #[inline]
    #[must_use]
    pub fn lowest_cost(&self) -> f64 {
        self.lowest_cost
    }

    /// True if every cell costs 1, so that the cost of a walk is its length.
    #[inline]
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        self.costs.is_empty()
    }

    /// Returns the smallest box around the mesh.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the number of the connected component of the cell in a slot: its lowest slot.
    ///
    /// Cells of one component are joined by portals; links do not count.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[doc(alias("island", "region", "isConnected"))]
    #[inline]
    #[must_use]
    pub fn component(&self, slot: u32) -> u32 {
        self.components.number(slot)
    }

    /// Returns the number of cells of the connected component of the cell in a slot; 0 for a free slot.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[must_use]
    pub fn component_size(&self, slot: u32) -> usize {
        self.components.size(slot)
    }

    /// Returns the number of connected components.
    #[doc(alias = "islands")]
    #[must_use]
    pub fn component_count(&self) -> usize {
        self.components.count()
    }

    /// Validates the mesh again, from its arrays. Returns all defects.
    #[must_use]
    pub fn defects(&self) -> Vec<MeshDefect> {
        let mut defects = self.raw_copy().defects();
        let is_whole = self.door_patch.is_none() && self.unfiltered.is_none() && self.revision == 0;
        if defects.is_empty() && is_whole {
            defects = self.link_defects(|_, _| true);
        }
        defects
    }

    /// Panics with the list of defects if there are any; for tests.
    ///
    /// # Panics
    ///
    /// If an invariant is broken, which is a bug of this package.
    pub fn assert_invariants(&self) {
        let defects = self.defects();
        assert!(defects.is_empty(), "broken mesh: {}", MeshDefects(defects));
        self.assert_fans();
    }
}

impl fmt::Debug for NavMesh {
    /// Writes the sizes of the mesh on one line. [`NavMesh::to_raw`] gives the whole mesh.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NavMesh")
            .field("cells", &self.cell_count())
            .field("edges", &self.edges.len())
            .field("vertices", &self.vertex_count)
            .field("components", &self.component_count())
            .field("bounds", &self.bounds)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
