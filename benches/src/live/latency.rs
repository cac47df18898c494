//! The time of edits, of doors, and of the next query.

use std::time::Instant;

use navmesh_testkit::SplitMix64;
use tautline::build::OutlineKey;
use tautline::live::StepKind;
use tautline::{DVec2, Door, LiveMesh, Path, PathQuery, Scratch};

use super::quantiles;
use super::shapes::{Family, ground};

/// The times of a family in microseconds, each as median, 99th percentile and worst.
#[derive(Debug, Clone, Copy, Default)]
pub struct Latency {
    /// An addition.
    pub add: [f64; 3],
    /// A removal.
    pub remove: [f64; 3],
    /// The first query after an edit, from the place of the edit.
    pub query: [f64; 3],
    /// The share of edits that were made locally.
    pub local: f64,
}

fn microseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e6
}

/// Adds shapes of a family, at most `standing` at a time, and asks for a path after each edit.
///
/// # Errors
///
/// A sentence, where an edit is refused that should not be.
pub fn edits(
    map: &mut LiveMesh,
    family: Family,
    count: usize,
    standing: usize,
) -> Result<Latency, String> {
    let mut random = SplitMix64::new(count as u64);
    let mut keys: Vec<OutlineKey> = Vec::new();
    let [mut adds, mut removals, mut queries] = [const { Vec::new() }; 3];
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut local = 0_usize;
    for number in 0..2 * count {
        if keys.len() >= standing || number % 2 == 1 && !keys.is_empty() {
            let key = keys.swap_remove(random.below(keys.len()));
            let begun = Instant::now();
            map.remove(key).map_err(|error| error.to_string())?;
            removals.push(microseconds(begun));
        } else {
            let outline = family.at(ground(map.mesh(), &mut random), &mut random);
            let begun = Instant::now();
            let Ok(key) = map.add_obstacle(outline) else { continue };
            adds.push(microseconds(begun));
            keys.push(key);
        }
        local += usize::from(map.report().kind == StepKind::Patched);
        let query =
            PathQuery::new(ground(map.mesh(), &mut random), ground(map.mesh(), &mut random));
        let finder = map.finder();
        let begun = Instant::now();
        // An unreachable goal is an answer too.
        let _answer = finder.find_path_into(&query, &mut scratch, &mut path);
        queries.push(microseconds(begun));
    }
    for key in keys {
        map.remove(key).map_err(|error| error.to_string())?;
    }
    let edits = adds.len() + removals.len();
    Ok(Latency {
        add: quantiles(&mut adds),
        remove: quantiles(&mut removals),
        query: quantiles(&mut queries),
        local: local as f64 / edits.max(1) as f64,
    })
}

/// The times of toggles of doors in microseconds: median, 99th percentile and worst.
///
/// # Errors
///
/// A sentence, where the map refuses a door.
pub fn doors(map: &mut LiveMesh, count: usize) -> Result<[f64; 3], String> {
    let mut random = SplitMix64::new(3);
    for number in 0..64 {
        let from = ground(map.mesh(), &mut random);
        let door = Door::new([from, from + DVec2::new(4.0, 0.3)], number.to_string());
        map.add_door(door).map_err(|error| error.to_string())?;
    }
    let mut times = Vec::new();
    for number in 0..count {
        let name = random.below(64).to_string();
        let is_closed = map.is_door_closed(&name);
        let begun = Instant::now();
        let toggled = if is_closed { map.open_door(&name) } else { map.close_door(&name) };
        toggled.map_err(|error| error.to_string())?;
        // The first toggle copies the map.
        if number > 0 {
            times.push(microseconds(begun));
        }
    }
    Ok(quantiles(&mut times))
}
