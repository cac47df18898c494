//! `widest`: the widest way between two points, and its narrowest passages.

use serde_json::{Value, json};
use tautline::draw::Tint;
use tautline::error::Short;
use tautline::widths::{ChokePoint, Narrowest, WidestWay};
use tautline::{DVec2, Widths};

use super::{At, Map, number, point};
use crate::arguments::query::WidestArgs;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::report::{Report, counted};

/// The number of passages that the text lists.
const LISTED: usize = 5;

/// Answers `widest`.
pub(super) fn widest(map: &Map, arguments: &WidestArgs) -> Result<Report, Failure> {
    let WidestArgs { from, to, .. } = *arguments;
    map.check_floors([&from, &to])?;
    let widths = Widths::of(&map.mesh);
    let way = widths.widest(from, to).map_err(|error| map.failed(&error))?;
    let Some(way) = way else {
        let mut report = Report::new("none");
        report.exit = ExitStatus::No;
        report.say("no way connects the start and the goal");
        return Ok(report);
    };
    let passages = widths.choke_points(from, to).map_err(|error| map.failed(&error))?;
    let mut report = Report::new("ok");
    report.put("width", number(way.width));
    let ends = way.ends(from.point, to.point);
    report.put("choke", json!(ends.map(|end| end.to_array())));
    let limit = match way.narrowest {
        Narrowest::Passage(_) => "passage",
        Narrowest::Start(_) => "start",
        Narrowest::Goal(_) => "goal",
        Narrowest::Link(_) => "link",
    };
    report.put("limit", limit);
    report.put("passages", passages.iter().map(passage).collect::<Vec<Value>>());
    say(&mut report, &way, ends, &passages);
    let lines: Vec<Vec<DVec2>> = passages.iter().map(|passage| passage.ends.to_vec()).collect();
    map.draw(&mut report, |scene| {
        scene.shapes(&lines, Tint::Open).gap(ends).start(from.point).goal(to.point)
    })?;
    Ok(report)
}

fn say(report: &mut Report, way: &WidestWay, [a, b]: [DVec2; 2], passages: &[ChokePoint]) {
    let (width, half) = (Short(way.width), way.width / 2.0);
    report.say(if half > 0.0 {
        // In full: a rounded number may be larger, and radii below it would not all pass.
        format!("width {width}: a radius below {half} passes")
    } else {
        format!("width {width}: only a radius of 0 passes")
    });
    let (a, b) = (At(a), At(b));
    report.say(match way.narrowest {
        Narrowest::Passage(_) => format!("narrowest between {a} and {b}"),
        Narrowest::Start(_) => format!("narrowest at the start {a}, near the wall at {b}"),
        Narrowest::Goal(_) => format!("narrowest at the goal {a}, near the wall at {b}"),
        Narrowest::Link(_) => format!("narrowest at the link's end {a}, near the wall at {b}"),
    });
    report.say(format_args!("{} on the way", counted(passages.len() as u64, "passage")));
    for passage in passages.iter().take(LISTED) {
        report.say(format_args!("  {}", described(passage)));
    }
}

/// Returns a passage as JSON.
pub(crate) fn passage(choke: &ChokePoint) -> Value {
    json!({ "width": choke.width, "choke": choke.ends.map(point), "floor": choke.layer })
}

/// Returns a passage as text.
pub(crate) fn described(choke: &ChokePoint) -> String {
    let [a, b] = choke.ends.map(At);
    format!("{} between {a} and {b}", Short(choke.width))
}
