//! A market: visitors stroll from stall to stall, a courier has the right of way, and a gate closes at noon.
//!
//! `cargo run -p examples --example market`

use std::error::Error;

use tautline::agents::{AgentOptions, Crowd, Event};
use tautline::{BuildOptions, Door, MeshFinder, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.4));
    builder.add_walkable(Outline::rect([0.0, 0.0], [32.0, 24.0]));
    for index in 0..12 {
        let [x, y] = [4.0 + 7.0 * f64::from(index % 4), 3.0 + 7.0 * f64::from(index / 4)];
        builder.add_obstacle(Outline::rect([x, y], [x + 3.0, y + 4.0]));
    }
    builder.add_door(Door::new([[18.0, 10.0], [18.0, 14.0]], "gate"));
    let mut finder = MeshFinder::new(builder.build_mesh()?);
    let stalls =
        |visit: usize| [2.5 + 7.0 * (visit % 4) as f64, 8.5 + 7.0 * (visit / 4 % 2) as f64];

    let mut crowd = Crowd::new(finder.clone());
    let stroll = AgentOptions::default().radius(0.4).max_speed(1.2);
    for index in 0..40 {
        let place = [1.0 + 0.75 * index as f64, if index % 2 == 0 { 1.0 } else { 23.0 }];
        let key = crowd.add(place, stroll)?;
        crowd.go_to(key, stalls(index))?;
    }
    let courier = crowd.add([1.0, 12.0], stroll.max_speed(2.5).priority(1))?;
    crowd.go_to(courier, [31.0, 12.0])?;

    let (mut visits, mut delivery) = (40, None);
    for step in 0..600 {
        if step == 100 {
            finder.close_door("gate")?;
            crowd.set_map(finder.clone())?;
        }
        for event in crowd.step(0.1, 20_000)?.events {
            match event {
                Event::Arrived { agent } if agent == courier => delivery = Some(crowd.time()),
                Event::Arrived { agent } | Event::Settled { agent } => {
                    visits += 1;
                    crowd.go_to(agent, stalls(visits * 5))?; // on to the next stall
                }
                _ => {}
            }
        }
    }
    println!("{} visits to stalls in a minute", visits - 40);
    println!("the courier needed {:.1} s", delivery.unwrap_or(f64::INFINITY));
    Ok(())
}
