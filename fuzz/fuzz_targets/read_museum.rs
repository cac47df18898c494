//! Any text as an exhibit; what reads is written, read again, and built.
#![no_main]

use libfuzzer_sys::fuzz_target;
use navmesh_testkit::Exhibit;
use tautline::{BuildOptions, build_floors, build_outlines};

fuzz_target!(|text: &str| {
    let Ok(exhibit) = text.parse::<Exhibit>() else { return };
    let written = exhibit.to_string();
    assert_eq!(written.parse::<Exhibit>().expect("what is written reads").to_string(), written);
    let options = BuildOptions::default().agent_radius(exhibit.radius);
    let built = match exhibit.building.floors[..] {
        [] => build_outlines(&exhibit.outlines, &options).map(|(mesh, _)| mesh),
        _ => build_floors(&exhibit.building, &options).map(|(mesh, _)| mesh),
    };
    if let Ok(mesh) = built {
        mesh.assert_invariants();
    }
});
