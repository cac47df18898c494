//! Answers a batch of queries on all threads, with reused memory.
//!
//! `cargo run -p examples --example many_queries`

use std::error::Error;

use tautline::{Batch, MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [40.0, 40.0]));
    for i in 0..100 {
        let corner = [f64::from(i % 10) * 4.0 + 1.0, f64::from(i / 10) * 4.0 + 1.0];
        builder.add_obstacle(Outline::rect(corner, [corner[0] + 2.0, corner[1] + 2.0]));
    }
    let finder = MeshFinder::new(builder.build_mesh()?);
    // Each frame, all agents search a path to a target that moves along the lower edge.
    let mut batch = Batch::new();
    for frame in 0..5 {
        let target = [f64::from(frame) * 8.0 + 0.5, 0.5];
        let start = |i: u32| [f64::from(i % 100) * 0.4, f64::from(i / 100) * 4.0 + 0.5];
        let queries: Vec<PathQuery> = (0..1000).map(|i| PathQuery::new(start(i), target)).collect();
        batch.find_paths(&finder, &queries);
        // The answers are in the order of the queries; a length is infinite without a path.
        let nearest = batch.lengths().fold(f64::INFINITY, f64::min);
        let total: f64 = batch.lengths().filter(|length| length.is_finite()).sum();
        println!("frame {frame}: shortest path {nearest:.2}, sum of all {total:.2}");
    }
    Ok(())
}
