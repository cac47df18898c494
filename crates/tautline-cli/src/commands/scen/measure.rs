//! Asks every query of a scenario, and takes the time.

use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use tautline::io::ScenarioLine;
use tautline::path::PathDefect;
use tautline::{DVec2, Path, PathQuery, Scratch, Search};

use crate::commands::path::status_name;
use crate::query::Finder;
use crate::random::Random;

/// What a query came to.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    /// `complete`, `partial`, or the kind of error.
    pub(super) status: &'static str,
    /// The path's length; `None` where there is no path.
    pub(super) length: Option<f64>,
    pub(super) expanded: u64,
    /// What the checker finds wrong, where it is asked.
    pub(super) defect: Option<PathDefect>,
    /// The path, where it is wanted.
    pub(super) points: Vec<DVec2>,
    /// The fastest of all passes, the whole answer included.
    pub(super) nanoseconds: u64,
}

/// How a scenario is run: every pass asks each query once.
pub(super) struct Passes<'a> {
    pub(super) finder: &'a Finder,
    pub(super) search: Search,
    pub(super) repeat: u64,
    pub(super) verifies: bool,
    pub(super) keeps_points: bool,
}

impl Passes<'_> {
    /// Asks all queries in all passes, each pass in a shuffled order of its own, so that no query
    /// always meets the caches that its neighbour in the file left; the orders are the same in
    /// every run.
    pub(super) fn run(&self, lines: &[ScenarioLine]) -> Vec<Answer> {
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let mut answers: Vec<Option<Answer>> = vec![None; lines.len()];
        let mut order: Vec<usize> = (0..lines.len()).collect();
        let mut random = Random(0);
        let progress = progress_bar((lines.len() as u64).saturating_mul(self.repeat));
        for _ in 0..self.repeat {
            random.shuffle(&mut order);
            for &index in &order {
                let nanoseconds = self.ask(&lines[index], &mut scratch, &mut path, |answer| {
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

    /// Asks one query, hands over its answer, and gives the time that it took.
    fn ask(
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
            points: match found && self.keeps_points {
                true => path.waypoints().to_vec(),
                false => Vec::new(),
            },
            nanoseconds,
        });
        nanoseconds
    }
}

/// A bar on standard error, hidden where that is no terminal.
fn progress_bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template("{wide_bar} {pos}/{len} queries, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
