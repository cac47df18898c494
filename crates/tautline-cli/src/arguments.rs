//! The command line: every command, argument and option.

pub(crate) mod query;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tautline::io::Unknown;
use tautline::{DVec2, GoalPolicy, Search, StartPolicy};

/// 2D navigation meshes: outlines in, the shortest path out.
///
/// FILE is any of these, told apart by its extension, else by its content:
/// .geojson or .json (outlines in planar map units), .map (MovingAI tile map), .png or .pgm (tiles as
/// pixels), .tmx (Tiled), .yaml (ROS), .mesh (Polyanya mesh, version 2), .nav (our binary). Outlines
/// and tile maps are made into a mesh in memory.
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
     `check` found defects, `scen --ref` found differences; 2 unusable input or arguments.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build a navigation mesh and write it
    Build(BuildArgs),
    /// Say what is in a file: vertices, cells, components, area, bounds, repairs
    Info(FileArgs),
    /// Check every invariant of a mesh and list its defects
    Check(FileArgs),
    /// Find the shortest path between two points
    ///
    /// Without a path, pictures show whatever comes nearest to one.
    Path(PathArgs),
    /// Ask about places: rays, steps, walls, views, random places; and about many goals at once
    Query {
        #[command(subcommand)]
        question: query::Question,
    },
    /// Run all queries of a MovingAI scenario: times, lengths, comparison with references
    Scen(ScenArgs),
    /// Draw a map
    Draw(DrawArgs),
}

#[derive(Debug, Args)]
pub(crate) struct FileArgs {
    /// A .geojson, .json, .map, .png, .pgm, .tmx, .yaml (ROS), .mesh or .nav file
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
}

