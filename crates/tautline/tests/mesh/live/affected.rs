//! Live paths: those that break, and those that may become shorter.

use navmesh_testkit::worlds::{queries_between, world, world_count};
use tautline::live::WatchKey;
use tautline::{Door, LiveMesh, LivePaths, NavMeshBuilder, Outline, Path, PathQuery};

use super::edits::{Editor, live, yard};
use super::laws::same_ends;

/// Watches the paths of queries on a map, those without a path too.
pub(crate) fn watched(map: &mut LiveMesh, queries: &[PathQuery]) -> LivePaths {
    let mut paths = LivePaths::of(map);
    let finder = map.finder();
    for query in queries {
        match finder.find_path(query) {
            Ok(path) => assert!(paths.add(map, query, path).is_some()),
            Err(_) => _ = paths.add_missing(query),
        }
    }
    paths
}

/// Follows the last edit, and compares with all paths tested and asked for anew.
pub(crate) fn assert_follows(map: &mut LiveMesh, paths: &mut LivePaths, story: &str) {
    let keys: Vec<WatchKey> = paths.paths().keys().collect();
    let costs: Vec<f64> = keys.iter().filter_map(|&key| paths.paths().cost(key)).collect();
    let affected = map.affected(paths).unwrap();
    let finder = map.finder();
    let mesh = finder.current_mesh();
    for (&key, &cost) in keys.iter().zip(&costs) {
        let (path, query) = (paths.paths().path(key).unwrap(), paths.paths().query(key).unwrap());
        let broken = affected.broken.iter().find(|path| path.key == key);
        let blocked = path.first_blocked_leg(&mesh);
        assert_eq!(broken.map(|path| path.leg), blocked, "{query:?}: {story}");
        let Ok(best) = finder.find_path(query) else { continue };
        let gain = affected.gains.iter().find(|gain| gain.key == key);
        let saved = cost - best.cost();
        // A place off the mesh may have two nearest places, on two sides of a wall: those are two queries.
        let is_same = same_ends(path, &best) || !(path.is_moved() || best.is_moved());
        if is_same && broken.is_none() && saved > 1e-12 * best.cost() {
            let most = gain.map_or(0.0, |gain| gain.most);
            assert!(saved <= most * (1.0 + 1e-12), "missed {saved} of {most}, {query:?}: {story}");
        }
    }
    let order = affected.gains.windows(2).all(|two| two[0].most >= two[1].most);
    assert!(order, "{story}");
    for asked in paths.replan(map, affected.keys(), u64::MAX).paths {
        assert!(asked.saved >= 0.0, "{story}");
    }
    for key in keys {
        let query = paths.paths().query(key).unwrap();
        let cost = paths.paths().cost(key).unwrap();
        let best = match finder.find_path(query) {
            // An end off the mesh may have two nearest places, and ground may be freed under it.
            Ok(best) if paths.paths().path(key).is_some_and(|kept| !same_ends(kept, &best)) => {
                let kept_is_moved = paths.paths().path(key).is_some_and(Path::is_moved);
                assert!(kept_is_moved || best.is_moved(), "{query:?}: {story}");
                continue;
            }
            found => found.map_or(f64::INFINITY, |path| path.cost()),
        };
        assert!(cost == best || (cost - best).abs() <= 1e-12 * best, "{cost}, {best}: {story}");
    }
}

#[test]
fn no_break_and_no_shorter_path_is_missed() {
    for seed in 0..world_count(130) {
        let world = world(seed);
        let Some(mut map) = live(&world) else { continue };
        let mut paths = watched(&mut map, &queries_between(&world.points, 24, seed));
        let mut editor = Editor::new(seed);
        let mut story = world.name.clone();
        for _ in 0..5 {
            let revision = map.revision();
            let Some(step) = editor.step(&mut map) else { continue };
            if map.revision() == revision {
                continue; // nothing to undo
            }
            story = format!("{story}\n  {step}");
            assert_follows(&mut map, &mut paths, &story);
        }
    }
}

#[test]
fn doors_break_paths_and_open_shorter_ones() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    for (low, high) in [(0.0, 3.0), (4.0, 8.0), (9.0, 10.0)] {
        builder.add_obstacle(Outline::rect([9.0, low], [11.0, high]));
    }
    builder.add_door(Door::new([[10.0, 3.0], [10.0, 4.0]], "lower"));
    let mut map = LiveMesh::new(builder).unwrap();
    let queries =
        [[19.0, 1.0], [19.0, 9.0], [2.0, 9.0]].map(|goal| PathQuery::new([1.0, 1.0], goal));
    let mut paths = watched(&mut map, &queries);
    for _ in 0..2 {
        map.close_door("lower").unwrap();
        assert_follows(&mut map, &mut paths, "closed");
        map.open_door("lower").unwrap();
        assert_follows(&mut map, &mut paths, "open");
    }
    map.close_door("lower").unwrap();
    let affected = map.affected(&mut paths).unwrap();
    assert_eq!((affected.broken.len(), affected.gains.len()), (2, 0));
}

#[test]
fn a_budget_ends_the_asking_and_the_rest_can_be_asked_later() {
    let mut map = yard();
    let queries: Vec<PathQuery> = (0..8)
        .map(|i| PathQuery::new([1.0, 1.0 + f64::from(i)], [19.0, 19.0 - f64::from(i)]))
        .collect();
    let mut paths = watched(&mut map, &queries);
    let key = map.add_obstacle(Outline::rect([8.0, 6.0], [12.0, 14.0])).unwrap();
    let broken = map.affected(&mut paths).unwrap();
    assert!(broken.gains.is_empty());
    let asked = paths.replan(&map, broken.keys(), 1);
    assert_eq!(asked.paths.len() + asked.unanswered.len(), broken.broken.len());
    let count = asked.unanswered.len();
    assert_eq!(paths.replan(&map, asked.unanswered, u64::MAX).paths.len(), count);
    map.remove(key).unwrap();
    let affected = map.affected(&mut paths).unwrap();
    assert!(affected.broken.is_empty() && !affected.gains.is_empty());
    assert!(
        paths.replan(&map, affected.keys(), u64::MAX).paths.iter().any(|asked| asked.saved > 0.0)
    );
    assert_eq!(map.affected(&mut paths).unwrap(), Default::default());
}

#[test]
fn a_missed_report_is_an_error() {
    let mut map = yard();
    let mut paths = LivePaths::of(&map);
    for at in [1.0, 17.0] {
        map.add_obstacle(Outline::rect([at, 1.0], [at + 1.0, 2.0])).unwrap();
    }
    let error = map.affected(&mut paths).unwrap_err();
    assert_eq!((error.followed, error.last), (0, 2));
}
