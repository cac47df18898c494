//! The first path: a mesh from outlines, and a tile map in its place. The README shows this program.
//!
//! `cargo run -p examples --example first_path`

use std::sync::Arc;
use tautline::{Grid, GridFinder, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    let (mesh, report) = builder.build()?;
    println!("{} cells, {} repairs", report.cells, report.repairs.len());
    let mut map: Arc<dyn Pathfinder> = Arc::new(MeshFinder::new(mesh));
    let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    println!("{:?}", map.find_path(&query)?.waypoints());
    map = Arc::new(GridFinder::new(Grid::from_rows(["..#.", "...."])?.with_cell_size(2.5)));
    println!("{:.2}", map.find_path(&query)?.length());
    Ok(())
}
