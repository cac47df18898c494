//! `tautline scen`: runs a MovingAI scenario, with times and reference lengths.

mod measure;
mod reference;
mod numbers;

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;
use tautline::io::{ScenarioLine, read_scen};
use tautline::{Grid, Search};

use super::path::{check_verify, points};
use crate::arguments::{Backend, ScenArgs};
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input::{Input, parsed, read_bytes};
use crate::output;
use crate::query::Finder;
use crate::report::Report;
use measure::{Answer, Passes};
use numbers::Times;
use reference::{Reference, Rule};

pub(crate) fn run(arguments: &ScenArgs) -> Result<Report, Failure> {
    check_verify(arguments.verify, &arguments.finder)?;
    let input = Input::read(&arguments.map)?;
    input.check_outputs(arguments.paths.as_deref())?;
    let others = [Some(&arguments.scen), arguments.reference.as_ref()];
    let others: Vec<&Path> = others.into_iter().flatten().map(PathBuf::as_path).collect();
    output::check_apart(&others, arguments.paths.as_deref().as_slice())?;
    let all = queries(arguments, input.grid())?;
    let limit = arguments.limit.and_then(|limit| usize::try_from(limit).ok());
    let lines = &all[..limit.map_or(all.len(), |limit| limit.min(all.len()))];
    let rule = Rule::of(&arguments.finder);
    let reference = arguments.reference.as_deref();
    let reference = reference
        .map(|file| Reference::read(file, rule, lines.len()..=all.len(), lines))
        .transpose()?;
    let begun = Instant::now();
    let finder = Finder::new(&input, &arguments.finder, &arguments.map.building.options())?;
    let build_milliseconds = begun.elapsed().as_secs_f64() * 1e3;
    let passes = Passes {
        finder: &finder,
        search: arguments.finder.search,
        repeat: arguments.repeat,
        verifies: arguments.verify,
        keeps_points: arguments.paths.is_some(),
    };
    let answers = passes.run(lines);
    if let Some(file) = &arguments.paths {
        output::write(file, as_lines(&answers).as_bytes())?;
    }
    let mut report = Report::new("ok");
    summarize(&mut report, &answers);
    state_failures(&mut report, &answers);
    report.state("build_ms", build_milliseconds);
    report.state("cells", finder.cell_count());
    report.state("peak_rss_kb", numbers::peak_memory_kilobytes());
    if arguments.verify {
        state_defects(&mut report, &answers);
    }
    if let Some(reference) = reference {
        let is_optimal = passes.search != Search::Corridor
            && (passes.search == Search::Optimal || finder.mesh().is_none_or(|m| m.is_uniform()));
        compare(&mut report, &reference.compared(&answers, is_optimal));
    }
    Ok(report)
}

/// Reads the queries of the scenario, and compares its map size with the map.
fn queries(arguments: &ScenArgs, grid: Option<&Grid>) -> Result<Vec<ScenarioLine>, Failure> {
    let file = &arguments.scen;
    let bytes = read_bytes(file)?;
    let numbers = line_numbers(&bytes);
    let lines = parsed(file, bytes, read_scen)?;
    if lines.is_empty() {
        return Err(Failure::unusable_file(file, "the scenario contains no query"));
    }
    if let Some(grid) = grid {
        check_sizes(file, &lines, &numbers, grid)?;
    }
    Ok(lines)
}

/// Returns the numbers of the lines with queries, from 1.
fn line_numbers(bytes: &[u8]) -> Vec<usize> {
    let holds_query = |line: &[u8]| {
        let line = line.trim_ascii();
        !line.is_empty() && !line.starts_with(b"version")
    };
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    lines.filter(|(_, line)| holds_query(line)).map(|(index, _)| index + 1).collect()
}

fn check_sizes(
    file: &Path,
    lines: &[ScenarioLine],
    numbers: &[usize],
    grid: &Grid,
) -> Result<(), Failure> {
    let (width, height) = (grid.width(), grid.height());
    let other = lines.iter().position(|line| (line.width, line.height) != (width, height));
    let Some(index) = other else { return Ok(()) };
    let found = &lines[index];
    let number = numbers.get(index).copied().unwrap_or(index + 1);
    let message = format!(
        "the query is for a map of {} x {} tiles, and this map has {width} x {height}",
        found.width, found.height
    );
    Err(Failure::unusable_line(file, number, message))
}

fn summarize(report: &mut Report, answers: &[Answer]) {
    let count = |status: &str| answers.iter().filter(|answer| answer.status == status).count();
    let complete = count("complete");
    let partial = count("partial");
    let times = Times::of(answers.iter().map(|answer| answer.nanoseconds));
    let expanded: u64 = answers.iter().map(|answer| answer.expanded).sum();
    report.state("queries", answers.len());
    report.state("complete", complete);
    report.state("partial", partial);
    report.state("failed", answers.len() - complete - partial);
    let lengths = answers.iter().filter_map(|answer| answer.length);
    // An empty sum is -0 in Rust.
    report.state("total_length", lengths.sum::<f64>() + 0.0);
    report.state("mean_us", times.mean);
    report.state("p50_us", times.p50);
    report.state("p99_us", times.p99);
    report.state("max_us", times.max);
    report.state("expanded_mean", expanded as f64 / answers.len() as f64);
}

/// Names the first queries without a path, each with the kind of its error. Every query of a scenario has a path on its
/// own map.
fn state_failures(report: &mut Report, answers: &[Answer]) {
    let failed = answers.iter().enumerate().filter(|(_, answer)| answer.length.is_none());
    for (i, answer) in failed.take(10) {
        report.put("status", "failed-queries");
        report.say(format_args!("  query {i}: {}", answer.status));
        report.exit = ExitStatus::No;
    }
}

/// Reports the number of paths with defects, and the first of them.
fn state_defects(report: &mut Report, answers: &[Answer]) {
    let defects = answers.iter().enumerate();
    let defects = defects.filter_map(|(i, answer)| Some((i, answer.defect.as_ref()?)));
    report.state("defects", defects.clone().count());
    for (i, defect) in defects.take(10) {
        report.put("status", "defective-paths");
        report.say(format_args!("  query {i}: {defect}"));
        report.exit = ExitStatus::No;
    }
}

fn compare(report: &mut Report, compared: &reference::Compared) {
    report.state("mismatches", compared.mismatches);
    report.state("max_rel_error", compared.max_relative_error);
    for example in &compared.examples {
        report.say(format_args!("  {example}"));
    }
    report.put("examples", compared.examples.clone());
    if compared.mismatches > 0 {
        report.put("status", "differences");
        report.exit = ExitStatus::No;
    }
}

/// Formats the answers as lines of JSON, in the order of the scenario.
fn as_lines(answers: &[Answer]) -> String {
    let line = |(i, answer): (usize, &Answer)| {
        let points = points(&answer.points);
        let line = json!({
            "i": i, "status": answer.status, "length": answer.length, "points": points,
        });
        format!("{line}\n")
    };
    answers.iter().enumerate().map(line).collect()
}

impl Rule {
    fn of(finder: &crate::arguments::FinderArgs) -> Self {
        match finder.backend {
            Backend::Navmesh => Self::AnyAngle,
            Backend::Grid => Self::Tiles,
        }
    }
}
