//! Times whole answers: both ends located, the search, the waypoints. One iteration asks all of an
//! fixture's queries.

#![allow(missing_docs, reason = "criterion's macro writes a public function")]

use std::time::Duration;

use benches::query_fixture;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tautline::{MeshFinder, Path, PathQuery, Scratch, Search};

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    for fixture in query_fixture::all() {
        let finder = MeshFinder::new(fixture.mesh);
        group.throughput(Throughput::Elements(fixture.queries.len() as u64));
        for (name, search) in [("optimal", Search::Optimal), ("corridor", Search::Corridor)] {
            let (mut scratch, mut path) = (Scratch::new(), Path::default());
            group.bench_function(format!("{name}/{}", fixture.name), |bencher| {
                bencher.iter(|| {
                    let queries = fixture.queries.iter();
                    let found = queries.filter(|[start, goal]| {
                        let query = PathQuery::new(*start, *goal).search(search);
                        finder.find_path_into(&query, &mut scratch, &mut path).is_ok()
                    });
                    found.count()
                });
            });
        }
    }
}

/// Long enough to see a change, short enough to be run.
const SHORT: Duration = Duration::from_millis(500);

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(SHORT).measurement_time(2 * SHORT);
    targets = search
}
criterion_main!(benches);
