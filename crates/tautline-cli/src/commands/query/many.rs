//! `distances` and `any`: queries with many goals.

use std::path::Path as File;

use serde_json::{Value, json};
use tautline::draw::{Scene, Tint};
use tautline::error::Short;
use tautline::queries::NearGoal;
use tautline::{DVec2, Goals, ManyQuery, NavMesh, Path, PathError, PathToGoal, Place};

use super::{At, Map, check_finite, number, points_of};
use crate::arguments::query::{AnyArgs, DistancesArgs, GoalsArgs};
use crate::commands::path::{describe, floors as floors_of, points};
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input::{Input, read_bytes, text_of};
use crate::report::Report;

/// Answers `distances`.
pub(super) fn distances(map: &Map, arguments: &DistancesArgs) -> Result<Report, Failure> {
    let (starts, goals) = ends(arguments, map.input)?;
    map.check_floors(starts.iter().chain(&goals))?;
    let mut report = Report::new("ok");
    report.put("from", points(&points_of(&starts)));
    report.put("to", points(&points_of(&goals)));
    let mut paths = Vec::new();
    match arguments.nearest {
        Some(count) => state_nearest(&mut report, map, &starts, &goals, count)?,
        None if arguments.paths => paths = state_paths(&mut report, map, &starts, &goals)?,
        None => state_matrix(&mut report, map, &starts, &goals)?,
    }
    let dots = dots_of(&starts, &goals);
    map.draw(&mut report, |scene| {
        paths.iter().fold(draw_ends(scene, &starts, &dots), Scene::path)
    })?;
    Ok(report)
}

/// Returns the points that are drawn as dots: the goals, and the starts if there are several.
pub(super) fn dots_of(starts: &[Place], goals: &[Place]) -> Vec<DVec2> {
    let starts = if starts.len() > 1 { starts } else { &[] };
    points_of(&[starts, goals].concat())
}

/// Adds a single start and the dots to a scene.
pub(super) fn draw_ends<'a>(scene: Scene<'a>, starts: &[Place], dots: &'a [DVec2]) -> Scene<'a> {
    match starts {
        [start] => scene.corners(dots).start(start.point),
        _ => scene.corners(dots),
    }
}

/// Returns the starts and the goals; a list that is not given is read from the file of points.
pub(super) fn ends(
    arguments: &DistancesArgs,
    input: &Input,
) -> Result<(Vec<Place>, Vec<Place>), Failure> {
    let DistancesArgs { from, to, points, .. } = arguments;
    if points.is_some() && !from.is_empty() && !to.is_empty() {
        let message = "--points replaces --from or --to, but both are given";
        return Err(Failure::unusable_arguments(message));
    }
    let missing = match (from.is_empty(), to.is_empty()) {
        _ if points.is_some() => None,
        (true, true) => Some("starts and goals: use --from X,Y and --to X,Y"),
        (true, false) => Some("starts: use --from X,Y"),
        (false, true) => Some("goals: use --to X,Y"),
        (false, false) => None,
    };
    if let Some(missing) = missing {
        let message = format!("missing {missing} for each, or --points FILE for all");
        return Err(Failure::unusable_arguments(message));
    }
    let listed = points.as_deref().map_or(Ok(Vec::new()), |file| read_points(file, input))?;
    let or_listed = |given: &Vec<Place>| if given.is_empty() { &listed } else { given }.clone();
    let (starts, goals) = (or_listed(from), or_listed(to));
    starts.iter().chain(&goals).try_for_each(|&place| check_finite(place))?;
    Ok((starts, goals))
}

/// Reads a file with one point a line; empty lines and lines that start with # are skipped.
fn read_points(file: &File, input: &Input) -> Result<Vec<Place>, Failure> {
    let text = text_of(file, read_bytes(file)?)?;
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let read = |(line, number): (&str, usize)| {
        let place = crate::arguments::place(line);
        let place = place.map_err(|message| Failure::unusable_line(file, number, message))?;
        input.place(place)
    };
    let places: Vec<Place> = lines.map(read).collect::<Result<_, _>>()?;
    if places.is_empty() {
        return Err(Failure::unusable_file(file, "the file contains no point"));
    }
    Ok(places)
}

fn state_matrix(
    report: &mut Report,
    map: &Map,
    starts: &[Place],
    goals: &[Place],
) -> Result<(), Failure> {
    let rows = match starts {
        // A single start off the mesh is an error, not an infinite row.
        &[start] => map.finder().distances(&ManyQuery::new(start, goals)).map(|row| vec![row]),
        _ => map.finder().distance_matrix(starts, goals),
    };
    let rows = rows.map_err(|error| map.failed(&error))?;
    for row in &rows {
        let columns: Vec<String> = row.iter().map(|&length| shown(length)).collect();
        report.say(columns.join("  "));
    }
    put_distances(report, &rows);
    state_moves(report, map, starts.iter().chain(goals));
    Ok(())
}

/// Reports the places that are off the walkable area by no more than the snap, and stand for the nearest point of it.
fn state_moves<'a>(report: &mut Report, map: &Map, places: impl Iterator<Item = &'a Place>) {
    let mut moved = Vec::new();
    for &place in places {
        let near = map.mesh.nearest(place).filter(|near| near.distance > 0.0);
        if let Some(near) = near.filter(|near| near.distance <= map.mesh.default_snap()) {
            report.say(format_args!("{} moved by {}", At(place), Short(near.distance)));
            moved.push(json!({ "point": [place.point.x, place.point.y], "by": near.distance }));
        }
    }
    if !moved.is_empty() {
        report.put("moved", moved);
    }
}

