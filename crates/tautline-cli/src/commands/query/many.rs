//! `distances` and `any`: many goals at once.

use std::path::Path as File;

use serde_json::{Value, json};
use tautline::draw::{Scene, Tint};
use tautline::error::Short;
use tautline::queries::NearGoal;
use tautline::{DVec2, Goals, NavMesh, PathError, Place};

use super::{At, Map, check_place, number, points_of};
use crate::arguments::query::{AnyArgs, DistancesArgs, GoalsArgs};
use crate::commands::path::{points, told};
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input::{read_bytes, text_of};
use crate::report::Report;

/// From many to many.
pub(super) fn distances(arguments: &DistancesArgs) -> Result<Report, Failure> {
    let (starts, goals) = ends(arguments)?;
    let map = Map::read(&arguments.map)?;
    map.check(starts.iter().chain(&goals))?;
    let mut report = Report::new("ok");
    report.put("from", points(&points_of(&starts)));
    report.put("to", points(&points_of(&goals)));
    match arguments.nearest {
        Some(count) => state_nearest(&mut report, &map, &starts, &goals, count)?,
        None if arguments.paths => state_paths(&mut report, &map, &starts, &goals)?,
        None => state_matrix(&mut report, &map, &starts, &goals)?,
    }
    let corners = points_of(&goals);
    map.draw(&mut report, |scene| scene.corners(&corners))?;
    Ok(report)
}

/// The starts and the goals, with the points of the file for those that are not given.
pub(super) fn ends(arguments: &DistancesArgs) -> Result<(Vec<Place>, Vec<Place>), Failure> {
    let DistancesArgs { from, to, points, .. } = arguments;
    if points.is_some() && !from.is_empty() && !to.is_empty() {
        let message = "--points stands for --from or --to, and both are given";
        return Err(Failure::unusable_arguments(message));
    }
    let listed = points.as_deref().map(read_points).transpose()?;
    let or_listed = |given: &Vec<Place>, what: &str, option: &str| match (&listed, given.is_empty())
    {
        (_, false) => Ok(given.clone()),
        (Some(listed), true) => Ok(listed.clone()),
        (None, true) => Err(Failure::unusable_arguments(format!(
            "no {what} was given: name each with {option} X,Y, or all in a file with --points"
        ))),
    };
    let (starts, goals) = (or_listed(from, "start", "--from")?, or_listed(to, "goal", "--to")?);
    starts.iter().chain(&goals).try_for_each(|&place| check_place(place))?;
    Ok((starts, goals))
}

/// A point on each line; empty ones and those that begin with # are passed over.
fn read_points(file: &File) -> Result<Vec<Place>, Failure> {
    let text = text_of(file, read_bytes(file)?)?;
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let read = |(line, number): (&str, usize)| {
        let place = crate::arguments::place(line);
        place.map_err(|message| Failure::unusable_line(file, number, message))
    };
    let places: Vec<Place> = lines.map(read).collect::<Result<_, _>>()?;
    match places.is_empty() {
        false => Ok(places),
        true => Err(Failure::unusable_file(file, "holds no point")),
    }
}

fn state_matrix(
    report: &mut Report,
    map: &Map,
    starts: &[Place],
    goals: &[Place],
) -> Result<(), Failure> {
    let rows = match starts {
        // One start that is off the ground is an error, and not a row without a way.
        &[start] => map.finder().distances_from(start, goals).map(|row| vec![row]),
        _ => map.finder().distance_matrix(starts, goals),
    };
    let rows = rows.map_err(|error| map.failed(&error))?;
    for row in &rows {
        let told: Vec<String> = row.iter().map(|&length| shown(length)).collect();
        report.say(told.join("  "));
    }
    put_distances(report, &rows);
    Ok(())
}

pub(super) fn put_distances(report: &mut Report, rows: &[Vec<f64>]) {
    let told = rows.iter().map(|row| row.iter().map(|&length| number(length)).collect());
    report.put("distances", told.collect::<Vec<Value>>());
    if rows.iter().flatten().all(|length| length.is_infinite()) {
        report.exit = ExitStatus::No;
    }
}

