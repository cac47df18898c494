//! Cheapest paths at borders: they cross with a bend, or walk along the border.
//!
//! `cargo run -p examples --example weighted_legs -- legs.svg`; without a name the picture goes to the temporary folder of
//! the system.

use std::error::Error;
use std::path::PathBuf;

use tautline::draw::Scene;
use tautline::{Area, DVec2, MeshFinder, NavMeshBuilder, Outline, Path, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [60.0, 30.0]));
    builder.add_area(Area::new(Outline::rect([0.0, 0.0], [60.0, 10.0]), "road", 1.0));
    builder.add_area(Area::new(Outline::rect([0.0, 10.0], [60.0, 30.0]), "sand", 2.0));
    let finder = MeshFinder::new(builder.build_mesh()?);

    let path =
        |start: [f64; 2], goal: [f64; 2]| finder.find_path(&PathQuery::new(start, goal).gap(1e-4));
    let crossing = path([4.0, 28.0], [18.0, 2.0])?;
    let walking = path([24.0, 18.0], [54.0, 18.0])?;
    println!("{:.3} from normal to normal", sine_ratio(&crossing));
    println!(
        "a walk of {:.3} along the border",
        walking.waypoints()[1].distance(walking.waypoints()[2])
    );

    let straight: [DVec2; 2] = [[24.0, 18.0].into(), [54.0, 18.0].into()];
    let scene = Scene::new().mesh(finder.mesh()).path(&crossing).path(&walking);
    let scene = scene.polyline(&straight).area_legend();
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let file = given.unwrap_or_else(|| std::env::temp_dir().join("tautline_weighted_legs.svg"));
    std::fs::write(&file, scene.to_svg())?;
    println!("written to {}", file.display());
    Ok(())
}

/// Returns the ratio of the sines of the angles on both sides of the horizontal border; Snell's law makes it the inverse
/// ratio of the costs.
fn sine_ratio(path: &Path) -> f64 {
    let points = path.waypoints();
    let sine = |a: DVec2, b: DVec2| (b - a).normalize().x;
    sine(points[1], points[2]) / sine(points[0], points[1])
}
