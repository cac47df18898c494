//! Closing: the same mesh with less ground, patched in place.
//!
//! A closed link is noted. A closed edge loses its twin, so that it is a wall like any other; a closed cell loses its edges, so that
//! its slot is free. Around the ends of what has changed the fans are numbered again, and each vertex is a
//! corner or not by the same exact signs as when the mesh was made. What comes out is a mesh, so no search,
//! ray or check needs to know of doors. Cells and edges keep their ids.
//!
//! A fan that falls apart needs more vertices: the part with the lowest edge of the fan keeps its vertex,
//! any other is numbered by its own lowest edge. So the numbers follow from what is closed alone, not from
//! the order in which it was.
//!
//! Components are found again, from cell to cell: they tell what is closed off.

use std::sync::Arc;

use super::bits::Bits;
use super::components::label_components;
use super::fan::Opening;
use super::{
    CORNER, ClosedDoors, EdgeId, LinkId, MeshDefects, NONE, NavMesh, UnknownDoor, VertexId,
};

/// What is closed on a mesh, and the same mesh with all of it open.
#[derive(Debug, Clone)]
pub(super) struct Closing {
    open: Arc<NavMesh>,
    /// All that is closed.
    shut: Shut,
    /// What doors that are set leave closed: it was so on the mesh that this one was copied from.
    kept: Shut,
}

/// Edges, cells and links that are closed.
#[derive(Debug, Clone, Default)]
struct Shut {
    edges: Bits,
    cells: Bits,
    links: Bits,
}

impl Shut {
    /// The same, and what doors close.
    fn and(&self, doors: &ClosedDoors) -> Self {
        Self {
            edges: self.edges.union(&doors.edges),
            cells: self.cells.union(&doors.cells),
            links: self.links.union(&doors.links),
        }
    }

    fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.cells.is_empty() && self.links.is_empty()
    }
}

impl Closing {
    /// Of a mesh that is copied: what is closed on it stays so.
    fn of(mesh: &Arc<NavMesh>) -> Box<Self> {
        let (open, shut) = match &mesh.closing {
            Some(closing) => (Arc::clone(&closing.open), closing.shut.clone()),
            None => (Arc::clone(mesh), Shut::default()),
        };
        Box::new(Self { open, kept: shut.clone(), shut })
    }

    /// True where just these doors are closed, and what is kept.
    fn is(&self, doors: &ClosedDoors) -> bool {
        self.shut.edges.is_union(&self.kept.edges, &doors.edges)
            && self.shut.cells.is_union(&self.kept.cells, &doors.cells)
            && self.shut.links.is_union(&self.kept.links, &doors.links)
    }

    /// True where an edge is shut: itself, or a cell beside it.
    fn shuts(&self, edge: EdgeId, twin: EdgeId) -> bool {
        let has = |edge: EdgeId| {
            self.shut.edges.contains(edge.0) || self.shut.cells.contains(self.open.edge(edge).cell)
        };
        has(edge) || has(twin)
    }
}

impl NavMesh {
    /// A copy of the mesh, with these doors closed; what is closed on the mesh itself stays so, for good. However often a
    /// copy is copied again, there is one mesh behind it, with all open. Complexity: linear.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::OtherMesh`] where the doors are of a mesh with other cells.
    pub fn with_doors(self: &Arc<Self>, doors: &ClosedDoors) -> Result<Self, UnknownDoor> {
        let mut mesh = Self::clone(self);
        mesh.closing = Some(Closing::of(self));
        mesh.set_doors(doors)?;
        Ok(mesh)
    }

