//! Any text as GeoJSON; what reads is built.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::read_geojson;
use tautline::{BuildOptions, build_floors, build_outlines};

fuzz_target!(|text: &str| {
    let Ok(features) = read_geojson(text) else { return };
    let options = BuildOptions::default();
    let built = match features.outlines() {
        Some(outlines) => build_outlines(outlines, &options).map(|(mesh, _)| mesh),
        None => build_floors(&features.building, &options).map(|(mesh, _)| mesh),
    };
    if let Ok(mesh) = built {
        mesh.assert_invariants();
    }
});
