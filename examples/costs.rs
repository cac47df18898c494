//! Weighted regions: three kinds of agents cross mud and road, each in its own way.
//!
//! `cargo run -p examples --example costs -- costs.svg`; without a name the picture goes to the temporary folder of the
//! system.

use std::error::Error;
use std::path::PathBuf;

use tautline::draw::Scene;
use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [100.0, 60.0]));
    builder.add_obstacle(Outline::new([[44.0, 40.0], [56.0, 38.0], [60.0, 43.0], [48.0, 45.0]]));
    builder.add_area(Area::new(Outline::new(MUD), "mud", 3.0));
    builder.add_area(Area::new(Outline::new(ROAD), "road", 0.9));
    let mut finder = MeshFinder::new(builder.build_mesh()?);
    let cart = finder.add_filter(&Filter::new().forbid("mud").cost("road", 0.25))?;
    let boar = finder.add_filter(&Filter::new().cost("mud", 1.0).cost("road", 1.0))?;

    let query = PathQuery::new([6.0, 30.0], [94.0, 26.0]).gap(0.001);
    let (walker, cart) = (finder.find_path(&query)?, finder.find_path(&query.filter(cart))?);
    let boar = finder.find_path(&query.filter(boar))?;
    for (name, path) in [("walker", &walker), ("cart", &cart), ("boar", &boar)] {
        let share = 100.0 * (1.0 - path.lower_bound() / path.cost());
        println!(
            "{name}: length {:.3}, cost {:.3}, at most {share:.2} % above the cheapest path",
            path.length(),
            path.cost()
        );
    }

    let scene = Scene::new().mesh(finder.mesh()).path(&walker).path(&cart).path(&boar);
    let scene = scene.start(query.start).goal(query.goal).area_legend();
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let file = given.unwrap_or_else(|| std::env::temp_dir().join("tautline_costs.svg"));
    std::fs::write(&file, scene.to_svg())?;
    println!("written to {}", file.display());
    Ok(())
}

const MUD: [[f64; 2]; 8] = [
    [30.0, 24.0],
    [38.0, 12.0],
    [58.0, 10.0],
    [72.0, 18.0],
    [74.0, 30.0],
    [64.0, 37.0],
    [46.0, 36.0],
    [33.0, 33.0],
];

const ROAD: [[f64; 2]; 8] = [
    [2.0, 50.0],
    [30.0, 54.0],
    [70.0, 50.0],
    [98.0, 53.0],
    [98.0, 56.0],
    [70.0, 53.0],
    [30.0, 57.0],
    [2.0, 53.0],
];
