//! The page of the race on tile maps.

use crate::report::{self, Race};
use crate::setting::Setting;

/// Geometric means over all maps that have structure, and over those that are noise.
#[must_use]
pub fn summary(quick: &[Race], thorough: &[Race]) -> String {
    let mut text = String::new();
    for (races, what) in [(quick, "many queries"), (thorough, "a sample")] {
        for (is_noise, kind) in [(false, "Structured maps"), (true, "Random maps")] {
            let of_kind = |race: &&Race| race.map.starts_with("random/") == is_noise;
            let races: Vec<Race> = races.iter().filter(of_kind).cloned().collect();
            if !races.is_empty() {
                text += &format!("## {kind}, {what}\n\n{}\n", report::summary(&races));
            }
        }
    }
    text
}

/// The whole page, with the file of its picture.
#[must_use]
pub fn page(
    [quick, thorough]: [&[Race]; 2],
    [rules, edits]: [&str; 2],
    setting: &Setting,
    picture: &str,
) -> String {
    let Setting { command, machine, flags, commit, date } = setting;
    let sections =
        |races: &[Race]| races.iter().map(Race::section).collect::<Vec<String>>().join("\n");
    format!(
        "# Grid searches and rivals, on the same queries\n\n\
         `{command}`\n\n\
         - machine: {machine}\n- compiler: {flags}\n- commit: {commit}\n- date: {date}\n\n\
         One process; whole passes that take turns, each in a shuffled order; a query's time is the \
         least of its passes and holds all of the answer: endpoints, search, waypoints and tiles. \
         Eight neighbours, steps of 1 and √2, no corner cut; `grid_pathfinding` cuts corners, which is \
         an easier question, and its lengths are too short by that. Its answer are jump points, \
         that of `pathfinding` all tiles. A length is optimal within 1e-3 of what the scenario file \
         says. Ratios are to the first row. Prepared: from the map to the first query.\n\n\
         ![mean and 99th percentile per map]({picture})\n\n\
         {}\n# Other rules\n\nA few queries a map; costs are held against those of `pathfinding`, so that its own are \
         right by definition. Ours chooses by itself: jump points, and A* where tiles cost differently.\n\n\
         {rules}\n# Edits\n\n{edits}\n# Many queries\n\n{}\n# A sample\n\n{}",
        summary(quick, thorough),
        sections(quick),
        sections(thorough),
    )
}
