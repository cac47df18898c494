//! `nearest`, `wall` and `random`: single points and their distances.

use serde_json::{Value, json};
use tautline::error::Short;
use tautline::{GoalPolicy, PathError, PathQuery, Place};

use super::{At, Map, check_finite, number, point, points_of, put_place, wall as wall_ends};
use crate::arguments::query::{AtArgs, NearArgs, NearestArgs, RandomArgs};
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::random::Random;
use crate::report::Report;

/// Answers `nearest`.
pub(super) fn nearest(map: &Map, arguments: &NearestArgs) -> Result<Report, Failure> {
    let NearArgs { place: AtArgs { at: place, .. }, within } = &arguments.near;
    let found = match arguments.from {
        None => nearest_point(map, *place, *within)?,
        Some(from) => nearest_reachable(map, *place, from)?,
    };
    let Some((at, distance)) = found.filter(|&(_, distance)| distance <= *within) else {
        return Ok(none_within(*within, "no point of the mesh"));
    };
    let mut report = Report::new("ok");
    put_place(&mut report, at);
    report.put("distance", distance);
    if distance > 0.0 {
        let distance = Short(distance);
        report.say(format_args!("the nearest point of the mesh is {}, {distance} away", At(at)));
    } else {
        report.say(format_args!("{} is on the mesh", At(at)));
    }
    let way = [place.point, at.point];
    map.draw(&mut report, |scene| scene.polyline(&way).start(place.point).goal(at.point))?;
    Ok(report)
}

/// Returns the nearest point of the mesh and its distance.
fn nearest_point(map: &Map, place: Place, within: f64) -> Result<Option<(Place, f64)>, Failure> {
    check_finite(place)?;
    map.check_floors([&place])?;
    let on_floor = |slot| place.may_be_on(map.mesh.layer(slot));
    let near = map.mesh.nearest_where(place.point, within, on_floor);
    Ok(near.map(|near| (map.mesh.place_in(near.cell.slot, near.point), near.distance)))
}

/// Returns the nearest point that is reachable from a start: the end of the path to it.
fn nearest_reachable(
    map: &Map,
    place: Place,
    from: Place,
) -> Result<Option<(Place, f64)>, Failure> {
    map.check_floors([&place, &from])?;
    let query = PathQuery::new(from, place).goal_policy(GoalPolicy::NearestReachable);
    let path = map.finder().find_path(&query).map_err(|error| map.failed(&error))?;
    Ok(path.places(&map.mesh).last().map(|&end| (end, path.goal_offset())))
}

/// Answers `wall`.
pub(super) fn wall(map: &Map, arguments: &NearArgs) -> Result<Report, Failure> {
    let NearArgs { place: AtArgs { at: place, .. }, within } = arguments;
    let found = map.queries_at(*place)?.nearest_wall(*place, *within);
    let Some(near) = found.map_err(|error| map.failed(&error).about_the_point())? else {
        return Ok(none_within(*within, "no wall"));
    };
    let mut report = Report::new("ok");
    put_place(&mut report, near.place());
    report.put("distance", near.distance);
    report.put("wall", wall_ends(&map.mesh, near.wall.edge));
    report.put("normal", point(near.wall.normal));
    report.say(format_args!(
        "the nearest wall is at {}, {} away",
        At(near.place()),
        Short(near.distance)
    ));
    let way = [place.point, near.point];
    map.draw(&mut report, |scene| scene.polyline(&way).start(place.point).goal(near.point))?;
    Ok(report)
}

fn none_within(within: f64, what: &str) -> Report {
    let mut report = Report::new("none");
    report.exit = ExitStatus::No;
    report.put("within", number(within));
    report.say(format_args!("{what} within {}", Short(within)));
    report
}

/// The error for a floor, or a mesh, without open cells.
const NO_OPEN_CELL: PathError =
    PathError::Unsupported { what: "a random point without open cells" };

/// Answers `random`.
pub(super) fn random(map: &Map, arguments: &RandomArgs) -> Result<Report, Failure> {
    map.check_floors(&arguments.around)?;
    let mut queries = map.queries_on(arguments.floor)?;
    let mut random = Random(arguments.seed);
    let mut bits = || random.next();
    let mut one = || match (arguments.around, arguments.within) {
        (Some(center), Some(radius)) => queries.random_point_around(center, radius, &mut bits),
        _ => queries.random_point(&mut bits).ok_or(NO_OPEN_CELL),
    };
    let places: Result<Vec<Place>, PathError> = (0..arguments.count).map(|_| one()).collect();
    let places = places.map_err(|error| map.failed(&error).about_the_point())?;
    let points = points_of(&places);
    let mut report = Report::new("ok");
    report.put("points", points.iter().map(|&place| point(place)).collect::<Vec<Value>>());
    if map.mesh.has_layers() {
        report.put("floors", places.iter().map(|place| json!(place.layer)).collect::<Vec<Value>>());
    }
    report.put("seed", json!(arguments.seed));
    for &place in &places {
        report.say(At(place));
    }
    map.draw(&mut report, |scene| scene.corners(&points))?;
    Ok(report)
}
