//! Times point location. One iteration looks up every end of an arena's queries.

#![allow(missing_docs, reason = "criterion's macro writes a public function")]

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tautline_benches::arena;

fn locate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("locate");
    for arena in arena::all() {
        group.throughput(Throughput::Elements(2 * arena.queries.len() as u64));
        group.bench_function(&arena.name, |bencher| {
            bencher.iter(|| {
                let points = arena.queries.iter().flatten();
                points.map(|&point| arena.mesh.incidences(point).count()).sum::<usize>()
            });
        });
    }
}

/// Long enough to see a change, short enough to be run.
const SHORT: Duration = Duration::from_millis(500);

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(SHORT).measurement_time(2 * SHORT);
    targets = locate
}
criterion_main!(benches);
