use super::*;
use crate::worlds::world_count;
use navmesh_core::EdgeId;

/// Compares a mesh with one that is made of its cells at once: components, corners, neighbours, and the
/// position of points near all corners and between them.
fn assert_fresh(mesh: &NavMesh, seed: u64) {
    mesh.assert_invariants();
    let fresh = NavMesh::from_raw(&mesh.to_raw()).expect("the cells are valid");
    let dense: BTreeMap<u32, u32> = mesh.slots().zip(0..).collect();
    assert_eq!(mesh.bounds(), fresh.bounds(), "{seed}");
    assert_eq!(mesh.area().to_bits(), fresh.area().to_bits(), "{seed}");
    let mut components = BTreeSet::new();
    for (&slot, &own) in &dense {
        components.insert((mesh.component(slot), fresh.component(own)));
        let lowest = mesh.slots().find(|&other| mesh.component(other) == mesh.component(slot));
        assert_eq!(Some(mesh.component(slot)), lowest, "{seed}");
        for (index, twin) in mesh.edge_range(slot).zip(fresh.edge_range(own)) {
            let (edge, twin) = (&mesh.edges()[index], &fresh.edges()[twin]);
            assert_eq!(edge.origin(), twin.origin(), "{seed}");
            let neighbor = edge.neighbor_slot().map(|slot| dense[&slot]);
            assert_eq!(neighbor, twin.neighbor_slot(), "{seed}");
            assert_eq!(
                edge.origin_is_corner(),
                twin.origin_is_corner(),
                "{seed} {}",
                edge.origin()
            );
        }
    }
    let counts = (mesh.component_count(), components.len());
    assert_eq!(counts, (fresh.component_count(), fresh.component_count()), "{seed}");
    let mut points: Vec<DVec2> = Vec::new();
    for slot in mesh.slots() {
        let centre = mesh.centroid(slot);
        for index in mesh.edge_range(slot) {
            let [from, to] = mesh.edge_ends(EdgeId(index as u32));
            points.extend([from, from.midpoint(to), from + (from - centre) * 0.75]);
        }
    }
    for point in points {
        let of = |mesh: &NavMesh| -> Vec<u32> {
            mesh.incidences(point).map(|at| at.cell.slot).collect()
        };
        let found: Vec<u32> = of(mesh).iter().map(|slot| dense[slot]).collect();
        assert_eq!(found, of(&fresh), "{seed} {point}");
        let [own, other] = [mesh, &fresh].map(|mesh| mesh.nearest(point).expect("it has cells"));
        assert_eq!(own.distance.to_bits(), other.distance.to_bits(), "{seed} {point}");
        assert_eq!(dense[&own.cell.slot], other.cell.slot, "{seed} {point}");
    }
}

#[test]
fn a_patched_mesh_equals_one_of_the_same_cells() {
    let mut applied = 0;
    for seed in 0..world_count(150) {
        let (mut world, mut mesh) = PatchWorld::new(seed, 2 + seed as u32 % 6);
        for round in 0..12 {
            let width = if round == 0 { 8 } else { 3 };
            let Some(_) = world.step(width, |patch| mesh.apply_patch(patch)) else { continue };
            assert_fresh(&mesh, seed);
            applied += 1;
        }
    }
    assert!(applied > 1000, "{applied} patches");
}

#[test]
fn inverse_patches_return_all_ids_in_the_reverse_order() {
    for seed in 0..world_count(60) {
        let (mut world, mut mesh) = PatchWorld::new(seed, 2 + seed as u32 % 5);
        let mut undone = Vec::new();
        for _ in 0..10 {
            let before = mesh.clone();
            if let Some((patch, report)) = world.step(3, |patch| mesh.apply_patch(patch)) {
                undone.push((before.inverse_patch(&patch, &report), before));
            }
        }
        for (inverse, before) in undone.into_iter().rev() {
            mesh.apply_patch(&inverse).expect("the cells fit");
            assert!(mesh.cell_ids().eq(before.cell_ids()), "{seed}");
            for slot in mesh.slots() {
                assert_eq!(mesh.edge_range(slot), before.edge_range(slot), "{seed}");
                for index in mesh.edge_range(slot) {
                    let of = |mesh: &NavMesh| {
                        let edge = mesh.edges()[index];
                        (edge.origin(), edge.vertex(), edge.twin(), edge.origin_is_corner())
                    };
                    assert_eq!(of(&mesh), of(&before), "{seed}");
                }
            }
        }
        assert_fresh(&mesh, seed);
    }
}

/// The lists of point location, the edges, slots and vertices are used again.
#[test]
fn ten_thousand_patches_leave_the_arrays_of_a_mesh_as_large_as_they_were() {
    let (mut world, mut mesh) = PatchWorld::new(4, 10);
    let mut most = [0; 3];
    for round in 0..10_000 {
        let _ = world.step(3, |patch| mesh.apply_patch(patch));
        let sizes = [mesh.slot_count(), mesh.edges().len(), mesh.vertex_count()];
        if round < 1000 {
            most = [0, 1, 2].map(|i| most[i].max(sizes[i]));
        }
        assert!((0..3).all(|i| sizes[i] <= most[i] + most[i] / 2), "{round}: {sizes:?} {most:?}");
    }
    assert_fresh(&mesh, 4);
}
