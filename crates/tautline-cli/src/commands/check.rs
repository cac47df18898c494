//! `tautline check`: lists the defects of a mesh.

use std::sync::Arc;

use tautline::NavMesh;
use tautline::mesh::LinkId;

use super::info;
use crate::arguments::MapArgs;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input::{Content, Input};
use crate::report::{Report, counted};

/// The largest number of overlapping pairs of cells to list.
const MAX_OVERLAPS: usize = 1000;

pub(crate) fn run(arguments: &MapArgs) -> Result<Report, Failure> {
    let input = Input::read(arguments)?;
    let options = arguments.building.options();
    input.check_build_options(&options)?;
    let mut repairs = Vec::new();
    let mesh = match &input.content {
        Content::RawMesh(raw) => NavMesh::from_raw(raw).map(Arc::new),
        Content::InvalidMesh(defects) => Err(defects.clone()),
        _ => {
            let built = input.build(&options)?;
            repairs = built.repairs;
            Ok(built.mesh)
        }
    };
    let defects = match &mesh {
        Ok(mesh) => defects_of(mesh),
        Err(defects) => defects.0.iter().map(ToString::to_string).collect(),
    };
    let is_valid = defects.is_empty();
    let mut report = Report::new(if is_valid { "valid" } else { "invalid" });
    if !is_valid {
        report.exit = ExitStatus::No;
    }
    let count = match defects.len() {
        0 => "no defects".to_owned(),
        1 => "1 defect".to_owned(),
        count => format!("{count} defects"),
    };
    report.put("file", arguments.file.to_string_lossy());
    report.say(format_args!("{}: {count}", arguments.file.display()));
    for defect in &defects {
        report.say(format_args!("  {defect}"));
    }
    report.put("defects", defects);
    if !repairs.is_empty() {
        report.say(format_args!("{}", counted(repairs.len() as u64, "repair")));
    }
    info::describe_repairs(&mut report, &repairs);
    info::describe_near_misses(&mut report, &input.near_misses(&options));
    if let Ok(mesh) = &mesh {
        info::describe_floors(&mut report, mesh);
    }
    Ok(report)
}

/// Returns the defects of a mesh that passed validation: overlapping cells, and links that nobody can use.
fn defects_of(mesh: &NavMesh) -> Vec<String> {
    let broken = mesh.defects();
    let overlaps = mesh.overlaps(MAX_OVERLAPS);
    let is_truncated = overlaps.len() == MAX_OVERLAPS;
    let truncated = is_truncated.then(|| format!("the list ends after {MAX_OVERLAPS} overlaps"));
    let overlaps = overlaps.iter().map(|[a, b]| format!("cells {} and {} overlap", a.slot, b.slot));
    let links = (0..mesh.links().len() as u32).filter(|&link| !mesh.is_link_open(LinkId(link)));
    let unusable = links.map(|link| format!("link {link}: an end of each lane lies in no cell"));
    let all = broken.iter().map(ToString::to_string).chain(unusable);
    all.chain(overlaps).chain(truncated).collect()
}
