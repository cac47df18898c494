//! The law of limits: one that does not bind changes no bit, and one that binds says so.

use std::ops::{AddAssign, ControlFlow};

use navmesh_core::{
    IncrementalPathfinder, Path, PathError, PathQuery, PathStatus, Pathfinder, Progress,
    ProgressHook, Scratch, Stage,
};

use super::at_most;
use crate::rng::SplitMix64;

/// A number of nodes that no small world needs.
const MANY: u64 = 1_000_000_000;

/// The answer to a query: its result, and the path that it leaves.
type Answer = (Result<(), PathError>, Path);

/// The numbers of queries with limits, by their outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LimitReport {
    /// Limits that did not bind.
    pub loose: u64,
    /// Limits below the answer, and the search stopped.
    pub stopped: u64,
    /// Stopped searches that left a path to the goal.
    pub complete: u64,
    /// Limits below the answer, and the answer came all the same, or a cheaper one.
    pub answered: u64,
}

impl LimitReport {
    /// The number of queries.
    #[must_use]
    pub fn queries(&self) -> u64 {
        self.loose + self.stopped + self.answered
    }
}

impl AddAssign for LimitReport {
    fn add_assign(&mut self, other: Self) {
        self.loose += other.loose;
        self.stopped += other.stopped;
        self.complete += other.complete;
        self.answered += other.answered;
    }
}

/// The answer of a finder to a query.
fn answer_to(finder: &dyn Pathfinder, query: &PathQuery, scratch: &mut Scratch) -> Answer {
    let mut path = Path::default();
    let found = finder.find_path_into(query, scratch, &mut path);
    (found, path)
}

/// The query with limits that do not bind, given its answer without limits.
fn with_loose_limits(query: &PathQuery, (found, path): &Answer) -> Vec<PathQuery> {
    let mut loose = vec![
        query.max_expanded(u64::MAX),
        query.max_expanded(MANY),
        query.max_cost(f64::INFINITY),
        query.max_cost(1e30_f64.max(path.cost())),
    ];
    if found.is_ok() {
        let (cost, nodes) = (path.cost(), path.stats().expanded);
        loose.extend([2.0 * cost, cost].map(|cost| query.max_cost(cost)));
        loose.push(query.max_expanded(nodes));
        loose.push(query.max_expanded(nodes + 1).max_cost(cost));
    }
    loose
}

/// The query with limits below its answer without limits.
fn with_tight_limits(query: &PathQuery, path: &Path) -> Vec<PathQuery> {
    let (nodes, cost, bound) = (path.stats().expanded, path.cost(), path.lower_bound());
    let mut nodes: Vec<u64> = [0, 1, nodes / 3, nodes / 2, nodes.saturating_sub(1)]
        .into_iter()
        .filter(|&n| n < nodes)
        .collect();
    nodes.dedup();
    let costs = [0.0, 0.5 * bound, 0.999 * bound, 0.5 * (bound + cost), cost.next_down()];
    let of_nodes = nodes.into_iter().map(|nodes| query.max_expanded(nodes));
    let of_cost = costs.into_iter().filter(|&most| (0.0..cost).contains(&most));
    of_nodes.chain(of_cost.map(|most| query.max_cost(most))).collect()
}

/// Asks a query with limits that do not bind, which must change no bit of the answer, and with limits below it.
///
/// Below it, the search must say that it was stopped, with a true bound, which is above a cost that no path has; or
/// the answer is the same, or a path within the cost.
///
/// # Errors
///
/// A sentence about the first answer that is wrong.
pub fn check_limits(finder: &dyn Pathfinder, query: &PathQuery) -> Result<LimitReport, String> {
    let (mut scratch, mut report) = (Scratch::new(), LimitReport::default());
    let plain = answer_to(finder, query, &mut scratch);
    for limited in with_loose_limits(query, &plain) {
        let answer = answer_to(finder, &limited, &mut scratch);
        if !is_same(&limited, &answer, &plain) {
            return Err(format!("{limited:?}\n  gave  {answer:?},\n  plain {plain:?}"));
        }
        report.loose += 1;
    }
    let (Ok(()), whole) = plain else { return Ok(report) };
    for limited in with_tight_limits(query, &whole) {
        let answer = answer_to(finder, &limited, &mut scratch);
        match fault_below(&limited, &answer, &whole) {
            Some(fault) => {
                return Err(format!(
                    "{fault}\n  {limited:?}\n  gave  {answer:?},\n  plain {whole:?}"
                ));
            }
            None if answer.0.is_ok() => report.answered += 1,
            None => {
                report.stopped += 1;
                let is_complete =
                    !answer.1.waypoints().is_empty() && answer.1.status() == PathStatus::Complete;
                report.complete += u64::from(is_complete);
            }
        }
    }
    Ok(report)
}

