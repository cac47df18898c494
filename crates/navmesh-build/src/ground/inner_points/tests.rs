use navmesh_core::backend::geom::{Turn, is_in_circle, turn};
use navmesh_core::{Area, Door, Outline, Outlines, Wall};
use navmesh_testkit::{SplitMix64, world};

use super::*;
use crate::ground::Ground;
use crate::input::area_kinds::area_kinds;
use crate::input::clean;
use crate::options::BuildOptions;
use crate::report::BuildReport;
use crate::split::Crossings;

fn ground_of(outlines: &Outlines) -> Ground {
    let mut report = BuildReport::default();
    let kinds = area_kinds(&outlines.areas).1;
    let drawings = clean(outlines, &kinds, &BuildOptions::default(), &mut report).unwrap();
    Ground::drawn(drawings.ground.with(drawings.areas), Crossings::Rare, &mut report).unwrap()
}

/// Outlines of three to eight corners on a lattice of this number of steps, all over one another, that cross themselves.
fn heap(random: &mut SplitMix64, size: usize) -> Outlines {
    let mut outlines = Outlines::default();
    for i in 0..size {
        let mut point = || DVec2::new(random.below(size) as f64, random.below(size) as f64);
        let ends = [point(), point()];
        let ring: Vec<DVec2> = (0..3 + i % 6).map(|_| point()).collect();
        let is_flat = ring.iter().all(|&c| turn(ring[0], ring[1], c) == Turn::Collinear);
        match random.below(12) {
            _ if is_flat => {}
            0 => outlines.obstacles.push(Outline::new(ring)),
            1 if ends[0] != ends[1] => outlines.walls.push(Wall::new(ends)),
            2 if ends[0] != ends[1] => outlines.doors.push(Door::new(ends, "door")),
            3 | 4 => outlines.areas.push(Area::new(Outline::new(ring), "mud", 2.0)),
            _ => outlines.walkable.push(Outline::new(ring)),
        }
    }
    outlines
}

/// The half-edges along what stays, with their ends.
fn fixed(Ground { cells, .. }: &Ground) -> Vec<(u32, u32)> {
    let alive = (0..cells.count()).filter(|&edge| cells.is_alive(edge));
    alive.filter(|&edge| !is_open(cells, edge)).map(|edge| (edge, cells.origin(edge))).collect()
}

/// Twice the area of plain ground and of all else.
fn areas(ground: &Ground) -> [f64; 2] {
    let mut sums = [0.0; 2];
    let cells = &ground.cells;
    for edge in (0..cells.count()).filter(|&edge| cells.is_alive(edge)) {
        let [a, b] = [edge, cells.next(edge)].map(|edge| ground.point_of(edge));
        sums[usize::from(cells.kind(edge).is_some())] += a.perp_dot(b);
    }
    sums
}

fn assert_triangles(ground: &Ground) {
    let cells = &ground.cells;
    let alive = || (0..cells.count()).filter(|&edge| cells.is_alive(edge));
    for edge in alive() {
        let [next, last] = [cells.next(edge), cells.previous(edge)];
        assert_eq!([cells.next(next), cells.next(last)], [last, edge]);
        let [a, b, c] = [edge, next, last].map(|edge| ground.point_of(edge));
        assert_eq!(turn(a, b, c), Turn::Left);
        assert_eq!(cells.kind(edge), cells.kind(next));
        if let Some(twin) = cells.twin(edge) {
            assert_eq!([twin, cells.origin(twin)], [edge ^ 1, cells.origin(next)]);
        }
    }
    assert_eq!(alive().count(), 3 * ground.triangles);
}

/// The ends of the open edges beyond which a corner lies within the circle around a triangle.
fn not_delaunay(ground: &Ground) -> Vec<[u32; 2]> {
    let cells = &ground.cells;
    let is_full = |&edge: &u32| {
        let [next, last, far] = [cells.next(edge), cells.previous(edge), cells.previous(edge ^ 1)];
        let corners = [edge, next, last].map(|edge| ground.point_of(edge));
        is_in_circle(corners, ground.point_of(far))
    };
    let alive = (0..cells.count()).filter(|&edge| cells.is_alive(edge) && is_open(cells, edge));
    alive.filter(is_full).map(|edge| [edge, cells.next(edge)].map(|e| cells.origin(e))).collect()
}

/// Takes the inner points out, and holds what is left against what was there; how many they were.
fn check(ground: Ground) -> usize {
    let before = (fixed(&ground), not_delaunay(&ground), ground.triangles);
    let sums = areas(&ground);
    let left = ground.without_inner_points();
    assert_triangles(&left);
    assert_eq!(fixed(&left), before.0);
    assert!(not_delaunay(&left).iter().all(|ends| before.1.contains(ends)));
    assert!(inner_points(&left.cells, left.points.len()).is_empty());
    let scale = sums[0] + sums[1];
    let change = areas(&left).iter().zip(sums).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(change <= 1e-9 * scale, "{change}");
    (before.2 - left.triangles) / 2
}

