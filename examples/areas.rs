//! Areas with a cost: a path goes around mud where that is cheaper.
//!
//! `cargo run -p examples --example areas`

use std::error::Error;

use tautline::{Area, MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let query = PathQuery::new([1.0, 2.0], [9.0, 2.0]);
    let mud = Outline::rect([4.0, 0.0], [6.0, 8.0]);
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    for cost in [1.0, 2.0, 10.0] {
        let key = builder.add_area(Area::new(mud.clone(), "mud", cost));
        let mesh = builder.build_mesh()?;
        builder.remove_area(key);
        let map = MeshFinder::new(mesh);
        for (kind, area) in map.mesh().areas().iter().zip(map.mesh().area_sizes()) {
            print!("{area} of {} at cost {}: ", kind.name, kind.cost);
        }
        let path = map.find_path(&query)?;
        println!("length {:.3}, cost {:.3}, {:?}", path.length(), path.cost(), path.guarantee());
    }
    Ok(())
}
