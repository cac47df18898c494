//! The block route: the biconnected blocks that a shortest path between start and goal can cross.

use navmesh_core::backend::{Endpoint, Endpoints};
use navmesh_core::{Incidence, NavMesh};

use crate::any_angle::index::Index;
use crate::any_angle::index::cell_set::CellSet;
use crate::any_angle::index::portals::Portals;
use crate::blocks::{BlockTreeStep, Blocks, Climbs, End};
use navmesh_core::backend::collections::{NONE, StampSet};

/// The blocks of the current query.
#[derive(Debug, Default)]
pub(crate) struct BlockRoute {
    /// The blocks of the route.
    marked: StampSet,
    /// The checkpoints: the cells where blocks of the route meet, and the goal's cells. In all
    /// other cells the search follows the portals of one block.
    checkpoints: CellSet,
    /// By cell in which blocks of the route meet, the cut portal through which the route continues,
    /// or `NONE`.
    cut_portals: Vec<u32>,
    from_start: Vec<BlockTreeStep>,
    from_goal: Vec<BlockTreeStep>,
    /// One cell of each fan of the ends that the route must connect.
    ends: Vec<u32>,
    climbs: Climbs,
}

impl BlockRoute {
    /// Marks the blocks between every fan of the start and every fan of the goal; true if each has
    /// only one.
    pub(crate) fn mark_between(
        &mut self,
        mesh: &NavMesh,
        blocks: &Blocks,
        portals: Portals,
        endpoints: &Endpoints,
    ) -> bool {
        self.begin(mesh, blocks);
        let is_only = self.unite(mesh, blocks, endpoints) == 1;
        if is_only {
            self.find_cut_portals(portals);
        }
        is_only
    }

    /// Adds the blocks between the endpoints; returns the number of pairs of fans.
    pub(crate) fn unite(
        &mut self,
        mesh: &NavMesh,
        blocks: &Blocks,
        endpoints: &Endpoints,
    ) -> usize {
        let (start, goal) = (&endpoints.start, &endpoints.goal);
        let mut pairs = 0;
        for from in fans(mesh, &start.incidences) {
            for to in fans(mesh, &goal.incidences) {
                pairs += 1;
                self.mark(blocks, from, to);
            }
        }
        for incidence in &goal.incidences {
            self.checkpoints.insert(incidence.cell.slot);
        }
        pairs
    }

    /// Adds every fan of both endpoints to the ends of [`BlockRoute::mark_between_ends`].
    pub(crate) fn add_ends(&mut self, mesh: &NavMesh, endpoints: &Endpoints) {
        let (start, goal) = (&endpoints.start.incidences, &endpoints.goal.incidences);
        self.ends.extend(fans(mesh, start).chain(fans(mesh, goal)));
        for incidence in goal {
            self.checkpoints.insert(incidence.cell.slot);
        }
    }

    /// Marks the blocks between all ends that were added. Complexity: linear in the ends and the
    /// marked blocks.
    pub(crate) fn mark_between_ends(&mut self, blocks: &Blocks) {
        let mut ends = std::mem::take(&mut self.ends);
        ends.sort_unstable();
        ends.dedup();
        for &cell in &ends {
            self.add_checkpoint(cell);
        }
        let mut climbs = std::mem::take(&mut self.climbs);
        blocks.each_among(ends.iter().copied(), &mut climbs, |block, _| {
            self.marked.insert(block);
            self.add_checkpoint(blocks.top(block));
        });
        self.climbs = climbs;
        ends.clear();
        self.ends = ends;
    }

    /// Clears the route of the last query.
    pub(crate) fn begin(&mut self, mesh: &NavMesh, blocks: &Blocks) {
        self.ends.clear();
        let (blocks, cells) = (blocks.count(), mesh.slot_count());
        if self.cut_portals.len() < cells {
            self.cut_portals.resize(cells, NONE);
        }
        self.checkpoints.begin(cells);
        self.marked.begin(blocks);
    }

    pub(crate) fn mark_all(&mut self, mesh: &NavMesh, blocks: &Blocks) {
        self.begin(mesh, blocks);
        self.marked.insert_all();
    }

    /// Marks every block, and every cell as a checkpoint.
    pub(crate) fn mark_all_and_check(&mut self, mesh: &NavMesh, blocks: &Blocks) {
        self.mark_all(mesh, blocks);
        for slot in mesh.slots() {
            self.add_checkpoint(slot);
        }
    }

    /// Marks the blocks between all shortcuts that the start can reach, and the blocks that lead to
    /// them.
    pub(crate) fn add_shortcut_blocks(&mut self, mesh: &NavMesh, index: &Index, start: &Endpoint) {
        for from in fans(mesh, &start.incidences) {
            let Some(group) = index.shortcut_blocks.beside(from) else { continue };
            self.mark(&index.blocks, from, group.home);
            for &block in &group.blocks {
                self.marked.insert(block);
            }
            for &cell in &group.cells {
                self.add_checkpoint(cell);
            }
        }
    }

    fn mark(&mut self, blocks: &Blocks, from: u32, to: u32) {
        self.from_start.clear();
        self.from_goal.clear();
        self.add_checkpoint(from);
        self.add_checkpoint(to);
        let mut climbs = std::mem::take(&mut self.climbs);
        blocks.each_between([from, to], &mut climbs, |end, step| {
            self.marked.insert(step.block);
            self.add_checkpoint(step.top);
            match end {
                End::First => self.from_start.push(step),
                End::Second => self.from_goal.push(step),
            }
        });
        self.climbs = climbs;
        // The block in which the two tree paths meet can be listed from both ends.
        let last = self.from_goal.last().map(|step| step.block);
        self.from_start.pop_if(|step| last == Some(step.block));
    }

    /// Marks a cell as a checkpoint without a cut portal.
    pub(crate) fn add_checkpoint(&mut self, cell: u32) {
        self.cut_portals[cell as usize] = NONE;
        self.checkpoints.insert(cell);
    }

    /// Finds the cut portals through which the route leads from block to block.
    fn find_cut_portals(&mut self, portals: Portals) {
        // Up the tree from the start, and down it to the goal.
        let downwards = self.from_goal.iter().map(|step| (step.top, step.from));
        let upwards = self.from_start.iter().map(|step| (step.from, step.top));
        for (cell, next) in downwards.chain(upwards) {
            if let Some(cut_portal) = portals.cut_portal(cell, next) {
                self.cut_portals[cell as usize] = cut_portal;
            }
        }
    }

    /// True if the block is on the route.
    #[inline(always)]
    pub(crate) fn contains(&self, block: u32) -> bool {
        self.marked.contains(block)
    }

    /// True if blocks of the route meet in the cell, or the goal is in it.
    #[inline(always)]
    pub(crate) fn is_checkpoint(&self, cell: u32) -> bool {
        self.checkpoints.contains(cell)
    }

    /// The cut portal through which the route continues from a checkpoint. `NONE` if it continues
    /// through a block of several portals, or is not the only route.
    #[inline(always)]
    pub(crate) fn cut_portal_out_of(&self, cell: u32) -> u32 {
        self.cut_portals[cell as usize]
    }
}

/// One cell of each fan, a maximal run of cells around the point that portals connect.
fn fans<'a>(mesh: &'a NavMesh, all: &'a [Incidence]) -> impl Iterator<Item = u32> + 'a {
    let is_first =
        |i: &usize| all[..*i].iter().all(|earlier| mesh.fan(earlier) != mesh.fan(&all[*i]));
    (0..all.len()).filter(is_first).map(|i| all[i].cell.slot)
}
