//! The run of a query for one path where cells differ in cost: the shortest path first, then the weighted search.
//!
//! No path costs less than the length of the shortest one, where no cell costs less than 1. If that crosses no costly cell, it
//! is the cheapest, in the time of a query on plain ground and without tables. Otherwise its length is a lower bound.

use navmesh_core::backend::WritePath;
use navmesh_core::{Path, PathError, PathQuery, Progress, Stage, Stop};

use super::improve_by_alternatives;
use crate::any_angle::PointRun;
use crate::map::{Memory, SearchMap};
use crate::run::corridor::check_max_cost;
use crate::run::{Answers, Moment, Run};
use crate::weighted::{Task, rounded_up};

/// A query for one path between two slices: it costs at most the [gap](PathQuery::gap) more than the cheapest one, with a
/// proof.
///
/// [`Path::lower_bound`] is the proved bound. It is [`Optimal`](navmesh_core::Guarantee::Optimal) if the proof leaves no gap
/// but rounding. The gap may stay larger than asked for if its proof needs more than 100,000 arcs at a time.
#[derive(Debug)]
pub struct PathRun {
    search: Search,
    query: PathQuery,
}

/// The search that runs.
#[derive(Debug)]
enum Search {
    /// That for the shortest path, whatever cells cost.
    Shortest(PointRun),
    /// The same, with the answer.
    Settled(PointRun),
    Weighted(Task),
}

/// Places the endpoints of a query, and expands no node.
pub(crate) fn begin_path(
    map: &SearchMap,
    memory: &mut Memory,
    query: &PathQuery,
) -> Result<PathRun, PathError> {
    let search = if map.mesh().lowest_cost() < 1.0 {
        Search::Weighted(Task::new(map.tables(), &mut memory.weighted, query)?)
    } else {
        // The cheapest path may cost some roundings less than the length of the shortest one.
        let mut relaxed = *query;
        relaxed.max_cost = query.max_cost.map(rounded_up);
        Search::Shortest(PointRun::by_length(&map.exact, &mut memory.exact, &relaxed)?)
    };
    let mut run = PathRun { search, query: *query };
    run.settle(map, memory)?;
    Ok(run)
}

impl PathRun {
    /// Once the shortest path is known, decides whether it is the answer, and otherwise begins the weighted search.
    fn settle(&mut self, map: &SearchMap, memory: &mut Memory) -> Result<(), PathError> {
        let Search::Shortest(run) = self.search else { return Ok(()) };
        if run.stage() == Stage::InProgress {
            return Ok(());
        }
        let Memory { exact, spare, inner, weighted, .. } = memory;
        spare.clear();
        let found = run.answer(&map.exact, exact, Stop::Spent, spare);
        let mesh = map.mesh();
        let is_plain = |path: &Path| path.cells().iter().all(|cell| mesh.cost(cell.slot) == 1.0);
        let mut is_cheapest = || {
            let mut cost = |spare: &Path| spare.cost_on_with(mesh, inner);
            is_plain(spare)
                || cost(spare).is_some_and(|cost| cost <= spare.cost() * (1.0 + rounding(spare)))
        };
        self.search = if found.is_err() || is_cheapest() {
            Search::Settled(run)
        } else {
            let task = Task::new(map.tables(), weighted, &self.query)?;
            Search::Weighted(
                task.after(run.expanded(), spare.lower_bound() * (1.0 - rounding(spare))),
            )
        };
        Ok(())
    }
}

impl Run for PathRun {
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64) {
        let mut left = nodes;
        if let Search::Shortest(run) = &mut self.search {
            let before = run.expanded();
            run.advance(&map.exact, &mut memory.exact, nodes, None);
            left -= run.expanded() - before;
            let settled = self.settle(map, memory);
            debug_assert!(settled.is_ok(), "the endpoints have been placed");
        }
        if let Search::Weighted(task) = &mut self.search {
            task.advance(map.tables(), &mut memory.weighted, left);
        }
    }

    fn stage(&self) -> Stage {
        match &self.search {
            Search::Shortest(run) | Search::Settled(run) => run.stage(),
            Search::Weighted(task) => task.stage(),
        }
    }

    fn progress(&self, map: &SearchMap, memory: &Memory) -> Progress {
        match &self.search {
            Search::Shortest(run) => {
                Progress { best: None, ..run.progress(&map.exact, &memory.exact) }
            }
            Search::Settled(run) => run.progress(&map.exact, &memory.exact),
            Search::Weighted(task) => task.progress(&memory.weighted),
        }
    }
}

impl Answers<Path> for PathRun {
    fn read(&mut self, at: Moment<'_>, path: &mut Path) -> Result<(), PathError> {
        let Moment { map, memory, stop } = at;
        match &self.search {
            Search::Shortest(run) | Search::Settled(run) => {
                let found = run.answer(&map.exact, &memory.exact, stop, path);
                let found = found.and_then(|()| check_max_cost(self.query.max_cost, path));
                if found.is_err() {
                    price(map, memory, path);
                }
                found
            }
            Search::Weighted(task) => {
                let found = task.answer(map.tables(), &memory.weighted, stop, path);
                if self.stage() == Stage::InProgress {
                    return found;
                }
                improve_by_alternatives(map, memory, found, &self.query, path)
            }
        }
    }
}

/// A bound on the relative rounding error of a sum over the legs of a path, or over its parts in cells.
fn rounding(path: &Path) -> f64 {
    ((path.waypoints().len() + path.cells().len()) as f64 + 8.0) * f64::EPSILON
}

/// Gives a path that was found by its length the cost that it has, and leaves its bound.
fn price(map: &SearchMap, memory: &mut Memory, path: &mut Path) {
    let bound = path.lower_bound();
    if let Some(cost) = path.cost_on_with(map.mesh(), &mut memory.inner) {
        memory.spare.clone_from(path);
        path.replace_route(&memory.spare, cost);
        path.weaken_bound(bound);
    }
}
