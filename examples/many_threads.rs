//! One map for many threads, with one scratch each, and the same bits on any number of threads.
//!
//! `cargo run -p examples --example many_threads`

use std::error::Error;
use std::thread;

use tautline::{MeshFinder, NavMeshBuilder, Outline, Path, PathError, PathQuery, Scratch};

const QUERIES: usize = 4000;

fn main() -> Result<(), Box<dyn Error>> {
    let map = hall_of_pillars()?;
    let queries: Vec<PathQuery> = (0..QUERIES).map(query).collect();
    let alone = answer(&map, &queries)?;
    for threads in [2, 4, 8] {
        let together = answer_in_parallel(&map, &queries, threads)?;
        assert_eq!(alone, together, "the same input gives the same bits on any number of threads");
        let total: f64 = together.iter().sum();
        println!("{threads} threads: {QUERIES} paths, total length {total:.6}");
    }
    Ok(())
}

fn hall_of_pillars() -> Result<MeshFinder, Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [40.0, 40.0]));
    for i in 0..100 {
        let corner = [f64::from(i % 10) * 4.0 + 1.0, f64::from(i / 10) * 4.0 + 1.0];
        builder.add_obstacle(Outline::rect(corner, [corner[0] + 2.0, corner[1] + 2.0]));
    }
    Ok(MeshFinder::new(builder.build_mesh()?))
}

/// Returns a query between two points in the aisles, spread by multiplication.
fn query(i: usize) -> PathQuery {
    let aisle = |k: usize| [(k * 7919 % 400) as f64 / 10.0, (k * 104_729 % 10) as f64 * 4.0 + 0.5];
    PathQuery::new(aisle(i), aisle(3 * i + 171))
}

/// Returns the lengths of all paths, with one scratch and one path for all queries.
fn answer(map: &MeshFinder, queries: &[PathQuery]) -> Result<Vec<f64>, PathError> {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut lengths = Vec::with_capacity(queries.len());
    for query in queries {
        map.find_path_into(query, &mut scratch, &mut path)?;
        lengths.push(path.length());
    }
    Ok(lengths)
}

fn answer_in_parallel(
    map: &MeshFinder,
    queries: &[PathQuery],
    threads: usize,
) -> Result<Vec<f64>, Box<dyn Error>> {
    let shares = queries.chunks(queries.len().div_ceil(threads));
    thread::scope(|scope| {
        let workers: Vec<_> = shares.map(|share| scope.spawn(move || answer(map, share))).collect();
        let mut lengths = Vec::with_capacity(queries.len());
        for worker in workers {
            lengths.extend(worker.join().map_err(|_| "a worker panicked")??);
        }
        Ok(lengths)
    })
}
