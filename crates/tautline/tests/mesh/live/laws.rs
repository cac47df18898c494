//! The law of live maps, on seeded worlds.

use navmesh_testkit::worlds::{World, points_around, queries_between, world, world_count};
use tautline::live::StepKind;
use tautline::mesh::{AreaId, DoorId, EdgeId, LaneId, MeshArea, MeshDoor};
use tautline::{
    Area, Bounds, Filter, LiveMesh, MeshFinder, NavMesh, Outline, Outlines, Path, PathQuery,
};

use super::edits::{Editor, NAMES, live, live_for_agents};

/// The points where a path may turn, with the number of fans there, ascending.
fn corners(finder: &MeshFinder) -> Vec<[u64; 2]> {
    let mesh = finder.mesh();
    let edges = mesh.slots().flat_map(|slot| &mesh.edges()[mesh.edge_range(slot)]);
    let turning = edges.filter(|edge| edge.origin_is_corner());
    let mut corners: Vec<_> = turning.map(|edge| (edge.vertex(), edge.origin())).collect();
    corners.sort_by_key(|(vertex, _)| *vertex);
    corners.dedup_by_key(|(vertex, _)| *vertex);
    let mut corners: Vec<[u64; 2]> =
        corners.into_iter().map(|(_, at)| at.to_array().map(f64::to_bits)).collect();
    corners.sort_unstable();
    corners
}

/// The lanes of links whose ends are on the mesh.
fn open_lanes(finder: &MeshFinder) -> Vec<LaneId> {
    let connections = finder.mesh().off_mesh_connections().iter();
    connections.map(|connection| connection.lane_id()).collect()
}

/// Compares a live map with a fresh build of its outlines, with the same doors closed.
pub(crate) fn assert_fresh(map: &LiveMesh, queries: &[PathQuery], story: &str) {
    let mut fresh = MeshFinder::new(map.builder().build_mesh().unwrap());
    for name in map.closed_doors() {
        let _gone = fresh.close_door(name); // a name may outlive its doors
    }
    let finder = map.finder();
    finder.mesh().assert_invariants();
    let areas = [&finder, &fresh].map(|finder| finder.mesh().area());
    assert!((areas[0] - areas[1]).abs() <= 1e-12 * areas[1], "{areas:?}: {story}");
    let parts = [&finder, &fresh].map(|finder| finder.mesh().component_count());
    assert_eq!(parts[0], parts[1], "components: {story}");
    assert_eq!(corners(&finder), corners(&fresh), "corners: {story}");
    assert_eq!(open_lanes(&finder), open_lanes(&fresh), "lanes: {story}");
    for query in queries {
        assert_same_answers([&finder, &fresh], [query, query], story);
    }
    assert_same_names([&finder, &fresh], queries, story);
}

/// Compares the doors, areas and links of a live map with those of a fresh build, and closes each name on both.
fn assert_same_names(finders: [&MeshFinder; 2], queries: &[PathQuery], story: &str) {
    let [own, fresh] = finders.map(|finder| doors(finder.mesh()));
    assert_eq!(own.len(), fresh.len(), "{own:?} {fresh:?}: {story}");
    for (one, other) in own.iter().zip(&fresh) {
        let is_near = (one.length - other.length).abs() <= 1e-9 * other.length.abs();
        assert!(one.name == other.name && is_near, "{own:?} {fresh:?}: {story}");
    }
    let [own, fresh] = finders.map(|finder| areas(finder.mesh()));
    assert_eq!(own.len(), fresh.len(), "{own:?} {fresh:?}: {story}");
    let ground = finders[1].mesh().area();
    for (one, other) in own.iter().zip(&fresh) {
        let is_near = (one.size - other.size).abs() <= 1e-9 * ground;
        assert!(one.kind == other.kind && is_near, "{own:?} {fresh:?}: {story}");
    }
    let links = finders.map(|finder| {
        let links = finder.mesh().links().iter();
        links.map(|link| (link.name.clone(), link.cost)).collect::<Vec<_>>()
    });
    assert_eq!(links[0], links[1], "{story}");
    for name in NAMES.into_iter().chain(["lift", "nobody"]) {
        let [mut own, mut fresh] = finders.map(MeshFinder::clone);
        let closed = own.close_door(name);
        assert_eq!(closed, fresh.close_door(name), "{name}: {story}");
        for query in queries.iter().take(if closed.is_ok() { 3 } else { 0 }) {
            assert_same_answers([&own, &fresh], [query, query], &format!("{story}\n  {name}"));
        }
    }
}

