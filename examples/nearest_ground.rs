//! Places off the ground and goals out of reach: where to stand instead.
//!
//! `cargo run -p examples --example nearest_ground`

use std::error::Error;

use tautline::{
    DVec2, GoalPolicy, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder, StartPolicy,
};

fn main() -> Result<(), Box<dyn Error>> {
    // A hall, and an island beyond the water.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([14.0, 0.0], [18.0, 8.0]));
    let finder = MeshFinder::new(builder.build()?.0);
    let mesh = finder.mesh();

    let click = DVec2::new(13.0, 4.0);
    if let Some(near) = mesh.nearest(click) {
        println!("the click is {} off the ground, nearest is {}", near.distance, near.point);
    }
    // The same among what can be walked to from the hall, and no farther off than 5.
    let hall = mesh.incidences(DVec2::ONE).next().map(|at| mesh.component(at.cell.slot));
    let within = mesh.nearest_where(click, 5.0, |slot| Some(mesh.component(slot)) == hall);
    println!("in the hall: {:?}", within.map(|near| near.point));

    let query = PathQuery::new([1.0, 4.0], click);
    for policy in [GoalPolicy::Exact, GoalPolicy::Nearest, GoalPolicy::NearestReachable] {
        match finder.find_path(&query.goal_policy(policy)) {
            Ok(path) => println!("{policy:?}: ends {} from the click", path.goal_offset()),
            Err(error) => println!("{policy:?}: {error}"),
        }
    }
    // Whoever was pushed into the water may begin at the nearest ground with a way.
    let back = PathQuery::new(click, [1.0, 4.0]).start_policy(StartPolicy::NearestReachable);
    println!("back from {}", finder.find_path(&back)?.waypoints()[0]);
    Ok(())
}
