//! A local projection of longitude and latitude to metres.

use std::path::Path;

use proj4rs::proj::Proj;
use proj4rs::transform::transform;
use serde_json::{Map, Value, json};
use tautline::io::Features;
use tautline::{Bounds, DVec2};

use crate::at::At;
use crate::failure::{Failure, outside_bounds};
use crate::report::Report;

/// The largest extent of a map, in degrees of longitude: that of a zone of UTM.
///
/// Lengths at its edge, 3 degrees from the middle meridian, are too long by at most 0.14 %.
const MOST_DEGREES: f64 = 6.0;

/// A whole turn, in degrees of longitude.
const TURN: f64 = 360.0;

/// The largest longitude and latitude that a map may give. Beyond 180 it goes on across the antimeridian.
const FARTHEST: DVec2 = DVec2::new(TURN, 90.0);

/// The default weld distance of projected maps, in metres: 1 mm. Degrees are printed with nine decimals at best.
pub(super) const PROJECTED_WELD: f64 = 1e-3;

/// The members of answers that hold points, or objects with points.
const MEMBERS: [&str; 15] = [
    "points",
    "point",
    "nearest",
    "at",
    "next",
    "viewpoint",
    "wall",
    "walls",
    "from",
    "to",
    "paths",
    "answers",
    "cells",
    "narrowest",
    "farthest",
];

/// The transverse Mercator projection around the middle of a map, on the ellipsoid WGS 84.
///
/// Coordinates are metres east and north of the middle.
#[derive(Debug)]
pub(crate) struct Projection {
    degrees: Proj,
    metres: Proj,
    /// The bounds of the map in degrees.
    bounds: Bounds,
}

impl Projection {
    /// Projects the points of a map to metres.
    pub(super) fn of(features: &mut Features, file: &Path) -> Result<Self, Failure> {
        let Bounds { min, max } = features.bounds();
        if min.cmplt(-FARTHEST).any() || max.cmpgt(FARTHEST).any() {
            let message = "--project needs longitudes from -180 to 180 (to -360 or 360 across the antimeridian) \
                           and latitudes from -90 to 90";
            return Err(Failure::unusable_file(file, message));
        }
        features.unwrap_longitudes();
        let projection = Self::around(features.bounds(), file)?;
        features.divide_sides(|ends| projection.pieces(ends));
        // A point that cannot be projected becomes NaN, which the build reports with its place.
        features.map_points(|point| projection.projected(point).unwrap_or(DVec2::NAN));
        Ok(projection)
    }

    /// Creates the projection for a map with these bounds in degrees.
    ///
    /// Across the antimeridian they go on beyond 180 or -180.
    fn around(bounds: Bounds, file: &Path) -> Result<Self, Failure> {
        let width = bounds.size().x;
        if width > MOST_DEGREES {
            return Err(Failure::unusable_file(
                file,
                format_args!(
                    "the map spans {width} degrees of longitude, and --project supports {MOST_DEGREES}: \
                 cut it, or project it with other software and use --planar"
                ),
            ));
        }
        let middle = bounds.min.midpoint(bounds.max);
        let projected =
            format!("+proj=etmerc +lat_0={} +lon_0={} +datum=WGS84", middle.y, middle.x);
        let read = |text: &str| {
            Proj::from_proj_string(text).map_err(|error| Failure::unusable_file(file, error))
        };
        Ok(Self { degrees: read("+proj=longlat +datum=WGS84")?, metres: read(&projected)?, bounds })
    }

    /// Projects a point of the map to metres.
    fn projected(&self, point: DVec2) -> Option<DVec2> {
        let radians = point.map(f64::to_radians);
        let mut place = (radians.x, radians.y, 0.0);
        transform(&self.degrees, &self.metres, &mut place).ok()?;
        Some(DVec2::new(place.0, place.1)).filter(|point| point.is_finite())
    }

    /// Returns the number of pieces of a side, so that each stays within a quarter of the weld distance of its chord.
    ///
    /// The distance of a piece from its chord falls with the square of its length.
    fn pieces(&self, [from, to]: [DVec2; 2]) -> usize {
        let bent = || {
            let middle = self.projected(from.midpoint(to))?;
            Some(self.projected(from)?.midpoint(self.projected(to)?).distance(middle))
        };
        let pieces = (4.0 / PROJECTED_WELD * bent().unwrap_or(0.0)).sqrt().ceil();
        pieces.max(1.0) as usize
    }

    /// Projects a point of the command line, which must be near the map.
    pub(crate) fn argument(&self, point: DVec2) -> Result<DVec2, Failure> {
        let Bounds { min, max } = self.bounds;
        let margin = DVec2::splat(MOST_DEGREES);
        let turns = ((min.x.midpoint(max.x) - point.x) / TURN).round();
        let point = DVec2::new(point.x + TURN * turns, point.y);
        let is_near = point.clamp(min - margin, max + margin) == point;
        let projected = is_near.then(|| self.projected(point)).flatten();
        projected.ok_or_else(|| {
            let hint = outside_bounds(point, self.bounds).unwrap_or_default();
            let message =
                format!("the point {} is far from the map; in degrees, {hint}", At(point));
            Failure::unusable_arguments(message)
        })
    }

    /// Returns the longitude and latitude of a point in metres.
    fn degrees(&self, [x, y]: [f64; 2]) -> Option<DVec2> {
        let mut place = (x, y, 0.0);
        transform(&self.metres, &self.degrees, &mut place).ok()?;
        let longitude = place.0.to_degrees();
        let turns = if longitude.abs() > TURN / 2.0 { longitude.signum() } else { 0.0 };
        Some(DVec2::new(longitude - TURN * turns, place.1.to_degrees()))
    }

