//! The way of blocks between start and goal: where a path must stay, and the doors it must pass.
//!
//! A block of one door is a bridge of the cell graph: whoever goes on to the blocks behind it must
//! pass that door. So the length that is left is no less than the way to the next such door, plus
//! the gaps from each of these *gates* to the next, plus the gap from the last to the goal. Where a
//! map winds this is far more than the straight distance, and the search expands the less. We know
//! of no earlier use of this bound.

use navmesh_core::geom::nearest_on_segment;
use navmesh_core::{DVec2, Endpoints, Feature, Incidence, NavMesh};

use super::doors::Doors;
use super::node::NONE;
use crate::blocks::{Blocks, End};

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
    /// For each block, the last query on whose way it lay, and the next gate behind it.
    marks: Vec<Mark>,
    stamp: u32,
    from_start: Vec<u32>,
    from_goal: Vec<u32>,
    gates: Vec<Gate>,
}

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
        self.begin(blocks.count());
        let (start, goal) = (&endpoints.start, &endpoints.goal);
        let mut pairs = 0;
        for from in fans(mesh, &start.incidences) {
            for to in fans(mesh, &goal.incidences) {
                pairs += 1;
                self.mark(blocks, from, to);
            }
        }
        if pairs == 1 {
            self.place_gates(blocks, doors, goal.point);
        }
    }

    fn begin(&mut self, count: usize) {
        if self.marks.len() < count {
            self.marks.resize(count, Mark::default());
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.marks.fill(Mark::default());
            self.stamp = 1;
        }
    }

    fn mark(&mut self, blocks: &Blocks, from: u32, to: u32) {
        self.from_start.clear();
        self.from_goal.clear();
        blocks.climb_between(from, to, |block, end| {
            self.marks[block as usize] = Mark { stamp: self.stamp, gate: NONE };
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
        self.gates.clear();
        let mut next = NONE;
        for &block in self.from_goal.iter().chain(self.from_start.iter().rev()) {
            self.marks[block as usize].gate = next;
            let Some(door) = doors.bridge(block, blocks.top(block)) else { continue };
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

    /// The next gate behind a block of the way.
    #[inline(always)]
    pub(super) fn gate_behind(&self, block: u32) -> Option<&Gate> {
        self.gates.get(self.marks[block as usize].gate as usize)
    }
}

/// How far two segments that do not cross are apart.
fn gap(first: [DVec2; 2], second: [DVec2; 2]) -> f64 {
    let to = |[a, b]: [DVec2; 2], point: DVec2| nearest_on_segment(a, b, point).distance(point);
    let from_first = to(second, first[0]).min(to(second, first[1]));
    from_first.min(to(first, second[0])).min(to(first, second[1]))
}

/// One cell of each fan: of each run of cells around the point that are joined by portals.
fn fans<'a>(mesh: &'a NavMesh, all: &'a [Incidence]) -> impl Iterator<Item = u32> + 'a {
    let fan = |incidence: &Incidence| match incidence.feature {
        Feature::Inside => (0, incidence.cell.slot),
        Feature::Edge(edge) => {
            (1, mesh.edge(edge).twin().map_or(edge.0, |twin| twin.0.min(edge.0)))
        }
        Feature::Corner(edge) => (2, mesh.edge(edge).vertex().0),
    };
    let is_first = move |i: usize| all[..i].iter().all(|earlier| fan(earlier) != fan(&all[i]));
    (0..all.len()).filter(move |&i| is_first(i)).map(|i| all[i].cell.slot)
}

#[cfg(test)]
mod tests;
