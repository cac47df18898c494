use proptest::prelude::*;

use super::*;

/// A graph by its edges; the nodes are numbered from 0 to `nodes`.
#[derive(Debug)]
struct Graph {
    nodes: usize,
    edges: Vec<[u32; 2]>,
}

impl Graph {
    fn neighbors(&self, node: u32) -> impl Iterator<Item = u32> {
        let other = move |&[a, b]: &[u32; 2]| match node {
            _ if a == node => Some(b),
            _ if b == node => Some(a),
            _ => None,
        };
        self.edges.iter().filter_map(other)
    }

    /// The blocks as [`biconnected_blocks`] visits them.
    fn blocks(&self) -> Vec<(Option<u32>, Vec<u32>)> {
        let mut blocks = Vec::new();
        biconnected_blocks(
            self.nodes,
            |node| self.neighbors(node),
            |top, others| blocks.push((top, others.to_vec())),
        );
        blocks
    }

    /// The nodes connected to one of `from`, without the node `removed`.
    fn connected_to(&self, from: &[u32], removed: u32) -> Vec<bool> {
        let mut is_connected = vec![false; self.nodes];
        let mut stack: Vec<u32> = from.iter().copied().filter(|&node| node != removed).collect();
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut is_connected[node as usize], true) {
                stack.extend(self.neighbors(node).filter(|&next| next != removed));
            }
        }
        is_connected
    }

    /// True if the two edges are in one block: they join the same nodes, or stay connected whichever
    /// node is removed.
    fn are_in_one_block_by_force(&self, one: [u32; 2], other: [u32; 2]) -> bool {
        let stay_connected = |removed: u32| {
            let is_connected = self.connected_to(&one, removed);
            other.iter().all(|&node| node == removed || is_connected[node as usize])
        };
        one.iter().all(|node| other.contains(node)) || (0..self.nodes as u32).all(stay_connected)
    }
}

/// Small graphs with parallel edges, loops and several components.
fn graphs() -> impl Strategy<Value = Graph> {
    (1_u32..10).prop_flat_map(|nodes| {
        let edges = prop::collection::vec([0..nodes, 0..nodes], 0..16);
        edges.prop_map(move |edges| Graph { nodes: nodes as usize, edges })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn edges_share_a_block_where_brute_force_says_so(graph in graphs()) {
        let blocks = graph.blocks();
        let block_of = |node: u32| blocks.iter().position(|(_, others)| others.contains(&node));
        let listed: usize = blocks.iter().map(|(_, others)| others.len()).sum();
        prop_assert_eq!(listed, graph.nodes, "each node is listed once");
        prop_assert!((0..graph.nodes as u32).all(|node| block_of(node).is_some()));
        let block_between = |[a, b]: [u32; 2]| block_of(a).min(block_of(b));
        let proper = || graph.edges.iter().copied().filter(|[a, b]| a != b);
        for one in proper() {
            for other in proper() {
                let is_shared = block_between(one) == block_between(other);
                let expected = graph.are_in_one_block_by_force(one, other);
                prop_assert_eq!(is_shared, expected, "{:?} and {:?}", one, other);
            }
        }
    }

    #[test]
    fn a_block_comes_before_the_block_that_lists_its_top(graph in graphs()) {
        let blocks = graph.blocks();
        for (block, (top, others)) in blocks.iter().enumerate() {
            let Some(top) = top else {
                prop_assert_eq!(others.len(), 1);
                continue;
            };
            let listing = blocks.iter().position(|(_, others)| others.contains(top));
            prop_assert!(listing.is_some_and(|listing| listing > block));
        }
    }
}

#[test]
fn a_chain_of_a_million_nodes_needs_no_recursion() {
    let count = 1_000_000;
    let mut blocks = 0;
    let neighbors = |node: u32| [node.checked_sub(1), Some(node + 1).filter(|&next| next < count)];
    biconnected_blocks(
        count as usize,
        |node| neighbors(node).into_iter().flatten(),
        |_, others| {
            assert_eq!(others.len(), 1);
            blocks += 1;
        },
    );
    assert_eq!(blocks, count);
}
