//! One property suite that every [`Pathfinder`] plugs into: the laws of its trait.
//!
//! A [`LawSuite`] holds a finder against a [`Subject`], which is the truth about the same map: a
//! [`MeshOracle`](crate::MeshOracle), a [`LinkOracle`](crate::LinkOracle) where links lead over it, or a
//! [`TileOracle`](crate::TileOracle). Every query is asked
//! as it stands, again with memory that was used in between, backwards, from its own waypoints, and
//! from these rounded to `f32`. [`check_backends`] is the law that joins meshes and grids.
//!
//! All comparisons of lengths are relative, to [`TOLERANCE`].

mod report;
mod subject;
mod mesh_subject;
mod link_subject;
mod tile_subject;
mod line_subject;
mod ask;
mod answer;
mod errors;
mod backends;
mod limits;

use std::fmt;

use navmesh_core::{Path, PathQuery, Pathfinder};

pub use backends::{Backends, check_backends};
pub use limits::{LimitReport, check_limited_slices, check_limits, without_stats};
pub use line_subject::LineOracle;
pub use report::LawReport;
pub use subject::{Spot, Standing, Subject};

/// The relative tolerance between two sums of the same legs: rounding, with room to spare.
pub const TOLERANCE: f64 = 1e-9;

/// The laws, by the numbers that [`Pathfinder`] gives them, and two that follow from its contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Law {
    /// 1: legs on walkable ground, ends where asked, the length is the sum of the legs.
    Legality,
    /// 2: reversed, the same length; not where a link leads one way.
    Reversal,
    /// 3: never shorter than the oracle; equal to it where the optimum is promised.
    Oracle,
    /// 4: the same query gives the same bits, whatever memory it is given.
    Determinism,
    /// 5: errors agree with connectivity, and unusable numbers are invalid queries.
    Errors,
    /// 6: a stretch of an optimal path is optimal, and the lower bound is one.
    Stretch,
    /// 7: any-angle ≤ octile ≤ Manhattan on the same tiles.
    Backends,
    /// The path's own verifier has nothing against it.
    Certificate,
    /// A waypoint rounded to `f32` and back works as the end of the next query.
    RoundTrip,
}

/// A law that was broken, with all that it takes to ask again.
#[derive(Debug, Clone, PartialEq)]
pub struct LawViolation {
    /// The law.
    pub law: Law,
    /// The map, by the name given to the suite; a world's name holds its seed.
    pub map: String,
    /// The query that was asked.
    pub query: PathQuery,
    /// The violation, with the numbers on both sides.
    pub what: String,
}

impl fmt::Display for LawViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, map, query, what } = self;
        write!(f, "{law:?} broken on {map}: {what}\n  asked: {}", crate::reduce::Rust(query))
    }
}

impl std::error::Error for LawViolation {}

/// A finder, the truth about its map, and the laws that are asked of it.
#[derive(Clone)]
pub struct LawSuite<'a> {
    map: String,
    finder: &'a dyn Pathfinder,
    subject: &'a dyn Subject,
    exempt: Vec<Law>,
}

impl fmt::Debug for LawSuite<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LawSuite").field("map", &self.map).finish_non_exhaustive()
    }
}

impl<'a> LawSuite<'a> {
    /// All laws, for a finder on the map that `subject` tells the truth about. `map` is the name
    /// that violations give it.
    pub fn new(
        map: impl Into<String>,
        finder: &'a dyn Pathfinder,
        subject: &'a dyn Subject,
    ) -> Self {
        Self { map: map.into(), finder, subject, exempt: Vec::new() }
    }

    /// Leaves out a law that the finder does not promise on this map.
    #[must_use]
    pub fn exempt(mut self, law: Law) -> Self {
        self.exempt.push(law);
        self
    }

    /// Checks every query against every law, and the finder against unusable numbers.
    ///
    /// # Errors
    ///
    /// The first violation.
    pub fn check(&self, queries: &[PathQuery]) -> Result<LawReport, Box<LawViolation>> {
        let mut asker = ask::Asker::new(self.finder);
        let mut report = LawReport::default();
        let violation = |query: PathQuery, breach: Breach| {
            let Breach { law, what } = breach;
            Box::new(LawViolation { law, map: self.map.clone(), query, what })
        };
        for &query in queries {
            self.check_query(&mut asker, query, &mut report).map_err(|b| violation(query, b))?;
        }
        let unusable = errors::unusable(queries).into_iter();
        for query in unusable.filter(|_| !self.is_exempt(Law::Errors)) {
            self.check_unusable(&mut asker, query).map_err(|b| violation(query, b))?;
        }
        Ok(report)
    }

    /// Checks as [`LawSuite::check`] does; for tests.
    ///
    /// # Panics
    ///
    /// With the first violation.
    pub fn assert_holds(&self, queries: &[PathQuery]) -> LawReport {
        self.check(queries).unwrap_or_else(|violation| panic!("{violation}"))
    }

    fn is_exempt(&self, law: Law) -> bool {
        self.exempt.contains(&law)
    }

    fn check_query(
        &self,
        asker: &mut ask::Asker<'_>,
        query: PathQuery,
        report: &mut LawReport,
    ) -> Result<(), Breach> {
        report.queries += 1;
        if !errors::is_valid(&query) {
            return self.check_unusable(asker, query);
        }
        let answer = asker.ask(&query);
        if !self.is_exempt(Law::Determinism) {
            asker.ask_again(&query)?;
        }
        let query = errors::as_understood(query);
        for point in [query.start, query.goal] {
            report.note_endpoint(self.subject.spot(point));
        }
        match &answer {
            Ok(path) => self.check_path(asker, &query, path, report),
            Err(_) if self.is_exempt(Law::Errors) => Ok(()),
            Err(error) => {
                self.check_error(&query, error, report)?;
                self.check_left_over(asker.left())
            }
        }
    }

    /// A failure leaves an empty path or a legal walk.
    fn check_left_over(&self, path: &Path) -> Result<(), Breach> {
        let walk = if *path == Path::default() { Ok(()) } else { self.subject.check_walk(path) };
        walk.map_err(|what| Breach {
            law: Law::Legality,
            what: format!("left in the path: {what}"),
        })
    }
}

/// A law that was broken, before it is known by which query.
#[derive(Debug)]
struct Breach {
    law: Law,
    what: String,
}

impl Law {
    /// Fails with `what` unless `holds`.
    fn demand(self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Breach> {
        if holds { Ok(()) } else { Err(Breach { law: self, what: what() }) }
    }
}

/// True where two lengths are the same up to [`TOLERANCE`].
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE * a.abs().max(b.abs())
}

/// True where `a` is not above `b` by more than [`TOLERANCE`].
fn at_most(a: f64, b: f64) -> bool {
    a <= b || same(a, b)
}

#[cfg(test)]
mod tests;
