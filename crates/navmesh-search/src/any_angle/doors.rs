//! The doors between cells, laid out for the search.
//!
//! Half of all edges are walls, and most of the rest is never looked at twice. So what an expansion
//! asks of an edge stands here in one record a door, cell after cell, counter-clockwise. Prepared
//! once a mesh: 52 bytes a door and 4 a cell.

use navmesh_core::{DVec2, Edge, EdgeId, NavMesh};

use crate::blocks::Blocks;

/// An edge between two cells, as seen walking out of the one over it into the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Door {
    /// The end on the right hand.
    pub(super) right: DVec2,
    /// The end on the left hand.
    pub(super) left: DVec2,
    right_vertex: u32,
    left_vertex: u32,
    /// The same door, walking back.
    pub(super) twin: u32,
    /// The slot of the cell that it leads into.
    pub(super) into: u32,
}

/// The bit of a vertex that is a corner.
const CORNER: u32 = 1 << 31;

impl Door {
    fn of(edge: &Edge, next: &Edge, doors: &[u32]) -> Option<Self> {
        let (twin, into) = (edge.twin()?, edge.neighbor_slot()?);
        let vertex = |e: &Edge| e.vertex().0 | if e.origin_is_corner() { CORNER } else { 0 };
        Some(Self {
            right: edge.origin(),
            left: next.origin(),
            right_vertex: vertex(edge),
            left_vertex: vertex(next),
            twin: doors[twin.index()],
            into,
        })
    }

    /// The vertex at the right end.
    #[inline(always)]
    pub(super) fn right_vertex(&self) -> u32 {
        self.right_vertex & !CORNER
    }

    /// The vertex at the left end.
    #[inline(always)]
    pub(super) fn left_vertex(&self) -> u32 {
        self.left_vertex & !CORNER
    }

    /// The right end, if a path may turn there.
    #[inline(always)]
    pub(super) fn right_corner(&self) -> Option<(DVec2, u32)> {
        (self.right_vertex & CORNER != 0).then_some((self.right, self.right_vertex()))
    }

    /// The left end, if a path may turn there.
    #[inline(always)]
    pub(super) fn left_corner(&self) -> Option<(DVec2, u32)> {
        (self.left_vertex & CORNER != 0).then_some((self.left, self.left_vertex()))
    }
}

/// All doors of a mesh.
#[derive(Debug, Clone)]
pub(super) struct Doors {
    doors: Vec<Door>,
    /// The block of the cell graph that each door belongs to; apart from the doors, since most are
    /// passed over for it.
    blocks: Vec<u32>,
    /// Where each cell's doors start; one more than there are slots.
    starts: Vec<u32>,
}

impl Doors {
    pub(super) fn of(mesh: &NavMesh, blocks: &Blocks) -> Self {
        let mut numbers = vec![0; mesh.edges().len()];
        let mut starts = Vec::with_capacity(mesh.slot_count() + 1);
        let mut count = 0;
        for slot in 0..mesh.slot_count() as u32 {
            starts.push(count);
            for edge in mesh.edge_range(slot) {
                numbers[edge] = count;
                count += u32::from(!mesh.edges()[edge].is_wall());
            }
        }
        starts.push(count);
        let mut doors = Vec::with_capacity(count as usize);
        for slot in 0..mesh.slot_count() as u32 {
            for index in mesh.edge_range(slot) {
                let edge = &mesh.edges()[index];
                let next = mesh.edge(mesh.next_edge(EdgeId(index as u32)));
                doors.extend(Door::of(edge, next, &numbers));
            }
        }
        let block = |door: &Door| blocks.between(door.into, doors[door.twin as usize].into);
        let of_doors: Vec<u32> = doors.iter().map(block).collect();
        Self { doors, blocks: of_doors, starts }
    }

    /// How many bytes its arrays hold.
    pub(super) fn bytes(&self) -> usize {
        self.doors.capacity() * size_of::<Door>()
            + (self.blocks.capacity() + self.starts.capacity()) * size_of::<u32>()
    }

    #[inline(always)]
    pub(super) fn get(&self, door: u32) -> &Door {
        &self.doors[door as usize]
    }

    /// The only door of a block that hangs on the cell `top`; `None` where it has several.
    ///
    /// Several doors of one block lie on a cycle through each of its cells, so where the top has only
    /// one of them there is no other.
    pub(super) fn bridge(&self, block: u32, top: u32) -> Option<&Door> {
        let mut own = self.of_cell(top).filter(|&door| self.block(door) == block);
        let (first, second) = (own.next()?, own.next());
        second.is_none().then(|| self.get(first))
    }

    /// The block that a door belongs to.
    #[inline(always)]
    pub(super) fn block(&self, door: u32) -> u32 {
        self.blocks[door as usize]
    }

    /// The doors out of the cell in a slot.
    #[inline(always)]
    pub(super) fn of_cell(&self, slot: u32) -> std::ops::Range<u32> {
        self.starts[slot as usize]..self.starts[slot as usize + 1]
    }
}
