//! ShortcutBlocks: the blocks that any search may have to cross for a shortcut.
//!
//! A [block](crate::blocks) off the way between start and goal is of no use to a walk: it must come back to the
//! cell by which it left the way, and from place to place of a convex cell nothing is shorter than the straight
//! line. Nothing but a *shortcut*, a link that costs less than the straight line is long. So a path may leave the
//! way for shortcuts, and only for the blocks between the way and them, by the same argument. All shortcuts of
//! what hangs together are joined by one tree of blocks, the *trunk*, which every way of theirs takes in.

use navmesh_core::NavMesh;
use navmesh_core::collections::DisjointSets;

use super::connection_index::LeapIndex;
use crate::blocks::Blocks;
use navmesh_core::collections::NONE;

/// The trunks of a mesh; nothing where there are no shortcuts.
#[derive(Debug, Clone, Default)]
pub(crate) struct ShortcutBlocks {
    /// The trunk that each cell hangs together with, or `NONE`; by slot.
    of_cells: Vec<u32>,
    all: Vec<ShortcutGroup>,
}

/// The blocks between the shortcuts of what hangs together.
#[derive(Debug, Clone)]
pub(crate) struct ShortcutGroup {
    /// A cell of it.
    pub(crate) home: u32,
    pub(crate) blocks: Vec<u32>,
    /// The cells in which its blocks meet, and others.
    pub(crate) cells: Vec<u32>,
}

impl ShortcutBlocks {
    /// Finds the trunks of a mesh whose links are all open. Complexity: linear, and O(t log t) in the blocks and cells that
    /// they take in and the number of shortcuts.
    pub(crate) fn of(mesh: &NavMesh, blocks: &Blocks, leaps: &LeapIndex) -> Self {
        let mut shortcut_blocks = Self::default();
        if leaps.shortcuts.is_none() {
            return shortcut_blocks;
        }
        let group = groups(mesh, leaps);
        let mut of_groups = vec![NONE; mesh.component_count()];
        let mut ends: Vec<Vec<u32>> = Vec::new();
        for leap in leaps.all().iter().filter(|leap| leap.is_shortcut()) {
            for &cell in leap.entry_cells.iter().chain(&leap.exit_cells) {
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
        mesh.slots().for_each(|slot| shortcut_blocks.of_cells[slot as usize] = of_cell(slot));
        shortcut_blocks
    }

    /// The trunk that the cell in a slot hangs together with.
    pub(crate) fn beside(&self, slot: u32) -> Option<&ShortcutGroup> {
        self.all.get(*self.of_cells.get(slot as usize)? as usize)
    }

    /// How many bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        let own = |group: &ShortcutGroup| group.blocks.capacity() + group.cells.capacity();
        (self.of_cells.capacity() + self.all.iter().map(own).sum::<usize>()) * size_of::<u32>()
    }
}

impl ShortcutGroup {
    /// The trunk between these cells, of which there is at least one.
    fn between(blocks: &Blocks, ends: &[u32]) -> Self {
        let mut group = Self { home: ends[0], blocks: Vec::new(), cells: Vec::new() };
        blocks.each_among(ends.iter().copied(), |block, from| {
            group.blocks.push(block);
            group.cells.extend([from, blocks.top(block)]);
        });
        for all in [&mut group.blocks, &mut group.cells] {
            all.sort_unstable();
            all.dedup();
            all.shrink_to_fit();
        }
        group
    }
}

/// Returns for each component the lowest component that links join it with, in any direction.
pub(crate) fn groups(mesh: &NavMesh, leaps: &LeapIndex) -> Vec<u32> {
    let mut groups = DisjointSets::new(mesh.component_count());
    for leap in leaps.all() {
        let mut components =
            leap.entry_cells.iter().chain(&leap.exit_cells).map(|&cell| mesh.component(cell));
        let Some(first) = components.next() else { continue };
        for other in components {
            groups.unite(first, other);
        }
    }
    groups.into_lowest()
}
