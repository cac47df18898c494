//! Live maps of baked levels, whole and in tiles: the same ground, the same costs, and obstacles that close one floor alone.

use std::sync::Arc;

use navmesh_terrain::{BakeOptions, JumpRule, Level, TiledBake, bake};
use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::floors::floor_queries;
use tautline::{
    BuildError, BuildOptions, DVec2, LiveMesh, MeshFinder, NavMesh, NavMeshBuilder, Outline, Place,
};

use crate::public::{NAMES, level};
use crate::shapes::Shapes;
use crate::within;

/// The sizes of tiles; 0 is one bake of the whole level.
const SIZES: [u32; 5] = [0, 16, 20, 37, 64];

/// The side of a tile of 16 cells.
const TILE: f64 = 4.8;

/// The relative difference of sums over other cells.
const ROUNDING: f64 = 1e-9;

fn meshes(level: &Level, options: &BakeOptions) -> impl Iterator<Item = (u32, Arc<NavMesh>)> {
    SIZES.into_iter().map(|size| {
        let baked = match size {
            0 => bake(level, options).unwrap(),
            _ => TiledBake::new(level, options, size).unwrap().baked().unwrap(),
        };
        (size, baked.surface.mesh().clone())
    })
}

/// Builds a live map of a mesh, and checks that it has the same ground, the same costs, and floors that are edited alone.
///
/// Returns the paths found and the obstacles with ground of another floor over or under them.
fn check(mesh: &NavMesh, seed: u64, name: &str) -> [usize; 2] {
    let live = LiveMesh::new(NavMeshBuilder::from_mesh(mesh));
    let mut live = live.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(live.mesh().layers(), mesh.layers(), "{name}");
    for (own, baked) in live.mesh().layer_sizes().into_iter().zip(mesh.layer_sizes()) {
        assert!((own - baked).abs() <= ROUNDING * baked, "{name}: {own} {baked}");
    }
    let options = BuildOptions::default().weld(0.0).agent_radius(0.2);
    let wider = NavMeshBuilder::from_mesh(mesh).with_options(options).build_mesh();
    match wider {
        Ok(wider) => assert!(wider.area() < mesh.area(), "{name}"),
        // The end of a jump lies on ground too narrow for wider agents.
        Err(BuildError::LinkOffMesh { .. }) if !mesh.links().is_empty() => {}
        Err(error) => panic!("{name}: {error}"),
    }
    let found = check_paths(mesh, live.mesh(), seed, name);
    let mut rng = SplitMix64::new(seed);
    let slots: Vec<u32> = mesh.slots().collect();
    let closed = (0..6).filter(|number| {
        let half = [0.1, 0.4, 1.5][number % 3];
        check_obstacle(mesh, &mut live, *rng.pick(&slots), half, name)
    });
    [found, closed.count()]
}

fn check_paths(mesh: &NavMesh, other: &NavMesh, seed: u64, name: &str) -> usize {
    let finders = [mesh, other].map(|mesh| MeshFinder::new(mesh.clone()));
    let mut found = 0;
    for query in floor_queries(mesh, 40, seed) {
        match finders.each_ref().map(|finder| finder.find_path(&query)) {
            [Ok(before), Ok(after)] => {
                after.verify(other).unwrap();
                let slack = ROUNDING * (1.0 + before.cost());
                let [low, high] = [&before, &after].map(|path| path.lower_bound() - slack);
                assert!(low <= after.cost() && high <= before.cost(), "{name}: {query:?}");
                found += 1;
            }
            [Err(before), Err(after)] => assert_eq!(before.kind(), after.kind(), "{name}"),
            [before, after] => panic!("{name}: {query:?}\n{before:?}\n{after:?}"),
        }
    }
    found
}

