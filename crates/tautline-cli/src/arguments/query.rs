//! The arguments of `tautline query`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tautline::{DVec2, Place};

use super::finder::{SEARCH, hidden_if_for_tiles};
use super::{
    Backend, MapArgs, NO_FLOOR, RestrictionArgs, WalkArgs, count, length, place, point, whole,
};

/// The queries of `tautline query`.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Question {
    /// Finds the nearest point of the mesh
    #[command(mut_args = hidden_if_for_tiles)]
    Nearest(NearestArgs),
    /// Casts a ray: the point hit, the wall there, the cells crossed
    Ray(LineArgs),
    /// Moves a point towards a target, sliding along walls
    #[command(mut_args = hidden_if_for_tiles)]
    Move(LineArgs),
    /// Finds the nearest wall and its distance
    #[command(mut_args = hidden_if_for_tiles)]
    Wall(NearArgs),
    /// Draws random points, uniform by area; around a point, only points reachable from it
    #[command(mut_args = hidden_if_for_tiles)]
    Random(RandomArgs),
    /// Computes the region visible from a point, as a ring of points
    #[command(mut_args = hidden_if_for_tiles)]
    Visible(AtArgs),
    /// Lists the cells that meet a circle or a polygon
    #[command(mut_args = hidden_if_for_tiles)]
    Cells(CellsArgs),
    /// Lists the cells that are reachable without leaving a circle
    #[command(mut_args = hidden_if_for_tiles)]
    Reach(CircleArgs),
    /// Finds the widest way between two points, and its narrowest passages
    #[command(mut_args = hidden_if_for_tiles)]
    Widest(WidestArgs),
    /// Computes the cost of the shortest path from each start to each goal
    Distances(DistancesArgs),
    /// Finds the shortest path to any of several goals
    Any(AnyArgs),
    /// Computes the distances to the nearest of several goals, at points and as a picture
    Field(FieldArgs),
}

/// The map of a query, and the pictures of its answer.
#[derive(Debug, Clone, Args)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    #[command(flatten)]
    pub(crate) map: MapArgs,
    #[command(flatten)]
    pub(crate) restrictions: RestrictionArgs,
    /// Queries the mesh (for a tile map, the mesh of its free region) or the tiles of a tile map;
    /// `grid` supports `ray`, `distances`, `any` and `field`
    #[arg(long, value_enum, default_value_t = Backend::Navmesh, help_heading = SEARCH)]
    pub(crate) backend: Backend,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
}

