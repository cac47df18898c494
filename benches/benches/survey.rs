//! Times the questions of places: location, nearest points, rays, walls, sight, areas, random places, explanations. One iteration asks a thousand
//! of them.

#![allow(missing_docs, reason = "criterion's macro writes a public function")]

use std::time::Duration;

use benches::{query_fixture, questions};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use navmesh_testkit::SplitMix64;
use tautline::mesh::CellId;
use tautline::queries::Region;
use tautline::{DVec2, MeshFinder, MeshQueries, NavMesh, PathError, PathQuery, Place};

/// The number of queries in an iteration.
const QUESTIONS: usize = 1000;

fn survey(criterion: &mut Criterion) {
    for (name, mesh) in query_fixture::meshes() {
        let mut group = criterion.benchmark_group(&name);
        time_location(&mut group, &mesh);
        time_rays(&mut group, &mesh);
        time_walls(&mut group, &mesh);
        time_areas(&mut group, &mesh);
        time_explanations(&mut group, &mesh);
    }
}

/// Seeded points of the bounding box.
fn points(mesh: &NavMesh, seed: u64) -> Vec<DVec2> {
    questions::points(mesh, seed, QUESTIONS)
}

fn time_location(group: &mut BenchmarkGroup<'_, WallTime>, mesh: &NavMesh) {
    let points = points(mesh, 1);
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function("locate", |bencher| {
        bencher.iter(|| points.iter().map(|&p| mesh.incidences(p).count()).sum::<usize>());
    });
    group.bench_function("nearest", |bencher| {
        bencher.iter(|| {
            points.iter().filter_map(|&p| mesh.nearest(p)).map(|n| n.distance).sum::<f64>()
        });
    });
}

/// Rays from anywhere on the mesh to anywhere, from where they have to find their cell and from where they
/// know it; the throughput is that of the cells they cross.
fn time_rays(group: &mut BenchmarkGroup<'_, WallTime>, mesh: &NavMesh) {
    let mut survey = MeshQueries::new(mesh);
    let mut cells = Vec::new();
    let mut crossed = 0;
    let ends = points(mesh, 2).into_iter().zip(points(mesh, 3));
    let rays: Vec<(DVec2, DVec2)> = ends
        .filter(|&(from, to)| {
            let hit = survey.cast_ray_through(from, to, &mut cells);
            crossed += cells.len() as u64;
            hit.is_ok()
        })
        .collect();
    group.throughput(Throughput::Elements(crossed));
    let cells: Vec<CellId> =
        rays.iter().filter_map(|ray| Some(mesh.locate(ray.0)?.cells()[0])).collect();
    group.bench_function("ray_in_a_known_cell", |bencher| {
        bencher.iter(|| {
            let ask = rays.iter().zip(&cells);
            let hits = ask.filter_map(|(&(from, to), &cell)| {
                survey.cast_ray(Place::new(from).in_cell(cell), to).ok()
            });
            hits.map(|hit| hit.distance).sum::<f64>()
        });
    });
    group.bench_function("ray", |bencher| {
        bencher.iter(|| {
            let hits = rays.iter().filter_map(|&(from, to)| survey.cast_ray(from, to).ok());
            hits.map(|hit| hit.distance).sum::<f64>()
        });
    });
}

/// Queries from places on the mesh: the nearest wall, a step, and the visible region.
fn time_walls(group: &mut BenchmarkGroup<'_, WallTime>, mesh: &NavMesh) {
    let places = places(mesh, 4);
    let mut survey = MeshQueries::new(mesh);
    group.throughput(Throughput::Elements(places.len() as u64));
    group.bench_function("nearest_wall", |bencher| {
        bencher.iter(|| {
            let near = places.iter().filter_map(|&p| survey.nearest_wall(p, f64::INFINITY).ok());
            near.flatten().map(|near| near.distance).sum::<f64>()
        });
    });
    let step = mesh.bounds().size() / 64.0;
    group.bench_function("move_along", |bencher| {
        bencher.iter(|| {
            let moved = places.iter().filter_map(|&p| survey.move_along(p, p + step).ok());
            moved.map(|moved| moved.travelled).sum::<f64>()
        });
    });
    group.bench_function("visible_from", |bencher| {
        bencher.iter(|| {
            let seen = places.iter().filter_map(|&p| survey.visible_from(p).ok());
            seen.map(|region| region.area()).sum::<f64>()
        });
    });
}

/// The cells in circles and polygons a 64th of the map wide, those within reach there, and random places: anywhere,
/// and around places.
fn time_areas(group: &mut BenchmarkGroup<'_, WallTime>, mesh: &NavMesh) {
    let places = places(mesh, 5);
    let mut survey = MeshQueries::new(mesh);
    group.throughput(Throughput::Elements(places.len() as u64));
    let radius = mesh.bounds().size().max_element() / 128.0;
    group.bench_function("cells_in_circle", |bencher| {
        bencher.iter(|| {
            let circles = places.iter().map(|&center| Region::Circle { center, radius });
            circles.filter_map(|circle| survey.cells_in(&circle).ok()).flatten().count()
        });
    });
    let corners =
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|p| DVec2::from(p) * radius);
    group.bench_function("cells_in_square", |bencher| {
        bencher.iter(|| {
            let rings = places.iter().map(|&center| corners.map(|corner| center + corner));
            let cells = rings.filter_map(|ring| survey.cells_in(&Region::Polygon(&ring)).ok());
            cells.flatten().count()
        });
    });
    group.bench_function("cells_around", |bencher| {
        bencher.iter(|| {
            places.iter().filter_map(|&p| survey.cells_around(p, radius).ok()).flatten().count()
        });
    });
    let mut random = SplitMix64::new(6);
    let mut draw = || random.next_u64();
    group.bench_function("random_point", |bencher| {
        bencher.iter(|| {
            places
                .iter()
                .filter_map(|_| survey.random_point(&mut draw))
                .map(|drawn| drawn.point)
                .sum::<DVec2>()
        });
    });
    group.bench_function("random_point_around", |bencher| {
        bencher.iter(|| {
            let around = |&p: &DVec2| survey.random_point_around(p, radius, &mut draw).ok();
            places.iter().filter_map(around).map(|drawn| drawn.point).sum::<DVec2>()
        });
    });
}

/// Why there is no path: an end off the mesh, and two ends on different components.
fn time_explanations(group: &mut BenchmarkGroup<'_, WallTime>, mesh: &NavMesh) {
    let finder = MeshFinder::new(mesh.clone());
    let ends = points(mesh, 7).into_iter().zip(points(mesh, 8));
    let errors: Vec<PathError> =
        ends.filter_map(|(from, to)| finder.find_path(&PathQuery::new(from, to)).err()).collect();
    let (apart, outside): (Vec<&PathError>, Vec<&PathError>) =
        errors.iter().partition(|error| error.proves_unreachable());
    for (name, errors) in [("explain_outside", outside), ("explain_apart", apart)] {
        group.throughput(Throughput::Elements(errors.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                errors.iter().filter(|error| error.explain(mesh).nearest.is_some()).count()
            });
        });
    }
}

/// Seeded places on the mesh.
fn places(mesh: &NavMesh, seed: u64) -> Vec<DVec2> {
    let on_mesh = points(mesh, seed).into_iter().filter(|&p| mesh.locate(p).is_some());
    on_mesh.collect()
}

/// Long enough to see a change, short enough to be run.
const SHORT: Duration = Duration::from_millis(500);

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(SHORT).measurement_time(2 * SHORT);
    targets = survey
}
criterion_main!(benches);
