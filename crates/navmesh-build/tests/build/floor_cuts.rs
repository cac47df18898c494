//! Tests of worlds cut into floors along lines and connected again along them.

use navmesh_build::{BuildError, BuildOptions, build_floors, build_outlines};
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, FloorConnection, Floors, Outline, Outlines, Wall};
use navmesh_testkit::reduce::{Failure, failure};
use navmesh_testkit::{CorpusCase, SplitMix64, World, world, world_count};

/// Cuts a world into strips, each connected to the next one along a line.
///
/// The lines must not cross: beyond a crossing, strips would overlap and have walls that the world
/// does not have. [`pieces`](super::pieces) handles such lines.
pub(super) fn cut(world: &Outlines, lines: &[[DVec2; 2]]) -> Floors {
    let crosses = |pair: &[[DVec2; 2]]| {
        let sides = pair[1].map(|end| turn(pair[0][0], pair[0][1], end));
        sides.contains(&Turn::Left) && sides.contains(&Turn::Right)
    };
    assert!(!lines.windows(2).any(crosses), "{lines:?}");
    let mut floors = Floors::default();
    for layer in 0..=lines.len() {
        let mut outlines = world.clone();
        let mut without = |[from, to]: [DVec2; 2], aside: DVec2| {
            outlines.obstacles.push(Outline::new([from, to, to + aside, from + aside]));
        };
        let aside = |[from, to]: [DVec2; 2]| (to - from).perp() * 4.0;
        if layer > 0 {
            without(lines[layer - 1], -aside(lines[layer - 1]));
        }
        if layer < lines.len() {
            without(lines[layer], aside(lines[layer]));
        }
        floors = floors.with_floor(layer as u32, outlines);
    }
    for (layer, &line) in (0..).zip(lines) {
        floors = floors.with_connection(FloorConnection::new([layer, layer + 1], line));
    }
    floors
}

/// Checks a world that is cut along lines. On a panic, panics with the smallest building that
/// fails.
pub(super) fn assert_holds_cut(
    world: &CorpusCase,
    lines: &[[DVec2; 2]],
    check: impl FnMut(&CorpusCase),
) {
    if let Some(Failure { message, case }) = failure(world, check) {
        let building = cut(&case.outlines, lines);
        let case = CorpusCase { outlines: Outlines::default(), building, ..case };
        panic!("{}", Failure { message, case });
    }
}

/// Returns a world for agents of one radius.
pub(super) fn case(world: &World, radius: f64) -> CorpusCase {
    let (title, outlines) = (world.name.clone(), world.outlines.clone());
    CorpusCase { title, outlines, radius, ..CorpusCase::default() }
}

/// Returns one line across a world, or two parallel lines near each other.
pub(super) fn lines(points: &[DVec2], size: f64, rng: &mut SplitMix64) -> Vec<[DVec2; 2]> {
    let reach = points.iter().fold(1.0, |reach, point| point.abs().max_element().max(reach)) * 4.0;
    let at = *rng.pick(points) + DVec2::splat(*rng.pick(&[0.0, 0.5, 0.3]));
    let along = *rng.pick(&[DVec2::X, DVec2::Y, DVec2::new(1.0, 2.0), DVec2::new(-3.0, 1.0)]);
    let beside = along.perp() * (size * *rng.pick(&[0.01, 0.0625, 0.25]));
    let line = |at: DVec2| [at - along * reach, at + along * reach];
    match rng.below(2) {
        0 => vec![line(at)],
        _ => vec![line(at), line(at + beside)],
    }
}

/// Points a unit apart along a descending line were once sorted differently by the cut and by the
/// comparison of floors. One in fifty of these cuts failed.
#[test]
fn floors_cut_along_any_line_are_cut_alike() {
    let mut built = 0;
    for seed in 0..world_count(500) {
        let world = world(seed);
        let mut rng = SplitMix64::new(seed);
        for _ in 0..6 {
            let lines = lines(&world.points, 10.0, &mut rng);
            assert_holds_cut(&case(&world, 0.0), &lines, |world| {
                let result = build_floors(&cut(&world.outlines, &lines), &BuildOptions::default());
                let is_refused = matches!(result, Err(BuildError::Unresolved { .. }));
                assert!(!is_refused, "cut along {lines:?}: {result:?}");
                built += usize::from(result.is_ok());
            });
        }
    }
    assert!(built > 1000, "{built}");
}

/// Reduced from seed 1581: one floor's line was cut at a point, two units on, and at that point
/// again. It ran back and forth there, so a walk along it did not end.
#[test]
fn a_line_that_rounding_leads_back_and_forth_is_cut_alike_on_both_floors() {
    let walkable = [
        Outline::new([[1000007.1, 0.0], [0.0, 0.0], [1000007.1, 1000009.1]]),
        Outline::new([[0.0, 0.0], [1000007.1, 1000008.1], [0.0, 1000000.0]]),
    ];
    let world = Outlines { walkable: walkable.to_vec(), ..Outlines::default() };
    let line = [[13000200.3, -3000056.3000000003], [-11000186.100000001, 5000072.5]];
    let floors = cut(&world, &[line.map(DVec2::from)]);
    let (mesh, report) = build_floors(&floors, &BuildOptions::default()).unwrap();
    mesh.assert_invariants();
    let (whole, _) = build_outlines(&world, &BuildOptions::default()).unwrap();
    let along = DVec2::new(-3.0, 1.0).normalize();
    // The line lies within the walkable area from its right side at x = 1000007.1 to its left at x
    // = 0.
    let joined = 1000007.1 / along.x.abs();
    assert!((mesh.area() - whole.area()).abs() < 1e-9 * whole.area());
    assert!(
        report.connected_lengths[0] > 0.0 && report.connected_lengths[0] <= joined * (1.0 + 1e-9),
        "{report:?}"
    );
}

