//! Options of the search: backend, algorithm, movement rules on tiles.

use clap::{Arg, Args, ValueEnum};
use tautline::grid::{GridHeuristic, PathEnds, Replacement, Shortcut, Smoothing};
use tautline::{CornerRule, GoalPolicy, GridOptions, GridSearch, Neighborhood, Search};

use super::choices::one_of;
use super::length;
use crate::failure::Failure;

const SEARCHES: [(Search, &str); 3] = [
    (
        Search::Auto,
        "The shortest path if all cells cost 1, else a near-optimal one with a proved bound",
    ),
    (Search::Optimal, "The shortest path, by the exact any-angle search"),
    (
        Search::Corridor,
        "A* over cells by edge midpoints, then string pulling: close to the shortest path",
    ),
];

const NEIGHBORS: [(Neighborhood, &str); 2] = [
    (Neighborhood::Four, "Tiles that share a side"),
    (Neighborhood::Eight, "Tiles that share a side or a corner"),
];

const CORNERS: [(CornerRule, &str); 3] = [
    (CornerRule::Never, "Only if both tiles beside the step are free"),
    (CornerRule::OneFree, "Only if at least one of them is free"),
    (CornerRule::Always, "Always, even between two blocked tiles"),
];

const ENGINES: [(GridSearch, &str); 4] = [
    (GridSearch::Auto, "Jump point search if the rules allow it, else A*"),
    (GridSearch::AStar, "A* over tiles, for all rules and costs"),
    (GridSearch::JumpPoints, "Jump point search without precomputation"),
    (GridSearch::JumpTables, "Jump point search with tables computed before the first query"),
];

const HEURISTICS: [(GridHeuristic, &str); 4] = [
    (GridHeuristic::Zero, "None: the search is Dijkstra's"),
    (GridHeuristic::Manhattan, "Straight steps only"),
    (GridHeuristic::Euclidean, "The straight line"),
    (GridHeuristic::Octile, "Diagonal steps, then straight ones"),
];

const REPLACEMENTS: [(Replacement, &str); 3] = [
    (Replacement::Nearest, "The reachable tile nearest to the goal"),
    (Replacement::Ring, "A free tile of the first ring around the goal that has one"),
    (
        Replacement::HugeCost,
        "The path whose illegal steps are the shortest, up to the first of them",
    ),
];

const ENDS: [(PathEnds, &str); 2] = [
    (PathEnds::TileCenters, "The centers of the end tiles"),
    (PathEnds::Points, "The given points"),
];

const SMOOTHINGS: [(Smoothing, &str); 3] = [
    (Smoothing::None, "Keep every step from tile to tile"),
    (Smoothing::OnePass, "Check each bend once"),
    (Smoothing::FixedPoint, "Repeat until no bend can be removed"),
];

/// The help heading of the options of the search.
pub(super) const SEARCH: &str = "Searching";

#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = SEARCH)]
pub(crate) struct FinderArgs {
    /// Searches the mesh (for a tile map, the mesh of its free region) or the tiles of a tile map
    #[arg(long, value_enum, default_value_t = Backend::Navmesh)]
    pub(crate) backend: Backend,
    /// The search on a mesh; ignored on tiles, which use --engine
    #[arg(long, default_value = "auto", value_parser = one_of(&SEARCHES))]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
}

/// The help heading of the options for tiles.
const TILES: &str = "With --backend grid";

/// Hides an option that applies to tiles alone. For queries that only a mesh answers.
pub(super) fn hidden_if_for_tiles(option: Arg) -> Arg {
    let is_for_tiles = option.get_help_heading() == Some(TILES) || option.get_id() == "backend";
    option.hide(is_for_tiles)
}

