mod steps;

use navmesh_core::backend::geom::{Turn, nearest_on_segment, turn};
use navmesh_core::{Outline, Outlines, Wall};
use navmesh_testkit::{SplitMix64, world, world_count};

use super::*;
use crate::input::clean;
use crate::options::BuildOptions;

fn ground_of(outlines: &Outlines) -> Ground {
    let mut report = BuildReport::default();
    let drawings = clean(outlines, &[], &BuildOptions::default(), &mut report).unwrap();
    Ground::drawn(drawings.ground, Crossings::Rare, &mut report).unwrap()
}

/// True for a place on the walkable area, borders included.
fn covers(ground: &Ground, place: DVec2) -> bool {
    let is_in = |first: u32| {
        let mut sides = ground.cells.ring(first);
        sides.all(|half| {
            let [from, to] = [half, ground.cells.next(half)].map(|half| ground.point_of(half));
            turn(from, to, place) != Turn::Right
        })
    };
    ground.cells.ring_starts().into_iter().any(is_in)
}

/// Returns the area, its border, and the inset by divide and conquer; `None` if floats are too
/// coarse.
fn inset_ground(outlines: &Outlines, radius: f64) -> Option<(Ground, Border, Ground)> {
    let whole = ground_of(outlines);
    let border = Border::of(&whole.cells, &whole.points);
    let bounds = Bounds::of(border.corners.iter().map(|corner| corner.point));
    let options = BuildOptions::default().agent_radius(radius).arc_tolerance(0.01);
    let fine = OffsetRadius::of(&options, bounds, 0.0).ok().flatten();
    let coarse = fine.as_ref().and_then(with_margin)?;
    let drawing = remaining(&border, &coarse).unwrap();
    let left = Ground::drawn(drawing, Crossings::Likely, &mut BuildReport::default()).unwrap();
    Some((whole, border, left))
}

/// Checks places of an inset against their distances from walls. Returns the numbers of places that
/// had to remain and of those that had to go.
fn assert_left(name: &str, outlines: &Outlines, radius: f64) -> [usize; 2] {
    let Some((whole, border, left)) = inset_ground(outlines, radius) else { return [0; 2] };
    let bounds = Bounds::of(border.corners.iter().map(|corner| corner.point));
    let distance = |place: DVec2| {
        let to_ring = |ring: &[crate::inset::border::Corner]| {
            let side = |i: usize| [i, (i + 1) % ring.len()].map(|i| ring[i].point);
            let to_side = |[a, b]: [DVec2; 2]| nearest_on_segment(a, b, place).distance(place);
            (0..ring.len()).map(side).map(to_side).fold(f64::INFINITY, f64::min)
        };
        border.rings().map(to_ring).fold(f64::INFINITY, f64::min)
    };
    let mut met = [0; 2];
    let mut random = SplitMix64::new(3);
    let corners = left.cells.ring_starts().into_iter().flat_map(|first| left.cells.ring(first));
    for corner in corners.map(|half| left.point_of(half)) {
        let far = distance(corner);
        assert!(far >= radius * (1.0 - 1e-9), "{name}: a corner at {corner}, {far} of {radius}");
    }
    for _ in 0..60 {
        let place = bounds.min + bounds.size() * DVec2::new(random.unit(), random.unit());
        let (is_ground, far) = (covers(&whole, place), distance(place));
        let (must_be, must_not) = (far > radius * 1.0101, far < radius * (1.0 - 1e-9));
        met[0] += usize::from(is_ground && must_be);
        met[1] += usize::from(!is_ground || must_not);
        let is_left = covers(&left, place);
        assert!(is_left || !is_ground || !must_be, "{name}: {place} is lost, {far} of {radius}");
        assert!(!is_left || (is_ground && !must_not), "{name}: {place} is left, {far} of {radius}");
    }
    met
}

#[test]
fn the_inset_of_any_world_matches_distances_from_walls() {
    let mut met = [0; 2];
    for seed in 0..world_count(60) {
        let world = world(seed);
        let bounds = Bounds::of(world.points.iter().copied());
        for share in [0.004, 0.03, 0.1] {
            let radius = bounds.size().max_element() * share;
            let [left, lost] = assert_left(&world.name, &world.outlines, radius);
            met = [met[0] + left, met[1] + lost];
        }
    }
    let enough = 20 * world_count(60) as usize;
    assert!(met[0] > enough && met[1] > enough, "{met:?}");
}

/// Returns `count` points on a circle around the origin.
fn gon(count: usize, radius: f64) -> Vec<DVec2> {
    let turn = std::f64::consts::TAU / count as f64;
    (0..count).map(|i| DVec2::from_angle(turn * i as f64) * radius).collect()
}

fn hall() -> Outlines {
    Outlines { walkable: vec![Outline::rect([-60.0, -50.0], [60.0, 55.0])], ..Outlines::default() }
}

#[test]
fn walls_around_a_hub_block_their_surroundings() {
    let (mut hub, mut ring) = (hall(), hall());
    for tip in gon(90, 30.0) {
        hub.walls.push(Wall::new([DVec2::ZERO, tip]));
        ring.walls.push(Wall::new([tip * 0.7, tip]));
    }
    for (name, outlines) in [("hub", hub), ("ring", ring)] {
        for radius in [0.5, 4.0, 15.0] {
            let met = assert_left(name, &outlines, radius);
            assert!(met[0] > 1 && met[1] > 1, "{name}, {radius}: {met:?}");
        }
    }
}

