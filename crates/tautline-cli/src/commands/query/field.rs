//! `field`: distances to the nearest goal.

use serde_json::{Value, json};
use tautline::draw::Tint;
use tautline::error::Short;
use tautline::queries::Heading;
use tautline::{DVec2, DistanceField, Place};

use super::{At, Map, number, point};
use crate::arguments::query::FieldArgs;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::report::{Report, counted};

/// The number of arrows along the longer side of a picture.
const ARROWS: f64 = 64.0;

/// The number of distance bands in a picture.
const BANDS: f64 = 16.0;

/// Answers `field`.
pub(super) fn field(arguments: &FieldArgs) -> Result<Report, Failure> {
    let map = Map::read(&arguments.map)?;
    map.check_floors(arguments.to.iter().chain(&arguments.at))?;
    let field = map.finder().distance_field_within(&arguments.to, arguments.limit);
    let field = field.map_err(|error| map.failed(&error))?;
    let mut report = Report::new("ok");
    report.put("limit", number(field.limit()));
    report.put("bytes", field.bytes());
    report.say(format_args!(
        "distance field of {} bytes to {}",
        field.bytes(),
        counted(field.goals().len() as u64, "goal")
    ));
    let mut answers: Vec<Value> = Vec::with_capacity(arguments.at.len());
    for &at in &arguments.at {
        let (line, answer) = heading_at(&map, &field, at);
        report.say(line);
        answers.push(answer);
    }
    if !answers.is_empty() && answers.iter().all(|answer| answer["distance"].is_null()) {
        report.exit = ExitStatus::No;
    }
    report.put("answers", answers);
    let pattern = Pattern::of(&field, &map);
    let goals: Vec<DVec2> = field.goals().collect();
    map.draw(&mut report, |scene| {
        let scene = scene.shapes(&pattern.bands, Tint::Closed);
        scene.shapes(&pattern.arrows, Tint::Touched).corners(&goals)
    })?;
    Ok(report)
}

/// Returns the distance and the next waypoint at a point, as text and as JSON.
fn heading_at(map: &Map, field: &DistanceField, at: Place) -> (String, Value) {
    match field.heading_at(at) {
        Ok(Heading { distance, next, .. }) => (
            format!("{}: distance {}, next waypoint {}", At(at), Short(distance), At(next)),
            json!({ "at": point(at.point), "distance": distance, "next": point(next) }),
        ),
        Err(error) => {
            let (status, message) = (error.kind(), error.explain(&map.mesh).to_string());
            let line = format!("{}: {message}", At(at));
            let at = point(at.point);
            (line, json!({ "at": at, "distance": null, "status": status, "message": message }))
        }
    }
}

/// The picture of a field: every other distance band, and arrows along the paths.
#[derive(Debug, Default)]
struct Pattern {
    bands: Vec<Vec<DVec2>>,
    arrows: Vec<Vec<DVec2>>,
}

impl Pattern {
    /// Samples the field; empty if no picture is requested.
    fn of(field: &DistanceField, map: &Map) -> Self {
        let mut pattern = Self::default();
        let bounds = map.mesh.bounds();
        let step = bounds.size().max_element() / ARROWS;
        if map.pictures.is_empty() || step <= 0.0 {
            return pattern;
        }
        let [columns, rows] = bounds.size().to_array().map(|side| (side / step).ceil() as u32);
        let centers = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let at = |(x, y): (u32, u32)| {
            bounds.min + DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5) * step
        };
        let headings: Vec<Heading> =
            centers.filter_map(|tile| field.heading_at(at(tile)).ok()).collect();
        let farthest = headings.iter().map(|heading| heading.distance).fold(0.0, f64::max);
        for heading in headings {
            let band = (heading.distance / farthest * BANDS) as u64;
            if band % 2 == 1 {
                let [x, y] = [DVec2::X, DVec2::Y].map(|axis| axis * step * 0.5);
                let corners = [-x - y, x - y, x + y, y - x];
                pattern.bands.push(corners.map(|corner| heading.from + corner).to_vec());
            }
            if let Some(direction) = heading.direction() {
                pattern.arrows.push(vec![heading.from, heading.from + direction * step * 0.7]);
            }
        }
        pattern
    }
}
