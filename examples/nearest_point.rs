//! Endpoints off the mesh and unreachable goals: the nearest point to use instead.
//!
//! `cargo run -p examples --example nearest_point`

use std::error::Error;

use tautline::{DVec2, GoalPolicy, MeshFinder, NavMeshBuilder, Outline, PathQuery, StartPolicy};

fn main() -> Result<(), Box<dyn Error>> {
    // A room, and an island beyond the water.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([14.0, 0.0], [18.0, 8.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let mesh = finder.mesh();

    let click = DVec2::new(13.0, 4.0);
    if let Some(near) = mesh.nearest(click) {
        println!(
            "the click is {} off the mesh; the nearest point is {}",
            near.distance, near.point
        );
    }
    // The nearest point that is reachable from the room, at most 5 away.
    let hall = mesh.incidences(DVec2::ONE).next().map(|at| mesh.component(at.cell.slot));
    let within = mesh.nearest_where(click, 5.0, |slot| Some(mesh.component(slot)) == hall);
    println!("in the room: {:?}", within.map(|near| near.point));

    let query = PathQuery::new([1.0, 4.0], click);
    for policy in [GoalPolicy::Exact, GoalPolicy::Nearest, GoalPolicy::NearestReachable] {
        match finder.find_path(&query.goal_policy(policy)) {
            Ok(path) => println!("{policy:?}: ends {} from the click", path.goal_offset()),
            Err(error) => println!("{policy:?}: {error}"),
        }
    }
    // A start in the water moves to the nearest point that is connected with the goal.
    let back = PathQuery::new(click, [1.0, 4.0]).start_policy(StartPolicy::NearestReachable);
    println!("back from {}", finder.find_path(&back)?.waypoints()[0]);
    Ok(())
}
