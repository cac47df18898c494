//! Point sets that a triangulation may take quadratic time for.
//!
//! Quadratic time is hours here. The triangulation is a library that counts no steps, so the tests show that it ends.

use navmesh_build::{BuildOptions, build_outlines};
use navmesh_testkit::worlds::hard_outlines::{HardOutlines, hard_outlines};

#[test]
fn hard_outlines_build_and_keep_their_area() {
    for HardOutlines { name, outlines, area } in hard_outlines(100_000) {
        let (mesh, _) = build_outlines(&outlines, &BuildOptions::default()).unwrap();
        assert!((mesh.area() - area).abs() <= 1e-12 * area, "{name}: {} {area}", mesh.area());
    }
}
