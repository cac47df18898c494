//! `tautline live`: runs a script of edits and queries on a map.

mod script;
mod names;
mod run;
mod verify;
mod summary;
mod picture;

use serde_json::Value;
use tautline::{LiveMesh, NavMeshBuilder, trace};

use crate::arguments::LiveArgs;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input::{Content, Input, read_bytes, text_of};
use crate::output;
use crate::picture::Pictures;
use crate::report::Report;
use names::Names;
use run::Run;
use script::Script;
use verify::Verifier;

pub(crate) fn run(arguments: &LiveArgs) -> Result<Report, Failure> {
    let pictures = Pictures::from_arguments(&arguments.pictures)?;
    let input = Input::read(&arguments.map)?;
    input.check_outputs(pictures.files())?;
    let outputs: Vec<_> = pictures.files().collect();
    output::check_apart(&[arguments.script.as_path()], &outputs)?;
    let text = text_of(&arguments.script, read_bytes(&arguments.script)?)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let script = Script::parse(&arguments.script, text)?;
    let (map, names) = map_of(arguments, &input)?;
    let before = picture::Before::of(&map);
    let mut verifier = arguments.verify.map(Verifier::every);
    let mut run = Run::new(map, names);
    let failure = script.lines.iter().find_map(|line| match run.answer(line) {
        Ok(()) => {
            verifier.iter_mut().for_each(|verifier| verifier.look(line, &run));
            None
        }
        Err(error) => Some(script.failure(line, &error)),
    });
    verifier.iter_mut().for_each(|verifier| verifier.look_at_the_end(&run));
    if failure.is_none() {
        before.draw(&pictures, &input, &run)?;
    }
    let mut report = Report::new("ok");
    summary::report(&mut report, &run);
    if let Some(verifier) = &verifier {
        report_differences(&mut report, verifier);
    }
    if failure.is_none() {
        pictures.mention(&mut report);
    }
    report.lines = run.into_answers();
    match failure {
        Some(failure) => Err(failure.after(report)),
        None => Ok(report),
    }
}

/// Returns the live map of a file, and the keys of its named features.
fn map_of(arguments: &LiveArgs, input: &Input) -> Result<(LiveMesh, Names), Failure> {
    if input.projection.is_some() {
        let message =
            "live does not support --project: give the map and the script in planar map units";
        return Err(Failure::unusable_arguments(message));
    }
    let options = arguments.map.building.options();
    input.check_build_options(&options)?;
    let mut builder = NavMeshBuilder::new().with_options(options);
    let mut names = Names::default();
    match &input.content {
        Content::Outlines(features) => names = Names::of(&mut builder, features),
        Content::Tiles(grid) | Content::RobotTiles(grid) => {
            builder = NavMeshBuilder::from_outlines(trace(grid)).with_options(options);
        }
        _ => {
            let message =
                "live needs outlines or tiles, and this is a mesh: its outlines are not known";
            return Err(Failure::unusable_file(&input.file, message));
        }
    }
    // For an error that names the feature.
    input.build(&options)?;
    let map = LiveMesh::new(builder);
    Ok((map.map_err(|error| Failure::unusable_file(&input.file, error))?, names))
}

fn report_differences(report: &mut Report, verifier: &Verifier) {
    report.state("verified", verifier.count());
    report.state("mismatches", verifier.differences.len());
    for difference in verifier.differences.iter().take(10) {
        report.say(format_args!("  {difference}"));
    }
    let examples: Vec<Value> =
        verifier.differences.iter().take(10).map(|text| Value::from(text.as_str())).collect();
    report.put("examples", examples);
    if !verifier.differences.is_empty() {
        report.put("status", "differences");
        report.exit = ExitStatus::No;
    }
}
