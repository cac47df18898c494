//! Texts of outlines, read and built.

use navmesh_io::read_geojson;
use navmesh_testkit::Exhibit;
use tautline::{BuildOptions, Floors, Outlines, build_floors, build_outlines};

/// Fails where a text is no exhibit of the museum once it is written and read again, or builds what is no mesh.
pub(crate) fn check_exhibit(text: &str) {
    let Ok(exhibit) = text.parse::<Exhibit>() else { return };
    let written = exhibit.to_string();
    assert_eq!(written.parse::<Exhibit>().unwrap().to_string(), written);
    let options = BuildOptions::default().agent_radius(exhibit.radius);
    match exhibit.building.floors[..] {
        [] => check_outlines(&exhibit.outlines, &options),
        _ => check_building(&exhibit.building, &options),
    }
}

/// Fails where a text of GeoJSON builds what is no mesh.
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
