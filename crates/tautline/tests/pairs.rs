//! Shapes of live maps that come and go leave nothing behind: no name, no memory, and no work for later edits.
//!
//! `TAUTLINE_WORLDS=100000` makes as many pairs of each kind.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

use navmesh_testkit::allocations::{CountingAllocator, allocations, live_bytes};
use navmesh_testkit::worlds::world_count;
use tautline::build::{LiveShape, OutlineEdit};
use tautline::{
    Area, BuildOptions, DVec2, Door, Filter, FloorConnection, Grid, Link, LiveMesh, LiveTiles,
    NavMeshBuilder, Outline, Wall,
};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The pairs of a window in which memory and work are measured.
const WINDOW: u64 = 100;

/// The pairs after which the history holds as many steps as it keeps.
const FULL: u64 = 512;

/// The largest lists and memory in a window of pairs, and the allocations of its edits.
#[derive(Debug, Default)]
struct Window {
    lists: [usize; 8],
    bytes: isize,
    allocations: usize,
}

impl Window {
    /// Makes the pairs of a window, beginning with number `first`.
    fn of(map: &mut LiveMesh, first: u64, pair: &mut impl FnMut(&mut LiveMesh, u64)) -> Self {
        let mut window = Self::default();
        for number in first..first + WINDOW {
            let before = allocations();
            pair(map, number);
            window.allocations += allocations() - before;
            window.note(map);
        }
        window
    }

    fn note(&mut self, map: &LiveMesh) {
        let mesh = map.mesh();
        let lists = [
            mesh.doors().len(),
            mesh.areas().len(),
            mesh.links().len(),
            mesh.layers().len(),
            mesh.slot_count(),
            mesh.edges().len(),
            mesh.vertex_count(),
            map.closed_doors().count(),
        ];
        for (largest, own) in self.lists.iter_mut().zip(lists) {
            *largest = own.max(*largest);
        }
        self.bytes = self.bytes.max(live_bytes());
    }
}

/// Makes pairs, and asserts that the last ones find the map as the early ones did.
fn assert_flat(map: &mut LiveMesh, mut pair: impl FnMut(&mut LiveMesh, u64), story: &str) {
    let early = Window::of(map, 0, &mut pair);
    (WINDOW..FULL).for_each(|number| pair(map, number));
    let full = Window::of(map, FULL, &mut pair);
    let last = world_count(FULL + 2 * WINDOW);
    (FULL + WINDOW..last).for_each(|number| pair(map, number));
    let late = Window::of(map, last, &mut pair);
    let what = format!("{story}: {early:?} {full:?} {late:?}");
    let grows = late.lists.iter().zip(early.lists).any(|(late, early)| *late > early.max(8) * 2);
    assert!(!grows && late.lists == full.lists, "lists: {what}");
    // Buffers keep the largest size that they had.
    assert!(late.bytes <= full.bytes + full.bytes / 50, "memory: {what}");
    assert!(10 * late.allocations <= 11 * early.allocations, "work: {what}");
}

/// A yard with a block, and other floors beside it, for agents with a radius.
fn yard(radius: f64, floors: usize) -> LiveMesh {
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([12.0, 2.0], [14.0, 5.0]));
    for floor in 1..floors {
        let outline = Outline::rect([20.0, 0.0], [30.0, 8.0]);
        builder.on_layer(floor as u32).add_walkable(outline);
    }
    LiveMesh::new(builder).unwrap()
}

/// Returns the addition of a shape of each kind.
fn additions(name: &str, cost: f64) -> Vec<OutlineEdit> {
    let square = Outline::rect([4.0, 4.0], [6.0, 6.0]);
    vec![
        OutlineEdit::AddDoor(Door::new([[10.0, 0.0], [10.0, 10.0]], name)),
        OutlineEdit::AddArea(Area::new(square.clone(), name, cost)),
        OutlineEdit::AddObstacle(square),
        OutlineEdit::AddWall(Wall::new([[7.0, 1.0], [11.0, 9.0]])),
        OutlineEdit::AddWalkable(Outline::rect([4.0, 9.0], [6.0, 12.0])),
        OutlineEdit::AddLink(Link::new([1.0, 1.0], [9.0, 9.0], name).cost(1.0)),
        OutlineEdit::AddConnection(FloorConnection::new([0, 1], [[20.0, 2.0], [20.0, 6.0]])),
        OutlineEdit::AddWalkable(Outline::rect([0.0, 0.0], [5.0, 5.0])).on_layer(7),
    ]
}

