//! Drawing what a tile map is asked beside paths: a flow field as arrows, a map of hexagons, a path over
//! tiles drawn as diamonds, and the narrowest gap between two parts that nothing joins.
//!
//! `cargo run -p examples --example draw_tiles -- FOLDER`; without a name the pictures go to
//! the system's folder for temporary files.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use tautline::draw::{Axis, Scene, Tint};
use tautline::error::Terrain;
use tautline::grid::Isometric;
use tautline::hex::{HexFinder, HexGrid};
use tautline::{DVec2, Grid, GridFinder, PathQuery, Pathfinder};

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
        ("grid_diamonds.svg", diamonds(&grid)?),
        ("grid_gap.svg", gap(&grid)?),
    ] {
        let file = folder.join(name);
        fs::write(&file, picture)?;
        println!("{}", file.display());
    }
    Ok(())
}

/// From each tile an arrow without a head towards the nearer of two goals: it begins at the tile's middle.
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
    let middles: Vec<DVec2> = arrows.iter().map(|arrow| arrow[0]).collect();
    Ok(Scene::new()
        .axis(Axis::YDown)
        .grid(grid)
        .tiles(&goals, Tint::Open)
        .shapes(&arrows, Tint::Closed)
        .corners(&middles)
        .to_svg())
}

/// The same tiles as hexagons, free ones in blue-grey, those on a path in yellow.
fn hexagons(grid: &Grid) -> Result<String, Box<dyn Error>> {
    let ends = [(4, 2), (3, 7)];
    let mut finder = HexFinder::new(HexGrid::new(grid.clone()));
    let path = finder.find_path(ends[0], ends[1]).ok_or("there is no way")?;
    let middle = |&(x, y): &(u32, u32)| HexGrid::center(x, y);
    let on_path: Vec<Vec<DVec2>> = path.tiles.iter().map(|tile| hexagon(middle(tile))).collect();
    let waypoints: Vec<DVec2> = path.tiles.iter().map(middle).collect();
    let tiles = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y)));
    let free: Vec<Vec<DVec2>> =
        tiles.filter(|&(x, y)| !grid.is_blocked(x, y)).map(|tile| hexagon(middle(&tile))).collect();
    Ok(Scene::new()
        .axis(Axis::YDown)
        .shapes(&free, Tint::Closed)
        .shapes(&on_path, Tint::Open)
        .way(&waypoints)
        .start(waypoints[0])
        .goal(middle(&ends[1]))
        .to_svg())
}

/// A path over tiles that are drawn as diamonds: found on the map as it is, and led to the screen.
fn diamonds(grid: &Grid) -> Result<String, Box<dyn Error>> {
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
        .way(&waypoints)
        .start(waypoints[0])
        .goal(waypoints[waypoints.len() - 1])
        .to_svg())
}

/// Two parts of a map, and where a bridge between them would be shortest.
fn gap(grid: &Grid) -> Result<String, Box<dyn Error>> {
    let mut parted = grid.clone();
    // A river, from the upper end to the lower one.
    for (y, width) in (0..).zip([4, 4, 3, 3, 3, 2, 3, 4, 5]) {
        (6..6 + width).for_each(|x| parted.set_blocked(x, y, true));
    }
    let finder = GridFinder::new(parted);
    let ends = [DVec2::new(0.5, 4.5), DVec2::new(14.5, 4.5)];
    let gap = finder.narrowest_gap(ends[0].into(), ends[1].into()).ok_or("they are joined")?;
    Ok(Scene::new()
        .axis(Axis::YDown)
        .grid(finder.grid())
        .way(&[gap.from, gap.to])
        .start(ends[0])
        .goal(ends[1])
        .to_svg())
}

/// The corners of a hexagon, a little smaller than it is, so that one sees where the next one begins.
fn hexagon(middle: DVec2) -> Vec<DVec2> {
    /// From the middle to the upper corner: 1/√3, where neighbours' middles are 1 apart.
    const UP: f64 = 0.577_350_269_189_625_8;
    let corners = [
        (0.0, UP),
        (-0.5, UP / 2.0),
        (-0.5, -UP / 2.0),
        (0.0, -UP),
        (0.5, -UP / 2.0),
        (0.5, UP / 2.0),
    ];
    corners.map(|(x, y)| middle + DVec2::new(x, y) * 0.94).to_vec()
}
