use std::sync::Arc;

use navmesh_core::NavMesh;
use navmesh_core::collections::NONE;
use navmesh_testkit::worlds::meshes::jittered_lattice;
use navmesh_testkit::worlds::patches::PatchWorld;
use navmesh_testkit::{SplitMix64, world_count};

use super::{Aim, ArcFinder, Tables};
use crate::weighted::flood::{Event, Flood, Hops};
use crate::weighted::search::{By, Direction};

/// A mesh of cells with costs, some of them far apart.
fn costly_mesh(seed: u64) -> NavMesh {
    let mut raw = jittered_lattice(seed).to_raw();
    let mut rng = SplitMix64::new(seed);
    let costs: &[f64] = if seed.is_multiple_of(4) {
        &[1.0, 2f64.powi(-40), 2f64.powi(40)]
    } else {
        &[0.5, 1.0, 3.0]
    };
    raw.costs = (0..raw.cell_count()).map(|_| *rng.pick(costs)).collect();
    NavMesh::from_raw(&raw).unwrap()
}

/// The sums of the bounds on the costs from the middle of one node to all others, and of those by straight distances.
fn sums_from(tables: &Tables, start: u32, seed: u64) -> [f64; 2] {
    let mut finder = ArcFinder::default();
    let mut flood = Flood::default();
    flood.begin(tables, By::Upper, Direction::Forward, 0);
    for arc in tables.arcs(start, &mut finder) {
        flood.set_out(tables, NONE, arc);
    }
    let mut nodes = u64::MAX;
    let hops = Hops::default();
    let event = flood.advance(tables, &hops, f64::INFINITY, &mut nodes, &mut finder);
    assert_eq!(event, Event::Ended);
    let middle = |node: u32| tables.places[node as usize].middle;
    let aim = Aim { point: middle(start), heights: tables.places[start as usize].heights };
    let mut sums = [0.0; 2];
    for node in (0..tables.ground.node_count() as u32).filter(|&node| node != start) {
        let cost = flood.cost(node);
        if cost < f64::INFINITY {
            let least = tables.least_cost(node, &aim);
            assert!(
                least <= cost * (1.0 + 1e-12),
                "seed {seed}, {start} to {node}: {least} > {cost}"
            );
            assert!(tables.most_cost(node, &aim) >= least, "seed {seed}, {start} to {node}");
            let straight = tables.least_between(middle(node), middle(start));
            sums = [sums[0] + least, sums[1] + straight];
        }
    }
    sums
}

#[test]
fn a_bound_on_a_cost_exceeds_the_cost_of_no_way() {
    let (mut seen, mut bounds, mut straight_bounds) = (0, 0.0, 0.0);
    for seed in 0..world_count(40) {
        let tables = Tables::new(Arc::new(costly_mesh(seed)));
        let step = (tables.ground.node_count() / 5).max(1);
        for start in (0..tables.ground.node_count() as u32).step_by(step) {
            let [least, straight] = sums_from(&tables, start, seed);
            seen += 1;
            if !seed.is_multiple_of(4) {
                (bounds, straight_bounds) = (bounds + least, straight_bounds + straight);
            }
        }
    }
    assert!(seen > 100, "{seen}");
    assert!(bounds > 1.1 * straight_bounds, "{bounds}, by straight distances {straight_bounds}");
}

/// Tables follow random edits of cells and costs. Some of them follow several edits at once, or an edit and its inverse.
#[test]
fn a_bound_after_edits_exceeds_the_cost_of_no_way() {
    let (mut seen, mut followed, mut bounds, mut fresh_bounds) = (0, 0, 0.0, 0.0);
    for seed in 0..world_count(60) {
        let mut rng = SplitMix64::new(seed);
        let (mut world, mut mesh) = PatchWorld::new(seed, 4 + seed as u32 % 12);
        let mut tables = Tables::new(Arc::new(mesh.clone()));
        for step in 0..12 {
            let before = mesh.clone();
            let done = world.step(3, |patch| {
                let mut patch = patch.clone();
                for cell in &mut patch.cells {
                    cell.cost = *rng.pick(&[0.5, 1.0, 1.0, 3.0]);
                }
                mesh.apply_patch(&patch)
            });
            let Some((patch, report)) = done else { continue };
            if step % 5 == 4 {
                let mut there = tables;
                there = Tables::after_edits(&there.former(), Arc::new(mesh.clone()));
                let mut back = mesh.clone();
                back.apply_patch(&before.inverse_patch(&patch, &report)).unwrap();
                let back = Tables::after_edits(&there.former(), Arc::new(back));
                let middle = back.ground.node_count() as u32 / 2;
                sums_from(&back, middle, seed);
                tables = there;
            }
            if step % 3 == 2 {
                continue;
            }
            tables = Tables::after_edits(&tables.former(), Arc::new(mesh.clone()));
            followed += usize::from(tables.potentials.added() > 0);
            let fresh = Tables::new(Arc::new(mesh.clone()));
            let nodes = tables.ground.node_count();
            for start in (0..nodes as u32).step_by((nodes / 3).max(1)) {
                bounds += sums_from(&tables, start, seed)[0];
                fresh_bounds += sums_from(&fresh, start, seed)[0];
                seen += 1;
            }
        }
    }
    assert!(seen > 1000 && followed > 200, "{seen}, {followed} followed");
    assert!(bounds > 0.9 * fresh_bounds, "{bounds}, from fresh tables {fresh_bounds}");
}
