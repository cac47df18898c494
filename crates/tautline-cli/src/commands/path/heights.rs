//! Heights of a path on a baked level.

use tautline::error::Short;
use tautline::surface::Geodesic;
use tautline::{Path, PathError, PathQuery, Place, Scratch};

use super::costs::percent;
use crate::arguments::PathEnd;
use crate::failure::Failure;
use crate::input::Input;
use crate::query::Finder;
use crate::report::Report;

/// Returns the place of an end: on the floor nearest to its height, if it has one.
pub(super) fn place(input: &Input, end: PathEnd) -> Result<Place, Failure> {
    let point = match end {
        PathEnd::Plan(place) => return input.place(place),
        PathEnd::Space(point) => point,
    };
    let Some(surface) = &input.surface else {
        let file = input.file.display();
        let message = format!(
            "X,Y,HEIGHT needs a map with heights, and {file} has none; use X,Y or X,Y@FLOOR, or bake a level with \
             `tautline build`"
        );
        return Err(Failure::unusable_arguments(message));
    };
    let picked = surface.pick(point, f64::INFINITY, f64::INFINITY);
    picked.map(|picked| picked.place).map_err(|error| Failure::no_floor(&error))
}

/// Returns the heights of the waypoints; none on a map without heights.
pub(super) fn of(input: &Input, path: &Path) -> Vec<f64> {
    let points = input.surface.as_ref().and_then(|surface| surface.waypoints(path));
    points.unwrap_or_default().iter().map(|point| point.height).collect()
}

/// Reports the path along the surface.
pub(super) fn describe(report: &mut Report, input: &Input, path: &Path) {
    let Some(surface) = &input.surface else { return };
    let Some(way) = surface.along(path, f64::INFINITY) else { return };
    let points = way.points.iter().map(|at| vec![at.point.x, at.point.y, at.height]);
    report.put("heights", of(input, path));
    report.put("surface_points", points.collect::<Vec<_>>());
    report.put("surface_length", way.length);
    report.put("steepest", way.steepest);
    report.say(format_args!(
        "along the surface: length {}, steepest slope {} %",
        Short(way.length),
        Short((way.steepest * 100.0).round())
    ));
}

/// Finds a path: in the plan, or the shortest one along the surface with what is proved of it.
pub(super) fn find(
    on_surface: bool,
    input: &Input,
    finder: &Finder,
    query: &PathQuery,
    path: &mut Path,
) -> Result<(Option<Geodesic>, Result<(), PathError>), Failure> {
    if !on_surface {
        let found = finder.pathfinder().find_path_into(query, &mut Scratch::new(), path);
        return Ok((None, found));
    }
    let surface = input.heights("--on-surface")?;
    Ok(match finder.geodesic(surface, query)? {
        Ok(geodesic) => {
            path.clone_from(&geodesic.path);
            (Some(geodesic), Ok(()))
        }
        Err(error) => (None, Err(error)),
    })
}

/// Reports what is proved of the shortest path along the surface.
pub(super) fn describe_geodesic(report: &mut Report, geodesic: &Geodesic) {
    let Geodesic { cost, lower_bound, .. } = *geodesic;
    let gap = if cost > 0.0 { (cost - lower_bound) / cost } else { 0.0 };
    report.put("surface_cost", cost);
    report.put("surface_lower_bound", lower_bound);
    report.put("surface_gap", gap);
    let (cost, bound) = (Short(cost), Short(lower_bound));
    // The share by which rounding may change a length.
    report.say(match gap < 1e-6 {
        true => format!("along the surface no path costs less: {cost}, up to rounding"),
        false => {
            format!("along the surface it costs {cost}, lower bound {bound}, gap {}", percent(gap))
        }
    });
}
