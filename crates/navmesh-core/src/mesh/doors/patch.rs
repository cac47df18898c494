//! Closes doors by patching the arrays of a mesh in place.
//!
//! A closed link is recorded. A closed edge loses its twin and becomes a wall. A closed cell loses its
//! edges, so its slot is free. The fans around the changed edges are numbered again, and corners are
//! decided by the same exact signs as in a new mesh. The result is an ordinary mesh, so searches, rays
//! and checks need no code for doors. Cells and edges keep their ids.
//!
//! A fan that is split needs more vertices. The part with the fan's lowest edge keeps its vertex. Any
//! other part is numbered by its own lowest edge. So the numbers depend on what is closed, not on the
//! order of closing.
//!
//! Components are updated around the changes.

use std::sync::Arc;

use super::bits::Bits;
use super::{ClosedDoors, UnknownDoor};
use crate::collections::{MergeSort, NONE};
use crate::mesh::topology::{CellGraph, FanAngle};
use crate::mesh::{CORNER, EdgeId, LinkId, MeshDefects, NavMesh, VertexId};

/// The closed doors of a mesh, and the same mesh with all of them open.
#[derive(Debug, Clone)]
pub(in crate::mesh) struct DoorPatch {
    open: Arc<NavMesh>,
    closed: ClosedSet,
    /// The part of `closed` that was closed on the mesh that this one is a copy of. It stays closed.
    inherited: ClosedSet,
}

/// The closed edges, cells and links.
#[derive(Debug, Clone, Default)]
struct ClosedSet {
    edges: Bits,
    cells: Bits,
    links: Bits,
}

impl ClosedSet {
    /// Returns the union of the set and of closed doors.
    fn with(&self, doors: &ClosedDoors) -> Self {
        Self {
            edges: self.edges.union(&doors.edges),
            cells: self.cells.union(&doors.cells),
            links: self.links.union(&doors.links),
        }
    }

    fn len(&self) -> usize {
        self.edges.len() + self.cells.len() + self.links.len()
    }

    fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.cells.is_empty() && self.links.is_empty()
    }
}

/// The most closed edges, cells and links that are worth opening one by one on a small mesh. A closed edge takes as much
/// time as a copy of about 128 edges.
const MOST_REOPENED: usize = 64;

impl DoorPatch {
    /// Creates the patch for a copy of a mesh, which inherits what is closed.
    fn of(mesh: &Arc<NavMesh>) -> Box<Self> {
        let (open, closed) = match &mesh.door_patch {
            Some(patch) => (Arc::clone(&patch.open), patch.closed.clone()),
            None => (Arc::clone(mesh), ClosedSet::default()),
        };
        Box::new(Self { open, inherited: closed.clone(), closed })
    }

    /// True if exactly these doors and the inherited ones are closed.
    fn matches(&self, doors: &ClosedDoors) -> bool {
        self.closed.edges.is_union(&self.inherited.edges, &doors.edges)
            && self.closed.cells.is_union(&self.inherited.cells, &doors.cells)
            && self.closed.links.is_union(&self.inherited.links, &doors.links)
    }

    /// True if an edge is closed, or a cell beside it.
    fn closes(&self, edge: EdgeId, twin: EdgeId) -> bool {
        let has = |edge: EdgeId| {
            self.closed.edges.contains(edge.0)
                || self.closed.cells.contains(self.open.edge(edge).cell)
        };
        has(edge) || has(twin)
    }
}

impl NavMesh {
    /// Returns a copy of the mesh with these doors closed.
    ///
    /// Doors that are closed on the mesh itself stay closed in the copy for good. Copies of copies share
    /// one open mesh.
    ///
    /// Complexity: linear.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::OtherMesh`] if the doors belong to a mesh with other cells.
    pub fn with_doors(self: &Arc<Self>, doors: &ClosedDoors) -> Result<Self, UnknownDoor> {
        let mut mesh = Self::clone(self);
        mesh.door_patch = Some(DoorPatch::of(self));
        mesh.set_doors(doors)?;
        Ok(mesh)
    }

