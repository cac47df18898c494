//! Levels with several floors above one another, and paths on them.

use navmesh_terrain::{BakeOptions, BakeStage, Baked, Level, bake, bake_with};
use std::ops::ControlFlow;
use tautline::DVec2;

use crate::shapes::Shapes;
use crate::{check, path};

fn baked(shapes: Shapes) -> Baked {
    let baked = bake(&shapes.level(), &BakeOptions::default()).unwrap();
    check(&baked);
    baked
}

/// The heights of a path at its ends, and its length along the surface.
fn walk(baked: &Baked, from: [f64; 3], to: [f64; 3]) -> Option<[f64; 3]> {
    let way = baked.surface.along(&path(&baked.surface, from, to).ok()?, f64::INFINITY).unwrap();
    Some([way.points[0].height, way.points[way.points.len() - 1].height, way.length])
}

#[test]
fn spiral_stairs_lead_up_all_turns() {
    // Four turns of 4 m each. The middle of the way is a helix of this length.
    let stairs = baked(Shapes::default().solid([-14.0, -14.0, -1.0], [14.0, 14.0, 0.0]).spiral(
        4,
        48,
        4.0,
        [3.0, 7.0],
    ));
    let surface = &stairs.surface;
    assert!(surface.mesh().layers().len() >= 4, "{:?}", surface.mesh().layers());
    // On the ray at 30° the stairs lie at 1/12 of a turn.
    let at = |turn: f64| {
        let [x, y] = [5.0 * (30f64).to_radians().cos(), 5.0 * (30f64).to_radians().sin()];
        [x, y, 4.0 * (turn + 1.0 / 12.0)]
    };
    for (low, high) in [(1.0, 2.0), (1.0, 3.0), (2.0, 3.0)] {
        let [start, end, length] = walk(&stairs, at(low), at(high)).unwrap();
        assert!((end - start - 4.0 * (high - low)).abs() < 0.3, "{start} {end}");
        // Not shorter than around the inner side by the radius of the agent, and not longer than along the middle.
        let around =
            |radius: f64| (high - low) * ((std::f64::consts::TAU * radius).powi(2) + 16.0).sqrt();
        assert!(around(3.3) < length && length < around(5.0), "{length} {low} {high}");
    }
    let up = walk(&stairs, [10.0, -3.0, 0.0], at(3.0)).unwrap();
    assert!(up[2] > 3.0 * std::f64::consts::TAU * 3.3, "{up:?}");
}

#[test]
fn a_bridge_is_walked_over_and_under() {
    let bridge = Shapes::default()
        .solid([-30.0, -15.0, -1.0], [30.0, 15.0, 0.0])
        .ramp([-20.0, -8.0], [-3.0, 3.0], [0.0, 5.0])
        .solid([-8.0, -3.0, 4.5], [8.0, 3.0, 5.0])
        .ramp([8.0, 20.0], [-3.0, 3.0], [5.0, 0.0]);
    let bridge = baked(bridge);
    let over = walk(&bridge, [-25.0, 0.0, 0.0], [0.0, 0.0, 5.0]).unwrap();
    assert!((over[1] - 5.0).abs() < 0.3, "{over:?}");
    let under = walk(&bridge, [0.0, -12.0, 0.0], [0.0, 12.0, 0.0]).unwrap();
    assert!((under[2] - 24.0).abs() < 0.1 && under[1].abs() < 0.3, "{under:?}");
    let across = walk(&bridge, [0.0, 0.0, 5.0], [0.0, 0.0, 0.0]).unwrap();
    assert!(across[2] > 30.0, "from the bridge to below it around its ramp: {across:?}");
    let picks = [4.9, 0.3].map(|z| bridge.surface.pick([0.0, 0.0, z], 1.0, 1.0).unwrap());
    assert_ne!(picks[0].layer, picks[1].layer);
    assert!(bridge.surface.pick([0.0, 0.0, 2.7], 1.0, 1.0).is_err());
}

#[test]
fn a_cave_lies_under_its_hill() {
    // A hill of four ramps with a flat top, and a tunnel through it along y.
    let hill = Shapes::default()
        .solid([-30.0, -20.0, -1.0], [30.0, 20.0, 0.0])
        .ramp([-22.0, -6.0], [-10.0, 10.0], [0.0, 8.0])
        .quad([[-6.0, -10.0, 8.0], [6.0, -10.0, 8.0], [6.0, 10.0, 8.0], [-6.0, 10.0, 8.0]])
        .ramp([6.0, 22.0], [-10.0, 10.0], [8.0, 0.0])
        // The walls and the roof of the tunnel.
        .solid([-4.0, -10.0, 0.0], [-3.0, 10.0, 4.0])
        .solid([3.0, -10.0, 0.0], [4.0, 10.0, 4.0])
        .solid([-4.0, -10.0, 4.0], [4.0, 10.0, 5.0]);
    let hill = baked(hill);
    let through = walk(&hill, [0.0, -15.0, 0.0], [0.0, 15.0, 0.0]).unwrap();
    assert!((through[2] - 30.0).abs() < 0.1, "{through:?}");
    let top = walk(&hill, [-26.0, 0.0, 0.0], [0.0, 0.0, 8.0]).unwrap();
    let slope = (16f64 * 16.0 + 64.0).sqrt();
    assert!((top[1] - 8.0).abs() < 0.3 && (top[2] - (4.0 + slope + 6.0)).abs() < 0.5, "{top:?}");
    let heights: Vec<f64> =
        [8.0, 0.0].map(|z| hill.surface.pick([0.0, 0.0, z], 1.0, 1.0).unwrap().height).into();
    assert!(heights[0] > 7.0 && heights[1] < 1.0);
}

