//! Writes three maps, and the engine's answers to 1,000 queries on each, for the test in Godot.
//!
//! `cargo run --example expected FOLDER`

use std::error::Error;
use std::io::Write;
use std::path::Path;

use navmesh_testkit::SplitMix64;
use tautline::build::{OffMeshLinks, add_features};
use tautline::io::{read_geojson, write_geojson};
use tautline::{BuildOptions, LiveMesh, NavMeshBuilder, Outline, PathQuery};

/// A coordinate from `from` to `to`, on a lattice of 1/64, which floats hold.
fn coordinate(random: &mut SplitMix64, from: f64, to: f64) -> f64 {
    let steps = ((to - from) * 64.0) as u64;
    ((from * 64.0).floor() + (random.next_u64() % steps) as f64) / 64.0
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected FOLDER")?;
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/data");
    for (name, radius) in [("floor_plan", 0.25), ("meadow", 0.0)] {
        let text = std::fs::read_to_string(data.join(name).with_extension("geojson"))?;
        write(Path::new(&folder), name, &text, radius)?;
    }
    let mut random = SplitMix64::new(1);
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [64.0, 64.0]));
    for _ in 0..40 {
        let [x, y] = std::array::from_fn(|_| coordinate(&mut random, 0.0, 64.0));
        builder.add_obstacle(Outline::rect([x, y], [x + 3.0, y + 3.0]));
    }
    let text = write_geojson(&LiveMesh::new(builder)?.floors())?;
    write(Path::new(&folder), "squares", &text, 0.5)
}

/// Writes a map and its answers.
fn write(folder: &Path, name: &str, text: &str, radius: f32) -> Result<(), Box<dyn Error>> {
    let options = BuildOptions::default()
        .agent_radius(radius.into())
        .weld(1.0 / 128.0)
        .off_mesh_links(OffMeshLinks::Close);
    let mut builder = NavMeshBuilder::new().with_options(options);
    add_features(&mut builder, &read_geojson(text)?);
    let live = LiveMesh::new(builder)?;
    let (finder, bounds) = (live.finder(), live.mesh().bounds());
    let mut random = SplitMix64::new(2);
    let mut bytes = Vec::new();
    bytes.write_all(&radius.to_le_bytes())?;
    bytes.write_all(&1000_u32.to_le_bytes())?;
    for _ in 0..1000 {
        let mut point =
            || [0, 1].map(|axis| coordinate(&mut random, bounds.min[axis], bounds.max[axis]));
        let ends = [point(), point()];
        for coordinate in ends.as_flattened() {
            bytes.write_all(&(*coordinate as f32).to_le_bytes())?;
        }
        let found = finder.find_path(&PathQuery::new(ends[0], ends[1]));
        let reason = found.as_ref().err().map(ToString::to_string).unwrap_or_default();
        let length = found.as_ref().map_or(f64::INFINITY, |path| path.length());
        let points: Vec<[f32; 2]> = found.iter().flat_map(|path| path.waypoints_f32()).collect();
        bytes.write_all(&length.to_le_bytes())?;
        bytes.write_all(&(reason.len() as u32).to_le_bytes())?;
        bytes.write_all(reason.as_bytes())?;
        bytes.write_all(&(points.len() as u32).to_le_bytes())?;
        for coordinate in points.as_flattened() {
            bytes.write_all(&coordinate.to_le_bytes())?;
        }
    }
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(name).with_extension("geojson"), text)?;
    std::fs::write(folder.join(name).with_extension("bin"), bytes)?;
    Ok(())
}
