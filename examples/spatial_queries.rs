//! Spatial queries: rays, moves along walls, the nearest wall, cells in a circle, visible regions.
//!
//! `cargo run -p examples --example spatial_queries`

use std::error::Error;

use tautline::queries::Region;
use tautline::{MeshQueries, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // A room with a pillar.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [12.0, 8.0]));
    builder.add_obstacle(Outline::rect([5.0, 3.0], [7.0, 5.0]));
    let mesh = builder.build_mesh()?;
    let mut queries = MeshQueries::new(&mesh);

    let hit = queries.cast_ray([2.0, 4.0], [10.0, 4.0])?;
    println!("the ray ends at {} after {}", hit.point, hit.distance);
    println!("the far corner is visible: {}", queries.sees([2.0, 4.0], [12.0, 8.0])?);

    let moved = queries.move_along([4.5, 3.5], [6.0, 5.5])?;
    println!("the move slides along the pillar to {}", moved.point);

    if let Some(near) = queries.nearest_wall([4.0, 4.0], 5.0)? {
        println!("the nearest wall is {} away at {}", near.distance, near.point);
    }

    let circle = Region::Circle { center: [6.0, 6.0].into(), radius: 1.5 };
    println!(
        "the circle meets {} of {} cells",
        queries.cells_in(&circle)?.len(),
        mesh.cell_count()
    );

    let visible = queries.visible_from([2.0, 4.0])?;
    println!("{:.1} of {} is visible", visible.area(), mesh.area());
    Ok(())
}
