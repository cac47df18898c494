//! The C functions: the same answers as the engine's, and wrong calls without a crash.

use std::ptr::{null, null_mut};

use navmesh_testkit::SplitMix64;
use tautline::{LiveMesh, MeshFinder, NavMeshBuilder, Outline, PathQuery};
use tautline_c::crowd::arrays::tl_crowd_agents_f;
use tautline_c::crowd::moves::{tl_crowd_face, tl_crowd_push};
use tautline_c::crowd::step::{tl_crowd_restore, tl_crowd_step, tl_crowd_waypoints};
use tautline_c::crowd::{tl_crowd_add, tl_crowd_free, tl_crowd_go_to, tl_crowd_new};
use tautline_c::edits::{tl_edit, tl_map_apply, tl_map_move, tl_map_remove};
use tautline_c::files::tl_map_load;
use tautline_c::filters::{tl_area_rule, tl_finder_filtered};
use tautline_c::finder::{tl_finder_free, tl_finder_path, tl_path_info, tl_path_query_new};
use tautline_c::many::{tl_field_path, tl_finder_distances};
use tautline_c::map::{tl_map_finder, tl_map_free, tl_map_new, tl_map_undo};
use tautline_c::scratch::{tl_scratch_new, tl_scratch_points};
use tautline_c::shapes::tl_shape;
use tautline_c::spatial::{tl_finder_ray, tl_finder_wall, tl_hit};
use tautline_c::status::tl_status;
use tautline_c::types::{
    tl_crowd, tl_field, tl_finder, tl_map, tl_place, tl_point, tl_point_f, tl_scratch,
};

/// A coordinate of the room, on a lattice of 1/64.
fn coordinate(random: &mut SplitMix64) -> f64 {
    random.below(64 * 64) as f64 / 64.0
}

const ROOM: [[f64; 2]; 4] = [[0.0, 0.0], [64.0, 0.0], [64.0, 64.0], [0.0, 64.0]];

fn squares() -> Vec<[[f64; 2]; 4]> {
    let mut random = SplitMix64::new(1);
    let square = |x: f64, y: f64| [[x, y], [x + 3.0, y], [x + 3.0, y + 3.0], [x, y + 3.0]];
    (0..40).map(|_| square(coordinate(&mut random), coordinate(&mut random))).collect()
}

fn shape(kind: u32, points: &[[f64; 2]; 4]) -> tl_shape {
    tl_shape {
        kind,
        layer: 0,
        other_layer: 0,
        one_way: 0,
        points: points.as_ptr().cast(),
        count: 4,
        rings: null(),
        ring_count: 0,
        name: null(),
        cost: 0.0,
    }
}

fn place(x: f64, y: f64) -> tl_place {
    tl_place { point: tl_point { x, y }, ..tl_place::default() }
}

/// The map of the squares, by the engine and by the C functions.
fn both_maps() -> (MeshFinder, tl_map, Vec<u64>) {
    let squares = squares();
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::new(ROOM));
    let mut shapes = vec![shape(1, &ROOM)];
    for square in &squares {
        builder.add_obstacle(Outline::new(*square));
        shapes.push(shape(2, square));
    }
    let Ok(live) = LiveMesh::new(builder) else { panic!("the squares make no map") };
    let (mut map, mut ids) = (tl_map::default(), vec![0; shapes.len()]);
    // SAFETY: the arrays are as long as said.
    let status =
        unsafe { tl_map_new(null(), shapes.as_ptr(), shapes.len(), ids.as_mut_ptr(), &mut map) };
    assert_eq!(status, tl_status::Ok);
    (live.finder(), map, ids)
}

fn finder_of(map: tl_map) -> tl_finder {
    let mut finder = tl_finder::default();
    // SAFETY: a place for one finder.
    assert_eq!(unsafe { tl_map_finder(map, &mut finder) }, tl_status::Ok);
    finder
}

fn new_scratch() -> tl_scratch {
    let mut scratch = tl_scratch::default();
    // SAFETY: a place for one scratch.
    assert_eq!(unsafe { tl_scratch_new(&mut scratch) }, tl_status::Ok);
    scratch
}

