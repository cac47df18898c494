//! The blocks between two runs in a block-cut tree.

use navmesh_core::backend::collections::{NONE, StampSet};

use super::run_graph::{Block, RunGraph};

/// The blocks that a search between two tiles may enter, by rows and by columns.
#[derive(Debug, Default)]
pub(crate) struct BlockRoutes {
    pub(super) rows: BlockRoute,
    pub(super) columns: BlockRoute,
    /// True if both routes contain the largest block.
    pub(super) has_core: bool,
}

/// The blocks on the path between two runs in one tree.
#[derive(Debug, Default)]
pub(super) struct BlockRoute {
    blocks: StampSet,
    /// The one run on the route that may belong to the blocks only as their parent.
    top: u32,
}

/// An end of a route, which moves up the tree.
#[derive(Debug, Clone, Copy)]
struct RouteEnd {
    run: u32,
    home: u32,
    block: Block,
}

impl RouteEnd {
    fn at(graph: &RunGraph, run: u32) -> Self {
        let home = graph.home(run);
        Self { run, home, block: graph.blocks[home as usize] }
    }
}

impl BlockRoute {
    /// Marks the blocks between two runs.
    ///
    /// Between a run and itself its home is marked as well, since an edit may have split the run.
    pub(super) fn mark(&mut self, graph: &RunGraph, from: u32, to: u32) {
        self.blocks.begin(graph.blocks.len());
        let (mut a, mut b) = (RouteEnd::at(graph, from), RouteEnd::at(graph, to));
        // The deeper end moves up until both meet.
        loop {
            let is_open = if a.block.depth >= b.block.depth {
                self.move_up(graph, &mut a, &b)
            } else {
                self.move_up(graph, &mut b, &a)
            };
            if !is_open {
                return;
            }
        }
    }

    /// Moves an end above its block; returns false if the route ends at the run above.
    #[inline(always)] // once for every block of a route
    fn move_up(&mut self, graph: &RunGraph, end: &mut RouteEnd, other: &RouteEnd) -> bool {
        self.blocks.insert(end.home);
        end.run = end.block.parent;
        if end.home == other.home || end.run == other.run || end.run == NONE {
            self.top = end.run;
            return false;
        }
        end.home = graph.root(end.block.above);
        end.block = graph.blocks[end.home as usize];
        true
    }

    /// Returns true if the route contains the largest block.
    pub(super) fn has_largest(&self, graph: &RunGraph) -> bool {
        self.blocks.contains(graph.root(graph.largest))
    }

    /// Returns true if a run belongs to a block of the route.
    #[inline(always)] // once for every tile that a search reaches
    pub(super) fn admits(&self, graph: &RunGraph, run: u32) -> bool {
        self.blocks.contains(graph.home(run)) | (run == self.top)
    }
}