    /// Opens and closes doors until those in `doors` are closed and no others; returns the slots of the
    /// cells around which something has changed, ascending.
    ///
    /// Complexity: linear, for the components, which are found again; all else is linear in the number of cells around
    /// the edges and cells that change. The first time the mesh is copied. Where nothing changes, that is found out
    /// with a bit an edge, 64 at a step.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::OtherMesh`] where the doors are of a mesh with other cells.
    pub fn set_doors(&mut self, doors: &ClosedDoors) -> Result<Vec<u32>, UnknownDoor> {
        let shape = |mesh: &Self| (mesh.edges.len(), mesh.cells.len());
        if shape(self) != shape(doors.mesh()) {
            return Err(UnknownDoor::OtherMesh);
        }
        let mut closing = match self.closing.take() {
            Some(closing) => closing,
            None => Closing::of(&Arc::new(self.clone())),
        };
        if closing.is(doors) {
            self.closing = Some(closing);
            return Ok(Vec::new());
        }
        let open = Arc::clone(&closing.open);
        let stands = |edge: &EdgeId| open.cells[open.edge(*edge).cell as usize].edge_count > 0;
        let before = std::mem::replace(&mut closing.shut, closing.kept.and(doors));
        let edges =
            before.edges.differing(&closing.shut.edges).map(EdgeId).filter(stands).collect();
        let cells = before.cells.differing(&closing.shut.cells).collect();
        let touched = self.patch(&closing, edges, cells);
        let parts = if closing.shut.is_empty() { 0 } else { self.edges.len() as u32 };
        self.vertex_count = closing.open.vertex_count + parts;
        self.closing = Some(closing);
        self.find_components();
        Ok(touched)
    }

    /// Opens all links, which are new, on the maps as well that this one was made of by closing ground.
    pub(super) fn forget_closed_links(&mut self) -> Result<(), MeshDefects> {
        let Self { closing, wider, links, .. } = self;
        let relinked =
            |mesh: &NavMesh| mesh.clone().with_links(links.iter().cloned()).map(Arc::new);
        if let Some(closing) = closing {
            closing.open = relinked(&closing.open)?;
            (closing.shut.links, closing.kept.links) = (Bits::default(), Bits::default());
        }
        if let Some(wider) = wider {
            *wider = relinked(wider)?;
        }
        Ok(())
    }

    /// The mesh without these cells, as one whose ground has always been like that: what doors have closed before stays so.
    pub(super) fn without_cells(self: &Arc<Self>, slots: impl Iterator<Item = u32>) -> Self {
        let mut doors = ClosedDoors::new(self);
        slots.for_each(|slot| doors.cells.insert(slot));
        let mut mesh = Self::clone(self);
        mesh.closing = None;
        let shut = Shut { cells: doors.cells, ..Shut::default() };
        let closing = Closing { open: Arc::clone(self), shut, kept: Shut::default() };
        let closed = closing.shut.cells.differing(&Bits::default()).collect();
        mesh.patch(&closing, Vec::new(), closed);
        mesh.vertex_count = self.vertex_count + self.edges.len() as u32;
        mesh.find_components();
        mesh.wider = Some(Arc::clone(self));
        mesh
    }

    /// True where just these doors are closed: then [`set_doors`](NavMesh::set_doors) has nothing to do. Complexity: a bit an
    /// edge and a cell, 64 at a step.
    #[must_use]
    pub fn has_closed(&self, doors: &ClosedDoors) -> bool {
        self.closing.as_ref().map_or(doors.is_empty(), |closing| closing.is(doors))
    }

    /// The mesh with all its doors open, where some were ever closed.
    #[must_use]
    pub fn opened(&self) -> Option<&Arc<Self>> {
        self.closing.as_ref().map(|closing| &closing.open)
    }

    /// True where doors close a link: on this mesh, or before on one that it was made of.
    pub(super) fn is_link_closed(&self, link: LinkId) -> bool {
        let is_closed_here =
            self.closing.as_ref().is_some_and(|closing| closing.shut.links.contains(link.0));
        is_closed_here || self.more_open().is_some_and(|mesh| mesh.is_link_closed(link))
    }

    /// Finds the components, and what links join.
    fn find_components(&mut self) {
        let (labels, count) = label_components(&self.edges, &self.cells);
        (self.components, self.component_count) = (Arc::new(labels), count);
        self.prepare_links();
    }

