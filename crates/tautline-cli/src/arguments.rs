//! The command line: every command, argument and option.

mod choices;
mod crowd;
mod finder;
mod level;
mod live;
mod path;
pub(crate) mod query;
mod refusal;
mod scen;

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, CommandFactory, Parser, Subcommand};
use tautline::build::FillRule;
use tautline::io::Unknown;
use tautline::{BuildOptions, DVec2, Place};

use choices::one_of;
pub(crate) use crowd::CrowdArgs;
pub(crate) use finder::{Backend, FinderArgs, WalkArgs};
pub(crate) use level::LevelArgs;
pub(crate) use live::LiveArgs;
pub(crate) use path::{PathArgs, PathEnd};
pub(crate) use refusal::refused;
pub(crate) use scen::ScenArgs;

/// Builds, queries and draws 2D navigation meshes.
///
/// FILE has one of these formats, recognized by its extension or else by its content: .geojson or
/// .json (outlines in planar map units), .map (MovingAI tile map), .txt (rows of tiles: . is free,
/// # is blocked), .png or .pgm (one tile a pixel), .tmx (Tiled map), .yaml (ROS map), .mesh (Polyanya
/// mesh, version 2), .nav (binary mesh of this program). Outlines and tile maps are built into a
/// mesh in memory.
#[derive(Debug, Parser)]
#[command(name = "tautline", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Prints one JSON object and nothing else on standard output, for failures too; `live` prints one a line first
    #[arg(long, global = true, display_order = 900)]
    pub(crate) json: bool,
}

const EXIT_CODES: &str = "Exit codes: 0 success, including a partial path; 1 a negative answer: no path, \
     nothing found by `query`, defects found by `check`, differences found by `live`, differences or \
     failed queries found by `scen`; 2 unusable input or arguments.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Builds a navigation mesh and writes it to a file
    ///
    /// FILE may also be a level in three dimensions, which is baked into a .nav file with heights: a Wavefront .obj file, a glTF binary
    /// .glb, or the heights of a GeoTIFF .tif; or a .bin file of RecastDemo, which is baked already.
    Build(Box<BuildArgs>),
    /// Describes a map: vertices, cells, components, area, bounds, repairs
    Info(InfoArgs),
    /// Checks every invariant of a mesh and lists the defects
    Check(MapArgs),
    /// Finds the shortest path between two points
    ///
    /// If there is no path, the pictures show the path to the nearest reachable point.
    Path(Box<PathArgs>),
    /// Answers spatial queries, and path queries with many goals
    Query {
        #[command(subcommand)]
        question: Box<query::Question>,
    },
    /// Runs a MovingAI scenario: times, lengths, comparison with reference lengths
    Scen(Box<ScenArgs>),
    /// Walks agents over a map among each other, with a trace and pictures
    Crowd(Box<CrowdArgs>),
    /// Draws a map
    Draw(DrawArgs),
    /// Runs a script of edits and queries on a map: obstacles come, move and go
    Live(Box<LiveArgs>),
}

#[derive(Debug, Clone, Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) map: MapArgs,
    /// List the narrowest passages, too
    #[arg(long)]
    pub(crate) passages: bool,
}

/// A map, and the options for reading and building it.
#[derive(Debug, Clone, Args)]
pub(crate) struct MapArgs {
    /// The map: a .geojson, .json, .map, .txt, .png, .pgm, .tmx, .yaml, .mesh or .nav file
    // The first argument, wherever the options of a map stand in a struct.
    #[arg(index = 1, help_heading = None::<&'static str>)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) building: BuildingArgs,
    #[command(flatten)]
    pub(crate) reading: ReadArgs,
}

const UNKNOWN: [(Unknown, &str); 2] = [
    (Unknown::Blocked, "Unknown tiles are obstacles"),
    (Unknown::Free, "Unknown tiles are walkable"),
];

/// Options for reading maps.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Reading the map")]
pub(crate) struct ReadArgs {
    /// Reads only this layer of a .tmx map [default: all tile layers]
    #[arg(long, value_name = "NAME")]
    pub(crate) layer: Option<String>,
    /// The meaning of unknown tiles in a .yaml map (ROS)
    #[arg(long, default_value = "blocked", value_parser = one_of(&UNKNOWN))]
    pub(crate) unknown: Unknown,
    /// Reads GeoJSON in degrees, and projects it to metres; points on the command line are longitude,latitude too
    #[arg(long, conflicts_with = "planar")]
    pub(crate) project: bool,
    /// Reads GeoJSON whose coordinates look like degrees as planar map units
    #[arg(long)]
    pub(crate) planar: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// The .nav or .mesh file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Keeps the triangles instead of merging them into larger convex cells
    #[arg(long, help_heading = "Building the mesh")]
    pub(crate) no_merge: bool,
    #[command(flatten)]
    pub(crate) map: MapArgs,
    #[command(flatten)]
    pub(crate) level: LevelArgs,
}

const FILLS: [(FillRule, &str); 2] = [
    (FillRule::NonZero, "Every point that the ring winds around"),
    (FillRule::EvenOdd, "Every point that the ring winds around an odd number of times"),
];

