//! Blocks after a patch.
//!
//! The blocks at removed cells are *touched*. All others stay as they are. A small graph decides the rest: its
//! nodes are the new cells, the *rim* (the cells that stay and lose or win a portal), and one node a touched
//! block, which stands for all that is left of it. New blocks are those of this graph; blocks that share a
//! touched block become one. So old blocks on a new cycle unite, and pockets stay apart. A touched block that
//! has come apart stays one block, which makes routes larger and never smaller; its parts in other components
//! become blocks of their own (`apart`).
//!
//! ```text
//!   old block A --- r1 --- new --- r2 --- old block A      one cycle: all in block A
//!   old block A --- r1 --- new                             a pocket: a block of its own
//!   old block A --- r1 --- new --- r2 --- old block B      A and B stay apart, if nothing else joins them
//! ```
//!
//! If the removed cells are connected, two touched blocks had only removed cells between them. Otherwise they
//! may be joined far away; then all blocks and cells between the rim and the roots of the tree join the
//! graph.
//!
//! The tree is then turned so that all of it hangs on one of its former roots.

mod apart;
mod local_graph;

use navmesh_core::backend::collections::{DisjointSets, MergeSort, NONE};
use navmesh_core::backend::{MeshPatch, PatchReport};
use navmesh_core::{Edge, NavMesh};

use super::Blocks;
use local_graph::LocalGraph;

/// The blocks around the cells that a patch removes, collected before it is applied.
#[derive(Debug, Clone, Default)]
pub(crate) struct TouchedBlocks {
    /// The slots of the removed cells, ascending.
    removed: Vec<u32>,
    /// The cells that stay beside removed cells, with the block between them.
    rim: Vec<(u32, u32)>,
    /// The touched blocks, ascending.
    blocks: Vec<u32>,
    /// True if the removed cells are connected with one another, and no listed wall becomes a portal.
    is_local: bool,
}

impl TouchedBlocks {
    /// Collects the blocks at the removed cells of a patch.
    pub(crate) fn of(mesh: &NavMesh, blocks: &Blocks, patch: &MeshPatch) -> Self {
        let known = patch.removed.iter().filter(|&&cell| mesh.has_cell(cell));
        let mut removed: Vec<u32> = known.map(|cell| cell.slot).collect();
        removed.merge_sort();
        removed.dedup();
        let mut sets = DisjointSets::new(removed.len());
        let mut touched = Self {
            rim: Vec::with_capacity(8 * removed.len()),
            blocks: Vec::with_capacity(8 * removed.len()),
            is_local: patch.walls.is_empty(),
            ..Self::default()
        };
        for (index, &slot) in (0..).zip(&removed) {
            for neighbor in neighbors(mesh, slot) {
                let block = blocks.between(slot, neighbor);
                touched.blocks.push(block);
                match removed.binary_search(&neighbor) {
                    Ok(other) => sets.unite(index, other as u32),
                    Err(_) => touched.rim.push((neighbor, block)),
                }
            }
        }
        touched.is_local &= (0..removed.len() as u32).all(|index| sets.lowest(index) == 0);
        touched.blocks.merge_sort();
        touched.blocks.dedup();
        touched.rim.merge_sort();
        touched.rim.dedup();
        Self { removed, ..touched }
    }

    fn is_removed(&self, slot: u32) -> bool {
        self.removed.binary_search(&slot).is_ok()
    }
}

/// The slots of the cells behind the portals of a cell.
fn neighbors(mesh: &NavMesh, slot: u32) -> impl Iterator<Item = u32> + '_ {
    mesh.edges()[mesh.edge_range(slot)].iter().filter_map(Edge::neighbor_slot)
}

impl Blocks {
    /// Follows a patch. Returns the cells whose portals may have changed their blocks.
    ///
    /// `mesh` is the mesh after the patch. It must have no links, because blocks run through links.
    ///
    /// Complexity: linear in the touched cells, and in the smaller ones of the blocks that unite. If the
    /// removed cells are not connected, also in the depth of the tree.
    pub(crate) fn follow(
        &mut self,
        mesh: &NavMesh,
        touched: &TouchedBlocks,
        report: &PatchReport,
    ) -> Vec<u32> {
        self.begin_update(mesh, touched);
        let divided = self.part_components(mesh, touched);
        let graph = LocalGraph::of(mesh, self, divided.as_ref().unwrap_or(touched), report);
        self.hang(mesh, &graph);
        for &block in &graph.blocks {
            self.drop_if_empty(block);
        }
        graph.cells
    }

