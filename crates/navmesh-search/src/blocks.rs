//! Biconnected blocks of the cell graph: the part of a mesh that a shortest path between two cells can cross.
//!
//! The nodes of the cell graph are cells; portals and links join them. Its [blocks](biconnected_blocks)
//! form a tree. A path that leaves the blocks between its two end cells has to return through the cut
//! cell by which it left. Cells are convex, so a shortest path on foot never leaves a cell and enters it
//! again. So it stays within these blocks.
//!
//! A link joins each cell at one end with each cell at the other end, in both directions, even if the link
//! is closed. So the blocks stay valid when links open and close.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use navmesh_core::collections::{NONE, biconnected_blocks};
use navmesh_core::{Edge, LinkId, LinkSide, NavMesh};

/// One of the two cells that [`Blocks::each_between`] is called with.
#[derive(Debug, Clone, Copy)]
pub(crate) enum End {
    First,
    Second,
}

/// A step up the tree of blocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BlockTreeStep {
    pub(crate) block: u32,
    /// The cell of the block at which the step begins.
    pub(crate) from: u32,
    /// The top cell of the block.
    pub(crate) top: u32,
}

/// The blocks of a mesh's cell graph, and the tree that they form.
///
/// In the tree a block is below its top cell. Its number is lower than that of the block above it.
///
/// Memory: 4 bytes a cell, 4 a block.
#[derive(Debug, Clone)]
pub(crate) struct Blocks {
    /// For each cell the block between it and the cell above it; `NONE` at the root of a component.
    parents: Vec<u32>,
    /// For each block its cell nearest to the root.
    tops: Vec<u32>,
}

impl Blocks {
    /// Finds the blocks of `mesh`.
    ///
    /// Complexity: linear.
    pub(crate) fn of(mesh: &NavMesh) -> Self {
        let linked = linked_cells(mesh);
        let mut parents = vec![NONE; mesh.slot_count()];
        let mut tops = Vec::new();
        let add_block = |top: Option<u32>, others: &[u32]| {
            let Some(top) = top else { return };
            for &cell in others {
                parents[cell as usize] = tops.len() as u32;
            }
            tops.push(top);
        };
        biconnected_blocks(mesh.slot_count(), |cell| neighbors(mesh, &linked, cell), add_block);
        Self { parents, tops }
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.parents.capacity() + self.tops.capacity()) * size_of::<u32>()
    }

    pub(crate) fn count(&self) -> usize {
        self.tops.len()
    }

    /// Returns the top cell of a block: its cell nearest to the root of the tree.
    pub(crate) fn top(&self, block: u32) -> u32 {
        self.tops[block as usize]
    }

    /// Returns the block of the portals between two neighbouring cells.
    #[inline]
    pub(crate) fn between(&self, a: u32, b: u32) -> u32 {
        // The block above the upper cell is the same block, or has a higher number.
        self.parents[a as usize].min(self.parents[b as usize])
    }

    /// Calls `visit` with every step up the tree between two cells of one component, and with the end from
    /// which it leads up.
    ///
    /// The steps of each end come in order from there. Between two components there are no blocks.
    ///
    /// Complexity: linear in the number of blocks visited.
    pub(crate) fn each_between(
        &self,
        mut a: u32,
        mut b: u32,
        mut visit: impl FnMut(End, BlockTreeStep),
    ) {
        while a != b {
            let is_first = self.parents[a as usize] < self.parents[b as usize];
            // The cell below the lower block is not above the other cell.
            let (cell, end) = if is_first { (&mut a, End::First) } else { (&mut b, End::Second) };
            let block = self.parents[*cell as usize];
            if block == NONE {
                return;
            }
            let top = self.tops[block as usize];
            visit(end, BlockTreeStep { block, from: *cell, top });
            *cell = top;
        }
    }

    /// Calls `visit` with every block on the tree paths between any two of `cells`, all of one component,
    /// and with each cell of these paths from which the path leads to the block's top.
    ///
    /// Complexity: O(n log n) in the number of cells and of visits. No two visits are the same.
    pub(crate) fn each_among(
        &self,
        cells: impl Iterator<Item = u32>,
        mut visit: impl FnMut(u32, u32),
    ) {
        let by_block = |cell: u32| Reverse((self.parents[cell as usize], cell));
        let mut open: BinaryHeap<_> = cells.map(by_block).collect();
        while let Some(lowest) = open.pop() {
            // A cell that several paths lead to is in the heap once for each.
            while open.peek() == Some(&lowest) {
                open.pop();
            }
            let Reverse((block, cell)) = lowest;
            if open.is_empty() || block == NONE {
                return; // all paths have met
            }
            visit(block, cell);
            open.push(by_block(self.tops[block as usize]));
        }
    }
}

/// Lists the neighbours of a cell: over its edges, then over links.
fn neighbors<'a>(
    mesh: &'a NavMesh,
    linked: &'a [(u32, u32)],
    cell: u32,
) -> impl Iterator<Item = u32> + 'a {
    let edges = &mesh.edges()[mesh.edge_range(cell)];
    let first = linked.partition_point(|pair| pair.0 < cell);
    let linked = linked[first..].iter().take_while(move |pair| pair.0 == cell);
    edges.iter().filter_map(Edge::neighbor_slot).chain(linked.map(|pair| pair.1))
}

/// Lists the pairs of cells that links join, closed links included: in both directions, ascending.
fn linked_cells(mesh: &NavMesh) -> Vec<(u32, u32)> {
    let mut linked = Vec::new();
    for lane in (0..mesh.links().len() as u32).flat_map(|link| mesh.lanes_of(LinkId(link))) {
        let [from, to] = [LinkSide::From, LinkSide::To].map(|side| mesh.link_places(lane, side));
        for (a, b) in from.iter().flat_map(|a| to.iter().map(move |b| (a.cell.slot, b.cell.slot))) {
            linked.extend([(a, b), (b, a)]);
        }
    }
    linked.retain(|(a, b)| a != b);
    linked.sort_unstable();
    linked.dedup();
    linked
}

#[cfg(test)]
mod tests;