/// Movement rules and search options on tiles.
#[derive(Debug, Clone, Copy, PartialEq, Args)]
pub(crate) struct WalkArgs {
    /// The neighbors of a tile [default: 8]
    #[arg(long, help_heading = TILES, value_parser = one_of(&NEIGHBORS))]
    pub(crate) neighbors: Option<Neighborhood>,
    /// When a diagonal step past a blocked tile is allowed [default: never]
    #[arg(long, help_heading = TILES, value_parser = one_of(&CORNERS))]
    pub(crate) corners: Option<CornerRule>,
    /// The search algorithm [default: auto]
    #[arg(long, help_heading = TILES, value_parser = one_of(&ENGINES))]
    pub(crate) engine: Option<GridSearch>,
    /// The estimate of the cost to the goal [default: octile]
    #[arg(long, help_heading = TILES, value_parser = one_of(&HEURISTICS))]
    pub(crate) heuristic: Option<GridHeuristic>,
    /// The factor of the heuristic; above 1 the search is faster, and its path may not be the cheapest [default: 1]
    #[arg(long, value_name = "F", help_heading = TILES, value_parser = length, allow_hyphen_values = true)]
    pub(crate) heuristic_scale: Option<f64>,
    /// The cost of a step to a side, in tile sizes [default: 1]
    #[arg(long, value_name = "C", help_heading = TILES, value_parser = length, allow_hyphen_values = true)]
    pub(crate) straight_cost: Option<f64>,
    /// The cost of a step to a corner, in tile sizes [default: the square root of 2]
    #[arg(long, value_name = "C", help_heading = TILES, value_parser = length, allow_hyphen_values = true)]
    pub(crate) diagonal_cost: Option<f64>,
    /// The replacement of an unreachable goal, with --goal nearest-reachable [default: nearest]
    #[arg(long, help_heading = TILES, value_parser = one_of(&REPLACEMENTS))]
    pub(crate) replace: Option<Replacement>,
    /// Removes bends whose neighbors see each other [default: none]
    #[arg(long, help_heading = TILES, value_parser = one_of(&SMOOTHINGS))]
    pub(crate) smooth: Option<Smoothing>,
    /// The ends of the path [default: centers]
    #[arg(long, help_heading = TILES, value_parser = one_of(&ENDS))]
    pub(crate) ends: Option<PathEnds>,
    /// Returns the straight line if the start sees the goal
    #[arg(long, help_heading = TILES)]
    pub(crate) shortcut: bool,
}

impl WalkArgs {
    /// Returns an error if an option for tiles is given for a mesh.
    pub(crate) fn check(&self, backend: Backend) -> Result<(), Failure> {
        match (backend, self.given().next()) {
            (Backend::Navmesh, Some(option)) => Err(Failure::unusable_arguments(format!(
                "{option} applies to tiles: add --backend grid"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns an error if an option is given that a query on tiles does not use.
    pub(crate) fn check_used(&self, query: &str, used: &[&str]) -> Result<(), Failure> {
        let Some(unused) = self.given().find(|option| !used.contains(option)) else {
            return Ok(());
        };
        Err(Failure::unusable_arguments(format!(
            "{unused} does not apply to `{query}`, which uses only {}",
            used.join(" and ")
        )))
    }

    /// The names of the options that were given.
    fn given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("--neighbors", self.neighbors.is_some()),
            ("--corners", self.corners.is_some()),
            ("--engine", self.engine.is_some()),
            ("--heuristic", self.heuristic.is_some()),
            ("--heuristic-scale", self.heuristic_scale.is_some()),
            ("--straight-cost", self.straight_cost.is_some()),
            ("--diagonal-cost", self.diagonal_cost.is_some()),
            ("--replace", self.replace.is_some()),
            ("--smooth", self.smooth.is_some()),
            ("--ends", self.ends.is_some()),
            ("--shortcut", self.shortcut),
        ];
        given.into_iter().filter(|&(_, is_given)| is_given).map(|(option, _)| option)
    }

    /// Returns an error if a replacement is given for a goal that is not replaced.
    pub(crate) fn check_replacement(&self, goal: GoalPolicy) -> Result<(), Failure> {
        if self.replace.is_none() || goal == GoalPolicy::NearestReachable {
            return Ok(());
        }
        let message = "--replace chooses the tile for --goal nearest-reachable: add that, or leave --replace out";
        Err(Failure::unusable_arguments(message))
    }

    /// Returns the options of the grid finder.
    pub(crate) fn options(&self) -> GridOptions {
        let plain = GridOptions::default();
        plain
            .heuristic(self.heuristic.unwrap_or_default())
            .heuristic_scale(self.heuristic_scale.unwrap_or(plain.heuristic_scale))
            .straight(self.straight_cost.unwrap_or(plain.straight))
            .diagonal(self.diagonal_cost.unwrap_or(plain.diagonal))
            .neighborhood(self.neighbors.unwrap_or_default())
            .corners(self.corners.unwrap_or_default())
            .engine(self.engine.unwrap_or_default())
            .replacement(self.replace.unwrap_or_default())
            .smoothing(self.smooth.unwrap_or_default())
            .ends(self.ends.unwrap_or_default())
            .shortcut(if self.shortcut { Shortcut::InSight } else { Shortcut::Never })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    Navmesh,
    Grid,
}

impl Backend {
    /// The value of `--backend`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Navmesh => "navmesh",
            Self::Grid => "grid",
        }
    }
}
