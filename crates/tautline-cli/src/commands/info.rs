//! `tautline info`: what is in a file.

use serde_json::json;
use tautline::BuildOptions;

use crate::arguments::FileArgs;
use crate::failure::Failure;
use crate::input::{Built, Input};
use crate::report::Report;

pub(crate) fn run(arguments: &FileArgs) -> Result<Report, Failure> {
    let input = Input::read(&arguments.file)?;
    let built = input.build(&BuildOptions::default())?;
    let mut report = Report::new("ok");
    report.state("file", arguments.file.to_string_lossy());
    report.state("holds", input.kind());
    if let Some(grid) = input.grid() {
        report.state("width", grid.width());
        report.state("height", grid.height());
        report.state("free_tiles", grid.free_count());
    }
    describe(&mut report, &built);
    Ok(report)
}

/// States what a mesh has, and what had to be repaired to get it.
pub(crate) fn describe(report: &mut Report, built: &Built) {
    let mesh = &built.mesh;
    let bounds = mesh.bounds();
    // Vertices are positions to whoever reads this; the engine numbers one by every fan around it.
    report.state("vertices", mesh.position_count());
    report.state("cells", mesh.cell_count());
    report.state("triangles", mesh.triangle_count());
    report.state("components", mesh.component_count());
    report.state("area", mesh.area());
    report.state("agent_radius", mesh.agent_radius());
    report.state("bounds", json!([bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y]));
    report.say(format_args!("{:<14} {}", "repairs", built.repairs.len()));
    for repair in &built.repairs {
        report.say(format_args!("  {repair}"));
    }
    report.put("repairs", built.repairs.clone());
}
