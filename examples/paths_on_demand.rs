//! One search a start to several goals; paths are extracted only when they are needed.
//!
//! `cargo run -p examples --example paths_on_demand`

use std::error::Error;

use tautline::queries::PathTree;
use tautline::{DVec2, ManyQuery, MeshFinder, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [10.0, 8.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);

    let couriers = [[1.0, 1.0], [18.0, 2.0]].map(DVec2::from);
    let parcels = [[8.0, 1.0], [12.0, 1.0], [4.0, 9.0]].map(DVec2::from);
    let trees: Vec<PathTree> = couriers
        .iter()
        .map(|&from| finder.paths(&ManyQuery::new(from, &parcels)))
        .collect::<Result<_, _>>()?;
    for parcel in 0..parcels.len() {
        let distances = trees.iter().map(|tree| tree.distances().nth(parcel));
        let nearest = distances.enumerate().min_by(|a, b| {
            let of = |distance: &Option<f64>| distance.unwrap_or(f64::INFINITY);
            of(&a.1).total_cmp(&of(&b.1))
        });
        let Some((courier, _)) = nearest else { continue };
        let path = trees[courier].path_to(parcel)?; // extracted without a search
        println!("courier {courier} to parcel {parcel}: {:?}", path.waypoints());
    }
    Ok(())
}
