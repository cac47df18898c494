//! The command line: every command, argument and option.

mod choices;
mod finder;
mod path;
pub(crate) mod query;
mod scen;

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, CommandFactory, Parser, Subcommand};
use tautline::build::FillRule;
use tautline::io::Unknown;
use tautline::{BuildOptions, DVec2, Place};

use choices::{Choices, one_of};
pub(crate) use finder::{Backend, FinderArgs, WalkArgs};
pub(crate) use path::{BudgetArgs, PathArgs};
pub(crate) use scen::ScenArgs;

/// 2D navigation meshes: outlines in, the shortest path out.
///
/// FILE is any of these, told apart by its extension, else by its content:
/// .geojson or .json (outlines in planar map units), .map (MovingAI tile map), .txt (rows of tiles: . is
/// free, # blocked), .png or .pgm (tiles as pixels), .tmx (Tiled), .yaml (ROS), .mesh (Polyanya mesh,
/// version 2), .nav (our binary). Outlines and tile maps are made into a mesh in memory.
#[derive(Debug, Parser)]
#[command(name = "tautline", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print one JSON object on standard output and nothing else there, failures included
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

const EXIT_CODES: &str = "Exit codes: 0 done (a partial path too); 1 it ran and the answer is no: no path, \
     `query` found nothing, `check` found defects, `scen` differences; 2 unusable input or arguments.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build a navigation mesh and write it
    Build(BuildArgs),
    /// Say what is in a file: vertices, cells, components, area, bounds, repairs
    Info(InfoArgs),
    /// Check every invariant of a mesh and list its defects
    Check(FileArgs),
    /// Find the shortest path between two points
    ///
    /// Without a path, pictures show whatever comes nearest to one.
    Path(Box<PathArgs>),
    /// Ask about places: rays, steps, walls, views, random places; and about many goals at once
    Query {
        #[command(subcommand)]
        question: query::Question,
    },
    /// Run all queries of a MovingAI scenario: times, lengths, comparison with references
    Scen(Box<ScenArgs>),
    /// Draw a map
    Draw(DrawArgs),
}

#[derive(Debug, Args)]
pub(crate) struct FileArgs {
    /// A .geojson, .json, .map, .txt (rows of tiles), .png, .pgm, .tmx, .yaml (ROS), .mesh or .nav file
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) file: FileArgs,
    #[command(flatten)]
    pub(crate) building: BuildingArgs,
}

const UNKNOWN: Choices<Unknown, 2> = [
    ("blocked", Unknown::Blocked, "Nobody has seen it, so nobody walks there"),
    ("free", Unknown::Free, "One may walk there"),
];

/// What of a tile map is read, and how.
#[derive(Debug, Args)]
pub(crate) struct TileArgs {
    /// Read only this layer of a .tmx map [default: all its layers of tiles]
    #[arg(long, value_name = "NAME")]
    pub(crate) layer: Option<String>,
    /// What the unknown ground of a .yaml map (ROS) is
    #[arg(long, default_value = "blocked", value_parser = one_of(&UNKNOWN))]
    pub(crate) unknown: Unknown,
}

#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// A .geojson, .json, .map, .txt (rows of tiles), .png, .pgm, .tmx, .yaml (ROS), .mesh or .nav file
    pub(crate) input: PathBuf,
    /// Where to write the mesh: a .nav or .mesh file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Leave the triangles of a build as they are instead of merging them into larger cells
    #[arg(long)]
    pub(crate) no_merge: bool,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
    #[command(flatten)]
    pub(crate) building: BuildingArgs,
}

const FILLS: Choices<FillRule, 2> = [
    ("non-zero", FillRule::NonZero, "Whatever it winds around: a pentagram with its middle"),
    ("even-odd", FillRule::EvenOdd, "What it winds around an odd number of times: one without"),
];

