//! The way of blocks between start and goal: where a path must stay.

use navmesh_core::{Endpoint, Endpoints, Incidence, NavMesh};

use crate::any_angle::index::Index;
use crate::any_angle::index::cell_set::CellSet;
use crate::any_angle::index::portals::Portals;
use crate::any_angle::search::node::NONE;
use crate::blocks::{Blocks, Climbed, End};

/// The blocks of the current query.
#[derive(Debug, Default)]
pub(crate) struct Way {
    /// For each block, the last query on whose way it lay.
    stamps: Vec<u32>,
    stamp: u32,
    /// The cells to look at twice: where blocks of the way meet, and where the goal is.
    special: CellSet,
    /// For each cell in which blocks of the way meet, the bridge by which it leads on, or `NONE`.
    bridges: Vec<u32>,
    from_start: Vec<Climb>,
    from_goal: Vec<Climb>,
    /// A cell of each fan of many ends, between which the way is still to lead.
    ends: Vec<u32>,
}

/// A block that was climbed through: from one of its cells to the one that it hangs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Climb {
    block: u32,
    from: u32,
    top: u32,
}

impl Way {
    /// Marks the blocks between every fan of the start and every fan of the goal; true where each has but
    /// one.
    pub(crate) fn lead(
        &mut self,
        mesh: &NavMesh,
        blocks: &Blocks,
        portals: Portals,
        endpoints: &Endpoints,
    ) -> bool {
        self.begin(mesh, blocks);
        let is_only = self.unite(mesh, blocks, endpoints) == 1;
        if is_only {
            self.find_bridges(portals);
        }
        is_only
    }

    /// Marks the blocks between the endpoints too; returns how many pairs of fans they have.
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
        goal.incidences.iter().for_each(|i| self.special.insert(i.cell.slot));
        pairs
    }

    /// Takes two more ends for [`Way::lead_between_ends`], every fan of each.
    pub(crate) fn add_ends(&mut self, mesh: &NavMesh, endpoints: &Endpoints) {
        let (start, goal) = (&endpoints.start.incidences, &endpoints.goal.incidences);
        self.ends.extend(fans(mesh, start).chain(fans(mesh, goal)));
        goal.iter().for_each(|i| self.special.insert(i.cell.slot));
    }

    /// Marks the blocks between all ends that were added: each once, however many ends there are.
    pub(crate) fn lead_between_ends(&mut self, blocks: &Blocks) {
        let mut ends = std::mem::take(&mut self.ends);
        ends.sort_unstable();
        ends.dedup();
        ends.iter().for_each(|&cell| self.look_twice_at(cell));
        blocks.climb_among(ends.iter().copied(), |block, _| {
            self.stamps[block as usize] = self.stamp;
            self.look_twice_at(blocks.top(block));
        });
        ends.clear();
        self.ends = ends;
    }

    /// Forgets the last query's way.
    pub(crate) fn begin(&mut self, mesh: &NavMesh, blocks: &Blocks) {
        self.ends.clear();
        let (blocks, cells) = (blocks.count(), mesh.slot_count());
        if self.stamps.len() < blocks {
            self.stamps.resize(blocks, 0);
        }
        if self.bridges.len() < cells {
            self.bridges.resize(cells, NONE);
        }
        self.special.begin(cells);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    /// Marks every block.
    pub(crate) fn lead_through_all(&mut self, mesh: &NavMesh, blocks: &Blocks) {
        self.begin(mesh, blocks);
        self.stamps.fill(self.stamp);
    }

    /// Marks every block, and every cell to be looked at twice.
    pub(crate) fn lead_everywhere(&mut self, mesh: &NavMesh, blocks: &Blocks) {
        self.lead_through_all(mesh, blocks);
        mesh.slots().for_each(|slot| self.look_twice_at(slot));
    }

    /// Marks the trunks that a start hangs together with, and the blocks that lead there.
    pub(crate) fn take_in(&mut self, mesh: &NavMesh, index: &Index, start: &Endpoint) {
        for from in fans(mesh, &start.incidences) {
            let Some(trunk) = index.trunks.beside(from) else { continue };
            self.mark(&index.blocks, from, trunk.home);
            trunk.blocks.iter().for_each(|&block| self.stamps[block as usize] = self.stamp);
            trunk.cells.iter().for_each(|&cell| self.look_twice_at(cell));
        }
    }

    fn mark(&mut self, blocks: &Blocks, from: u32, to: u32) {
        self.from_start.clear();
        self.from_goal.clear();
        self.look_twice_at(from);
        self.look_twice_at(to);
        blocks.climb_between(from, to, |Climbed { block, from, end }| {
            self.stamps[block as usize] = self.stamp;
            let top = blocks.top(block);
            self.look_twice_at(top);
            match end {
                End::First => self.from_start.push(Climb { block, from, top }),
                End::Second => self.from_goal.push(Climb { block, from, top }),
            }
        });
        // The block in which the climbs meet may have been come to from both ends.
        let last = self.from_goal.last().map(|climb| climb.block);
        self.from_start.pop_if(|climb| last == Some(climb.block));
    }

    /// Marks a cell to be looked at twice, out of which no bridge is the only way.
    pub(crate) fn look_twice_at(&mut self, cell: u32) {
        self.bridges[cell as usize] = NONE;
        self.special.insert(cell);
    }

    /// Finds the bridges by which the way leads from block to block.
    fn find_bridges(&mut self, portals: Portals) {
        // Up the tree from the start, and down it to the goal.
        let downwards = self.from_goal.iter().map(|climb| (climb.top, climb.from));
        let upwards = self.from_start.iter().map(|climb| (climb.from, climb.top));
        for (cell, next) in downwards.chain(upwards) {
            if let Some(bridge) = portals.bridge(cell, next) {
                self.bridges[cell as usize] = bridge;
            }
        }
    }

    /// True where a block lies on the way.
    #[inline(always)]
    pub(crate) fn leads_through(&self, block: u32) -> bool {
        self.stamps[block as usize] == self.stamp
    }

    /// True where the way may lead from block to block in a cell, and where the goal is in it.
    #[inline(always)]
    pub(crate) fn is_special(&self, cell: u32) -> bool {
        self.special.contains(cell)
    }

    /// The bridge by which the way leads on from a cell in which blocks meet; `NONE` where it leads on
    /// through a block of several portals, or is not the only way.
    #[inline(always)]
    pub(crate) fn bridge_out_of(&self, cell: u32) -> u32 {
        self.bridges[cell as usize]
    }
}

/// One cell of each fan: of each run of cells around the point that are joined by portals.
fn fans<'a>(mesh: &'a NavMesh, all: &'a [Incidence]) -> impl Iterator<Item = u32> + 'a {
    let is_first =
        |i: &usize| all[..*i].iter().all(|earlier| mesh.fan(earlier) != mesh.fan(&all[*i]));
    (0..all.len()).filter(is_first).map(|i| all[i].cell.slot)
}
