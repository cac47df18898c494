//! Two groups that pass through a narrow door in opposite directions.
//!
//! `cargo run -p examples --example doorway`

use std::error::Error;

use tautline::agents::{AgentOptions, Crowd, Event};
use tautline::{BuildOptions, MeshFinder, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms, and a door that is wide enough for one agent.
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.5));
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.5, -1.0], [10.5, 4.4]));
    builder.add_obstacle(Outline::rect([9.5, 5.6], [10.5, 11.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let mut crowd = Crowd::new(finder);

    for index in 0..5 {
        let [left, right] = [2.0, 18.0].map(|x| [x, 2.0 + 1.5 * f64::from(index)]);
        for [from, to] in [[left, right], [right, left]] {
            let key = crowd.add(from, AgentOptions::default())?;
            crowd.go_to(key, to)?;
        }
    }
    let mut arrived = 0;
    while arrived < crowd.len() && crowd.time() < 300.0 {
        let report = crowd.step(0.1, u64::MAX)?;
        arrived += report.events.iter().filter(|e| matches!(e, Event::Arrived { .. })).count();
    }
    println!("{arrived} of {} agents have arrived after {:.1} s", crowd.len(), crowd.time());
    Ok(())
}
