//! Biconnected blocks of the cell graph: the part of a mesh that a shortest path between two cells can cross.
//!
//! The nodes of the cell graph are cells; portals and links join them. Its [blocks](biconnected_blocks)
//! form a tree. A path that leaves the blocks between its two end cells has to return through the cut
//! cell by which it left. Cells are convex, so a shortest path on foot never leaves a cell and enters it
//! again. So it stays within these blocks.
//!
//! A link joins each cell at one end with each cell at the other end, in both directions, even if the link
//! is closed. So the blocks stay valid when links open and close.

mod climb;
mod update;

use navmesh_core::backend::collections::{MergeSort, NONE, biconnected_blocks};
use navmesh_core::{Edge, LinkId, LinkSide, NavMesh};

pub(crate) use climb::Climbs;
pub(crate) use update::TouchedBlocks;

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
/// In the tree a block is below its top cell. Its number is lower than that of the block above it, until
/// the blocks follow a patch.
///
/// Memory: 4 bytes a cell, 4 a block, 4 more a block once a patch was followed.
#[derive(Debug, Clone)]
pub(crate) struct Blocks {
    /// For each cell the block between it and the cell above it; `NONE` at the root of a component.
    parents: Vec<u32>,
    /// For each block its cell nearest to the root.
    tops: Vec<u32>,
    /// The number of cells of each block without its top, once a patch was followed.
    sizes: Option<Vec<u32>>,
    /// The numbers of no block.
    free: Vec<u32>,
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
        Self { parents, tops, sizes: None, free: Vec::new() }
    }

    pub(crate) fn bytes(&self) -> usize {
        let sizes = self.sizes.as_ref().map_or(0, Vec::capacity);
        (self.parents.capacity() + self.tops.capacity() + sizes + self.free.capacity())
            * size_of::<u32>()
    }

    pub(crate) fn count(&self) -> usize {
        self.tops.len()
    }

    /// Returns the top cell of a block: its cell nearest to the root of the tree.
    pub(crate) fn top(&self, block: u32) -> u32 {
        self.tops[block as usize]
    }

    /// True until the blocks follow a patch: a block then has a lower number than the block above it.
    fn is_ordered(&self) -> bool {
        self.sizes.is_none()
    }

    /// Returns the block of the portals between two neighbouring cells.
    #[inline]
    pub(crate) fn between(&self, a: u32, b: u32) -> u32 {
        let own = self.parents[a as usize];
        if own != NONE && self.tops[own as usize] == b { own } else { self.parents[b as usize] }
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
    linked.merge_sort();
    linked.dedup();
    linked
}

#[cfg(test)]
mod tests;
