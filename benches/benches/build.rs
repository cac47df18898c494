//! Times building: from outlines to a valid mesh, and from a mesh to a finder with its index.

#![allow(missing_docs, reason = "criterion's macro writes a public function")]

use std::sync::Arc;
use std::time::Duration;

use benches::query_fixture;
use criterion::{Criterion, criterion_group, criterion_main};
use tautline::{BuildOptions, MeshFinder, build_outlines};

fn build(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    for fixture in query_fixture::all() {
        group.bench_function(format!("mesh/{}", fixture.name), |bencher| {
            bencher.iter(|| build_outlines(&fixture.outlines, &BuildOptions::default()));
        });
        let mesh = Arc::new(fixture.mesh);
        group.bench_function(format!("index/{}", fixture.name), |bencher| {
            bencher.iter(|| MeshFinder::new(mesh.clone()));
        });
    }
}

/// Long enough to see a change, short enough to be run.
const SHORT: Duration = Duration::from_millis(500);

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(SHORT).measurement_time(2 * SHORT);
    targets = build
}
criterion_main!(benches);
