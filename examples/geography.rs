//! Builds a mesh from a polygon of `geo-types`, and converts the path to a line. Coordinates are planar.
//!
//! `cargo run -p examples --example geography`

use std::error::Error;

use geo_types::{LineString, Polygon};
use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let lake = LineString::from(vec![(40.0, 20.0), (60.0, 20.0), (50.0, 70.0), (40.0, 20.0)]);
    let shore = LineString::from(vec![(0.0, 0.0), (100.0, 0.0), (100.0, 80.0), (0.0, 80.0)]);
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::from(&Polygon::new(shore, vec![lake])));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let path = finder.find_path(&PathQuery::new([10.0, 40.0], [90.0, 40.0]))?;
    println!("{:?}", LineString::from(&path));
    Ok(())
}
