//! Tests of the margins of doors on floors, against distances in the plan.

use navmesh_build::{BuildError, build_floors, build_outlines};
use navmesh_core::{DVec2, Door, Floors, NavMesh};
use navmesh_testkit::{SplitMix64, World, world, world_count};

use super::floor_cuts::{cut, lines};
use super::radius::{ROUNDING, TOLERANCE, least, to_segment, with_radius};

/// A door that one floor has.
#[derive(Debug)]
struct Drawn {
    floor: usize,
    line: [DVec2; 2],
    /// The part of its line on that floor, slightly shortened.
    on_floor: Option<[DVec2; 2]>,
}

/// Returns the part of a segment at least `by` to the left of a line.
fn clipped([a, b]: [DVec2; 2], [from, to]: [DVec2; 2], by: f64) -> Option<[DVec2; 2]> {
    let along = (to - from).normalize();
    let [beside_a, beside_b] = [a, b].map(|point| along.perp_dot(point - from) - by);
    let crossing = || a + (b - a) * (beside_a / (beside_a - beside_b));
    match [beside_a >= 0.0, beside_b >= 0.0] {
        [true, true] => Some([a, b]),
        [true, false] => Some([a, crossing()]),
        [false, true] => Some([crossing(), b]),
        [false, false] => None,
    }
}

/// Draws doors between points of the world, each on one floor.
fn doors(points: &[DVec2], cuts: &[[DVec2; 2]], size: f64, rng: &mut SplitMix64) -> Vec<Drawn> {
    let mut door = || {
        let line = [*rng.pick(points), *rng.pick(points)];
        let floor = rng.below(cuts.len() + 1);
        // Floor i lies on the right of cut i and on the left of the cut before it.
        let after = cuts.get(floor).map(|&[from, to]| [to, from]);
        let before = floor.checked_sub(1).map(|before| cuts[before]);
        let mut sides = [after, before].into_iter().flatten();
        let on_floor = sides.try_fold(line, |part, cut| clipped(part, cut, 1e-6 * size));
        (line[0] != line[1]).then_some(Drawn { floor, line, on_floor })
    };
    (0..3).filter_map(|_| door()).collect()
}

fn with_doors(mut floors: Floors, doors: &[Drawn]) -> Floors {
    for (number, door) in doors.iter().enumerate() {
        let drawn = Door::new(door.line, number.to_string());
        floors.floors[door.floor].outlines.doors.push(drawn);
    }
    floors
}

fn built(floors: &Floors, radius: f64) -> Option<NavMesh> {
    match build_floors(floors, &with_radius(radius)) {
        Ok((mesh, _)) => Some(mesh),
        Err(BuildError::TooNarrow { .. } | BuildError::Unresolved { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Returns points anywhere, most of them about a radius from a door.
fn asked(world: &World, doors: &[Drawn], radius: f64, rng: &mut SplitMix64) -> Vec<DVec2> {
    let mut share = || DVec2::new(rng.unit(), rng.unit());
    let near = |share: DVec2| share * (3.0 * radius) - DVec2::splat(1.5 * radius);
    let beside = doors
        .iter()
        .flat_map(|door| [door; 60])
        .map(|&Drawn { line: [a, b], .. }| a + (b - a) * share().x + near(share()));
    beside.chain(world.points.iter().copied()).collect()
}

#[derive(Debug, Default)]
struct Met {
    inside: usize,
    outside: usize,
    beyond: usize,
}

/// Checks the margin of every door at all points of the mesh.
fn check(
    mesh: &NavMesh,
    doors: &[Drawn],
    points: &[DVec2],
    radius: f64,
    name: &str,
    met: &mut Met,
) {
    for door in mesh.doors() {
        let number: usize = door.name.parse().unwrap();
        let drawn = &doors[number];
        let Drawn { floor, line, on_floor } = *drawn;
        for &point in points {
            let cells: Vec<u32> = mesh.incidences(point).map(|at| at.cell.slot).collect();
            let &[slot] = &cells[..] else { continue }; // off the mesh, or on a border
            let distance = least(on_floor.iter().map(|&part| to_segment(point, part)));
            let is_inside = door.margin.contains(&slot);
            let layer = mesh.layer(slot);
            let place = format!(
                "{name}: {point} on floor {layer} is {distance} from {drawn:?}, radius {radius}"
            );
            if distance < radius * (1.0 - ROUNDING) {
                assert!(is_inside, "{place}");
                met.inside += 1;
                met.beyond += usize::from(layer != floor as u32);
            } else if to_segment(point, line) > radius * (1.0 + TOLERANCE + ROUNDING) {
                assert!(!is_inside, "{place}");
                met.outside += 1;
            }
        }
    }
}

/// A point of the inset mesh is farther than the radius from all walls. If a door is nearer, no
/// wall lies in between, so the margin holds the point, on this floor or on the next. The part
/// of a door's line beyond its floor may or may not count.
#[test]
fn the_margin_of_a_door_on_floors_holds_all_points_within_the_radius() {
    let mut met = Met::default();
    for seed in 0..world_count(300) {
        let world = world(seed);
        if ["slivers", "stairs"].iter().any(|thin| world.name.starts_with(thin)) {
            continue; // a rounded crossing may open or close what is as thin as rounding
        }
        let Ok((whole, _)) = build_outlines(&world.outlines, &with_radius(0.0)) else { continue };
        let size = whole.bounds().size().max_element();
        let mut rng = SplitMix64::new(seed);
        let lines = lines(&world.points, size, &mut rng);
        let doors = doors(&world.points, &lines, size, &mut rng);
        let plain = cut(&world.outlines, &lines);
        if build_floors(&plain, &with_radius(0.0)).is_err() {
            continue; // a line misses the world
        }
        let floors = with_doors(plain.clone(), &doors);
        for share in [0.01, 0.04, 0.0625] {
            let radius = size * share;
            let Some(mesh) = built(&floors, radius) else { continue };
            mesh.assert_invariants();
            let name = format!("{}, cut along {lines:?}", world.name);
            let area = built(&plain, radius).map(|plain| plain.area());
            let is_same = area.is_none_or(|area| (mesh.area() - area).abs() <= 1e-9 * area);
            assert!(is_same, "{name}: {} {area:?}", mesh.area());
            let points = asked(&world, &doors, radius, &mut rng);
            check(&mesh, &doors, &points, radius, &name, &mut met);
        }
    }
    assert!(met.inside > 3000 && met.outside > 3000 && met.beyond > 300, "{met:?}");
}
