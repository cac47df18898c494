//! Biconnected blocks of the cell graph: where a shortest path cannot lead through, it need not look.
//!
//! Source: J. Hopcroft, R. Tarjan, "Algorithm 447: Efficient Algorithms for Graph Manipulation",
//! 1973. Take the graph whose nodes are cells and in which portals and links join them. Its blocks hang
//! together at cut cells like the rooms of a tree, and a path between two cells that leaves the blocks on the
//! tree's way between them must come back through the cut cell by which it left. A convex cell is
//! never worth leaving and re-entering on foot, so a shortest walk does not.
//!
//! A link joins each cell at its one end with each at its other, whichever way it leads and whether or not it is
//! closed: so the blocks hold for whatever is open.
//!
//! We differ from it in: 1) no recursion; 2) a portal's block is read off its two cells, so only
//! cells are stacked; 3) the portal that a cell was entered by is not skipped: it reaches no higher than the
//! cell above, which changes nothing, however many portals the two share.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use navmesh_core::{LinkId, LinkSide, NavMesh};

/// No block, or no cell.
const NONE: u32 = u32::MAX;

/// One of two cells between which blocks lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// The one named first.
    First,
    /// The one named second.
    Second,
}

/// A block met on the way up the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Climbed {
    /// The block.
    pub block: u32,
    /// The cell by which it was come to: one of its cells, and not the one that it hangs on.
    pub from: u32,
    /// The end from which the climb began.
    pub end: End,
}

/// The blocks of a mesh's cell graph and the tree that they form.
///
/// Memory: 4 bytes a cell, 4 a block. Blocks are numbered as they close, so a block's number is below
/// that of the block above it.
#[doc(alias("biconnected", "articulationPoint", "cutVertex"))]
#[derive(Debug, Clone)]
pub struct Blocks {
    /// The block through which each cell hangs on the tree; `NONE` at the root of a component.
    parents: Vec<u32>,
    /// The cell on which each block hangs.
    tops: Vec<u32>,
}

impl Blocks {
    /// Finds the blocks of `mesh`. Complexity: linear.
    #[must_use]
    pub fn of(mesh: &NavMesh) -> Self {
        Self::with_links(mesh, &joined_by_links(mesh))
    }

    /// The same, where it is known which cells [links join](joined_by_links).
    pub(crate) fn with_links(mesh: &NavMesh, joined: &[(u32, u32)]) -> Self {
        let cells = mesh.slot_count();
        let mut walk = Walk {
            mesh,
            joined,
            order: vec![NONE; cells],
            low: vec![NONE; cells],
            count: 0,
            open: Vec::new(),
            blocks: Self { parents: vec![NONE; cells], tops: Vec::new() },
        };
        for slot in mesh.slots() {
            if walk.order[slot as usize] == NONE {
                walk.explore(slot);
            }
        }
        walk.blocks
    }

    /// How many bytes its arrays hold.
    pub(crate) fn bytes(&self) -> usize {
        (self.parents.capacity() + self.tops.capacity()) * size_of::<u32>()
    }

    /// How many blocks there are: block numbers are below it.
    #[must_use]
    pub fn count(&self) -> usize {
        self.tops.len()
    }

    /// The cell on which a block hangs: the one of its cells that is next to the root of the tree.
    #[must_use]
    pub fn top(&self, block: u32) -> u32 {
        self.tops[block as usize]
    }

    /// The block of the portals between two neighbouring cells.
    ///
    /// One of the two is above the other, and its own block is the same or closes later.
    #[inline]
    #[must_use]
    pub fn between(&self, a: u32, b: u32) -> u32 {
        self.parents[a as usize].min(self.parents[b as usize])
    }

    /// Calls `visit` with every block on the tree's way between two cells of one component, climbing
    /// from both ends. The blocks of each end come in order from there.
    ///
    /// Complexity: linear in the number of blocks visited.
    pub fn climb_between(&self, mut a: u32, mut b: u32, mut visit: impl FnMut(Climbed)) {
        while a != b {
            // What is below closes first: the one with the lower block is not above the other.
            let [of_a, of_b] = [a, b].map(|cell| self.parents[cell as usize]);
            let (lower, block, end) = match of_a < of_b {
                true => (&mut a, of_a, End::First),
                false => (&mut b, of_b, End::Second),
            };
            if block == NONE {
                return; // two components: nothing lies between
            }
            visit(Climbed { block, from: *lower, end });
            *lower = self.tops[block as usize];
        }
    }

