//! Two promises, counted where they are broken: searches in slices, and budgets.

use tautline::incremental::{IncrementalPathfinder, Stage};
use tautline::{MeshFinder, Path, PathError, PathQuery, Scratch};

use super::{Bar, Row};
use crate::scenario::Scenario;

/// About how many queries of a scenario are asked.
const QUERIES: usize = 200;

/// The number of nodes a slice has.
const SLICES: [u64; 3] = [1, 7, 1000];

type Answer = (Result<(), PathError>, Path);

pub(super) fn rows(finder: &MeshFinder, scenario: &Scenario) -> Vec<Row> {
    let step = scenario.queries.len().div_ceil(QUERIES).max(1);
    let (mut different, mut overspent) = (0, 0);
    for &[start, goal] in scenario.queries.iter().step_by(step) {
        let query = PathQuery::new(start, goal);
        let whole = asked(finder, &query);
        different += SLICES.iter().filter(|&&nodes| sliced(finder, &query, nodes) != whole).count();
        let all = whole.1.stats().expanded;
        let budgets = [0, 1, all / 3, all.saturating_sub(1), all];
        let is_over = |&&budget: &&u64| {
            asked(finder, &query.max_expanded(budget)).1.stats().expanded > budget
        };
        overspent += budgets.iter().filter(is_over).count();
    }
    let row = |question, count| Row {
        question,
        value: f64::from(count as u32),
        unit: "",
        bar: Bar::AtMost(0.0),
    };
    vec![
        row("searches in slices of 1, 7 and 1,000 that came to other bits", different),
        row("budgets of n that expanded more than n", overspent),
    ]
}

fn asked(finder: &MeshFinder, query: &PathQuery) -> Answer {
    let mut path = Path::default();
    let result = finder.find_path_into(query, &mut Scratch::new(), &mut path);
    (result, path)
}

fn sliced(finder: &MeshFinder, query: &PathQuery, nodes: u64) -> Answer {
    let mut path = Path::default();
    let mut search = match finder.begin_boxed(query) {
        Ok(search) => search,
        Err(error) => return (Err(error), path),
    };
    while search.advance(nodes) == Stage::InProgress {}
    (search.answer_into(&mut path), path)
}
