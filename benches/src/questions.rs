//! The questions that a game asks of its map, each timed against its bar: places, rays, many goals, fields, batches;
//! and two promises, counted: searches in slices come to the same, and a budget is never overspent.

mod drawn;
mod many;
mod places;
mod promises;

use std::time::{Duration, Instant};

use tautline::{BuildOptions, MeshFinder, build_outlines};

pub use drawn::{places_of_largest_part, points};

use crate::scenario::Scenario;
use crate::setting::Setting;

/// The bar of a measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bar {
    /// Nothing: it is told for its own sake.
    None,
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
}

/// One measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The question.
    pub question: &'static str,
    /// The measurement.
    pub value: f64,
    /// In which unit.
    pub unit: &'static str,
    /// The bar.
    pub bar: Bar,
}

impl Row {
    fn line(&self, map: &str) -> String {
        let Self { question, value, unit, bar } = *self;
        let (told, holds) = match bar {
            Bar::None => (String::new(), ""),
            Bar::AtMost(most) => {
                (format!("≤ {most}"), if value <= most { "yes" } else { "**no**" })
            }
            Bar::AtLeast(least) => {
                (format!("≥ {least}"), if value >= least { "yes" } else { "**no**" })
            }
        };
        let measured = format!("{value:.1} {unit}");
        format!("| {map} | {question} | {} | {told} | {holds} |\n", measured.trim_end())
    }
}

/// All measures of a map, on the mesh that we build from its outlines.
///
/// # Errors
///
/// A sentence, where its outlines cannot be built, or the rival refuses the mesh that the map gives.
pub fn measured(scenario: &Scenario) -> Result<Vec<Row>, String> {
    let result = build_outlines(&scenario.outlines, &BuildOptions::default());
    let (mesh, _) = result.map_err(|error| error.to_string())?;
    let mut rows = places::rows(&mesh);
    let finder = MeshFinder::new(mesh);
    rows.extend(many::rows(&finder, scenario)?);
    rows.extend(promises::rows(&finder, scenario));
    Ok(rows)
}

/// The time that a measure is repeated at least; its best pass counts.
const PATIENCE: Duration = Duration::from_millis(400);

/// The best time of a pass, in seconds: repeated for as long as [`PATIENCE`], and thrice at least.
fn best_pass(mut pass: impl FnMut()) -> f64 {
    let begun = Instant::now();
    let (mut best, mut passes) = (Duration::MAX, 0);
    while passes < 3 || begun.elapsed() < PATIENCE {
        let pass_begun = Instant::now();
        pass();
        best = best.min(pass_begun.elapsed());
        passes += 1;
    }
    best.as_secs_f64()
}

/// The head of the table.
pub const HEAD: &str = "| map | question | measured | bar | holds |\n|---|---|---|---|---|\n";

/// The rows of a map's table.
#[must_use]
pub fn table(map: &str, rows: &[Row]) -> String {
    rows.iter().map(|row| row.line(map)).collect()
}

/// The whole page, of the maps' tables.
#[must_use]
pub fn page(tables: &str, setting: &Setting) -> String {
    let Setting { command, machine, flags, commit, date } = setting;
    format!(
        "# Questions: what each costs, and its bar\n\n\
         `{command}`\n\n\
         - machine: {machine}\n- compiler: {flags}\n- commit: {commit}\n- date: {date}\n\n\
         On the mesh that we build from each map's outlines, one thread but for the batch. Places are seeded points of the \
         bounding box, asked one after the other; a thousand of them again and again are what caches and branch \
         predictors come to know, a hundred thousand are not. Rays lead from places on the mesh to any place; *a cell* is the \
         whole time of the rays, finding their first cell included, by the cells they cross; what *each further cell* costs is \
         what the long ones take more than all, by the cells they cross more. Many goals are 100 places of the largest part of the \
         map; a single query is the mean of 1,000 between two of them, and so is the rival's, the crate `polyanya` on the \
         map's given mesh, baked. A batch is the map's scenario on a rayon pool of two threads, against a pool of one. Searches in slices \
         and with budgets are those of the scenario. Times are the best of many passes.\n\n{HEAD}{tables}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::samples::sample;

    #[test]
    fn a_small_map_is_asked_everything_and_keeps_both_promises() {
        let queries = [([0.5, 0.5], [4.5, 2.5]), ([4.5, 0.5], [0.5, 2.5])];
        let rows = measured(&sample(&[".....", ".###.", "....."], 0.0, &queries)).unwrap();
        assert!(rows.iter().all(|row| row.value.is_finite()), "{rows:?}");
        let promised = rows.iter().filter(|row| row.bar == Bar::AtMost(0.0));
        assert_eq!(promised.map(|row| row.value).collect::<Vec<_>>(), [0.0, 0.0]);
    }

    #[test]
    fn a_row_says_whether_its_bar_holds() {
        let row = |value, bar| Row { question: "q", value, unit: "ns", bar }.line("m");
        assert_eq!(row(2.0, Bar::AtMost(2.0)), "| m | q | 2.0 ns | ≤ 2 | yes |\n");
        assert_eq!(row(1.0, Bar::AtLeast(1.5)), "| m | q | 1.0 ns | ≥ 1.5 | **no** |\n");
    }
}