/// The distances, and the points of each path: one search a start.
fn state_paths(
    report: &mut Report,
    map: &Map,
    starts: &[Place],
    goals: &[Place],
) -> Result<(), Failure> {
    let (mut rows, mut ways) = (Vec::new(), Vec::new());
    for &start in starts {
        let tree = map.finder().paths_from(start, goals).map_err(|error| map.failed(&error))?;
        rows.push(tree.distances().collect());
        let paths = goals.iter().enumerate().map(|(goal, &at)| {
            let path = tree.path_to(goal).ok();
            say_path(report, [start, at], path.as_ref());
            path.map_or(Value::Null, |path| points(path.waypoints()))
        });
        ways.push(paths.collect::<Value>());
    }
    put_distances(report, &rows);
    report.put("paths", ways);
    Ok(())
}

fn say_path(report: &mut Report, [from, to]: [Place; 2], path: Option<&tautline::Path>) {
    let length = path.map_or(f64::INFINITY, tautline::Path::length);
    report.say(format_args!("from {} to {}: {}", At(from), At(to), shown(length)));
    let waypoints = path.into_iter().flat_map(tautline::Path::waypoints);
    waypoints.for_each(|&waypoint| report.say(format_args!("  {}", At(waypoint))));
}

/// A length, or a dash where there is no way.
pub(super) fn shown(length: f64) -> String {
    if length.is_finite() { Short(length).to_string() } else { "-".to_owned() }
}

fn state_nearest(
    report: &mut Report,
    map: &Map,
    starts: &[Place],
    goals: &[Place],
    count: u64,
) -> Result<(), Failure> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let mut rows: Vec<Vec<NearGoal>> = Vec::new();
    for &start in starts {
        report.say(format_args!("from {}", At(start)));
        match map.finder().nearest_of(start, goals, count) {
            Ok(row) => rows.push(row),
            // Of several starts one that is off the ground has no way to anywhere.
            Err(PathError::StartOutside { .. }) if starts.len() > 1 => rows.push(Vec::new()),
            Err(error) => return Err(map.failed(&error)),
        }
        for near in rows.last().into_iter().flatten() {
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
    let goals = goals_of(&arguments.goals);
    let places = goals.places().flatten().chain([arguments.from]);
    map.check(&places.collect::<Vec<_>>())?;
    let found = map.finder().find_path_to_any(arguments.from, &goals);
    let (path, goal) = found.map_err(|error| map.failed(&error))?;
    let mut report = report_any(&path, Some(&map.ground), (goal, &goals));
    let shapes = shapes_of(&goals);
    map.draw(&mut report, |scene| to_any(scene, &path, &shapes))?;
    Ok(report)
}

/// The goals that the arguments name.
pub(super) fn goals_of(asked: &GoalsArgs) -> Goals<'_> {
    match (&asked.to[..], &asked.line[..], &asked.corner[..]) {
        (points, [], []) => Goals::Points(points),
        (_, lines, []) => Goals::Segments(lines),
        (_, _, ring) => Goals::Polygon(ring),
    }
}

/// The path to the nearest goal, for both readers.
pub(super) fn report_any(
    path: &tautline::Path,
    mesh: Option<&NavMesh>,
    (goal, goals): (usize, &Goals<'_>),
) -> Report {
    let mut report = told(path, mesh);
    report.put("goal", goal);
    let what = match goals {
        Goals::Points(_) => "point",
        Goals::Segments(_) => "line",
        _ => "side",
    };
    report.say(format_args!("it ends at {what} {goal} (counted from 0)"));
    report
}

/// What a picture shows of goals.
pub(super) fn shapes_of(goals: &Goals<'_>) -> Vec<Vec<DVec2>> {
    match goals {
        Goals::Polygon(ring) => vec![points_of(ring)],
        _ => goals.sides().map(|side| side.to_vec()).collect(),
    }
}

/// A picture of a path to the nearest of some goals.
pub(super) fn to_any<'a>(
    scene: Scene<'a>,
    path: &'a tautline::Path,
    shapes: &'a [Vec<DVec2>],
) -> Scene<'a> {
    let scene = scene.shapes(shapes, Tint::Touched).path(path);
    match *path.waypoints() {
        [start, .., end] => scene.start(start).goal(end),
        _ => scene,
    }
}
