//! Live paths that are asked for again are those of new queries.

use navmesh_testkit::{SplitMix64, world, world_count};
use tautline::live::WatchKey;
use tautline::{Path, PathQuery};

use crate::live::affected::watched;
use crate::live::costs::{add_area, costly};
use crate::live::edits::Editor;

/// A path that was asked for again costs no more than that of a new query, and has its bits where the old one is not
/// cheaper.
#[test]
fn a_path_that_is_asked_for_again_is_that_of_a_new_query() {
    let [mut same, mut kept, mut waited] = [0; 3];
    for seed in 0..world_count(60) {
        let world = world(seed);
        let Some(mut map) = costly(&world, seed) else { continue };
        let mut paths = watched(&mut map, &world.queries(8));
        let (mut editor, mut rng) = (Editor::new(seed), SplitMix64::new(seed));
        let mut story = world.name.clone();
        for _ in 0..6 {
            let revision = map.revision();
            let done = match rng.below(2) {
                0 => add_area(&mut map, &mut rng),
                _ => format!("{:?}", editor.step(&mut map)),
            };
            story = format!("{story}\n  {done}");
            if map.revision() == revision {
                continue;
            }
            let affected = map.affected(&mut paths).unwrap();
            let before = |key: &WatchKey| paths.paths().cost(*key).unwrap();
            let known: Vec<f64> = affected.keys().iter().map(before).collect();
            let mut rest = affected.keys();
            while !rest.is_empty() {
                // A budget that is too small for one path must grow.
                rest = paths.replan(&map, rest, 1 << (6 + waited % 16)).unanswered;
                waited += 1;
            }
            let finder = map.finder();
            for (key, known) in affected.keys().into_iter().zip(known) {
                let query: &PathQuery = paths.paths().query(key).unwrap();
                let fresh = finder.find_path(query);
                let cost = fresh.as_ref().map_or(f64::INFINITY, Path::cost);
                let now = paths
                    .paths()
                    .path(key)
                    .filter(|_| paths.paths().cost(key).unwrap().is_finite());
                let story = || format!("{query:?}, known {known}: {story}");
                if known <= cost && now.is_some() {
                    assert_eq!(paths.paths().cost(key), Some(known), "{}", story());
                    kept += 1;
                } else {
                    assert_eq!(now, fresh.as_ref().ok(), "{}", story());
                    same += 1;
                }
            }
        }
    }
    assert!(same > 100 && kept > 100, "{same} {kept} {waited}");
}
