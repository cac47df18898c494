//! Levels and options that are refused.

use navmesh_terrain::{BakeError, BakeOptions, Level, Up, bake};
use navmesh_testkit::{SplitMix64, world_count};

use crate::check;
use crate::shapes::Shapes;

fn floor() -> Level {
    Shapes::default().solid([0.0, 0.0, -1.0], [20.0, 20.0, 0.0]).level()
}

fn refused(level: &Level, options: &BakeOptions) -> String {
    bake(level, options).unwrap_err().to_string()
}

#[test]
fn a_broken_level_is_refused_by_name() {
    let options = BakeOptions::default();
    assert_eq!(refused(&Level::default(), &options), "the level has no triangles");
    let mut level = floor();
    level.positions[5].z = f64::NAN;
    assert!(refused(&level, &options).starts_with("triangle 2 has the corner [0, 20, NaN]"));
    let mut level = floor();
    level.triangles[7][1] = 99;
    assert_eq!(
        refused(&level, &options),
        "triangle 7 has the index 99, and there are 24 positions"
    );
}

#[test]
fn ground_that_nobody_can_walk_on_is_counted() {
    let options = BakeOptions::default();
    let wall = Shapes::default().quad([
        [0.0, 0.0, 0.0],
        [9.0, 0.0, 0.0],
        [9.0, 1.0, 9.0],
        [0.0, 1.0, 9.0],
    ]);
    let start = "no ground is walkable: of 2 triangles ";
    assert!(
        refused(&wall.level(), &options)
            .starts_with(&format!("{start}2 are too steep, 0 face down"))
    );
    let below = Shapes::default().quad([
        [0.0, 0.0, 0.0],
        [0.0, 9.0, 0.0],
        [9.0, 9.0, 0.0],
        [9.0, 0.0, 0.0],
    ]);
    assert!(
        refused(&below.level(), &options)
            .starts_with(&format!("{start}0 are too steep, 2 face down"))
    );
    let flat = Level::of_triangles(Up::Z, [[0.0; 3], [5.0; 3], [9.0; 3]], [[0, 1, 2], [1, 1, 1]]);
    assert!(refused(&flat, &options).contains("2 have no area"));
    let mut lava = floor();
    lava.material_names = vec!["lava".into()];
    lava.materials = vec![Some(0); lava.triangles.len()];
    assert!(
        refused(&lava, &options.clone().blocked("lava")).contains("2 are of a blocked material")
    );
    let tiny = Shapes::default().ramp([0.0, 1e-3], [0.0, 1e-3], [0.0, 0.0]);
    assert!(refused(&tiny.level(), &options).contains("the others have too little room"));
}

#[test]
fn a_field_that_would_be_too_large_is_refused_before_it_is_made() {
    for (cell, most) in [(2e-3, 1 << 23), (4e-4, u64::MAX), (0.05, 1000), (0.05, 0)] {
        let mut options = BakeOptions::default().agent_radius(0.0).cell_size(cell);
        options.max_cells = most;
        let Err(BakeError::TooManyCells { fitting, .. }) = bake(&floor(), &options) else {
            panic!("{cell}")
        };
        if most >= 1000 {
            assert!(fitting > cell && fitting < 2.0);
        }
        if most == 1000 {
            bake(&floor(), &options.cell_size(fitting)).unwrap();
        }
    }
    let mut high = floor();
    high.positions.push(high.positions[0] + tautline::surface::DVec3::Z * 1e7);
    high.triangles.push([0, 1, 24]);
    let Err(BakeError::TooHigh { fitting, .. }) = bake(&high, &BakeOptions::default()) else {
        panic!()
    };
    let mut tall = BakeOptions::default().cell_height(fitting).agent_height(2.0 * fitting);
    tall.step = 0.0;
    check(&bake(&high, &tall).unwrap());
    let far =
        Level::of_triangles(Up::Z, [[0.0; 3], [1e300, 0.0, 0.0], [0.0, 1e300, 1e300]], [[0, 1, 2]]);
    assert!(matches!(bake(&far, &BakeOptions::default()), Err(BakeError::TooManyCells { .. })));
}

/// Sets an option.
type Setter = fn(BakeOptions, f64) -> BakeOptions;

#[test]
fn an_option_out_of_range_is_refused_by_name() {
    let bad = [f64::NAN, -1.0, f64::INFINITY, 1e300];
    let set: [(&str, Setter); 12] = [
        ("agent_radius", BakeOptions::agent_radius),
        ("agent_height", BakeOptions::agent_height),
        ("step", BakeOptions::step),
        ("slope", BakeOptions::slope),
        ("cell_size", BakeOptions::cell_size),
        ("cell_height", BakeOptions::cell_height),
        ("max_edge", |mut options, value| {
            options.max_edge = value;
            options
        }),
        ("simplification", |mut options, value| {
            options.simplification = value;
            options
        }),
        ("detail_distance", |mut options, value| {
            options.detail_distance = value;
            options
        }),
        ("detail_error", |mut options, value| {
            options.detail_error = value;
            options
        }),
        ("cost", |options, value| options.area("mud", value)),
        ("cost", |options, value| options.area("mud", 1.0).area("sand", value)),
    ];
    for (name, set) in set {
        for value in bad {
            let message = refused(&floor(), &set(BakeOptions::default(), value));
            assert!(message.starts_with(&format!("the option {name} is ")), "{message}");
        }
    }
    for corners in [0, 2, 13, u32::MAX] {
        let mut options = BakeOptions::default();
        options.polygon_corners = corners;
        assert!(refused(&floor(), &options).starts_with("the option polygon_corners"));
        options = BakeOptions::default();
        options.min_region = corners.max(256);
        assert!(refused(&floor(), &options).starts_with("the option min_region"));
    }
}

