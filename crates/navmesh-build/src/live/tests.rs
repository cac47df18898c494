use navmesh_core::{Area, DVec2, Door, NavMesh, Outline, Wall};

use super::*;
use crate::builder::LiveShape;
use crate::options::BuildOptions;

fn yard() -> (LiveOutlines, NavMesh) {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    let (outlines, mesh, _) = LiveOutlines::new(builder).unwrap();
    (outlines, mesh)
}

/// Applies edits to both the outlines and the mesh.
fn apply(outlines: &mut LiveOutlines, mesh: &mut NavMesh, edits: &[OutlineEdit]) -> EditStep {
    let step = outlines.apply(mesh, edits).unwrap();
    match &step.change {
        MeshChange::Patch(patch) => _ = mesh.apply_patch(patch).unwrap(),
        MeshChange::Rebuilt { mesh: new, .. } => *mesh = (**new).clone(),
    }
    step
}

#[test]
fn the_inverse_of_a_step_restores_outlines_keys_and_order() {
    let (mut outlines, mut mesh) = yard();
    let before = outlines.builder().outlines();
    let wall = |x: f64| Wall::new([[x, 0.0], [x, 5.0]]);
    let first = apply(
        &mut outlines,
        &mut mesh,
        &[
            OutlineEdit::AddObstacle(Outline::rect([4.0, 2.0], [6.0, 5.0])),
            OutlineEdit::AddWall(wall(1.0)),
            OutlineEdit::AddWall(wall(2.0)),
        ],
    );
    assert_eq!(mesh.area(), 74.0);
    let middle = outlines.builder().outlines();
    let [obstacle, wall_key, _] = first.keys[..] else { panic!() };
    let moved = Outline::rect([7.0, 2.0], [9.0, 3.0]);
    let second = apply(
        &mut outlines,
        &mut mesh,
        &[OutlineEdit::Remove(wall_key), OutlineEdit::Replace(obstacle, LiveShape::Outline(moved))],
    );
    assert_eq!((mesh.area(), outlines.builder().outlines().walls.len()), (78.0, 1));
    let after = outlines.builder().outlines();
    let redo = apply(&mut outlines, &mut mesh, &second.inverse);
    assert_eq!(outlines.builder().outlines(), middle);
    apply(&mut outlines, &mut mesh, &redo.inverse);
    assert_eq!(outlines.builder().outlines(), after);
    apply(&mut outlines, &mut mesh, &second.inverse);
    apply(&mut outlines, &mut mesh, &first.inverse);
    assert_eq!((outlines.builder().outlines(), mesh.area()), (before, 80.0));
    assert!(outlines.forget(obstacle) && !outlines.forget(obstacle));
    let gone = outlines.apply(&mesh, &[OutlineEdit::Restore(obstacle)]).unwrap_err();
    assert_eq!(gone, EditError::NotRemoved { edit: 0, key: obstacle });
}

/// The ground behind the inset has changed by the time that the mesh turns out to be bare.
#[test]
fn doors_and_areas_of_one_edit_are_numbered_in_their_order() {
    let (mut outlines, mut mesh) = yard();
    let wall = |x: f64| OutlineEdit::AddWall(Wall::new([[x, 0.0], [x, 5.0]]));
    let walls = [1.0, 2.0, 3.0, 4.0].map(wall);
    let gone = apply(&mut outlines, &mut mesh, &walls).keys;
    let removals: Vec<OutlineEdit> = gone.iter().copied().map(OutlineEdit::Remove).collect();
    apply(&mut outlines, &mut mesh, &removals);
    assert!(gone.iter().all(|&key| outlines.forget(key)));
    // The new shapes take the slots of the walls, the last one first.
    let door = |x: f64, name| OutlineEdit::AddDoor(Door::new([[x, 0.0], [x, 8.0]], name));
    let area = |x: f64, name| {
        OutlineEdit::AddArea(Area::new(Outline::rect([x, 1.0], [x + 1.0, 2.0]), name, 2.0))
    };
    let edits = [door(1.0, "a"), door(2.0, "b"), area(5.0, "a"), area(7.0, "b")];
    let keys = apply(&mut outlines, &mut mesh, &edits).keys;
    assert!(keys[0] > keys[1] && keys[2] > keys[3]);
    assert!(mesh.doors().iter().map(|door| &door.name).eq(["a", "b"]));
    assert!(mesh.areas().iter().map(|area| &area.name).eq(["a", "b"]));
}

