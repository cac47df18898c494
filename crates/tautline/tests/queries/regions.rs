//! Cells in regions, and random points, against the oracle.

use crate::open_and_closed_sites;
use navmesh_core::backend::geom::Bounds;
use navmesh_core::{NavMesh, RawMesh};
use navmesh_testkit::{MeshOracle, SplitMix64};
use tautline::queries::Region;
use tautline::{DVec2, MeshQueries, NavMeshBuilder, Outline};

#[test]
fn cells_in_a_polygon_are_those_that_meet_it() {
    let (mut inside, mut total) = (0, 0);
    for (seed, site) in open_and_closed_sites(200).enumerate() {
        let oracle = MeshOracle::new(&site.mesh);
        let mut queries = MeshQueries::new(&site.mesh);
        for ring in site.points.chunks_exact(3 + seed % 2) {
            // A triangle or a box, so that the ring never crosses itself.
            let box_of = |b: Bounds| {
                vec![b.min, [b.max.x, b.min.y].into(), b.max, [b.min.x, b.max.y].into()]
            };
            let ring = if seed % 2 == 0 {
                ring.to_vec()
            } else {
                box_of(Bounds::of(ring[..2].iter().copied()))
            };
            let found: Vec<u32> =
                queries.cells_in(&Region::Polygon(&ring)).unwrap().iter().map(|c| c.slot).collect();
            assert_eq!(found, oracle.cells_touching(&ring), "{}: {ring:?}", site.name);
            inside += found.len();
            total += site.mesh.cell_count();
        }
    }
    assert!(inside > 1000 && inside * 10 < total * 9, "{inside} of {total}");
}

#[test]
fn cells_in_a_circle_are_those_that_meet_it() {
    for (seed, site) in open_and_closed_sites(200).enumerate() {
        let oracle = MeshOracle::new(&site.mesh);
        let mut queries = MeshQueries::new(&site.mesh).snap(0.0);
        let mut random = SplitMix64::new(seed as u64);
        let size = site.mesh.bounds().size().max_element();
        for &center in &site.points {
            let radius = size * random.unit() * 0.4;
            let found = queries.cells_in(&Region::Circle { center, radius }).unwrap();
            let slack = size * 1e-12;
            for slot in site.mesh.slots() {
                let distance = oracle.distance_to_cell(slot, center);
                let is_found = found.contains(&site.mesh.cell_id(slot));
                let is_right =
                    (distance - radius).abs() < slack || is_found == (distance <= radius);
                assert!(is_right, "{}: cell {slot} at {distance} of {radius}", site.name);
            }
            let Ok(around) = queries.cells_around(center, radius) else {
                assert!(oracle.cells_at(center).is_empty(), "{}: {center}", site.name);
                continue;
            };
            let slots: Vec<u32> = around.iter().map(|cell| cell.slot).collect();
            let [less, more] =
                [radius - slack, radius + slack].map(|radius| oracle.region_within(center, radius));
            assert!(less.iter().all(|slot| slots.contains(slot)), "{}: {center}", site.name);
            assert!(slots.iter().all(|slot| more.contains(slot)), "{}: {center}", site.name);
        }
    }
}

#[test]
fn random_points_are_on_the_mesh_and_uniform_by_area() {
    for (seed, site) in open_and_closed_sites(24).enumerate() {
        let mut queries = MeshQueries::new(&site.mesh);
        let mut random = SplitMix64::new(seed as u64);
        let mut hits = vec![0.0; site.mesh.slot_count()];
        let draws = 4000;
        for _ in 0..draws {
            let point = queries.random_point(&mut || random.next_u64()).unwrap();
            let location = site.mesh.locate(point).expect("on the mesh");
            hits[location.cells()[0].slot as usize] += 1.0;
        }
        let area = site.mesh.area();
        for slot in site.mesh.slots() {
            let corners: Vec<DVec2> = site.mesh.corners(slot).collect();
            let origin = corners[0];
            let twice: f64 =
                corners.windows(2).map(|w| (w[0] - origin).perp_dot(w[1] - origin)).sum();
            let expected = f64::from(draws) * twice / 2.0 / area;
            let found: f64 = hits[slot as usize];
            let allowed = 6.0 * expected.sqrt() + 3.0;
            assert!((found - expected).abs() <= allowed, "{}: {found}, not {expected}", site.name);
        }
    }
}

