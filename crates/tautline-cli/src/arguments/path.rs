//! `tautline path`: one query.

use std::path::PathBuf;

use clap::Args;
use tautline::{GoalPolicy, Place, StartPolicy};

use super::choices::{Choices, one_of};
use super::query::PictureArgs;
use super::{BuildingArgs, FinderArgs, GroundArgs, TileArgs, place, whole};

const STARTS: Choices<StartPolicy, 3> = [
    ("exact", StartPolicy::Exact, "Fail, and say why"),
    ("nearest", StartPolicy::Nearest, "Begin at the nearest ground"),
    (
        "nearest-reachable",
        StartPolicy::NearestReachable,
        "Begin at the nearest point that has a way to the goal",
    ),
];

const GOALS: Choices<GoalPolicy, 3> = [
    ("exact", GoalPolicy::Exact, "Fail, and say why"),
    ("nearest", GoalPolicy::Nearest, "Go to the nearest ground"),
    (
        "nearest-reachable",
        GoalPolicy::NearestReachable,
        "Go to the nearest point that can be reached",
    ),
];

#[derive(Debug, Args)]
pub(crate) struct PathArgs {
    /// A .geojson, .json, .map, .txt (rows of tiles), .png, .pgm, .tmx, .yaml (ROS), .mesh or .nav file
    pub(crate) file: PathBuf,
    /// Where the path begins, in map units, and on which floor [default: the lowest one with ground there]
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) from: Place,
    /// Where it should end
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = place, allow_hyphen_values = true)]
    pub(crate) to: Place,
    #[command(flatten)]
    pub(crate) finder: FinderArgs,
    /// What to do when the start is off the ground or has no way to the goal
    #[arg(long, default_value = "exact", value_parser = one_of(&STARTS))]
    pub(crate) start: StartPolicy,
    /// What to do when the goal is off the ground or out of reach
    #[arg(long, default_value = "exact", value_parser = one_of(&GOALS))]
    pub(crate) goal: GoalPolicy,
    /// How far an endpoint off the ground may be moved onto it, in map units [default: the rounding
    /// of a 32-bit float at the map's largest coordinate]
    #[arg(long, value_name = "D", allow_hyphen_values = true)]
    pub(crate) snap: Option<f64>,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    /// Have the path checked by the independent checker, and fail where it finds a defect
    #[arg(long)]
    pub(crate) verify: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// Draw how the path was searched into an SVG or PNG file: what the search has looked at is
    /// blue-grey, what was waiting yellow, the corners that it turned at are dots
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
    #[command(flatten)]
    pub(crate) building: BuildingArgs,
    #[command(flatten)]
    pub(crate) ground: GroundArgs,
}

/// What a search may spend.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct BudgetArgs {
    /// Give up after N expanded nodes, and say how long the path is at least
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) max_expanded: Option<u64>,
    /// Give up where no path costs C or less
    #[arg(long, value_name = "C", allow_hyphen_values = true)]
    pub(crate) max_cost: Option<f64>,
}