/// Returns two square floors beside a line, with walls on both that cross it a few floats apart.
fn crossed_by_walls(line: [DVec2; 2], random: &mut SplitMix64) -> Floors {
    let [a, b] = line;
    let aside = (b - a).perp();
    let square = |aside: DVec2| Outlines {
        walkable: vec![Outline::new([a, b, b + aside, a + aside])],
        ..Outlines::default()
    };
    let mut floors = [square(aside), square(-aside)];
    let ways = [DVec2::X, DVec2::Y, DVec2::new(3.0, 1.0), DVec2::new(7.0, -0.5)];
    // A wall along the connection would close it.
    let is_across = |way: &DVec2| way.perp_dot(b - a).abs() > 0.1 * (b - a).length();
    let ways: Vec<DVec2> = ways.into_iter().filter(is_across).collect();
    for _ in 0..4 {
        let at = a + (b - a) * *random.pick(&[0.25, 1.0 / 3.0, 14.0 / 15.0]);
        let way = *random.pick(&ways);
        let mut end = |beside: DVec2| {
            let units = DVec2::new(random.between(-2, 2) as f64, random.between(-2, 2) as f64);
            at + beside + units * (at.abs().max_element() * f64::EPSILON)
        };
        let wall = Wall::new([end(way * -0.5), end(way)]);
        floors[random.below(2)].walls.push(wall);
    }
    let [left, right] = floors;
    let floors = Floors::default().with_floor(0, left).with_floor(1, right);
    floors.with_connection(FloorConnection::new([0, 1], line))
}

/// Rounding may allow an order of points along the connection on one floor but not on the other.
/// Such floors were refused.
#[test]
fn walls_that_cross_a_connection_a_few_floats_apart_cut_both_floors_alike() {
    for seed in 0..world_count(2000) {
        let mut random = SplitMix64::new(seed);
        let mut end = || DVec2::new(random.between(0, 30) as f64, random.between(0, 30) as f64);
        let scale = [1.0, 0.1, 1e-6][seed as usize % 3];
        let line = [end() * scale, end() * scale];
        let length = line[0].distance(line[1]);
        if length == 0.0 {
            continue;
        }
        let floors = crossed_by_walls(line, &mut random);
        let (mesh, report) = build_floors(&floors, &BuildOptions::default())
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        mesh.assert_invariants();
        assert!(mesh.overlaps(1).is_empty(), "seed {seed}");
        assert!(
            (report.connected_lengths[0] - length).abs() <= 1e-12 * length,
            "seed {seed}: {report:?}"
        );
        for area in mesh.layer_sizes() {
            assert!((area - length * length).abs() <= 1e-12 * area, "seed {seed}: {area}");
        }
    }
}

/// Needles thinner than a unit cross a hall that a line cuts in two. Both sides of a needle may
/// coincide with a piece of the line, which once opened a passage.
#[test]
fn needles_across_a_connection_separate_a_hall() {
    let mut slivers = 0;
    for seed in 0..world_count(400) {
        let mut random = SplitMix64::new(seed);
        let unit = 8.0_f64.next_up() - 8.0;
        let mut needle = || {
            let mut x = || 8.0 + random.between(-4, 4) as f64 * (0.5 * unit);
            Outline::new([[x(), -1.0], [x(), 17.0], [x(), 17.0]])
        };
        let obstacles = vec![needle(), needle()];
        if obstacles.iter().any(|needle| needle.exterior[1] == needle.exterior[2]) {
            continue; // it is no ring
        }
        let walkable = vec![Outline::rect([0.0, 0.0], [16.0, 16.0])];
        let world = Outlines { walkable, obstacles, ..Outlines::default() };
        let ways = [[1.0, 0.0], [3.0, 1.0], [1.0, 1.0], [-3.0, 1.0], [1.0, 2.0]];
        let along = DVec2::from(*random.pick(&ways)) * 30.0;
        let at = DVec2::new(8.0, *random.pick(&[7.0, 7.5, 8.0, 8.3]));
        let floors = cut(&world, &[[at - along, at + along]]);
        let (mesh, report) = build_floors(&floors, &BuildOptions::default()).unwrap();
        let component =
            |x: f64, y: f64| mesh.component(mesh.incidences([x, y]).next().unwrap().cell.slot);
        let [west, east] = [1.0, 15.0].map(|x| [1.0, 15.0].map(|y| component(x, y)));
        assert!(west[0] == west[1] && east[0] == east[1], "seed {seed}: the join is open");
        assert_ne!(west[0], east[0], "seed {seed}: {world:?} cut along {along} at {at}");
        slivers += report.floors.iter().map(|(_, floor)| floor.slivers.len()).sum::<usize>();
    }
    assert!(slivers > 200, "{slivers}");
}