#[test]
fn a_thousand_paths_have_the_bits_of_the_engine() {
    let (engine, map, _) = both_maps();
    let (finder, scratch) = (finder_of(map), new_scratch());
    let mut random = SplitMix64::new(2);
    let (mut found, mut failed) = (0, 0);
    for _ in 0..1000 {
        let [a, b, c, d] = std::array::from_fn(|_| coordinate(&mut random));
        let query = tl_path_query_new(place(a, b), place(c, d));
        let mut points = [tl_point::default(); 64];
        let mut info =
            tl_path_info { size: size_of::<tl_path_info>() as u32, ..Default::default() };
        // SAFETY: the arrays and structs are as long as said.
        let status = unsafe {
            tl_finder_path(finder, scratch, &query, points.as_mut_ptr(), points.len(), &mut info)
        };
        let expected = engine.find_path(&PathQuery::new([a, b], [c, d]));
        assert_eq!(status == tl_status::Ok, expected.is_ok());
        let Ok(expected) = expected else {
            failed += 1;
            continue;
        };
        found += 1;
        assert_eq!(info.length.to_bits(), expected.length().to_bits());
        let bits = points[..info.count].iter().map(|point| [point.x.to_bits(), point.y.to_bits()]);
        assert!(bits.eq(expected.waypoints().iter().map(|p| [p.x.to_bits(), p.y.to_bits()])));
    }
    assert!(found > 500 && failed > 50, "{found} paths, {failed} failures");
}

/// Numbers that no caller should pass, and some that are right.
struct Garbage {
    random: SplitMix64,
    handles: Vec<u64>,
    ids: Vec<u64>,
}

impl Garbage {
    fn number(&mut self) -> f64 {
        let odd = [f64::NAN, f64::INFINITY, -1.0, 1e300, 0.0, -0.0, f64::MIN_POSITIVE, 1e-320];
        match self.random.below(3) {
            0 => odd[self.random.below(8)],
            _ => coordinate(&mut self.random),
        }
    }

    fn handle(&mut self) -> u64 {
        match self.random.below(8) {
            0 => self.random.next_u64(),
            1 => 0,
            _ => self.handles[self.random.below(self.handles.len())],
        }
    }

    fn id(&mut self) -> u64 {
        match self.random.below(4) {
            0 => self.random.next_u64(),
            _ => self.ids[self.random.below(self.ids.len())],
        }
    }

    fn place(&mut self) -> tl_place {
        let (x, y) = (self.number(), self.number());
        let cell = if self.random.below(3) == 0 { self.random.next_u64() } else { 0 };
        let has_layer = self.random.below(2) as u32;
        tl_place { point: tl_point { x, y }, cell, layer: 9 * has_layer, has_layer }
    }

    /// Makes a finder under rules for an area that may not exist.
    unsafe fn filter(&mut self, finder: tl_finder, count: usize) -> tl_status {
        let names = [null(), c"mud".as_ptr(), c"\xff".as_ptr(), c"road".as_ptr()];
        let mut rules: Vec<tl_area_rule> = Vec::new();
        for _ in 0..count {
            let (area, cost) = (names[self.random.below(4)], self.number());
            let forbidden = self.random.below(2) as u32;
            rules.push(tl_area_rule { area, cost, forbidden, reserved: 0 });
        }
        let mut made = tl_finder::default();
        let from = if count == 2 { null() } else { rules.as_ptr() };
        // SAFETY: null, or as long as said.
        let status = unsafe { tl_finder_filtered(finder, from, count, &mut made) };
        if status == tl_status::Ok { tl_finder_free(made) } else { status }
    }

    /// Makes a batch in which some edit is wrong, so that the map stays.
    unsafe fn edit(&mut self, map: tl_map, count: usize) -> tl_status {
        let corners: [[f64; 2]; 4] = std::array::from_fn(|_| [self.number(), self.number()]);
        let mut edits = Vec::new();
        for _ in 0..count {
            let shape = shape(self.random.below(9) as u32, &corners);
            let action = 4 * self.random.below(2) as u32;
            edits.push(tl_edit { action, reserved: 0, id: self.id(), shape });
        }
        let wrong = tl_edit { action: 2, reserved: 0, id: 1 << 40, shape: shape(2, &corners) };
        edits.push(wrong);
        // SAFETY: as long as said.
        unsafe { tl_map_apply(map, edits.as_ptr(), edits.len(), null_mut()) }
    }