/// The obstacle's ring has few corners and walkable area inside.
#[test]
fn rooms_within_obstacles_are_inset() {
    for corners in [3, 4, 8] {
        let mut outlines = hall();
        let within = 30.0 * (std::f64::consts::PI / corners as f64).cos();
        let room = gon(200, within);
        outlines.obstacles.push(Outline::new(gon(corners, 40.0)).with_hole(room));
        outlines.obstacles.push(Outline::new(gon(5, 2.0)));
        for radius in [0.5, 3.0, 9.0] {
            let name = format!("room in {corners} corners");
            let met = assert_left(&name, &outlines, radius);
            assert!(met[0] > 1 && met[1] > 1, "{name}, {radius}: {met:?}");
        }
        let left = inset_ground(&outlines, 3.0).unwrap().2;
        assert!(covers(&left, DVec2::new(8.0, 0.0)), "{corners}");
    }
}

/// The obstacle is slightly wider than the agent, with room for the agent inside.
#[test]
fn the_middle_of_a_room_within_a_narrow_obstacle_remains() {
    for scale in [0.1, 1.0] {
        let mut outlines = hall();
        let room = gon(40, 9.0 * scale);
        outlines.obstacles.push(Outline::new(gon(8, 10.0 * scale)).with_hole(room));
        let (_, _, left) = inset_ground(&outlines, 6.0 * scale).unwrap();
        assert!(covers(&left, DVec2::ZERO));
        assert!(!covers(&left, DVec2::new(4.0 * scale, 0.0)));
    }
}

#[test]
fn a_ring_is_cut_into_chains_of_eight_sides() {
    let count = |sides: usize| crate::inset::chains::chains(&gon(sides, 1.0)).len();
    assert_eq!([8, 9, 16, 17, 33].map(count), [1, 2, 2, 3, 5]);
}

#[test]
fn chains_cover_every_side_once_without_repeated_points() {
    let mut random = SplitMix64::new(5);
    for count in (2..60).chain([500]) {
        // A walk among few points repeats most of them.
        let mut walk: Vec<usize> = Vec::new();
        while walk.len() < count || walk.first() == walk.last() {
            let next = random.below(count.min(9) + 2);
            if walk.last() != Some(&next) {
                walk.push(next);
            }
        }
        let ring: Vec<DVec2> = walk.iter().map(|&i| DVec2::new(i as f64, (i * i) as f64)).collect();
        let chains = crate::inset::chains::chains(&ring);
        let sides = chains.iter().flat_map(|chain| chain.windows(2).map(|side| [side[0], side[1]]));
        let expected = (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]);
        assert!(sides.eq(expected), "{walk:?}: {chains:?}");
        for chain in chains {
            let rest = &chain[1..];
            assert!((1..=8).contains(&rest.len()));
            assert!((1..rest.len()).all(|i| !rest[..i].contains(&rest[i])), "{chain:?}");
            assert!(!rest[..rest.len() - 1].contains(&chain[0]), "{chain:?}");
        }
    }
}

/// Long and short boxes, some of them copies. Many pairs share several buckets.
#[test]
fn zones_are_crowded_above_six_intersecting_boxes_on_average() {
    let mut random = SplitMix64::new(7);
    let mut met = [0; 3];
    for round in 0..400 {
        let count = 1 + random.below(60);
        let offset = [0.02, 0.1, 0.3, 0.9][round % 4];
        let mut zones: Vec<Zone> = Vec::new();
        for _ in 0..count {
            let min = DVec2::new(random.unit(), random.unit());
            let long = DVec2::new(random.unit(), random.unit()) * offset;
            let size = if random.chance(50) { long } else { DVec2::new(long.x, 0.01) };
            let bounds = Bounds { min, max: min + size };
            zones.extend((0..1 + random.below(3)).map(|_| Zone {
                ring: Vec::new(),
                bounds,
                at: DVec2::ZERO,
            }));
        }
        let meet = |[a, b]: [Bounds; 2]| {
            let apart = a.min.cmpgt(b.max).any() || b.min.cmpgt(a.max).any();
            !apart
        };
        let all = (0..zones.len()).flat_map(|a| (0..a).map(move |b| [a, b]));
        let pairs = all.filter(|pair| meet(pair.map(|zone| zones[zone].bounds))).count();
        let expected = pairs > 3 * zones.len();
        assert_eq!(is_crowded(&zones), expected, "{pairs} pairs of {}", zones.len());
        met[usize::from(expected) + usize::from(pairs > 6 * zones.len())] += 1;
    }
    assert!(met.iter().all(|&count| count > 20), "{met:?}");
    let same = |count: usize| {
        let bounds = Bounds { min: DVec2::ZERO, max: DVec2::ONE };
        is_crowded(
            &(0..count)
                .map(|_| Zone { ring: Vec::new(), bounds, at: DVec2::ZERO })
                .collect::<Vec<_>>(),
        )
    };
    assert!(!same(7) && same(8) && same(13) && same(14), "seven meet six others each");
}