    /// Makes the arrays what `closing` says, where these edges and cells have changed; returns the slots of
    /// the cells around them.
    fn patch(&mut self, closing: &Closing, mut edges: Vec<EdgeId>, cells: Vec<u32>) -> Vec<u32> {
        let open = &*closing.open;
        for slot in cells {
            let is_closed = closing.shut.cells.contains(slot);
            let count = open.cells[slot as usize].edge_count;
            self.cells[slot as usize].edge_count = if is_closed { 0 } else { count };
            edges.extend(open.edge_range(slot).map(|edge| EdgeId(edge as u32)));
        }
        for &edge in &edges {
            self.patch_link(closing, edge);
        }
        let (mut touched, mut fan) = (Vec::new(), Vec::new());
        for end in one_a_fan(open, &edges) {
            open.gather_fan(end, &mut fan);
            self.number_parts(open, &fan);
            touched.extend(fan.iter().map(|&edge| open.edge(edge).cell));
        }
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    fn patch_link(&mut self, closing: &Closing, edge: EdgeId) {
        let Some(twin) = closing.open.edge(edge).twin() else { return };
        let is_shut = closing.shuts(edge, twin);
        for side in [edge, twin] {
            let open = closing.open.edge(side);
            let (twin, neighbor) = if is_shut { (NONE, NONE) } else { (open.twin, open.neighbor) };
            let own = &mut self.edges[side.index()];
            (own.twin, own.neighbor) = (twin, neighbor);
        }
    }

    /// Numbers the vertices of the parts into which a fan has fallen.
    fn number_parts(&mut self, open: &Self, fan: &[EdgeId]) {
        let count = fan.len();
        let leads_on = |mesh: &Self, place: usize| mesh.counter_clockwise_in(open, fan[place]);
        let Some(last) = (0..count).rfind(|&place| !leads_on(self, place)) else {
            let base = |edge: &EdgeId| (edge.index(), open.edges[edge.index()].vertex);
            fan.iter().map(base).for_each(|(edge, vertex)| self.edges[edge].vertex = vertex);
            return;
        };
        let lowest_of_all = fan.iter().min().copied();
        let mut part: Vec<EdgeId> = Vec::new();
        for place in (last + 1..count).chain(0..=last) {
            part.push(fan[place]);
            if leads_on(self, place) {
                continue;
            }
            let lowest = part.iter().min().copied();
            let vertex = match lowest {
                Some(edge) if lowest != lowest_of_all => open.vertex_count + edge.0,
                _ => open.edge(part[0]).vertex().0,
            };
            if open.is_saddle(open.edge(part[0]).vertex()) {
                self.note_saddle(VertexId(vertex)); // or part of one, which does no harm
            }
            let opening = open.opening(part[0], part.iter().copied());
            let corner = if opening == Opening::HalfTurn { 0 } else { CORNER };
            part.drain(..).for_each(|edge| self.edges[edge.index()].vertex = vertex | corner);
        }
    }

    fn note_saddle(&mut self, vertex: VertexId) {
        if let Err(place) = self.saddles.binary_search(&vertex) {
            self.saddles.insert(place, vertex);
        }
    }

    /// True where one can still walk counter-clockwise around the origin of an edge, from its cell into the
    /// next.
    fn counter_clockwise_in(&self, open: &Self, edge: EdgeId) -> bool {
        self.edges[open.previous_edge(edge).index()].twin != NONE
    }
}

/// Of all the fans that these edges have their ends in, an edge that begins there.
fn one_a_fan(mesh: &NavMesh, edges: &[EdgeId]) -> Vec<EdgeId> {
    let mut ends: Vec<EdgeId> =
        edges.iter().flat_map(|&edge| [edge, mesh.next_edge(edge)]).collect();
    let vertex = |edge: &mut EdgeId| mesh.edge(*edge).vertex();
    ends.sort_unstable_by_key(|edge| (mesh.edge(*edge).vertex(), *edge));
    ends.dedup_by_key(vertex);
    ends
}

#[cfg(test)]
mod tests;