#[test]
fn a_refused_edit_leaves_the_inset_as_it_was() {
    let options = BuildOptions::default().agent_radius(1.0);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    let (mut outlines, mut mesh, _) = LiveOutlines::new(builder).unwrap();
    let narrow = OutlineEdit::AddObstacle(Outline::rect([1.5, 1.5], [8.5, 6.5]));
    let error = outlines.apply(&mesh, &[narrow]).unwrap_err();
    let expected = BuildError::TooNarrow { radius: 1.0 };
    assert_eq!(error, EditError::Unbuildable { error: expected });
    let small = OutlineEdit::AddObstacle(Outline::rect([4.0, 3.0], [5.0, 4.0]));
    let step = apply(&mut outlines, &mut mesh, &[small]);
    assert!(matches!(step.change, MeshChange::Patch(_)));
    let fresh = outlines.builder().build_mesh().unwrap();
    assert!((mesh.area() - fresh.area()).abs() < 1e-12 * fresh.area());
    let ring_ends = [&mesh, &fresh].map(|mesh| mesh.clearance().unwrap().ring_ends.clone());
    assert_eq!(ring_ends, [[4, 8], [4, 8]]);
    // A fresh build of other bounds has other margins for rounding, and beyond a power of two another weld distance.
    let beyond = |x: f64| OutlineEdit::AddWalkable(Outline::rect([10.0, 0.0], [x, 8.0]));
    for (x, expected) in [(12.0, RebuildReason::Radius), (30.0, RebuildReason::Weld)] {
        let step = apply(&mut outlines, &mut mesh, &[beyond(x)]);
        let MeshChange::Rebuilt { reason, .. } = step.change else { panic!("{x}") };
        assert_eq!(reason, expected);
    }
}

#[test]
fn refused_edits_leave_the_outlines_as_they_were() {
    let (mut outlines, mesh) = yard();
    let before = outlines.builder().outlines();
    let good = OutlineEdit::AddObstacle(Outline::rect([4.0, 2.0], [6.0, 5.0]));
    let key = {
        let mut copy = outlines.clone();
        copy.apply(&mesh, std::slice::from_ref(&good)).unwrap().keys[0]
    };
    let bad = |edit: OutlineEdit| [good.clone(), edit];
    let nan = Outline::new([[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]]);
    let door = LiveShape::Door(Door::new([[0.0, 0.0], [1.0, 0.0]], "gate"));
    let mut refused = |edits: &[OutlineEdit]| {
        let error = outlines.apply(&mesh, edits).unwrap_err();
        assert_eq!(outlines.builder().outlines(), before);
        error
    };
    let error = refused(&bad(OutlineEdit::AddWalkable(nan)));
    assert!(error.to_string().contains("edit 1: walkable outline 1, ring 0, vertex 1"), "{error}");
    let line = OutlineEdit::AddWall(Wall::new([DVec2::ZERO, DVec2::INFINITY]));
    assert!(matches!(refused(&bad(line)), EditError::Invalid { edit: 1, .. }));
    let key_error = refused(&[OutlineEdit::Remove(key)]);
    assert_eq!(key_error, EditError::UnknownKey { edit: 0, key });
    let kind = refused(&[good.clone(), OutlineEdit::Replace(key, door)]);
    assert!(matches!(kind, EditError::UnknownKey { .. } | EditError::OtherKind { .. }), "{kind}");
    let all = OutlineEdit::AddObstacle(Outline::rect([-1.0, -1.0], [20.0, 20.0]));
    assert!(matches!(refused(&[all]), EditError::Unbuildable { .. }));
}

/// Returns the walls of a star through about one point, and of a fan of lines that cross at many points.
fn crossing_walls(count: usize) -> [Vec<[[f64; 2]; 2]>; 2] {
    let place = |i: usize| 100.0 * i as f64 / count as f64 + 0.01;
    let star = (0..count).map(|i| [[0.0, place(i)], [99.0, 100.0 - place(i)]]);
    let lines = (0..count).map(|i| match i % 2 {
        0 => [[place(i), 0.0], [place(i * 7 % count), 100.0]],
        _ => [[0.0, place(i)], [100.0, place(i * 3 % count)]],
    });
    [star.collect(), lines.collect()]
}

/// Each edit cut all joined walls twice, and from 128 walls through one place on, it built the whole map.
#[test]
fn a_wall_decides_cuts_in_proportion_to_its_crossings() {
    for walls in crossing_walls(150) {
        let mut builder = NavMeshBuilder::new();
        builder.add_walkable(Outline::rect([0.0, 0.0], [100.0, 100.0]));
        let (mut outlines, mut mesh, _) = LiveOutlines::new(builder).unwrap();
        let mut keys = Vec::new();
        let mut edit = |edit: OutlineEdit| {
            let before = outlines.floors[0].work();
            let step = apply(&mut outlines, &mut mesh, &[edit]);
            let after = outlines.floors[0].work();
            let [work, crossings] = [0, 1].map(|kind| after[kind].abs_diff(before[kind]));
            assert!(work <= 32 * (crossings + 4), "{work} for {crossings} crossings");
            assert!(matches!(step.change, MeshChange::Patch(_)));
            step.keys[0]
        };
        for ends in walls {
            keys.push(edit(OutlineEdit::AddWall(Wall::new(ends))));
        }
        for key in keys.into_iter().step_by(10) {
            edit(OutlineEdit::Remove(key));
        }
    }
}
