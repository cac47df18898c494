//! Dead ends: tiles that no optimal path between two given tiles can touch.
//!
//! Source: the block-cut tree of a graph, J. Hopcroft and R. Tarjan, "Algorithm 447: Efficient
//! Algorithms for Graph Manipulation", 1973. Cut the map into *runs*: maximal sequences of free
//! tiles in a row. No path between two tiles of one run is as cheap as the straight one, so an
//! optimal path never leaves a run and returns to it: it is a simple path in the graph of runs.
//! Simple paths between two runs stay within the biconnected *blocks* on the path between them in
//! the block-cut tree. All other tiles are dead ends, however wide the area is.
//!
//! We differ from it in: 1) the same is done for rows and for columns, and a tile must pass both:
//! each finds dead ends that the other misses. 2) An edit merges blocks and never splits them, so
//! that no open tile is excluded ([`super::edit`]). 3) On most maps most tiles belong to the
//! largest block of both trees, and most routes contain it: for those tiles one bit is the answer.

use super::block_route::BlockRoutes;
use super::run_graph::RunGraph;
use crate::map::bit_map::BitMap;
use crate::map::grid::Grid;
use crate::rules::components::Adjacency;

/// The dead ends of a map, for any two tiles.
///
/// They are valid where all tiles cost the same and a straight step costs less than a diagonal one,
/// or no diagonal step is legal.
#[derive(Debug, Clone)]
pub(crate) struct DeadEnds {
    pub(super) rows: RunGraph,
    pub(super) columns: RunGraph,
    /// The tiles that belong to the largest block of both graphs; edits remove some.
    core: BitMap,
}

impl DeadEnds {
    /// Finds all blocks; linear in the number of tiles.
    pub(crate) fn new(grid: &Grid, adjacency: Adjacency) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let transposed = grid.free().transposed(width, height);
        let (rows, mut core) = RunGraph::new(grid.free(), width, height, adjacency);
        let (columns, in_columns) = RunGraph::new(&transposed, height, width, adjacency);
        core.intersect(&in_columns.transposed(height, width));
        Self { rows, columns, core }
    }

    /// Updates the blocks after tile (x, y) became free or blocked; returns false if they are
    /// invalid, since the update would take too long.
    ///
    /// Complexity: constant, or linear in the length of a run that belongs to several blocks.
    pub(crate) fn patch(&mut self, x: u32, y: u32, is_free: bool) -> bool {
        self.core.set(x, y, false);
        self.rows.patch(y, x, is_free) && self.columns.patch(x, y, is_free)
    }

    /// Opens the tiles that optimal paths between two tiles may touch. The tiles must be free and
    /// connected.
    ///
    /// Complexity: linear in the number of blocks between them.
    pub(crate) fn open_between(&self, from: (u32, u32), to: (u32, u32), routes: &mut BlockRoutes) {
        let Self { rows, columns, .. } = self;
        routes.rows.mark(rows, rows.run(from.1, from.0), rows.run(to.1, to.0));
        routes.columns.mark(columns, columns.run(from.0, from.1), columns.run(to.0, to.1));
        routes.has_core = routes.rows.has_largest(rows) && routes.columns.has_largest(columns);
    }
}

/// The dead ends of a map for two given tiles; admits every tile where no dead ends are known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeadEndFilter<'a> {
    pub(crate) dead_ends: Option<&'a DeadEnds>,
    pub(crate) routes: &'a BlockRoutes,
}

impl DeadEndFilter<'_> {
    /// Returns false if a free tile is on no optimal path.
    #[inline(always)] // once for every tile that a search reaches
    pub(crate) fn admits(&self, tile: (u32, u32)) -> bool {
        let Some(DeadEnds { rows, columns, core }) = self.dead_ends else { return true };
        let (x, y) = tile;
        if self.routes.has_core && core.get(x, y) {
            return true;
        }
        self.routes.rows.admits(rows, rows.run(y, x))
            & self.routes.columns.admits(columns, columns.run(x, y))
    }
}

#[cfg(test)]
mod tests;
