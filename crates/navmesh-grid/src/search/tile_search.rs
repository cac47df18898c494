//! One search between two tiles, by the algorithm that suits the map and the options.

use navmesh_core::{Observer, SearchStats};

use super::astar::{AStar, AStarWorkspace, Goal};
use super::engine::{Engine, Outcome, advance};
use super::jps::jump_index::JumpIndex;
use super::jps::jump_points::JumpSearch;
use super::jps::landmarks::Landmarks;
use super::jps::nodes::{JumpWorkspace, segments_back};
use super::jps::successors::Successors;
use super::observer::SeenTile;
use super::prune::block_route::BlockRoutes;
use super::prune::dead_ends::{DeadEndFilter, DeadEnds};
use super::queue::float::FloatBuckets;
use super::queue::integer::IntegerBuckets;
use super::step_costs::StepCosts;
use super::step_costs::integer::IntegerCosts;
use super::step_costs::weighted::{StepSums, WeightedCosts};
use crate::map::grid::Grid;
use crate::rules::moves::{Moves, Segment, opposite};

/// A search between two tiles and everything that it reads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TileSearch<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) moves: &'a Moves,
    /// The dead ends, where they are valid for the algorithm.
    pub(crate) dead_ends: Option<&'a DeadEnds>,
    pub(crate) algorithm: Algorithm<'a>,
    pub(crate) start: u32,
    pub(crate) goal: u32,
}

/// The algorithm of a search, with the integer costs that it uses.
#[derive(Debug, Clone, Copy)]
pub(crate) enum AlgorithmChoice {
    /// A* for tiles of several costs.
    WeightedAStar,
    /// A* for tiles of one cost.
    UniformAStar(IntegerCosts),
    JumpPoints(IntegerCosts),
    /// Jump point search with landmarks.
    JumpTables(IntegerCosts),
}

/// The algorithm of a search, with the data of the map that it reads.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Algorithm<'a> {
    /// A* for tiles of several costs.
    WeightedAStar(WeightedCosts<'a>, &'a Successors),
    /// A* for tiles of one cost.
    UniformAStar(IntegerCosts, &'a Successors),
    /// Jump point search, with landmarks or without.
    JumpPoints(IntegerCosts, &'a JumpIndex, Option<&'a Landmarks>),
}

/// Memory that queries reuse.
#[derive(Debug, Default)]
pub(crate) struct SearchWorkspace {
    routes: BlockRoutes,
    weighted: AStarWorkspace<StepSums, f64, FloatBuckets>,
    uniform: AStarWorkspace<u64, u64, IntegerBuckets>,
    jump_points: JumpWorkspace,
}

/// One slice of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slice {
    /// True for the first slice, which begins the search.
    pub(crate) is_first: bool,
    /// The cost limit, in tile sizes.
    pub(crate) max_cost: f64,
    /// The largest number of expanded nodes in total, earlier slices included.
    pub(crate) max_expanded: u64,
}

/// The state of a search after a slice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchStatus {
    pub(crate) outcome: Outcome,
    pub(crate) stats: SearchStats,
    /// A proved lower bound on the cost of every path to the goal, in tile sizes; meaningless once
    /// the goal is found.
    pub(crate) lower_bound: f64,
    /// The number of open nodes, stale entries included.
    pub(crate) open: usize,
    /// The cost of the cheapest known path to the goal, in tile sizes.
    pub(crate) best: Option<f64>,
}