/// A door, and the length of its edges.
#[derive(Debug)]
struct NamedDoor {
    name: String,
    length: f64,
}

/// Lists the doors of a mesh, sorted.
fn doors(mesh: &NavMesh) -> Vec<NamedDoor> {
    let ids = (0..).map(DoorId).zip(mesh.doors()).filter(|(id, _)| mesh.has_door(*id));
    let length = |&edge: &EdgeId| {
        let [from, to] = mesh.edge_ends(edge);
        from.distance(to)
    };
    let named = |(_, door): (DoorId, &MeshDoor)| NamedDoor {
        name: door.name.clone(),
        length: door.edges.iter().map(length).sum(),
    };
    let mut all: Vec<NamedDoor> = ids.map(named).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name).then(a.length.total_cmp(&b.length)));
    all
}

/// An area, and its size.
#[derive(Debug)]
struct SizedArea {
    kind: MeshArea,
    size: f64,
}

/// Lists the areas of a mesh, sorted.
fn areas(mesh: &NavMesh) -> Vec<SizedArea> {
    let all = (0..).map(AreaId).zip(mesh.areas().iter().zip(mesh.area_sizes()));
    let all = all.filter(|(id, _)| mesh.has_area(*id));
    let mut all: Vec<SizedArea> =
        all.map(|(_, (kind, size))| SizedArea { kind: kind.clone(), size }).collect();
    all.sort_by(|a, b| a.kind.name.cmp(&b.kind.name).then(a.kind.cost.total_cmp(&b.kind.cost)));
    all
}

/// Compares the answers of a live map and of a fresh build to a query, which may have a filter of each.
fn assert_same_answers(finders: [&MeshFinder; 2], queries: [&PathQuery; 2], story: &str) {
    let [query, _] = queries;
    let answers = [0, 1].map(|of| finders[of].find_path(queries[of]));
    let verified = |path: &Path| path.verify(&finders[0].mesh_for_query(query).unwrap());
    match &answers {
        // An end off the mesh may have two nearest places, on two sides of a wall.
        [Ok(own), Ok(other)] if !same_ends(own, other) => {
            assert!(own.is_moved() && other.is_moved(), "{own:?} {other:?}: {story}");
            assert_eq!(verified(own), Ok(()), "{query:?}: {story}");
        }
        [Ok(own), Ok(other)] => {
            let rounding = 1e-12 * other.cost();
            assert!((own.cost() - other.cost()).abs() <= rounding, "{query:?}: {story}");
            assert_eq!(verified(own), Ok(()), "{query:?}: {story}");
        }
        [own, other] => {
            let kinds =
                [own, other].map(|found| found.as_ref().map_or_else(|e| e.kind(), |_| "path"));
            assert_eq!(kinds[0], kinds[1], "{query:?}: {story}");
        }
    }
}

/// True if two paths begin and end at the same points.
pub(crate) fn same_ends(one: &Path, other: &Path) -> bool {
    let ends = |path: &Path| [path.waypoints().first().copied(), path.waypoints().last().copied()];
    ends(one) == ends(other)
}

fn queries(world: &World) -> Vec<PathQuery> {
    world.queries(6)
}

/// Edits a map of a world six times, each time against a fresh build. Returns the numbers of edits and of local ones.
fn edit(mut map: LiveMesh, world: &World, seed: u64, story: &str) -> [u32; 2] {
    let (mut editor, mut story) = (Editor::new(seed), story.to_owned());
    let [mut edits, mut patched] = [0, 0];
    for _ in 0..6 {
        let Some(step) = editor.step(&mut map) else { continue };
        story = format!("{story}\n  {step}");
        edits += 1;
        patched += u32::from(map.report().kind == StepKind::Patched);
        assert_fresh(&map, &queries(world), &story);
    }
    [edits, patched]
}

#[test]
fn after_each_edit_a_live_map_answers_as_a_fresh_build() {
    let (mut edits, mut patched) = (0_u32, 0_u32);
    for seed in 0..world_count(130) {
        let world = world(seed);
        let Some(map) = live(&world) else { continue };
        let counts = edit(map, &world, seed, &world.name);
        (edits, patched) = (edits + counts[0], patched + counts[1]);
    }
    assert!(edits > 300);
    println!("{edits} edits, {patched} of them local");
}