#[test]
fn more_floors_than_recast_counts_are_refused() {
    let mut tower = Shapes::default();
    for floor in 0..70 {
        tower = tower.ramp([0.0, 6.0], [0.0, 6.0], [3.0 * f64::from(floor); 2]);
    }
    assert!(
        refused(&tower.level(), &BakeOptions::default())
            .starts_with("70 floors lie above one another at ")
    );
}

#[test]
fn triangles_of_any_kind_are_baked_or_refused() {
    let (mut baked, worlds) = (0, world_count(100));
    for seed in 0..worlds {
        let mut rng = SplitMix64::new(seed);
        let count = 3 + rng.below(60);
        let spread = [3.0, 12.0, 30.0][rng.below(3)];
        let tall = [0.1, 2.0, 20.0][rng.below(3)];
        let positions: Vec<[f64; 3]> = (0..count)
            .map(|_| [spread * rng.unit(), spread * rng.unit(), tall * rng.unit()])
            .collect();
        let triangles: Vec<[u32; 3]> =
            (0..2 * count).map(|_| [0; 3].map(|_| rng.below(count) as u32)).collect();
        let level = Level::of_triangles(Up::Z, positions, triangles);
        let mut options = BakeOptions::default().agent_radius(0.3 * rng.below(3) as f64);
        options.merge_region = [0, 20, 255][rng.below(3)];
        options.detail_distance = [0.0, 2.0, 6.0][rng.below(3)];
        options.simplification = [0.0, 0.5, 1.3, 4.0][rng.below(4)];
        match bake(&level, &options) {
            Ok(done) => {
                check(&done);
                baked += 1;
            }
            Err(BakeError::NoGround { .. }) => {}
            Err(error) => panic!("{seed}: {error}"),
        }
    }
    assert!(baked > worlds / 2, "{baked} of {worlds}");
}

#[test]
fn rough_ground_with_pillars_and_platforms_is_baked() {
    for seed in 0..world_count(20) {
        let mut rng = SplitMix64::new(seed + 500);
        let (side, rough) = (12 + rng.below(16) as i32, 0.3 + 1.5 * rng.unit());
        let heights: Vec<f64> = (0..(side + 1) * (side + 1)).map(|_| rough * rng.unit()).collect();
        let at = |x: i32, y: i32| {
            let height = heights[(y * (side + 1) + x) as usize];
            [1.5 * f64::from(x), 1.5 * f64::from(y), height]
        };
        let mut level = Shapes::default();
        for tile in 0..side * side {
            let (x, y) = (tile % side, tile / side);
            level = level.quad([at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]);
        }
        for _ in 0..rng.below(30) {
            let [x, y, z] = [0; 3].map(|_| f64::from(side) * rng.unit());
            let [u, v] = [0; 2].map(|_| 0.3 + 5.0 * rng.unit() * rng.unit());
            let low = if rng.chance(50) { -1.0 } else { 0.3 * z };
            level = level.solid([x, y, low], [x + u, y + v, 0.3 * z + 0.5]);
        }
        let mut options = BakeOptions::default().agent_radius([0.0, 0.3, 0.6][rng.below(3)]);
        options.merge_region = [0, 20, 100, 255][rng.below(4)];
        options.detail_distance = [1.0, 3.0, 6.0][rng.below(3)];
        let level = level.level();
        let baked = bake(&level, &options).unwrap_or_else(|error| panic!("{seed}: {error}"));
        check(&baked);
        let again = bake(&level, &options).unwrap().surface;
        assert_eq!(
            again.heights(),
            baked.surface.heights(),
            "{seed}: the same level, the same bits"
        );
        assert_eq!(again.detail(), baked.surface.detail(), "{seed}");
    }
}

#[test]
fn height_maps_with_numbers_that_are_none_are_refused() {
    let options = BakeOptions::default().agent_radius(0.0);
    let baked = |origin: [f64; 2], spacing: f64, height: f64| {
        let mut heights = [0.0; 36];
        heights[14] = height;
        bake(&Level::of_heights(origin, spacing, 6, &heights), &options)
    };
    for number in [f64::INFINITY, f64::NEG_INFINITY, 1e20, 1e300] {
        assert!(baked([number, 0.0], 2.0, 0.0).is_err(), "{number}");
        assert!(baked([0.0, 0.0], number, 0.0).is_err(), "{number}");
        assert!(baked([0.0, 0.0], 2.0, number).is_err(), "{number}");
    }
    assert!(baked([f64::NAN, 0.0], 2.0, 0.0).is_err());
    assert!(baked([0.0, 0.0], f64::NAN, 0.0).is_err());
    // Triangles that face down or have no area.
    assert!(baked([0.0, 0.0], -2.0, 0.0).is_ok() && baked([0.0, 0.0], 0.0, 0.0).is_err());
    // A height that is NaN is a hole.
    assert!(baked([0.0, 0.0], 2.0, f64::NAN).is_ok());
}
