//! Text files with outlines: read and built.

use navmesh_io::read_geojson;
use navmesh_testkit::CorpusCase;
use tautline::{BuildOptions, Floors, Outlines, build_floors, build_outlines};

/// Checks that a corpus text survives a round trip, and builds a valid mesh or fails.
pub(crate) fn check_case(text: &str) {
    let Ok(case) = text.parse::<CorpusCase>() else { return };
    let written = case.to_string();
    assert_eq!(written.parse::<CorpusCase>().unwrap().to_string(), written);
    let options = BuildOptions::default().agent_radius(case.radius);
    match case.building.floors[..] {
        [] => check_outlines(&case.outlines, &options),
        _ => check_building(&case.building, &options),
    }
}

/// Checks that a GeoJSON text builds a valid mesh or fails.
pub(crate) fn check_geojson(text: &str) {
    let Ok(features) = read_geojson(text) else { return };
    let options = BuildOptions::default();
    match features.outlines() {
        Some(outlines) => check_outlines(outlines, &options),
        None => check_building(&features.building, &options),
    }
}

fn check_outlines(outlines: &Outlines, options: &BuildOptions) {
    if let Ok((mesh, _)) = build_outlines(outlines, options) {
        mesh.assert_invariants();
    }
}

fn check_building(building: &Floors, options: &BuildOptions) {
    if let Ok((mesh, _)) = build_floors(building, options) {
        mesh.assert_invariants();
    }
}