#[test]
fn terraces_are_climbed_where_steps_are_low() {
    // Terraces of 1.5 m, too high to climb, with steps of 0.5 m at one side.
    let mut terraces = Shapes::default().solid([-20.0, -20.0, -1.0], [20.0, 20.0, 0.0]);
    for terrace in 1..4 {
        let low = -20.0 + 10.0 * f64::from(terrace);
        let top = 1.5 * f64::from(terrace);
        terraces = terraces.solid([low, -20.0, 0.0], [20.0, 20.0, top]);
        for step in 1..3 {
            let x = low - 1.5 * f64::from(3 - step);
            terraces = terraces
                .solid([x, 14.0, top - 1.5], [low, 18.0, top - 1.5 + 0.5 * f64::from(step)]);
        }
    }
    let terraces = baked(terraces);
    for (from, to) in
        [([-15.0, -15.0, 0.0], [15.0, -15.0, 4.5]), ([5.0, -15.0, 3.0], [-5.0, -15.0, 1.5])]
    {
        let path = path(&terraces.surface, from, to).unwrap();
        let detour = path.waypoints().iter().map(|at| at.y).fold(f64::NEG_INFINITY, f64::max);
        assert!(detour > 14.0, "by the steps: {:?}", path.waypoints());
        let way = terraces.surface.along(&path, 0.1).unwrap();
        let last = way.points[way.points.len() - 1].height;
        assert!((last - to[2]).abs() < 0.3 && way.length > path.length());
    }
}

#[test]
fn a_height_map_has_ground_where_it_is_neither_steep_nor_a_hole() {
    // A dome of radius 12 whose sides grow steeper, and a square hole beside it.
    let (columns, rows) = (81usize, 61usize);
    let height = |place: usize| {
        let [x, y] = [(place % columns) as f64 - 30.0, (place / columns) as f64 - 30.0];
        match x.hypot(y) {
            _ if (25.0..35.0).contains(&x) && y.abs() < 10.0 => f64::NAN,
            far if far < 12.0 => (144.0 - far * far).sqrt(),
            _ => 0.0,
        }
    };
    let mut heights: Vec<f64> = (0..columns * rows).map(height).collect();
    heights.push(7.0); // behind the last whole row
    let level = Level::of_heights([-30.0, -30.0], 1.0, columns, &heights);
    assert_eq!(level.positions.len(), columns * rows);
    let baked = bake(&level, &BakeOptions::default().slope(40.0)).unwrap();
    check(&baked);
    let stands = |at: [f64; 3]| baked.surface.pick(at, 1.0, 1.0).is_ok();
    // The slope is 40° where the sine of the place is 0.64 of the radius.
    assert!(stands([0.0, 0.0, 12.0]) && stands([5.0, 0.0, 10.9]) && !stands([10.0, 0.0, 6.6]));
    assert!(stands([-20.0, 20.0, 0.0]) && !stands([30.0, 0.0, 0.0]));
    assert!(path(&baked.surface, [-25.0, 0.0, 0.0], [25.0, 20.0, 0.0]).is_ok());
    assert!(path(&baked.surface, [-25.0, 0.0, 0.0], [0.0, 0.0, 12.0]).is_err());
    for empty in [
        Level::of_heights([0.0, 0.0], 1.0, 0, &heights),
        Level::of_heights([0.0, 0.0], 1.0, 5, &[]),
    ] {
        assert!(empty.triangles.is_empty() && empty.positions.is_empty());
    }
}

#[test]
fn pillars_are_left_out_however_regions_are_merged() {
    let mut court = Shapes::default().solid([-30.0, -30.0, -1.0], [30.0, 30.0, 0.0]);
    for pillar in 0..40 {
        let [x, y] = [f64::from(pillar % 8) * 7.0 - 25.0, f64::from(pillar / 8) * 11.0 - 23.0];
        court = court.solid([x, y, 0.0], [x + 0.4, y + 0.4, 4.0]);
    }
    let level = court.level();
    for merge in [0, 20, 100, 255] {
        let mut options = BakeOptions::default();
        (options.merge_region, options.simplification) = (merge, 1.0);
        let baked = bake(&level, &options).unwrap();
        check(&baked);
        for pillar in 0..40 {
            let [x, y] = [f64::from(pillar % 8) * 7.0 - 24.8, f64::from(pillar / 8) * 11.0 - 22.8];
            assert_eq!(baked.surface.height([x, y]), None, "ground in a pillar");
        }
        let area = baked.surface.mesh().area();
        assert!((3200.0..3450.0).contains(&area), "{merge}: {area}");
    }
}

