//! Doors and areas that patches add, rename and remove.

use super::*;
use crate::mesh::{ClosedDoors, Filter};

#[test]
fn doors_and_areas_come_and_go_and_return_under_their_ids() {
    let mut raw = squares(3, 1);
    raw.doors = vec![MeshDoor { name: "gate".into(), edges: vec![EdgeId(1)], margin: vec![] }];
    let first = NavMesh::from_raw(&raw).unwrap();
    let mud = MeshArea { name: "mud".into(), cost: 1.0 };
    let door = |name: Option<&str>| DoorChange { door: DoorId(0), name: name.map(Into::into) };
    let area = |kind: Option<&MeshArea>| AreaChange { area: AreaId(0), kind: kind.cloned() };
    let muddy = PatchCell { area: Some(AreaId(0)), ..PatchCell::new(square(2, 0)) };
    let steps: [(&[u32], Vec<PatchCell>, DoorChange, AreaChange); 2] = [
        (&[2], vec![muddy], door(Some("hatch")), area(Some(&mud))),
        (&[0, 1, 2], vec![PatchCell::new(square(0, 0))], door(None), area(None)),
    ];
    let (mut mesh, mut undone) = (first.clone(), Vec::new());
    for (removed, cells, door, area) in steps {
        let patch =
            MeshPatch { doors: vec![door], areas: vec![area], ..patch(&mesh, removed, cells) };
        let (before, undo) = (mesh.clone(), mesh.begin_inverse(&patch));
        let report = mesh.apply_patch(&patch).unwrap();
        assert_fresh(&mesh);
        assert_eq!(undo.clone().after(&report), before.inverse_patch(&patch, &report));
        undone.push((undo.after(&report), before.to_raw()));
    }
    assert!(!mesh.has_door(DoorId(0)) && !mesh.has_area(AreaId(0)));
    assert!(mesh.to_raw().doors.is_empty() && mesh.to_raw().areas.is_empty());
    let shared = Arc::new(mesh.clone());
    let mut doors = ClosedDoors::new(&shared);
    for name in ["", "gate", "hatch"] {
        assert!(doors.close(name).is_err() && doors.is_closed(name).is_err());
    }
    assert!(doors.close(DoorId(0)).is_err() && doors.is_closed(DoorId(0)).is_err());
    assert!(shared.filtered(&Filter::new().forbid("")).is_err());
    for (inverse, before) in undone.into_iter().rev() {
        mesh.apply_patch(&inverse).unwrap();
        assert_fresh(&mesh);
        let sorted = |mut raw: RawMesh| {
            raw.doors.iter_mut().for_each(|door| door.edges.iter_mut().for_each(|edge| edge.0 = 0));
            raw
        };
        assert_eq!(sorted(mesh.to_raw()), sorted(before));
    }
    assert_eq!(mesh.doors_named("gate").collect::<Vec<_>>(), [DoorId(0)]);
    assert_eq!(mesh.doors()[0].edges.len(), 1);
}

#[test]
fn doors_and_areas_of_cells_that_stay_cannot_go() {
    let mut raw = squares(2, 1);
    raw.doors = vec![MeshDoor { name: "gate".into(), edges: vec![], margin: vec![1] }];
    raw.areas = vec![MeshArea { name: "mud".into(), cost: 1.0 }];
    raw.cell_areas = vec![None, Some(0)];
    let mut mesh = NavMesh::from_raw(&raw).unwrap();
    let door = |door, name| DoorChange { door: DoorId(door), name };
    let area = |area, kind| AreaChange { area: AreaId(area), kind };
    for _ in 0..2 {
        for doors in [
            vec![door(0, None)],
            vec![door(1, None)],
            vec![door(2, Some(String::new()))],
            vec![door(1, Some(String::new())), door(1, Some(String::new()))],
        ] {
            let bad = doors[0].door;
            let error = mesh.apply_patch(&MeshPatch { doors, ..MeshPatch::default() });
            assert_eq!(error, Err(PatchError::BadDoorChange { door: bad }));
        }
        for change in [area(0, None), area(1, None), area(0, Some(MeshArea::default()))] {
            let bad = change.area;
            let error =
                mesh.apply_patch(&MeshPatch { areas: vec![change], ..MeshPatch::default() });
            assert_eq!(error, Err(PatchError::BadAreaChange { area: bad }));
        }
        mesh.apply_patch(&MeshPatch::default()).unwrap(); // from now on areas are counted
    }
    let cell = PatchCell { area: Some(AreaId(0)), ..PatchCell::new(square(1, 0)) };
    let gone = MeshPatch { areas: vec![area(0, None)], ..patch(&mesh, &[1], vec![cell]) };
    assert!(matches!(mesh.apply_patch(&gone), Err(PatchError::BadCell { .. })));
}
