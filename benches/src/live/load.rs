//! Queries on one thread while another one edits.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use navmesh_testkit::SplitMix64;
use tautline::{LiveMesh, MeshFinder, Path, PathQuery, Scratch};

use super::shapes::{Family, ground};

/// The rates of a mixed load.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// Queries a second on a still map.
    pub still: f64,
    /// Queries a second while the other thread edits.
    pub mixed: f64,
    /// Edits a second that the other thread reached.
    pub edits: f64,
}

/// The number of times that a still map and a changing one take turns. A slow phase of the machine then slows both, and
/// both have the same index after earlier edits.
const TURNS: u32 = 10;

/// Asks for paths for a time, alone and beside a writer that makes `rate` edits a second, in turns.
#[must_use]
pub fn mixed(map: &mut LiveMesh, seconds: f64, rate: f64) -> Load {
    let mut random = SplitMix64::new(9);
    let queries: Vec<PathQuery> = (0..512)
        .map(|_| PathQuery::new(ground(map.mesh(), &mut random), ground(map.mesh(), &mut random)))
        .collect();
    let published = Mutex::new(map.finder());
    let turn = seconds / f64::from(TURNS);
    let mut load = Load { still: 0.0, mixed: 0.0, edits: 0.0 };
    for _ in 0..TURNS {
        load.still += asked(&published, &queries, turn) / f64::from(TURNS);
        let ends = AtomicBool::new(false);
        thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let rate = asked(&published, &queries, turn);
                ends.store(true, Ordering::Release);
                rate
            });
            load.edits += edited(map, &published, &ends, rate, &mut random) / f64::from(TURNS);
            load.mixed += reader.join().unwrap_or(0.0) / f64::from(TURNS);
        });
    }
    load
}

/// Returns the queries a second.
fn asked(published: &Mutex<MeshFinder>, queries: &[PathQuery], seconds: f64) -> f64 {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (begun, mut count) = (Instant::now(), 0_usize);
    while begun.elapsed().as_secs_f64() < seconds {
        // A reader takes the newest version for each query.
        let Ok(finder) = published.lock().map(|finder| finder.clone()) else { break };
        let _answer =
            finder.find_path_into(&queries[count % queries.len()], &mut scratch, &mut path);
        count += 1;
    }
    count as f64 / begun.elapsed().as_secs_f64()
}

/// Adds and removes crates at a rate until the flag is set, then removes all. Returns the edits a second.
fn edited(
    map: &mut LiveMesh,
    published: &Mutex<MeshFinder>,
    ends: &AtomicBool,
    rate: f64,
    random: &mut SplitMix64,
) -> f64 {
    let (begun, mut count) = (Instant::now(), 0_u32);
    let mut keys = Vec::new();
    while !ends.load(Ordering::Acquire) {
        if keys.len() < 50 {
            let outline = Family::Crate.at(ground(map.mesh(), random), random);
            keys.extend(map.add_obstacle(outline));
        } else {
            let _removed = map.remove(keys.swap_remove(random.below(keys.len())));
        }
        count += 1;
        publish(map, published);
        let due = begun + Duration::from_secs_f64(f64::from(count) / rate);
        thread::sleep(due.saturating_duration_since(Instant::now()));
    }
    let rate = f64::from(count) / begun.elapsed().as_secs_f64();
    for key in keys {
        let _removed = map.remove(key);
    }
    publish(map, published);
    rate
}

fn publish(map: &LiveMesh, published: &Mutex<MeshFinder>) {
    if let Ok(mut newest) = published.lock() {
        *newest = map.finder();
    }
}
