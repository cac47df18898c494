//! `tautline query`: the questions beside paths.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};
use tautline::{DVec2, Place};

use super::{
    Backend, BuildingArgs, GroundArgs, NO_FLOOR, TileArgs, WalkArgs, count, place, point, whole,
};

/// A question about places.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// The nearest ground to a point
    Nearest(GroundNearArgs),
    /// How far one can go or see straight: the point hit, its wall, the cells passed
    Ray(LineArgs),
    /// Where a step leads that slides along walls and never leaves the ground
    Move(LineArgs),
    /// The nearest wall, and how far it is
    Wall(NearArgs),
    /// Random places, uniform by area; around a point only what is within reach there
    Random(RandomArgs),
    /// Everything that can be seen from a point, as a ring of points
    Visible(AtArgs),
    /// The cells in a circle or a polygon
    Cells(CellsArgs),
    /// The cells that can be walked to without leaving a circle
    Reach(CircleArgs),
    /// What the ways from each of some points to each of others cost: their lengths, and what links cost
    Distances(DistancesArgs),
    /// The shortest path to whichever of several goals is nearest by the way there
    Any(AnyArgs),
    /// The field of distances to the nearest of some goals: asked at points, and drawn
    Field(FieldArgs),
}

/// The map that is asked about.
#[derive(Debug, Args)]
pub(crate) struct MapArgs {
    /// A .geojson, .json, .map, .txt (rows of tiles), .png, .pgm, .tmx, .yaml (ROS), .mesh or .nav file
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
    #[command(flatten)]
    pub(crate) building: BuildingArgs,
    #[command(flatten)]
    pub(crate) ground: GroundArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// What is asked: the mesh (of a tile map: that of its free region), or the tiles of a map; of tiles
    /// `ray`, `distances`, `any` and `field` are asked
    #[arg(long, value_enum, default_value_t = Backend::Navmesh)]
    pub(crate) backend: Backend,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
}

impl Question {
    /// The map that is asked about.
    pub(crate) fn map(&self) -> &MapArgs {
        match self {
            Self::Nearest(arguments) => &arguments.near.place.map,
            Self::Wall(arguments) => &arguments.place.map,
            Self::Ray(arguments) | Self::Move(arguments) => &arguments.map,
            Self::Random(arguments) => &arguments.map,
            Self::Visible(arguments) => &arguments.map,
            Self::Cells(arguments) => &arguments.map,
            Self::Reach(arguments) => &arguments.place.map,
            Self::Distances(arguments) => &arguments.map,
            Self::Any(arguments) => &arguments.map,
            Self::Field(arguments) => &arguments.map,
        }
    }
}

/// Where the answer is drawn.
#[derive(Debug, Args)]
pub(crate) struct PictureArgs {
    /// Draw the map and the answer into an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// The same as a PNG file
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
}

/// Which floor is meant where no point says it.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FloorArg {
    /// Only this floor [default: all floors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub(crate) floor: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct AtArgs {
    /// The point that is asked about, in map units, and its floor [default: the lowest one with ground there]
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) at: Place,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

#[derive(Debug, Args)]
pub(crate) struct GroundNearArgs {
    /// Only ground that can be walked to from this point
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Option<Place>,
    #[command(flatten)]
    pub(crate) near: NearArgs,
}

#[derive(Debug, Args)]
pub(crate) struct NearArgs {
    /// Look no farther than this, in map units [default: any distance]
    #[arg(long, value_name = "D", default_value_t = f64::INFINITY, hide_default_value = true, value_parser = distance, allow_hyphen_values = true)]
    pub(crate) within: f64,
    #[command(flatten)]
    pub(crate) place: AtArgs,
}