impl Question {
    /// The points of the query.
    pub(crate) fn points_mut(&mut self) -> Vec<&mut DVec2> {
        fn of<'a>(
            places: impl IntoIterator<Item = &'a mut Place>,
        ) -> impl Iterator<Item = &'a mut DVec2> {
            places.into_iter().map(|place| &mut place.point)
        }
        match self {
            Self::Nearest(asked) => {
                of(asked.from.iter_mut().chain([&mut asked.near.place.at])).collect()
            }
            Self::Wall(asked) => of([&mut asked.place.at]).collect(),
            Self::Ray(asked) | Self::Move(asked) => vec![&mut asked.from.point, &mut asked.to],
            Self::Random(asked) => of(&mut asked.around).collect(),
            Self::Visible(asked) => of([&mut asked.at]).collect(),
            Self::Cells(asked) => asked.at.iter_mut().chain(&mut asked.corner).collect(),
            Self::Reach(asked) => of([&mut asked.place.at]).collect(),
            Self::Widest(asked) => of([&mut asked.from, &mut asked.to]).collect(),
            Self::Distances(asked) => of(asked.from.iter_mut().chain(&mut asked.to)).collect(),
            Self::Any(AnyArgs { from, goals: GoalsArgs { to, line, corner }, .. }) => {
                of([from].into_iter().chain(to).chain(line.iter_mut().flatten()).chain(corner))
                    .collect()
            }
            Self::Field(asked) => of(asked.to.iter_mut().chain(&mut asked.at)).collect(),
        }
    }

    /// Returns an error for a query of a region without a whole circle or polygon.
    pub(crate) fn check_region(&self) -> Result<(), String> {
        let corners = match self {
            Self::Cells(CellsArgs { at: None, corner, .. }) if corner.is_empty() => {
                return Err(
                    "missing region: use --at X,Y with --within R, or --corner X,Y for each \
                            corner of a polygon"
                        .to_owned(),
                );
            }
            Self::Cells(asked) => asked.corner.len(),
            Self::Any(asked) => asked.goals.corner.len(),
            _ => 0,
        };
        match corners {
            1 | 2 => Err(format!(
                "a polygon has at least three corners: repeat --corner X,Y for \
                                  each, not only for {corners}"
            )),
            _ => Ok(()),
        }
    }

    /// The map of a query, and the pictures of its answer.
    pub(crate) fn on(&self) -> &QuestionArgs {
        match self {
            Self::Nearest(arguments) => &arguments.near.place.on,
            Self::Wall(arguments) => &arguments.place.on,
            Self::Ray(arguments) | Self::Move(arguments) => &arguments.on,
            Self::Random(arguments) => &arguments.on,
            Self::Visible(arguments) => &arguments.on,
            Self::Cells(arguments) => &arguments.on,
            Self::Reach(arguments) => &arguments.place.on,
            Self::Widest(arguments) => &arguments.on,
            Self::Distances(arguments) => &arguments.on,
            Self::Any(arguments) => &arguments.on,
            Self::Field(arguments) => &arguments.on,
        }
    }
}

/// The heading of an option of the query itself, which follows the options of the map in its struct.
const NO_HEADING: Option<&str> = None;

/// The help heading of pictures.
pub(super) const PICTURES: &str = "Drawing";

/// Pictures of the answer.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = PICTURES)]
pub(crate) struct PictureArgs {
    /// Draws the map and the answer to an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Draws the map and the answer to a PNG file
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
}

/// The floor of a query whose points name none.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FloorArg {
    /// Restricts the query to this floor [default: all floors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub(crate) floor: Option<u32>,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct AtArgs {
    /// The query point, in map units [default floor: the lowest one that is walkable there]
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) at: Place,
    #[command(flatten)]
    pub(crate) on: QuestionArgs,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct NearestArgs {
    #[command(flatten)]
    pub(crate) near: NearArgs,
    /// Considers only points that are reachable from this point
    #[arg(long, help_heading = NO_HEADING, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Option<Place>,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct NearArgs {
    #[command(flatten)]
    pub(crate) place: AtArgs,
    /// The largest distance to search, in map units [default: unlimited]
    #[arg(long, help_heading = NO_HEADING, value_name = "D", default_value_t = f64::INFINITY, hide_default_value = true, value_parser = length, allow_hyphen_values = true)]
    pub(crate) within: f64,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct LineArgs {
    /// The start, in map units [default floor: the lowest one that is walkable there]
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Place,
    /// The target, in map units
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub(crate) to: DVec2,
    #[command(flatten)]
    pub(crate) on: QuestionArgs,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct WidestArgs {
    /// The start, in map units [default floor: the lowest one that is walkable there]
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Place,
    /// The goal, in map units
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) to: Place,
    #[command(flatten)]
    pub(crate) on: QuestionArgs,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct CircleArgs {
    #[command(flatten)]
    pub(crate) place: AtArgs,
    /// The radius of the circle, in map units
    #[arg(long, help_heading = NO_HEADING, value_name = "R", value_parser = length, allow_hyphen_values = true)]
    pub(crate) within: f64,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct CellsArgs {
    /// The center of the circle, in map units
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true, requires = "within")]
    pub(crate) at: Option<DVec2>,
    /// The radius of the circle, in map units
    #[arg(long, value_name = "R", value_parser = length, allow_hyphen_values = true, requires = "at")]
    pub(crate) within: Option<f64>,
    /// A corner of the polygon; repeat it for each of three or more corners
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true,
          conflicts_with = "at")]
    pub(crate) corner: Vec<DVec2>,
    #[command(flatten)]
    pub(crate) floor: FloorArg,
    #[command(flatten)]
    pub(crate) on: QuestionArgs,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct RandomArgs {
    /// The number of points
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = point_count, allow_negative_numbers = true)]
    pub(crate) count: u32,
    /// The seed of the random numbers; the same seed gives the same points
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Draws only points near this point, in map units
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true,
          requires = "within", conflicts_with = "floor")]
    pub(crate) around: Option<Place>,
    /// The largest distance from that point, in map units
    #[arg(long, value_name = "R", value_parser = length, allow_hyphen_values = true, requires = "around")]
    pub(crate) within: Option<f64>,
    #[command(flatten)]
    pub(crate) floor: FloorArg,
    #[command(flatten)]
    pub(crate) on: QuestionArgs,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct DistancesArgs {
    /// A start, in map units; may be repeated
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Vec<Place>,
    /// A goal, in map units; may be repeated
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) to: Vec<Place>,
    /// A file with one point X,Y or X,Y@FLOOR a line: the starts if --from is not given, and the
    /// goals if --to is not given
    #[arg(long, value_name = "FILE")]
    pub(crate) points: Option<PathBuf>,
    /// Lists only the K nearest goals of each start
    #[arg(long, value_name = "K", value_parser = count, allow_negative_numbers = true)]
    pub(crate) nearest: Option<u64>,
    /// Prints the paths too
    #[arg(long, conflicts_with = "nearest")]
    pub(crate) paths: bool,
    #[command(flatten)]
    pub(crate) on: QuestionArgs,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct AnyArgs {
    /// The start, in map units
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Place,
    #[command(flatten)]
    pub(crate) goals: GoalsArgs,
    #[command(flatten)]
    pub(crate) on: QuestionArgs,
}

