//! Live paths: the time to find those that an edit breaks or may shorten, and those that are missed.

use std::time::Instant;

use navmesh_testkit::SplitMix64;
use tautline::{LiveMesh, LivePaths, PathQuery};

use super::quantiles;
use super::shapes::{Family, ground};

/// The figures of live paths. Times are in microseconds: median, 99th percentile and worst.
#[derive(Debug, Clone, Copy, Default)]
pub struct Affected {
    /// The paths.
    pub paths: usize,
    /// The time after an addition.
    pub breaks: [f64; 3],
    /// The time after a removal: breaks and possible gains.
    pub gains: [f64; 3],
    /// The broken paths of all additions.
    pub broken: usize,
    /// The possible gains of all removals.
    pub possible: usize,
    /// The trials: a path after an edit.
    pub trials: usize,
    /// The breaks that were missed or wrong, and the shorter paths that were not among the gains.
    pub missed: usize,
}

/// Watches paths while crates come and go.
///
/// # Errors
///
/// A sentence, where an edit fails.
pub fn watched(map: &mut LiveMesh, paths: usize, edits: usize) -> Result<Affected, String> {
    let mut random = SplitMix64::new(11);
    let mut live = LivePaths::of(map);
    while live.paths().len() < paths {
        let query =
            PathQuery::new(ground(map.mesh(), &mut random), ground(map.mesh(), &mut random));
        if let Ok(path) = map.finder().find_path(&query) {
            live.add(map, &query, path);
        }
    }
    let mut figures = Affected { paths, ..Affected::default() };
    let (mut breaks, mut gains) = (Vec::new(), Vec::new());
    let mut key = None;
    for _ in 0..edits {
        let removed = key.take();
        match removed {
            Some(key) => map.remove(key).map_err(|error| error.to_string())?,
            None => {
                let outline = Family::Crate.at(ground(map.mesh(), &mut random), &mut random);
                key = map.add_obstacle(outline).ok();
            }
        }
        let before: Vec<f64> =
            live.paths().keys().filter_map(|key| live.paths().cost(key)).collect();
        let begun = Instant::now();
        let affected = map.affected(&mut live).map_err(|error| error.to_string())?;
        let time = begun.elapsed().as_secs_f64() * 1e6;
        if removed.is_some() {
            gains.push(time)
        } else {
            breaks.push(time)
        }
        figures.broken += affected.broken.len();
        figures.possible += affected.gains.len();
        figures.missed += missed(map, &live, &affected, &before);
        figures.trials += before.len();
        live.replan(map, affected.keys(), u64::MAX);
    }
    figures.breaks = quantiles(&mut breaks);
    figures.gains = quantiles(&mut gains);
    Ok(figures)
}

/// Tests and asks for all paths, and counts those that were missed.
fn missed(
    map: &LiveMesh,
    live: &LivePaths,
    affected: &tautline::live::AffectedPaths,
    before: &[f64],
) -> usize {
    let finder = map.finder();
    let is_missed = |(key, &cost): (tautline::live::WatchKey, &f64)| {
        let Some((path, query)) = live.paths().path(key).zip(live.paths().query(key)) else {
            return false;
        };
        let is_broken = affected.broken.iter().any(|path| path.key == key);
        if is_broken != path.first_blocked_leg(map.mesh()).is_some() {
            return true;
        }
        let best = finder.find_path(query).map_or(f64::INFINITY, |path| path.cost());
        let most = affected.gains.iter().find(|gain| gain.key == key).map_or(0.0, |gain| gain.most);
        !is_broken && cost - best > most + 1e-12 * cost
    };
    live.paths().keys().zip(before).filter(|pair| is_missed(*pair)).count()
}
