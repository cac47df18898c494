//! `tautline draw`: a picture of a map.

use tautline::BuildOptions;
use tautline::draw::Scene;

use crate::arguments::DrawArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture;
use crate::report::Report;

pub(crate) fn run(arguments: &DrawArgs) -> Result<Report, Failure> {
    let format = picture::Format::of(&arguments.output)?;
    let input = Input::read(&arguments.file, &arguments.tiles)?;
    let built = input.build(&BuildOptions::default())?;
    let axis = input.axis();
    let scene = Scene::new().axis(axis).mesh(&built.mesh);
    picture::write(&arguments.output, format, &scene)?;
    let mut report = Report::new("ok");
    report.state("output", arguments.output.to_string_lossy());
    report.state("cells", built.mesh.cell_count());
    Ok(report)
}
