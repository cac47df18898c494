//! Edits of a live map from random bytes, compared with fresh builds.

use navmesh_testkit::worlds::{queries_between, world_of_bytes};
use tautline::build::{LiveKey, OutlineEdit};
use tautline::{LiveMesh, LivePaths, MeshFinder, NavMeshBuilder, Outlines};

/// Builds the first half of the shapes of a world, and adds, moves and removes the others by the bytes after a
/// zero byte.
pub(crate) fn check(bytes: &[u8]) {
    let split = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (commands, shapes) = bytes.split_at(split);
    let world = world_of_bytes(shapes.get(1..).unwrap_or_default());
    let Outlines { walkable, obstacles, walls, doors, .. } = world.outlines.clone();
    let ground = Outlines { walkable, ..Outlines::default() };
    let Ok(mut map) = LiveMesh::new(NavMeshBuilder::from_outlines(ground)) else { return };
    let obstacles = obstacles.into_iter().map(OutlineEdit::AddObstacle);
    let walls = walls.into_iter().map(OutlineEdit::AddWall);
    let mut waiting: Vec<OutlineEdit> =
        obstacles.chain(walls).chain(doors.into_iter().map(OutlineEdit::AddDoor)).collect();
    let queries = queries_between(&world.points, 4, world.seed);
    let mut paths = LivePaths::of(&map);
    for query in &queries {
        if let Ok(path) = map.finder().find_path(query) {
            assert!(paths.add(&mut map, query, path).is_some());
        }
    }
    let mut keys: Vec<LiveKey> = Vec::new();
    for &command in commands {
        let before = map.revision();
        let place = usize::from(command >> 3);
        let done = match command % 8 {
            0 => map.undo().is_ok(),
            1 => map.redo().is_ok(),
            2 if !keys.is_empty() => map.remove(keys[place % keys.len()]).is_ok(),
            3 if !keys.is_empty() => {
                let by = world.points.get(place % world.points.len().max(1)).copied();
                map.move_by(keys[place % keys.len()], by.unwrap_or_default() * 0.25).is_ok()
            }
            _ => waiting.pop().is_some_and(|edit| match map.apply(&[edit]) {
                Ok(report) => {
                    keys.extend(&report.keys);
                    true
                }
                Err(_) => false,
            }),
        };
        assert!(done || map.revision() == before);
        if map.revision() != before {
            compare(&mut map, &mut paths, &queries);
        }
    }
}

fn compare(map: &mut LiveMesh, paths: &mut LivePaths, queries: &[tautline::PathQuery]) {
    map.mesh().assert_invariants();
    let fresh = MeshFinder::new(map.builder().build_mesh().unwrap());
    let finder = map.finder();
    let areas = [&finder, &fresh].map(|finder| finder.mesh().area());
    assert!((areas[0] - areas[1]).abs() <= 1e-12 * areas[1], "{areas:?}");
    assert_eq!(finder.mesh().component_count(), fresh.mesh().component_count());
    for query in queries {
        match [&finder, &fresh].map(|finder| finder.find_path(query)) {
            [Ok(own), Ok(other)] => {
                assert!(
                    (own.length() - other.length()).abs() <= 1e-12 * other.length(),
                    "{query:?}"
                );
            }
            [own, other] => assert_eq!(own.is_ok(), other.is_ok(), "{query:?}"),
        }
    }
    let affected = map.affected(paths).unwrap();
    let broken: Vec<_> = affected.broken.iter().map(|path| path.key).collect();
    for key in paths.paths().keys().collect::<Vec<_>>() {
        if let Some(path) = paths.paths().path(key) {
            assert!(path.still_valid(map.mesh()) || broken.contains(&key));
        }
    }
    assert!(paths.reask(map, affected.keys(), u64::MAX).all(|asked| asked.saved >= 0.0));
}
