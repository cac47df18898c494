//! Rebuilds a mesh on another thread when a door opens, and then replaces it.
//!
//! `cargo run -p examples --example rebuild_in_background`

use std::error::Error;
use std::sync::Arc;
use std::thread;

use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms: a short path leads through a door, a long path around the wall.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 20.0]));
    builder.add_obstacle(Outline::rect([4.0, 0.0], [6.0, 8.0]));
    builder.add_obstacle(Outline::rect([4.0, 10.0], [6.0, 18.0]));
    let door = builder.add_obstacle(Outline::rect([4.0, 8.0], [6.0, 10.0]));
    let mut map = Arc::new(MeshFinder::new(builder.build_mesh()?));

    let query = PathQuery::new([1.0, 9.0], [9.0, 9.0]);
    println!("door closed: {:.2}", map.find_path(&query)?.length());

    // The other thread works on a copy; this thread keeps its builder and its map.
    let mut copy = builder.clone();
    let rebuilding = thread::spawn(move || {
        copy.remove(door);
        copy.build()
    });
    println!("during the build: {:.2}", map.find_path(&query)?.length());

    let (mesh, _) = rebuilding.join().map_err(|_| "the build panicked")??;
    let old = std::mem::replace(&mut map, Arc::new(MeshFinder::new(mesh)));
    builder.remove(door);
    println!("door open: {:.2}", map.find_path(&query)?.length());
    println!("on the old map: {:.2}", old.find_path(&query)?.length());
    Ok(())
}