#[test]
fn random_points_around_a_place_are_reachable_within_the_circle() {
    for (seed, site) in open_and_closed_sites(60).enumerate() {
        let oracle = MeshOracle::new(&site.mesh);
        let mut queries = MeshQueries::new(&site.mesh).snap(0.0);
        let mut random = SplitMix64::new(seed as u64);
        let size = site.mesh.bounds().size().max_element();
        for &center in site.points.iter().step_by(4) {
            let radius = size * random.unit() * 0.3;
            let Ok(drawn) = queries.random_point_around(center, radius, &mut || random.next_u64())
            else {
                continue;
            };
            let drawn = drawn.point;
            assert!(drawn.distance(center) <= radius, "{}: {drawn} from {center}", site.name);
            let reached = oracle.region_within(center, radius * (1.0 + 1e-12));
            assert!(oracle.cells_at(drawn).iter().any(|slot| reached.contains(slot)));
        }
    }
}

/// In the corner of a room the region is a quarter circle; half of its points are beyond 1/√2 of the
/// radius.
#[test]
fn random_points_in_a_circle_are_uniform_by_area() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_obstacle(Outline::rect([5.0, 5.0], [6.0, 6.0]));
    let mesh = builder.build().unwrap().0;
    let mut queries = MeshQueries::new(&mesh);
    let mut random = SplitMix64::new(5);
    let mut far = 0;
    for _ in 0..4000 {
        let point =
            queries.random_point_around([0.0, 0.0], 4.0, &mut || random.next_u64()).unwrap().point;
        far += u32::from(point.length() > 4.0 * std::f64::consts::FRAC_1_SQRT_2);
    }
    assert!(far.abs_diff(2000) < 150, "{far} of 4000");
}

/// A corridor thinner than an ulp, with a room beyond the wall on its right; the two are connected only
/// around the far end of the corridor.
#[test]
fn a_random_point_in_a_thin_corridor_is_not_beyond_its_wall() {
    let place = |x: f64, y: f64| DVec2::splat((1u64 << 52) as f64) + DVec2::new(x, y); // one ulp is 1
    let (far, tip, end) =
        (place(94_631.0, 58_485.0), place(1_000_003.0, 618_034.0), place(0.0, 0.0));
    let beyond = [place(-5000.0, -5000.0), place(1_000_003.0, 616_034.0)];
    let positions = vec![end, tip, far, place(-1000.0, 5000.0), beyond[0], beyond[1]];
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    for cell in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        raw.push_cell(&cell);
    }
    raw.join_matching_edges();
    let mesh = NavMesh::from_raw(&raw).unwrap();
    assert_eq!(mesh.component_count(), 1);
    let mut queries = MeshQueries::new(&mesh);
    let mut random = SplitMix64::new(1);
    for share in 1..200 {
        let radius = tip.distance(far) * f64::from(share) / 200.0;
        let drawn =
            queries.random_point_around(tip, radius, &mut || random.next_u64()).unwrap().point;
        let corridor = mesh.incidences(drawn).find(|incidence| incidence.cell.slot == 0);
        assert!(corridor.is_some() && drawn.distance(tip) <= radius, "{drawn}");
    }
}

#[test]
fn a_ring_less_than_an_ulp_beside_the_mesh_touches_it() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([-2.0, -2.0], [2.0, 0.0]));
    let mesh = builder.build().unwrap().0;
    let cells = |height: f64| {
        let ring = [[-1.0, height], [1.0, height], [0.0, 1.0]].map(DVec2::from);
        MeshQueries::new(&mesh).cells_in(&Region::Polygon(&ring)).unwrap().len()
    };
    assert_eq!([cells(0.0), cells(1e-170), cells(1e-9)], [1, 1, 0]);
}

#[test]
fn a_distance_that_is_negative_or_nan_is_refused_by_every_question_about_a_place() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [2.0, 2.0]));
    let mesh = builder.build().unwrap().0;
    let mut queries = MeshQueries::new(&mesh);
    for limit in [0.0, -0.0] {
        assert!(queries.nearest_wall([2.0, 1.0], limit).unwrap().is_some(), "{limit}");
    }
    for limit in [-1.0, f64::NAN, f64::NEG_INFINITY] {
        let place = [1.0, 1.0];
        let errors = [
            queries.nearest_wall(place, limit).err(),
            queries.cells_around(place, limit).err(),
            queries.random_point_around(place, limit, &mut || 5).err(),
        ];
        for error in errors {
            let error = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains("the limit"), "{limit}: {error}");
        }
    }
}
