//! Runs every query of a scenario and measures its time.

use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use tautline::io::ScenarioLine;
use tautline::path::PathDefect;
use tautline::{DVec2, Path, PathQuery, Scratch, Search};

use crate::commands::path::status_name;
use crate::query::Finder;
use crate::random::Random;

/// The answer of a query.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    /// `complete`, `partial`, or the kind of error.
    pub(super) status: &'static str,
    /// The length of the path; `None` without a path.
    pub(super) length: Option<f64>,
    pub(super) expanded: u64,
    /// The defect of the path, if it was verified.
    pub(super) defect: Option<PathDefect>,
    /// The waypoints, if they are kept.
    pub(super) points: Vec<DVec2>,
    /// The time of the whole answer in the fastest pass.
    pub(super) nanoseconds: u64,
}

/// The options of a run; each pass runs every query once.
pub(super) struct Passes<'a> {
    pub(super) finder: &'a Finder,
    pub(super) search: Search,
    pub(super) repeat: u64,
    pub(super) verifies: bool,
    pub(super) keeps_points: bool,
}

impl Passes<'_> {
    /// Runs all passes, each in its own shuffled order, so that no query always profits from the
    /// caches of the same predecessor. The orders are the same in every run.
    pub(super) fn run(&self, lines: &[ScenarioLine]) -> Vec<Answer> {
        let mut scratch = Scratch::new();
        let mut path = Path::default();
        let mut answers: Vec<Option<Answer>> = vec![None; lines.len()];
        let mut order: Vec<usize> = (0..lines.len()).collect();
        let mut random = Random(0);
        let progress = progress_bar((lines.len() as u64).saturating_mul(self.repeat));
        for _ in 0..self.repeat {
            random.shuffle(&mut order);
            for &index in &order {
                let nanoseconds =
                    self.run_query(&lines[index], &mut scratch, &mut path, |answer| {
                        answers[index].get_or_insert(answer);
                    });
                if let Some(answer) = &mut answers[index] {
                    answer.nanoseconds = answer.nanoseconds.min(nanoseconds);
                }
                progress.inc(1);
            }
        }
        progress.finish_and_clear();
        answers.into_iter().flatten().collect()
    }

    /// Runs one query, passes its answer to `take`, and returns its time.
    fn run_query(
        &self,
        line: &ScenarioLine,
        scratch: &mut Scratch,
        path: &mut Path,
        take: impl FnOnce(Answer),
    ) -> u64 {
        let query = PathQuery::new(line.start_point(), line.goal_point()).search(self.search);
        let begun = Instant::now();
        let result = self.finder.pathfinder().find_path_into(&query, scratch, path);
        let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let found = result.is_ok();
        let checked = found && self.verifies;
        take(Answer {
            defect: checked.then(|| self.finder.verify(path, &query).err()).flatten(),
            status: result.map_or_else(|error| error.kind(), |()| status_name(path.status())),
            length: found.then_some(path.length()),
            expanded: if found { path.stats().expanded } else { 0 },
            points: if found && self.keeps_points { path.waypoints().to_vec() } else { Vec::new() },
            nanoseconds,
        });
        nanoseconds
    }
}

/// Creates a progress bar on standard error, hidden if that is no terminal.
fn progress_bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template("{wide_bar} {pos}/{len} queries, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
