//! The small graph around the removed and the new cells of a patch.

use navmesh_core::NavMesh;
use navmesh_core::backend::PatchReport;
use navmesh_core::backend::collections::{
    DisjointSets, GroupSizes, Groups, MergeSort, NONE, biconnected_blocks, counting_sort,
};

use super::{TouchedBlocks, neighbors};
use crate::blocks::Blocks;

/// The graph. Its nodes are its cells, then its blocks, numbered from 0. A *group* is a block of the graph,
/// or several that share a node of an old block.
#[derive(Debug)]
pub(super) struct LocalGraph {
    /// The slots of the cells, ascending.
    pub(super) cells: Vec<u32>,
    /// The numbers of the old blocks, ascending.
    pub(super) blocks: Vec<u32>,
    /// The cells at the top of a piece of the former tree; nothing above them has changed.
    pub(super) roots: Vec<u32>,
    pub(super) group_count: usize,
    /// The piece of the former tree of each node: its lowest node.
    pieces: DisjointSets,
    /// The cells of each group.
    cells_of: Groups<u32>,
    /// The groups of each cell.
    groups_of: Groups<u32>,
    /// The old blocks of each group, as indices into `blocks`.
    blocks_of: Groups<u32>,
}

/// The former tree near the patch.
struct FormerTree {
    /// In any order, some more than once.
    cells: Vec<u32>,
    blocks: Vec<u32>,
    /// Pairs of a cell and a block that it belongs to, in any order, some more than once.
    memberships: Vec<(u32, u32)>,
    roots: Vec<u32>,
}

impl FormerTree {
    fn of(blocks: &Blocks, touched: &TouchedBlocks, rim: Vec<u32>) -> Self {
        let mut tree = Self {
            cells: rim,
            blocks: touched.blocks.clone(),
            memberships: touched.rim.clone(),
            roots: Vec::new(),
        };
        if touched.is_local {
            for &block in &touched.blocks {
                let top = blocks.tops[block as usize];
                if top != NONE {
                    tree.cells.push(top);
                    tree.memberships.push((top, block));
                    tree.roots.push(top);
                }
            }
        } else {
            tree.climb(blocks);
        }
        for all in [&mut tree.blocks, &mut tree.roots] {
            all.merge_sort();
            all.dedup();
        }
        tree
    }

    /// Adds all cells and blocks above the cells and blocks of the tree.
    fn climb(&mut self, blocks: &Blocks) {
        let mut seen = std::collections::BTreeSet::new();
        let tops = self.blocks.iter().map(|&block| (blocks.tops[block as usize], block));
        let tops: Vec<(u32, u32)> = tops.filter(|(top, _)| *top != NONE).collect();
        self.cells.extend(tops.iter().map(|(top, _)| top));
        self.memberships.extend(tops);
        for start in self.cells.clone() {
            let mut at = start;
            while seen.insert(at) {
                self.cells.push(at);
                let block = blocks.parents[at as usize];
                if block == NONE {
                    self.roots.push(at);
                    break;
                }
                self.blocks.push(block);
                self.memberships.push((at, block));
                let top = blocks.tops[block as usize];
                if top == NONE {
                    break;
                }
                self.memberships.push((top, block));
                at = top;
            }
        }
    }
}

/// Returns the nodes around each node.
fn around(nodes: usize, arcs: &[[u32; 2]]) -> Groups<u32> {
    let mut sizes = GroupSizes::new(nodes);
    for &node in arcs.as_flattened() {
        sizes.add(node);
    }
    let mut filler = sizes.into_filler(NONE);
    for &[a, b] in arcs {
        filler.push(a, b);
        filler.push(b, a);
    }
    filler.finish()
}

/// Returns the index of a number in an ascending list.
fn index_of(all: &[u32], number: u32) -> Option<u32> {
    all.binary_search(&number).ok().map(|index| index as u32)
}

