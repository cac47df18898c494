//! Levels that are baked in tiles, against those that are baked whole and those that are baked anew.

use std::ops::ControlFlow;

use navmesh_terrain::{
    BakeError, BakeOptions, BakeStage, Baked, Bounds, JumpRule, Level, TiledBake, Volume, bake,
};
use navmesh_testkit::SplitMix64;
use tautline::{DVec2, MeshFinder, Outline, Path, PathQuery};

use crate::shapes::Shapes;
use crate::{check_seams, path, within};

/// Checks what holds for every mesh of tiles, as for every bake.
fn check(baked: &Baked) {
    let mesh = baked.surface.mesh();
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty());
    check_seams(&baked.surface);
}

fn tiled(level: &Level, options: &BakeOptions, size: u32) -> Baked {
    let baked = TiledBake::new(level, options, size).unwrap().baked().unwrap();
    check(&baked);
    baked
}

/// Boxes on ground that reaches to both sides of the origin, and a platform with a ramp.
fn boxes(rng: &mut SplitMix64) -> Vec<[[f64; 3]; 2]> {
    let one = |_| {
        // Some lie on the borders of tiles of 16 cells of 0.3.
        let step = if rng.chance(30) { 4.8 } else { 1e-9 };
        let [x, y] = [(); 2].map(|()| (within(rng, -24.0, 20.0) / step).round() * step);
        let [w, d, h] = [within(rng, 0.3, 6.0), within(rng, 0.3, 6.0), within(rng, 0.3, 4.0)];
        [[x, y, 0.0], [x + w, y + d, h]]
    };
    (0..14).map(one).collect()
}

fn level(boxes: &[[[f64; 3]; 2]]) -> Level {
    let ground = Shapes::default()
        .solid([-26.0, -26.0, -1.0], [26.0, 26.0, 0.0])
        .ramp([-20.0, -8.0], [-3.0, 3.0], [0.0, 4.0])
        .ramp([-8.0, 22.0], [-3.0, 3.0], [4.0, 4.0]);
    boxes.iter().fold(ground, |shapes, &[low, high]| shapes.solid(low, high)).level()
}

/// Finds a path between two points of space in a bake, if both are on ground.
fn found(baked: &Baked, ends: [[f64; 3]; 2]) -> Option<Option<Path>> {
    let [start, goal] = ends.map(|end| baked.surface.pick(end, 0.4, 0.4).ok());
    let query = PathQuery::new(start?.place, goal?.place);
    Some(MeshFinder::new(baked.surface.mesh().clone()).find_path(&query).ok())
}

#[test]
fn ground_in_tiles_is_that_of_the_whole() {
    let (mut compared, mut reached) = (0, 0);
    for seed in 0..24 {
        let mut rng = SplitMix64::new(seed);
        let level = level(&boxes(&mut rng));
        let options = BakeOptions::default().steeper(10.0, "ramp", 2.0);
        let whole = bake(&level, &options).unwrap();
        let tiles = tiled(&level, &options, [16, 31, 64][seed as usize % 3]);
        assert_eq!(tiles.report.walkable, whole.report.walkable);
        let [own, other] = [&tiles, &whole].map(|baked| baked.surface.mesh().area());
        assert!((own - other).abs() < 0.02 * other, "seed {seed}: {own} {other}");
        for _ in 0..60 {
            let mut end = || {
                let at = [within(&mut rng, -25.0, 25.0), within(&mut rng, -25.0, 25.0)];
                [at[0], at[1], *rng.pick(&[0.0, 4.0])]
            };
            let ends = [end(), end()];
            // The two lattices differ, and so do borders by a cell or two.
            let (Some(a), Some(b)) = (found(&whole, ends), found(&tiles, ends)) else { continue };
            compared += 1;
            assert_eq!(a.is_some(), b.is_some(), "seed {seed}: {ends:?}");
            if let (Some(a), Some(b)) = (&a, &b) {
                reached += 1;
                b.verify(tiles.surface.mesh()).unwrap();
                let apart = (a.length() - b.length()).abs();
                assert!(
                    apart < 1.0 + 0.1 * a.length(),
                    "seed {seed}: {} {}",
                    a.length(),
                    b.length()
                );
            }
        }
    }
    assert!(compared > 300 && reached * 10 > compared * 7, "{compared} {reached}");
}

#[test]
fn tiles_that_are_baked_again_are_those_of_a_fresh_bake() {
    for seed in 0..24 {
        let mut rng = SplitMix64::new(100 + seed);
        let mut all = boxes(&mut rng);
        let wet = Volume::new(Outline::rect([-9.0, -9.0], [3.0, 6.0]), -0.5, 0.5);
        let options =
            BakeOptions::default().area_volume(wet, "wet", 2.0).jumps(JumpRule::new(4.5, 1.0, 3.0));
        let mut tiles = TiledBake::new(&level(&all), &options, 24).unwrap();
        for _ in 0..3 {
            let number = rng.below(all.len());
            let new = *boxes(&mut rng).first().unwrap();
            let corners = [all[number], new].concat();
            let changed = Bounds::of(corners.iter().map(|at| DVec2::new(at[0], at[1])));
            all[number] = new;
            let level = level(&all);
            let again = tiles.rebake(&level, changed).unwrap();
            assert!(again > 0 && again <= tiles.tile_count());
            let fresh = TiledBake::new(&level, &options, 24).unwrap();
            let [own, other] = [&tiles, &fresh].map(|tiles| tiles.baked().unwrap());
            check(&own);
            assert_eq!(own.report, other.report, "seed {seed}");
            assert!(own.surface.mesh().to_raw() == other.surface.mesh().to_raw(), "seed {seed}");
            assert!(own.surface.heights() == other.surface.heights(), "seed {seed}");
        }
    }
}

