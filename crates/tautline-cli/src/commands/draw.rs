//! `tautline draw`: draws a map.

use tautline::draw::{Oblique, Scene};

use crate::arguments::DrawArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture;
use crate::query::check_floor;
use crate::report::Report;

pub(crate) fn run(arguments: &DrawArgs) -> Result<Report, Failure> {
    let format = picture::Format::of(&arguments.output)?;
    let input = Input::read(&arguments.map)?;
    input.check_outputs([arguments.output.as_path()])?;
    let built = input.build(&arguments.map.building.options())?;
    let mut report = Report::new("ok");
    report.state("output", arguments.output.to_string_lossy());
    report.state("cells", built.mesh.cell_count());
    if let Some(direction) = arguments.seen_from {
        let oblique = Oblique::new(input.heights("--seen-from")?).seen_from(direction);
        picture::write(&arguments.output, format, &oblique)?;
        return Ok(report);
    }
    let axis = input.axis();
    let mut scene = Scene::new().axis(axis).scale_bar().area_legend().mesh(&built.mesh);
    if let Some(surface) = &input.surface {
        scene = scene.surface(surface);
    }
    if !arguments.floor.is_empty() {
        let known = built.mesh.layers();
        arguments.floor.iter().try_for_each(|&floor| check_floor(known, floor))?;
        scene = scene.layers(arguments.floor.iter().copied());
    }
    picture::write(&arguments.output, format, &scene)?;
    Ok(report)
}
