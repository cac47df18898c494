//! `tautline scen`: all queries of a scenario.

use std::path::PathBuf;

use clap::Args;

use super::{FinderArgs, TileArgs, count};

#[derive(Debug, Args)]
pub(crate) struct ScenArgs {
    /// The map: .map; a .mesh, .nav or outlines serve too, and then no map size is checked
    pub(crate) map: PathBuf,
    /// The queries: a MovingAI .scen file; tile (x, y) is the point (x + 0.5, y + 0.5)
    pub(crate) scen: PathBuf,
    #[command(flatten)]
    pub(crate) finder: FinderArgs,
    /// Answer every query N times, in shuffled order, and count the fastest
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count, allow_negative_numbers = true)]
    pub(crate) repeat: u64,
    /// Take only the first N queries
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Write every answer as a line of JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) paths: Option<PathBuf>,
    /// Compare the lengths with references; exit code 1 on any difference
    #[arg(long = "ref", value_name = "FILE", long_help = REFERENCE_HELP)]
    pub(crate) reference: Option<PathBuf>,
    /// Have every path checked by the independent checker; exit code 1 where it finds a defect
    #[arg(long)]
    pub(crate) verify: bool,
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
