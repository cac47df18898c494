//! Batches give the same answers as single queries, with the feature `parallel` on any pool.

use navmesh_testkit::world;
use tautline::{Batch, MeshFinder, NavMeshBuilder, PathQuery, Scratch, find_paths};

fn world_and_queries(seed: u64, count: usize) -> (MeshFinder, Vec<PathQuery>) {
    let world = world(seed);
    let (mesh, _) = NavMeshBuilder::from_outlines(world.outlines.clone()).build().unwrap();
    (MeshFinder::new(mesh), world.queries(count))
}

/// Formats answers completely; different bits of a number give different text.
fn formatted(answers: impl IntoIterator<Item = impl std::fmt::Debug>) -> Vec<String> {
    answers.into_iter().map(|answer| format!("{answer:?}")).collect()
}

#[test]
fn a_batch_gives_the_answers_of_the_single_queries() {
    let mut failures = 0;
    for seed in 0..60 {
        let (finder, queries) = world_and_queries(seed, 40);
        let alone = formatted(queries.iter().map(|query| finder.find_path(query)));
        assert_eq!(formatted(find_paths(&finder, &queries)), alone, "seed {seed}");
        failures += alone.iter().filter(|answer| answer.starts_with("Err")).count();
    }
    assert!(failures > 0);
}

#[test]
fn a_reused_batch_has_only_the_answers_of_the_last_run() {
    let mut batch = Batch::new();
    assert!(batch.answers().is_empty());
    for (seed, count) in [(1, 50), (2, 9), (3, 64), (4, 0), (5, 1)] {
        let (finder, queries) = world_and_queries(seed, count);
        batch.find_paths(&finder, &queries);
        let mut fresh = Batch::new();
        fresh.find_paths(&finder, &queries);
        assert_eq!(batch.answers().len(), count);
        assert_eq!(formatted(batch.answers()), formatted(fresh.answers()), "seed {seed}");
    }
}

#[test]
fn lengths_are_infinite_without_a_path() {
    let (finder, queries) = world_and_queries(0, 40);
    let mut batch = Batch::new();
    batch.find_paths(&finder, &queries);
    let (mut scratch, mut path) = (Scratch::new(), tautline::Path::default());
    let mut finite = 0;
    for (query, length) in queries.iter().zip(batch.lengths()) {
        let found = finder.find_path_into(query, &mut scratch, &mut path);
        assert_eq!(length, found.map_or(f64::INFINITY, |()| path.length()));
        finite += usize::from(length.is_finite());
    }
    assert!(finite > 0 && finite < queries.len(), "the queries have answers and failures");
}

#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let (finder, queries) = world_and_queries(7, 300);
    let alone = formatted(queries.iter().map(|query| finder.find_path(query)));
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let answers = pool.install(|| find_paths(&finder, &queries));
        assert_eq!(formatted(answers), alone, "{threads} threads");
    }
}

#[cfg(feature = "parallel")]
#[test]
fn a_distance_matrix_has_the_same_bits_on_any_number_of_threads() {
    for seed in [7, 8, 20] {
        let (finder, queries) = world_and_queries(seed, 60);
        let on_mesh = |query: &PathQuery| finder.mesh().locate(query.start).is_some();
        let starts: Vec<_> = queries.iter().filter(|q| on_mesh(q)).map(|q| q.start).collect();
        let goals: Vec<_> = queries.iter().map(|query| query.goal).collect();
        let alone: Vec<Vec<f64>> = starts
            .iter()
            .map(|&start| finder.distances(&tautline::ManyQuery::new(start, &goals)).unwrap())
            .collect();
        assert!(starts.len() > 16 && alone.iter().flatten().any(|d| d.is_finite() && *d > 0.0));
        let mut pairs = None;
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let rows = pool.install(|| finder.distance_matrix(&starts, &goals)).unwrap();
            assert_eq!(formatted(rows), formatted(&alone), "seed {seed}, {threads} threads");
            let rows = pool.install(|| finder.distance_matrix(&starts, &starts)).unwrap();
            let pairs = pairs.get_or_insert_with(|| formatted(&rows));
            assert_eq!(&formatted(&rows), pairs, "seed {seed}, all pairs, {threads} threads");
        }
    }
}
