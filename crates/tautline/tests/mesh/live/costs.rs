//! Weighted regions on maps that change.

use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::floors::floor_queries;
use navmesh_testkit::worlds::weighted::with_areas;
use navmesh_testkit::worlds::{World, world, world_count};
use tautline::build::OutlineEdit;
use tautline::{Area, LiveMesh, MeshFinder, NavMeshBuilder, Outline, PathQuery};

use super::edits::{Editor, octagon};
use super::floors::{FloorEditor, halls};
use super::laws::same_ends;

/// A live map of a world with areas of different costs; `None` where the world has no ground.
pub(crate) fn costly(world: &World, seed: u64) -> Option<LiveMesh> {
    let bounds = NavMeshBuilder::from_outlines(world.outlines.clone()).build_mesh().ok()?.bounds();
    let radius = (bounds.max - bounds.min).max_element() * 0.2;
    let outlines = with_areas(world.outlines.clone(), 4, radius, seed);
    LiveMesh::new(NavMeshBuilder::from_outlines(outlines)).ok()
}

/// Adds an area of some cost, on a random floor.
pub(crate) fn add_area(map: &mut LiveMesh, rng: &mut SplitMix64) -> String {
    let slots: Vec<u32> = map.mesh().slots().collect();
    let slot = *rng.pick(&slots);
    let (center, layer) = (map.mesh().centroid(slot), map.mesh().layer(slot));
    let size = map.mesh().bounds().size().max_element();
    let outline = match rng.below(2) {
        0 => octagon(center, size * 0.08 * (0.5 + rng.unit())),
        _ => Outline::rect(center, center + size * 0.15 * (0.2 + rng.unit())),
    };
    let area = Area::new(outline, "ground", *rng.pick(&[0.5, 1.0, 2.0, 4.0]));
    let story = format!("floor {layer}: {area:?}");
    let done = map.apply(&[OutlineEdit::AddArea(area).on_layer(layer)]);
    format!("{story}: {:?}", done.map(|report| report.kind))
}

/// A fresh finder for a map, with the same doors closed.
fn fresh(map: &LiveMesh) -> MeshFinder {
    let mut fresh = MeshFinder::new(map.builder().build_mesh().unwrap());
    for name in map.closed_doors() {
        let _gone = fresh.close_door(name);
    }
    fresh
}

/// Compares the answers of both finders. Returns the number of paths.
fn assert_compatible(
    own: &MeshFinder,
    fresh: &MeshFinder,
    query: &PathQuery,
    story: &str,
) -> usize {
    match [own, fresh].map(|finder| finder.find_path(query)) {
        [Ok(own_path), Ok(other)] => {
            let mesh = own.mesh_for_query(query).unwrap();
            assert_eq!(own_path.verify(&mesh), Ok(()), "{query:?}: {story}");
            if !same_ends(&own_path, &other) {
                assert!(own_path.is_moved() && other.is_moved(), "{query:?}: {story}");
                return 0;
            }
            for [one, two] in [[&own_path, &other], [&other, &own_path]] {
                assert!(
                    one.lower_bound() <= two.cost() * (1.0 + 1e-9),
                    "{} above {}, {query:?}: {story}",
                    one.lower_bound(),
                    two.cost()
                );
            }
            1
        }
        [own, other] => {
            let kinds =
                [own, other].map(|found| found.as_ref().map_or_else(|e| e.kind(), |_| "path"));
            assert_eq!(kinds[0], kinds[1], "{query:?}: {story}");
            0
        }
    }
}

/// After each edit the answers' bounds are compatible with those of a fresh build. Some queries are asked only after
/// several edits, so that tables follow them at once.
#[test]
fn costs_after_each_edit_are_those_of_a_fresh_build() {
    let (mut paths, mut uneven) = (0, 0);
    for seed in 0..world_count(50) {
        let world = world(seed);
        let Some(mut map) = costly(&world, seed) else { continue };
        let (mut editor, mut rng) = (Editor::new(seed), SplitMix64::new(seed));
        let queries = world.queries(6);
        let mut story = world.name.clone();
        for step in 0..8 {
            let done = match rng.below(3) {
                0 => add_area(&mut map, &mut rng),
                _ => format!("{:?}", editor.step(&mut map)),
            };
            story = format!("{story}\n  {done}");
            if step % 3 == 1 {
                continue;
            }
            let (own, fresh) = (map.finder(), fresh(&map));
            for query in &queries {
                paths += assert_compatible(&own, &fresh, query, &story);
            }
            uneven += usize::from(!map.mesh().is_uniform());
        }
    }
    assert!(paths > 300 && uneven > 100, "{paths} paths, {uneven} maps with costs");
}

#[test]
fn costs_on_floors_after_each_edit_are_those_of_a_fresh_build() {
    let mut paths = 0;
    for seed in 0..world_count(40) {
        let mut map = LiveMesh::new(halls(seed)).unwrap();
        let (mut editor, mut rng) = (FloorEditor::new(seed), SplitMix64::new(seed));
        let mut story = format!("halls {seed}");
        for step in 0..8 {
            let done = match rng.below(3) {
                0 => format!("{:?}", editor.step(&mut map)),
                _ => add_area(&mut map, &mut rng),
            };
            story = format!("{story}\n  {done}");
            if step % 3 == 1 {
                continue;
            }
            let (own, fresh) = (map.finder(), fresh(&map));
            for query in &floor_queries(map.mesh(), 5, seed + step) {
                paths += assert_compatible(&own, &fresh, query, &story);
            }
        }
    }
    assert!(paths > 200, "{paths} paths");
}
