//! The widest way through a floor plan: how large may an agent be, and where is it too narrow?
//!
//! `cargo run -p examples --example widest_passage -- passage.svg`; without a name the picture goes to the temporary
//! folder of the system.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use tautline::draw::{Scene, Tint};
use tautline::widths::Narrowest;
use tautline::{DVec2, NavMeshBuilder, Outline, Widths};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [30.0, 14.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [10.0, 6.0]));
    builder.add_obstacle(Outline::rect([9.0, 8.0], [10.0, 14.0]));
    builder.add_obstacle(Outline::new([[14.0, 4.0], [19.0, 2.5], [20.0, 9.0], [16.0, 10.5]]));
    builder.add_obstacle(Outline::new([[24.0, 14.0], [25.0, 3.0], [26.0, 14.0]]));
    let mesh = Arc::new(builder.build_mesh()?);
    let widths = Widths::of(&mesh);

    let (start, goal) = ([3.0, 7.0], [28.0, 10.0]);
    let way = widths.widest(start, goal)?.ok_or("no way")?;
    println!("agents with a radius below {} pass", way.width / 2.0);
    assert!(widths.can_pass(start, goal, 0.99)? && !widths.can_pass(start, goal, 1.0)?);

    let chokes = widths.choke_points(start, goal)?;
    for choke in &chokes {
        println!("{:.2} wide between {} and {}", choke.width, choke.ends[0], choke.ends[1]);
    }
    let Narrowest::Passage(choke) = way.narrowest else {
        return Err("an end is too narrow".into());
    };
    let lines: Vec<Vec<DVec2>> = widths.passages().map(|passage| passage.ends.to_vec()).collect();
    let on_the_way: Vec<Vec<DVec2>> = chokes.iter().map(|choke| choke.ends.to_vec()).collect();
    let scene = Scene::new().mesh(&mesh).shapes(&lines, Tint::Closed);
    let scene = scene.shapes(&on_the_way, Tint::Open).gap(choke.ends).start(start).goal(goal);
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let file = given.unwrap_or_else(|| std::env::temp_dir().join("tautline_widest_passage.svg"));
    std::fs::write(&file, scene.to_svg())?;
    println!("written to {}", file.display());
    Ok(())
}
