//! Finders that follow patches, against fresh ones for the same cells.

use std::collections::BTreeMap;

use navmesh_core::backend::MeshPatch;
use navmesh_core::{Path, PathQuery};
use navmesh_testkit::worlds::meshes::{mesh_queries, room};
use navmesh_testkit::worlds::patches::PatchWorld;
use navmesh_testkit::{MeshOracle, world_count};

use super::*;
use crate::any_angle::index::portals::Portals;
use crate::any_angle::search::workspace::Workspace;

/// Prepares a mesh with landmarks, which small meshes do not get otherwise.
fn with_landmarks(mesh: &NavMesh) -> AnyAngle {
    let place = |map: IndexedMesh| Placement::with(map, 0);
    let mut refresh = IndexRefresh::with(Arc::new(mesh.clone()), place);
    // In small slices, as a caller does who has little time.
    while !refresh.advance(7) {}
    refresh.finish()
}

fn fresh(mesh: &NavMesh) -> AnyAngle {
    AnyAngle::new(Arc::new(NavMesh::from_raw(&mesh.to_raw()).unwrap()))
}

/// The length of the answer to a query, or the kind of its error.
fn answer(finder: &AnyAngle, query: &PathQuery) -> Result<u64, &'static str> {
    let (mut workspace, mut path) = (Workspace::default(), Path::default());
    match finder.find_path_into(query, &mut workspace, &mut path) {
        Ok(()) => Ok(path.length().to_bits()),
        Err(error) => Err(error.kind()),
    }
}

/// Compares the answers of a finder with those of a fresh one. Returns the number of paths.
fn assert_as_fresh(finder: &AnyAngle, seed: u64, count: usize) -> usize {
    let fresh = fresh(&finder.mesh);
    let mut paths = 0;
    for query in mesh_queries(&fresh.mesh, count, seed) {
        let found = answer(finder, &query);
        assert_eq!(found, answer(&fresh, &query), "{seed} {query:?}");
        paths += usize::from(found.is_ok());
    }
    paths
}

/// Asserts that portals of one fresh block are in one block, and that the order of portals is that of the
/// blocks. Returns the numbers of blocks of both.
fn assert_blocks(finder: &AnyAngle, seed: u64) -> [usize; 2] {
    let (mesh, index) = (&*finder.mesh, &*finder.index);
    index.blocks.assert_tree(mesh, seed);
    let fresh = Blocks::of(mesh);
    let mut order = PortalOrder::default();
    order.fit(mesh);
    let (mut of_fresh, mut of_own) = (BTreeMap::new(), BTreeMap::new());
    let (portals, mut expected) = (index.portals(mesh), Vec::new());
    for slot in mesh.slots() {
        order.renew([slot], mesh, &index.blocks);
        for number in mesh.edge_range(slot) {
            let Some(other) = mesh.edges()[number].neighbor_slot() else { continue };
            expected.push(number as u32);
            let [own, twin] = [&*index.blocks, &fresh].map(|blocks| blocks.between(slot, other));
            assert_eq!(*of_fresh.entry(twin).or_insert(own), own, "{seed}: a block came apart");
            assert_eq!(own, index.blocks.between(other, slot), "{seed}: two blocks of one portal");
            *of_own.entry(own).or_insert(0) += 1;
        }
    }
    let renewed = Portals::new(mesh, &order);
    for number in expected {
        assert_eq!(portals.next_in_block(number), renewed.next_in_block(number), "{seed}");
        assert_eq!(portals.next_in_cell(number), renewed.next_in_cell(number), "{seed}");
    }
    [of_own.len(), of_fresh.len()]
}

#[test]
fn a_patched_finder_answers_as_a_fresh_one() {
    let (mut paths, mut blocks) = (0, [0; 2]);
    for seed in 0..world_count(120) {
        let (mut world, mesh) = PatchWorld::new(seed, 3 + seed as u32 % 6);
        let mut finder = AnyAngle::new(Arc::new(mesh));
        let mut twin = finder.clone();
        for round in 0..12 {
            let width = if round == 0 { 8 } else { 3 };
            let step = world.step(width, |patch| finder.apply_patch(patch));
            let Some((patch, report)) = step else { continue };
            assert_eq!(twin.apply_patch(&patch).as_ref(), Ok(&report));
            let counts = assert_blocks(&finder, seed);
            blocks = [0, 1].map(|i| blocks[i] + counts[i]);
            paths += assert_as_fresh(&finder, seed, 25);
        }
        assert_eq!(finder.lattice, twin.lattice);
    }
    assert!(paths > 8000, "{paths} paths");
    // Blocks that have come apart stay united, but pockets do not join them.
    assert!(2 * blocks[0] > blocks[1], "{blocks:?} blocks, ours and fresh");
}

