//! One search of whichever kind, begun once and advanced as often as wanted.

use navmesh_core::{Observer, SearchStats};

use super::astar::{AStar, Goal, TileMemory};
use super::buckets::{Buckets, FloatBuckets};
use super::canonical::WaysOn;
use super::jump_map::JumpMap;
use super::jump_nodes::{JumpMemory, runs_back};
use super::jump_points::JumpSearch;
use super::jump_tables::JumpTables;
use super::step_costs::{StepCosts, StepSums, WeighedCosts, WholeCosts};
use super::{Engine, Outcome, advance};
use crate::dead_ends::{DeadEnds, Open, Trail};
use crate::grid::Grid;
use crate::moves::{Moves, Run, opposite};
use crate::observer::SeenTile;

/// A search that is decided on: everything in tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) moves: &'a Moves,
    /// Where they hold for the method.
    pub(crate) dead_ends: Option<&'a DeadEnds>,
    pub(crate) method: Method<'a>,
    pub(crate) start: u32,
    pub(crate) goal: u32,
}

/// Which search is run, and in which whole numbers if in such.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Choice {
    /// A* where costs differ.
    Weighed,
    /// A* where all tiles cost the same.
    Whole(WholeCosts),
    /// Jump point search on the map as it is.
    JumpPoints(WholeCosts),
    /// Jump point search by tables.
    JumpTables(WholeCosts),
}

/// A choice, with what is known of the map that is searched.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Method<'a> {
    /// A* where costs differ, with the ways on after each step.
    Weighed(WeighedCosts<'a>, &'a WaysOn),
    /// A* where all tiles cost the same.
    Whole(WholeCosts, &'a WaysOn),
    /// Jump point search, with tables or without.
    JumpPoints(WholeCosts, &'a JumpMap, Option<&'a JumpTables>),
}

/// What searches keep between queries: their room in the scratch.
#[derive(Debug, Default)]
pub(crate) struct SearchMemory {
    trail: Trail,
    weighed: TileMemory<StepSums, f64, FloatBuckets>,
    whole: TileMemory<u64, u64, Buckets>,
    jump_points: JumpMemory,
}

/// How a search is begun or gone on with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leg {
    /// True for a search that begins.
    pub(crate) is_first: bool,
    /// The highest cost of interest, in tile sizes.
    pub(crate) max_cost: f64,
    /// How many nodes may be expanded in all, earlier legs included.
    pub(crate) max_expanded: u64,
}

/// How a search stands after a leg.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    pub(crate) outcome: Outcome,
    pub(crate) stats: SearchStats,
    /// Proved of every way to the goal, in tile sizes; of use where the outcome is not `Found`.
    pub(crate) proved: f64,
    /// How many entries are in the queue, stale ones included.
    pub(crate) open: usize,
    /// What the cheapest way to the goal found so far costs, in tile sizes.
    pub(crate) best: Option<f64>,
}

impl Plan<'_> {
    /// Runs a leg of the search on its memory.
    pub(crate) fn run(
        &self,
        memory: &mut SearchMemory,
        leg: Leg,
        observer: &mut impl Observer<SeenTile>,
    ) -> Standing {
        let (grid, moves, dead_ends) = (self.grid, self.moves, self.dead_ends);
        let [start, tile] = [self.start, self.goal].map(|slot| grid.tile(slot));
        let is_direct = leg.is_first && self.is_direct([start, tile]);
        if let Some(dead_ends) = dead_ends.filter(|_| leg.is_first && !is_direct) {
            memory.trail.lead(dead_ends, start, tile);
        }
        let open = Open { dead_ends, trail: &memory.trail };
        let goal = Goal { slot: self.goal, tile };
        match self.method {
            Method::Weighed(costs, ways) => {
                let memory = &mut memory.weighed;
                let search = AStar { moves, ways, open, costs, goal, memory };
                self.run_a_star(search, leg, observer)
            }
            Method::Whole(costs, ways) => {
                let memory = &mut memory.whole;
                let search = AStar { moves, ways, open, costs, goal, memory };
                self.run_a_star(search, leg, observer)
            }
            Method::JumpPoints(costs, map, tables) => {
                let (goal, memory, moves) = (tile, &mut memory.jump_points, map.steps(moves));
                let diagonals = map.boards.diagonals();
                let bounds = tables.map(|tables| tables.towards(self.goal));
                let mut search =
                    JumpSearch { grid, moves, map, diagonals, bounds, open, costs, goal, memory };
                if leg.is_first {
                    search.begin(start);
                    if is_direct { search.reach_directly() } else { search.open_start() }
                }
                finish_leg(search, leg, observer)
            }
        }
    }

    /// True where jump points are asked for a way that needs none: nothing is in the way of diagonal steps
    /// as far as they lead, and then straight ones.
    fn is_direct(&self, [start, goal]: [(u32, u32); 2]) -> bool {
        let Method::JumpPoints(_, map, _) = self.method else { return false };
        let moves = map.steps(self.moves);
        runs_back(self.grid, start, goal).into_iter().all(|run| {
            let back = opposite(run.direction);
            run.slots_back(self.grid.width()).all(|slot| moves.mask(slot) >> back & 1 != 0)
        })
    }

    fn run_a_star<C: StepCosts>(
        &self,
        mut search: AStar<'_, C>,
        leg: Leg,
        observer: &mut impl Observer<SeenTile>,
    ) -> Standing {
        if leg.is_first {
            search.begin(self.start);
        }
        finish_leg(search, leg, observer)
    }

    /// Calls `visit` for the runs of the way found to a slot, from there backwards.
    pub(crate) fn each_run_back(
        &self,
        memory: &SearchMemory,
        slot: u32,
        mut visit: impl FnMut(Run),
    ) {
        let ends = [self.start, slot];
        match self.method {
            Method::Weighed(..) => memory.weighed.each_run_back(self.moves, ends, visit),
            Method::Whole(..) => memory.whole.each_run_back(self.moves, ends, visit),
            Method::JumpPoints(_, map, _) if map.has_stairs() => {
                let visit = |run: Run| run.as_stairs(self.moves).for_each(&mut visit);
                memory.jump_points.each_run_back(self.grid, slot, visit);
            }
            Method::JumpPoints(..) => memory.jump_points.each_run_back(self.grid, slot, visit),
        }
    }

    /// The slot of the expanded tile that looked nearest to the goal; the start, where none was.
    pub(crate) fn nearest(&self, memory: &SearchMemory) -> u32 {
        let nearest = match self.method {
            Method::Weighed(..) => memory.weighed.nearest(),
            Method::Whole(..) => memory.whole.nearest(),
            Method::JumpPoints(..) => memory.jump_points.nearest(self.grid),
        };
        nearest.unwrap_or(self.start)
    }
}

fn finish_leg(
    mut search: impl Engine,
    leg: Leg,
    observer: &mut impl Observer<SeenTile>,
) -> Standing {
    search.set_limit(leg.max_cost);
    let outcome = advance(&mut search, leg.max_expanded, observer);
    let proved = match outcome {
        Outcome::Stopped => search.proved(),
        Outcome::TooDear(least) => least,
        Outcome::Found | Outcome::NoWay => 0.0,
    };
    let (open, best) = (search.open(), search.best());
    Standing { outcome, stats: search.tally().stats, proved, open, best }
}