impl LocalGraph {
    pub(super) fn of(
        mesh: &NavMesh,
        blocks: &Blocks,
        touched: &TouchedBlocks,
        report: &PatchReport,
    ) -> Self {
        let rim_edges = report.rim.iter().map(|&edge| mesh.edge(edge).cell_slot());
        let rim = touched.rim.iter().map(|&(cell, _)| cell).chain(rim_edges).collect();
        let tree = FormerTree::of(blocks, touched, rim);
        let mut cells = tree.cells;
        cells.extend(report.added.iter().map(|cell| cell.slot));
        cells.merge_sort();
        cells.dedup();
        let count = cells.len() as u32;
        let node_of = |(cell, block): &(u32, u32)| {
            Some([index_of(&cells, *cell)?, index_of(&tree.blocks, *block)? + count])
        };
        let mut arcs: Vec<[u32; 2]> =
            Vec::with_capacity(tree.memberships.len() + 8 * report.added.len());
        arcs.extend(tree.memberships.iter().filter_map(node_of));
        let mut pieces = DisjointSets::new(cells.len() + tree.blocks.len());
        for &[cell, block] in &arcs {
            pieces.unite(cell, block);
        }
        for new in &report.added {
            let from = index_of(&cells, new.slot);
            for to in neighbors(mesh, new.slot).map(|slot| index_of(&cells, slot)) {
                arcs.extend(from.zip(to).map(|(from, to)| [from, to]));
            }
        }
        let roots = tree.roots.iter().filter_map(|&root| index_of(&cells, root)).collect();
        Self::grouped(cells, tree.blocks, &arcs).with_tree(roots, pieces)
    }

    fn with_tree(self, roots: Vec<u32>, pieces: DisjointSets) -> Self {
        Self { roots, pieces, ..self }
    }

    /// Finds the groups of the graph with these arcs.
    fn grouped(cells: Vec<u32>, blocks: Vec<u32>, arcs: &[[u32; 2]]) -> Self {
        let (count, nodes) = (cells.len(), cells.len() + blocks.len());
        let around = around(nodes, arcs);
        // The groups of the old blocks come first.
        let mut sets = DisjointSets::new(blocks.len());
        let mut pairs = Vec::with_capacity(2 * count);
        let neighbors = |node: u32| around.group(node as usize).iter().copied();
        biconnected_blocks(nodes, neighbors, |top, others| {
            let Some(top) = top else { return };
            let own = sets.add(1);
            for node in others.iter().copied().chain([top]) {
                match (node as usize).checked_sub(count) {
                    Some(block) => sets.unite(own, block as u32),
                    None => pairs.push((own, node)),
                }
            }
        });
        let groups = sets.into_lowest();
        for (group, _) in &mut pairs {
            *group = groups[*group as usize];
        }
        pairs.merge_sort();
        pairs.dedup();
        let reversed = pairs.iter().map(|&(group, cell)| (cell, group));
        let of_blocks = (0..blocks.len() as u32).map(|block| (groups[block as usize], block));
        Self {
            group_count: groups.len(),
            cells_of: counting_sort(groups.len(), pairs.iter().copied()),
            groups_of: counting_sort(count, reversed),
            blocks_of: counting_sort(groups.len(), of_blocks),
            cells,
            blocks,
            roots: Vec::new(),
            pieces: DisjointSets::default(),
        }
    }

    pub(super) fn piece(&self, cell: u32) -> u32 {
        self.pieces.lowest(cell)
    }

    pub(super) fn groups_of(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        self.groups_of.group(cell as usize).iter().copied()
    }

    pub(super) fn cells_of(&self, group: u32) -> impl Iterator<Item = u32> + '_ {
        self.cells_of.group(group as usize).iter().copied()
    }

    /// Iterates over the numbers of the old blocks of a group.
    pub(super) fn blocks_of(&self, group: u32) -> impl Iterator<Item = u32> + '_ {
        self.blocks_of.group(group as usize).iter().map(|&index| self.blocks[index as usize])
    }
}