    /// Closes exactly the given doors and opens all others.
    ///
    /// Returns the slots of the cells around the changes, ascending.
    ///
    /// Complexity: linear in the number of cells around the edges and cells that change. If a change
    /// cuts their connection, two searches run from its sides in lock-step until they meet or one side
    /// ends. If it joins components, the smaller one is renumbered. The sets are compared in time linear in
    /// what is closed, 64 neighbours at a time, and a mesh with links prepares them again. The first call
    /// copies the mesh.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::OtherMesh`] if the doors belong to a mesh with other cells.
    pub fn set_doors(&mut self, doors: &ClosedDoors) -> Result<Vec<u32>, UnknownDoor> {
        let shape = |mesh: &Self| (mesh.edges.len(), mesh.cells.len(), mesh.revision);
        if shape(self) != shape(doors.mesh()) {
            return Err(UnknownDoor::OtherMesh);
        }
        let mut patch = match self.door_patch.take() {
            Some(patch) => patch,
            None => DoorPatch::of(&Arc::new(self.clone())),
        };
        if patch.matches(doors) {
            self.door_patch = Some(patch);
            return Ok(Vec::new());
        }
        let open = Arc::clone(&patch.open);
        let is_live = |edge: &EdgeId| !open.edge_range(open.edge(*edge).cell).is_empty();
        let before = std::mem::replace(&mut patch.closed, patch.inherited.with(doors));
        let edges = before.edges.symmetric_difference(&patch.closed.edges).map(EdgeId);
        let edges = edges.filter(is_live).collect();
        let cells = before.cells.symmetric_difference(&patch.closed.cells).collect();
        let touched = self.apply(&patch, edges, cells);
        let parts = if patch.closed.is_empty() { 0 } else { self.edges.len() as u32 };
        self.vertex_count = patch.open.vertex_count + parts;
        self.door_patch = Some(patch);
        self.update_components(&[], &touched);
        Ok(touched)
    }

    /// Opens all doors, and no longer refers to the mesh that this one is a copy of. Patches can be applied again.
    ///
    /// Returns false, and changes nothing, under a filter, if the copied mesh had closed doors itself, and if so much is
    /// closed that a copy of the open mesh takes less time.
    ///
    /// Complexity: that of [`NavMesh::set_doors`].
    pub fn leave_open_mesh(&mut self) -> bool {
        if self.unfiltered.is_some() {
            return false;
        }
        let Some(patch) = &self.door_patch else { return true };
        let open = Arc::clone(&patch.open);
        let is_much = patch.closed.len() > MOST_REOPENED + self.edges.len() / 128;
        if is_much
            || !patch.inherited.is_empty()
            || self.set_doors(&ClosedDoors::new(&open)).is_err()
        {
            return false;
        }
        self.door_patch = None;
        // The parts of saddles may still be listed.
        self.saddles.clone_from(&open.saddles);
        true
    }

    /// Becomes a copy of another mesh, for doors to close on it.
    ///
    /// Both must have the same cells: they have followed the same patches. Returns false, and changes nothing, if
    /// their sizes or revisions differ, or if this mesh has closed doors or a filter.
    ///
    /// Complexity: O(1).
    pub fn refer_to_open_mesh(&mut self, open: &Arc<Self>) -> bool {
        let sizes = |mesh: &Self| [mesh.edges.len(), mesh.cells.len(), mesh.vertex_count as usize];
        let is_same = sizes(self) == sizes(open) && self.revision == open.revision;
        if !is_same || self.door_patch.is_some() || self.unfiltered.is_some() {
            return false;
        }
        self.door_patch = Some(DoorPatch::of(open));
        true
    }

    /// Opens all links after they were replaced, also on the meshes behind this one.
    pub(in crate::mesh) fn open_new_links(&mut self) -> Result<(), MeshDefects> {
        let Self { door_patch, unfiltered, links, .. } = self;
        let relinked =
            |mesh: &NavMesh| mesh.clone().with_links(links.iter().cloned()).map(Arc::new);
        if let Some(patch) = door_patch {
            patch.open = relinked(&patch.open)?;
            patch.closed.links = Bits::default();
            patch.inherited.links = Bits::default();
        }
        if let Some(unfiltered) = unfiltered {
            *unfiltered = relinked(unfiltered)?;
        }
        Ok(())
    }

    /// Returns the mesh without these cells; what doors have closed before stays closed for good.
    pub(super) fn without_cells(self: &Arc<Self>, slots: impl Iterator<Item = u32>) -> Self {
        let mut doors = ClosedDoors::new(self);
        for slot in slots {
            doors.cells.insert(slot);
        }
        let mut mesh = Self::clone(self);
        mesh.door_patch = None;
        let closed = ClosedSet { cells: doors.cells, ..ClosedSet::default() };
        let patch = DoorPatch { open: Arc::clone(self), closed, inherited: ClosedSet::default() };
        let cells = patch.closed.cells.symmetric_difference(&Bits::default()).collect();
        let touched = mesh.apply(&patch, Vec::new(), cells);
        mesh.vertex_count = self.vertex_count + self.edges.len() as u32;
        mesh.update_components(&[], &touched);
        mesh.unfiltered = Some(Arc::clone(self));
        mesh
    }

    /// True if exactly these doors are closed, so that [`set_doors`](NavMesh::set_doors) changes nothing.
    ///
    /// Complexity: linear in the number of closed edges, cells and links, 64 neighbours at a time.
    #[must_use]
    pub fn has_closed(&self, doors: &ClosedDoors) -> bool {
        self.door_patch.as_ref().map_or(doors.is_empty(), |patch| patch.matches(doors))
    }

    /// Returns the mesh with all doors open; `None` if no door was ever closed.
    #[must_use]
    pub fn opened(&self) -> Option<&Arc<Self>> {
        self.door_patch.as_ref().map(|patch| &patch.open)
    }

