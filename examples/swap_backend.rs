//! One query on a mesh and on a grid, through the same trait.
//!
//! `cargo run -p examples --example swap_backend`

use std::error::Error;
use std::sync::Arc;

use tautline::grid::PathEnds;
use tautline::{
    Grid, GridFinder, GridOptions, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder,
};

fn main() -> Result<(), Box<dyn Error>> {
    // A room of 8 × 5 with a wall that leaves a gap at the bottom.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [8.0, 5.0]));
    builder.add_obstacle(Outline::rect([4.0, 0.0], [5.0, 4.0]));
    let mesh = builder.build_mesh()?;

    // The same room as tiles. Row 0 is first, so y grows downwards in this drawing.
    let grid = Grid::from_rows([
        "....#...", //
        "....#...", "....#...", "....#...", "........",
    ])?;

    // The paths on tiles end at the same points as those on the mesh, not at the centres of tiles.
    let options = GridOptions::default().ends(PathEnds::Points);
    let tiles = GridFinder::new(grid).with_options(options);

    let backends: [(&str, Arc<dyn Pathfinder>); 2] =
        [("mesh", Arc::new(MeshFinder::new(mesh))), ("grid", Arc::new(tiles))];
    let query = PathQuery::new([1.5, 1.25], [6.75, 3.5]);
    for (name, map) in backends {
        let path = map.find_path(&query)?;
        let points: Vec<[f64; 2]> = path.waypoints().iter().map(|point| point.to_array()).collect();
        println!("{name}: length {:.4}, {:?}, by {points:?}", path.length(), path.guarantee());
    }
    Ok(())
}
