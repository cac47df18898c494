//! Filters: one map for agents that swim, and for agents that do not.
//!
//! `cargo run -p examples --example filters`

use std::error::Error;

use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 10.0]), "water", 2.0));
    let mut map = MeshFinder::new(builder.build_mesh()?);
    let fish = map.add_filter(&Filter::new().cost("water", 1.0))?;
    let cat = map.add_filter(&Filter::new().forbid("water"))?;

    let query = PathQuery::new([1.0, 6.0], [9.0, 6.0]);
    for (name, query) in [("man", query), ("fish", query.filter(fish)), ("cat", query.filter(cat))]
    {
        let path = map.find_path(&query)?;
        println!(
            "{name}: length {:.3}, cost {:.3}, {:?}",
            path.length(),
            path.cost(),
            path.guarantee()
        );
    }
    Ok(())
}
