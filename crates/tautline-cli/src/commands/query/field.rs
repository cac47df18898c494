//! `field`: distances to the nearest goal.

mod picture;

use serde_json::{Value, json};
use tautline::error::Short;
use tautline::queries::Heading;
use tautline::{DVec2, DistanceField, FieldQuery, NavMesh, Path, Place};

use super::{At, Map, number, point};
use crate::arguments::query::FieldArgs;
use crate::commands::path::{floors as floors_of, points};
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::report::{Report, counted};

/// Answers `field`.
pub(super) fn field(map: &Map, arguments: &FieldArgs) -> Result<Report, Failure> {
    map.check_floors(arguments.to.iter().chain(&arguments.at))?;
    let field =
        map.finder().distance_field(&FieldQuery::new(&arguments.to).max_cost(arguments.limit));
    let field = field.map_err(|error| map.failed(&error))?;
    let mut report = Report::new("ok");
    report.put("limit", number(field.limit()));
    summarize(&mut report, &field, &map.mesh);
    let mut answers: Vec<Value> = Vec::with_capacity(arguments.at.len());
    for &at in &arguments.at {
        let (line, mut answer) = heading_at(map, &field, at);
        report.say(line);
        if arguments.paths {
            put_path(&mut report, map, &mut answer, field.path_from(at).ok());
        }
        answers.push(answer);
    }
    if !answers.is_empty() && answers.iter().all(|answer| answer["distance"].is_null()) {
        report.exit = ExitStatus::No;
    }
    report.put("answers", answers);
    if !map.pictures.is_empty() {
        let distances = picture::distance_map(&field, &map.mesh);
        map.draw(&mut report, |scene| scene.distances(&distances))?;
    }
    Ok(report)
}

/// Reports the part of the mesh that the field covers, and its farthest corner.
fn summarize(report: &mut Report, field: &DistanceField, mesh: &NavMesh) {
    let at = |point: DVec2, slot: u32| {
        let place = Place::new(point).on_layer(mesh.layer(slot));
        field.heading_at(place).ok().map(|heading| (heading.distance, place))
    };
    // A corner may also belong to a cell that no path reaches, but the inside of a cell does not.
    let reached: Vec<u32> =
        mesh.slots().filter(|&slot| at(mesh.centroid(slot), slot).is_some()).collect();
    let corners =
        reached.iter().flat_map(|&slot| mesh.corners(slot).map(move |corner| (corner, slot)));
    let farthest = corners.filter_map(|(corner, slot)| at(corner, slot));
    let farthest = farthest.max_by(|a, b| a.0.total_cmp(&b.0));
    report.put("reached_cells", reached.len());
    report.say(format_args!(
        "{} of {} with a path to {}",
        reached.len(),
        counted(mesh.cell_count() as u64, "cell"),
        counted(field.goals().len() as u64, "goal")
    ));
    if let Some((distance, place)) = farthest {
        report.put("farthest", json!({ "at": point(place.point), "distance": distance }));
        let at = if mesh.has_layers() { place } else { place.point.into() };
        report.say(format_args!("farthest corner: {}, distance {}", At(at), Short(distance)));
    }
}

/// Adds the path from a point, if there is one, to its answer and to the text.
fn put_path(report: &mut Report, map: &Map, answer: &mut Value, path: Option<Path>) {
    let Some(path) = path else { return };
    for waypoint in path.places(&map.mesh) {
        report.say(format_args!("  {}", At(waypoint)));
    }
    answer["points"] = points(path.waypoints());
    if map.mesh.has_layers() {
        answer["floors"] = json!(floors_of(&path, Some(&map.mesh)));
    }
}

/// Returns the distance and the next waypoint at a point, as text and as JSON.
fn heading_at(map: &Map, field: &DistanceField, at: Place) -> (String, Value) {
    match field.heading_at(at) {
        Ok(Heading { distance, next, .. }) => {
            let (place, next_point) = (point(at.point), point(next.point));
            let lower_bound = field.bounds_at(at).map_or(distance, |bounds| bounds.lower_bound);
            let mut answer = json!({
                "at": place, "distance": distance, "lower_bound": lower_bound, "next": next_point
            });
            if let Some(layer) = next.layer {
                answer["floor"] = json!(layer);
            }
            let (at, distance) = (At(at), Short(distance));
            (format!("{at}: distance {distance}, next waypoint {}", At(next)), answer)
        }
        Err(error) => {
            let message =
                error.explain(&map.mesh).to_string().replacen("the start", "the point", 1);
            let (status, line) = (error.kind(), format!("{}: {message}", At(at)));
            let at = point(at.point);
            (line, json!({ "at": at, "distance": null, "status": status, "message": message }))
        }
    }
}
