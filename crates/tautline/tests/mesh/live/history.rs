//! Undo and redo, and ids that stay.

use std::collections::BTreeMap;

use navmesh_testkit::worlds::{world, world_count};
use tautline::live::StepKind;
use tautline::mesh::CellId;
use tautline::{DVec2, LiveMesh, Outline};

use super::edits::{Editor, live, yard};

/// The corners of each cell, by id.
fn cells(map: &LiveMesh) -> BTreeMap<CellId, Vec<[u64; 2]>> {
    let bits = |corner: DVec2| corner.to_array().map(f64::to_bits);
    let mesh = map.mesh();
    mesh.cell_ids().map(|id| (id, mesh.corners(id.slot).map(bits).collect())).collect()
}

#[test]
fn undo_restores_ids_and_corners_and_redo_repeats_the_step() {
    for seed in 0..world_count(65) {
        let world = world(seed);
        let Some(mut map) = live(&world) else { continue };
        let mut editor = Editor::new(seed);
        let before = cells(&map);
        // No more than two steps, so that ids return even if both are rebuilds.
        editor.step(&mut map);
        editor.step(&mut map);
        let last = cells(&map);
        let mut undone = 0;
        while map.undo().unwrap() {
            undone += 1;
        }
        assert_eq!(cells(&map), before, "{}", world.name);
        for _ in 0..undone {
            assert!(map.redo().unwrap());
        }
        let shapes = |cells: &BTreeMap<CellId, Vec<[u64; 2]>>| {
            let mut shapes: Vec<_> = cells.values().cloned().collect();
            shapes.sort_unstable();
            shapes
        };
        assert_eq!(shapes(&cells(&map)), shapes(&last), "{}", world.name);
    }
}

#[test]
fn cells_that_an_edit_does_not_touch_keep_their_ids_and_corners() {
    for seed in 0..world_count(65) {
        let world = world(seed);
        let Some(mut map) = live(&world) else { continue };
        let mut editor = Editor::new(seed);
        for _ in 0..4 {
            let (before, number) = (cells(&map), map.revision());
            let is_done = editor.step(&mut map).is_some() && map.revision() != number;
            if !is_done || map.report().kind != StepKind::Patched {
                continue; // refused, or nothing to undo
            }
            let (report, after) = (map.report().clone(), cells(&map));
            let is_gone = |id: &CellId| report.removed.contains(id);
            for (id, corners) in before.iter().filter(|(id, _)| !is_gone(id)) {
                assert_eq!(after.get(id), Some(corners), "{}", world.name);
            }
            let kept = before.keys().filter(|id| !is_gone(id)).count();
            assert_eq!(after.len(), kept + report.added.len(), "{}", world.name);
        }
    }
}

#[test]
fn a_key_stays_valid_over_undo_and_redo() {
    let mut map = yard();
    let key = map.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0])).unwrap();
    map.remove(key).unwrap();
    assert!(map.shape(key).is_none());
    assert!(map.undo().unwrap());
    assert!(map.shape(key).is_some());
    map.move_by(key, [1.0, 0.0]).unwrap();
    assert!(map.mesh().locate([2.5, 1.5]).is_none() && map.mesh().locate([1.5, 1.5]).is_some());
    assert!(map.undo().unwrap() && map.undo().unwrap() && !map.undo().unwrap());
    assert!(map.shape(key).is_none() && map.mesh().locate([1.5, 1.5]).is_some());
    assert!(map.redo().unwrap() && map.redo().unwrap() && !map.redo().unwrap());
    assert!(map.mesh().locate([2.5, 1.5]).is_none());
}

#[test]
fn a_new_edit_ends_redo() {
    let mut map = yard();
    let first = map.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0])).unwrap();
    assert!(map.undo().unwrap());
    let second = map.add_obstacle(Outline::rect([1.0, 1.0], [3.0, 3.0])).unwrap();
    assert!(!map.redo().unwrap() && map.shape(first).is_none() && map.shape(second).is_some());
    assert_eq!(map.mesh().area(), 400.0 - 64.0 - 4.0);
}
