//! An evacuation: everyone walks to the nearest of two exits, by one distance field for all.
//!
//! `cargo run -p examples --example evacuation`

use std::error::Error;
use std::sync::Arc;

use tautline::agents::{AgentOptions, Crowd, Event};
use tautline::{BuildOptions, DVec2, FieldQuery, MeshFinder, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // A hall with a stage in the middle, and an exit at each end.
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.3));
    builder.add_walkable(Outline::rect([0.0, 0.0], [30.0, 20.0]));
    builder.add_obstacle(Outline::rect([12.0, 6.0], [18.0, 14.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let exits = [[0.5, 10.0], [29.5, 10.0]].map(DVec2::from);
    let field = finder.distance_field(&FieldQuery::new(&exits))?;

    let mut crowd = Crowd::new(finder);
    let field = crowd.add_field(Arc::new(field));
    for index in 0..120 {
        let place = [2.0 + 1.8 * f64::from(index % 15), 1.0 + 2.4 * f64::from(index / 15)];
        // Seats on the stage do not exist.
        if let Ok(key) = crowd.add(place, AgentOptions::default().radius(0.3)) {
            crowd.flow_to(key, field)?;
        }
    }
    let all = crowd.len();
    while !crowd.is_empty() && crowd.time() < 300.0 {
        for event in crowd.step(0.1, u64::MAX)?.events {
            match event {
                Event::Arrived { agent } => crowd.remove(agent)?, // through the exit
                Event::Settled { agent } => crowd.flow_to(agent, field)?, // the exit is free again
                _ => {}
            }
        }
    }
    println!("{} of {all} people are out after {:.1} s", all - crowd.len(), crowd.time());
    Ok(())
}
