//! The arguments of `tautline scen`.

use std::path::PathBuf;

use clap::Args;

use super::{FinderArgs, MapArgs, count};

#[derive(Debug, Args)]
pub(crate) struct ScenArgs {
    /// The MovingAI .scen file; its tile (x, y) is the point (x + 0.5, y + 0.5)
    #[arg(index = 2)]
    pub(crate) scen: PathBuf,
    /// Runs every query N times in shuffled order, and reports the fastest run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count, allow_negative_numbers = true)]
    pub(crate) repeat: u64,
    /// Runs only the first N queries
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Writes one JSON object a query to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) paths: Option<PathBuf>,
    /// Compares the lengths with reference lengths; exit code 1 on any difference
    #[arg(long = "ref", value_name = "FILE", long_help = REFERENCE_HELP)]
    pub(crate) reference: Option<PathBuf>,
    /// Verifies every path with an independent checker; exit code 1 on any defect
    #[arg(long)]
    pub(crate) verify: bool,
    #[command(flatten)]
    pub(crate) map: MapArgs,
    #[command(flatten)]
    pub(crate) finder: FinderArgs,
}

const REFERENCE_HELP: &str = "Compares the lengths with reference lengths; exit code 1 on any difference.

FILE is a .ref.csv (`i,length`, no header, i from 0: the any-angle optimum of each query) or, with \
--backend grid, a .scen. A query without a path is always a difference. Other differences are:
  navmesh, optimal search: a length that differs from the reference by more than 1e-9 of it;
  navmesh, corridor search: a length below the reference by more than 1e-9 of it;
  grid: a length that differs from the scenario's by more than 0.0001 of it plus half a unit of the \
last decimal that the scenario prints (at least 0.001), or, with a .ref.csv, a length below the \
reference by more than 1e-9 of it.
`max_rel_error` is the largest relative difference from the reference (grid: from the scenario).";
