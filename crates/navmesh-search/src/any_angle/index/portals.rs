//! The portals between cells, in the form that a search needs.
//!
//! A portal is an edge with a neighbor, and has the number of that edge. The edge and its twin hold
//! all geometry that an expansion needs. Half of all edges are walls, and most portals lead off the
//! route. Each portal therefore stores the next portal of its cell, and the next of its cell and
//! block. Memory: 8 bytes an edge, computed once for a mesh.

use navmesh_core::{DVec2, Edge, NavMesh, VertexId};

use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::blocks::Blocks;
use navmesh_core::backend::collections::{MergeSort, NONE};

/// An edge between two cells, as seen walking out of its own cell into the neighbor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portal<'a> {
    edge: &'a Edge,
    back: &'a Edge,
    pub(crate) number: u32,
    pub(crate) twin: u32,
}

/// An end of a portal at which a path may turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Corner {
    pub(crate) point: DVec2,
    pub(crate) vertex: u32,
}

impl Portal<'_> {
    #[inline(always)]
    pub(crate) fn right(&self) -> DVec2 {
        self.edge.origin()
    }

    #[inline(always)]
    pub(crate) fn left(&self) -> DVec2 {
        self.back.origin()
    }

    #[inline(always)]
    pub(crate) fn right_vertex(&self) -> u32 {
        self.edge.vertex().0
    }

    #[inline(always)]
    pub(crate) fn left_vertex(&self) -> u32 {
        self.back.vertex().0
    }

    /// Returns the right end if a path may turn there.
    #[inline(always)]
    pub(crate) fn right_corner(&self) -> Option<Corner> {
        self.edge
            .origin_is_corner()
            .then_some(Corner { point: self.right(), vertex: self.right_vertex() })
    }

    /// Returns the left end if a path may turn there.
    #[inline(always)]
    pub(crate) fn left_corner(&self) -> Option<Corner> {
        self.back
            .origin_is_corner()
            .then_some(Corner { point: self.left(), vertex: self.left_vertex() })
    }

    /// Returns both ends with their vertices, right before left.
    pub(crate) fn ends(&self) -> [(u32, DVec2); 2] {
        [(self.right_vertex(), self.right()), (self.left_vertex(), self.left())]
    }

    /// Returns the slot of the cell into which the portal leads.
    #[inline(always)]
    pub(crate) fn leads_to(&self) -> u32 {
        self.back.cell_slot()
    }
}

/// The successors of a portal, counter-clockwise; the portal itself if it is the only one.
#[derive(Debug, Clone, Copy, Default)]
struct Following {
    /// The next portal of the same cell.
    in_cell: u32,
    /// The next portal of the same cell and the same block.
    in_block: u32,
}

/// The portals of one group out of a cell that are ordered so far. They are added from the last to
/// the first.
#[derive(Debug, Clone, Copy)]
struct Ring {
    cell: u32,
    first: u32,
    last: u32,
}

impl Default for Ring {
    fn default() -> Self {
        Self { cell: NONE, first: NONE, last: NONE }
    }
}

impl Ring {
    /// Inserts a portal before those of the same cell. Returns the portal that follows it, or the
    /// portal itself if it is the only one.
    #[inline]
    fn put_first(&mut self, portal: u32, cell: u32, order: &mut [Following]) -> u32 {
        if self.cell != cell {
            *self = Self { cell, first: portal, last: portal };
        }
        order[self.last as usize].in_block = portal;
        std::mem::replace(&mut self.first, portal)
    }
}

/// The order of the portals of every cell.
#[derive(Debug, Clone, Default)]
pub(crate) struct PortalOrder {
    /// The successors, by the number of the edge.
    following: Vec<Following>,
}

impl PortalOrder {
    /// Orders the portals of every cell, block by block. Complexity: linear.
    pub(crate) fn of_blocks(mesh: &NavMesh, blocks: &Blocks) -> Self {
        Self::of(mesh, blocks.count(), |cell, other| Some(blocks.between(cell, other)))
    }

    /// Orders the portals of every cell as if they were all of one block, without those into dead
    /// ends. Complexity: linear.
    pub(crate) fn without_dead_ends(mesh: &NavMesh, connections: &ConnectionIndex) -> Self {
        let leads_on: Vec<bool> = (0..mesh.slot_count() as u32)
            .map(|slot| !is_dead_end(mesh, slot) || connections.touch(slot))
            .collect();
        Self::of(mesh, 1, |_, other| leads_on[other as usize].then_some(0))
    }

    /// Orders the portals of every cell by the group of their two cells, a number below `groups`.
    /// Portals without a group stay alone.
    fn of(mesh: &NavMesh, groups: usize, group: impl Fn(u32, u32) -> Option<u32>) -> Self {
        let mut order = vec![Following::default(); mesh.edges().len()];
        let mut rings = vec![Ring::default(); groups];
        for slot in mesh.slots() {
            let (mut after, mut last) = (NONE, None);
            for number in mesh.edge_range(slot).rev() {
                let Some(other) = mesh.edges()[number].neighbor_slot() else { continue };
                let portal = number as u32;
                let in_block = match group(slot, other) {
                    Some(group) => rings[group as usize].put_first(portal, slot, &mut order),
                    None => portal,
                };
                order[number] = Following { in_cell: after, in_block };
                (after, last) = (portal, last.or(Some(number)));
            }
            if let Some(last) = last {
                order[last].in_cell = after;
            }
        }
        Self { following: order }
    }

