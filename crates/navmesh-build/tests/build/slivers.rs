//! Tests of features thinner than the rounding of their crossings.

use navmesh_build::{BuildOptions, BuildReport, FillRule, SliverKind, build_outlines};
use navmesh_core::{DVec2, NavMesh, Outline, Outlines, Wall};
use navmesh_testkit::oracle::{Fill, survey};
use navmesh_testkit::{SplitMix64, world_count};

fn build(outlines: &Outlines, fill: FillRule) -> (NavMesh, BuildReport) {
    build_outlines(outlines, &BuildOptions::default().weld(0.0).fill(fill)).unwrap()
}

fn uniform(random: &mut SplitMix64, low: f64, high: f64) -> f64 {
    low + random.unit() * (high - low)
}

/// Returns the distance between a strip's sides at either end, in units in the last place.
fn thickness(random: &mut SplitMix64) -> [i64; 2] {
    let mut units = || 1 + random.below(4) as i64;
    let [low, high] = [units(), units()];
    match random.below(4) {
        0 => [-low, high], // the sides cross
        1 => [-low, -high],
        _ => [low, high],
    }
}

/// Returns a point at height `y`, and one `units` to its right.
fn pair(random: &mut SplitMix64, y: f64, units: i64) -> [DVec2; 2] {
    let x = uniform(random, 12.0, 28.0);
    let beside = f64::from_bits(x.to_bits().wrapping_add_signed(units));
    [DVec2::new(x, y), DVec2::new(beside, y)]
}

/// Returns a triangle whose sides cut a strip at points that floats cannot express.
fn cutter(random: &mut SplitMix64) -> Outline {
    let mut number = || uniform(random, 9.0, 31.0);
    Outline::new([0; 3].map(|_| [number(), number()]))
}

/// Returns the room from 10 to 30 in x and y, with a strip a few units thick in it.
fn scene(seed: u64) -> Outlines {
    let mut random = SplitMix64::new(seed);
    let kind = random.below(5);
    let [low, mut high] = thickness(&mut random);
    let is_own_side = matches!(kind, 2 | 3);
    if is_own_side {
        // Near the crossing of their sides, the rooms overlap by less than a unit and may separate.
        high = high.abs() * low.signum();
    }
    let bottom = if kind == 3 { 11.0 } else { 9.0 };
    let [a, d] = pair(&mut random, bottom, low);
    let [b, c] = pair(&mut random, 31.0, high);
    let [floor, roof] = if is_own_side { [9.0, 31.0] } else { [10.0, 30.0] };
    let corners = [[10.0, floor], [30.0, floor], [30.0, roof], [10.0, roof]].map(DVec2::from);
    let [low_left, low_right, high_right, high_left] = corners;
    let room = Outline::new(corners);
    let (walkable, obstacle) = match kind {
        0 => (vec![room], Some(Outline::new([a, b, c, d]))),
        1 => (vec![room.with_hole([a, b, c, d])], None),
        2 => {
            let left = Outline::new([low_left, a, b, high_left]);
            (vec![left, Outline::new([d, low_right, high_right, c])], None)
        }
        3 => {
            let around = [low_left, low_right, high_right, c, d, a, b, high_left];
            (vec![Outline::new(around)], None)
        }
        _ => {
            let tip = DVec2::new(uniform(&mut random, 12.0, 28.0), 11.0);
            (vec![room], Some(Outline::new([b, c, tip])))
        }
    };
    let cutters = (0..1 + random.below(4)).map(|_| cutter(&mut random));
    let obstacles = obstacle.into_iter().chain(cutters).collect();
    Outlines { walkable, obstacles, ..Outlines::default() }
}

#[test]
fn strips_keep_separating_or_connecting() {
    let mut walls = 0;
    for seed in 0..world_count(120) {
        let scene = scene(seed);
        for (fill, oracle) in
            [(FillRule::NonZero, Fill::NonZero), (FillRule::EvenOdd, Fill::EvenOdd)]
        {
            let (mesh, report) = build(&scene, fill);
            let exact = survey(&scene, oracle).unwrap();
            assert_eq!(mesh.component_count(), exact.components, "seed {seed}, {fill:?}");
            walls += report.slivers.iter().filter(|s| s.kind == SliverKind::Blocked).count();
        }
    }
    assert!(walls as u64 > world_count(120) / 10, "{walls}");
}