/// Options for building a mesh from outlines or tiles.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Building the mesh")]
pub(crate) struct BuildingArgs {
    /// The agent's radius, in map units: paths keep this distance from walls
    #[arg(long, value_name = "R", default_value_t = 0.0, value_parser = length, allow_hyphen_values = true)]
    pub(crate) radius: f64,
    /// The points that a self-crossing ring covers
    #[arg(long, default_value = "non-zero", value_parser = one_of(&FILLS))]
    pub(crate) fill: FillRule,
    /// Joins points and lines that miss each other by no more than this distance, in map units; 0 joins nothing [default:
    /// what rounding moves apart]
    #[arg(long, value_name = "D", value_parser = length, allow_hyphen_values = true)]
    pub(crate) weld: Option<f64>,
    /// The largest number of intersections of segments [default: 1048576, or 16 per point]
    #[arg(long, value_name = "N")]
    pub(crate) max_intersections: Option<usize>,
}

impl BuildingArgs {
    pub(crate) fn options(self) -> BuildOptions {
        let mut options = BuildOptions::default().agent_radius(self.radius).fill(self.fill);
        options.weld = self.weld;
        self.max_intersections.map_or(options, |limit| options.max_intersections(limit))
    }
}

/// Closed doors, forbidden areas and area costs.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Doors and areas")]
pub(crate) struct RestrictionArgs {
    /// Closes the doors and links of this name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) close: Vec<String>,
    /// Forbids the areas of this name; may be repeated
    #[arg(long, value_name = "AREA")]
    pub(crate) forbid: Vec<String>,
    /// Sets the cost of one map unit of path in the areas of this name; may be repeated
    #[arg(long, value_name = "AREA=C", value_parser = area_cost)]
    pub(crate) cost: Vec<(String, f64)>,
}

impl RestrictionArgs {
    /// True without any restriction.
    pub(crate) fn is_empty(&self) -> bool {
        self.close.is_empty() && self.forbid.is_empty() && self.cost.is_empty()
    }
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// The .svg or .png file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Draws only this floor; may be repeated [default: all floors, side by side]
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub(crate) floor: Vec<u32>,
    /// Draws the surface of a baked level as seen from this direction [default: from above]
    #[arg(long, value_name = "X,Y,Z", value_parser = direction, allow_hyphen_values = true, conflicts_with = "floor")]
    pub(crate) seen_from: Option<[f64; 3]>,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

/// Returns the words of the command line, without `--json` if the command is `help`.
///
/// clap reads all words after `help` as command names.
pub(crate) fn without_json_for_help(words: &[OsString]) -> Vec<OsString> {
    let command = words.iter().skip(1).find(|word| !word.as_encoded_bytes().starts_with(b"-"));
    let is_help = command.is_some_and(|word| word == "help");
    words.iter().filter(|word| !is_help || *word != "--json").cloned().collect()
}

/// Returns the command of a command line with its subcommands: `tautline query ray`.
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

/// Parses a whole number, 0 included.
fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a whole number of at least 0".to_owned())
}

/// Parses a whole number above 0.
fn count(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("expected a whole number from 1 to {}", u64::MAX))
}

/// Parses a length that is not negative.
fn length(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|&number: &f64| number >= 0.0);
    number.ok_or_else(|| "must be a number of at least 0".to_owned())
}

/// Parses a share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number: &f64| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "must be a number from 0 to 1, as in 0.01 for 1 %".to_owned())
}

/// Parses numbers separated by commas; the engine checks their ranges.
fn numbers<const COUNT: usize>(text: &str) -> Result<[f64; COUNT], String> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("expected {COUNT} numbers separated by commas"))
}

/// Parses a direction from which a map is seen.
fn direction(text: &str) -> Result<[f64; 3], String> {
    let is_above =
        |[x, y, z]: &[f64; 3]| x.is_finite() && y.is_finite() && *z > 0.0 && z.is_finite();
    let direction = numbers(text).ok().filter(is_above);
    direction
        .ok_or_else(|| "expected a direction as X,Y,Z with Z above 0, as in -1,-2,1.5".to_owned())
}

/// Parses a point `X,Y`; the engine checks the range of its numbers.
pub(crate) fn point(text: &str) -> Result<DVec2, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(x, y)| Some(DVec2::new(x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.ok_or_else(|| {
        "expected a point as two numbers separated by a comma, as in 1.5,-2".to_owned()
    })
}

/// Parses a point with an optional floor, `X,Y@FLOOR`; the map need not have that floor.
pub(crate) fn place(text: &str) -> Result<Place, String> {
    let Some((at, floor)) = text.rsplit_once('@') else { return point(text).map(Place::new) };
    let floor = floor.trim().parse().map_err(|_| NO_FLOOR.to_owned())?;
    Ok(Place::new(point(at)?).on_layer(floor))
}

/// The message for a floor that is not a number.
pub(crate) const NO_FLOOR: &str =
    "expected the floor as a whole number after the @, as in 1.5,-2@3";

/// Parses `AREA=C`, split at the last `=`; the engine checks the range of the cost.
fn area_cost(text: &str) -> Result<(String, f64), String> {
    let parts = text.rsplit_once('=');
    let parts = parts.and_then(|(area, cost)| Some((area.to_owned(), cost.trim().parse().ok()?)));
    parts.ok_or_else(|| "expected an area and its cost, as in mud=3".to_owned())
}