    /// Calls `visit` with every block on the tree's way between any two of some cells of one component, and with the cell
    /// by which it was come to: one of its cells, and not the one that it hangs on.
    ///
    /// Complexity: O(n log n) in the number of cells and of visits, no two of which are alike.
    pub(crate) fn climb_among(
        &self,
        cells: impl Iterator<Item = u32>,
        mut visit: impl FnMut(u32, u32),
    ) {
        let below = |cell: u32| Reverse((self.parents[cell as usize], cell));
        let mut open: BinaryHeap<_> = cells.map(below).collect();
        while let Some(lowest) = open.pop() {
            // What is below closes first; a cell come to by several ways comes out once for each.
            while open.peek() == Some(&lowest) {
                open.pop();
            }
            let Reverse((block, cell)) = lowest;
            if open.is_empty() || block == NONE {
                return; // here all ways have met
            }
            visit(block, cell);
            open.push(below(self.tops[block as usize]));
        }
    }
}

/// The pairs of cells that the links of a mesh join, closed ones included; both ways, ascending.
pub(crate) fn joined_by_links(mesh: &NavMesh) -> Vec<(u32, u32)> {
    let mut joined = Vec::new();
    for lane in (0..mesh.links().len() as u32).flat_map(|link| mesh.lanes_of(LinkId(link))) {
        let [from, to] = [LinkSide::From, LinkSide::To].map(|side| mesh.link_places(lane, side));
        for (a, b) in from.iter().flat_map(|a| to.iter().map(move |b| (a.cell.slot, b.cell.slot))) {
            joined.extend([(a, b), (b, a)]);
        }
    }
    joined.retain(|(a, b)| a != b);
    joined.sort_unstable();
    joined.dedup();
    joined
}

/// The depth-first walk.
struct Walk<'a> {
    mesh: &'a NavMesh,
    /// The pairs of cells that links join.
    joined: &'a [(u32, u32)],
    /// When each cell was discovered.
    order: Vec<u32>,
    /// The earliest discovered cell that each cell's subtree reaches.
    low: Vec<u32>,
    count: u32,
    /// Cells whose block is not closed yet, in the order of discovery.
    open: Vec<u32>,
    blocks: Blocks,
}

/// A cell on the way down, and what of it is to be tried next.
struct Frame {
    cell: u32,
    edge: usize,
    /// A place among the pairs that links join.
    link: usize,
}

impl Walk<'_> {
    fn explore(&mut self, root: u32) {
        let mut stack = vec![self.discover(root)];
        while let Some(frame) = stack.last_mut() {
            let cell = frame.cell;
            let Some(neighbor) = self.next_neighbor(frame) else {
                stack.pop();
                if let Some(parent) = stack.last() {
                    self.leave(cell, parent.cell);
                }
                continue;
            };
            if self.order[neighbor as usize] == NONE {
                self.open.push(neighbor);
                stack.push(self.discover(neighbor));
            } else {
                let reached = self.order[neighbor as usize];
                let low = &mut self.low[cell as usize];
                *low = (*low).min(reached);
            }
        }
    }

    /// The next cell that is joined with a frame's: over an edge, and then by links.
    fn next_neighbor(&self, frame: &mut Frame) -> Option<u32> {
        let end = self.mesh.edge_range(frame.cell).end;
        while frame.edge < end {
            frame.edge += 1;
            if let Some(neighbor) = self.mesh.edges()[frame.edge - 1].neighbor_slot() {
                return Some(neighbor);
            }
        }
        let (_, neighbor) = self.joined.get(frame.link).filter(|pair| pair.0 == frame.cell)?;
        frame.link += 1;
        Some(*neighbor)
    }

    fn discover(&mut self, cell: u32) -> Frame {
        self.order[cell as usize] = self.count;
        self.low[cell as usize] = self.count;
        self.count += 1;
        let link = self.joined.partition_point(|pair| pair.0 < cell);
        Frame { cell, edge: self.mesh.edge_range(cell).start, link }
    }

    /// Goes back up; closes a block where nothing below reaches above `parent`.
    fn leave(&mut self, child: u32, parent: u32) {
        let reached = self.low[child as usize];
        let low = &mut self.low[parent as usize];
        *low = (*low).min(reached);
        if reached < self.order[parent as usize] {
            return;
        }
        let block = self.blocks.tops.len() as u32;
        self.blocks.tops.push(parent);
        while let Some(cell) = self.open.pop() {
            self.blocks.parents[cell as usize] = block;
            if cell == child {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests;
