//! The doors between cells, laid out for the search.
//!
//! Half of all edges are walls, and most of the rest is never looked at twice. So what an expansion
//! asks of an edge stands here in one record a door, cell after cell, counter-clockwise. Prepared
//! once a mesh: 52 bytes a door and 4 a cell.

use navmesh_core::{DVec2, Edge, EdgeId, NavMesh};

use super::bound::blur_of;
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
    /// The door that follows each one among those of its cell and its block, counter-clockwise.
    next: Vec<u32>,
    /// Where each cell's doors start; one more than there are slots.
    starts: Vec<u32>,
    blur: f64,
    /// The vertices with more than 2π of ground around them, ascending.
    pub(super) saddles: Vec<u32>,
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
        let next = (0..count).collect();
        let saddles = mesh.saddles().iter().map(|vertex| vertex.0).collect();
        let mut all = Self { doors, next, starts, blur: blur_of(mesh), saddles };
        for slot in 0..mesh.slot_count() as u32 {
            all.link(slot, blocks);
        }
        all
    }

    /// Links each door of a cell with the next one of its block.
    fn link(&mut self, slot: u32, blocks: &Blocks) {
        let block = |doors: &Self, door: u32| blocks.between(slot, doors.get(door).into);
        for door in self.of_cell(slot) {
            let own = block(self, door);
            let following = self.after(door).find(|&other| block(self, other) == own);
            self.next[door as usize] = following.unwrap_or(door);
        }
    }

    /// The other doors of a door's cell, counter-clockwise from there.
    pub(super) fn after(&self, door: u32) -> impl Iterator<Item = u32> + use<> {
        let cell = self.of_cell(self.cell_of(door));
        (door + 1..cell.end).chain(cell.start..door)
    }

    /// The slot of the cell that a door leads out of.
    #[inline(always)]
    pub(super) fn cell_of(&self, door: u32) -> u32 {
        self.get(self.get(door).twin).into
    }

    /// The door that follows among those of the same cell and block; the same one where it is alone.
    #[inline(always)]
    pub(super) fn next(&self, door: u32) -> u32 {
        self.next[door as usize]
    }

    /// How little beside a ray a place's side is chance; see [`Target::blur`](super::bound::Target::blur).
    #[inline(always)]
    pub(super) fn blur(&self) -> f64 {
        self.blur
    }

    /// How many bytes its arrays hold.
    pub(super) fn bytes(&self) -> usize {
        self.doors.capacity() * size_of::<Door>()
            + (self.next.capacity() + self.starts.capacity() + self.saddles.capacity())
                * size_of::<u32>()
    }

    #[inline(always)]
    pub(super) fn get(&self, door: u32) -> &Door {
        &self.doors[door as usize]
    }

    /// The only door of a block, walking out of the cell that the block hangs on; `None` where it has
    /// several.
    ///
    /// Several doors of one block lie on a cycle through each of its cells, so where the top has only
    /// one of them there is no other.
    pub(super) fn bridge(&self, blocks: &Blocks, block: u32) -> Option<u32> {
        let top = blocks.top(block);
        let own =
            self.of_cell(top).find(|&door| blocks.between(top, self.get(door).into) == block)?;
        (self.next(own) == own).then_some(own)
    }

    /// The doors out of the cell in a slot.
    #[inline(always)]
    pub(super) fn of_cell(&self, slot: u32) -> std::ops::Range<u32> {
        self.starts[slot as usize]..self.starts[slot as usize + 1]
    }
}