/// How a mesh is built where the file holds none.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct BuildingArgs {
    /// Build for agents of this radius, in map units: paths keep so far from walls
    #[arg(long, value_name = "R", default_value_t = 0.0, allow_hyphen_values = true)]
    pub(crate) radius: f64,
    /// What a ring that crosses itself covers
    #[arg(long, default_value = "non-zero", value_parser = one_of(&FILLS))]
    pub(crate) fill: FillRule,
}

impl BuildingArgs {
    pub(crate) fn options(self) -> BuildOptions {
        BuildOptions::default().agent_radius(self.radius).fill(self.fill)
    }
}

/// Which ground is not for everybody.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct GroundArgs {
    /// Close the doors of this name; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) close: Vec<String>,
    /// Keep off the areas of this name; may be given several times
    #[arg(long, value_name = "AREA")]
    pub(crate) forbid: Vec<String>,
    /// Let a unit of length in the areas of this name cost C; may be given several times
    #[arg(long, value_name = "AREA=C", value_parser = area_cost)]
    pub(crate) cost: Vec<(String, f64)>,
}

impl GroundArgs {
    /// True where nothing is closed, forbidden or costs more.
    pub(crate) fn is_for_everybody(&self) -> bool {
        self.close.is_empty() && self.forbid.is_empty() && self.cost.is_empty()
    }
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// A .geojson, .json, .map, .txt (rows of tiles), .png, .pgm, .tmx, .yaml (ROS), .mesh or .nav file
    pub(crate) file: PathBuf,
    /// Where to write the picture: an .svg or .png file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Draw this floor of a building alone; may be given several times [default: all, side by side]
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub(crate) floor: Vec<u32>,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
}

/// The words as they are, or without `--json` where the command is `help`, which clap takes for a
/// list of command names.
pub(crate) fn without_json_for_help(words: &[OsString]) -> Vec<OsString> {
    let command = words.iter().skip(1).find(|word| !word.as_encoded_bytes().starts_with(b"-"));
    let is_help = command.is_some_and(|word| word == "help");
    words.iter().filter(|word| !is_help || *word != "--json").cloned().collect()
}

/// The command that the words ask for, as one types it: `tautline query ray`.
pub(crate) fn command_of(words: &[OsString]) -> String {
    let mut command = Cli::command();
    let mut names = vec![command.get_name().to_owned()];
    let asked = words.iter().skip(1).filter(|word| !word.as_encoded_bytes().starts_with(b"-"));
    for word in asked {
        let Some(found) = command.find_subcommand(word) else { break };
        names.push(found.get_name().to_owned());
        command = found.clone();
    }
    names.join(" ")
}

/// A whole number, 0 included.
fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "a whole number from 0 is wanted".to_owned())
}

/// A whole number above 0.
fn count(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("a whole number from 1 to {} is wanted", u64::MAX))
}

/// Two numbers and a comma; whether the map can hold such a point is for the engine to say.
pub(crate) fn point(text: &str) -> Result<DVec2, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(x, y)| Some(DVec2::new(x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.ok_or_else(|| "a point is two numbers and a comma, as in 1.5,-2".to_owned())
}

/// A point, and its floor where one is given; whether the map has that floor is not asked yet.
pub(crate) fn place(text: &str) -> Result<Place, String> {
    let Some((at, floor)) = text.rsplit_once('@') else { return point(text).map(Place::new) };
    let floor = floor.trim().parse().map_err(|_| NO_FLOOR.to_owned())?;
    Ok(Place::new(point(at)?).on_layer(floor))
}

/// What is told of a floor that is none.
pub(crate) const NO_FLOOR: &str = "a floor is a whole number behind an @, as in 1.5,-2@3";

/// An area's name, the last `=`, and a number; whether that can be a cost is for the engine to say.
fn area_cost(text: &str) -> Result<(String, f64), String> {
    let parts = text.rsplit_once('=');
    let parts = parts.and_then(|(area, cost)| Some((area.to_owned(), cost.trim().parse().ok()?)));
    parts.ok_or_else(|| "an area and its cost are wanted, as in mud=3".to_owned())
}
