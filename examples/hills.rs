//! An array of heights becomes a level: the shortest way in the plan and along the ground, drawn from the side.
//!
//! `cargo run -p examples --example hills -- hills.svg`; without a name the picture goes to the temporary folder of the
//! system.

use std::error::Error;
use std::path::PathBuf;

use tautline::draw::Oblique;
use tautline::terrain::{BakeOptions, Level, bake};
use tautline::{MeshFinder, PathQuery};

/// Hills: x, y, height and width.
const HILLS: [[f64; 4]; 5] = [
    [24.0, 20.0, 11.0, 12.0],
    [38.0, 44.0, 13.0, 14.0],
    [10.0, 46.0, 8.0, 10.0],
    [54.0, 14.0, 9.0, 11.0],
    [56.0, 58.0, -6.0, 10.0],
];

fn main() -> Result<(), Box<dyn Error>> {
    let height = |place: usize| {
        let (x, y) = ((place % 64) as f64, (place / 64) as f64);
        let of = |[u, v, height, width]: [f64; 4]| {
            let far = ((x - u).powi(2) + (y - v).powi(2)) / (width * width);
            height / (1.0 + far).powi(2)
        };
        HILLS.map(of).iter().sum()
    };
    let heights: Vec<f64> = (0..64 * 64).map(height).collect();
    let level = Level::of_heights([0.0, 0.0], 1.0, 64, &heights);
    let surface = bake(&level, &BakeOptions::default().slope(55.0))?.surface;

    let [start, goal] = [[6.0, 12.0, 0.0], [44.0, 29.0, 0.0]].map(|at| surface.pick(at, 9.0, 9.0));
    let query = PathQuery::new(start?.place, goal?.place);
    let finder = MeshFinder::new(surface.mesh().clone());
    let paths = [finder.find_path(&query)?, finder.geodesics(&surface)?.find_path(&query)?.path];
    let ways = paths.each_ref().map(|path| surface.along(path, 0.25));
    let mut picture = Oblique::new(&surface);
    for (name, (path, way)) in ["the plan", "the ground"].iter().zip(paths.iter().zip(&ways)) {
        let way = way.as_ref().ok_or("no ground")?;
        println!("shortest on {name}: {:.2}, along the ground {:.2}", path.length(), way.length);
        picture = picture.path(way);
    }
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let file = given.unwrap_or_else(|| std::env::temp_dir().join("tautline_hills.svg"));
    std::fs::write(&file, picture.to_svg())?;
    println!("written to {}", file.display());
    Ok(())
}
