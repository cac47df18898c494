//! The answer to a query beside bounds that share no code with it, and beside other answers.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use navmesh_testkit::oracle::weighted::{PieceGraph, SteinerGraph};
use tautline::{DVec2, MeshFinder, Path, PathQuery, Scratch, Search};

use super::field::Field;
use super::is_at_most;

/// The number of times a query is asked; the least time counts.
const REPEAT: usize = 3;

/// The density of the oracle's graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Density {
    /// Points within each portal, for the upper bound.
    pub points: usize,
    /// Pieces of each portal, for the lower bound; 0 for none.
    pub pieces: usize,
}

/// The gap of a query that wants no proof.
const NO_PROOF: f64 = 1.0;

/// The gap that is asked for on published maps.
const WIDE_GAP: f64 = 0.02;

/// The answer to a query with some gap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// The cost of the path.
    pub cost: f64,
    /// The bound that the answer states.
    pub stated: f64,
    /// The least time of the answer in nanoseconds.
    pub nanoseconds: f64,
}

impl Answer {
    /// The part of the cost that the stated bound leaves open.
    #[must_use]
    pub fn gap(&self) -> f64 {
        1.0 - self.stated / self.cost
    }
}

/// An answer, and all that is known about its query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// The start and the goal.
    pub ends: [DVec2; 2],
    /// The answer to the query without a gap of its own.
    pub answer: Answer,
    /// The answer that comes without a proof: the path before any tube.
    pub unproved: Answer,
    /// The answer that is proved to 2 %.
    pub wide: Answer,
    /// The cost of the path of the oracle, by the cells that it crosses.
    pub oracle: f64,
    /// The cost of the cheapest path known, of any origin, by its waypoints. The waypoints of a path through cells thinner
    /// than a rounding can lie beside these cells.
    pub known: f64,
    /// The lower bound of the oracle; 0 if it was not asked.
    pub least: f64,
    /// The cost of the pulled corridor.
    pub corridor: f64,
    /// The cost of the shortest path that avoids costly regions, if there is one.
    pub avoiding: Option<f64>,
    /// The time of a finder's first answer in nanoseconds; 0 if it was not asked.
    pub first: f64,
}

impl Verdict {
    /// The part by which the cost exceeds that of the cheapest known path.
    #[must_use]
    pub fn excess(&self) -> f64 {
        (self.answer.cost / self.known - 1.0).max(0.0)
    }

    /// The part by which the cost of the path before any tube exceeds that of the cheapest known path.
    #[must_use]
    pub fn unproved_excess(&self) -> f64 {
        (self.unproved.cost / self.known - 1.0).max(0.0)
    }

    /// The part by which the cost is below that of the path of the oracle, which then is not the cheapest.
    #[must_use]
    pub fn lead(&self) -> f64 {
        (1.0 - self.answer.cost / self.oracle).max(0.0)
    }

    /// True if the stated bound exceeds the cost of a known path.
    #[must_use]
    pub fn is_bound_broken(&self) -> bool {
        let answers = [self.answer, self.unproved, self.wide];
        answers.iter().any(|answer| !is_at_most(answer.stated, self.known.min(self.oracle)))
    }

    /// True if the cost is below the lower bound of the oracle, so that it is no cost of a path.
    #[must_use]
    pub fn is_too_cheap(&self) -> bool {
        !is_at_most(self.least, self.answer.cost)
    }

    /// True if the path costs more than the one that avoids costly regions.
    #[must_use]
    pub fn costs_more_than_avoiding(&self) -> bool {
        self.avoiding.is_some_and(|avoiding| !is_at_most(self.answer.cost, avoiding))
    }

    /// True if the answer breaks a law, or costs over 2 % more than the cheapest known path.
    #[must_use]
    pub fn is_suspect(&self) -> bool {
        self.excess() > 0.02
            || self.is_bound_broken()
            || self.is_too_cheap()
            || self.costs_more_than_avoiding()
            || self.costs_more_than_corridor()
    }

