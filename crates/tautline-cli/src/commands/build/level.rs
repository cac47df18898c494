//! Levels in three dimensions are baked into `.nav` files with heights.

use tautline::Surface;
use tautline::build::FillRule;
use tautline::io::{read_geotiff, read_glb, read_obj, write_surface};
use tautline::terrain::{
    BakeError, BakeReport, RecastReport, TiledBake, bake as baked, read_recast,
};

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
    let bytes = read_bytes(file)?;
    let is_baked = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin"));
    let (surface, counts) = match is_baked {
        true => read_baked(arguments, &bytes)?,
        false => bake_level(arguments, bytes)?,
    };
    let bytes = write_surface(&surface);
    output::write(output, &bytes)?;
    let mut report = Report::new("ok");
    report.state("output", output.to_string_lossy());
    report.state("bytes", bytes.len());
    for (name, count) in counts {
        report.state(name, count);
    }
    let heights = surface.heights().iter().copied();
    let lowest = heights.clone().fold(f64::INFINITY, f64::min);
    report.state("heights", vec![lowest, heights.fold(f64::NEG_INFINITY, f64::max)]);
    info::describe(&mut report, &Built { mesh: surface.mesh().clone(), repairs: Vec::new() });
    Ok(report)
}

/// A surface, and counts with their names.
type Made = (Surface, Vec<(&'static str, usize)>);

/// Bakes the triangles of a level.
fn bake_level(arguments: &BuildArgs, bytes: Vec<u8>) -> Result<Made, Failure> {
    let (file, up) = (&arguments.map.file, arguments.level.up);
    let unreadable = |error| Failure::unreadable(file, "", &error);
    let level = match file.extension().and_then(|extension| extension.to_str()) {
        Some(extension) if extension.to_ascii_lowercase().starts_with("tif") => {
            read_geotiff(&bytes).map_err(unreadable)?.level()
        }
        _ if bytes.starts_with(b"glTF") => read_glb(&bytes, up).map_err(unreadable)?,
        _ => parsed(file, bytes, |text| read_obj(text, up))?,
    };
    let options = arguments.level.options();
    let made = match arguments.level.tiles {
        Some(size) => TiledBake::new(&level, &options, size).and_then(|tiles| tiles.baked()),
        None => baked(&level, &options),
    };
    let made = made.map_err(|error| Failure::unusable_file(file, with_arguments(&error)))?;
    let BakeReport { walkable, too_steep, face_down, links, .. } = made.report;
    let counts = vec![
        ("level_triangles", level.triangles.len()),
        ("walkable", walkable),
        ("too_steep", too_steep),
        ("face_down", face_down),
        ("jumps", links),
    ];
    Ok((made.surface, counts))
}

/// Reads a mesh that Recast has baked.
fn read_baked(arguments: &BuildArgs, bytes: &[u8]) -> Result<Made, Failure> {
    let file = &arguments.map.file;
    if let Some(option) = arguments.level.given() {
        let file = file.display();
        let message =
            format!("{option} does not apply to meshes that are baked, and {file} is one");
        return Err(Failure::unusable_arguments(message));
    }
    let read = read_recast(bytes).map_err(|error| Failure::unusable_file(file, error))?;
    let RecastReport { tiles, polygons, disabled, links, lost_links, doubtful, .. } = read.report;
    let counts = vec![
        ("tiles", tiles),
        ("polygons", polygons),
        ("disabled_polygons", disabled),
        ("off_mesh_connections", links),
        ("lost_connections", lost_links),
        ("doubtful_portals", doubtful),
    ];
    Ok((read.surface, counts))
}

/// Replaces the library's options in an error by the program's.
fn with_arguments(error: &BakeError) -> String {
    let text = error.to_string().replace("the option ", "--").replace("--size", "--tiles");
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
