//! Times the questions of many: fields, distances to a hundred goals, a matrix of a hundred by a hundred.

#![allow(missing_docs, reason = "criterion's macro writes a public function")]

use std::time::Duration;

use benches::query_fixture;
use benches::questions::places_of_largest_part;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tautline::{DVec2, FieldQuery, Goals, ManyQuery, MeshFinder, Place};

/// The number of places are asked about.
const PLACES: usize = 100;

fn many(criterion: &mut Criterion) {
    for (name, mesh) in query_fixture::meshes() {
        let places = places_of_largest_part(&mesh, 5, PLACES);
        let finder = MeshFinder::new(mesh);
        let mut group = criterion.benchmark_group(&name);
        time_distances(&mut group, &finder, &places);
        time_field(&mut group, &finder, &places);
    }
}

fn time_distances(group: &mut BenchmarkGroup<'_, WallTime>, finder: &MeshFinder, places: &[DVec2]) {
    group.bench_function("one_to_100", |bencher| {
        let mut starts = places.iter().cycle();
        bencher
            .iter(|| starts.next().map(|&start| finder.distances(&ManyQuery::new(start, places))));
    });
    group.bench_function("paths_to_100", |bencher| {
        let mut starts = places.iter().cycle();
        bencher.iter(|| starts.next().map(|&start| finder.paths(&ManyQuery::new(start, places))));
    });
    group.bench_function("matrix_100", |bencher| {
        bencher.iter(|| finder.distance_matrix(places, places));
    });
    let door = |&place: &DVec2| [place, place + DVec2::X].map(Place::from);
    let doors: Vec<[Place; 2]> = places.iter().map(door).collect();
    group.bench_function("any_of_10_segments", |bencher| {
        let mut starts = places.iter().cycle();
        bencher.iter(|| {
            let goals = Goals::Segments(&doors[..10]);
            starts.next().map(|&start| finder.path_to_any(&ManyQuery::to_any(start, goals)))
        });
    });
    group.bench_function("any_of_1_segment", |bencher| {
        let mut starts = places.iter().cycle();
        bencher.iter(|| {
            let goals = Goals::Segments(&doors[..1]);
            starts.next().map(|&start| finder.path_to_any(&ManyQuery::to_any(start, goals)))
        });
    });
}

/// A field from the first place, and what it says of the others.
fn time_field(group: &mut BenchmarkGroup<'_, WallTime>, finder: &MeshFinder, places: &[DVec2]) {
    group.bench_function("field", |bencher| {
        bencher.iter(|| finder.distance_field(&FieldQuery::new(&places[..1])))
    });
    let Ok(field) = finder.distance_field(&FieldQuery::new(&places[..1])) else { return };
    println!("a field of {} bytes", field.bytes());
    group.throughput(Throughput::Elements(places.len() as u64));
    group.bench_function("distance_at", |bencher| {
        bencher.iter(|| {
            places
                .iter()
                .map(|&place| field.distance_at(place).unwrap_or(f64::INFINITY))
                .sum::<f64>()
        });
    });
    group.bench_function("direction_at", |bencher| {
        bencher.iter(|| places.iter().filter_map(|&place| field.direction_at(place)).count());
    });
}

/// Long enough to see a change, short enough to be run.
const SHORT: Duration = Duration::from_millis(500);

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(SHORT).measurement_time(2 * SHORT);
    targets = many
}
criterion_main!(benches);
