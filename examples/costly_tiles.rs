//! Tiles of different costs, three ways: A\* from centre to centre, Field D\*, and the mesh at any angle.
//!
//! `cargo run -p examples --example costly_tiles -- tiles.svg`; without a name the picture goes to the temporary folder
//! of the system.

#[path = "costly_tiles/field_d_star.rs"]
mod field_d_star;

use std::error::Error;
use std::path::PathBuf;

use field_d_star::FieldDStar;
use tautline::draw::{Axis, Scene};
use tautline::{BuildOptions, DVec2, Grid, GridFinder, MeshFinder, NavMesh, Path, PathQuery};

/// A digit is the cost of a tile; `#` is a wall, `.` costs 1, and `r` is a road of cost 0.5.
const MAP: [&str; 12] = [
    "....................",
    "..rrrrrrrrrrrrr.....",
    "..r....333....r.....",
    "..r..3333333..r.....",
    "..r..3339993..r..#..",
    ".....3399993..r..#..",
    ".....3399993.....#..",
    ".....333333..55..#..",
    "......3333..555..#..",
    "............5555....",
    ".............55.....",
    "....................",
];

fn main() -> Result<(), Box<dyn Error>> {
    let grid = tiles()?;
    let (start, goal) = (DVec2::new(3.0, 7.0), DVec2::new(19.0, 5.0));
    let mesh = MeshFinder::from_grid(&grid, &BuildOptions::default())?;
    let any_angle = mesh.find_path(&PathQuery::new(start, goal).gap(0.001))?;
    let centers = GridFinder::new(grid.clone()).find_path(&PathQuery::new(start, goal))?;
    let interpolated = FieldDStar::new(&grid, goal).path_from(start);
    println!("from centre to centre: cost {:.3}", cost(centers.waypoints(), mesh.mesh()));
    println!("Field D*:              cost {:.3}", cost(&interpolated, mesh.mesh()));
    println!("any angle:             cost {:.3}", any_angle.cost());
    println!("no path costs less than     {:.3}", any_angle.lower_bound());

    let scene = Scene::new().axis(Axis::YDown).mesh(mesh.mesh()).area_legend();
    let scene = scene.path(&any_angle).polyline(centers.waypoints()).polyline(&interpolated);
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let file = given.unwrap_or_else(|| std::env::temp_dir().join("tautline_costly_tiles.svg"));
    std::fs::write(&file, scene.start(start).goal(goal).to_svg())?;
    println!("written to {}", file.display());
    Ok(())
}

fn tiles() -> Result<Grid, Box<dyn Error>> {
    let free = |tile: char| if tile == '#' { '#' } else { '.' };
    let rows = MAP.map(|row| row.chars().map(free).collect::<String>());
    let mut grid = Grid::from_rows(rows)?;
    for (y, row) in (0..).zip(MAP) {
        for (x, tile) in (0..).zip(row.chars()).filter(|(_, tile)| !".#".contains(*tile)) {
            let cost = tile.to_digit(10).map_or(0.5, f64::from);
            grid.set_cost(x, y, cost)?;
        }
    }
    Ok(grid)
}

/// Returns the cost of a polyline on the ground; infinite if it leaves the mesh.
fn cost(points: &[DVec2], mesh: &NavMesh) -> f64 {
    Path::through(points.iter().copied(), []).cost_on(mesh).unwrap_or(f64::INFINITY)
}
