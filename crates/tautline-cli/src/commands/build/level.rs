//! Levels in three dimensions are baked into `.nav` files with heights.

use tautline::build::FillRule;
use tautline::io::{read_glb, read_obj, write_surface};
use tautline::terrain::{BakeError, BakeReport, bake as baked};

use crate::arguments::BuildArgs;
use crate::commands::info;
use crate::failure::Failure;
use crate::input::{Built, parsed, read_bytes};
use crate::output;
use crate::report::Report;

pub(super) fn bake(arguments: &BuildArgs) -> Result<Report, Failure> {
    let (file, output) = (&arguments.map.file, &arguments.output);
    check(arguments)?;
    output::extension(output, &["nav"])?;
    output::check_apart(&[file], &[output])?;
    let (bytes, up) = (read_bytes(file)?, arguments.level.up);
    let level = if bytes.starts_with(b"glTF") {
        read_glb(&bytes, up).map_err(|error| Failure::unreadable(file, "", &error))?
    } else {
        parsed(file, bytes, |text| read_obj(text, up))?
    };
    let made = baked(&level, &arguments.level.options());
    let made = made.map_err(|error| Failure::unusable_file(file, with_arguments(&error)))?;
    let bytes = write_surface(&made.surface);
    output::write(output, &bytes)?;
    let mut report = Report::new("ok");
    report.state("output", output.to_string_lossy());
    report.state("bytes", bytes.len());
    let BakeReport { walkable, too_steep, face_down, .. } = made.report;
    report.state("level_triangles", level.triangles.len());
    report.state("walkable", walkable);
    report.state("too_steep", too_steep);
    report.state("face_down", face_down);
    let heights = made.surface.heights().iter().copied();
    let lowest = heights.clone().fold(f64::INFINITY, f64::min);
    report.state("heights", vec![lowest, heights.fold(f64::NEG_INFINITY, f64::max)]);
    info::describe(&mut report, &Built { mesh: made.surface.mesh().clone(), repairs: Vec::new() });
    Ok(report)
}

/// Replaces the library's options in an error by the program's.
fn with_arguments(error: &BakeError) -> String {
    let text = error.to_string().replace("the option ", "--");
    ["agent_radius", "agent_height", "cell_size", "cell_height", "max_cells"].into_iter().fold(
        text,
        |text, name| {
            let argument = name.replace('_', "-");
            text.replace(&format!("--{name}"), name).replace(name, &format!("--{argument}"))
        },
    )
}

/// Returns an error if an option is given that applies to other maps.
fn check(arguments: &BuildArgs) -> Result<(), Failure> {
    let (building, reading) = (&arguments.map.building, &arguments.map.reading);
    let option = match building {
        _ if building.radius != 0.0 => "--radius",
        _ if building.fill != FillRule::default() => "--fill",
        _ if building.weld.is_some() => "--weld",
        _ if building.max_intersections.is_some() => "--max-intersections",
        _ if arguments.no_merge => "--no-merge",
        _ if reading.layer.is_some() => "--layer",
        _ if reading.project => "--project",
        _ if reading.planar => "--planar",
        _ => return Ok(()),
    };
    let file = arguments.map.file.display();
    let message =
        format!("{option} does not apply to levels, and {file} is one; see --agent-radius");
    Err(Failure::unusable_arguments(message))
}
