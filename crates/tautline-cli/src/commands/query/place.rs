//! `nearest`, `wall` and `random`: a place, and how far it is.

use serde_json::{Value, json};
use tautline::error::Short;
use tautline::{DVec2, GoalPolicy, PathError, PathQuery, Pathfinder, Place};

use super::{At, Map, check_place, number, point, points_of, wall as wall_ends};
use crate::arguments::query::{AtArgs, GroundNearArgs, NearArgs, RandomArgs};
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::random::Random;
use crate::report::Report;

/// The nearest ground.
pub(super) fn nearest(arguments: &GroundNearArgs) -> Result<Report, Failure> {
    let NearArgs { place: AtArgs { at: place, map }, within } = &arguments.near;
    let map = Map::read(map)?;
    let found = match arguments.from {
        None => on_any_ground(&map, *place, *within)?,
        Some(from) => within_reach(&map, *place, from)?,
    };
    let Some((at, distance)) = found.filter(|&(_, distance)| distance <= *within) else {
        return Ok(nothing_within(*within, "no ground"));
    };
    let mut report = Report::new("ok");
    report.put("point", point(at));
    report.put("distance", distance);
    match distance > 0.0 {
        true => {
            report.say(format_args!("{} is the nearest ground, {} away", At(at), Short(distance)))
        }
        false => report.say(format_args!("{} is on the ground", At(at))),
    }
    let way = [place.point, at];
    map.draw(&mut report, |scene| scene.way(&way).start(place.point).goal(at))?;
    Ok(report)
}

/// The nearest ground of all, and how far it is.
fn on_any_ground(map: &Map, place: Place, within: f64) -> Result<Option<(DVec2, f64)>, Failure> {
    check_place(place)?;
    map.check([&place])?;
    let of_floor = |slot| place.may_be_on(map.ground.layer(slot));
    let near = map.ground.nearest_where(place.point, within, of_floor);
    Ok(near.map(|near| (near.point, near.distance)))
}

/// The nearest ground that can be walked to from a point: where a path there ends.
fn within_reach(map: &Map, place: Place, from: Place) -> Result<Option<(DVec2, f64)>, Failure> {
    map.check([&place, &from])?;
    let query = PathQuery::new(from, place).goal_policy(GoalPolicy::NearestReachable);
    let path = map.finder().find_path(&query).map_err(|error| map.failed(&error))?;
    Ok(path.waypoints().last().map(|&end| (end, path.goal_offset())))
}

/// The nearest wall.
pub(super) fn wall(arguments: &NearArgs) -> Result<Report, Failure> {
    let NearArgs { place: AtArgs { at: place, map }, within } = arguments;
    let map = Map::read(map)?;
    let found = map.surveyor_at(*place)?.nearest_wall(*place, *within);
    let Some(near) = found.map_err(|error| map.failed(&error))? else {
        return Ok(nothing_within(*within, "no wall"));
    };
    let mut report = Report::new("ok");
    report.put("point", point(near.point));
    report.put("distance", near.distance);
    report.put("wall", wall_ends(&map.ground, near.wall.edge));
    report.put("normal", point(near.wall.normal));
    report.say(format_args!(
        "the nearest wall is {} away, at {}",
        Short(near.distance),
        At(near.point)
    ));
    let way = [place.point, near.point];
    map.draw(&mut report, |scene| scene.way(&way).start(place.point).goal(near.point))?;
    Ok(report)
}

fn nothing_within(within: f64, what: &str) -> Report {
    let mut report = Report::new("none");
    report.exit = ExitStatus::No;
    report.put("within", number(within));
    report.say(format_args!("{what} within {}", Short(within)));
    report
}

/// All ground is closed, or the floor has none.
const NO_GROUND: PathError =
    PathError::Unsupported { what: "a random place where no ground is open" };

/// Random places.
pub(super) fn random(arguments: &RandomArgs) -> Result<Report, Failure> {
    let map = Map::read(&arguments.map)?;
    map.check(&arguments.around)?;
    let mut survey = map.surveyor(arguments.floor)?;
    let mut random = Random(arguments.seed);
    let mut draw = || random.next();
    let mut one = || match (arguments.around, arguments.within) {
        (Some(center), Some(radius)) => survey.random_point_around(center, radius, &mut draw),
        _ => survey.random_point(&mut draw).ok_or(NO_GROUND),
    };
    let places: Result<Vec<Place>, PathError> = (0..arguments.count).map(|_| one()).collect();
    let places = places.map_err(|error| map.failed(&error))?;
    let points = points_of(&places);
    let mut report = Report::new("ok");
    report.put("points", points.iter().map(|&place| point(place)).collect::<Vec<Value>>());
    if map.ground.has_layers() {
        report.put("floors", places.iter().map(|place| json!(place.layer)).collect::<Vec<Value>>());
    }
    report.put("seed", json!(arguments.seed));
    places.iter().for_each(|&place| report.say(At(place)));
    map.draw(&mut report, |scene| scene.corners(&points))?;
    Ok(report)
}
