//! The first query after an edit, on a map with weighted regions.

use std::time::Instant;

use navmesh_testkit::SplitMix64;
use tautline::{LiveMesh, MeshFinder, Path, PathQuery, Scratch};

use super::quantiles;
use super::shapes::{Family, ground};

/// The times of queries on weighted regions in milliseconds, each as median, 99th percentile and worst.
#[derive(Debug, Clone, Copy, Default)]
pub struct Costly {
    /// The first query after an edit.
    pub first: [f64; 3],
    /// The same query once more.
    pub again: [f64; 3],
    /// The first query of a new finder on the same mesh, the index of the exact search already made.
    pub fresh: [f64; 3],
}

/// Adds crates, and removes some of them. Asks for a path between random places after each edit.
///
/// # Errors
///
/// A sentence, where an edit is refused that should not be.
pub fn queries(map: &mut LiveMesh, edits: usize) -> Result<Costly, String> {
    let mut random = SplitMix64::new(17);
    let [mut first, mut again, mut fresh] = [const { Vec::new() }; 3];
    let mut keys = Vec::new();
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    // The first edit of a map takes over no arcs.
    for number in 0..=edits {
        if keys.len() > 20 || number % 3 == 2 {
            let key = keys.swap_remove(random.below(keys.len()));
            map.remove(key).map_err(|error| error.to_string())?;
        } else {
            let outline = Family::Crate.at(ground(map.mesh(), &mut random), &mut random);
            keys.extend(map.add_obstacle(outline));
        }
        let query =
            PathQuery::new(ground(map.mesh(), &mut random), ground(map.mesh(), &mut random));
        let finder = map.finder();
        let new = (number % 5 == 0).then(|| MeshFinder::new(map.mesh().clone()));
        let mut time = |finder: &MeshFinder| {
            let begun = Instant::now();
            // An unreachable goal is an answer too.
            let _answer = finder.find_path_into(&query, &mut scratch, &mut path);
            begun.elapsed().as_secs_f64() * 1e3
        };
        let times = [time(&finder), time(&finder)];
        if number > 0 {
            first.push(times[0]);
            again.push(times[1]);
        }
        fresh.extend(new.map(|new| time(&new)));
    }
    Ok(Costly {
        first: quantiles(&mut first),
        again: quantiles(&mut again),
        fresh: quantiles(&mut fresh),
    })
}