#[derive(Debug, Args)]
pub(crate) struct LineArgs {
    /// Where it begins, in map units, and on which floor [default: the lowest one with ground there]
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Place,
    /// Where it should end
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub(crate) to: DVec2,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CircleArgs {
    /// The radius of the circle, in map units
    #[arg(long, value_name = "R", value_parser = distance, allow_hyphen_values = true)]
    pub(crate) within: f64,
    #[command(flatten)]
    pub(crate) place: AtArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CellsArgs {
    /// The middle of the circle, in map units
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true, requires = "within")]
    pub(crate) at: Option<DVec2>,
    /// The radius of the circle
    #[arg(long, value_name = "R", value_parser = distance, allow_hyphen_values = true, requires = "at")]
    pub(crate) within: Option<f64>,
    /// A corner of the polygon; given for each corner
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true,
          conflicts_with = "at", required_unless_present = "at")]
    pub(crate) corner: Vec<DVec2>,
    #[command(flatten)]
    pub(crate) floor: FloorArg,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RandomArgs {
    /// How many places
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=10_000_000), allow_negative_numbers = true)]
    pub(crate) count: u32,
    /// Where the random numbers begin: the same seed gives the same places
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Only places around this point, in map units
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true,
          requires = "within", conflicts_with = "floor")]
    pub(crate) around: Option<Place>,
    /// How far from it at most
    #[arg(long, value_name = "R", value_parser = distance, allow_hyphen_values = true, requires = "around")]
    pub(crate) within: Option<f64>,
    #[command(flatten)]
    pub(crate) floor: FloorArg,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DistancesArgs {
    /// Where a way begins, in map units; may be given several times
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Vec<Place>,
    /// Where a way ends; may be given several times
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) to: Vec<Place>,
    /// A file with a point X,Y or X,Y@FLOOR on each line: from all of them to all of them, or what of --from and
    /// --to is not given
    #[arg(long, value_name = "FILE")]
    pub(crate) points: Option<PathBuf>,
    /// Only the K goals nearest to each start
    #[arg(long, value_name = "K", value_parser = count, allow_negative_numbers = true)]
    pub(crate) nearest: Option<u64>,
    /// Give the paths too
    #[arg(long, conflicts_with = "nearest")]
    pub(crate) paths: bool,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AnyArgs {
    /// Where the path begins, in map units
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Place,
    #[command(flatten)]
    pub(crate) goals: GoalsArgs,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

/// Goals of one kind.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct GoalsArgs {
    /// A goal that is a point; may be given several times
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) to: Vec<Place>,
    /// A goal that is a line, such as a door; may be given several times
    #[arg(long, value_name = "X,Y,X,Y[@FLOOR]", value_parser = segment, allow_hyphen_values = true)]
    pub(crate) line: Vec<[Place; 2]>,
    /// The goal is an area, and this a corner of its ring; given for each corner
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) corner: Vec<Place>,
}

#[derive(Debug, Args)]
pub(crate) struct FieldArgs {
    /// A goal, in map units; may be given several times
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true, required = true)]
    pub(crate) to: Vec<Place>,
    /// A point from which the way is asked; may be given several times
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) at: Vec<Place>,
    /// Flood no farther from the goals than this, in map units [default: any distance]
    #[arg(long, value_name = "D", default_value_t = f64::INFINITY, hide_default_value = true, value_parser = distance, allow_hyphen_values = true)]
    pub(crate) limit: f64,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

/// A length that is not negative.
fn distance(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|&number: &f64| number >= 0.0);
    number.ok_or_else(|| "a distance of 0 or more is wanted".to_owned())
}

/// Four numbers with commas between, and the floor where one is given.
fn segment(text: &str) -> Result<[Place; 2], String> {
    let (ends, floor) =
        text.rsplit_once('@').map_or((text, None), |(ends, floor)| (ends, Some(floor)));
    let layer =
        floor.map(|floor| floor.trim().parse().map_err(|_| NO_FLOOR.to_owned())).transpose()?;
    let numbers: Result<Vec<f64>, _> = ends.split(',').map(|part| part.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[ax, ay, bx, by]) => {
            Ok([[ax, ay], [bx, by]].map(|end| Place { point: end.into(), layer }))
        }
        _ => Err("a line is four numbers with commas between, as in 0,2,0,5".to_owned()),
    }
}