    /// Takes the removed cells out of their blocks.
    fn begin_update(&mut self, mesh: &NavMesh, touched: &TouchedBlocks) {
        if self.sizes.is_none() {
            let mut sizes = vec![0; self.tops.len()];
            for &parent in self.parents.iter().filter(|&&parent| parent != NONE) {
                sizes[parent as usize] += 1;
            }
            self.sizes = Some(sizes);
        }
        self.parents.resize(mesh.slot_count(), NONE);
        for &slot in &touched.removed {
            self.set_parent(slot, NONE);
        }
        for &block in &touched.blocks {
            let top = &mut self.tops[block as usize];
            if touched.is_removed(*top) {
                *top = NONE;
            }
        }
    }

    fn size(&self, block: u32) -> u32 {
        self.sizes.as_ref().map_or(0, |sizes| sizes[block as usize])
    }

    fn set_parent(&mut self, cell: u32, block: u32) {
        let former = std::mem::replace(&mut self.parents[cell as usize], block);
        let Some(sizes) = &mut self.sizes else { return };
        if let Some(size) = sizes.get_mut(former as usize) {
            *size -= 1;
        }
        if let Some(size) = sizes.get_mut(block as usize) {
            *size += 1;
        }
    }

    fn new_block(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.tops.push(NONE);
            self.sizes.get_or_insert_default().push(0);
            self.tops.len() as u32 - 1
        })
    }

    fn drop_if_empty(&mut self, block: u32) {
        if self.size(block) == 0 {
            self.tops[block as usize] = NONE;
            self.free.push(block);
        }
    }

    /// Makes a cell the root of its tree.
    fn reroot(&mut self, cell: u32) {
        let (mut at, mut above) = (cell, NONE);
        loop {
            let block = self.parents[at as usize];
            self.set_parent(at, above);
            if block == NONE {
                return;
            }
            let top = std::mem::replace(&mut self.tops[block as usize], at);
            if top == NONE {
                return;
            }
            (at, above) = (top, block);
        }
    }

    /// Hangs all cells and blocks of the graph on one root for each of its components.
    fn hang(&mut self, mesh: &NavMesh, graph: &LocalGraph) {
        let mut walk = HangingWalk {
            has_cell: vec![false; graph.cells.len()],
            has_group: vec![NONE; graph.group_count],
            has_piece: vec![false; graph.cells.len() + graph.blocks.len()],
            open: Vec::with_capacity(graph.cells.len()),
        };
        // Former roots come first, so that as little as possible is turned.
        let roots = graph.roots.iter().copied();
        for start in roots.chain(0..graph.cells.len() as u32) {
            if walk.has_cell[start as usize] {
                continue;
            }
            let is_root = graph.roots.contains(&start);
            if !is_root {
                self.reroot(graph.cells[start as usize]);
            }
            walk.reach(graph, start);
            while let Some(top) = walk.open.pop() {
                for group in graph.groups_of(top) {
                    self.hang_group(mesh, graph, &mut walk, [group, top]);
                }
            }
        }
    }

    /// Hangs a group of the graph on its top cell.
    fn hang_group(
        &mut self,
        mesh: &NavMesh,
        graph: &LocalGraph,
        walk: &mut HangingWalk,
        [group, top]: [u32; 2],
    ) {
        if walk.has_group[group as usize] != NONE {
            return;
        }
        let old: Vec<u32> = graph.blocks_of(group).collect();
        let largest = old.iter().copied().max_by_key(|&block| (self.size(block), block));
        let own = largest.unwrap_or_else(|| self.new_block());
        walk.has_group[group as usize] = own;
        for cell in graph.cells_of(group) {
            if walk.has_cell[cell as usize] {
                continue;
            }
            let slot = graph.cells[cell as usize];
            if !walk.has_piece[graph.piece(cell) as usize] {
                self.reroot(slot);
            }
            walk.reach(graph, cell);
            self.set_parent(slot, own);
        }
        for &block in old.iter().filter(|&&block| block != own) {
            let seeds = graph.cells_of(group).map(|cell| graph.cells[cell as usize]);
            self.repaint(mesh, seeds.collect(), [block, own]);
        }
        self.tops[own as usize] = graph.cells[top as usize];
    }

    /// Moves the cells of one block into another.
    fn repaint(&mut self, mesh: &NavMesh, mut open: Vec<u32>, [from, to]: [u32; 2]) {
        while let Some(slot) = open.pop() {
            for neighbor in neighbors(mesh, slot) {
                if self.parents[neighbor as usize] == from {
                    self.set_parent(neighbor, to);
                    open.push(neighbor);
                }
            }
        }
    }
}

/// The parts of the graph that hang on a root already.
struct HangingWalk {
    has_cell: Vec<bool>,
    /// The block of each group, or `NONE`.
    has_group: Vec<u32>,
    /// By the lowest node of each piece of the former tree.
    has_piece: Vec<bool>,
    open: Vec<u32>,
}

impl HangingWalk {
    fn reach(&mut self, graph: &LocalGraph, cell: u32) {
        self.has_cell[cell as usize] = true;
        self.has_piece[graph.piece(cell) as usize] = true;
        self.open.push(cell);
    }
}