#[test]
fn materials_are_areas_or_closed() {
    let mut level = Shapes::default()
        .ramp([0.0, 10.0], [0.0, 20.0], [0.0, 0.0])
        .ramp([10.0, 20.0], [0.0, 20.0], [0.0, 0.0])
        .ramp([20.0, 30.0], [0.0, 20.0], [0.0, 0.0])
        .level();
    level.material_names = vec!["mud".into(), "lava".into()];
    level.materials = vec![None, None, Some(0), Some(0), Some(1), Some(1)];
    let options = BakeOptions::default().area("ice", 2.0).area("mud", 4.0).blocked("lava");
    let baked = bake(&level, &options).unwrap();
    check(&baked);
    let mesh = baked.surface.mesh();
    let names: Vec<&str> = mesh.areas().iter().map(|area| &*area.name).collect();
    assert_eq!((names, baked.report.blocked), (vec!["ice", "mud"], 2));
    let cost = |x: f64| mesh.incidences([x, 10.0]).next().map(|at| mesh.cost(at.cell.slot));
    assert_eq!([5.0, 15.0, 25.0].map(cost), [Some(1.0), Some(4.0), None]);
}

#[test]
fn a_level_far_away_is_baked_as_one_at_the_origin() {
    let shapes = || {
        Shapes::default()
            .solid([0.0, 0.0, -1.0], [40.0, 30.0, 0.0])
            .solid([10.0, 10.0, 0.0], [14.0, 15.0, 3.0])
    };
    let here = baked(shapes());
    let mut level = shapes().level();
    let far = tautline::surface::DVec3::new(1024.0 * 5000.0, -1024.0 * 3000.0, 1024.0 * 8.0);
    level.positions.iter_mut().for_each(|position| *position += far);
    let there = bake(&level, &BakeOptions::default()).unwrap();
    check(&there);
    let [here, there] = [here, there].map(|baked| {
        let mesh = baked.surface.mesh().clone();
        mesh.edges().iter().map(|edge| edge.origin()).collect::<Vec<_>>()
    });
    let moved = |point: &DVec2| *point + far.truncate();
    let apart = here.iter().map(moved).zip(&there).map(|(a, b)| a.distance(*b));
    assert!(here.len() == there.len() && apart.fold(0.0, f64::max) < 1e-6);
}

#[test]
fn each_stage_is_seen_and_may_stop_the_bake() {
    let level = Shapes::default().solid([0.0, 0.0, -1.0], [20.0, 20.0, 0.0]).level();
    let mut seen = Vec::new();
    let go = &mut |stage: BakeStage, share: f64| {
        assert!((0.0..=1.0).contains(&share));
        seen.push(stage);
        ControlFlow::Continue(())
    };
    bake_with(&level, &BakeOptions::default(), go).unwrap();
    seen.dedup();
    let names: Vec<String> = seen.iter().map(|stage| stage.to_string()).collect();
    assert_eq!(names, ["sample", "filter", "regions", "polygons", "heights", "mesh"]);
    for stop in seen {
        let at = &mut |stage: BakeStage, _: f64| {
            if stage == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let error = bake_with(&level, &BakeOptions::default(), at).unwrap_err();
        assert_eq!(error.to_string(), format!("the bake was stopped at the stage {stop}"));
    }
}

#[test]
fn stairs_that_overlap_themselves_keep_their_floors_apart() {
    for near in [1.0, 1.5, 2.0, 3.0, 4.0, 6.0] {
        for wide in [2.0, 2.5, 3.0, 4.0] {
            for rise in [3.5, 5.0] {
                for turns in [1, 2, 3] {
                    let options = BakeOptions::default().agent_radius(0.3);
                    let stairs = Shapes::default().spiral(turns, 40, rise, [near, near + wide]);
                    let baked = bake(&stairs.level(), &options).unwrap();
                    check(&baked);
                    let middle = near + wide / 2.0;
                    assert_steps(&baked.surface, [middle, rise, f64::from(turns)]);
                }
            }
        }
    }
}

/// Checks heights all along the middle of stairs, from a quarter of a turn to a quarter before the last.
fn assert_steps(surface: &tautline::Surface, [radius, rise, turns]: [f64; 3]) {
    for part in 2..(8.0 * turns) as u32 - 1 {
        let turn = f64::from(part) / 8.0;
        let at = DVec2::from_angle(std::f64::consts::TAU * turn) * radius;
        let picked = surface.pick(at.extend(rise * turn), 1.0, 1.0);
        let height =
            picked.unwrap_or_else(|error| panic!("{radius} {rise} {turns}: {error}")).height;
        // A step is a fortieth of a turn, and a cell is as wide as a few of them near the axis.
        let rounding = 0.3 + 0.6 * rise / (std::f64::consts::TAU * (radius - 1.0).max(0.8));
        assert!(
            (height - rise * turn).abs() < rounding,
            "{radius} {rise} {turns}: {height} at {turn}"
        );
    }
}
