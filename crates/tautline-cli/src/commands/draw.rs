//! `tautline draw`: draws a map.

use tautline::draw::Scene;

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
    let axis = input.axis();
    let mut scene = Scene::new().axis(axis).scale_bar().area_legend().mesh(&built.mesh);
    if !arguments.floor.is_empty() {
        let known = built.mesh.layers();
        arguments.floor.iter().try_for_each(|&floor| check_floor(known, floor))?;
        scene = scene.layers(arguments.floor.iter().copied());
    }
    picture::write(&arguments.output, format, &scene)?;
    let mut report = Report::new("ok");
    report.state("output", arguments.output.to_string_lossy());
    report.state("cells", built.mesh.cell_count());
    Ok(report)
}
