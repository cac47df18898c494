//! Any text as GeoJSON; what reads is built.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::read_geojson;
use tautline::{BuildOptions, build_outlines};

fuzz_target!(|text: &str| {
    if let Ok(features) = read_geojson(text) {
        if let Ok((mesh, _)) = build_outlines(&features.outlines, &BuildOptions::default()) {
            mesh.assert_invariants();
        }
    }
});
