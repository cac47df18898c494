//! Draws the nodes that searches on tiles open and close, smoothed paths, and replaced goals.
//!
//! `cargo run -p examples --example draw_search -- FOLDER`; without a name the pictures go to the
//! temporary folder of the system.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use tautline::draw::{Axis, Scene, Tint};
use tautline::grid::{GridHeuristic, Replacement, SeenTile, Smoothing, tiles_touched};
use tautline::incremental::Observer;
use tautline::{
    BuildOptions, GoalPolicy, Grid, GridFinder, GridOptions, GridSearch, MeshFinder, Neighborhood,
    Path, PathQuery, Scratch,
};

const MAP: [&str; 12] = [
    "........................",
    "...####.................",
    "...#......#####.........",
    "...#..........#...####..",
    "...#..........#......#..",
    "...########...#......#..",
    ".............##......#..",
    "....#................#..",
    "....#....#############..",
    "....#...................",
    "....######..............",
    "........................",
];

/// Records the tiles that a search opens and closes.
#[derive(Default)]
struct Recording {
    opened: Vec<(u32, u32)>,
    closed: Vec<(u32, u32)>,
}

impl Observer<SeenTile> for Recording {
    fn opened(&mut self, seen: SeenTile) {
        self.opened.push(seen.tile);
    }

    fn closed(&mut self, seen: SeenTile) {
        self.closed.push(seen.tile);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    fs::create_dir_all(&folder)?;
    let finder = GridFinder::new(Grid::from_rows(MAP)?);
    let pictures = [
        ("grid_astar.svg", search(&finder, by(GridSearch::AStar))?),
        ("grid_jump_points.svg", search(&finder, by(GridSearch::JumpPoints))?),
        ("grid_tables.svg", search(&finder, by(GridSearch::JumpTables))?),
        ("grid_dead_ends.svg", search(&finder, without_heuristic())?),
        (
            "grid_four.svg",
            search(&finder, GridOptions::default().neighborhood(Neighborhood::Four))?,
        ),
        ("grid_costs.svg", costs(&finder)?),
        ("grid_smoothing.svg", smoothing(&finder)?),
        ("grid_goals.svg", goals(&finder)?),
        ("grid_budget.svg", budget(&finder)?),
    ];
    for (name, picture) in pictures {
        let file = folder.join(name);
        fs::write(&file, picture)?;
        println!("{}", file.display());
    }
    Ok(())
}

/// The start of all paths.
const START: [f64; 2] = [5.5, 3.5];

/// A goal on a blocked tile.
const ENCLOSED: [f64; 2] = [20.5, 7.5];

fn query() -> PathQuery {
    PathQuery::new(START, [18.5, 5.5])
}

fn by(engine: GridSearch) -> GridOptions {
    GridOptions::default().engine(engine)
}

/// Options without a heuristic: the search closes every tile that costs no more than the goal.
fn without_heuristic() -> GridOptions {
    by(GridSearch::AStar).heuristic(GridHeuristic::Zero)
}

/// Draws the paths before and after some tiles, in green, cost three times as much.
fn costs(finder: &GridFinder) -> Result<String, Box<dyn Error>> {
    let mut swampy = finder.clone();
    let swamp: Vec<(u32, u32)> = (10..16).flat_map(|x| (0..2).map(move |y| (x, y))).collect();
    let swamp: Vec<_> =
        swamp.into_iter().filter(|&(x, y)| !finder.grid().is_blocked(x, y)).collect();
    for &(x, y) in &swamp {
        swampy.set_cost(x, y, 3.0)?;
    }
    let [dry, wet] = [finder.find_path(&query())?, swampy.find_path(&query())?];
    Ok(scene(&swampy).tiles(&swamp, Tint::Touched).path(&wet).path(&dry).to_svg())
}

/// Draws open tiles in yellow, closed tiles in blue-grey, and the path.
fn search(finder: &GridFinder, options: GridOptions) -> Result<String, Box<dyn Error>> {
    let finder = finder.clone().with_options(options);
    let (mut path, mut recording) = (Path::default(), Recording::default());
    finder.find_path_observed(&query(), &mut Scratch::new(), &mut path, &mut recording)?;
    println!(
        "{:?}: {} opened, {} closed",
        options.engine,
        recording.opened.len(),
        recording.closed.len()
    );
    Ok(scene(&finder)
        .tiles(&recording.opened, Tint::Open)
        .tiles(&recording.closed, Tint::Closed)
        .path(&path)
        .to_svg())
}

/// Draws the path along tiles, the smoothed path with its tiles, and the shortest path.
fn smoothing(finder: &GridFinder) -> Result<String, Box<dyn Error>> {
    let along_tiles = finder.find_path(&query())?;
    let options = GridOptions::default().smoothing(Smoothing::FixedPoint);
    let smoothed = finder.clone().with_options(options).find_path(&query())?;
    let shortest =
        MeshFinder::from_grid(finder.grid(), &BuildOptions::default())?.find_path(&query())?;
    let legs = smoothed.waypoints().windows(2);
    let touched: Vec<_> =
        legs.flat_map(|leg| tiles_touched(finder.grid(), leg[0], leg[1])).collect();
    Ok(scene(finder)
        .tiles(&touched, Tint::Touched)
        .path(&smoothed)
        .path(&along_tiles)
        .path(&shortest)
        .to_svg())
}

/// Draws the paths to the three replacements of an enclosed goal.
fn goals(finder: &GridFinder) -> Result<String, Box<dyn Error>> {
    let mut enclosed = finder.clone();
    for (x, y) in (15..21).flat_map(|x| (4..8).map(move |y| (x, y))) {
        enclosed.set_blocked(x, y, true);
    }
    let query = PathQuery::new(START, ENCLOSED).goal_policy(GoalPolicy::NearestReachable);
    let paths =
        [Replacement::Nearest, Replacement::Ring, Replacement::HugeCost].map(|replacement| {
            let options = GridOptions::default().replacement(replacement);
            enclosed.clone().with_options(options).find_path(&query)
        });
    let mut picture = scene(&enclosed).goal(ENCLOSED);
    for path in paths.iter().flatten() {
        picture = picture.path(path);
    }
    Ok(picture.to_svg())
}

/// Draws the tiles and the partial path of a search when its budget is spent, and the path after it
/// is resumed.
fn budget(finder: &GridFinder) -> Result<String, Box<dyn Error>> {
    let finder = finder.clone().with_options(by(GridSearch::AStar));
    let mut scratch = Scratch::new();
    let mut partial = Path::default();
    let mut whole = Path::default();
    let mut recording = Recording::default();
    let query = query();
    let budget = query.max_expanded(20);
    let stopped = finder.find_path_observed(&budget, &mut scratch, &mut partial, &mut recording);
    println!("{stopped:?}");
    finder.resume_into(&query, &mut scratch, &mut whole)?;
    Ok(scene(&finder)
        .tiles(&recording.opened, Tint::Open)
        .tiles(&recording.closed, Tint::Closed)
        .path(&partial)
        .path(&whole)
        .to_svg())
}

fn scene(finder: &GridFinder) -> Scene<'_> {
    Scene::new().axis(Axis::YDown).grid(finder.grid()).start(query().start).goal(query().goal)
}
