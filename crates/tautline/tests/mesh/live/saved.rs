//! A saved live map has the same future, bit for bit: the scripts of the combined law, saved and loaded at a random step.

use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::world_count;
use tautline::build::{EditError, OutlineEdit};
use tautline::live::{LiveMeshState, PathWatchState};
use tautline::{
    Area, Filter, FilterId, FloorConnection, Link, LiveMesh, LivePaths, NavMesh, Outline,
    PathQuery, Wall,
};

use super::combined::script::Script;
use super::combined::world::{WATER, building, queries};

/// A map, its live paths, and the one who edits it.
struct Game {
    map: LiveMesh,
    paths: LivePaths,
    script: Script,
    dry: FilterId,
}

impl Game {
    fn new(seed: u64) -> Self {
        let mut map = LiveMesh::recorded(building(seed)).unwrap();
        let dry = map.add_filter(&Filter::new().forbid(WATER)).unwrap();
        let mut paths = LivePaths::of(&map);
        for query in queries(&map, 6, seed) {
            match map.finder().find_path(&query) {
                Ok(path) => _ = paths.add(&mut map, &query, path),
                Err(_) => _ = paths.add_missing(&query),
            }
        }
        Self { map, paths, script: Script::new(seed), dry }
    }

    fn saved(&self) -> Self {
        let map = self.map.state().unwrap();
        let paths = self.paths.state(&self.map).unwrap();
        let (map, paths) = through_text((map, paths));
        let mut map = LiveMesh::from_state(map).unwrap();
        let paths = LivePaths::from_state(paths, &mut map).unwrap();
        Self { map, paths, script: self.script.clone(), dry: self.dry }
    }

    /// Makes a step, and returns all that it says. Some queries come before it, so that memory of the search is there.
    fn step(&mut self, asked: &[PathQuery]) -> String {
        let done = self.script.step(&mut self.map);
        let report = self.map.report().clone();
        let affected = self.map.affected(&mut self.paths).unwrap();
        let replanned = self.paths.replan(&self.map, affected.keys(), 400);
        let answers = answers(&self.map, self.dry, asked);
        format!("{done:?} {report:?} {affected:?} {replanned:?} {answers:?}")
    }
}

#[cfg(feature = "serde")]
fn through_text(state: (LiveMeshState, PathWatchState)) -> (LiveMeshState, PathWatchState) {
    let text = serde_json::to_string(&state).unwrap();
    let loaded = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&loaded).ok(), Some(text));
    loaded
}

#[cfg(not(feature = "serde"))]
fn through_text(state: (LiveMeshState, PathWatchState)) -> (LiveMeshState, PathWatchState) {
    state
}

/// The answers to queries, with and without the filter, with the counts of their searches.
fn answers(map: &LiveMesh, dry: FilterId, asked: &[PathQuery]) -> Vec<String> {
    let finder = map.finder();
    let both = asked.iter().flat_map(|query| [*query, query.filter(dry)]);
    both.map(|query| format!("{:?}", finder.find_path(&query))).collect()
}

/// All ids and points of a mesh.
fn parts(mesh: &NavMesh) -> String {
    let cells: Vec<_> = mesh.cell_ids().map(|id| (id, mesh.edge_range(id.slot))).collect();
    let (edges, doors, links) = (mesh.edges(), mesh.doors(), mesh.links());
    format!("{cells:?} {edges:?} {doors:?} {links:?} {:?} {:?}", mesh.areas(), mesh.clearance())
}

fn assert_same(one: &mut Game, other: &mut Game, what: &str) {
    assert_eq!(parts(one.map.mesh()), parts(other.map.mesh()), "{what}");
    let [a, b] = [&*one, &*other].map(|game| parts(&game.map.finder().current_mesh()));
    assert_eq!(a, b, "{what}");
    assert!(one.map.closed_doors().eq(other.map.closed_doors()), "{what}");
}

#[test]
fn a_loaded_map_has_the_same_future_bit_for_bit() {
    let (mut steps, mut refreshed) = (0, 0);
    for seed in 0..world_count(60) {
        let mut rng = SplitMix64::new(seed ^ 0x5a_7e);
        let mut game = Game::new(seed);
        let saved_at = rng.below(12) as u64;
        let mut loaded = None;
        for step in 0..20 {
            let what = format!("seed {seed}, saved at {saved_at}, step {step}");
            if step == saved_at {
                loaded = Some(game.saved());
            }
            if rng.chance(10) {
                for game in [Some(&mut game), loaded.as_mut()].into_iter().flatten() {
                    let is_built = game.map.checkpoint().is_ok();
                    let affected = game.map.affected(&mut game.paths);
                    assert!(!is_built || affected.unwrap().broken.is_empty());
                }
            }
            // On some steps nobody asks, so that the tables of a search are not there.
            let count = if rng.chance(70) { 4 } else { 0 };
            let asked = queries(&game.map, count, seed * 32 + step);
            let own = game.step(&asked);
            if let Some(other) = &mut loaded {
                assert_eq!(own, other.step(&asked), "{what}");
                assert_same(&mut game, other, &what);
                steps += 1;
                refreshed += usize::from(game.map.refresh_index(0));
            }
        }
    }
    println!("{steps} steps");
    assert!(steps > 600 && refreshed > 0);
}

/// JSON has no NaN, so a recorded one would spoil the state.
#[test]
fn refused_edits_do_not_spoil_a_state() {
    let mut map = LiveMesh::recorded(building(3)).unwrap();
    let [nan, inf] = [f64::NAN, f64::INFINITY];
    let square = |size: f64| Outline::rect([2.0, 2.0], [size; 2]);
    let refused = [
        OutlineEdit::AddObstacle(square(nan)),
        OutlineEdit::AddArea(Area::new(square(4.0), "mud", nan)),
        OutlineEdit::AddArea(Area::new(square(4.0), "mud", inf)),
        OutlineEdit::AddWall(Wall::new([[1.0, inf], [2.0, 2.0]])),
        OutlineEdit::AddLink(Link::new([1.0, nan], [2.0, 2.0], "lift")),
        OutlineEdit::AddLink(Link::new([1.0, 1.0], [2.0, 2.0], "lift").cost(inf)),
        OutlineEdit::AddConnection(FloorConnection::new([0, 1], [[nan, 0.0], [1.0, 1.0]])),
    ];
    for edit in refused {
        // The first edit of the batch is valid, and is taken back.
        let edits = [OutlineEdit::AddObstacle(square(3.0)), edit];
        assert!(matches!(map.apply(&edits), Err(EditError::Invalid { edit: 1, .. })), "{edits:?}");
    }
    assert_eq!(map.recorded_changes(), Some(0));
    let paths = LivePaths::of(&map);
    let state = map.state().unwrap();
    let (state, _) = through_text((state, paths.state(&map).unwrap()));
    let mut other = LiveMesh::from_state(state).unwrap();
    let keys = [&mut map, &mut other].map(|map| map.add_obstacle(square(3.0)));
    assert_eq!(keys[0], keys[1]);
    assert_eq!(parts(map.mesh()), parts(other.mesh()));
}

#[test]
fn only_recorded_maps_and_paths_that_follow_have_a_state() {
    let mut map = LiveMesh::recorded(building(3)).unwrap();
    let mut paths = LivePaths::of(&map);
    map.add_obstacle(Outline::rect([2.0, 2.0], [3.0, 3.0])).unwrap();
    assert!(paths.state(&map).is_err(), "the paths have not followed the edit");
    map.affected(&mut paths).unwrap();
    assert!(paths.state(&map).is_ok());
    assert!(LiveMesh::new(building(3)).unwrap().state().is_none());
}
