//! The arguments of `tautline crowd`.

use std::path::PathBuf;

use clap::Args;

use super::query::PICTURES;
use super::{MapArgs, RestrictionArgs};

#[derive(Debug, Args)]
pub(crate) struct CrowdArgs {
    /// The agents: a JSON file
    #[arg(long, value_name = "FILE", long_help = AGENTS_HELP)]
    pub(crate) agents: PathBuf,
    /// The simulated time, in seconds
    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true)]
    pub(crate) seconds: f64,
    /// The length of a step, in seconds, from 1/1024 to 1
    #[arg(long, value_name = "S", default_value_t = 0.1, value_parser = step, allow_hyphen_values = true)]
    pub(crate) step: f64,
    /// The time that an agent takes for a link, in seconds; by default the link's cost at the agent's speed
    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true)]
    pub(crate) link_seconds: Option<f64>,
    /// Writes one JSON object a step: the time, for each agent its position and velocity, and who enters a link
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Draws the crowd as an animated SVG file
    #[arg(long, value_name = "FILE", help_heading = PICTURES)]
    pub(crate) svg: Option<PathBuf>,
    /// Draws six moments to a PNG file, with trails from red (slow) to blue (fast)
    #[arg(long, value_name = "FILE", help_heading = PICTURES)]
    pub(crate) png: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) map: MapArgs,
    #[command(flatten)]
    pub(crate) restrictions: RestrictionArgs,
}

const AGENTS_HELP: &str = r#"The agents: a JSON file such as

  {"agents": [{"id": "a", "at": [1, 2], "radius": 0.5, "speed": 1.5, "goal": [9, 2]}],
   "exits": [[20, 5], [20, 9]]}

`at` is required. An agent without a `goal` walks to the nearest exit and leaves the crowd there; without exits it stands.
`radius` (0.5), `speed` (1.5), `acceleration` and `turning_rate` (in radians a second; both not limited), `arrival` (the radius) and
`priority` (0) are optional. The mesh must keep the agents' radius from walls: build it with --radius."#;

/// Parses a time above 0.
fn seconds(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok();
    let number = number.filter(|number: &f64| *number > 0.0 && *number <= 1e6);
    number.ok_or_else(|| "must be a number of seconds above 0, at most 1000000".to_owned())
}

/// Parses the length of a step.
fn step(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok();
    let number = number.filter(|number: &f64| (1.0 / 1024.0..=1.0).contains(number));
    number.ok_or_else(|| "must be a number of seconds from 1/1024 to 1".to_owned())
}
