//! Times what is asked of a path once there is one, its verifier and whether it still holds, and how long it takes to
//! write one out of a search that is done (`extract`, by `PathTree::path_to_into`). One iteration asks all paths of an
//! fixture's queries; of extraction, those from the first query's start to all goals.

#![allow(missing_docs, reason = "criterion's macro writes a public function")]

use std::time::Duration;

use benches::query_fixture;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tautline::{DVec2, ManyQuery, MeshFinder, NavMesh, Path, PathQuery};

type Question = fn(&Path, &NavMesh) -> bool;

const QUESTIONS: [(&str, Question); 7] = [
    ("verify", |path, mesh| path.verify(mesh).is_ok()),
    ("still_valid", |path, mesh| path.still_valid(mesh)),
    ("first_blocked_leg", |path, mesh| path.first_blocked_leg(mesh).is_none()),
    ("point_at", |path, _| path.point_at(path.length() / 2.0).is_some()),
    ("tangent_at", |path, _| path.tangent_at(path.length() / 2.0).is_some()),
    ("by_floor", |path, mesh| !path.by_floor(mesh).is_empty()),
    ("resample", |path, _| path.resample(1.0).sum::<DVec2>().is_finite()),
];

fn path(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("path");
    for fixture in query_fixture::all() {
        let finder = MeshFinder::new(fixture.mesh);
        let answers = fixture.queries.iter().map(|&[start, goal]| {
            let query = PathQuery::new(start, goal);
            finder.find_path(&query)
        });
        let paths: Vec<Path> = answers.filter_map(Result::ok).collect();
        group.throughput(Throughput::Elements(paths.len() as u64));
        for (name, question) in QUESTIONS {
            group.bench_function(format!("{name}/{}", fixture.name), |bencher| {
                bencher.iter(|| paths.iter().filter(|path| question(path, finder.mesh())).count());
            });
        }
        let goals: Vec<DVec2> = fixture.queries.iter().map(|&[_, goal]| goal).collect();
        let Some(&[start, _]) = fixture.queries.first() else { continue };
        let Ok(tree) = finder.paths(&ManyQuery::new(start, &goals)) else { continue };
        let mut path = Path::default();
        group.throughput(Throughput::Elements(goals.len() as u64));
        group.bench_function(format!("extract/{}", fixture.name), |bencher| {
            bencher.iter(|| {
                (0..goals.len()).filter(|&goal| tree.path_to_into(goal, &mut path).is_ok()).count()
            });
        });
    }
}

/// Long enough to see a change, short enough to be run.
const SHORT: Duration = Duration::from_millis(500);

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(SHORT).measurement_time(2 * SHORT);
    targets = path
}
criterion_main!(benches);
