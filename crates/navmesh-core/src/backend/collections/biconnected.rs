//! The biconnected blocks of a graph.
//!
//! Source: J. Hopcroft, R. Tarjan, "Algorithm 447: Efficient Algorithms for Graph Manipulation", 1973.
//! A *block* is a largest set of nodes that stays connected without any one of them. Two blocks share
//! one node at most, a *cut node*, and the blocks of a component form a tree. A walk in depth finds
//! them: a node reaches the earliest node that an edge leads to from it or from below it. The nodes
//! below a child are a block, together with its parent, if the child reaches no node above the parent.
//!
//! We differ from it in: 1) no recursion; 2) nodes are stacked instead of edges: the block of an edge
//! follows from its two ends; 3) the edge back to the parent is not skipped: it reaches no node above
//! the parent, however many edges lead there.

use super::NONE;

/// Finds the biconnected blocks of an undirected graph, whose nodes are numbered from 0 to `nodes`.
///
/// `neighbors` lists the neighbours of a node. Parallel edges and loops are allowed.
///
/// `visit` receives each block as its *top*, the node of the block that was discovered first, and the
/// other nodes in order of discovery. The first node of each component comes alone and without a top,
/// after the blocks below it. So each node is listed once, and a block that contains a node as its top
/// comes before the block that lists this node. The block of an edge is the earlier of the two blocks
/// that list its ends.
///
/// Complexity: linear in the number of nodes and edges.
///
/// ```
/// use navmesh_core::backend::collections::biconnected_blocks;
///
/// // A triangle, with a node 3 that hangs on its corner 2.
/// let neighbors: [&[u32]; 4] = [&[1, 2], &[0, 2], &[0, 1, 3], &[2]];
/// let mut blocks = Vec::new();
/// biconnected_blocks(
///     4,
///     |node| neighbors[node as usize].iter().copied(),
///     |top, others| blocks.push((top, others.to_vec())),
/// );
/// assert_eq!(blocks, [(Some(2), vec![3]), (Some(0), vec![1, 2]), (None, vec![0])]);
/// ```
#[doc(alias("articulationPoint", "cutVertex", "HopcroftTarjan"))]
pub fn biconnected_blocks<N: Iterator<Item = u32>>(
    nodes: usize,
    neighbors: impl Fn(u32) -> N,
    mut visit: impl FnMut(Option<u32>, &[u32]),
) {
    let few = nodes.min(64);
    let open = Vec::with_capacity(few);
    let mut walk = Walk { discovered: vec![NONE; nodes], count: 0, open };
    let mut path = Vec::with_capacity(few);
    for root in 0..nodes as u32 {
        if walk.discovered[root as usize] == NONE {
            path.push(walk.discover(root, neighbors(root)));
            walk.explore(&mut path, &neighbors, &mut visit);
        }
    }
}

/// A walk in depth.
struct Walk {
    /// For each node the number of nodes discovered before it, [`NONE`] before its own discovery.
    discovered: Vec<u32>,
    count: u32,
    /// The nodes that no block lists yet, in order of discovery.
    open: Vec<u32>,
}

/// A node on the path from the root to the current node.
struct StackedNode<N> {
    node: u32,
    /// The discovery number of the earliest node that it reaches.
    reached: u32,
    /// The index of the node among the open ones.
    open_index: usize,
    /// The neighbours still to be looked at.
    neighbors: N,
}

impl Walk {
    fn discover<N>(&mut self, node: u32, neighbors: N) -> StackedNode<N> {
        let (reached, open_index) = (self.count, self.open.len());
        self.discovered[node as usize] = self.count;
        self.count += 1;
        self.open.push(node);
        StackedNode { node, reached, open_index, neighbors }
    }

    /// Walks over the component of the root, the only step of `path`, and empties `path`.
    fn explore<N: Iterator<Item = u32>>(
        &mut self,
        path: &mut Vec<StackedNode<N>>,
        neighbors: &impl Fn(u32) -> N,
        visit: &mut impl FnMut(Option<u32>, &[u32]),
    ) {
        while let Some(step) = path.last_mut() {
            if let Some(next) = step.neighbors.next() {
                let discovered = self.discovered[next as usize];
                if discovered == NONE {
                    path.push(self.discover(next, neighbors(next)));
                } else {
                    step.reached = step.reached.min(discovered);
                }
            } else if let Some(child) = path.pop() {
                self.leave(&child, path.last_mut(), visit);
            }
        }
    }

    /// Returns from a node to its parent, and closes a block if nothing below reaches above the parent.
    fn leave<N>(
        &mut self,
        child: &StackedNode<N>,
        parent: Option<&mut StackedNode<N>>,
        visit: &mut impl FnMut(Option<u32>, &[u32]),
    ) {
        let mut top = None;
        if let Some(parent) = parent {
            parent.reached = parent.reached.min(child.reached);
            if child.reached < self.discovered[parent.node as usize] {
                return;
            }
            top = Some(parent.node);
        }
        visit(top, &self.open[child.open_index..]);
        self.open.truncate(child.open_index);
    }
}

#[cfg(test)]
mod tests;