/// Puts an obstacle on the floor of a cell, around its center, and takes it away again. True if another floor has ground there.
fn check_obstacle(mesh: &NavMesh, live: &mut LiveMesh, slot: u32, half: f64, name: &str) -> bool {
    let (at, floor) = (mesh.centroid(slot), mesh.layer(slot));
    let (low, high) = (at - half, at + half);
    let is_ground = |mesh: &NavMesh, layer: u32| {
        mesh.incidences_at(Place::new(at).on_layer(layer)).next().is_some()
    };
    let floors_at = |mesh: &NavMesh| -> Vec<u32> {
        mesh.layers().iter().copied().filter(|&layer| is_ground(mesh, layer)).collect()
    };
    let before = floors_at(live.mesh());
    assert!(before.contains(&floor), "{name}: {at}");
    let sizes = live.mesh().layer_sizes();
    let key = live.on_layer(floor).add_obstacle(Outline::rect(low, high)).unwrap();
    let rest: Vec<u32> = before.iter().copied().filter(|&layer| layer != floor).collect();
    assert_eq!(floors_at(live.mesh()), rest, "{name}: {at}");
    for (&layer, &before) in mesh.layers().iter().zip(&sizes) {
        let part = if layer == floor { covered(mesh, floor, [low, high]) } else { 0.0 };
        let own = size_of(live.mesh(), layer);
        assert!((before - part - own).abs() <= ROUNDING * before, "{name}: floor {layer} at {at}");
    }
    live.remove(key).unwrap();
    assert_eq!(floors_at(live.mesh()), before, "{name}: {at}");
    !rest.is_empty()
}

/// The size of a floor; 0 if an obstacle covers it.
fn size_of(mesh: &NavMesh, layer: u32) -> f64 {
    let place = mesh.layers().iter().position(|&own| own == layer);
    place.map_or(0.0, |place| mesh.layer_sizes()[place])
}

/// The area of a floor's cells within a box, each clipped by its four sides.
fn covered(mesh: &NavMesh, layer: u32, [low, high]: [DVec2; 2]) -> f64 {
    let cells = mesh.slots().filter(|&slot| mesh.layer(slot) == layer);
    let sides = [(DVec2::X, low.x), (DVec2::Y, low.y), (-DVec2::X, -high.x), (-DVec2::Y, -high.y)];
    let part = |slot: u32| {
        let mut ring: Vec<DVec2> = mesh.corners(slot).collect();
        for (normal, least) in sides {
            let beyond = |at: DVec2| normal.dot(at) - least;
            let mut kept = Vec::new();
            for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let [a, b] = [beyond(from), beyond(to)];
                if a >= 0.0 {
                    kept.push(from);
                }
                if a * b < 0.0 {
                    kept.push(from + (to - from) * (a / (a - b)));
                }
            }
            ring = kept;
        }
        let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
        pairs.map(|(from, to)| (*from - low).perp_dot(*to - low)).sum::<f64>() / 2.0
    };
    cells.map(part).sum()
}

/// Ground, and ramps, platforms and bridges over it and over each other, some with borders on those of tiles.
fn random_level(rng: &mut SplitMix64) -> Level {
    let mut shapes = Shapes::default().solid([-24.0, -24.0, -1.0], [24.0, 24.0, 0.0]);
    if rng.chance(40) {
        shapes = shapes.spiral(2, 48, 3.0 + rng.unit(), [3.0, within(rng, 5.0, 9.0)]);
    }
    for _ in 0..3 + rng.below(4) {
        let step = if rng.chance(50) { TILE } else { 0.1 };
        let mut round = |low: f64, high: f64| (within(rng, low, high) / step).round() * step;
        let [x, y] = [round(-22.0, 6.0), round(-22.0, 14.0)];
        let [rise, length, width] = [round(5.0, 10.0), round(4.0, 12.0), round(4.0, 7.0)];
        let height = *rng.pick(&[2.4, 3.0, 4.0]);
        let (head, end) = (x + rise, x + rise + length);
        let sides = [y, y + width];
        shapes = shapes.ramp([x, head], sides, [0.0, height]);
        shapes = match rng.below(3) {
            0 => shapes.ramp([head, end], sides, [height; 2]).ramp(
                [end, end + rise],
                sides,
                [height, 0.0],
            ),
            1 => shapes.ramp([head, end], [y - length, y + width + length], [height; 2]),
            _ => {
                // A second ramp back over the first one.
                let above = [y + width, y + 2.0 * width];
                let back = shapes.ramp([head, end], [y, above[1]], [height; 2]);
                let back = back.ramp([x, head], above, [2.0 * height, height]);
                back.ramp([x - length, x], [y, above[1]], [2.0 * height; 2])
            }
        };
    }
    shapes.level()
}