    /// Makes room for all edges of a mesh.
    pub(crate) fn fit(&mut self, mesh: &NavMesh) {
        self.following.resize(mesh.edges().len(), Following::default());
    }

    /// Reorders the portals of cells, block by block, after some were opened or closed.
    pub(crate) fn renew(
        &mut self,
        slots: impl IntoIterator<Item = u32>,
        mesh: &NavMesh,
        blocks: &Blocks,
    ) {
        let mut portals: Vec<(u32, u32)> = Vec::new();
        let next = |ring: &[(u32, u32)], place: usize| ring.get(place + 1).unwrap_or(&ring[0]).1;
        for slot in slots {
            let block = |i: usize| Some(blocks.between(slot, mesh.edges()[i].neighbor_slot()?));
            let portal = |i: usize| Some((block(i)?, i as u32));
            portals.clear();
            portals.extend(mesh.edge_range(slot).filter_map(portal));
            for (place, portal) in portals.iter().enumerate() {
                self.following[portal.1 as usize].in_cell = next(&portals, place);
            }
            portals.merge_sort();
            for ring in portals.chunk_by(|a, b| a.0 == b.0) {
                for (place, portal) in ring.iter().enumerate() {
                    self.following[portal.1 as usize].in_block = next(ring, place);
                }
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.following.capacity() * size_of::<Following>()
    }
}

/// True if a cell has at most one portal.
pub(crate) fn is_dead_end(mesh: &NavMesh, slot: u32) -> bool {
    mesh.edges()[mesh.edge_range(slot)].iter().filter(|edge| !edge.is_wall()).nth(1).is_none()
}

/// All portals of a mesh.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portals<'a> {
    mesh: &'a NavMesh,
    edges: &'a [Edge],
    order: &'a [Following],
    /// The vertices with more than 2π of walkable angle, ascending.
    pub(crate) saddles: &'a [VertexId],
}

impl<'a> Portals<'a> {
    pub(crate) fn new(mesh: &'a NavMesh, order: &'a PortalOrder) -> Self {
        Self { mesh, edges: mesh.edges(), order: &order.following, saddles: mesh.saddles() }
    }

    #[inline(always)]
    pub(crate) fn get(&self, number: u32) -> Portal<'a> {
        let edge = &self.edges[number as usize];
        let twin = edge.twin().map_or(number, |twin| twin.0);
        Portal { edge, back: &self.edges[twin as usize], number, twin }
    }

    /// Returns the slot of the cell that contains the portal's edge.
    #[inline(always)]
    pub(crate) fn cell_of(&self, portal: u32) -> u32 {
        self.edges[portal as usize].cell_slot()
    }

    /// Returns the slot of the cell into which a portal leads.
    #[inline(always)]
    pub(crate) fn cell_beyond(&self, portal: u32) -> u32 {
        let edge = &self.edges[portal as usize];
        edge.neighbor_slot().unwrap_or_else(|| edge.cell_slot())
    }

    /// Returns the next portal of the same cell and block; the same one if there is no other.
    #[inline(always)]
    pub(crate) fn next_in_block(&self, portal: u32) -> u32 {
        self.order[portal as usize].in_block
    }

    /// Returns the next portal of the same cell; the same one if there is no other.
    #[inline(always)]
    pub(crate) fn next_in_cell(&self, portal: u32) -> u32 {
        self.order[portal as usize].in_cell
    }

    /// True if neither cell of a portal is a dead end. A cell with an end of a link is no dead end.
    pub(crate) fn joins_no_dead_end(&self, portal: Portal, connections: &ConnectionIndex) -> bool {
        let leads_on =
            |&side: &u32| self.next_in_cell(side) != side || connections.touch(self.cell_of(side));
        [portal.number, portal.twin].iter().all(leads_on)
    }

    /// Returns the portal from a cell to a neighbor if it is the only one of its block.
    ///
    /// Several portals of one block lie on a cycle through each of its cells. If a cell has only
    /// one portal of the block, the block has no other.
    pub(crate) fn cut_portal(&self, cell: u32, neighbor: u32) -> Option<u32> {
        let edges = self.mesh.edge_range(cell);
        let leads_there = |edge: &Edge| edge.neighbor_slot() == Some(neighbor);
        let own = (edges.start + self.edges[edges].iter().position(leads_there)?) as u32;
        (self.next_in_block(own) == own).then_some(own)
    }

    /// Returns the portals out of the cell in a slot.
    #[inline(always)]
    pub(crate) fn of_cell(&self, slot: u32) -> impl Iterator<Item = u32> + use<'a> {
        let edges = self.edges;
        let is_portal = move |&i: &usize| !edges[i].is_wall();
        self.mesh.edge_range(slot).filter(is_portal).map(|i| i as u32)
    }
}