/// The index is built at a random moment, so that later patches open what was closed for it.
#[test]
fn bounds_of_landmarks_stay_right_while_walls_open_and_close() {
    let (mut paths, mut compared, mut sharper, mut stale) = (0, 0, 0, 0);
    for seed in 0..world_count(150) {
        let (mut world, mut mesh) = PatchWorld::new(seed, 3 + seed as u32 % 6);
        for _ in 0..seed % 5 {
            let _ = world.step(8, |patch| mesh.apply_patch(patch));
        }
        let mut finder = with_landmarks(&mesh);
        for _ in 0..8 {
            if world.step(3, |patch| finder.apply_patch(patch)).is_none() {
                continue;
            }
            stale += usize::from(finder.staleness() > 0.0);
            paths += assert_as_fresh(&finder, seed, 25);
            let counts = assert_bounds(&finder, seed);
            compared += counts[0];
            sharper += counts[1];
        }
    }
    assert!(paths > 8000 && compared > 50_000, "{paths} paths, {compared} bounds");
    assert!(sharper > 500 && stale > 200, "{sharper} bounds of use, {stale} stale indexes");
}

/// Compares the bounds of landmarks with true distances. Returns their number, and the number of those that
/// are above the straight distance.
fn assert_bounds(finder: &AnyAngle, seed: u64) -> [usize; 2] {
    let (mesh, index) = (&*finder.mesh, &*finder.index);
    let (portals, oracle) = (index.portals(mesh), MeshOracle::new(mesh));
    let mut counts = [0; 2];
    let is_plain = |point| !oracle.is_pinch(point) && !oracle.is_on_thin_wall(point);
    for PathQuery { goal, .. } in mesh_queries(mesh, 3, seed) {
        let at = mesh.incidences(goal).next().filter(|_| is_plain(goal));
        let Some(cell) = at.map(|at| at.cell.slot) else { continue };
        let Some(bounds) = index.landmarks.goal_bounds(portals, goal, cell) else { continue };
        for portal in mesh.slots().flat_map(|slot| portals.of_cell(slot)) {
            let (vertex, end) = portals.get(portal).ends()[0];
            // A dead end that holds the goal has no bounds from within.
            let is_beside = [portals.cell_of(portal), portals.cell_beyond(portal)].contains(&cell);
            if !is_plain(end) || is_beside {
                continue;
            }
            let Some((length, _)) = oracle.shortest(end, goal) else { continue };
            let gap = bounds.gap(&index.landmarks, vertex);
            assert!(gap <= length + 1e-9, "{seed} {end} {goal}: {gap} {length}");
            counts[0] += 1;
            counts[1] += usize::from(gap > end.distance(goal) + 1e-9);
        }
    }
    counts
}

#[test]
fn an_index_computed_in_slices_is_that_computed_at_once() {
    for seed in 0..40 {
        let (mut world, mut mesh) = PatchWorld::new(seed, 8);
        let _ = world.step(8, |patch| mesh.apply_patch(patch));
        let sliced = with_landmarks(&mesh);
        let mut whole = IndexRefresh::with(Arc::new(mesh), |map| Placement::with(map, 0));
        assert!(whole.advance(u64::MAX));
        let whole = whole.finish();
        for query in mesh_queries(&whole.mesh, 30, seed) {
            assert_eq!(answer(&sliced, &query), answer(&whole, &query), "{seed}");
        }
    }
}

/// A patch and its inverse leave the mesh as it was, but not all distances.
#[test]
fn an_index_is_as_stale_as_it_lacks_distances() {
    let mut stale = 0;
    for seed in 0..world_count(150) {
        let (mut world, mesh) = PatchWorld::new(seed, 3 + seed as u32 % 6);
        let mut finder = with_landmarks(&mesh);
        let Some((patch, report)) = world.step(8, |patch| finder.apply_patch(patch)) else {
            continue;
        };
        finder.apply_patch(&mesh.inverse_patch(&patch, &report)).unwrap();
        let [own, fresh] =
            [&finder, &with_landmarks(&mesh)].map(|finder| finder.index.landmarks.known());
        let lost = fresh.difference(&own).count() as f64;
        if !fresh.is_empty() {
            assert!(
                finder.staleness() >= lost / fresh.len() as f64,
                "{seed}: {lost} of {}",
                fresh.len()
            );
        }
        assert!(lost > 0.0 || own == fresh, "{seed}");
        stale += usize::from(lost > 0.0);
    }
    assert!(stale > 20, "{stale} stale indexes");
}

/// The revision after the largest one is 0.
#[test]
fn a_mesh_of_any_revision_is_patched() {
    for revision in [0, 1, 1 << 32, u64::MAX] {
        let mut finder = fresh(&room());
        finder.set_revision(revision);
        finder.apply_patch(&MeshPatch::default()).unwrap();
        assert_eq!(finder.mesh().revision(), revision.wrapping_add(1));
    }
}
