//! Watching searches on a tile map: what they open and close, as pictures; and what smoothing and
//! replacement goals make of a path.
//!
//! `cargo run -p examples --example draw_search -- FOLDER`; without a name the pictures go to
//! the system's folder for temporary files.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use tautline::draw::{Axis, Scene, Tint};
use tautline::grid::{GridHeuristic, Replacement, SeenTile, Smoothing, tiles_touched};
use tautline::incremental::Observer;
use tautline::{
    GoalPolicy, Grid, GridFinder, GridOptions, GridSearch, MeshFinder, Neighborhood, Path,
    PathQuery, Pathfinder, Scratch,
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

/// Writes down what a search opens and closes.
#[derive(Default)]
struct Diary {
    opened: Vec<(u32, u32)>,
    closed: Vec<(u32, u32)>,
}

impl Observer<SeenTile> for Diary {
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
        ("grid_dead_ends.svg", search(&finder, everywhere())?),
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

/// Where all paths begin.
const START: [f64; 2] = [5.5, 3.5];

/// A goal among blocked tiles.
const WALLED: [f64; 2] = [20.5, 7.5];

fn query() -> PathQuery {
    PathQuery::new(START, [18.5, 5.5])
}

fn by(engine: GridSearch) -> GridOptions {
    GridOptions::default().engine(engine)
}

/// Without a guess all is closed that costs no more than the goal and may lead there.
fn everywhere() -> GridOptions {
    by(GridSearch::AStar).heuristic(GridHeuristic::Zero)
}

/// Tiles of which some cost three times as much as the others: in green.
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

/// Open tiles in yellow, closed ones in blue-grey, and the path.
fn search(finder: &GridFinder, options: GridOptions) -> Result<String, Box<dyn Error>> {
    let finder = finder.clone().with_options(options);
    let (mut path, mut diary) = (Path::default(), Diary::default());
    finder.find_path_observed(&query(), &mut Scratch::new(), &mut path, &mut diary)?;
    println!("{:?}: {} opened, {} closed", options.engine, diary.opened.len(), diary.closed.len());
    Ok(scene(&finder)
        .tiles(&diary.opened, Tint::Open)
        .tiles(&diary.closed, Tint::Closed)
        .path(&path)
        .to_svg())
}

/// The path along tiles, the same smoothed, the shortest of all; and the tiles under the smoothed one.
fn smoothing(finder: &GridFinder) -> Result<String, Box<dyn Error>> {
    let along_tiles = finder.find_path(&query())?;
    let options = GridOptions::default().smoothing(Smoothing::FixedPoint);
    let smoothed = finder.clone().with_options(options).find_path(&query())?;
    let shortest = MeshFinder::from_grid(finder.grid())?.find_path(&query())?;
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

/// Where the three replacements lead for a goal among blocked tiles.
fn goals(finder: &GridFinder) -> Result<String, Box<dyn Error>> {
    let mut walled = finder.clone();
    for (x, y) in (15..21).flat_map(|x| (4..8).map(move |y| (x, y))) {
        walled.set_blocked(x, y, true);
    }
    let query = PathQuery::new(START, WALLED).goal_policy(GoalPolicy::NearestReachable);
    let ways =
        [Replacement::Nearest, Replacement::Ring, Replacement::HugeCost].map(|replacement| {
            let options = GridOptions::default().replacement(replacement);
            walled.clone().with_options(options).find_path(&query)
        });
    let mut picture = scene(&walled).goal(WALLED);
    for way in ways.iter().flatten() {
        picture = picture.path(way);
    }
    Ok(picture.to_svg())
}

/// What a search has seen when its budget of nodes is spent, its best path so far, and the path that it
/// comes to when it goes on.
fn budget(finder: &GridFinder) -> Result<String, Box<dyn Error>> {
    let finder = finder.clone().with_options(by(GridSearch::AStar));
    let (mut scratch, mut partial, mut whole) = (Scratch::new(), Path::default(), Path::default());
    let (query, mut diary) = (query(), Diary::default());
    let budget = query.max_expanded(20);
    let stopped = finder.find_path_observed(&budget, &mut scratch, &mut partial, &mut diary);
    println!("{stopped:?}");
    finder.resume_into(&query, &mut scratch, &mut whole)?;
    Ok(scene(&finder)
        .tiles(&diary.opened, Tint::Open)
        .tiles(&diary.closed, Tint::Closed)
        .path(&partial)
        .path(&whole)
        .to_svg())
}

fn scene(finder: &GridFinder) -> Scene<'_> {
    Scene::new().axis(Axis::YDown).grid(finder.grid()).start(query().start).goal(query().goal)
}
