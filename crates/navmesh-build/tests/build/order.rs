//! Tests of the effect of the order of the input.

use navmesh_build::{BuildError, BuildOptions, build_outlines};
use navmesh_core::{Clearance, DVec2, NavMesh, Outlines, RawMesh};
use navmesh_testkit::oracle::MeshOracle;
use navmesh_testkit::{SplitMix64, world, world_count};

use crate::much_in_one_place::near_copies;

fn shuffle<T>(items: &mut [T], random: &mut SplitMix64) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

/// Returns the same map with another order of outlines, other first points and other orientations.
fn told_otherwise(outlines: &Outlines, seed: u64) -> Outlines {
    let mut random = SplitMix64::new(seed);
    let mut other = outlines.clone();
    for list in [&mut other.walkable, &mut other.obstacles] {
        shuffle(list, &mut random);
        for outline in list {
            shuffle(&mut outline.holes, &mut random);
            for ring in std::iter::once(&mut outline.exterior).chain(&mut outline.holes) {
                let first = random.below(ring.len());
                ring.rotate_left(first);
                if random.chance(50) {
                    ring.reverse();
                }
            }
        }
    }
    shuffle(&mut other.walls, &mut random);
    for wall in other.walls.iter_mut().filter(|_| random.chance(50)) {
        wall.points.reverse();
    }
    other
}

fn build(outlines: &Outlines, radius: f64) -> Option<NavMesh> {
    match build_outlines(outlines, &BuildOptions::default().agent_radius(radius)) {
        Ok((mesh, _)) => Some(mesh),
        Err(BuildError::NothingWalkable { .. } | BuildError::TooNarrow { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn assert_near(one: f64, other: f64, limit: f64, what: &str) {
    assert!((one - other).abs() <= limit, "{what}: {one} {other}");
}

/// Returns the rings of the border before the inset, as sorted bits.
fn rings(mesh: &NavMesh) -> Vec<Vec<[u64; 2]>> {
    let bits = |ring: &[DVec2]| ring.iter().map(|p| [p.x.to_bits(), p.y.to_bits()]).collect();
    let mut rings: Vec<Vec<[u64; 2]>> =
        mesh.clearance().into_iter().flat_map(Clearance::rings).map(bits).collect();
    rings.sort_unstable();
    rings
}

#[test]
fn any_order_gives_the_same_area_components_and_path_lengths() {
    let mut compared = 0;
    for seed in 0..world_count(200) {
        let world = world(seed);
        let other = told_otherwise(&world.outlines, seed);
        let size = build(&world.outlines, 0.0).unwrap().bounds().size().max_element();
        for radius in [0.0, 0.03 * size] {
            let meshes = [build(&world.outlines, radius), build(&other, radius)];
            let name = format!("{}, radius {radius}", world.name);
            let [Some(one), Some(two)] = &meshes else {
                assert!(meshes.iter().all(Option::is_none), "{name}");
                continue;
            };
            assert_near(one.area(), two.area(), 1e-9 * one.area(), &name);
            assert_eq!(one.component_count(), two.component_count(), "{name}");
            assert_eq!(rings(one), rings(two), "{name}");
            let oracles = [one, two].map(MeshOracle::new);
            for query in world.queries(4) {
                let [a, b] = [0, 1].map(|i| oracles[i].shortest(query.start, query.goal));
                assert_eq!(a.is_some(), b.is_some(), "{name}, {query:?}");
                if let (Some((a, _)), Some((b, _))) = (a, b) {
                    compared += 1;
                    assert_near(a, b, 1e-9 * size, &name);
                }
            }
        }
    }
    assert!(compared > world_count(200), "{compared}");
}

#[test]
fn threads_build_the_same_bits() {
    for seed in 0..world_count(20) {
        let outlines = world(seed).outlines;
        let build = || build(&outlines, 0.0).unwrap().to_raw();
        let meshes = std::thread::scope(|scope| {
            let threads = [(); 4].map(|()| scope.spawn(build));
            threads.map(|thread| thread.join().unwrap())
        });
        assert!(meshes.iter().all(|mesh| *mesh == meshes[0]), "{seed}");
    }
}

/// Rounding and rerouting depend on positions only.
#[test]
fn nearly_equal_copies_in_any_order_make_the_same_area() {
    for seed in 0..world_count(30) {
        let at = [0.0, 1e6, 1e9][seed as usize % 3];
        let mut walkable = near_copies(8, at, 1 + seed as i64 % 5, seed);
        let obstacles = walkable.split_off(6);
        let outlines = Outlines { walkable, obstacles, ..Outlines::default() };
        let told = [&outlines, &told_otherwise(&outlines, seed)];
        let [one, two] = told.map(|outlines| build(outlines, 0.1).as_ref().map(rings));
        assert_eq!(one, two, "seed {seed}");
    }
}

#[test]
fn the_same_order_gives_the_same_bits() {
    let bits = |raw: &RawMesh| -> Vec<u64> {
        raw.positions.iter().flat_map(|p| [p.x.to_bits(), p.y.to_bits()]).collect()
    };
    for seed in 0..100 {
        let outlines = world(seed).outlines;
        let size = build(&outlines, 0.0).unwrap().bounds().size().max_element();
        for radius in [0.0, 0.03 * size] {
            let raws = [0, 1].map(|_| build(&outlines, radius).map(|mesh| mesh.to_raw()));
            assert_eq!(raws[0], raws[1]);
            assert_eq!(raws[0].as_ref().map(bits), raws[1].as_ref().map(bits));
        }
    }
}
