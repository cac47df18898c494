//! `visible`, `cells` and `reach`: regions of the mesh.

use std::f64::consts::TAU;

use serde_json::{Value, json};
use tautline::draw::Tint;
use tautline::error::Short;
use tautline::mesh::CellId;
use tautline::queries::Region;
use tautline::{Bounds, DVec2};

use super::{At, Map, point, wall};
use crate::arguments::query::{AtArgs, CellsArgs, CircleArgs};
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::report::{Report, counted};

/// Answers `visible`.
pub(super) fn visible(map: &Map, arguments: &AtArgs) -> Result<Report, Failure> {
    let at = &arguments.at;
    let region = map.queries_at(*at)?.visible_from(*at);
    let region = region.map_err(|error| map.failed(&error).about_the_point())?;
    let mut report = Report::new("ok");
    report.put("viewpoint", point(region.viewpoint.point));
    report.put("area", region.area());
    report.put("points", region.ring.iter().map(|&corner| point(corner)).collect::<Vec<_>>());
    let edges =
        region.walls.iter().map(|edge| edge.map_or(Value::Null, |edge| wall(&map.mesh, edge)));
    report.put("walls", edges.collect::<Vec<_>>());
    let area = Short(region.area());
    let corners = region.ring.len();
    report.say(format_args!("visible area {area}, a ring of {corners} points"));
    for &corner in &region.ring {
        report.say(format_args!("  {}", At(corner)));
    }
    let shape = [region.ring];
    map.draw(&mut report, |scene| scene.shapes(&shape, Tint::Open).start(at.point))?;
    Ok(report)
}

/// Answers `cells`.
pub(super) fn cells(map: &Map, arguments: &CellsArgs) -> Result<Report, Failure> {
    let region = match (arguments.at, arguments.within) {
        (Some(center), Some(radius)) => Region::Circle { center, radius },
        _ => Region::Polygon(&arguments.corner),
    };
    let cells = map.queries_on(arguments.floor)?.cells_in(&region);
    report(map, &region, cells.map_err(|error| map.failed(&error))?)
}

/// Answers `reach`.
pub(super) fn reach(map: &Map, arguments: &CircleArgs) -> Result<Report, Failure> {
    let at = arguments.place.at;
    let cells = map.queries_at(at)?.cells_around(at, arguments.within);
    let cells = cells.map_err(|error| map.failed(&error).about_the_point())?;
    report(map, &Region::Circle { center: at.point, radius: arguments.within }, cells)
}

fn report(map: &Map, region: &Region<'_>, cells: Vec<CellId>) -> Result<Report, Failure> {
    let mut report = Report::new("ok");
    let shapes: Vec<Vec<DVec2>> =
        cells.iter().map(|cell| map.mesh.corners(cell.slot).collect()).collect();
    let corners = |ring: &Vec<DVec2>| ring.iter().map(|&corner| point(corner)).collect();
    let members = cells.iter().zip(&shapes).map(|(cell, ring)| {
        let corners: Vec<Value> = corners(ring);
        json!({ "cell": cell.slot, "points": corners })
    });
    report.put("cells", members.collect::<Vec<_>>());
    if cells.is_empty() {
        report.exit = ExitStatus::No;
    }
    report.say(counted(cells.len() as u64, "cell"));
    for (cell, ring) in cells.iter().zip(&shapes) {
        let corners: Vec<String> = ring.iter().map(|&corner| At(corner).to_string()).collect();
        report.say(format_args!("  {}: {}", cell.slot, corners.join("; ")));
    }
    let border = border(region, map.mesh.bounds());
    map.draw(&mut report, |scene| {
        let scene = scene.shapes(&shapes, Tint::Open).shapes(&border, Tint::Closed);
        match *region {
            Region::Circle { center, .. } => scene.start(center),
            _ => scene,
        }
    })?;
    Ok(report)
}

/// The sides of the polygon that a circle is drawn as.
const CIRCLE_SIDES: u32 = 128;

/// Returns the lines around a region. Those of a circle are left out beyond the bounds of the map, which it may exceed by
/// far.
fn border(region: &Region<'_>, bounds: Bounds) -> Vec<Vec<DVec2>> {
    let sides = |ring: &[DVec2]| -> Vec<Vec<DVec2>> {
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        ends.map(|(&from, &to)| vec![from, to]).collect()
    };
    match *region {
        Region::Circle { center, radius } => {
            let angle = |side| f64::from(side) * TAU / f64::from(CIRCLE_SIDES);
            let ring =
                (0..CIRCLE_SIDES).map(|side| center + radius * DVec2::from_angle(angle(side)));
            let mut sides = sides(&ring.collect::<Vec<_>>());
            let is_inside = |end: DVec2| end.cmpge(bounds.min).all() && end.cmple(bounds.max).all();
            sides.retain(|side| side.iter().all(|&end| is_inside(end)));
            sides
        }
        Region::Polygon(ring) => sides(ring),
        _ => Vec::new(),
    }
}