/// What of a tile map is read, and how.
#[derive(Debug, Args)]
pub(crate) struct TileArgs {
    /// Read only this layer of a .tmx map [default: all its layers of tiles]
    #[arg(long, value_name = "NAME")]
    pub(crate) layer: Option<String>,
    /// What the unknown ground of a .yaml map (ROS) is
    #[arg(long, value_enum, default_value_t = UnknownArg::Blocked)]
    pub(crate) unknown: UnknownArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnknownArg {
    /// Nobody has seen it, so nobody walks there
    Blocked,
    /// One may walk there
    Free,
}

impl From<UnknownArg> for Unknown {
    fn from(argument: UnknownArg) -> Self {
        match argument {
            UnknownArg::Blocked => Self::Blocked,
            UnknownArg::Free => Self::Free,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// A .geojson, .json, .map, .png, .pgm, .tmx, .yaml (ROS), .mesh or .nav file
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
    pub(crate) radius: RadiusArg,
}

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct RadiusArg {
    /// Build for agents of this radius, in map units: paths keep so far from walls
    #[arg(long, value_name = "R", default_value_t = 0.0, allow_hyphen_values = true)]
    pub(crate) radius: f64,
}

#[derive(Debug, Args)]
pub(crate) struct PathArgs {
    /// A .geojson, .json, .map, .png, .pgm, .tmx, .yaml (ROS), .mesh or .nav file
    pub(crate) file: PathBuf,
    /// Where the path begins, in map units
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub(crate) from: DVec2,
    /// Where it should end
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub(crate) to: DVec2,
    /// The floor that the start is on
    #[arg(long, value_name = "N")]
    pub(crate) start_layer: Option<u32>,
    /// The floor that the goal is on
    #[arg(long, value_name = "N")]
    pub(crate) goal_layer: Option<u32>,
    #[command(flatten)]
    pub(crate) finder: FinderArgs,
    /// What to do when the start is off the ground or has no way to the goal
    #[arg(long, value_enum, default_value_t = StartArg::Exact)]
    pub(crate) start: StartArg,
    /// What to do when the goal is off the ground or out of reach
    #[arg(long, value_enum, default_value_t = GoalArg::Exact)]
    pub(crate) goal: GoalArg,
    /// How far an endpoint off the ground may be moved onto it, in map units [default: the rounding
    /// of a 32-bit float at the map's largest coordinate]
    #[arg(long, value_name = "D", allow_hyphen_values = true)]
    pub(crate) snap: Option<f64>,
    #[command(flatten)]
    pub(crate) pictures: query::PictureArgs,
    /// Draw how the path was searched into an SVG or PNG file: what the search has looked at is
    /// blue-grey, what was waiting yellow, the corners that it turned at are dots
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
    #[command(flatten)]
    pub(crate) radius: RadiusArg,
    #[command(flatten)]
    pub(crate) ground: GroundArgs,
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

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FinderArgs {
    /// What is searched: the mesh (of a tile map: that of its free region), or the tiles of a .map
    #[arg(long, value_enum, default_value_t = Backend::Navmesh)]
    pub(crate) backend: Backend,
    /// How it is searched; the tiles have one search, and take every name for it
    #[arg(long, value_enum, default_value_t = SearchArg::Auto)]
    pub(crate) search: SearchArg,
}

#[derive(Debug, Args)]
pub(crate) struct ScenArgs {
    /// The map: .map; a .mesh, .nav or outlines serve too, and then no map size is checked
    pub(crate) map: PathBuf,
    /// The queries: a MovingAI .scen file; tile (x, y) is the point (x + 0.5, y + 0.5)
    pub(crate) scen: PathBuf,
    #[command(flatten)]
    pub(crate) finder: FinderArgs,
    /// Answer every query N times, in shuffled order, and count the fastest
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count)]
    pub(crate) repeat: u64,
    /// Take only the first N queries
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) limit: Option<u64>,
    /// Write every answer as a line of JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) paths: Option<PathBuf>,
    /// Compare the lengths with references; exit code 1 on any difference
    #[arg(long = "ref", value_name = "FILE", long_help = REFERENCE_HELP)]
    pub(crate) reference: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
}

const REFERENCE_HELP: &str = "Compare the lengths with references; exit code 1 on any difference.

FILE is a .ref.csv (`i,length`, no header, i counting from 0: the any-angle optimum of each query) \
or, for the grid, a .scen. A query without a path is always a difference. Beyond that, one is:
  navmesh, optimum (optimal; auto at uniform cost): a length off the reference by more than 1e-9 of it;
  navmesh, corridor: a length below the reference by more than 1e-9 of it;
  grid: a length off the scenario's own by more than 0.0001 of it and half a unit of the last decimal that \
the scenario prints (at least 0.001), or, with a .ref.csv, below the reference by more than 1e-9 of it.
`max_rel_error` is the largest relative distance from the reference (grid: from the scenario's own).";

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// A .geojson, .json, .map, .png, .pgm, .tmx, .yaml (ROS), .mesh or .nav file
    pub(crate) file: PathBuf,
    /// Where to write the picture: an .svg or .png file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Draw this floor of a building alone; may be given several times [default: all, side by side]
    #[arg(long, value_name = "N")]
    pub(crate) floor: Vec<u32>,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    Navmesh,
    Grid,
}

impl Backend {
    /// The name as the command line takes it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Navmesh => "navmesh",
            Self::Grid => "grid",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchArg {
    /// The best that the map allows: the optimum where all ground costs the same, else a corridor
    Auto,
    /// The shortest path of all
    Optimal,
    /// Search cells by the midpoints of their edges, then pull the path tight: near the optimum
    Corridor,
}

impl From<SearchArg> for Search {
    fn from(argument: SearchArg) -> Self {
        match argument {
            SearchArg::Auto => Self::Auto,
            SearchArg::Optimal => Self::Optimal,
            SearchArg::Corridor => Self::Corridor,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StartArg {
    /// Fail, and say why
    Exact,
    /// Begin at the nearest ground
    Nearest,
    /// Begin at the nearest point that has a way to the goal
    NearestReachable,
}

impl From<StartArg> for StartPolicy {
    fn from(argument: StartArg) -> Self {
        match argument {
            StartArg::Exact => Self::Exact,
            StartArg::Nearest => Self::Nearest,
            StartArg::NearestReachable => Self::NearestReachable,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalArg {
    /// Fail, and say why
    Exact,
    /// Go to the nearest ground
    Nearest,
    /// Go to the nearest point that can be reached
    NearestReachable,
}

impl From<GoalArg> for GoalPolicy {
    fn from(argument: GoalArg) -> Self {
        match argument {
            GoalArg::Exact => Self::Exact,
            GoalArg::Nearest => Self::Nearest,
            GoalArg::NearestReachable => Self::NearestReachable,
        }
    }
}

/// The words as they are, or without `--json` where the command is `help`, which clap takes for a
/// list of command names.
pub(crate) fn without_json_for_help(words: &[OsString]) -> Vec<OsString> {
    let command = words.iter().skip(1).find(|word| !word.as_encoded_bytes().starts_with(b"-"));
    let is_help = command.is_some_and(|word| word == "help");
    words.iter().filter(|word| !is_help || *word != "--json").cloned().collect()
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

/// An area's name, the last `=`, and a number; whether that can be a cost is for the engine to say.
fn area_cost(text: &str) -> Result<(String, f64), String> {
    let parts = text.rsplit_once('=');
    let parts = parts.and_then(|(area, cost)| Some((area.to_owned(), cost.trim().parse().ok()?)));
    parts.ok_or_else(|| "an area and its cost are wanted, as in mud=3".to_owned())
}
