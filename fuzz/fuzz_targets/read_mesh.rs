//! Any text as a Polyanya mesh; what is valid is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::NavMesh;
use tautline::io::{read_mesh, write_mesh};

fuzz_target!(|text: &str| {
    let Ok(raw) = read_mesh(text) else { return };
    let Ok(mesh) = NavMesh::from_raw(&raw) else { return };
    mesh.assert_invariants();
    let written = write_mesh(&mesh).expect("the format has no costs, and so has the mesh none");
    let again = read_mesh(&written).expect("what is written reads");
    assert_eq!(NavMesh::from_raw(&again).expect("and is valid").to_raw(), mesh.to_raw());
});
