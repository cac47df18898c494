//! `ray` and `move`: straight lines from a point towards another.

use serde_json::{Value, json};
use tautline::error::Short;
use tautline::path::Corridor;
use tautline::queries::WallHit;

use super::{At, Map, put_place, wall};
use crate::arguments::query::LineArgs;
use crate::commands::path::points;
use crate::failure::Failure;
use crate::report::{Report, counted};

/// Answers `ray`.
pub(super) fn ray(map: &Map, arguments: &LineArgs) -> Result<Report, Failure> {
    let LineArgs { from, to, .. } = arguments;
    let mut cells = Vec::new();
    let hit = map.queries_at(*from)?.cast_ray_through(*from, *to, &mut cells);
    let hit = hit.map_err(|error| map.failed(&error))?;
    let mut report = Report::new(if hit.wall.is_some() { "blocked" } else { "clear" });
    put_place(&mut report, hit.place());
    report.put("distance", hit.distance);
    report.put("cells", cells.len());
    put_wall(&mut report, map, hit.wall);
    let (at, distance) = (At(hit.place()), Short(hit.distance));
    match hit.wall {
        Some(_) => report.say(format_args!("blocked after {distance} at {at}")),
        None => report.say(format_args!("clear to {at}, distance {distance}")),
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
pub(super) fn step(map: &Map, arguments: &LineArgs) -> Result<Report, Failure> {
    let LineArgs { from, to, .. } = arguments;
    let mut track = Vec::new();
    let moved = map.queries_at(*from)?.move_along_through(*from, *to, &mut track);
    let moved = moved.map_err(|error| map.failed(&error))?;
    let mut report = Report::new("ok");
    let remaining = moved.point.distance(*to);
    put_place(&mut report, moved.place());
    report.put("points", points(&track));
    report.put("travelled", moved.travelled);
    report.put("remaining", remaining);
    put_wall(&mut report, map, moved.wall);
    let (at, travelled) = (At(moved.place()), Short(moved.travelled));
    report.say(if remaining > 0.0 {
        format!("stopped at {at} after {travelled}, {} short of the target", Short(remaining))
    } else {
        format!("reached the target {at} after {travelled}")
    });
    map.draw(&mut report, |scene| {
        let scene = scene.polyline(&track).start(from.point).goal(*to);
        if remaining > 0.0 { scene.gap([*to, moved.point]) } else { scene }
    })?;
    Ok(report)
}

fn put_wall(report: &mut Report, map: &Map, hit: Option<WallHit>) {
    report.put("wall", hit.map_or(Value::Null, |hit| wall(&map.mesh, hit.edge)));
    report.put("normal", hit.map_or(Value::Null, |hit| json!(hit.normal.to_array())));
}
