//! `visible`, `cells` and `reach`: regions of the mesh.

use serde_json::{Value, json};
use tautline::DVec2;
use tautline::draw::Tint;
use tautline::error::Short;
use tautline::mesh::CellId;
use tautline::queries::Region;

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
    report(map, arguments.at, cells.map_err(|error| map.failed(&error))?)
}

/// Answers `reach`.
pub(super) fn reach(map: &Map, arguments: &CircleArgs) -> Result<Report, Failure> {
    let at = arguments.place.at;
    let cells = map.queries_at(at)?.cells_around(at, arguments.within);
    let cells = cells.map_err(|error| map.failed(&error).about_the_point())?;
    report(map, Some(at.point), cells)
}

fn report(map: &Map, around: Option<DVec2>, cells: Vec<CellId>) -> Result<Report, Failure> {
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
    map.draw(&mut report, |scene| {
        let scene = scene.shapes(&shapes, Tint::Open);
        match around {
            Some(center) => scene.start(center),
            None => scene,
        }
    })?;
    Ok(report)
}
