//! `nearest`, `wall` and `random`: a place, and how far it is.

use serde_json::{Value, json};
use tautline::{PathError, PathQuery, Pathfinder, Short};

use super::{At, Map, number, point, wall as wall_ends};
use crate::arguments::query::{NearestArgs, RandomArgs};
use crate::failure::Failure;
use crate::random::Random;
use crate::report::{ExitStatus, Report};

/// The nearest ground.
pub(super) fn nearest(arguments: &NearestArgs) -> Result<Report, Failure> {
    let NearestArgs { place, within } = arguments;
    let map = Map::read(&place.map)?;
    let survey = map.surveyor(place.floor)?;
    if let Err(error @ PathError::InvalidQuery { .. }) =
        map.finder.find_path(&PathQuery::new(place.at, place.at))
    {
        return Err(map.failed(&error));
    }
    let of_floor = |slot| place.floor.floor.is_none_or(|floor| map.ground.layer(slot) == floor);
    let Some(near) = survey.mesh().nearest_where(place.at, *within, of_floor) else {
        return Ok(nothing_within(*within, "no ground"));
    };
    let mut report = Report::new("ok");
    report.put("point", point(near.point));
    report.put("distance", near.distance);
    report.put("cell", near.cell.slot);
    match near.distance > 0.0 {
        true => report.say(format_args!(
            "{} is the nearest ground, {} away",
            At(near.point),
            Short(near.distance)
        )),
        false => report.say(format_args!("{} is on the ground", At(near.point))),
    }
    let way = [place.at, near.point];
    map.draw(&mut report, |scene| scene.path(&way).start(place.at).goal(near.point))?;
    Ok(report)
}

/// The nearest wall.
pub(super) fn wall(arguments: &NearestArgs) -> Result<Report, Failure> {
    let NearestArgs { place, within } = arguments;
    let map = Map::read(&place.map)?;
    let found = map.surveyor(place.floor)?.nearest_wall(place.at, *within);
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
    let way = [place.at, near.point];
    map.draw(&mut report, |scene| scene.path(&way).start(place.at).goal(near.point))?;
    Ok(report)
}

fn nothing_within(within: f64, what: &str) -> Report {
    let mut report = Report::new("none");
    report.exit = ExitStatus::No;
    report.put("within", number(within));
    report.say(format_args!("{what} within {}", Short(within)));
    report
}

/// Random places.
pub(super) fn random(arguments: &RandomArgs) -> Result<Report, Failure> {
    let map = Map::read(&arguments.map)?;
    let mut survey = map.surveyor(arguments.floor)?;
    let mut random = Random(arguments.seed);
    let mut draw = || random.next();
    let mut one = || match (arguments.around, arguments.within) {
        (Some(center), Some(radius)) => survey.random_point_around(center, radius, &mut draw),
        _ => Ok(survey.random_point(&mut draw)),
    };
    let points: Result<Vec<_>, PathError> = (0..arguments.count).map(|_| one()).collect();
    let points = points.map_err(|error| map.failed(&error))?;
    let mut report = Report::new("ok");
    report.put("points", points.iter().map(|&place| point(place)).collect::<Vec<Value>>());
    report.put("seed", json!(arguments.seed));
    points.iter().for_each(|&place| report.say(At(place)));
    map.draw(&mut report, |scene| scene.corners(&points))?;
    Ok(report)
}