/// The number of [`additions`] that a local step makes on a map of one floor.
const LOCAL: usize = 5;

/// Returns the name and the cost of a pair: those of all pairs, or its own.
fn named(number: u64, is_fresh: bool) -> (String, f64) {
    if is_fresh { (format!("name {number}"), 2.0 + number as f64) } else { ("name".into(), 2.0) }
}

#[test]
fn pairs_of_every_shape_leave_lists_memory_and_work_as_they_were() {
    for kind in 0..additions("", 1.0).len() {
        let has_name = [0, 1, 5].contains(&kind);
        for &is_fresh in if has_name { &[false, true][..] } else { &[false] } {
            let pair = |map: &mut LiveMesh, number: u64| {
                let (name, cost) = named(number, is_fresh);
                let key = map.apply(&[additions(&name, cost).swap_remove(kind)]).unwrap().keys[0];
                map.remove(key).unwrap();
                assert!(map.close_door(&name).is_err(), "the door {name} is gone");
                assert!(map.add_filter(&Filter::new().forbid(name)).is_err());
            };
            let mut map = yard(0.0, if kind < LOCAL { 1 } else { 2 });
            assert_flat(&mut map, pair, &format!("kind {kind}, fresh names: {is_fresh}"));
        }
    }
}

/// A finder is held over each edit, so that two copies of the map take turns.
#[test]
fn batches_for_agents_with_a_radius_leave_nothing_behind() {
    let mut map = yard(0.5, 1);
    let mut held = map.finder();
    let pair = |map: &mut LiveMesh, number: u64| {
        let (name, cost) = named(number, true);
        let mut edits = additions(&name, cost);
        edits.truncate(LOCAL - 1);
        let keys = map.apply(&edits).unwrap().keys.clone();
        held = map.finder();
        assert!(held.close_door(&name).is_ok());
        let removals: Vec<OutlineEdit> = keys.into_iter().map(OutlineEdit::Remove).collect();
        map.apply(&removals).unwrap();
        held = map.finder();
        assert!(held.close_door(&name).is_err());
    };
    assert_flat(&mut map, pair, "a radius");
}

#[test]
fn undo_redo_and_new_names_of_standing_shapes_leave_nothing_behind() {
    let mut map = yard(0.0, 1);
    let mut edits = additions("name", 2.0);
    edits.truncate(2);
    let keys = map.apply(&edits).unwrap().keys.clone();
    let pair = |map: &mut LiveMesh, number: u64| {
        let (name, cost) = named(number, true);
        for &key in &keys {
            let shape = match map.shape(key) {
                Some(LiveShape::Door(door)) => LiveShape::Door(Door { name: name.clone(), ..door }),
                Some(LiveShape::Area(area)) => {
                    LiveShape::Area(Area::new(area.outline, name.clone(), cost))
                }
                other => panic!("{other:?}"),
            };
            map.replace(key, shape).unwrap();
        }
        map.close_door(&name).unwrap();
        map.open_door(&name).unwrap();
        let filter = map.add_filter(&Filter::new().forbid(name.clone())).unwrap();
        assert!(map.remove_filter(filter));
        assert!(map.undo().unwrap() && map.redo().unwrap() && map.undo().unwrap());
        assert!(map.undo().unwrap() && map.close_door(&name).is_err());
    };
    assert_flat(&mut map, pair, "new names");
}

/// The name of a tile's area tells its cost.
#[test]
fn costs_of_tiles_that_come_and_go_leave_nothing_behind() {
    let grid = Grid::from_rows(["........", "..##....", "........"]).unwrap();
    let mut tiles = LiveTiles::new(grid, &BuildOptions::default()).unwrap();
    let mut largest = [0; 2];
    for number in 0..world_count(FULL + 2 * WINDOW) {
        tiles.set_cost(5, 1, 2.0 + number as f64).unwrap();
        tiles.set_blocked(2, 1, number % 2 == 0).unwrap();
        tiles.set_cost(5, 1, 1.0).unwrap();
        let mesh = tiles.map().mesh();
        largest = [largest[0].max(mesh.areas().len()), largest[1].max(mesh.slot_count())];
    }
    assert!(largest[0] <= 1 && largest[1] < 40, "{largest:?}");
    let outlines = tiles.map().outlines();
    assert!(outlines.areas.is_empty());
    assert!(tiles.map().mesh().locate(DVec2::new(5.5, 1.5)).is_some());
}