    /// True if the path costs more than the pulled corridor.
    #[must_use]
    pub fn costs_more_than_corridor(&self) -> bool {
        !is_at_most(self.answer.cost, self.corridor)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ends: [from, to], answer, oracle, known, least, corridor, .. } = self;
        let Answer { cost, stated, .. } = answer;
        write!(
            formatter,
            "{},{} -> {},{}: cost {cost}, stated {stated}, ",
            from.x, from.y, to.x, to.y
        )?;
        write!(formatter, "known {known}, oracle {least} to {oracle}, corridor {corridor}")?;
        self.avoiding.map_or(Ok(()), |avoiding| write!(formatter, ", avoiding {avoiding}"))
    }
}

/// The verdicts about the queries of a field that have an answer.
#[must_use]
pub fn verdicts(field: &Field, density: Density) -> Vec<Verdict> {
    let steiner = SteinerGraph::new(&field.mesh, density.points);
    let pieces = (density.pieces > 0).then(|| PieceGraph::new(&field.mesh, density.pieces));
    let mut scratch = Scratch::new();
    let mut verdicts = Vec::new();
    for group in field.queries.chunk_by(|a, b| a[0] == b[0]) {
        let flood = steiner.flood(group[0][0]);
        for &[start, goal] in group {
            let query = PathQuery::new(start, goal).snap(0.0);
            let Some(answer) = timed(&field.finder, &query, &mut scratch) else { continue };
            let Some(chain) = flood.chain_to(goal).filter(|_| start != goal) else { continue };
            let corridor = field.finder.find_path(&query.search(Search::Corridor));
            let corridor = corridor.map_or(f64::INFINITY, |path| path.cost());
            let avoiding = avoiding(field, [start, goal]);
            let refined = chain.refined(&field.mesh);
            let oracle = refined.cost(&field.mesh);
            let walked = path_along(&refined.points(&field.mesh)).cost_on(&field.mesh);
            let mut with_gap = |gap| timed(&field.finder, &query.gap(gap), &mut scratch);
            let [unproved, wide] = [NO_PROOF, WIDE_GAP].map(|gap| with_gap(gap).unwrap_or(answer));
            let costs = [answer.cost, unproved.cost, wide.cost, corridor];
            let known =
                costs.into_iter().chain(avoiding).fold(walked.unwrap_or(f64::INFINITY), f64::min);
            let least = pieces.as_ref().and_then(|pieces| pieces.lower_bound(start, goal));
            let least = least.unwrap_or_default();
            let first = if density.pieces > 0 { 0.0 } else { first_time(field, &query) };
            verdicts.push(Verdict {
                ends: [start, goal],
                answer,
                unproved,
                wide,
                oracle,
                known,
                least,
                corridor,
                avoiding,
                first,
            });
        }
    }
    verdicts
}

/// The time of the first answer of a finder, whose tables are empty.
fn first_time(field: &Field, query: &PathQuery) -> f64 {
    let finder = MeshFinder::new(Arc::clone(&field.mesh));
    let begun = Instant::now();
    // A query without an answer counts as well.
    let _ = finder.find_path(query);
    begun.elapsed().as_nanos() as f64
}

/// The answer of a finder, and the least time that it takes.
fn timed(finder: &MeshFinder, query: &PathQuery, scratch: &mut Scratch) -> Option<Answer> {
    let mut path = Path::default();
    let mut nanoseconds = f64::INFINITY;
    for _ in 0..REPEAT {
        let begun = Instant::now();
        finder.find_path_into(query, scratch, &mut path).ok()?;
        nanoseconds = nanoseconds.min(begun.elapsed().as_nanos() as f64);
    }
    Some(Answer { cost: path.cost(), stated: path.lower_bound(), nanoseconds })
}

/// The path along some points.
fn path_along(points: &[DVec2]) -> Path {
    Path::through(points.iter().copied(), [])
}

/// The cost of the shortest path that avoids costly regions, on the ground as it is.
fn avoiding(field: &Field, [start, goal]: [DVec2; 2]) -> Option<f64> {
    let query = PathQuery::new(start, goal).snap(0.0).search(Search::Optimal);
    field.avoiding.find_path(&query).ok()?.cost_on(&field.mesh)
}
