use navmesh_core::{Area, Door, Outline, Outlines, Wall};
use navmesh_testkit::SplitMix64;

use super::*;
use crate::ground::Ground;
use crate::input::area_kinds::area_kinds;
use crate::input::clean;
use crate::options::BuildOptions;
use crate::plsg::Plsg;
use crate::report::BuildReport;
use crate::split::{Crossings, triangulate_crossing_free};

/// Builds triangles with areas, doors and walls on a lattice of `size` steps.
fn ground(random: &mut SplitMix64, size: usize) -> Ground {
    let mut point = || DVec2::new(random.below(size) as f64, random.below(size) as f64);
    let mut outlines = Outlines::default();
    outlines.walkable.push(Outline::rect([-1.0, -1.0], [size as f64, size as f64]));
    for i in 0..size {
        let [a, c] = [point(), point()];
        let b = std::iter::repeat_with(&mut point).find(|&b| b != a).unwrap_or(c);
        match i % 4 {
            0 => outlines.obstacles.push(Outline::new([a, b, c + DVec2::splat(0.5)])),
            1 => outlines.walls.push(Wall::new([a, b])),
            2 => outlines.doors.push(Door::new([a, b], "door")),
            _ => {
                outlines.areas.push(Area::new(Outline::rect(a, c + DVec2::splat(0.5)), "mud", 2.0))
            }
        }
    }
    ground_of(&outlines)
}

fn ground_of(outlines: &Outlines) -> Ground {
    let mut report = BuildReport::default();
    let kinds = area_kinds(&outlines.areas).1;
    let drawings = clean(outlines, &kinds, &BuildOptions::default(), &mut report).unwrap();
    let plsg = Plsg::of(drawings.ground.with(drawings.areas));
    let cut = triangulate_crossing_free(plsg, Crossings::Rare, &mut report).unwrap();
    Ground::of(cut, &mut report)
}

/// Returns what merging must preserve: the area of each kind, and the lengths of all walls, doors
/// and borders of areas.
fn kept(Ground { cells, points, .. }: &Ground) -> [f64; 5] {
    let mut sums = [0.0; 5];
    for edge in (0..cells.count()).filter(|&edge| cells.is_alive(edge)) {
        let [a, b] = [edge, cells.next(edge)].map(|edge| points[cells.origin(edge) as usize]);
        sums[usize::from(cells.kind(edge).is_some())] += a.perp_dot(b);
        match cells.twin(edge) {
            None => sums[2] += a.distance(b),
            Some(_) if !cells.doors.along(edge).is_empty() => sums[3] += a.distance(b),
            Some(twin) if cells.kind(twin) != cells.kind(edge) => sums[4] += a.distance(b),
            Some(_) => {}
        }
    }
    sums
}

fn assert_cells_are_convex(Ground { cells, points, .. }: &Ground) {
    for edge in (0..cells.count()).filter(|&edge| cells.is_alive(edge)) {
        assert!(!turns_right_or_back(cells, points, cells.previous(edge), edge));
        assert_eq!(cells.previous(cells.next(edge)), edge);
        assert_eq!(cells.kind(edge), cells.kind(cells.next(edge)));
        if let Some(twin) = cells.twin(edge) {
            assert_eq!(cells.twin(twin), Some(edge));
            assert_eq!(cells.origin(twin), cells.origin(cells.next(edge)));
        }
    }
}

fn shared(ground: &Ground) -> Vec<u32> {
    let Ground { cells, points, .. } = ground;
    patches(cells.count()).flat_map(|patch| shared_edges(cells, points, patch, |_| true)).collect()
}

fn merger(ground: &mut Ground) -> Merger<'_> {
    Merger::of(&mut ground.cells, &ground.points)
}

#[test]
fn walls_doors_and_area_borders_stay_and_no_removable_edge_remains() {
    for seed in 0..400 {
        let mut random = SplitMix64::new(seed);
        let size = 3 + random.below(12);
        let mut ground = ground(&mut random, size);
        let before = kept(&ground);
        merge(&mut ground.cells, &ground.points);
        assert_cells_are_convex(&ground);
        for (before, after) in before.into_iter().zip(kept(&ground)) {
            assert!((before - after).abs() <= 1e-9 * before, "{seed}: {before} became {after}");
        }
        let edges = shared(&ground);
        merger(&mut ground).remove(edges.clone());
        assert_eq!(shared(&ground), edges, "{seed}");
    }
}

/// The map has more half-edges than one patch.
#[test]
fn no_removable_edge_remains_between_patches() {
    let mut random = SplitMix64::new(1);
    let mut outlines = Outlines::default();
    outlines.walkable.push(Outline::rect([-1.0, -1.0], [80.0, 80.0]));
    for place in 0..80 * 80 {
        let corner = DVec2::new(f64::from(place % 80), f64::from(place / 80));
        let mut share = || random.below(1 << 10) as f64 / 4096.0;
        let low = corner + DVec2::new(share(), share());
        outlines.obstacles.push(Outline::rect(low, low + 0.25 + share()));
    }
    let mut ground = ground_of(&outlines);
    assert!(patches(ground.cells.count()).count() > 2);
    merge(&mut ground.cells, &ground.points);
    assert_cells_are_convex(&ground);
    let edges = shared(&ground);
    merger(&mut ground).remove(edges.clone());
    assert_eq!(shared(&ground), edges);
}

/// Swings therefore end on every map.
#[test]
fn every_swing_makes_its_edge_shorter_and_leaves_its_cells_convex() {
    let mut swung = 0;
    for seed in 0..400 {
        let mut random = SplitMix64::new(seed);
        let size = 3 + random.below(12);
        let mut ground = ground(&mut random, size);
        let edges = shared(&ground);
        merger(&mut ground).remove(edges);
        for edge in shared(&ground) {
            let length_sq = |Ground { cells, points, .. }: &Ground| {
                let [a, b] = [edge, cells.next(edge)].map(|e| points[cells.origin(e) as usize]);
                a.distance_squared(b)
            };
            let before = length_sq(&ground);
            if merger(&mut ground).swing(edge) {
                swung += 1;
                assert!(length_sq(&ground) < before, "{seed}");
                assert_cells_are_convex(&ground);
            }
        }
    }
    assert!(swung > 100, "{swung}");
}

/// Two squares share a straight side in two pieces.
#[test]
fn a_chain_is_removed_as_a_whole_from_any_of_its_edges() {
    let points = [[0, 0], [2, 0], [2, 1], [2, 2], [0, 2], [4, 0], [4, 2]];
    let points = points.map(|[x, y]| DVec2::new(f64::from(x), f64::from(y)));
    for edge in [1, 2, 5, 6] {
        let mut cells = HalfEdges::default();
        cells.push_cell([0, 1, 2, 3, 4].into_iter());
        cells.push_cell([3, 2, 1, 5, 6].into_iter());
        [[1, 6], [2, 5]].into_iter().for_each(|pair| cells.pair(pair));
        let due = vec![Due { to_go: true, to_swing: true }; cells.halves.len()];
        Merger { cells: &mut cells, points: &points, due, chain: Vec::new() }.remove(vec![edge]);
        assert_eq!(cells.ring_starts(), [0]);
        assert_eq!(cells.ring(0).count(), 6);
    }
}
