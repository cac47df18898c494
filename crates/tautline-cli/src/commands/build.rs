//! `tautline build`: builds a mesh and writes it to a file.

use tautline::build::Merge;
use tautline::io::{write_mesh, write_nav};

mod level;

use super::info;
use crate::arguments::BuildArgs;
use crate::failure::Failure;
use crate::input::{Input, is_level};
use crate::output;
use crate::report::Report;

pub(crate) fn run(arguments: &BuildArgs) -> Result<Report, Failure> {
    if is_level(&arguments.map.file) {
        return level::bake(arguments);
    }
    if let Some(option) = arguments.level.given() {
        let file = arguments.map.file.display();
        let message = format!("{option} applies to levels, and {file} is another kind of map");
        return Err(Failure::unusable_arguments(message));
    }
    let file = &arguments.output;
    let format = output::extension(file, &["nav", "mesh"])?;
    let merge = if arguments.no_merge { Merge::None } else { Merge::default() };
    let input = Input::read(&arguments.map)?;
    input.check_outputs([file.as_path()])?;
    let options = arguments.map.building.options().merge(merge);
    let built = input.build(&options)?;
    let bytes = match format {
        "mesh" => {
            let text = write_mesh(&built.mesh);
            text.map_err(|error| Failure::unwritable(file, error))?.into_bytes()
        }
        _ => write_nav(&built.mesh),
    };
    output::write(file, &bytes)?;
    let mut report = Report::new("ok");
    report.state("output", file.to_string_lossy());
    report.state("bytes", bytes.len());
    info::describe(&mut report, &built);
    Ok(report)
}
