//! Draws a mesh, the corridor of a search, and the path.
//!
//! `cargo run -p examples --example draw_mesh -- mesh.svg`; without a name the picture goes to the
//! temporary folder of the system.

use std::error::Error;
use std::path::PathBuf;

use tautline::draw::Scene;
use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    let courtyard = [[8.0, 4.0], [12.0, 4.0], [12.0, 8.0], [8.0, 8.0]];
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 12.0]).with_hole(courtyard));
    builder.add_walkable(Outline::rect([9.0, 5.0], [11.0, 7.0])); // an island in the courtyard
    builder.add_obstacle(Outline::new([[4.0, 0.0], [5.0, 0.0], [7.0, 9.0], [6.0, 9.0]]));
    let map = MeshFinder::new(builder.build_mesh()?);

    let query = PathQuery::new([1.0, 1.0], [19.0, 6.0]);
    let path = map.find_path(&query)?;
    let corridor = map.find_corridor(&query)?;
    let scene = Scene::new()
        .mesh(map.mesh())
        .corridor(map.mesh(), &corridor)
        .path(&path)
        .start(query.start)
        .goal(query.goal);

    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let file = given.unwrap_or_else(|| std::env::temp_dir().join("tautline_draw_mesh.svg"));
    std::fs::write(&file, scene.to_svg())?;
    println!("{} cells and a path of length {:.3}", map.mesh().cell_count(), path.length());
    println!("written to {}", file.display());
    Ok(())
}