/// Adds a matrix of distances to the JSON object.
pub(super) fn put_distances(report: &mut Report, rows: &[Vec<f64>]) {
    let members = rows.iter().map(|row| row.iter().map(|&length| number(length)).collect());
    report.put("distances", members.collect::<Vec<Value>>());
    if rows.iter().flatten().all(|length| length.is_infinite()) {
        report.exit = ExitStatus::No;
    }
}

/// Reports the distances and the waypoints of each path, with one search a start. Returns the paths.
fn state_paths(
    report: &mut Report,
    map: &Map,
    starts: &[Place],
    goals: &[Place],
) -> Result<Vec<Path>, Failure> {
    let mut rows = Vec::new();
    let mut waypoints = Vec::new();
    let mut all_floors = Vec::new();
    let mut found = Vec::new();
    for &start in starts {
        let mut floors = Vec::new();
        let tree = map
            .finder()
            .paths(&ManyQuery::new(start, goals))
            .map_err(|error| map.failed(&error))?;
        rows.push(tree.distances().collect());
        let paths = goals.iter().enumerate().map(|(goal, &at)| {
            let path = tree.path_to(goal).ok();
            say_path(report, map, [start, at], path.as_ref());
            floors.push(path.as_ref().map(|path| floors_of(path, Some(&map.mesh))));
            let waypoints = path.as_ref().map_or(Value::Null, |path| points(path.waypoints()));
            found.extend(path);
            waypoints
        });
        waypoints.push(paths.collect::<Value>());
        all_floors.push(json!(floors));
    }
    put_distances(report, &rows);
    state_moves(report, map, starts.iter().chain(goals));
    report.put("paths", waypoints);
    if map.mesh.has_layers() {
        report.put("floors", all_floors);
    }
    Ok(found)
}

fn say_path(report: &mut Report, map: &Map, [from, to]: [Place; 2], path: Option<&Path>) {
    let length = path.map_or(f64::INFINITY, Path::length);
    report.say(format_args!("from {} to {}: {}", At(from), At(to), shown(length)));
    for waypoint in path.into_iter().flat_map(|path| path.places(&map.mesh)) {
        report.say(format_args!("  {}", At(waypoint)));
    }
}

/// Formats a length; a dash if it is infinite.
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
        match map.finder().nearest(&ManyQuery::new(start, goals), count) {
            Ok(row) => rows.push(row),
            // One of several starts off the mesh has an empty row.
            Err(PathError::StartOutside { .. }) if starts.len() > 1 => rows.push(Vec::new()),
            Err(error) => return Err(map.failed(&error)),
        }
        for near in rows.last().into_iter().flatten() {
            report.say(format_args!("  {}: {}", At(goals[near.goal]), Short(near.distance)));
        }
    }
    let member = |near: &NearGoal| json!({ "goal": near.goal, "distance": near.distance });
    let members = rows.iter().map(|row| row.iter().map(member).collect());
    report.put("nearest", members.collect::<Vec<Value>>());
    state_moves(report, map, starts.iter().chain(goals));
    if rows.iter().all(Vec::is_empty) {
        report.exit = ExitStatus::No;
    }
    Ok(())
}

/// Answers `any`.
pub(super) fn any(map: &Map, arguments: &AnyArgs) -> Result<Report, Failure> {
    let goals = goals_of(&arguments.goals);
    let places = goals.places().flatten().chain([arguments.from]);
    map.check_floors(&places.collect::<Vec<_>>())?;
    let found = map.finder().path_to_any(&ManyQuery::to_any(arguments.from, goals));
    let found = found.map_err(|error| map.failed(&error))?;
    let mut report = report_any(&found, Some(&map.mesh), &goals);
    let shapes = shapes_of(&goals);
    map.draw(&mut report, |scene| draw_any(scene, &found.path, &shapes))?;
    Ok(report)
}

/// Returns the goals of the arguments.
pub(super) fn goals_of(arguments: &GoalsArgs) -> Goals<'_> {
    match (&arguments.to[..], &arguments.line[..], &arguments.corner[..]) {
        (points, [], []) => Goals::Points(points),
        (_, lines, []) => Goals::Segments(lines),
        (_, _, ring) => Goals::Polygon(ring),
    }
}

/// Reports a path and the goal where it ends.
pub(super) fn report_any(found: &PathToGoal, mesh: Option<&NavMesh>, goals: &Goals<'_>) -> Report {
    let mut report = describe(&found.path, mesh, &[]);
    report.put("goal", found.goal);
    let Some(goal) = found.goal else {
        report.say(format_args!("goal: inside the polygon"));
        return report;
    };
    let kind = match goals {
        Goals::Points(_) => "point",
        Goals::Segments(_) => "line",
        _ => "side",
    };
    report.say(format_args!("goal: {kind} {goal}, counted from 0"));
    report
}

/// Returns the shapes of the goals in a picture.
pub(super) fn shapes_of(goals: &Goals<'_>) -> Vec<Vec<DVec2>> {
    match goals {
        Goals::Polygon(ring) => vec![points_of(ring)],
        _ => goals.sides().map(|side| side.to_vec()).collect(),
    }
}

/// Adds a path and its goals to a scene.
pub(super) fn draw_any<'a>(
    scene: Scene<'a>,
    path: &'a Path,
    shapes: &'a [Vec<DVec2>],
) -> Scene<'a> {
    let scene = scene.shapes(shapes, Tint::Touched).path(path);
    match *path.waypoints() {
        [start, .., end] => scene.start(start).goal(end),
        _ => scene,
    }
}
