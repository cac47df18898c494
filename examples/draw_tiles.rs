//! Draws a flow field, a path on hexagons, a path in an isometric view, and the narrowest gap
//! between two components.
//!
//! `cargo run -p examples --example draw_tiles -- FOLDER`; without a name the pictures go to the
//! temporary folder of the system.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use tautline::draw::{Axis, Scene, Tint};
use tautline::error::Terrain;
use tautline::grid::Isometric;
use tautline::hex::{HexFinder, HexGrid};
use tautline::{DVec2, Grid, GridFinder, PathQuery};

const MAP: [&str; 9] = [
    "................",
    "..####..######..",
    "..#..........#..",
    "..#..####.#..#..",
    "..####..#.#..#..",
    "........#.#.....",
    "..###.###.####..",
    "..#.............",
    "................",
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    fs::create_dir_all(&folder)?;
    let grid = Grid::from_rows(MAP)?;
    for (name, picture) in [
        ("grid_flow.svg", flow(&grid)?),
        ("grid_hexagons.svg", hexagons(&grid)?),
        ("grid_isometric.svg", isometric(&grid)?),
        ("grid_gap.svg", gap(&grid)?),
    ] {
        let file = folder.join(name);
        fs::write(&file, picture)?;
        println!("{}", file.display());
    }
    Ok(())
}

/// Draws an arrow from the center of each tile towards the nearer of two goals.
fn flow(grid: &Grid) -> Result<String, Box<dyn Error>> {
    let goals = [(4, 2), (14, 4)];
    let field = GridFinder::new(grid.clone()).flow_field(&goals)?;
    let tiles = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y)));
    let arrows: Vec<Vec<DVec2>> = tiles
        .filter_map(|(x, y)| {
            let (from, step) = (grid.center(x, y), field.direction(x, y)?);
            Some(vec![from, from + step * 0.45])
        })
        .collect();
    let centers: Vec<DVec2> = arrows.iter().map(|arrow| arrow[0]).collect();
    Ok(Scene::new()
        .axis(Axis::YDown)
        .grid(grid)
        .tiles(&goals, Tint::Open)
        .shapes(&arrows, Tint::Closed)
        .corners(&centers)
        .to_svg())
}

/// Draws the tiles as hexagons: free tiles in blue-grey, tiles of a path in yellow.
fn hexagons(grid: &Grid) -> Result<String, Box<dyn Error>> {
    let ends = [(4, 2), (3, 7)];
    let mut finder = HexFinder::new(HexGrid::new(grid.clone()));
    let path = finder.find_path(ends[0], ends[1]).ok_or("there is no path")?;
    let center = |&(x, y): &(u32, u32)| HexGrid::center(x, y);
    let on_path: Vec<Vec<DVec2>> = path.tiles.iter().map(|tile| hexagon(center(tile))).collect();
    let waypoints: Vec<DVec2> = path.tiles.iter().map(center).collect();
    let tiles = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y)));
    let free: Vec<Vec<DVec2>> =
        tiles.filter(|&(x, y)| !grid.is_blocked(x, y)).map(|tile| hexagon(center(&tile))).collect();
    Ok(Scene::new()
        .axis(Axis::YDown)
        .shapes(&free, Tint::Closed)
        .shapes(&on_path, Tint::Open)
        .polyline(&waypoints)
        .start(waypoints[0])
        .goal(center(&ends[1]))
        .to_svg())
}

/// Draws tiles and a path in an isometric view; the path is found on the map and projected.
fn isometric(grid: &Grid) -> Result<String, Box<dyn Error>> {
    let view = Isometric { width: 2.0, height: 1.0, top: DVec2::ZERO };
    let finder = GridFinder::new(grid.clone());
    let path = finder.find_path(&PathQuery::new([4.5, 2.5], [9.5, 4.5]))?;
    let tiles = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y)));
    let diamond = |(x, y): (u32, u32)| -> Vec<DVec2> {
        let corners = [(0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)];
        corners.map(|(dx, dy)| view.to_screen(grid.corner(x, y) + DVec2::new(dx, dy))).to_vec()
    };
    let free: Vec<Vec<DVec2>> =
        tiles.filter(|&(x, y)| !grid.is_blocked(x, y)).map(diamond).collect();
    let waypoints: Vec<DVec2> = path.waypoints().iter().map(|&at| view.to_screen(at)).collect();
    Ok(Scene::new()
        .axis(Axis::YDown)
        .shapes(&free, Tint::Closed)
        .polyline(&waypoints)
        .start(waypoints[0])
        .goal(waypoints[waypoints.len() - 1])
        .to_svg())
}

/// Draws the narrowest gap between two components of a map.
fn gap(grid: &Grid) -> Result<String, Box<dyn Error>> {
    let mut split = grid.clone();
    // A river from top to bottom.
    for (y, width) in (0..).zip([4, 4, 3, 3, 3, 2, 3, 4, 5]) {
        for x in 6..6 + width {
            split.set_blocked(x, y, true);
        }
    }
    let finder = GridFinder::new(split);
    let ends = [DVec2::new(0.5, 4.5), DVec2::new(14.5, 4.5)];
    let gap = finder.narrowest_gap(ends[0].into(), ends[1].into()).ok_or("they are connected")?;
    Ok(Scene::new()
        .axis(Axis::YDown)
        .grid(finder.grid())
        .polyline(&[gap.from, gap.to])
        .start(ends[0])
        .goal(ends[1])
        .to_svg())
}

/// Returns the corners of a hexagon, slightly smaller than its tile, so that borders are visible.
fn hexagon(center: DVec2) -> Vec<DVec2> {
    /// The distance from the center to the upper corner, 1/√3, for centers 1 apart.
    const UP: f64 = 0.577_350_269_189_625_8;
    let corners = [
        (0.0, UP),
        (-0.5, UP / 2.0),
        (-0.5, -UP / 2.0),
        (0.0, -UP),
        (0.5, -UP / 2.0),
        (0.5, UP / 2.0),
    ];
    corners.map(|(x, y)| center + DVec2::new(x, y) * 0.94).to_vec()
}
