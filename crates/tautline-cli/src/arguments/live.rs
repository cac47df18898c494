//! The arguments of `tautline live`.

use std::path::PathBuf;

use clap::Args;

use super::query::PictureArgs;
use super::{MapArgs, count};

#[derive(Debug, Args)]
#[command(after_help = LINES)]
pub(crate) struct LiveArgs {
    /// The edits and queries, one JSON object a line
    #[arg(long, value_name = "EDITS.jsonl")]
    pub(crate) script: PathBuf,
    /// Compares the map with a fresh build of its outlines after every N-th line and the last; exit code 1 on any difference
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) verify: Option<u64>,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

const LINES: &str = r#"Lines of the script:
  {"add":{"id":"c1","kind":"obstacle","ring":[[4,2],[5,2],[5,3],[4,3]]}}
  {"add":{"id":"w1","kind":"wall","line":[[0,5],[4,5]]}}
  {"move":{"id":"c1","by":[2,0]}}     {"remove":"c1"}
  {"close":"gate"}   {"open":"gate"}   {"undo":1}   {"redo":1}
  {"path":{"from":[1,1],"to":[9,1]}}
Kinds and properties (name, cost, one_way) are those of GeoJSON features. An id is that of an earlier line, or the
name of a feature of the map. With --json there is one object a line, and a summary at last."#;