#[test]
fn after_each_edit_a_live_map_for_agents_answers_as_a_fresh_build() {
    let (mut edits, mut patched) = (0_u32, 0_u32);
    for seed in 0..world_count(60) {
        let world = world(seed);
        let share = [0.005, 0.02, 0.05][seed as usize % 3];
        let Some(map) = live_for_agents(&world, share) else { continue };
        let counts = edit(map, &world, seed, &format!("{} {share}", world.name));
        (edits, patched) = (edits + counts[0], patched + counts[1]);
    }
    println!("{edits} edits, {patched} of them local");
    assert!(patched > edits / 2, "{patched} of {edits}");
}

#[test]
fn filters_answer_as_on_a_fresh_build() {
    let (mut compared, mut changed, filter) = (0_u32, 0_u32, Filter::new().forbid("same"));
    for seed in 0..world_count(60) {
        let world = world(seed);
        let Some(mut map) = live(&world) else { continue };
        let mut editor = Editor::new(seed);
        let Bounds { min, max } = map.mesh().bounds();
        let middle = Outline::rect(min.lerp(max, 0.4), min.lerp(max, 0.6));
        map.add_area(Area::new(middle, "same", 1.0)).unwrap();
        let Ok(id) = map.add_filter(&filter) else { continue };
        let mut story = world.name.clone();
        for _ in 0..5 {
            story = format!("{story}\n  {:?}", editor.step(&mut map));
            let mut fresh = MeshFinder::new(map.builder().build_mesh().unwrap());
            for name in map.closed_doors() {
                let _gone = fresh.close_door(name);
            }
            let Ok(other) = fresh.add_filter(&filter) else { continue };
            for query in queries(&world) {
                let filtered = [id, other].map(|filter| query.filter(filter));
                let own = map.finder();
                assert_same_answers([&own, &fresh], [&filtered[0], &filtered[1]], &story);
                compared += 1;
                changed += u32::from(own.find_path(&query) != own.find_path(&filtered[0]));
            }
        }
    }
    assert!(compared > 500 && changed > 100, "{compared}, {changed} changed by the filter");
}

#[test]
fn edits_at_other_scales_and_angles_keep_the_law() {
    for seed in 0..world_count(20) {
        let world = world(seed * 13 + 1);
        for (scale, turn) in [(1e-3, 0.3), (1e4, 1.1), (0.7, 2.5)] {
            let outlines = turned(&world.outlines, scale, turn);
            let points = points_around(&outlines, 32, seed);
            let world = World { outlines, points, ..world.clone() };
            let Some(mut map) = live(&world) else { continue };
            let mut editor = Editor::new(seed);
            for _ in 0..3 {
                let step = editor.step(&mut map);
                assert_fresh(
                    &map,
                    &queries_between(&world.points, 4, seed),
                    &format!("{}: {step:?}", world.name),
                );
            }
        }
    }
}

/// Outlines that are scaled and turned by an angle about the origin.
fn turned(outlines: &Outlines, scale: f64, angle: f64) -> Outlines {
    let (sin, cos) = angle.sin_cos();
    let mut all = outlines.clone();
    let moved = |point: &mut tautline::DVec2| {
        *point = tautline::DVec2::new(cos * point.x - sin * point.y, sin * point.x + cos * point.y)
            * scale;
    };
    let outlines = all.walkable.iter_mut().chain(&mut all.obstacles);
    for outline in outlines.chain(all.areas.iter_mut().map(|area| &mut area.outline)) {
        outline.exterior.iter_mut().chain(outline.holes.iter_mut().flatten()).for_each(moved);
    }
    all.walls.iter_mut().flat_map(|wall| &mut wall.points).for_each(moved);
    all.doors.iter_mut().flat_map(|door| &mut door.points).for_each(moved);
    all.links.clear();
    all
}

#[test]
fn adding_and_removing_the_same_outline_restores_the_corners() {
    for seed in 0..world_count(65) {
        let world = world(seed);
        let Some(mut map) = live(&world) else { continue };
        let before = (corners(&map.finder()), map.mesh().component_count());
        let mut editor = Editor::new(seed);
        let mut keys = Vec::new();
        for _ in 0..3 {
            let Some(_) = editor.step(&mut map) else { continue };
            keys.extend(map.report().keys.iter().copied());
        }
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            if map.shape(key).is_some() {
                map.remove(key).unwrap();
            }
        }
        let after = (corners(&map.finder()), map.mesh().component_count());
        assert_eq!(after, before, "{}", world.name);
    }
}
