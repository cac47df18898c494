//! Compares the answers of a scenario with reference lengths.

use std::ops::RangeInclusive;
use std::path::Path;

use tautline::io::{ScenarioLine, read_reference, read_scen};

use super::measure::Answer;
use crate::failure::Failure;
use crate::input::{parsed, read_bytes};

/// The relative tolerance of lengths, since both sides sum rounded legs.
const RELATIVE: f64 = 1e-9;
/// The tolerance of a scenario's lengths, in map units and relative: they are sums in single
/// precision, or rounded to six digits.
const SCENARIO_ABSOLUTE: f64 = 1e-3;
const SCENARIO_RELATIVE: f64 = 1e-4;
/// The number of differences to report individually.
const EXAMPLES: usize = 5;

/// The kind of the lengths to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// Lengths of any-angle paths.
    AnyAngle,
    /// Lengths of paths along tiles.
    Tiles,
}

/// The reference lengths, one a query.
#[derive(Debug)]
pub(super) struct Reference {
    rule: Rule,
    /// The any-angle optimum, if it is known.
    any_angle: Option<Vec<f64>>,
    /// The optimum along tiles, rounded.
    tiles: Vec<f64>,
    /// The absolute tolerance of `tiles`, in map units.
    tiles_rounding: f64,
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub(super) mismatches: usize,
    pub(super) max_relative_error: f64,
    /// The first mismatches as text.
    pub(super) examples: Vec<String>,
}

impl Reference {
    /// Reads the reference lengths of all queries of the scenario, or of those that are run.
    pub(super) fn read(
        file: &Path,
        rule: Rule,
        counts: RangeInclusive<usize>,
        lines: &[ScenarioLine],
    ) -> Result<Self, Failure> {
        let is_scenario = file.extension().is_some_and(|extension| extension == "scen");
        let mut tiles_rounding = rounding(lines);
        let lengths = match (is_scenario, rule) {
            (true, Rule::AnyAngle) => {
                let message = "--ref with a .scen applies to --backend grid, because its lengths \
                               are along tiles; use a .ref.csv";
                return Err(Failure::unusable_arguments(message));
            }
            (true, Rule::Tiles) => {
                let scenario = parsed(file, read_bytes(file)?, read_scen)?;
                tiles_rounding = rounding(&scenario);
                scenario.iter().map(|line| line.optimal).collect()
            }
            (false, _) => parsed(file, read_bytes(file)?, read_reference)?,
        };
        if !counts.contains(&lengths.len()) {
            let found = lengths.len();
            let wanted = counts.end();
            let message = format!("the file contains {found} lengths for {wanted} queries");
            return Err(Failure::unusable_file(file, message));
        }
        let own = || lines.iter().map(|line| line.optimal).collect();
        Ok(if is_scenario {
            Self { rule, any_angle: None, tiles: lengths, tiles_rounding }
        } else {
            Self { rule, any_angle: Some(lengths), tiles: own(), tiles_rounding }
        })
    }

    /// Compares all answers; with `is_optimal`, longer paths than the reference are differences too.
    pub(super) fn compared(&self, answers: &[Answer], is_optimal: bool) -> Compared {
        let mut compared = Compared::default();
        for (i, answer) in answers.iter().enumerate() {
            let (expected, fault) = match (self.rule, &self.any_angle) {
                (Rule::AnyAngle, Some(any_angle)) => {
                    (any_angle[i], mesh_fault(answer.length, any_angle[i], is_optimal))
                }
                _ => (self.tiles[i], self.grid_fault(answer.length, i)),
            };
            if let Some(length) = answer.length {
                let error = relative_error(length, expected);
                compared.max_relative_error = compared.max_relative_error.max(error);
            }
            if let Some(fault) = fault {
                compared.mismatches += 1;
                if compared.examples.len() < EXAMPLES {
                    let found = answer.length.map_or(answer.status.to_owned(), |l| l.to_string());
                    compared.examples.push(format!("query {i}: {found}, {fault}"));
                }
            }
        }
        compared
    }

    fn grid_fault(&self, length: Option<f64>, i: usize) -> Option<String> {
        let optimal = self.tiles[i];
        let tolerance = self.tiles_rounding + SCENARIO_RELATIVE * optimal;
        let any_angle = self.any_angle.as_ref().map(|lengths| lengths[i]);
        match (length, any_angle) {
            (None, _) => Some(format!("the scenario has {optimal}")),
            (Some(length), _) if (length - optimal).abs() > tolerance => {
                Some(format!("the scenario has {optimal}"))
            }
            (Some(length), Some(shortest)) if length < shortest * (1.0 - RELATIVE) => {
                Some(format!("less than the any-angle optimum {shortest}"))
            }
            _ => None,
        }
    }
}

