//! Any bytes as a level, an OBJ text or a glTF binary, or as a mesh that Recast has baked; what reads is baked, and paths are found
//! along its surface.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::{read_glb, read_obj, read_surface, write_surface};
use tautline::terrain::{BakeOptions, Level, Up, bake, read_recast};
use tautline::{MeshFinder, PathQuery, Place, Surface};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(level) = read_glb(bytes, Up::Y) {
        check(&level);
    }
    if let Ok(read) = read_recast(bytes) {
        check_surface(&read.surface);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        for up in [Up::Y, Up::Z] {
            if let Ok(level) = read_obj(text, up) {
                check(&level);
            }
        }
    }
});

/// Bakes a level with few cells.
fn check(level: &Level) {
    for cell_size in [0.3, 10.0] {
        let mut options = BakeOptions::default().cell_size(cell_size).agent_radius(0.0);
        options.max_cells = 1 << 12;
        if let Ok(baked) = bake(level, &options) {
            check_surface(&baked.surface);
        }
    }
}

/// Writes a surface and reads it, and asks for paths between the middles of cells.
fn check_surface(surface: &Surface) {
    let mesh = surface.mesh();
    mesh.assert_invariants();
    let again = read_surface(&write_surface(surface)).expect("what is written reads");
    assert_eq!(again.1.expect("heights").heights(), surface.heights());
    let finder = MeshFinder::new(mesh.clone());
    let geodesics = finder.geodesics(surface).expect("a surface of its own mesh");
    let place = |slot| Place::new(mesh.centroid(slot)).on_layer(mesh.layer(slot));
    let slots: Vec<u32> = mesh.slots().take(8).collect();
    for (&from, &to) in slots.iter().flat_map(|from| slots.iter().map(move |to| (from, to))) {
        let query = PathQuery::new(place(from), place(to));
        let (plan, along) = (finder.find_path(&query), geodesics.find_path(&query));
        assert_eq!(plan.is_ok(), along.is_ok(), "{query:?}");
        let (Ok(plan), Ok(along)) = (plan, along) else { continue };
        along.path.verify(mesh).expect("a path is walkable");
        let other = surface.along(&plan, 0.0).expect("on the surface").cost;
        assert!(along.lower_bound <= along.cost && along.cost <= other * (1.0 + 1e-9) + 1e-9);
    }
}