#[test]
fn a_ramp_and_a_platform_are_edited_however_they_were_baked() {
    // The level of the page's tests.
    let level = Shapes::default()
        .quad([[0.0, 0.0, 0.0], [40.0, 0.0, 0.0], [40.0, 30.0, 0.0], [0.0, 30.0, 0.0]])
        .ramp([5.0, 20.0], [10.0, 14.0], [0.0, 5.0])
        .quad([[20.0, 5.0, 5.0], [32.0, 5.0, 5.0], [32.0, 25.0, 5.0], [20.0, 25.0, 5.0]])
        .level();
    for (size, mesh) in meshes(&level, &BakeOptions::default()) {
        let [found, closed] = check(&mesh, 3, &format!("size {size}"));
        assert!(found > 30 && closed > 0, "{size}: {found} {closed}");
    }
}

#[test]
fn a_tower_of_equal_storeys_is_edited_however_it_was_baked() {
    // All borders lie on those of tiles of 16 cells, and those of a storey over those of the next one.
    let [side, far, end] = [3.0, 5.0, 6.0].map(|tiles| tiles * TILE);
    let mut shapes = Shapes::default().ramp([0.0, side], [0.0, side], [0.0; 2]);
    for storey in 0..4 {
        let [low, high] = [f64::from(storey) * 3.0, f64::from(storey + 1) * 3.0];
        let middle = low + 1.5;
        shapes = shapes
            .ramp([side, far], [0.0, TILE], [low, middle])
            .ramp([far, end], [0.0, 2.0 * TILE], [middle; 2])
            .ramp([side, far], [TILE, 2.0 * TILE], [high, middle])
            .ramp([0.0, side], [0.0, side], [high; 2]);
    }
    let level = shapes.level();
    for (size, mesh) in meshes(&level, &BakeOptions::default()) {
        assert_eq!(mesh.component_count(), 1);
        let [found, closed] = check(&mesh, 3, &format!("size {size}"));
        assert!(found == 40 && closed == 6, "{size}: {found} {closed}");
    }
}

#[test]
fn random_levels_are_edited_however_they_were_baked() {
    let mut counts = [0; 2];
    for seed in 0..40 {
        let mut rng = SplitMix64::new(700 + seed);
        let level = random_level(&mut rng);
        let options = BakeOptions::default().agent_radius(0.3).step(0.4);
        let options = match seed % 4 {
            0 => options.steeper(10.0, "ramp", 2.0),
            1 => options.jumps(JumpRule::new(4.5, 1.0, 3.0)),
            _ => options,
        };
        for (size, mesh) in meshes(&level, &options) {
            let own = check(&mesh, seed, &format!("seed {seed}, size {size}"));
            counts = [counts[0] + own[0], counts[1] + own[1]];
        }
    }
    assert!(counts[0] > 4_000 && counts[1] > 300, "{counts:?}");
}

#[test]
fn public_levels_are_edited_however_they_were_baked() {
    for name in NAMES {
        let Some(level) = level(name) else { return };
        for (size, mesh) in meshes(&level, &BakeOptions::default()) {
            check(&mesh, 5, &format!("{name}, size {size}"));
        }
    }
}
