//! Links: two islands, a ledge to jump down, and a teleporter back.
//!
//! `cargo run -p examples --example links -- [OUT.svg]`

use std::error::Error;

use tautline::draw::Scene;
use tautline::{Link, MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 12.0]));
    builder.add_obstacle(Outline::rect([4.0, 0.0], [5.0, 10.0]));
    builder.add_walkable(Outline::rect([13.0, 0.0], [22.0, 12.0]));
    let ledge = Link::new([10.0, 2.0], [13.0, 2.0], "ledge").wide([10.0, 10.0], [13.0, 10.0], 9);
    builder.add_link(ledge.cost(4.0).one_way());
    let teleporter = builder.add_link(Link::new([20.0, 2.0], [1.0, 2.0], "teleporter").cost(1.0));
    let finder = MeshFinder::new(builder.build_mesh()?);

    let there = PathQuery::new([7.0, 2.0], [16.0, 10.0]);
    for query in [there, there.reversed()] {
        let path = finder.find_path(&query)?;
        println!("length {:.3}, cost {:.3}", path.length(), path.cost());
        for used in path.links() {
            let [entry, exit] = [used.leg, used.leg + 1].map(|place| path.waypoints()[place]);
            let name = finder.mesh().link(used.link).map_or("", |link| link.name.as_str());
            println!("  {name}: from {entry} to {exit}");
        }
    }

    // Without the teleporter there is no path back; the components prove it without a search.
    builder.remove_link(teleporter);
    let cut_off = MeshFinder::new(builder.build_mesh()?);
    assert!(cut_off.find_path(&there.reversed()).is_err_and(|error| error.proves_unreachable()));

    if let Some(file) = std::env::args().nth(1) {
        let path = finder.find_path(&there.reversed())?;
        let scene = Scene::new().mesh(finder.mesh()).path(&path);
        std::fs::write(file, scene.start(there.goal).goal(there.start).to_svg())?;
    }
    Ok(())
}
