//! Questions about places: what a ray hits, where a step leads, how near a wall is, what can be seen.
//!
//! `cargo run -p examples --example survey`

use std::error::Error;

use tautline::queries::Region;
use tautline::{MeshQueries, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // A hall with a pillar.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [12.0, 8.0]));
    builder.add_obstacle(Outline::rect([5.0, 3.0], [7.0, 5.0]));
    let (mesh, _) = builder.build()?;
    let mut survey = MeshQueries::new(&mesh);

    let hit = survey.cast_ray([2.0, 4.0], [10.0, 4.0])?;
    println!("the shot ends at {}, after {}", hit.point, hit.distance);
    println!("the far corner is in sight: {}", survey.sees([2.0, 4.0], [12.0, 8.0])?);

    let step = survey.move_along([4.5, 3.5], [6.0, 5.5])?;
    println!("the step slides along the pillar to {}", step.point);

    if let Some(near) = survey.nearest_wall([4.0, 4.0], 5.0)? {
        println!("{} to the wall at {}", near.distance, near.point);
    }

    let blast = Region::Circle { center: [6.0, 6.0].into(), radius: 1.5 };
    println!("the blast touches {} of {} cells", survey.cells_in(&blast)?.len(), mesh.cell_count());

    let seen = survey.visible_from([2.0, 4.0])?;
    println!("{:.1} of {} is in sight", seen.area(), mesh.area());
    Ok(())
}