    /// Makes one call with wrong arguments, and returns its status.
    fn call(&mut self) -> tl_status {
        let (handle, from, to) = (self.handle(), self.place(), self.place());
        let (map, finder) = (tl_map { id: handle }, tl_finder { id: handle });
        let (scratch, crowd) = (tl_scratch { id: self.handle() }, tl_crowd { id: handle });
        let short = self.random.below(3);
        let mut points = [tl_point::default(); 2];
        let mut hit = tl_hit::default();
        let hit: *mut tl_hit = if short == 0 { null_mut() } else { &mut hit };
        let choice = self.random.below(18);
        // SAFETY: pointers are null or as long as said.
        unsafe {
            match choice {
                0 => tl_map_undo(map),
                1 => tl_map_remove(map, self.id()),
                2 => tl_map_move(map, self.id(), to.point),
                3 => {
                    let mut query = tl_path_query_new(from, to);
                    query.size = [query.size, 0, 3, 40, u32::MAX][self.random.below(5)];
                    (query.goal_policy, query.search) = (self.random.below(4) as u32, 0);
                    (query.snap, query.gap) = (self.number(), self.number());
                    tl_finder_path(finder, scratch, &query, points.as_mut_ptr(), short, null_mut())
                }
                4 => tl_finder_ray(finder, from, to.point, hit),
                5 => tl_finder_wall(finder, from, self.number(), hit),
                6 => tl_scratch_points(scratch, null_mut(), short, null_mut()),
                7 => {
                    let mut distances = [0.0; 2];
                    let count = if short == 0 { usize::MAX } else { 1 };
                    let goals: *const tl_place = if short == 0 { null() } else { &to };
                    tl_finder_distances(finder, from, goals, count, distances.as_mut_ptr())
                }
                8 => tl_field_path(tl_field { id: handle }, scratch, from),
                9 => tl_crowd_go_to(crowd, self.id(), to),
                10 => tl_crowd_step(crowd, self.number(), 100),
                12 => self.filter(finder, short),
                13 => self.edit(map, short),
                16 => {
                    let mut floats = [tl_point_f::default(); 2];
                    let to = if short == 0 { null_mut() } else { floats.as_mut_ptr() };
                    tl_crowd_agents_f(crowd, null_mut(), to, null_mut(), short, null_mut())
                }
                17 => tl_crowd_face(crowd, self.id(), to.point),
                14 => tl_crowd_push(crowd, self.id(), to.point),
                15 => {
                    let to = if short == 0 { null_mut() } else { points.as_mut_ptr() };
                    tl_crowd_waypoints(crowd, self.id(), to, short, null_mut())
                }
                11 => {
                    let bytes = self.random.next_u64().to_le_bytes();
                    tl_crowd_restore(crowd, bytes.as_ptr(), 4 * short)
                }
                _ => {
                    let bytes = self.random.next_u64().to_le_bytes();
                    let name = c"x.nav".as_ptr();
                    tl_map_load(name, bytes.as_ptr(), 4 * short, null(), null_mut())
                }
            }
        }
    }
}

#[test]
fn wrong_calls_are_errors_and_change_nothing_else() {
    // `.ci/long` makes a hundred times as many.
    let calls = std::env::var("TAUTLINE_CALLS").ok().and_then(|calls| calls.parse().ok());
    let calls: usize = calls.unwrap_or(1_000);
    let (engine, map, ids) = both_maps();
    let (finder, scratch) = (finder_of(map), new_scratch());
    let (mut crowd, mut agent, stale) = (tl_crowd::default(), 0, finder_of(map));
    // SAFETY: places for one value each.
    unsafe {
        assert_eq!(tl_crowd_new(finder, &mut crowd), tl_status::Ok);
        let start = place(0.5, 0.5);
        assert_eq!(tl_crowd_add(crowd, start, null(), null_mut(), &mut agent), tl_status::Ok);
    }
    tl_finder_free(stale);
    let handles = vec![map.id, finder.id, scratch.id, crowd.id, stale.id];
    let ids = ids.into_iter().skip(1).chain([agent]).collect();
    let mut garbage = Garbage { random: SplitMix64::new(3), handles, ids };
    let mut refused = 0;
    for call in 0..calls {
        let status = garbage.call();
        assert_ne!(status, tl_status::Panic, "call {call}");
        refused += usize::from(status != tl_status::Ok);
    }
    assert!(refused > calls / 2, "{refused} of {calls} calls were refused");
    let query = tl_path_query_new(place(0.5, 0.5), place(63.5, 63.5));
    let mut info = tl_path_info { size: size_of::<tl_path_info>() as u32, ..Default::default() };
    // SAFETY: a null array of no length, and a struct with its size.
    let status = unsafe { tl_finder_path(finder, scratch, &query, null_mut(), 0, &mut info) };
    assert_eq!(status, tl_status::Ok);
    let path = engine.find_path(&PathQuery::new([0.5, 0.5], [63.5, 63.5])).expect("a way");
    assert_eq!(info.length.to_bits(), path.length().to_bits());
    assert_eq!(tl_crowd_free(crowd), tl_status::Ok);
    assert_eq!(tl_map_free(map), tl_status::Ok);
    assert_eq!(tl_map_free(map), tl_status::BadHandle);
}