#[test]
fn what_is_left_is_the_same_ground_in_triangles_without_a_point_within_it() {
    let mut taken = 0;
    for seed in 0..300 {
        let mut random = SplitMix64::new(seed);
        let size = 4 + random.below(28);
        taken += check(ground_of(&heap(&mut random, size)));
    }
    assert!(taken > 10_000, "{taken}");
    let worlds = (0..60).map(|seed| check(ground_of(&world(seed).outlines)));
    let taken: usize = worlds.sum();
    assert!(taken > 20, "{taken}");
}

/// The middle of a cross sees two pairs of corners along straight lines: a triangle that is cut off leads through it.
#[test]
fn a_point_between_corners_that_are_opposite_one_another_is_taken_out() {
    let mut outlines = Outlines::default();
    for ends in [
        [[0.0, 0.0], [1.0, 1.0]],
        [[0.0, 1.0], [1.0, 2.0]],
        [[1.0, 0.0], [2.0, 1.0]],
        [[1.0, 1.0], [2.0, 2.0]],
    ] {
        outlines.walkable.push(Outline::rect(ends[0], ends[1]));
    }
    let ground = ground_of(&outlines);
    assert_eq!((ground.triangles, check(ground)), (8, 1));
}

/// A point within a square that has a corner in the middle of each side: none of these can be cut off, wherever one
/// begins: the triangle would be flat. Flips would mend it, so they are left out.
#[test]
fn no_triangle_is_cut_off_where_a_side_runs_straight_on() {
    let ring = [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2], [0, 1]];
    let ring = ring.map(|[x, y]| DVec2::new(f64::from(x), f64::from(y)));
    let mut outlines = Outlines::default();
    for i in 0..8 {
        outlines.walkable.push(Outline::new([DVec2::ONE, ring[i], ring[(i + 1) % 8]]));
    }
    let ground = ground_of(&outlines);
    let inner = inner_points(&ground.cells, ground.points.len());
    assert_eq!((ground.triangles, inner.len()), (8, 1));
    let spokes = (0..ground.cells.count()).filter(|&edge| ground.cells.origin(edge) == inner[0]);
    for spoke in spokes {
        let mut ground = ground_of(&outlines);
        let halves = std::mem::take(&mut ground.cells.halves);
        let is_fixed = vec![false; halves.len() / 2];
        let mut mesh = TriangleMesh::new(&ground.points, halves, is_fixed);
        mesh.set_first_half_edge(spoke);
        let dead = mesh.cut_out(inner[0], &mut Vec::new());
        ground.cells.halves = mesh.into_halves();
        dead.iter().flat_map(|&edge| [edge, edge + 1]).for_each(|half| ground.cells.kill(half));
        ground.triangles = 6;
        assert_triangles(&ground);
        assert_eq!(areas(&ground), [8.0, 0.0]);
    }
}

/// A ring of very many points and a triangle, within a ring of as many corners that all of them see.
#[test]
fn very_many_points_that_see_the_same_corners_are_taken_out() {
    let count = 2000;
    let at = |i: u32, radius: f64| {
        let angle = f64::from(i) / f64::from(count) * std::f64::consts::TAU;
        DVec2::new(angle.cos(), angle.sin()) * radius
    };
    let mut outlines = Outlines::default();
    outlines.walkable.push(Outline::new((0..count).map(|i| at(i, 1e6))));
    outlines.walkable.push(Outline::new((0..count).map(|i| at(i, 1.0))));
    outlines.walkable.push(Outline::new([DVec2::ZERO, DVec2::X * 0.5, DVec2::Y * 0.5]));
    let ground = ground_of(&outlines);
    assert_eq!(check(ground), count as usize + 3);
}

/// Nothing is looked for where nothing is drawn on the ground, and what is drawn on it stays where it is needed.
#[test]
fn corners_of_doors_and_areas_stay() {
    let mut outlines = Outlines::default();
    outlines.walkable.push(Outline::rect([0.0, 0.0], [9.0, 9.0]));
    assert_eq!(check(ground_of(&outlines)), 0);
    outlines.doors.push(Door::new([[1.0, 1.0], [2.0, 3.0], [4.0, 1.0]], "door"));
    outlines.walls.push(Wall::new([[5.0, 1.0], [7.0, 3.0]]));
    outlines.areas.push(Area::new(Outline::rect([1.0, 5.0], [3.0, 7.0]), "mud", 3.0));
    assert_eq!(check(ground_of(&outlines)), 0);
    outlines.areas.push(Area::new(Outline::rect([0.0, 4.0], [8.0, 8.0]), "road", 0.5));
    assert_eq!(check(ground_of(&outlines)), 4);
}
