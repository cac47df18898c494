//! The way of blocks between start and goal: where a path must stay, and the doors it must pass.
//!
//! A block of one door is a bridge of the cell graph: whoever goes on to the blocks behind it must
//! pass that door. So the length that is left is no less than the way to the next such door, plus
//! the gaps from each of these *gates* to the next, plus the gap from the last to the goal. Where a
//! map winds this is far more than the straight distance, and the search expands the less. We know
//! of no earlier use of this bound.

use navmesh_core::geom::{Turn, nearest_on_segment, turn};
use navmesh_core::{DVec2, Endpoints, Incidence, NavMesh};

use super::cells::CellSet;
use super::doors::Doors;
use super::node::NONE;
use crate::blocks::{Blocks, Climbed, End};

/// A door that every path to the goal must pass.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gate {
    ends: [DVec2; 2],
    pub(super) middle: DVec2,
    /// What the way to any point of the gate may be shorter by than the way to its middle.
    pub(super) half: f64,
    /// How long the way from the gate to the goal is at least.
    pub(super) rest: f64,
}

/// The blocks of the current query.
#[derive(Debug, Default)]
pub(super) struct Way {
    marks: Vec<Mark>,
    stamp: u32,
    /// The cells to look at twice: where blocks of the way meet, and where the goal is.
    special: CellSet,
    /// For each cell in which blocks of the way meet, the bridge by which it leads on, or `NONE`.
    bridges: Vec<u32>,
    from_start: Vec<u32>,
    from_goal: Vec<u32>,
    gates: Vec<Gate>,
}

/// What is known of a block: the last query on whose way it lay, and the next gate behind it.
#[derive(Debug, Clone, Copy, Default)]
struct Mark {
    stamp: u32,
    gate: u32,
}

impl Way {
    /// Marks the blocks between every fan of the start and every fan of the goal.
    pub(super) fn lead(
        &mut self,
        mesh: &NavMesh,
        blocks: &Blocks,
        doors: &Doors,
        endpoints: &Endpoints,
    ) {
        self.begin(mesh, blocks);
        if self.unite(mesh, blocks, endpoints) == 1 {
            self.place_gates(blocks, doors, endpoints.goal.point);
        }
    }

    /// Marks the blocks between the endpoints too; returns how many pairs of fans they have.
    pub(super) fn unite(
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

    /// Forgets the last query's way.
    pub(super) fn begin(&mut self, mesh: &NavMesh, blocks: &Blocks) {
        let (blocks, cells) = (blocks.count(), mesh.slot_count());
        self.gates.clear();
        if self.marks.len() < blocks {
            self.marks.resize(blocks, Mark::default());
        }
        if self.bridges.len() < cells {
            self.bridges.resize(cells, NONE);
        }
        self.special.begin(cells);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.marks.fill(Mark::default());
            self.stamp = 1;
        }
    }

    /// Marks every block, and every cell to be looked at twice.
    pub(super) fn lead_everywhere(&mut self, mesh: &NavMesh, blocks: &Blocks) {
        self.begin(mesh, blocks);
        self.marks.fill(Mark { stamp: self.stamp, gate: NONE });
        mesh.slots().for_each(|slot| self.special.insert(slot));
    }

    fn mark(&mut self, blocks: &Blocks, from: u32, to: u32) {
        self.from_start.clear();
        self.from_goal.clear();
        let stamp = self.stamp;
        blocks.climb_between(from, to, |Climbed { block, from, end }| {
            self.marks[block as usize] = Mark { stamp, gate: NONE };
            for cell in [from, blocks.top(block)] {
                self.bridges[cell as usize] = NONE;
                self.special.insert(cell);
            }
            match end {
                End::First => self.from_start.push(block),
                End::Second => self.from_goal.push(block),
            }
        });
        // The block in which the climbs meet may have been come to from both ends.
        self.from_start.pop_if(|block| self.from_goal.last() == Some(block));
    }

    /// Finds the gates, from the goal back to the start.
    fn place_gates(&mut self, blocks: &Blocks, doors: &Doors, goal: DVec2) {
        let mut next = NONE;
        let downwards = self.from_goal.len();
        for (i, &block) in self.from_goal.iter().chain(self.from_start.iter().rev()).enumerate() {
            self.marks[block as usize].gate = next;
            let Some(number) = doors.bridge(blocks, block) else { continue };
            let door = doors.get(number);
            // The bridge leads out of the cell that the block hangs on, away from the root of the tree.
            let (from, bridge) = match i < downwards {
                true => (blocks.top(block), number),
                false => (door.into, door.twin),
            };
            self.bridges[from as usize] = bridge;
            let ends = [door.right, door.left];
            let rest = match self.gates.last() {
                None => nearest_on_segment(ends[0], ends[1], goal).distance(goal),
                Some(after) => gap(ends, after.ends) + after.rest,
            };
            next = self.gates.len() as u32;
            let [a, b] = ends;
            self.gates.push(Gate { ends, middle: a.midpoint(b), half: a.distance(b) / 2.0, rest });
        }
    }

    /// True where a block lies on the way.
    #[inline(always)]
    pub(super) fn leads_through(&self, block: u32) -> bool {
        self.marks[block as usize].stamp == self.stamp
    }

    /// True where the way may lead from block to block in a cell, and where the goal is in it.
    #[inline(always)]
    pub(super) fn is_special(&self, cell: u32) -> bool {
        self.special.contains(cell)
    }

    /// The bridge by which the way leads on from a cell in which blocks meet; `NONE` where it leads on
    /// through a block of several doors, or is not the only way.
    #[inline(always)]
    pub(super) fn bridge_out_of(&self, cell: u32) -> u32 {
        self.bridges[cell as usize]
    }

    /// True where there is a gate at all.
    #[inline(always)]
    pub(super) fn has_gates(&self) -> bool {
        !self.gates.is_empty()
    }

    /// The next gate behind a block of the way.
    #[inline(always)]
    pub(super) fn gate_behind(&self, block: u32) -> Option<&Gate> {
        self.gates.get(self.marks[block as usize].gate as usize)
    }
}

/// How far two segments are apart. Doors of one floor do not cross; those of two may.
fn gap(first: [DVec2; 2], second: [DVec2; 2]) -> f64 {
    if first.iter().any(|end| second.contains(end)) || cross(first, second) {
        return 0.0;
    }
    let to = |[a, b]: [DVec2; 2], point: DVec2| nearest_on_segment(a, b, point).distance(point);
    let from_first = to(second, first[0]).min(to(second, first[1]));
    from_first.min(to(first, second[0])).min(to(first, second[1]))
}

/// True where two segments have an inner point of both in common.
fn cross([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let boxes_meet = a.min(b).cmplt(c.max(d)).all() && c.min(d).cmplt(a.max(b)).all();
    let parts = |[p, q]: [DVec2; 2], [r, s]: [DVec2; 2]| {
        matches!(
            (turn(p, q, r), turn(p, q, s)),
            (Turn::Left, Turn::Right) | (Turn::Right, Turn::Left)
        )
    };
    boxes_meet && parts([a, b], [c, d]) && parts([c, d], [a, b])
}

/// One cell of each fan: of each run of cells around the point that are joined by portals.
fn fans<'a>(mesh: &'a NavMesh, all: &'a [Incidence]) -> impl Iterator<Item = u32> + 'a {
    let is_first =
        |i: &usize| all[..*i].iter().all(|earlier| mesh.fan(earlier) != mesh.fan(&all[*i]));
    (0..all.len()).filter(is_first).map(|i| all[i].cell.slot)
}

#[cfg(test)]
mod tests;
