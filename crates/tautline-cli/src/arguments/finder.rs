//! What searches: a mesh or tiles, how, and by which rules.

use clap::{Args, ValueEnum};
use tautline::grid::{Replacement, Shortcut, Smoothing};
use tautline::{CornerRule, GridOptions, GridSearch, Neighborhood, Search};

use super::choices::{Choices, one_of};
use crate::failure::Failure;

const SEARCHES: Choices<Search, 3> = [
    (
        "auto",
        Search::Auto,
        "The best that the map allows: the optimum where all ground costs the same, else a corridor",
    ),
    ("optimal", Search::Optimal, "The shortest path of all"),
    (
        "corridor",
        Search::Corridor,
        "Search cells by the midpoints of their edges, then pull the path tight: near the optimum",
    ),
];

const NEIGHBORS: Choices<Neighborhood, 2> = [
    ("4", Neighborhood::Four, "Those that share a side"),
    ("8", Neighborhood::Eight, "Those that share a side or a corner"),
];

const CORNERS: Choices<CornerRule, 3> = [
    ("never", CornerRule::Never, "Both tiles beside it must be free"),
    ("one-free", CornerRule::OneFree, "One of the two must be free"),
    ("always", CornerRule::Always, "Even between two blocked tiles"),
];

const ENGINES: Choices<GridSearch, 4> = [
    ("auto", GridSearch::Auto, "Jump points where the rules allow them, else A*"),
    ("a-star", GridSearch::AStar, "A* over tiles: for all rules and costs"),
    ("jump-points", GridSearch::JumpPoints, "Jump points, without preparation"),
    ("jump-tables", GridSearch::JumpTables, "Jump points with tables, made before the first query"),
];

const REPLACEMENTS: Choices<Replacement, 3> = [
    ("nearest", Replacement::Nearest, "The reachable tile nearest to it"),
    ("ring", Replacement::Ring, "A free tile of the first ring around it that has one"),
    ("huge-cost", Replacement::HugeCost, "As far towards it as the map allows"),
];

const SMOOTHINGS: Choices<Smoothing, 3> = [
    ("none", Smoothing::None, "The path steps from tile to tile"),
    ("one-pass", Smoothing::OnePass, "Each bend is looked at once"),
    ("fixed-point", Smoothing::FixedPoint, "Until no bend can be dropped"),
];

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FinderArgs {
    /// What is searched: the mesh (of a tile map: that of its free region), or the tiles of a tile map
    #[arg(long, value_enum, default_value_t = Backend::Navmesh)]
    pub(crate) backend: Backend,
    /// How it is searched; the tiles have one search, and take every name for it
    #[arg(long, default_value = "auto", value_parser = one_of(&SEARCHES))]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
}

/// Above the options of tiles in the help.
const TILES: &str = "With --backend grid";

/// How tiles are walked.
#[derive(Debug, Clone, Copy, PartialEq, Args)]
pub(crate) struct WalkArgs {
    /// Which tiles are next to a tile [default: 8]
    #[arg(long, help_heading = TILES, value_parser = one_of(&NEIGHBORS))]
    pub(crate) neighbors: Option<Neighborhood>,
    /// When a step to a corner is legal [default: never]
    #[arg(long, help_heading = TILES, value_parser = one_of(&CORNERS))]
    pub(crate) corners: Option<CornerRule>,
    /// Which search finds the way [default: auto]
    #[arg(long, help_heading = TILES, value_parser = one_of(&ENGINES))]
    pub(crate) engine: Option<GridSearch>,
    /// Where to go instead of a goal that cannot be had, with --goal nearest-reachable [default: nearest]
    #[arg(long, help_heading = TILES, value_parser = one_of(&REPLACEMENTS))]
    pub(crate) replace: Option<Replacement>,
    /// How much the path is straightened, bends dropped whose neighbours see each other [default: none]
    #[arg(long, help_heading = TILES, value_parser = one_of(&SMOOTHINGS))]
    pub(crate) smooth: Option<Smoothing>,
    /// Answer with the straight line where the start sees the goal
    #[arg(long, help_heading = TILES)]
    pub(crate) shortcut: bool,
}

impl WalkArgs {
    /// Refuses rules of tiles where a mesh is searched.
    pub(crate) fn check(&self, backend: Backend) -> Result<(), Failure> {
        match (backend, self.given().next()) {
            (Backend::Navmesh, Some(option)) => Err(Failure::unusable_arguments(format!(
                "{option} says how tiles are walked, and here a mesh is: add --backend grid"
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses rules that a question of tiles asks nothing of.
    pub(crate) fn check_heeded(&self, question: &str, heeded: &[&str]) -> Result<(), Failure> {
        let Some(idle) = self.given().find(|option| !heeded.contains(option)) else {
            return Ok(());
        };
        Err(Failure::unusable_arguments(format!(
            "{idle} changes nothing of `{question}`: of the rules of tiles it asks {}",
            heeded.join(" and ")
        )))
    }

    /// Those of these options that were given.
    fn given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("--neighbors", self.neighbors.is_some()),
            ("--corners", self.corners.is_some()),
            ("--engine", self.engine.is_some()),
            ("--replace", self.replace.is_some()),
            ("--smooth", self.smooth.is_some()),
            ("--shortcut", self.shortcut),
        ];
        given.into_iter().filter(|&(_, is_given)| is_given).map(|(option, _)| option)
    }

    /// The rules that they ask for.
    pub(crate) fn options(&self) -> GridOptions {
        GridOptions::default()
            .neighborhood(self.neighbors.unwrap_or_default())
            .corners(self.corners.unwrap_or_default())
            .engine(self.engine.unwrap_or_default())
            .replacement(self.replace.unwrap_or_default())
            .smoothing(self.smooth.unwrap_or_default())
            .shortcut(if self.shortcut { Shortcut::InSight } else { Shortcut::Never })
    }
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
