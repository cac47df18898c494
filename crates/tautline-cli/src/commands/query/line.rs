//! `ray` and `move`: straight lines from a point towards another.

use serde_json::{Value, json};
use tautline::error::Short;
use tautline::queries::WallHit;
use tautline::search::Corridor;

use super::{At, Map, point, wall};
use crate::arguments::query::LineArgs;
use crate::failure::Failure;
use crate::report::{Report, counted};

/// Answers `ray`.
pub(super) fn ray(arguments: &LineArgs) -> Result<Report, Failure> {
    let LineArgs { map, from, to } = arguments;
    let map = Map::read(map)?;
    let mut cells = Vec::new();
    let hit = map.queries_at(*from)?.cast_ray_through(*from, *to, &mut cells);
    let hit = hit.map_err(|error| map.failed(&error))?;
    let mut report = Report::new(if hit.wall.is_some() { "blocked" } else { "clear" });
    report.put("point", point(hit.point));
    report.put("distance", hit.distance);
    report.put("cells", cells.len());
    put_wall(&mut report, &map, hit.wall);
    let (at, distance) = (At(hit.point), Short(hit.distance));
    match hit.wall {
        Some(_) => report.say(format_args!("blocked after {distance} at {at}")),
        None => report.say(format_args!("clear: {distance} to {at}")),
    }
    report.say(format_args!("{} crossed", counted(cells.len() as u64, "cell")));
    let corridor = Corridor { cells, ..Corridor::default() };
    let way = [from.point, hit.point];
    map.draw(&mut report, |scene| {
        scene.corridor(&map.mesh, &corridor).polyline(&way).start(from.point).goal(*to)
    })?;
    Ok(report)
}

/// Answers `move`.
pub(super) fn step(arguments: &LineArgs) -> Result<Report, Failure> {
    let LineArgs { map, from, to } = arguments;
    let map = Map::read(map)?;
    let moved = map.queries_at(*from)?.move_along(*from, *to);
    let moved = moved.map_err(|error| map.failed(&error))?;
    let mut report = Report::new("ok");
    let remaining = moved.point.distance(*to);
    report.put("point", point(moved.point));
    report.put("travelled", moved.travelled);
    report.put("remaining", remaining);
    put_wall(&mut report, &map, moved.wall);
    let (at, travelled) = (At(moved.point), Short(moved.travelled));
    report.say(if remaining > 0.0 {
        format!("stopped at {at} after {travelled}, {} short of the target", Short(remaining))
    } else {
        format!("reached the target {at} after {travelled}")
    });
    map.draw(&mut report, |scene| {
        scene.start(from.point).goal(*to).corners(std::slice::from_ref(&moved.point))
    })?;
    Ok(report)
}

fn put_wall(report: &mut Report, map: &Map, hit: Option<WallHit>) {
    report.put("wall", hit.map_or(Value::Null, |hit| wall(&map.mesh, hit.edge)));
    report.put("normal", hit.map_or(Value::Null, |hit| json!(hit.normal.to_array())));
}