#[test]
fn stairs_bridges_and_jumps_cross_the_borders_of_tiles() {
    for size in [16, 20, 37, 128] {
        let options = BakeOptions::default().step(0.4);
        let bridge = Shapes::default()
            .solid([-20.0, -15.0, -1.0], [20.0, 15.0, 0.0])
            .ramp([-14.0, -6.0], [-2.0, 2.0], [0.0, 4.0])
            .ramp([-6.0, 6.0], [-2.0, 2.0], [4.0, 4.0])
            .ramp([6.0, 14.0], [-2.0, 2.0], [4.0, 0.0]);
        let surface = tiled(&bridge.level(), &options, size).surface;
        assert!(path(&surface, [-17.0, 0.0, 0.0], [0.0, 0.0, 4.0]).unwrap().length() < 18.0);
        assert!(path(&surface, [0.0, -10.0, 0.0], [0.0, 10.0, 0.0]).unwrap().length() < 20.1);
        assert!(path(&surface, [0.0, 0.0, 4.0], [0.0, 0.0, 0.0]).unwrap().length() > 25.0);

        let block = Shapes::default()
            .solid([0.0, 0.0, -1.0], [30.0, 30.0, 0.0])
            .solid([10.0, 10.0, 0.0], [20.0, 20.0, 3.0]);
        let jumps = options.clone().jumps(JumpRule::new(3.5, 0.5, 3.0));
        let baked = tiled(&block.level(), &jumps, size);
        assert!(baked.report.links >= 12, "{size}: {}", baked.report.links);
        assert!(path(&baked.surface, [15.0, 15.0, 3.0], [3.0, 15.0, 0.0]).unwrap().length() < 14.0);
    }
}

#[test]
fn a_world_with_too_many_corners_for_one_bake_is_baked_in_tiles() {
    let mut shapes = Shapes::default().solid([0.0, 0.0, -1.0], [320.0, 320.0, 0.0]);
    for number in 0..80 * 80 {
        let [x, y] = [number % 80, number / 80].map(|place| f64::from(place) * 4.0 + 1.0);
        shapes = shapes.solid([x, y, 0.0], [x + 1.0, y + 0.7, 3.0]);
    }
    let level = shapes.level();
    let options = BakeOptions::default().cell_size(0.4).agent_radius(0.4);
    assert!(matches!(bake(&level, &options), Err(BakeError::TooManyCorners { .. })));
    let surface = tiled(&level, &options, 128).surface;
    assert!(path(&surface, [3.0, 3.0, 0.0], [317.0, 316.0, 0.0]).unwrap().length() < 480.0);
    assert_eq!(surface.mesh().component_count(), 1);
}

#[test]
fn tiles_that_cannot_be_baked_are_errors() {
    let level = level(&[]);
    let options = BakeOptions::default();
    let refused = |level: &Level, options: &BakeOptions, size| {
        TiledBake::new(level, options, size).unwrap_err()
    };
    for size in [0, 15, 2049, u32::MAX] {
        assert!(matches!(refused(&level, &options, size), BakeError::Option { name: "size", .. }));
    }
    let mut few = options.clone();
    few.max_cells = 70 * 70;
    assert!(TiledBake::new(&level, &few, 60).is_ok());
    assert!(matches!(refused(&level, &few, 61), BakeError::Option { name: "size", .. }));
    assert!(matches!(refused(&Level::default(), &options, 64), BakeError::Empty));
    let mut broken = level.clone();
    broken.positions[1].y = f64::NAN;
    assert!(matches!(refused(&broken, &options, 64), BakeError::NotFinite { triangle: 0, .. }));
    let mut tiles = TiledBake::new(&level, &options, 64).unwrap();
    let before = tiles.baked().unwrap().surface.mesh().to_raw();
    let all = Bounds::of([[-26.0, -26.0], [26.0, 26.0]].map(Into::into));
    assert!(tiles.rebake(&broken, all).is_err());
    assert_eq!(tiles.baked().unwrap().surface.mesh().to_raw(), before);
    let mut far = level.clone();
    far.positions[1].x = 1e9;
    assert!(matches!(refused(&far, &options, 16), BakeError::TooManyTiles { .. }));
    let mut moved = level.clone();
    moved.positions.iter_mut().for_each(|point| point.x += 1e11);
    assert!(matches!(refused(&moved, &options, 64), BakeError::TooFar { .. }));
    let nowhere = Bounds { min: [f64::NAN, 0.0].into(), max: [1.0, 1.0].into() };
    assert!(tiles.rebake(&level, nowhere).unwrap_err().to_string().contains("the option changed"));
    far.positions[1].x = 0.0;
    far.positions[1].z = 1e7;
    assert!(matches!(refused(&far, &options, 64), BakeError::TooHigh { .. }));
    let wall = Shapes::default().quad([
        [0.0, 0.0, 0.0],
        [9.0, 0.0, 0.0],
        [9.0, 0.0, 9.0],
        [0.0, 0.0, 9.0],
    ]);
    let tiles = TiledBake::new(&wall.level(), &options, 64).unwrap();
    assert!(matches!(tiles.baked(), Err(BakeError::NoGround { triangles: 2, .. })));
    // Stopped before the first tile, and after it.
    for most in [0.0, 0.01] {
        let stop = &mut |stage: BakeStage, share: f64| {
            assert_eq!(stage, BakeStage::Tiles);
            if share > most || most == 0.0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let stopped = TiledBake::new_with(&level, &options, 16, stop).unwrap_err();
        assert!(matches!(stopped, BakeError::Stopped(BakeStage::Tiles)), "{stopped}");
    }
}