/// True if a limited query has the bits of the plain answer. A limit of cost may save nodes.
fn is_same(limited: &PathQuery, answer: &Answer, plain: &Answer) -> bool {
    if limited.max_cost.is_none() || answer.0.is_err() {
        return answer == plain;
    }
    plain.0.is_ok() && without_stats(&answer.1) == without_stats(&plain.1)
}

/// Returns all bits of a path but those that tell the work: a limit of cost may save nodes, or look a little beyond it.
#[must_use]
pub fn without_stats(path: &Path) -> String {
    let points = (path.waypoints(), path.cells(), path.links());
    let ends = (path.start_layer(), path.start_offset(), path.goal_offset(), path.status());
    let claims = (path.cost(), path.length(), path.lower_bound(), path.guarantee());
    format!("{points:?} {ends:?} {claims:?}")
}

/// Asks a query with one of its limits in slices, and with a hook that cancels nothing: both must give the bits of the
/// query in one go. Returns the query.
///
/// # Errors
///
/// A sentence about the first answer that is wrong.
pub fn check_limited_slices(
    finder: &dyn IncrementalPathfinder,
    query: &PathQuery,
    rng: &mut SplitMix64,
) -> Result<PathQuery, String> {
    let mut scratch = Scratch::new();
    let plain = answer_to(finder, query, &mut scratch);
    let mut limited = with_loose_limits(query, &plain);
    if plain.0.is_ok() {
        limited.extend(with_tight_limits(query, &plain.1));
    }
    let query = *rng.pick(&limited);
    let whole = answer_to(finder, &query, &mut scratch);
    let told = |what: &str, answer: &Answer| {
        Err(format!("{what}: {query:?}\n  gave  {answer:?},\n  whole {whole:?}"))
    };
    let mut path = Path::default();
    if let Ok(mut search) = finder.begin_boxed(&query) {
        let most = *rng.pick(&[2, 9, 60]);
        while search.advance(rng.below(most) as u64) == Stage::InProgress {}
        let answer = (search.answer_into(&mut path), path.clone());
        if answer != whole {
            return told("in slices", &answer);
        }
    }
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let hook = ProgressHook::every(7, &mut go_on);
    let found = finder.find_path_with_hook(&query, &mut scratch, &mut path, hook);
    let answer = (found, path);
    if answer == whole { Ok(query) } else { told("with a hook", &answer) }
}

/// The fault of an answer to a query whose limits are below the answer without limits.
fn fault_below(query: &PathQuery, (found, path): &Answer, whole: &Path) -> Option<&'static str> {
    let most = query.max_cost.unwrap_or(f64::INFINITY);
    match found {
        Ok(()) if query.max_expanded.is_some() => (path != whole).then_some("another answer"),
        Ok(()) => (path.cost() > most).then_some("it costs too much"),
        Err(PathError::BudgetExhausted { lower_bound, .. }) => {
            // The mesh of a rounded radius may move ends farther than that of the radius.
            let is_of_other_ends = query.radius.is_some() && whole.is_moved();
            let is_proof = most >= whole.lower_bound() || *lower_bound > most;
            let is_walk = !path.waypoints().is_empty() && path.status() == PathStatus::Complete;
            if !is_proof && !is_of_other_ends {
                Some("no proof that every path costs more")
            } else if !is_of_other_ends && !at_most(*lower_bound, whole.cost()) {
                Some("the bound is too high")
            } else if is_walk && !is_of_other_ends && !at_most(whole.lower_bound(), path.cost()) {
                Some("the path left over is too cheap")
            } else {
                None
            }
        }
        Err(_) => Some("another error"),
    }
}

#[cfg(test)]
mod tests;
