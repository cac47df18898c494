//! The bits of 1,000 answers on each of three maps, as programs in other languages print them, against the engine's.

use std::fmt::Write;
use std::path::Path;

use navmesh_testkit::SplitMix64;
use tautline::build::add_features;
use tautline::io::read_geojson;
use tautline::{DVec2, LiveMesh, MeshQueries, NavMeshBuilder, Outline, PathQuery};

/// A coordinate from 0 to `end`, on a lattice of 1/64.
fn coordinate(random: &mut SplitMix64, end: u64) -> f64 {
    (random.next_u64() % (64 * end)) as f64 / 64.0
}

fn squares() -> NavMeshBuilder {
    let mut random = SplitMix64::new(1);
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [64.0, 64.0]));
    for _ in 0..40 {
        let [x, y] = std::array::from_fn(|_| coordinate(&mut random, 64));
        builder.add_obstacle(Outline::rect([x, y], [x + 3.0, y + 3.0]));
    }
    builder
}

fn load(name: &str, radius: f64) -> NavMeshBuilder {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/data").join(name);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let Ok(features) = read_geojson(&text) else { panic!("{name} is no map") };
    let mut builder = NavMeshBuilder::new();
    add_features(&mut builder, &features);
    let options = tautline::BuildOptions::default().agent_radius(radius);
    builder.with_options(options)
}

fn add_bits(line: &mut String, values: &[f64]) {
    for value in values {
        let _ = write!(line, "{:016x} ", value.to_bits());
    }
}

fn add_place(line: &mut String, place: Option<(f64, DVec2)>) {
    line.push_str("| ");
    if let Some((distance, point)) = place {
        add_bits(line, &[distance, point.x, point.y]);
    }
}

/// The lines of one map, and the number of paths.
fn answers(builder: NavMeshBuilder, width: u64, height: u64) -> (String, usize) {
    let Ok(live) = LiveMesh::new(builder) else { panic!("the shapes make no map") };
    let (finder, mesh) = (live.finder(), live.finder().current_mesh());
    let mut queries = MeshQueries::new(&mesh);
    let mut random = SplitMix64::new(2);
    let (mut text, mut found) = (String::new(), 0);
    for _ in 0..1000 {
        let [a, b, c, d] = [width, height, width, height].map(|end| coordinate(&mut random, end));
        let path = finder.find_path(&PathQuery::new([a, b], [c, d]));
        found += usize::from(path.is_ok());
        let (length, points) =
            path.map_or((0.0, Vec::new()), |path| (path.length(), path.waypoints().to_vec()));
        add_bits(&mut text, &[length]);
        for point in points {
            add_bits(&mut text, &[point.x, point.y]);
        }
        let ray = queries.cast_ray([a, b], [c, d]).ok();
        add_place(&mut text, ray.map(|ray| (ray.distance, ray.place().point)));
        let near = mesh.nearest([a, b]);
        add_place(&mut text, near.map(|near| (near.distance, near.point)));
        text.push('\n');
    }
    (text, found)
}

#[test]
fn programs_in_other_languages_print_the_bits_of_the_engine() {
    let maps = [
        answers(squares(), 64, 64),
        answers(load("floor_plan.geojson", 0.25), 40, 26),
        answers(load("meadow.geojson", 0.0), 100, 60),
    ];
    for (map, (_, found)) in maps.iter().enumerate() {
        assert!((300..=990).contains(found), "{found} paths on map {map}");
    }
    let expected: String = maps.into_iter().map(|(text, _)| text).collect();
    // `.ci/c` runs the programs, and names the files with their output.
    let files = std::env::var_os("TAUTLINE_ANSWERS").unwrap_or_default();
    let is_named = |file: &std::path::PathBuf| !file.as_os_str().is_empty();
    for file in std::env::split_paths(&files).filter(is_named) {
        let printed = std::fs::read_to_string(&file).expect("the file is there");
        let differs = printed.lines().zip(expected.lines()).position(|(own, of)| own != of);
        assert_eq!(differs, None, "{}: the line from 0 that differs first", file.display());
        assert_eq!(printed.len(), expected.len(), "{}", file.display());
    }
}
