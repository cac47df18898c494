//! `distances` and `any`: many goals at once.

use std::fs;
use std::path::Path as File;

use serde_json::{Value, json};
use tautline::{DVec2, Goals, NearGoal, PathError, Short};

use super::{At, Map, number};
use crate::arguments::query::{AnyArgs, DistancesArgs};
use crate::commands::path::{headline, points, status_name};
use crate::failure::Failure;
use crate::report::{ExitStatus, Report};

/// From many to many.
pub(super) fn distances(arguments: &DistancesArgs) -> Result<Report, Failure> {
    let (starts, goals) = ends(arguments)?;
    let map = Map::read(&arguments.map)?;
    let mut report = Report::new("ok");
    report.put("from", points(&starts));
    report.put("to", points(&goals));
    match arguments.nearest {
        None => state_matrix(&mut report, &map, &starts, &goals)?,
        Some(count) => state_nearest(&mut report, &map, &starts, &goals, count)?,
    }
    map.draw(&mut report, |scene| scene.corners(&goals))?;
    Ok(report)
}

/// The starts and the goals, with the points of the file for those that are not given.
fn ends(arguments: &DistancesArgs) -> Result<(Vec<DVec2>, Vec<DVec2>), Failure> {
    let DistancesArgs { from, to, points, .. } = arguments;
    if points.is_some() && !from.is_empty() && !to.is_empty() {
        let message = "--points stands for --from or --to, and both are given";
        return Err(Failure::unusable_arguments(message));
    }
    let listed = points.as_deref().map(read_points).transpose()?;
    let or_listed = |given: &Vec<DVec2>, name: &str| match (&listed, given.is_empty()) {
        (_, false) => Ok(given.clone()),
        (Some(listed), true) => Ok(listed.clone()),
        (None, true) => Err(Failure::unusable_arguments(format!(
            "no {name} was given: repeat --{name} X,Y, or name a file with --points"
        ))),
    };
    Ok((or_listed(from, "from")?, or_listed(to, "to")?))
}

/// A point on each line; empty ones and those that begin with # are passed over.
fn read_points(file: &File) -> Result<Vec<DVec2>, Failure> {
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| Failure::unusable_file(file, error))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let read = |(line, place): (&str, usize)| {
        let point = crate::arguments::point(line);
        point.map_err(|message| Failure::unusable_line(file, place, message))
    };
    lines.map(read).collect()
}

fn state_matrix(
    report: &mut Report,
    map: &Map,
    starts: &[DVec2],
    goals: &[DVec2],
) -> Result<(), Failure> {
    let rows = match starts {
        // One start that is off the ground is an error, and not a row without a way.
        &[start] => map.finder.distances_from(start, goals).map(|row| vec![row]),
        _ => map.finder.distance_matrix(starts, goals),
    };
    let rows = rows.map_err(|error| map.failed(&error))?;
    for row in &rows {
        let told: Vec<String> = row.iter().map(|&length| shown(length)).collect();
        report.say(told.join("  "));
    }
    let told = rows.iter().map(|row| row.iter().map(|&length| number(length)).collect());
    report.put("distances", told.collect::<Vec<Value>>());
    if rows.iter().flatten().all(|length| length.is_infinite()) {
        report.exit = ExitStatus::No;
    }
    Ok(())
}

/// A length, or a dash where there is no way.
fn shown(length: f64) -> String {
    if length.is_finite() { Short(length).to_string() } else { "-".to_owned() }
}

fn state_nearest(
    report: &mut Report,
    map: &Map,
    starts: &[DVec2],
    goals: &[DVec2],
    count: u64,
) -> Result<(), Failure> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let rows: Result<Vec<Vec<NearGoal>>, PathError> =
        starts.iter().map(|&start| map.finder.nearest_of(start, goals, count)).collect();
    let rows = rows.map_err(|error| map.failed(&error))?;
    for (start, row) in starts.iter().zip(&rows) {
        report.say(format_args!("from {}", At(*start)));
        for near in row {
            report.say(format_args!("  {}: {}", At(goals[near.goal]), Short(near.distance)));
        }
    }
    let told = |near: &NearGoal| json!({ "goal": near.goal, "distance": near.distance });
    let told = rows.iter().map(|row| row.iter().map(told).collect());
    report.put("nearest", told.collect::<Vec<Value>>());
    if rows.iter().all(Vec::is_empty) {
        report.exit = ExitStatus::No;
    }
    Ok(())
}

/// To whichever goal is nearest.
pub(super) fn any(arguments: &AnyArgs) -> Result<Report, Failure> {
    let map = Map::read(&arguments.map)?;
    let asked = &arguments.goals;
    let goals = match (&asked.to[..], &asked.line[..], &asked.corner[..]) {
        (points, [], []) => Goals::Points(points),
        (_, lines, []) => Goals::Segments(lines),
        (_, _, ring) => Goals::Polygon(ring),
    };
    let found = map.finder.find_path_to_any(arguments.from, &goals);
    let (path, goal) = found.map_err(|error| map.failed(&error))?;
    let status = status_name(path.status());
    let mut report = Report::new(status);
    report.put("goal", goal);
    report.put("length", path.length());
    report.put("points", points(path.waypoints()));
    report.put("start_offset", path.start_offset());
    report.put("goal_offset", path.goal_offset());
    report.put("expanded", path.stats().expanded);
    report.say(headline(&path, status, true));
    path.waypoints().iter().for_each(|&point| report.say(format_args!("  {}", At(point))));
    let what = match goals {
        Goals::Points(_) => "point",
        Goals::Segments(_) => "line",
        _ => "side",
    };
    report.say(format_args!("it ends at {what} {goal} (counted from 0)"));
    let shapes: Vec<Vec<DVec2>> = match goals {
        Goals::Polygon(ring) => vec![ring.to_vec()],
        _ => goals.sides().map(|side| side.to_vec()).collect(),
    };
    let end = path.waypoints().last().copied().unwrap_or(arguments.from);
    map.draw(&mut report, |scene| {
        let scene = scene.shapes(&shapes, tautline::draw::Tint::Touched);
        scene.path(path.waypoints()).start(arguments.from).goal(end)
    })?;
    Ok(report)
}
