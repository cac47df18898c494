//! Verifies a path with a checker that is independent of the searches.
//!
//! `cargo run -p examples --example verify_a_path`

use std::error::Error;

use tautline::{MeshFinder, NavMeshBuilder, Outline, Path, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    let path = finder.find_path(&query)?;
    path.verify_answer(&query, finder.mesh())?;
    println!("length {:.3}, verified", path.length());

    // A straight line through the obstacle is no path.
    let straightened = Path::through([query.start, query.goal], path.cells().iter().copied());
    match straightened.verify_answer(&query, finder.mesh()) {
        Ok(()) => Err("a path through an obstacle passed the verification".into()),
        Err(defect) => {
            println!("straight line: {defect}");
            Ok(())
        }
    }
}
