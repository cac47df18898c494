//! The doors between cells, laid out for the search.
//!
//! Half of all edges are walls, and most of the rest is never looked at twice. So what an expansion
//! asks of an edge stands here in one record a door, cell after cell, counter-clockwise. Prepared
//! once a mesh: 52 bytes a door, 4 a cell and 4 a block, about 58 bytes a vertex on merged meshes.

use navmesh_core::{DVec2, Edge, EdgeId, NavMesh};

use super::node::NONE;
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
    /// For each block, its door if it has only one; else `NONE`.
    bridges: Vec<u32>,
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
        let bridges = bridges(&of_doors, &doors, blocks.count());
        Self { doors, blocks: of_doors, bridges, starts }
    }

    #[inline(always)]
    pub(super) fn get(&self, door: u32) -> &Door {
        &self.doors[door as usize]
    }

    /// The only door of a block, seen from either side; `None` where it has several.
    pub(super) fn bridge(&self, block: u32) -> Option<&Door> {
        self.doors.get(self.bridges[block as usize] as usize)
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

/// For each block, its only door, seen from the side that comes first; `NONE` for blocks of several.
fn bridges(blocks: &[u32], doors: &[Door], count: usize) -> Vec<u32> {
    let mut bridges = vec![NONE; count];
    let mut known = vec![0u8; count];
    for (door, &block) in blocks.iter().enumerate() {
        if door < doors[door].twin as usize {
            let known = &mut known[block as usize];
            bridges[block as usize] = if *known == 0 { door as u32 } else { NONE };
            *known = 1;
        }
    }
    bridges
}
