//! Edits of a live map from random bytes, compared with fresh builds.

use navmesh_testkit::worlds::{queries_between, world_of_bytes};
use tautline::build::{LiveKey, OutlineEdit};
use tautline::{
    BuildOptions, DVec2, LiveMesh, LivePaths, MeshFinder, NavMeshBuilder, Outlines, Path,
};

/// Builds the walkable outlines of a world, and adds, moves and removes its other shapes by the bytes before a zero
/// byte: for points, and for agents with a radius.
pub(crate) fn check(bytes: &[u8]) {
    for share in [0.0, 0.02] {
        check_for(bytes, share);
    }
}

/// Checks edits for agents whose radius is a share of the size of the map.
fn check_for(bytes: &[u8], share: f64) {
    let split = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (commands, shapes) = bytes.split_at(split);
    let world = world_of_bytes(shapes.get(1..).unwrap_or_default());
    let Outlines { walkable, obstacles, walls, doors, .. } = world.outlines.clone();
    let ground = Outlines { walkable, ..Outlines::default() };
    let builder = NavMeshBuilder::from_outlines(ground);
    let Ok(bounds) = builder.build_mesh().map(|mesh| mesh.bounds()) else { return };
    let radius = (bounds.max - bounds.min).max_element() * share;
    let options = BuildOptions::default().agent_radius(radius);
    let Ok(mut map) = LiveMesh::new(builder.with_options(options)) else { return };
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

/// The first and the last waypoint of a path.
fn ends(path: &Path) -> [Option<DVec2>; 2] {
    [path.waypoints().first().copied(), path.waypoints().last().copied()]
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
            // An end off the mesh may have two nearest places.
            [Ok(own), Ok(other)] if ends(&own) != ends(&other) => {
                assert!(own.is_moved() && other.is_moved(), "{query:?}");
            }
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
    assert!(
        paths.replan(map, affected.keys(), u64::MAX).paths.iter().all(|asked| asked.saved >= 0.0)
    );
}

/// An end an ulp off the mesh moved to different places of both meshes.
#[test]
fn live_edits_that_failed_once_hold() {
    let one = [
        158, 152, 93, 83, 110, 44, 192, 169, 165, 0, 0, 21, 109, 7, 0, 64, 17, 128, 6, 32, 110, 90,
        69, 130, 0, 90, 204, 19, 37, 230,
    ];
    let other = [
        108, 32, 204, 84, 192, 22, 92, 146, 186, 200, 26, 228, 88, 248, 11, 134, 193, 147, 113,
        160, 0,
    ];
    check(&[&[18, 0], &one[..]].concat());
    check(&[&[2, 0], &other[..]].concat());
}