impl TileSearch<'_> {
    /// Runs a slice of the search on its workspace.
    pub(crate) fn run(
        &self,
        workspace: &mut SearchWorkspace,
        slice: Slice,
        observer: &mut impl Observer<SeenTile>,
    ) -> SearchStatus {
        let (grid, moves, dead_ends) = (self.grid, self.moves, self.dead_ends);
        let [start, tile] = [self.start, self.goal].map(|slot| grid.tile(slot));
        let is_direct = slice.is_first && self.is_direct(start, tile);
        if let Some(dead_ends) = dead_ends.filter(|_| slice.is_first && !is_direct) {
            dead_ends.open_between(start, tile, &mut workspace.routes);
        }
        let filter = DeadEndFilter { dead_ends, routes: &workspace.routes };
        let goal = Goal { slot: self.goal, tile };
        match self.algorithm {
            Algorithm::WeightedAStar(costs, successors) => {
                let workspace = &mut workspace.weighted;
                let search = AStar { moves, successors, filter, costs, goal, workspace };
                self.run_a_star(search, slice, observer)
            }
            Algorithm::UniformAStar(costs, successors) => {
                let workspace = &mut workspace.uniform;
                let search = AStar { moves, successors, filter, costs, goal, workspace };
                self.run_a_star(search, slice, observer)
            }
            Algorithm::JumpPoints(costs, index, landmarks) => {
                let mut search = JumpSearch {
                    grid,
                    moves: index.moves(moves),
                    index,
                    diagonals: index.stop_bits.diagonals(),
                    bounds: landmarks.map(|landmarks| landmarks.towards(self.goal)),
                    filter,
                    costs,
                    goal: tile,
                    workspace: &mut workspace.jump_points,
                };
                if slice.is_first {
                    search.begin(start);
                    if is_direct { search.reach_directly() } else { search.open_start() }
                }
                run_slice(search, slice, observer)
            }
        }
    }

    /// Returns true if jump point search needs no expansion: diagonal steps followed by straight
    /// ones lead from the start to the goal without an obstacle.
    fn is_direct(&self, start: (u32, u32), goal: (u32, u32)) -> bool {
        let Algorithm::JumpPoints(_, index, _) = self.algorithm else { return false };
        let moves = index.moves(self.moves);
        segments_back(self.grid, start, goal).into_iter().all(|segment| {
            let back = opposite(segment.direction);
            segment.slots_back(self.grid.width()).all(|slot| moves.mask(slot) >> back & 1 != 0)
        })
    }

    fn run_a_star<C: StepCosts>(
        &self,
        mut search: AStar<'_, C>,
        slice: Slice,
        observer: &mut impl Observer<SeenTile>,
    ) -> SearchStatus {
        if slice.is_first {
            search.begin(self.start);
        }
        run_slice(search, slice, observer)
    }

    /// Calls `visit` for the segments of the path to a slot, from the last one back.
    pub(crate) fn each_segment_back(
        &self,
        workspace: &SearchWorkspace,
        slot: u32,
        mut visit: impl FnMut(Segment),
    ) {
        let (moves, start) = (self.moves, self.start);
        let SearchWorkspace { weighted, uniform, jump_points, .. } = workspace;
        match self.algorithm {
            Algorithm::WeightedAStar(..) => weighted.each_segment_back(moves, start, slot, visit),
            Algorithm::UniformAStar(..) => uniform.each_segment_back(moves, start, slot, visit),
            Algorithm::JumpPoints(_, index, _) if index.has_stairs() => {
                jump_points.each_segment_back(self.grid, slot, |segment| {
                    for step in segment.as_stairs(moves) {
                        visit(step);
                    }
                });
            }
            Algorithm::JumpPoints(..) => jump_points.each_segment_back(self.grid, slot, visit),
        }
    }

    /// Returns the slot of the expanded tile with the least heuristic; the start where none was
    /// expanded.
    pub(crate) fn nearest(&self, workspace: &SearchWorkspace) -> u32 {
        let nearest = match self.algorithm {
            Algorithm::WeightedAStar(..) => workspace.weighted.nearest(),
            Algorithm::UniformAStar(..) => workspace.uniform.nearest(),
            Algorithm::JumpPoints(..) => workspace.jump_points.nearest(self.grid),
        };
        nearest.unwrap_or(self.start)
    }
}

fn run_slice(
    mut search: impl Engine,
    slice: Slice,
    observer: &mut impl Observer<SeenTile>,
) -> SearchStatus {
    search.set_limit(slice.max_cost);
    let outcome = advance(&mut search, slice.max_expanded, observer);
    let lower_bound = match outcome {
        Outcome::Stopped => search.lower_bound(),
        Outcome::AboveLimit(least) => least,
        Outcome::Found | Outcome::Unreachable => 0.0,
    };
    let (open, best) = (search.open(), search.best());
    SearchStatus { outcome, stats: search.state().stats, lower_bound, open, best }
}
