//! Tests of gaps that look unintended.

use std::collections::BTreeMap;

use navmesh_build::{BuildOptions, InputPlace, NearMiss, Role, near_misses};
use navmesh_core::backend::geom::double::distance_to_segment;
use navmesh_core::{Area, DVec2, Door, Outline, Outlines, Wall};
use navmesh_testkit::{SplitMix64, world_count};

/// The chains of outlines without holes: role, number, points, and whether they are rings.
fn chains(outlines: &Outlines) -> Vec<(Role, usize, Vec<DVec2>, bool)> {
    let ring = |role: Role| {
        move |(number, outline): (usize, &Outline)| (role, number, outline.exterior.clone(), true)
    };
    let mut all: Vec<_> = outlines.walkable.iter().enumerate().map(ring(Role::Walkable)).collect();
    all.extend(outlines.obstacles.iter().enumerate().map(ring(Role::Obstacle)));
    let areas = outlines.areas.iter().map(|area| &area.outline).enumerate();
    all.extend(areas.map(ring(Role::Area)));
    let walls = outlines.walls.iter().map(|wall| (Role::Wall, wall.points.clone()));
    let doors = outlines.doors.iter().map(|door| (Role::Door, door.points.clone()));
    for (lines, role) in [(walls.collect::<Vec<_>>(), Role::Wall), (doors.collect(), Role::Door)] {
        all.extend(lines.into_iter().enumerate().map(|(n, (_, points))| (role, n, points, false)));
    }
    all
}

/// Compares every vertex with every side.
fn naive(outlines: &Outlines, welded: f64, reach: f64) -> Vec<(f64, [(Role, usize); 2])> {
    let all = chains(outlines);
    let mut narrowest: BTreeMap<[(Role, usize); 2], f64> = BTreeMap::new();
    for (role, number, points, is_ring) in &all {
        for (at, &point) in points.iter().enumerate() {
            let mut gaps = Vec::new();
            for (other_role, other, others, other_is_ring) in &all {
                if (role, number) == (other_role, other) {
                    continue;
                }
                let last = if *other_is_ring { others.len() } else { others.len() - 1 };
                for i in 0..last {
                    let side = [others[i], others[(i + 1) % others.len()]];
                    gaps.push((distance_to_segment(side, point), (*other_role, *other)));
                }
            }
            if gaps.iter().any(|(gap, _)| *gap <= welded) {
                continue;
            }
            let is_end = !is_ring && (at == 0 || at + 1 == points.len());
            let is_ground = |role: Role| matches!(role, Role::Walkable | Role::Area);
            for (gap, other) in gaps {
                if gap <= reach && (is_end || is_ground(*role) || is_ground(other.0)) {
                    let mut pair = [(*role, *number), other];
                    pair.sort_unstable();
                    let known = narrowest.entry(pair).or_insert(gap);
                    *known = known.min(gap);
                }
            }
        }
    }
    let mut all: Vec<_> = narrowest.into_iter().map(|(pair, gap)| (gap, pair)).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

fn pair(miss: &NearMiss) -> [(Role, usize); 2] {
    let mut pair = [miss.place, miss.other].map(|InputPlace { role, outline, .. }| (role, outline));
    pair.sort_unstable();
    pair
}

#[test]
fn they_are_those_that_comparing_all_with_all_finds() {
    let mut random = SplitMix64::new(50);
    let mut found = 0;
    for world in 0..world_count(300) {
        let places: Vec<DVec2> =
            (0..14).map(|_| DVec2::new(random.unit(), random.unit()) * 100.0).collect();
        let mut points = |count: usize| -> Vec<DVec2> {
            let gap = *random.pick(&[0.0, 1e-12, 0.02, 0.09]);
            let way = DVec2::new(random.unit(), random.unit()) * gap;
            (0..count).map(|_| *random.pick(&places) + way).collect()
        };
        let mut outlines = Outlines::default();
        outlines.walkable.push(Outline::rect([0.0, 0.0], [100.0, 100.0]));
        outlines.walkable.push(Outline::new(points(4)));
        outlines.obstacles.extend([Outline::new(points(3)), Outline::new(points(3))]);
        outlines.areas.push(Area::new(Outline::new(points(3)), "mud", 2.0));
        outlines.walls.extend([Wall::new(points(2)), Wall::new(points(2))]);
        outlines.doors.push(Door::new(points(2), "gate"));
        // Points that the input repeats are left out, and so are shapes without extent.
        let has_extent = chains(&outlines).iter().all(|(.., points, is_ring)| {
            let mut distinct: Vec<[u64; 2]> =
                points.iter().map(|point| point.to_array().map(f64::to_bits)).collect();
            distinct.sort_unstable();
            distinct.dedup();
            distinct.len() == points.len() && (points.len() > 2 || !is_ring)
        });
        if !has_extent {
            continue;
        }
        let radius = *random.pick(&[0.0, 0.0, 40.0]);
        let options = BuildOptions::default().agent_radius(radius);
        let corners = chains(&outlines).into_iter().flat_map(|(.., points, _)| points);
        let (low, high) = corners
            .fold((DVec2::MAX, DVec2::MIN), |(low, high), point| (low.min(point), high.max(point)));
        let longest = (high - low).max_element();
        let reach = 1e-3 * if radius > 0.0 { longest.min(radius) } else { longest };
        let welded = BuildOptions::default_weld(high.max_element());
        let misses = near_misses(&outlines, &options).unwrap();
        let own: Vec<_> = misses.iter().map(|miss| (miss.gap, pair(miss))).collect();
        assert_eq!(own, naive(&outlines, welded, reach), "world {world}");
        found += own.len();
        let closed = misses.first().map(|miss| options.weld(miss.weld()));
        let left = closed.map(|options| near_misses(&outlines, &options).unwrap());
        assert!(left.is_none_or(|left| !left.iter().any(|miss| *miss == misses[0])));
    }
    assert!(found > 200, "{found}");
}