    /// Adds the points of a report in degrees.
    pub(crate) fn describe(&self, report: &mut Report) {
        let Some(degrees) = self.members_in_degrees(&report.members) else { return };
        report.say("longitude, latitude:");
        for point in pairs(&degrees) {
            report.say(format_args!("  {}", shown(point)));
        }
        report.put("degrees", degrees);
    }

    /// Adds the points of a failure in degrees.
    pub(crate) fn describe_failure(&self, failure: Failure) -> Failure {
        let Value::Object(members) = failure.to_json() else { return failure };
        let Some(degrees) = self.members_in_degrees(&members) else { return failure };
        let nearest = degrees.get("nearest").and_then(|nearest| pairs(nearest).into_iter().next());
        let message = nearest.map_or(String::new(), |nearest| {
            format!("; that point is {} in degrees", shown(nearest))
        });
        failure.with_detail("degrees", degrees, &message)
    }

    /// Returns the points of an object in degrees, under the same names.
    fn members_in_degrees(&self, members: &Map<String, Value>) -> Option<Value> {
        let converted =
            |name: &&str| Some(((*name).to_owned(), self.in_degrees(members.get(*name)?)?));
        let object: Map<String, Value> = MEMBERS.iter().filter_map(converted).collect();
        (!object.is_empty()).then_some(Value::Object(object))
    }

    fn in_degrees(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Object(members) => self.members_in_degrees(members),
            Value::Array(items) => match &items[..] {
                [Value::Number(x), Value::Number(y)] => {
                    Some(json!(self.degrees([x.as_f64()?, y.as_f64()?])?.to_array()))
                }
                [] => None,
                _ => items.iter().map(|item| self.in_degrees(item)).collect(),
            },
            Value::Null => Some(Value::Null),
            _ => None,
        }
    }
}

/// Formats longitude and latitude with seven decimals, a centimetre.
fn shown(degrees: DVec2) -> String {
    let [longitude, latitude] = (degrees * 1e7).round().to_array().map(|number| number / 1e7);
    format!("{longitude}, {latitude}")
}

/// Returns all points within a value.
fn pairs(value: &Value) -> Vec<DVec2> {
    match value {
        Value::Object(members) => members.values().flat_map(pairs).collect(),
        Value::Array(items) => match &items[..] {
            [Value::Number(x), Value::Number(y)] => {
                x.as_f64().zip(y.as_f64()).map(DVec2::from).into_iter().collect()
            }
            _ => items.iter().flat_map(pairs).collect(),
        },
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;
    use tautline::build::build_features;
    use tautline::io::read_geojson;
    use tautline::{BuildOptions, NavMesh};

    use super::*;

    fn built(text: &str, options: &BuildOptions) -> NavMesh {
        let mut features = read_geojson(text).unwrap();
        Projection::of(&mut features, Path::new("map.geojson")).unwrap();
        build_features(&features, options).unwrap().0
    }

    fn ring(points: &[DVec2]) -> String {
        let points: Vec<String> =
            points.iter().map(|at| format!("[{:.9},{:.9}]", at.x, at.y)).collect();
        points.join(",")
    }

    /// A room with a wall from side to side, beside another room that shares a part of a side, printed with nine decimals.
    #[test]
    fn walls_reach_projected_sides_and_rooms_share_them() {
        let mut random = SplitMix64::new(61);
        let mut wrong = [0; 2];
        for _ in 0..200 {
            let middle = DVec2::new(random.unit() * 300.0 - 150.0, random.unit() * 120.0 - 60.0);
            let size = *random.pick(&[20.0, 200.0, 2000.0]) / 111_000.0;
            let turn = DVec2::from_angle(random.unit() * 6.3);
            let narrow = DVec2::new(1.0 / middle.y.to_radians().cos(), 1.0);
            let place = |x: f64, y: f64| middle + turn.rotate(DVec2::new(x, y) * size) * narrow;
            let hall = [place(0.0, 0.0), place(1.0, 0.0), place(1.0, 0.8), place(0.0, 0.8)];
            let foot = hall[0].lerp(hall[1], 0.2 + 0.6 * random.unit());
            let head = hall[2].lerp(hall[3], 0.2 + 0.6 * random.unit());
            let shared = [0.2, 0.7].map(|at| hall[1].lerp(hall[2], at));
            let beside = [shared[0], place(1.5, 0.1), place(1.5, 0.7), shared[1]];
            let polygon = |points: &[DVec2]| {
                format!(
                    r#"{{"type":"Feature","properties":{{}},"geometry":{{"type":"Polygon","coordinates":[[{}]]}}}}"#,
                    ring(points)
                )
            };
            let text = format!(
                r#"{{"type":"FeatureCollection","features":[{},{},
                {{"type":"Feature","properties":{{"kind":"wall"}},"geometry":{{"type":"LineString","coordinates":[{}]}}}}]}}"#,
                polygon(&hall),
                polygon(&beside),
                ring(&[foot, head])
            );
            for (wrong, weld) in wrong.iter_mut().zip([PROJECTED_WELD, 0.0]) {
                let mesh = built(&text, &BuildOptions::default().weld(weld));
                *wrong += usize::from(mesh.component_count() != 2);
            }
        }
        assert_eq!(wrong[0], 0, "{wrong:?}");
        assert!(wrong[1] > 100, "{wrong:?}");
    }
}
