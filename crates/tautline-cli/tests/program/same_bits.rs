//! The same input gives the same bytes in every process.

use navmesh_testkit::SplitMix64;

use crate::Workdir;

/// A map of random tiles: many corners lie on common lines and circles.
fn tiles(seed: u64) -> String {
    let mut random = SplitMix64::new(seed);
    let mut row = || (0..40).map(|_| if random.chance(70) { '.' } else { '@' }).collect::<String>();
    let rows: Vec<String> = (0..40).map(|_| row()).collect();
    format!("type octile\nheight 40\nwidth 40\nmap\n{}\n", rows.join("\n"))
}

/// Walkable quadrangles on a lattice, over one another: their sides cross, and some crossings are rounded.
fn quadrangles(seed: u64) -> String {
    let mut random = SplitMix64::new(seed);
    let mut polygon = || {
        let corners: [[usize; 2]; 4] = [(); 4].map(|()| [random.below(50), random.below(50)]);
        let ring = corners.iter().chain(&corners[..1]);
        let ring: Vec<String> = ring.map(|[x, y]| format!("[{x},{y}]")).collect();
        format!("[[{}]]", ring.join(","))
    };
    let polygons: Vec<String> = (0..40).map(|_| polygon()).collect();
    format!("{{\"type\":\"MultiPolygon\",\"coordinates\":[{}]}}", polygons.join(","))
}

#[test]
fn a_hundred_processes_build_the_same_bytes() {
    let workdir = Workdir::new();
    workdir.put("tiles.map", tiles(1));
    workdir.put("more_tiles.map", tiles(2));
    workdir.put("quadrangles.geojson", quadrangles(3));
    for input in ["tiles.map", "more_tiles.map", "quadrangles.geojson"] {
        let build = || {
            let ended = workdir.run(&format!("build {input} -o out.nav"));
            assert_eq!(ended.code, 0, "{}", ended.err);
            workdir.bytes("out.nav")
        };
        let first = build();
        for run in 1..100 {
            assert!(build() == first, "{input}, run {run}");
        }
    }
}