/// The goals: points, lines, or one area.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct GoalsArgs {
    /// A point as a goal; may be repeated
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) to: Vec<Place>,
    /// A line as a goal, such as a door; may be repeated
    #[arg(long, value_name = "X,Y,X,Y[@FLOOR]", value_parser = segment, allow_hyphen_values = true)]
    pub(crate) line: Vec<[Place; 2]>,
    /// A corner of an area as the goal; repeat it for each of three or more corners
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) corner: Vec<Place>,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct FieldArgs {
    /// A goal, in map units; may be repeated
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true, required = true)]
    pub(crate) to: Vec<Place>,
    /// A point to evaluate the field at; may be repeated. A bend of a thin wall is on both sides of it: use
    /// --paths instead of asking again there
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) at: Vec<Place>,
    /// Prints the path from each of these points too
    #[arg(long, requires = "at")]
    pub(crate) paths: bool,
    /// The largest distance from the goals to compute, in map units [default: unlimited]
    #[arg(long, value_name = "D", default_value_t = f64::INFINITY, hide_default_value = true, value_parser = length, allow_hyphen_values = true)]
    pub(crate) limit: f64,
    #[command(flatten)]
    pub(crate) on: QuestionArgs,
}

/// Parses the number of random points.
fn point_count(text: &str) -> Result<u32, String> {
    const MOST: u32 = 10_000_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
}

/// Parses a line `X,Y,X,Y` with an optional floor.
fn segment(text: &str) -> Result<[Place; 2], String> {
    let (ends, floor) =
        text.rsplit_once('@').map_or((text, None), |(ends, floor)| (ends, Some(floor)));
    let layer =
        floor.map(|floor| floor.trim().parse().map_err(|_| NO_FLOOR.to_owned())).transpose()?;
    let numbers: Result<Vec<f64>, _> = ends.split(',').map(|part| part.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[ax, ay, bx, by]) => {
            Ok([[ax, ay], [bx, by]].map(|end| Place { layer, ..Place::new(end) }))
        }
        _ => Err("expected a line as four numbers separated by commas, as in 0,2,0,5".to_owned()),
    }
}
