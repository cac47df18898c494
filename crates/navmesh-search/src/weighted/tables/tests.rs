use std::sync::Arc;

use navmesh_core::NavMesh;
use navmesh_core::backend::collections::NONE;
use navmesh_testkit::worlds::meshes::jittered_lattice;
use navmesh_testkit::worlds::patches::PatchWorld;
use navmesh_testkit::{SplitMix64, world_count};

use super::{AimPoint, ArcFinder, Tables};
use crate::weighted::arcs::{By, Direction};
use crate::weighted::flood::{Event, Flood, Hops};

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

fn used_nodes(tables: &Tables) -> impl Iterator<Item = u32> {
    let ground = &tables.ground;
    (0..ground.node_count() as u32).filter(|&node| ground.is_used(node))
}

/// Compares the arcs that tables took over with those that are found anew. Returns their number.
fn assert_arcs(tables: &Tables, seed: u64) -> usize {
    let mut finder = ArcFinder::default();
    let mut count = 0;
    for node in 0..tables.ground.node_count() as u32 {
        if let Some(found) = tables.arcs[node as usize].get() {
            let expected = finder.of_node(&tables.ground, node, Direction::Forward);
            assert_eq!(*found.arcs, *expected, "seed {seed}, {node}");
            count += 1;
        }
    }
    count
}

/// The sums of the bounds on the costs from the middle of one node to all others, and of those by straight distances.
fn sums_from(tables: &Tables, start: u32, seed: u64) -> [f64; 2] {
    let mut finder = ArcFinder::default();
    let mut flood = Flood::default();
    flood.begin(tables, By::Upper, Direction::Forward, 0);
    for arc in tables.arcs(start, &mut finder) {
        flood.open_first_node(tables, NONE, arc);
    }
    let mut nodes = u64::MAX;
    let hops = Hops::default();
    let event = flood.advance(tables, &hops, f64::INFINITY, &mut nodes, &mut finder);
    assert_eq!(event, Event::Ended);
    let middle = |node: u32| tables.places[node as usize].middle;
    let aim = AimPoint { point: middle(start), heights: tables.places[start as usize].heights };
    let mut sums = [0.0; 2];
    for node in used_nodes(tables).filter(|&node| node != start) {
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

/// The bounds from every n-th node of tables, over those by straight distances.
fn ratio(tables: &Tables, starts: usize, seed: u64) -> f64 {
    let used: Vec<u32> = used_nodes(tables).collect();
    let starts = used.iter().step_by((used.len() / starts).max(1));
    let sums = starts.map(|&start| sums_from(tables, start, seed));
    let [least, straight] = sums.fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
    if straight > 0.0 { least / straight } else { 1.0 }
}

/// Tables follow random edits of cells and costs, some of them two at once, and an edit and its inverse.
#[test]
fn tables_after_edits_have_the_arcs_of_fresh_ones_and_right_bounds() {
    let (mut seen, mut arcs, mut own, mut fresh) = (0, 0, 0.0, 0.0);
    for seed in 0..world_count(40) {
        let mut rng = SplitMix64::new(seed);
        let (mut world, mut mesh) = PatchWorld::new(seed, 4 + seed as u32 % 12);
        let mut tables = Tables::new(Arc::new(mesh.clone()));
        for step in 0..10 {
            let before = mesh.clone();
            let done = world.step(3, |patch| {
                let mut patch = patch.clone();
                for cell in &mut patch.cells {
                    cell.cost = *rng.pick(&[0.5, 1.0, 1.0, 3.0]);
                }
                mesh.apply_patch(&patch)
            });
            let Some((patch, report)) = done else { continue };
            if step % 4 == 3 {
                continue;
            }
            tables = Tables::after_edits(&tables.former(), Arc::new(mesh.clone()));
            arcs += assert_arcs(&tables, seed);
            own += ratio(&tables, 3, seed);
            fresh += ratio(&Tables::new(Arc::new(mesh.clone())), 3, seed);
            seen += 1;
            if step % 4 == 2 {
                let mut back = mesh.clone();
                back.apply_patch(&before.inverse_patch(&patch, &report)).unwrap();
                let back = Tables::after_edits(&tables.former(), Arc::new(back));
                arcs += assert_arcs(&back, seed);
                ratio(&back, 1, seed);
            }
        }
    }
    assert!(seen > 200 && arcs > 10_000, "{seen} tables, {arcs} nodes with arcs");
    assert!(own > 0.95 * fresh, "{} against {}", own / f64::from(seen), fresh / f64::from(seen));
}
