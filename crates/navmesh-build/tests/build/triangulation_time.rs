//! Point sets that a triangulation may take quadratic time for. Quadratic time is minutes here.

use std::time::{Duration, Instant};

use navmesh_build::{BuildOptions, build_outlines};
use navmesh_testkit::worlds::hard_outlines::{HardOutlines, hard_outlines};

/// Long enough for a slow machine without optimization, and far too short for anything quadratic.
const LIMIT: Duration = Duration::from_secs(20);

#[test]
fn hard_outlines_build_in_time_and_keep_their_area() {
    for HardOutlines { name, outlines, area } in hard_outlines(100_000) {
        let begin = Instant::now();
        let (mesh, _) = build_outlines(&outlines, &BuildOptions::default()).unwrap();
        assert!(begin.elapsed() < LIMIT, "{name}: {:?}", begin.elapsed());
        assert!((mesh.area() - area).abs() <= 1e-12 * area, "{name}: {} {area}", mesh.area());
    }
}
