use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::mesh::{EdgeId, LaneId, LinkId, MeshDoor, Place, RawMesh, VertexId};
use crate::outline::Link;

mod named;

/// Squares of side 2 in rows of `columns`, joined; slot `columns · row + column`.
fn squares(columns: u32, rows: u32) -> RawMesh {
    let mut raw = RawMesh::default();
    let line = columns + 1;
    let places = (0..line * (rows + 1)).map(|i| (f64::from(i % line), f64::from(i / line)));
    raw.positions = places.map(|(x, y)| DVec2::new(2.0 * x, 2.0 * y)).collect();
    for slot in 0..columns * rows {
        let low = slot / columns * line + slot % columns;
        raw.push_cell(&[low, low + 1, low + line + 1, low + line]);
    }
    raw.join_matching_edges();
    raw
}

fn mesh(columns: u32, rows: u32) -> NavMesh {
    NavMesh::from_raw(&squares(columns, rows)).unwrap()
}

/// The square of a place in [`squares`].
fn square(column: u32, row: u32) -> [DVec2; 4] {
    let low = 2.0 * DVec2::new(column.into(), row.into());
    [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(|corner| low + DVec2::from(corner))
}

fn patch(mesh: &NavMesh, removed: &[u32], cells: Vec<PatchCell>) -> MeshPatch {
    let removed = removed.iter().map(|&slot| mesh.cell_id(slot)).collect();
    MeshPatch { removed, cells, ..MeshPatch::default() }
}

/// Compares a mesh with one that is made of its cells at once.
pub(super) fn assert_fresh(mesh: &NavMesh) {
    mesh.assert_invariants();
    let fresh = NavMesh::from_raw(&mesh.to_raw()).unwrap();
    let slots: Vec<u32> = mesh.slots().collect();
    let dense: BTreeMap<u32, u32> = slots.iter().copied().zip(0..).collect();
    assert_eq!(fresh.cell_count(), slots.len());
    assert_eq!(mesh.bounds(), fresh.bounds());
    assert_eq!(mesh.area().to_bits(), fresh.area().to_bits());
    let sizes = mesh.area_sizes();
    let sizes: Vec<f64> = mesh.areas.numbers().map(|area| sizes[area as usize]).collect();
    assert_eq!(sizes, fresh.area_sizes());
    assert_eq!((mesh.layers(), mesh.has_layers()), (fresh.layers(), fresh.has_layers()));
    assert_eq!(mesh.is_uniform(), fresh.is_uniform());
    assert_eq!(mesh.lowest_cost().to_bits(), fresh.lowest_cost().to_bits());
    mesh.assert_components();
    assert_eq!(mesh.component_count(), fresh.component_count());
    let (mut components, mut saddles) = (BTreeSet::new(), BTreeSet::new());
    for (&slot, &own) in &dense {
        assert_eq!(mesh.cost(slot).to_bits(), fresh.cost(own).to_bits());
        assert_eq!(mesh.area_of(slot), fresh.area_of(own));
        assert_eq!(mesh.layer(slot), fresh.layer(own));
        components.insert((mesh.component(slot), fresh.component(own)));
        assert_eq!(mesh.component_size(slot), fresh.component_size(own));
        for (index, twin) in mesh.edge_range(slot).zip(fresh.edge_range(own)) {
            let (edge, twin) = (&mesh.edges[index], &fresh.edges[twin]);
            assert_eq!(edge.origin, twin.origin);
            let neighbor = edge.neighbor_slot().map(|slot| dense[&slot]);
            assert_eq!(neighbor, twin.neighbor_slot());
            assert_eq!(edge.origin_is_corner(), twin.origin_is_corner(), "{}", edge.origin);
            saddles.insert((edge.vertex(), mesh.is_saddle(edge.vertex())));
            assert_eq!(mesh.is_saddle(edge.vertex()), fresh.is_saddle(twin.vertex()));
        }
    }
    assert_eq!(components.len(), mesh.component_count());
    let saddles: Vec<VertexId> = saddles.into_iter().filter(|own| own.1).map(|own| own.0).collect();
    assert_eq!(mesh.saddles(), saddles);
    assert_locates(mesh, &fresh, &dense);
}

/// Compares where points lie, near all corners and between them.
fn assert_locates(mesh: &NavMesh, fresh: &NavMesh, dense: &BTreeMap<u32, u32>) {
    let bounds = mesh.bounds();
    let mut points: Vec<DVec2> = Vec::new();
    for slot in mesh.slots() {
        let centre = mesh.centroid(slot);
        points.push(centre);
        for index in mesh.edge_range(slot) {
            let [from, to] = mesh.edge_ends(EdgeId(index as u32));
            points.extend([from, from.midpoint(to), from + (from - centre) * 0.75]);
        }
    }
    points.extend([bounds.min - 1.0, bounds.max + 1.0, bounds.min.midpoint(bounds.max)]);
    for point in points {
        let of = |mesh: &NavMesh| -> Vec<u32> {
            mesh.incidences(point).map(|at| at.cell.slot).collect()
        };
        let found: Vec<u32> = of(mesh).iter().map(|slot| dense[slot]).collect();
        assert_eq!(found, of(fresh), "{point}");
        let nearest = [mesh, fresh].map(|mesh| mesh.nearest(point).unwrap());
        assert_eq!(nearest[0].distance.to_bits(), nearest[1].distance.to_bits(), "{point}");
        assert_eq!(dense[&nearest[0].cell.slot], nearest[1].cell.slot, "{point}");
    }
}

#[test]
fn a_cell_that_is_removed_leaves_walls_and_corners() {
    let mut mesh = mesh(3, 3);
    let report = mesh.apply_patch(&patch(&mesh, &[4], vec![])).unwrap();
    assert_fresh(&mesh);
    assert_eq!((report.rim.len(), mesh.cell_count(), mesh.revision()), (4, 8, 1));
    assert!(report.rim.iter().all(|&edge| mesh.edge(edge).is_wall()));
    assert!(mesh.locate([3.0, 3.0]).is_none());
    assert_eq!(report.touched, [0, 1, 2, 3, 5, 6, 7, 8]);
}

#[test]
fn a_row_that_is_removed_splits_the_mesh_and_its_return_unites_it() {
    let mut mesh = mesh(3, 3);
    let before = mesh.to_raw();
    let report = mesh.apply_patch(&patch(&mesh, &[3, 4, 5], vec![])).unwrap();
    assert_fresh(&mesh);
    assert_eq!(mesh.component_count(), 2);
    // The cells beside the gap are removed too, since only sides of removed cells are joined.
    let mut cells = Vec::new();
    for row in 0..3 {
        cells.extend((0..3).map(|column| PatchCell::new(square(column, row))));
    }
    for (cell, &id) in cells[3..6].iter_mut().zip(&report.removed) {
        cell.former = Some(id);
    }
    for (slot, cell) in [0, 1, 2, 6, 7, 8].into_iter().zip([0, 1, 2, 6, 7, 8]) {
        cells[cell].former = Some(mesh.cell_id(slot));
    }
    let removed: Vec<u32> = mesh.slots().collect();
    mesh.apply_patch(&patch(&mesh, &removed, cells)).unwrap();
    assert_fresh(&mesh);
    assert_eq!(mesh.to_raw(), before);
    assert!(mesh.cell_ids().all(|id| id.generation == 0));
}

#[test]
fn a_slot_is_used_again_with_the_next_generation_and_never_with_a_former_one() {
    let mut mesh = mesh(2, 1);
    let first = mesh.cell_id(1);
    let again = |mesh: &mut NavMesh, former| {
        let cell = PatchCell { former, ..PatchCell::new(square(1, 0)) };
        let report = mesh.apply_patch(&patch(mesh, &[1], vec![cell])).unwrap();
        assert_fresh(mesh);
        report.added[0]
    };
    assert_eq!(again(&mut mesh, None), CellId { slot: 1, generation: 1 });
    assert!(!mesh.has_cell(first));
    assert_eq!(again(&mut mesh, Some(first)), first);
    assert_eq!(again(&mut mesh, None), CellId { slot: 1, generation: 2 });
    let never = CellId { slot: 1, generation: 3 };
    let cell = PatchCell { former: Some(never), ..PatchCell::new(square(1, 0)) };
    let error = mesh.apply_patch(&patch(&mesh, &[1], vec![cell])).unwrap_err();
    assert_eq!(error, PatchError::NoFormerCell { cell: never });
}

#[test]
fn a_vertex_keeps_its_number_where_a_corner_stood_before() {
    let mut mesh = mesh(3, 3);
    let number = |mesh: &NavMesh, point: [f64; 2]| {
        let mut live = mesh.slots().flat_map(|slot| &mesh.edges[mesh.edge_range(slot)]);
        live.find(|edge| edge.origin == point.into()).map(Edge::vertex)
    };
    let points = [[2.0, 2.0], [4.0, 2.0], [6.0, 6.0], [0.0, 0.0]];
    let before = points.map(|point| number(&mesh, point));
    let slots: Vec<u32> = mesh.slots().collect();
    let halves = (0..9).flat_map(|slot| {
        let [a, b, c, d] = square(slot % 3, slot / 3);
        [PatchCell::new([a, b, c]), PatchCell::new([a, c, d])]
    });
    mesh.apply_patch(&patch(&mesh, &slots, halves.collect())).unwrap();
    assert_fresh(&mesh);
    assert_eq!(points.map(|point| number(&mesh, point)), before);
    assert_eq!(mesh.vertex_count(), 16);
}

#[test]
fn bad_patches_are_refused_and_leave_the_mesh_as_it_was() {
    let mut mesh = mesh(3, 1);
    let before = (mesh.to_raw(), mesh.revision(), mesh.edges.len());
    let [a, b, c, d] = square(1, 0);
    let middle = b.midpoint(c);
    let halves = [vec![a, b, middle, d], vec![middle, c, d]].map(PatchCell::new);
    let clockwise = PatchCell::new([d, c, b, a]);
    let stale = CellId { slot: 1, generation: 7 };
    let mut refused = |removed: &[u32], cells: Vec<PatchCell>| {
        let patch = patch(&mesh, removed, cells);
        mesh.apply_patch(&patch).unwrap_err()
    };
    assert!(matches!(refused(&[1], halves.to_vec()), PatchError::PartialSide { .. }));
    assert!(matches!(refused(&[1], vec![clockwise]), PatchError::BadCell { .. }));
    let half = PatchCell::new([a, b, c]);
    assert_eq!(refused(&[], vec![half.clone()]), PatchError::Overlap { cell: 0 });
    assert!(matches!(refused(&[1, 1], vec![]), PatchError::UnknownCell { .. }));
    assert_eq!(refused(&[0, 1, 2], vec![]), PatchError::Empty);
    let twice = refused(&[1], vec![half.clone(), half]);
    assert!(matches!(twice, PatchError::SharedSide { .. }));
    let unknown = MeshPatch { removed: vec![stale], ..MeshPatch::default() };
    assert_eq!(mesh.apply_patch(&unknown), Err(PatchError::UnknownCell { cell: stale }));
    assert_eq!((mesh.to_raw(), mesh.revision(), mesh.edges.len()), before);
    assert_fresh(&mesh);
}

#[test]
fn a_side_that_is_a_wall_parts_two_new_cells() {
    let mut mesh = mesh(2, 1);
    let mut cells = [0, 1].map(|column| PatchCell::new(square(column, 0)));
    cells[0].sides = vec![PatchSide::Joined, PatchSide::Wall, PatchSide::Joined, PatchSide::Joined];
    mesh.apply_patch(&patch(&mesh, &[0, 1], cells.to_vec())).unwrap();
    assert_fresh(&mesh);
    assert_eq!(mesh.component_count(), 2);
    cells[0].sides.clear();
    mesh.apply_patch(&patch(&mesh, &[0, 1], cells.to_vec())).unwrap();
    assert_fresh(&mesh);
    assert_eq!(mesh.component_count(), 1);
}

#[test]
fn bounds_costs_areas_and_floors_follow_the_cells() {
    let mut mesh = mesh(2, 1);
    let mud = MeshArea { name: "mud".into(), cost: 3.0 };
    let [_, b, c, _] = square(1, 0);
    let cell = PatchCell {
        area: Some(AreaId(0)),
        cost: 3.0,
        layer: 2,
        ..PatchCell::new([b, b + DVec2::new(9.0, 0.0), c])
    };
    let areas = vec![AreaChange { area: AreaId(0), kind: Some(mud) }];
    let added = MeshPatch { areas, ..patch(&mesh, &[], vec![cell]) };
    let report = mesh.apply_patch(&added).unwrap();
    assert_fresh(&mesh);
    assert_eq!((mesh.bounds().max.x, mesh.layers().len()), (13.0, 2));
    let removed = MeshPatch { removed: report.added, ..MeshPatch::default() };
    mesh.apply_patch(&removed).unwrap();
    assert_fresh(&mesh);
    assert_eq!((mesh.bounds().max.x, mesh.is_uniform(), mesh.has_layers()), (4.0, true, false));
}

#[test]
fn floors_are_joined_where_the_patch_says_so() {
    let mut mesh = mesh(2, 1);
    let upper = |sides: [PatchSide; 4]| PatchCell {
        layer: 1,
        sides: sides.to_vec(),
        ..PatchCell::new(square(1, 0))
    };
    let lower = |side: PatchSide| PatchCell {
        sides: vec![PatchSide::Joined, side, PatchSide::Joined, PatchSide::Joined],
        ..PatchCell::new(square(0, 0))
    };
    let apart = vec![lower(PatchSide::Joined), upper([PatchSide::Joined; 4])];
    mesh.apply_patch(&patch(&mesh, &[0, 1], apart)).unwrap();
    assert_fresh(&mesh);
    assert_eq!(mesh.component_count(), 2);
    let mut sides = [PatchSide::Joined; 4];
    sides[3] = PatchSide::FloorConnection { layer: 0 };
    let joined = vec![lower(PatchSide::FloorConnection { layer: 1 }), upper(sides)];
    mesh.apply_patch(&patch(&mesh, &[0, 1], joined)).unwrap();
    assert_fresh(&mesh);
    assert_eq!((mesh.component_count(), mesh.layer_connections().len()), (1, 1));
    // The rim knows that its portal leads to another floor.
    let mut again = upper(sides);
    again.corners = square(1, 0).to_vec();
    mesh.apply_patch(&patch(&mesh, &[1], vec![again])).unwrap();
    assert_fresh(&mesh);
    assert_eq!((mesh.component_count(), mesh.layer_connections().len()), (1, 1));
}

#[test]
fn connections_above_one_another_join_the_floors_that_they_name() {
    let mut mesh = mesh(1, 1);
    let cell = |column: u32, layer: u32, side: usize, other: u32| {
        let mut sides = vec![PatchSide::Joined; 4];
        sides[side] = PatchSide::FloorConnection { layer: other };
        PatchCell { layer, sides, ..PatchCell::new(square(column, 0)) }
    };
    let cells =
        [(0, 9), (1, 10)].map(|(hall, ramp)| [cell(0, hall, 1, ramp), cell(1, ramp, 3, hall)]);
    mesh.apply_patch(&patch(&mesh, &[0], cells.concat())).unwrap();
    assert_fresh(&mesh);
    let joined: Vec<[u32; 2]> = mesh.layer_connections().iter().map(|pair| pair.0).collect();
    assert_eq!((mesh.component_count(), joined), (2, vec![[0, 9], [1, 10]]));
}

/// Landmarks keep the distances of a vertex that stands for the same place as before.
#[test]
fn a_point_of_another_floor_has_another_vertex() {
    let mut mesh = mesh(2, 1);
    let vertices = |mesh: &NavMesh, slot: u32| -> Vec<VertexId> {
        mesh.edge_range(slot).map(|edge| mesh.edges[edge].vertex()).collect()
    };
    let before = vertices(&mesh, 1);
    let upper = PatchCell { layer: 1, ..PatchCell::new(square(1, 0)) };
    let report = mesh.apply_patch(&patch(&mesh, &[1], vec![upper])).unwrap();
    assert_fresh(&mesh);
    let after = vertices(&mesh, report.added[0].slot);
    assert!(after.iter().all(|own| !before.contains(own)), "{before:?} {after:?}");
    assert!(before[1..3].iter().all(|own| report.renumbered.contains(own)), "{report:?}");
}

#[test]
fn a_door_keeps_its_edges_on_other_cells_and_wins_those_of_new_cells() {
    let mut raw = squares(3, 1);
    // Between the first two squares, from the first; and the margin in the last.
    raw.doors = vec![MeshDoor { name: "gate".into(), edges: vec![EdgeId(7)], margin: vec![2] }];
    let mut mesh = NavMesh::from_raw(&raw).unwrap();
    let report = mesh.apply_patch(&patch(&mesh, &[1], vec![PatchCell::new(square(1, 0))])).unwrap();
    assert_eq!(mesh.doors()[0].edges, [EdgeId(1)]);
    assert_eq!(report.doors, [DoorId(0)]);
    let mut cell = PatchCell::new(square(2, 0));
    cell.doors = vec![
        PatchDoor { door: DoorId(1), side: Some(3) },
        PatchDoor { door: DoorId(0), side: None },
    ];
    let mut more = patch(&mesh, &[2], vec![cell]);
    more.doors = vec![DoorChange { door: DoorId(1), name: Some("hatch".into()) }];
    mesh.apply_patch(&more).unwrap();
    assert_fresh(&mesh);
    assert_eq!(mesh.doors()[0].margin, [2]);
    assert_eq!(mesh.doors_named("hatch").collect::<Vec<_>>(), [DoorId(1)]);
    let mesh = std::sync::Arc::new(mesh);
    let mut doors = crate::mesh::ClosedDoors::new(&mesh);
    doors.close("hatch").unwrap();
    assert_eq!(mesh.with_doors(&doors).unwrap().component_count(), 2);
    let mut closed = mesh.with_doors(&doors).unwrap();
    assert_eq!(closed.apply_patch(&MeshPatch::default()), Err(PatchError::Restricted));
}

#[test]
fn a_link_is_closed_while_no_cell_holds_its_end() {
    let mut raw = squares(3, 1);
    raw.links = vec![Link::new([1.0, 1.0], [5.0, 1.0], "jump")];
    let mut mesh = NavMesh::from_raw(&raw).unwrap();
    let report = mesh.apply_patch(&patch(&mesh, &[2], vec![])).unwrap();
    let lane = LaneId { link: LinkId(0), lane: 0 };
    assert_eq!(report.closed_lanes, [lane]);
    assert!(!mesh.is_link_open(LinkId(0)) && mesh.off_mesh_connections().is_empty());
    assert_fresh(&mesh);
    let report = mesh.apply_patch(&patch(&mesh, &[], vec![PatchCell::new(square(2, 0))])).unwrap();
    assert_eq!(report.opened_lanes, [lane]);
    assert_fresh(&mesh);
    assert!(mesh.locate(Place::new([5.0, 1.0])).is_some());
}

#[test]
fn an_inverse_patch_returns_ids_corners_vertices_and_doors() {
    let mut raw = squares(4, 3);
    raw.doors = vec![MeshDoor { name: "gate".into(), edges: vec![EdgeId(21)], margin: vec![6] }];
    let first = NavMesh::from_raw(&raw).unwrap();
    let mut mesh = first.clone();
    let mut undone = Vec::new();
    let [_, b, c, d] = square(1, 1);
    let patches: [(&[u32], Vec<PatchCell>); 4] = [
        (&[5], vec![PatchCell::new([b, c, d])]),
        (&[1, 2, 6], vec![]),
        (&[4, 5], vec![PatchCell::new(square(0, 1)), PatchCell::new(square(1, 1))]),
        (&[0], vec![]),
    ];
    for (removed, cells) in patches {
        let before = mesh.clone();
        let patch = patch(&mesh, removed, cells);
        let report = mesh.apply_patch(&patch).unwrap();
        undone.push((before.inverse_patch(&patch, &report), before));
    }
    for (inverse, before) in undone.into_iter().rev() {
        let again = mesh.clone();
        let report = mesh.apply_patch(&inverse).unwrap();
        assert_fresh(&mesh);
        assert!(mesh.cell_ids().eq(before.cell_ids()));
        for slot in mesh.slots() {
            let of = |mesh: &NavMesh| -> Vec<_> {
                let edges = &mesh.edges[mesh.edge_range(slot)];
                edges.iter().map(|edge| (edge.origin, edge.vertex(), edge.neighbor)).collect()
            };
            assert_eq!(of(&mesh), of(&before), "{slot}");
        }
        let mut redone = mesh.clone();
        redone.apply_patch(&again.inverse_patch(&inverse, &report)).unwrap();
        assert!(redone.cell_ids().eq(again.cell_ids()));
    }
    assert_eq!(mesh.doors()[0].margin, first.doors()[0].margin);
    assert_eq!(mesh.doors()[0].edges.len(), 1);
    assert_eq!(mesh.first_side(mesh.doors()[0].edges[0]), first.first_side(EdgeId(21)));
}
