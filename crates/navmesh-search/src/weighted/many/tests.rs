use std::sync::Arc;

use navmesh_core::{ManyQuery, NavMesh, Place};
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries};
use navmesh_testkit::{SplitMix64, world_count};

use super::begin;
use super::task::{ManyTask, Wanted};
use crate::distances::BoundedDistance;
use crate::weighted::tables::Tables;
use crate::weighted::workspace::Workspace;

/// The relative difference of two sums of the same legs.
const ROUNDING: f64 = 1e-9;

/// More nodes than a round of a tube has on these meshes.
const MOST_OF_A_ROUND: u64 = 5_000;

/// The tables of cells of different costs, and places on their mesh.
fn costly(seed: u64) -> (Tables, Vec<Place>) {
    let mesh = jittered_lattice(seed);
    let queries = mesh_queries(&mesh, 6, seed);
    let mut raw = mesh.to_raw();
    let mut rng = SplitMix64::new(seed);
    raw.costs = (0..raw.cell_count()).map(|_| *rng.pick(&[0.2, 1.0, 5.0])).collect();
    let places = queries.iter().map(|query| Place::new(query.start)).collect();
    (Tables::new(Arc::new(NavMesh::from_raw(&raw).unwrap())), places)
}

/// Returns the bounds on all goals, where proofs expand at most these nodes, and the finished task; `None` without a start.
fn bounds(
    tables: &Tables,
    query: &ManyQuery<&[Place]>,
    refinement: u64,
) -> Option<(Vec<BoundedDistance>, ManyTask)> {
    let mut workspace = Workspace::default();
    let task = begin(tables, &mut workspace, query, Wanted::All).ok()?;
    let mut task = ManyTask { refinement, second_refinement: refinement, ..task };
    task.advance(tables, &mut workspace, u64::MAX);
    assert!(task.is_finished());
    Some((task.bounds().collect(), task))
}

/// The proofs for a hundred goals once took as long as a hundred queries, whatever the gap.
#[test]
fn a_cap_on_proofs_ends_them_and_leaves_bounds_that_hold() {
    let (mut capped, mut tightened) = (0, 0);
    for seed in 0..world_count(12) {
        let (tables, places) = costly(seed);
        let query = ManyQuery::new(places[0], &places[1..]).gap(0.001);
        let Some((floods, none)) = bounds(&tables, &query, 0) else { continue };
        let Some((whole, all)) = bounds(&tables, &query, u64::MAX) else { continue };
        let proofs = all.expanded - none.expanded;
        for cap in [1 + proofs / 3, proofs] {
            let Some((some, task)) = bounds(&tables, &query, cap) else { continue };
            let most = none.expanded + 2 * (cap + MOST_OF_A_ROUND);
            assert!(task.expanded <= most, "seed {seed}: {} {most}", task.expanded);
            if cap == proofs {
                assert_eq!(some, whole, "seed {seed}");
            }
            capped += usize::from(some != whole);
            for ((some, whole), first) in some.iter().zip(&whole).zip(&floods) {
                let context =
                    || format!("seed {seed}, at most {cap}: {some:?} {whole:?} {first:?}");
                assert!(some.lower_bound <= whole.distance * (1.0 + ROUNDING), "{}", context());
                assert!(whole.lower_bound <= some.distance * (1.0 + ROUNDING), "{}", context());
                assert!(first.lower_bound <= some.lower_bound, "{}", context());
                assert!(some.distance <= first.distance, "{}", context());
                tightened += usize::from(first.lower_bound < some.lower_bound);
            }
        }
    }
    assert!(capped > 4 && tightened > 10, "{capped} {tightened}");
}