#[test]
fn a_needle_beyond_its_crossing_with_the_border_is_a_wall() {
    let apex = DVec2::new(5.1, 9.1);
    let needle = Outline::new([apex, DVec2::new(4.9, 20.0), DVec2::new(4.9_f64.next_up(), 20.0)]);
    let outlines = Outlines {
        walkable: vec![Outline::new([[0.1, 0.2], [9.7, 0.3], [9.8, 9.9], [0.3, 9.7]])],
        obstacles: vec![needle],
        ..Outlines::default()
    };
    let (mesh, report) = build(&outlines, FillRule::NonZero);
    assert_eq!(mesh.component_count(), 1);
    let [sliver] = report.slivers[..] else { panic!("{:?}", report.slivers) };
    assert_eq!((sliver.kind, sliver.ends.contains(&apex)), (SliverKind::Blocked, true));
    let walls = mesh.edges().iter().filter(|edge| edge.is_wall() && edge.origin() == apex);
    assert_eq!(walls.count(), 1, "paths turn at its end");
}

#[test]
fn walkable_slivers_are_lost_and_listed() {
    // Two obstacles leave a gap that opens to one unit. A third cuts it where no float is.
    let outlines = Outlines {
        walkable: vec![Outline::rect([0.0, 0.0], [10.0, 10.0])],
        obstacles: vec![
            Outline::new([[1.0, 1.0], [5.0, 1.0], [6.0, 9.0], [1.0, 9.0]]),
            Outline::new([[5.0, 1.0], [9.0, 1.0], [9.0, 9.0], [6.0_f64.next_up(), 9.0]]),
            Outline::new([[0.7, 3.1], [8.3, 3.3], [8.3, 3.7]]),
        ],
        ..Outlines::default()
    };
    let (_, report) = build(&outlines, FillRule::NonZero);
    assert!(report.slivers.iter().any(|s| s.kind == SliverKind::Ground), "{:?}", report.slivers);
}

#[test]
fn a_line_drawn_twice_is_no_sliver() {
    // The ring runs out along a line and back, across a border that cuts it where no float is.
    let ring = [[1.0, 1.0], [4.0, 1.0], [4.0, 4.0], [7.0, 11.3], [4.0, 4.0], [1.0, 4.0]];
    let outlines = Outlines {
        walkable: vec![Outline::rect([0.0, 0.0], [10.0, 9.7])],
        obstacles: vec![Outline::new(ring)],
        ..Outlines::default()
    };
    let (mesh, report) = build(&outlines, FillRule::NonZero);
    assert!(!report.rounded_crossings.is_empty());
    assert_eq!((report.slivers.len(), mesh.component_count()), (0, 1));
    let foot = DVec2::new(4.0, 4.0);
    let walls = mesh.edges().iter().filter(|edge| edge.is_wall() && edge.origin() == foot);
    assert_eq!(walls.count(), 1, "only the ring's own side");
}

/// A gap between two rooms opens from 0 to two units. The lower room's side has two pieces, because
/// a wall ends on it. The upper room's side crosses that wall and bends to its end.
#[test]
fn a_gap_along_a_side_of_several_pieces_stays_a_wall() {
    let foot = DVec2::new(2.1, 1.0);
    let above = 1.0 + 2.0 * f64::EPSILON;
    let outlines = Outlines {
        walkable: vec![
            Outline::rect([0.0, 0.0], [10.0, 1.0]),
            Outline::new([[0.0, 1.0], [10.0, above], [10.0, 3.0], [0.0, 3.0]]),
        ],
        walls: vec![Wall::new([foot, DVec2::new(2.3, 2.0)])],
        ..Outlines::default()
    };
    let (mesh, report) = build(&outlines, FillRule::NonZero);
    let [sliver] = report.slivers[..] else { panic!("{:?}", report.slivers) };
    assert_eq!((sliver.kind, sliver.ends), (SliverKind::Blocked, [DVec2::new(0.0, 1.0), foot]));
    assert_eq!(mesh.component_count(), 2);
}
