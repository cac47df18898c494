//! A building with two floors above one another, connected by a stair.
//!
//! `cargo run -p examples --example floors`

use std::error::Error;

use tautline::{
    BuildOptions, FloorConnection, Floors, ManyQuery, MeshFinder, MeshQueries, Outline, Outlines,
    PathQuery, Place, build_floors,
};

fn floor(corner: [f64; 2], opposite: [f64; 2]) -> Outlines {
    Outlines { walkable: vec![Outline::rect(corner, opposite)], ..Outlines::default() }
}

fn main() -> Result<(), Box<dyn Error>> {
    // The stair is east of both floors: it starts at the south end of the lower floor, and ends at
    // the north end of the upper floor.
    let building = Floors::default()
        .with_floor(0, floor([0.0, 0.0], [10.0, 10.0]))
        .with_floor(1, floor([0.0, 0.0], [10.0, 10.0]))
        .with_floor(9, floor([10.0, 0.0], [12.0, 10.0]))
        .with_connection(FloorConnection::new([0, 9], [[10.0, 0.0], [10.0, 2.0]]))
        .with_connection(FloorConnection::new([9, 1], [[10.0, 8.0], [10.0, 10.0]]));
    let (mesh, report) = build_floors(&building, &BuildOptions::default())?;
    println!("floors {:?}, connected along {:?}", mesh.layers(), report.connected_lengths);

    // Between the same two points: a straight line on one floor, and a path over the stair.
    let map = MeshFinder::new(mesh);
    let query = PathQuery::new([5.0, 1.0], [5.0, 9.0]);
    for [from, to] in [[0, 0], [0, 1], [1, 1]] {
        let path = map.find_path(&query.start_layer(from).goal_layer(to))?;
        let mut floors: Vec<u32> =
            path.cells().iter().map(|cell| map.mesh().layer(cell.slot)).collect();
        floors.dedup();
        println!("{from} to {to}: length {:.3} over floors {floors:?}", path.length());
    }

    // Every query takes places: points with a floor.
    let desk = Place::new([5.0, 9.0]).on_layer(1);
    let printers = [0, 1].map(|layer| Place::new([9.0, 9.0]).on_layer(layer));
    let nearest = &map.nearest(&ManyQuery::new(desk, &printers), 1)?[0];
    println!("the nearest printer is at {}, distance {}", printers[nearest.goal], nearest.distance);
    let mut upstairs = MeshQueries::new(map.mesh()).on_layer(1);
    let hit = upstairs.cast_ray([5.0, 1.0], [20.0, 1.0])?;
    println!("upstairs a ray to the east ends at {}", hit.point);
    Ok(())
}
