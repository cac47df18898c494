//! The arguments of `tautline path`.

use std::path::PathBuf;

use clap::Args;
use tautline::{GoalPolicy, Place, StartPolicy};

use super::choices::one_of;
use super::finder::SEARCH;
use super::query::{PICTURES, PictureArgs};
use super::{
    FinderArgs, MapArgs, RestrictionArgs, direction, length, numbers, place, share, whole,
};

const STARTS: [(StartPolicy, &str); 3] = [
    (StartPolicy::Exact, "Fail with a reason"),
    (StartPolicy::Nearest, "Start at the nearest point of the mesh"),
    (StartPolicy::NearestReachable, "Start at the nearest point that is connected with the goal"),
];

const GOALS: [(GoalPolicy, &str); 3] = [
    (GoalPolicy::Exact, "Fail with a reason"),
    (GoalPolicy::Nearest, "End at the nearest point of the mesh"),
    (GoalPolicy::NearestReachable, "End at the nearest reachable point"),
];

/// The start or the goal of a path.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PathEnd {
    /// A point of the plan, perhaps with its floor.
    Plan(Place),
    /// A point of the plan and a height.
    Space([f64; 3]),
}

/// Parses a place, or a point with a height, `X,Y,HEIGHT`.
fn path_end(text: &str) -> Result<PathEnd, String> {
    match numbers(text) {
        Ok(point) => Ok(PathEnd::Space(point)),
        Err(_) => place(text).map(PathEnd::Plan),
    }
}

#[derive(Debug, Args)]
pub(crate) struct PathArgs {
    /// The start, in map units [default floor: the lowest one that is walkable there]; on a baked level also X,Y,HEIGHT
    /// for the floor nearest to a height
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = path_end, allow_hyphen_values = true)]
    pub(crate) from: PathEnd,
    /// The goal, likewise
    #[arg(long, value_name = "X,Y[@FLOOR]", value_parser = path_end, allow_hyphen_values = true)]
    pub(crate) to: PathEnd,
    /// The policy for a start that is off the mesh or not connected with the goal
    #[arg(long, default_value = "exact", value_parser = one_of(&STARTS))]
    pub(crate) start: StartPolicy,
    /// The policy for a goal that is off the mesh or unreachable
    #[arg(long, default_value = "exact", value_parser = one_of(&GOALS))]
    pub(crate) goal: GoalPolicy,
    /// The largest distance to move an endpoint onto the mesh, in map units; 0 moves none [default: 1/16 of
    /// the radius, and at least 1/65536 of the longer side of the map]
    #[arg(long, value_name = "D", value_parser = length, allow_hyphen_values = true)]
    pub(crate) snap: Option<f64>,
    /// Verifies the path with an independent checker, and fails if it finds a defect
    #[arg(long)]
    pub(crate) verify: bool,
    /// Finds the shortest path along the surface of a baked level, up hill and down, instead of that in the plan
    #[arg(long)]
    pub(crate) on_surface: bool,
    /// Also reports the path of an agent with a radius as a curve: straight segments, and circular arcs around corners
    #[arg(long)]
    pub(crate) arcs: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// Draws the surface of a baked level as seen from this direction [default: from above]
    #[arg(long, value_name = "X,Y,Z", value_parser = direction, allow_hyphen_values = true)]
    pub(crate) seen_from: Option<[f64; 3]>,
    /// Draws the search to an SVG or PNG file: expanded nodes blue-grey, open nodes yellow, turning
    /// points as dots
    #[arg(long, value_name = "FILE", help_heading = PICTURES)]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) map: MapArgs,
    #[command(flatten)]
    pub(crate) restrictions: RestrictionArgs,
    #[command(flatten)]
    pub(crate) finder: FinderArgs,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

/// The budget of a search.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = SEARCH)]
pub(crate) struct BudgetArgs {
    /// The gap that the path may leave on a mesh: no path costs less than the answer by more than this share of its
    /// cost [default: 0 where all cells cost 1, else 0.01]
    #[arg(long, value_name = "SHARE", value_parser = share, allow_hyphen_values = true)]
    pub(crate) gap: Option<f64>,
    /// Stops after N expanded nodes, and reports a lower bound of the path's cost
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) max_expanded: Option<u64>,
    /// Stops when every path is proved to cost more than C
    #[arg(long, value_name = "C", value_parser = length, allow_hyphen_values = true)]
    pub(crate) max_cost: Option<f64>,
}
