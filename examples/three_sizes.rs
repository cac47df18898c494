//! Agents of three sizes on one map: `RadiusSet` builds a mesh for each radius when it is first asked for.
//!
//! `cargo run -p examples --example three_sizes`

use std::error::Error;

use tautline::{Outline, Outlines, PathQuery, RadiusSet};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms; the passages between them are 0.8, 2 and 5 units wide.
    let outlines = Outlines {
        walkable: vec![Outline::rect([0.0, 0.0], [30.0, 20.0])],
        obstacles: vec![
            Outline::rect([14.0, 0.0], [16.0, 2.0]),
            Outline::rect([14.0, 2.8], [16.0, 7.0]),
            Outline::rect([14.0, 9.0], [16.0, 15.0]),
        ],
        ..Outlines::default()
    };
    let set = RadiusSet::new(outlines);
    assert_eq!(set.build_count(), 0);

    let query = PathQuery::new([10.0, 3.0], [20.0, 3.0]);
    let sizes = [("mouse", 0.1), ("fox", 0.5), ("bear", 1.5)];
    let mut lengths = Vec::new();
    for (name, radius) in sizes {
        let path = set.find_path(&query.radius(radius))?;
        println!("{name}, radius {radius}: {:.2}", path.length());
        lengths.push(path.length());
    }
    // Each passage is too narrow for the next size, so the paths become longer.
    assert!(lengths.is_sorted() && lengths[0] < 11.0 && lengths[2] > 20.0);

    // The meshes are kept. A second query of the same radius builds nothing.
    set.find_path(&query.radius(0.5))?;
    assert_eq!((set.build_count(), set.radii()), (3, vec![0.1, 0.5, 1.5]));
    println!("three meshes take {} kB", set.memory() / 1000);

    // An elephant does not pass, and the error says how wide the widest passage is.
    let elephant = query.radius(2.6);
    let Err(error) = set.find_path(&elephant) else { return Err("an elephant passed".into()) };
    println!("elephant: {error}");
    println!("{}", set.explain(&error, &elephant));
    Ok(())
}
