//! Shortcut blocks: the blocks that any path may have to cross to use a shortcut.
//!
//! A [block](crate::blocks) off the route between start and goal is useless to a walk. The walk
//! must return to the cell through which it left the route, and inside a convex cell nothing is
//! shorter than the straight line. Only a *shortcut*, a link that costs less than the straight
//! distance between its ends, changes this. A path may therefore leave the route for shortcuts, and
//! only through the blocks between the route and the shortcuts. All shortcuts of a *group*, the
//! components that links connect, are joined by one tree of blocks; every route in the group
//! includes this tree.

use navmesh_core::NavMesh;
use navmesh_core::backend::collections::{DisjointSets, MergeSort};

use super::connection_index::ConnectionIndex;
use crate::blocks::{Blocks, Climbs};
use navmesh_core::backend::collections::NONE;

/// The shortcut blocks of a mesh, by group; empty without shortcuts.
#[derive(Debug, Clone, Default)]
pub(crate) struct ShortcutBlocks {
    /// By slot, the number of the cell's group, or `NONE`.
    of_cells: Vec<u32>,
    all: Vec<ShortcutGroup>,
}

/// The blocks between the shortcuts of components that links connect.
#[derive(Debug, Clone)]
pub(crate) struct ShortcutGroup {
    /// One of its cells.
    pub(crate) home: u32,
    pub(crate) blocks: Vec<u32>,
    /// Cells of its blocks, including all cells in which two of them meet.
    pub(crate) cells: Vec<u32>,
}

impl ShortcutBlocks {
    /// Finds the shortcut blocks of a mesh with all links open. Complexity: linear, plus O(t log t)
    /// in the number of shortcuts and of blocks and cells found.
    pub(crate) fn of(mesh: &NavMesh, blocks: &Blocks, connections: &ConnectionIndex) -> Self {
        let mut shortcut_blocks = Self::default();
        if connections.shortcuts.is_none() {
            return shortcut_blocks;
        }
        let group = groups(mesh, connections);
        let mut of_groups = vec![NONE; mesh.slot_count()];
        let mut ends: Vec<Vec<u32>> = Vec::new();
        for connection in connections.all().iter().filter(|connection| connection.is_shortcut()) {
            for &cell in connection.entry_cells.iter().chain(&connection.exit_cells) {
                let number = &mut of_groups[group[mesh.component(cell) as usize] as usize];
                if *number == NONE {
                    *number = ends.len() as u32;
                    ends.push(Vec::new());
                }
                ends[*number as usize].push(cell);
            }
        }
        shortcut_blocks.all =
            ends.iter().map(|ends| ShortcutGroup::between(blocks, ends)).collect();
        let of_cell = |slot| of_groups[group[mesh.component(slot) as usize] as usize];
        shortcut_blocks.of_cells = vec![NONE; mesh.slot_count()];
        for slot in mesh.slots() {
            shortcut_blocks.of_cells[slot as usize] = of_cell(slot);
        }
        shortcut_blocks
    }

    /// Returns the group of the cell in a slot.
    pub(crate) fn beside(&self, slot: u32) -> Option<&ShortcutGroup> {
        self.all.get(*self.of_cells.get(slot as usize)? as usize)
    }

    pub(crate) fn bytes(&self) -> usize {
        let own = |group: &ShortcutGroup| group.blocks.capacity() + group.cells.capacity();
        (self.of_cells.capacity() + self.all.iter().map(own).sum::<usize>()) * size_of::<u32>()
    }
}

impl ShortcutGroup {
    /// Returns the blocks between the given cells, of which there is at least one.
    fn between(blocks: &Blocks, ends: &[u32]) -> Self {
        let mut group = Self { home: ends[0], blocks: Vec::new(), cells: Vec::new() };
        blocks.each_among(ends.iter().copied(), &mut Climbs::default(), |block, from| {
            group.blocks.push(block);
            group.cells.extend([from, blocks.top(block)]);
        });
        for all in [&mut group.blocks, &mut group.cells] {
            all.merge_sort();
            all.dedup();
            all.shrink_to_fit();
        }
        group
    }
}

/// Returns for each component the lowest component that links connect with it, in any direction.
pub(crate) fn groups(mesh: &NavMesh, connections: &ConnectionIndex) -> Vec<u32> {
    let mut groups = DisjointSets::new(mesh.slot_count());
    for connection in connections.all() {
        let mut components = connection
            .entry_cells
            .iter()
            .chain(&connection.exit_cells)
            .map(|&cell| mesh.component(cell));
        let Some(first) = components.next() else { continue };
        for other in components {
            groups.unite(first, other);
        }
    }
    groups.into_lowest()
}
