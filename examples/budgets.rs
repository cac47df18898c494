//! A search with a budget, and the lower bound when it is spent.
//!
//! `cargo run -p examples --example budgets`

use std::error::Error;

use tautline::{MeshFinder, NavMeshBuilder, Outline, Path, PathError, PathQuery, Scratch};

fn main() -> Result<(), Box<dyn Error>> {
    // A room with a row of pillars.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [40.0, 20.0]));
    for x in [5.0, 11.0, 17.0, 23.0, 29.0] {
        builder.add_obstacle(Outline::new([[x, 4.0], [x + 4.0, 4.0], [x + 2.0, 16.0]]));
    }
    let finder = MeshFinder::new(builder.build_mesh()?);
    let query = PathQuery::new([1.0, 10.0], [39.0, 10.0]);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());

    for nodes in [0, 2, 8, 1000] {
        match finder.find_path_into(&query.max_expanded(nodes), &mut scratch, &mut path) {
            Ok(()) => println!("{nodes} nodes: done, length {:.3}", path.length()),
            Err(PathError::BudgetExhausted { lower_bound, .. }) => {
                let best = path.waypoints().last();
                println!("{nodes} nodes: lower bound {lower_bound:.3}, best path {best:?}");
            }
            Err(error) => return Err(error.into()),
        }
    }
    // A cost limit ends the search early too.
    let near = finder.find_path(&query.max_cost(20.0));
    println!("within 20: {:?}", near.map_err(|error| error.to_string()));
    Ok(())
}
