//! Biconnected blocks of the cell graph: where a shortest path cannot lead through, it need not look.
//!
//! Source: J. Hopcroft, R. Tarjan, "Algorithm 447: Efficient Algorithms for Graph Manipulation",
//! 1973. Take the graph whose nodes are cells and whose links are portals. Its blocks hang together
//! at cut cells like the rooms of a tree, and a path between two cells that leaves the blocks on the
//! tree's way between them must come back through the cut cell by which it left. A convex cell is
//! never worth leaving and re-entering, so a shortest path does not.
//!
//! We differ from it in: 1) no recursion; 2) a portal's block is read off its deeper cell, so only
//! cells are stacked; 3) two cells may share several portals: the portal that a cell was entered by
//! is skipped, not the cell.

use navmesh_core::NavMesh;

/// No block, or no cell.
const NONE: u32 = u32::MAX;

/// The blocks of a mesh's cell graph and the tree that they form.
///
/// Memory: 4 bytes an edge, 8 a cell, 4 a block.
#[derive(Debug, Clone)]
pub struct Blocks {
    /// The block of each edge with a neighbour, by edge index.
    of_edge: Vec<u32>,
    /// The block through which each cell hangs on the tree; `NONE` at the root of a component.
    parents: Vec<u32>,
    /// How many blocks are above each cell.
    depths: Vec<u32>,
    /// The cell on which each block hangs.
    tops: Vec<u32>,
}

impl Blocks {
    /// Finds the blocks of `mesh`. Complexity: linear.
    #[must_use]
    pub fn of(mesh: &NavMesh) -> Self {
        let cells = mesh.slot_count();
        let mut walk = Walk {
            mesh,
            order: vec![NONE; cells],
            low: vec![NONE; cells],
            count: 0,
            open: Vec::new(),
            blocks: Self {
                of_edge: Vec::new(),
                parents: vec![NONE; cells],
                depths: vec![0; cells],
                tops: Vec::new(),
            },
        };
        for slot in mesh.slots() {
            if walk.order[slot as usize] == NONE {
                walk.explore(slot);
            }
        }
        walk.measure_depths();
        let Walk { order, mut blocks, .. } = walk;
        blocks.of_edge = mesh
            .edges()
            .iter()
            .map(|edge| {
                edge.neighbor_slot().map_or(NONE, |neighbor| {
                    let cell = edge.cell_slot();
                    let deeper = if order[cell as usize] > order[neighbor as usize] {
                        cell
                    } else {
                        neighbor
                    };
                    blocks.parents[deeper as usize]
                })
            })
            .collect();
        blocks
    }

    /// How many blocks there are: block numbers are below it.
    #[must_use]
    pub fn count(&self) -> usize {
        self.tops.len()
    }

    /// The block of an edge that has a neighbour.
    #[inline]
    #[must_use]
    pub fn of_edge(&self, edge: usize) -> u32 {
        self.of_edge[edge]
    }

    /// Calls `mark` with every block on the tree's way between two cells of one component.
    pub fn mark_between(&self, mut a: u32, mut b: u32, mut mark: impl FnMut(u32)) {
        while a != b {
            let deeper =
                if self.depths[a as usize] >= self.depths[b as usize] { &mut a } else { &mut b };
            let block = self.parents[*deeper as usize];
            if block == NONE {
                return; // two components: nothing lies between
            }
            mark(block);
            *deeper = self.tops[block as usize];
        }
    }
}

/// The depth-first walk.
struct Walk<'a> {
    mesh: &'a NavMesh,
    /// When each cell was discovered.
    order: Vec<u32>,
    /// The earliest discovered cell that each cell's subtree reaches.
    low: Vec<u32>,
    count: u32,
    /// Cells whose block is not closed yet, in the order of discovery.
    open: Vec<u32>,
    blocks: Blocks,
}

/// A cell on the way down, the edge by which it leads back up, and the next edge to try.
struct Frame {
    cell: u32,
    back: Option<usize>,
    next: usize,
}

impl Walk<'_> {
    fn explore(&mut self, root: u32) {
        let mut stack = vec![self.discover(root, None)];
        while let Some(frame) = stack.last_mut() {
            let edge = frame.next;
            if edge == self.mesh.edge_range(frame.cell).end {
                let child = frame.cell;
                stack.pop();
                if let Some(parent) = stack.last() {
                    self.leave(child, parent.cell);
                }
                continue;
            }
            frame.next += 1;
            let cell = frame.cell;
            let Some(twin) = self.mesh.edges()[edge].twin() else { continue };
            if frame.back == Some(edge) {
                continue;
            }
            let neighbor = self.mesh.edge(twin).cell_slot();
            if self.order[neighbor as usize] == NONE {
                stack.push(self.discover(neighbor, Some(twin.index())));
            } else {
                let reached = self.order[neighbor as usize];
                let low = &mut self.low[cell as usize];
                *low = (*low).min(reached);
            }
        }
    }

    fn discover(&mut self, cell: u32, back: Option<usize>) -> Frame {
        self.order[cell as usize] = self.count;
        self.low[cell as usize] = self.count;
        self.count += 1;
        if back.is_some() {
            self.open.push(cell);
        }
        Frame { cell, back, next: self.mesh.edge_range(cell).start }
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

    /// How many blocks are above each cell: the tree is complete, and a block's top was discovered
    /// before all that hangs on it.
    fn measure_depths(&mut self) {
        let mut cells: Vec<u32> = self.mesh.slots().collect();
        cells.sort_unstable_by_key(|&cell| self.order[cell as usize]);
        for cell in cells {
            let block = self.blocks.parents[cell as usize];
            if block != NONE {
                let top = self.blocks.tops[block as usize];
                self.blocks.depths[cell as usize] = self.blocks.depths[top as usize] + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests;
