//! The time of a bake over that of Recast's own steps, on the levels of RecastDemo below `TAUTLINE_DATA`.
//!
//! `cargo run --release -p navmesh-terrain --example bake_time`

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use glam::{UVec3, Vec3A};
use navmesh_terrain::{BakeOptions, Level, Up, bake};
use rerecast::{AreaType, BuildContoursFlags, DetailNavmesh, HeightfieldBuilder, TriMesh};

/// The passes of which the least time counts.
const PASSES: usize = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(data) = std::env::var_os("TAUTLINE_DATA").map(PathBuf::from) else {
        println!("TAUTLINE_DATA is not set");
        return Ok(());
    };
    for name in ["nav_test", "dungeon", "undulating"] {
        let text = std::fs::read_to_string(data.join("levels").join(name).with_extension("obj"))?;
        let level = navmesh_io::read_obj(&text, Up::Y)?;
        let options = BakeOptions::default();
        let [mut own, mut theirs] = [f64::INFINITY; 2];
        for _ in 0..PASSES {
            let begun = Instant::now();
            bake(&level, &options)?;
            own = own.min(begun.elapsed().as_secs_f64() * 1e3);
            let begun = Instant::now();
            recast(&level)?;
            theirs = theirs.min(begun.elapsed().as_secs_f64() * 1e3);
        }
        println!("| {name} | {theirs:.2} ms | {own:.2} ms | {:.2} |", own / theirs);
    }
    Ok(())
}

/// Recast's own steps with the same options.
fn recast(level: &Level) -> Result<DetailNavmesh, Box<dyn Error>> {
    let [size, height] = [0.3f32, 0.2f32];
    let vertices =
        level.positions.iter().map(|at| Vec3A::new(at.x as f32, at.z as f32, -at.y as f32));
    let mut triangles = TriMesh {
        vertices: vertices.collect(),
        indices: level.triangles.iter().map(|&triangle| UVec3::from(triangle)).collect(),
        area_types: vec![AreaType::NOT_WALKABLE; level.triangles.len()],
    };
    triangles.mark_walkable_triangles(45f32.to_radians());
    let aabb = triangles.compute_aabb().ok_or("no triangles")?;
    let mut field = HeightfieldBuilder { aabb, cell_size: size, cell_height: height }.build()?;
    field.populate_from_trimesh(triangles, 10, 4)?;
    let mut ground = field.into_compact(10, 4)?;
    ground.erode_walkable_area(2);
    ground.build_distance_field();
    ground.build_regions(0, 64, 400)?;
    let contours = ground.build_contours(1.3, 40, BuildContoursFlags::default());
    let polygons = contours.into_polygon_mesh(6)?;
    Ok(DetailNavmesh::new(&polygons, &ground, 6.0 * size, height)?)
}