    /// True if doors close a link, on this mesh or on a mesh behind it.
    pub(in crate::mesh) fn is_link_closed(&self, link: LinkId) -> bool {
        let is_closed_here =
            self.door_patch.as_ref().is_some_and(|patch| patch.closed.links.contains(link.0));
        is_closed_here || self.more_open().is_some_and(|mesh| mesh.is_link_closed(link))
    }

    /// Updates the components around changed cells, and the connections over links.
    ///
    /// `removed` are slots whose cells have gone, even if new cells have taken them. `touched` are all
    /// slots with changed portals, and those of new cells, ascending.
    pub(in crate::mesh) fn update_components(&mut self, removed: &[u32], touched: &[u32]) {
        let graph = CellGraph { edges: &self.edges, cells: &self.cells };
        Arc::make_mut(&mut self.components).follow(graph, removed, touched);
        self.prepare_links();
    }

    /// Applies a patch where these edges and cells have changed. Returns the slots of the cells
    /// around them.
    fn apply(&mut self, patch: &DoorPatch, mut edges: Vec<EdgeId>, cells: Vec<u32>) -> Vec<u32> {
        let open = &*patch.open;
        for slot in cells {
            let is_closed = patch.closed.cells.contains(slot);
            let count = open.cells[slot as usize].edge_count;
            self.cells[slot as usize].edge_count = if is_closed { 0 } else { count };
            edges.extend(open.edge_range(slot).map(|edge| EdgeId(edge as u32)));
        }
        for &edge in &edges {
            self.join_or_part(patch, edge);
        }
        let (mut touched, mut fan) = (Vec::new(), Vec::new());
        for end in one_edge_per_fan(open, &edges) {
            open.gather_fan(end, &mut fan);
            self.number_parts(open, &fan);
            touched.extend(fan.iter().map(|&edge| open.edge(edge).cell));
        }
        touched.merge_sort();
        touched.dedup();
        touched
    }

    /// Makes an edge a portal or a wall.
    fn join_or_part(&mut self, patch: &DoorPatch, edge: EdgeId) {
        let Some(twin) = patch.open.edge(edge).twin() else { return };
        let is_closed = patch.closes(edge, twin);
        for side in [edge, twin] {
            let open = patch.open.edge(side);
            let (twin, neighbor) =
                if is_closed { (NONE, NONE) } else { (open.twin, open.neighbor) };
            let own = &mut self.edges[side.index()];
            (own.twin, own.neighbor) = (twin, neighbor);
        }
    }

    /// Numbers the vertices of the parts of a fan.
    fn number_parts(&mut self, open: &Self, fan: &[EdgeId]) {
        let count = fan.len();
        let has_next = |mesh: &Self, index: usize| mesh.has_next_in_fan(open, fan[index]);
        let Some(last) = (0..count).rfind(|&index| !has_next(self, index)) else {
            for edge in fan {
                self.edges[edge.index()].vertex = open.edges[edge.index()].vertex;
            }
            return;
        };
        let lowest_of_all = fan.iter().min().copied();
        let mut part: Vec<EdgeId> = Vec::new();
        for index in (last + 1..count).chain(0..=last) {
            part.push(fan[index]);
            if has_next(self, index) {
                continue;
            }
            let lowest = part.iter().min().copied();
            let vertex = match lowest {
                Some(edge) if lowest != lowest_of_all => open.vertex_count + edge.0,
                _ => open.edge(part[0]).vertex().0,
            };
            if open.is_saddle(open.edge(part[0]).vertex()) {
                self.note_saddle(VertexId(vertex)); // a part of a saddle may be listed although it is none
            }
            let angle = open.fan_angle(part[0], part.iter().copied());
            let corner = if angle == FanAngle::HalfTurn { 0 } else { CORNER };
            for edge in part.drain(..) {
                self.edges[edge.index()].vertex = vertex | corner;
            }
        }
    }

    fn note_saddle(&mut self, vertex: VertexId) {
        if let Err(place) = self.saddles.binary_search(&vertex) {
            self.saddles.insert(place, vertex);
        }
    }

    /// True if the cell of an edge is still joined to the next one counter-clockwise around its origin.
    fn has_next_in_fan(&self, open: &Self, edge: EdgeId) -> bool {
        self.edges[open.previous_edge(edge).index()].twin != NONE
    }
}

/// Returns one edge of each fan at an end of the given edges.
fn one_edge_per_fan(mesh: &NavMesh, edges: &[EdgeId]) -> Vec<EdgeId> {
    let mut ends: Vec<EdgeId> =
        edges.iter().flat_map(|&edge| [edge, mesh.next_edge(edge)]).collect();
    let vertex = |edge: &mut EdgeId| mesh.edge(*edge).vertex();
    ends.merge_sort_by_key(|edge| (mesh.edge(*edge).vertex(), *edge));
    ends.dedup_by_key(vertex);
    ends
}

#[cfg(test)]
mod tests;