/// Returns half a unit of the last digit that a scenario prints, at least [`SCENARIO_ABSOLUTE`].
///
/// The line with the most decimals decides, because others may omit trailing zeros. Lengths without
/// decimals are whole numbers and not rounded.
fn rounding(lines: &[ScenarioLine]) -> f64 {
    match lines.iter().map(|line| line.decimals).max() {
        None | Some(0) => SCENARIO_ABSOLUTE,
        // From four decimals on, the unit is below the smallest tolerance.
        Some(decimals) => (0.5 / 10f64.powi(decimals.min(4) as i32)).max(SCENARIO_ABSOLUTE),
    }
}

fn mesh_fault(length: Option<f64>, shortest: f64, is_optimal: bool) -> Option<String> {
    let tolerance = RELATIVE * shortest;
    let fits = length.is_some_and(|length| {
        length >= shortest - tolerance && (!is_optimal || length <= shortest + tolerance)
    });
    (!fits).then(|| format!("the reference has {shortest}"))
}

/// Returns the relative error of a length; the absolute error if the expected length is 0.
fn relative_error(length: f64, expected: f64) -> f64 {
    let error = (length - expected).abs();
    if expected > 0.0 { error / expected } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(length: Option<f64>) -> Answer {
        let status = if length.is_some() { "complete" } else { "unreachable" };
        Answer { status, length, expanded: 0, defect: None, points: Vec::new(), nanoseconds: 0 }
    }

    fn tiles_of_100(any_angle: Option<Vec<f64>>, tiles_rounding: f64) -> Reference {
        Reference { rule: Rule::Tiles, any_angle, tiles: vec![100.0], tiles_rounding }
    }

    fn mismatches(reference: &Reference, length: Option<f64>, is_optimal: bool) -> usize {
        reference.compared(&[answer(length)], is_optimal).mismatches
    }

    #[test]
    fn an_optimum_equals_the_reference_and_a_corridor_is_not_below_it() {
        let any_angle = Some(vec![100.0]);
        let reference = Reference { rule: Rule::AnyAngle, any_angle, ..tiles_of_100(None, 1e-3) };
        assert_eq!(mismatches(&reference, Some(100.0 + 1e-8), true), 0);
        assert_eq!(mismatches(&reference, Some(100.0 + 1e-6), true), 1);
        assert_eq!(mismatches(&reference, Some(100.0 + 1e-6), false), 0);
        assert_eq!(mismatches(&reference, Some(100.0 - 1e-6), false), 1);
        assert_eq!(mismatches(&reference, None, false), 1);
        assert_eq!(reference.compared(&[answer(Some(101.0))], true).max_relative_error, 0.01);
    }

    #[test]
    fn a_grid_path_equals_the_scenario_and_is_not_below_the_any_angle_optimum() {
        let reference = tiles_of_100(Some(vec![100.0]), 1e-3);
        assert_eq!(mismatches(&reference, Some(100.0109), true), 0);
        assert_eq!(mismatches(&reference, Some(100.0111), true), 1);
        assert_eq!(mismatches(&reference, Some(99.9999), true), 1);
        let scenario = tiles_of_100(None, 1e-3);
        assert_eq!(mismatches(&scenario, Some(99.9999), true), 0);
        assert_eq!(mismatches(&scenario, Some(99.988), true), 1);
        assert_eq!(mismatches(&scenario, None, true), 1);
    }

    #[test]
    fn a_scenario_of_two_decimals_allows_for_half_a_hundredth_and_a_finer_one_does_not() {
        let rounding_of = |lengths: &[&str]| {
            let line = |length: &&str| format!("0 a 9 8 1 2 3 4 {length}\n");
            rounding(&read_scen(&lengths.iter().map(line).collect::<String>()).unwrap())
        };
        assert_eq!(rounding_of(&["16.90", "450.58"]), 5e-3);
        assert_eq!(rounding_of(&["16.9", "450.58", "7"]), 5e-3);
        assert_eq!(rounding_of(&["16.9", "4.82843", "123.456"]), 1e-3);
        assert_eq!(rounding_of(&["1.41421356237309504880"]), 1e-3);
        assert_eq!(rounding_of(&["7", "12"]), 1e-3);
        let reference = tiles_of_100(None, 5e-3);
        assert_eq!(mismatches(&reference, Some(100.0149), true), 0);
        assert_eq!(mismatches(&reference, Some(100.0151), true), 1);
    }
}
