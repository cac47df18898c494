//! Cells as rings of half-edges, each with its twin.

pub(crate) mod halves;
pub(crate) mod chain_spans;
pub(crate) mod labels;
pub(crate) mod triangle_mesh;
pub(crate) mod triangles;
pub(crate) mod edge_doors;

use crate::half_edges::edge_doors::EdgeDoors;
use crate::half_edges::halves::{Half, NONE, link};

/// Walkable cells as rings of half-edges. Half-edges of no cell are dead.
#[derive(Debug, Clone, Default)]
pub(crate) struct HalfEdges {
    /// `NONE` follows a dead half-edge.
    pub(crate) halves: Vec<Half>,
    /// The half-edge of the neighbouring cell along the same edge; `NONE` at walls.
    pub(crate) twins: Vec<u32>,
    /// The kind of each half-edge's area, `NONE` outside areas. Empty if there are no areas.
    pub(crate) kinds: Vec<u32>,
    /// The floor of each half-edge. Empty if there is one floor.
    pub(crate) layers: Vec<u32>,
    /// The doors along the edges.
    pub(crate) doors: EdgeDoors,
    /// The doors whose margins hold the cells.
    pub(crate) margins: EdgeDoors,
}

impl HalfEdges {
    /// Appends half-edges of other cells and their twins, and numbers them on from the end of these.
    ///
    /// `point_of` returns the new number of a point. Kinds, floors and doors are not appended.
    pub(crate) fn append(
        &mut self,
        halves: Vec<Half>,
        twins: Vec<u32>,
        point_of: impl Fn(u32) -> u32,
    ) {
        let first = self.count();
        let moved = |half: u32| if half == NONE { NONE } else { first + half };
        self.halves.extend(halves.into_iter().map(|Half { origin, next, previous }| Half {
            origin: point_of(origin),
            next: moved(next),
            previous: moved(previous),
        }));
        self.twins.extend(twins.into_iter().map(moved));
    }

    /// Appends a cell with these corners and walls all around.
    pub(crate) fn push_cell(&mut self, corners: impl ExactSizeIterator<Item = u32>) {
        let (first, count) = (self.count(), corners.len() as u32);
        self.halves.extend(corners.zip(0..).map(|(origin, i)| Half {
            origin,
            next: first + (i + 1) % count,
            previous: first + (i + count - 1) % count,
        }));
        self.twins.resize(self.halves.len(), NONE);
    }

    /// Makes two half-edges between the same two points twins. Each is a wall before.
    pub(crate) fn join(&mut self, [one, other]: [u32; 2]) {
        self.pair([one, other]);
        self.doors.join([one, other]);
    }

    /// Returns the floor of a half-edge.
    pub(crate) fn layer(&self, edge: u32) -> u32 {
        self.layers.get(edge as usize).copied().unwrap_or(0)
    }

    /// Makes an edge a wall.
    pub(crate) fn separate(&mut self, edge: u32) {
        [edge, edge ^ 1].iter().for_each(|&side| self.twins[side as usize] = NONE);
    }

    /// Visits each half-edge that is alive at its turn, in ascending order.
    pub(crate) fn each_alive(&mut self, mut visit: impl FnMut(&mut Self, u32)) {
        for edge in 0..self.count() {
            if self.is_alive(edge) {
                visit(self, edge);
            }
        }
    }

    /// Returns the lowest half-edge of each cell, ascending.
    pub(crate) fn ring_starts(&self) -> Vec<u32> {
        let mut seen = vec![false; self.halves.len()];
        let mut firsts = Vec::with_capacity(self.halves.len() / 4);
        for edge in 0..self.count() {
            if self.is_alive(edge) && !seen[edge as usize] {
                self.ring(edge).for_each(|e| seen[e as usize] = true);
                firsts.push(edge);
            }
        }
        firsts
    }

    /// Returns the twin of an edge without a door, which merging may remove.
    pub(crate) fn removable_twin(&self, edge: u32) -> Option<u32> {
        self.twin(edge).filter(|_| self.doors.set_of(edge) == NONE)
    }

    /// True if the cells of two half-edges share their area, floor and margins. Merging preserves
    /// all three.
    pub(crate) fn is_alike(&self, [one, other]: [u32; 2]) -> bool {
        self.kind(one) == self.kind(other)
            && self.layer(one) == self.layer(other)
            && self.margins.set_of(one) == self.margins.set_of(other)
    }

    /// Returns the number of half-edges, dead ones included.
    pub(crate) fn count(&self) -> u32 {
        self.halves.len() as u32
    }

    pub(crate) fn is_alive(&self, edge: u32) -> bool {
        self.halves[edge as usize].next != NONE
    }

    pub(crate) fn next(&self, edge: u32) -> u32 {
        self.halves[edge as usize].next
    }

    pub(crate) fn previous(&self, edge: u32) -> u32 {
        self.halves[edge as usize].previous
    }

    pub(crate) fn twin(&self, edge: u32) -> Option<u32> {
        let twin = self.twins[edge as usize];
        (twin != NONE).then_some(twin)
    }

    /// Returns the kind of the area around a half-edge; `None` outside areas.
    pub(crate) fn kind(&self, edge: u32) -> Option<u32> {
        self.kinds.get(edge as usize).copied().filter(|&kind| kind != NONE)
    }

    pub(crate) fn origin(&self, edge: u32) -> u32 {
        self.halves[edge as usize].origin
    }

    /// Makes `after` follow `before`.
    pub(crate) fn link(&mut self, before: u32, after: u32) {
        link(&mut self.halves, before, after);
    }

    /// Makes two half-edges the sides of one edge.
    pub(crate) fn pair(&mut self, [one, other]: [u32; 2]) {
        self.twins[one as usize] = other;
        self.twins[other as usize] = one;
    }

    pub(crate) fn kill(&mut self, edge: u32) {
        let half = &mut self.halves[edge as usize];
        (half.next, half.previous) = (NONE, NONE);
        self.twins[edge as usize] = NONE;
    }

    /// Iterates over the half-edges of a cell, from `edge` on.
    pub(crate) fn ring(&self, edge: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(edge), move |&e| Some(self.next(e)).filter(|&n| n != edge))
    }
}
