//! Live paths over edits that change the nature of a map, and back: costs, floors, links and doors come and go.

use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::world_count;
use tautline::build::{LiveKey, OutlineEdit};
use tautline::live::WatchKey;
use tautline::{
    Area, BuildOptions, DVec2, Door, FloorConnection, Link, LiveMesh, LivePaths, MeshFinder,
    NavMeshBuilder, Outline, Path, PathQuery,
};

use super::laws::same_ends;

/// The size of the yard.
const SIZE: DVec2 = DVec2::new(20.0, 14.0);

/// A yard with two blocks, for points or for agents with a radius.
fn yard(rng: &mut SplitMix64) -> LiveMesh {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], SIZE));
    for low in [4.0, 12.0] {
        let corner = DVec2::new(low, rng.between(1, 5) as f64);
        builder.add_obstacle(Outline::rect(corner, corner + DVec2::new(2.0, 7.0)));
    }
    let radius = *rng.pick(&[0.0, 0.375]);
    LiveMesh::new(builder.with_options(BuildOptions::default().agent_radius(radius))).unwrap()
}

/// A script of edits: shapes come and go.
#[derive(Debug)]
struct Script {
    rng: SplitMix64,
    /// The batches that stand.
    standing: Vec<Vec<LiveKey>>,
}

impl Script {
    fn point(&mut self) -> DVec2 {
        let lattice = DVec2::new(self.rng.between(0, 40) as f64, self.rng.between(0, 28) as f64);
        lattice / 2.0
    }

    fn rect(&mut self) -> Outline {
        let low = self.point();
        let size = [0, 1].map(|_| self.rng.between(1, 10) as f64);
        Outline::rect(low, low + DVec2::from(size))
    }

    fn addition(&mut self, map: &LiveMesh) -> Vec<OutlineEdit> {
        let layer = *self.rng.pick(map.mesh().layers());
        match self.rng.below(8) {
            0 | 1 => {
                let cost = *self.rng.pick(&[0.5, 0.5, 3.0, 8.0]);
                vec![OutlineEdit::AddArea(Area::new(self.rect(), "ground", cost)).on_layer(layer)]
            }
            2 => {
                let link = Link::new(self.point(), self.point(), "jump");
                vec![OutlineEdit::AddLink(link.cost(self.rng.between(1, 30) as f64))]
            }
            3 => {
                let door = Door::new([self.point(), self.point()], "door");
                vec![OutlineEdit::AddDoor(door).on_layer(layer)]
            }
            4 | 5 => vec![OutlineEdit::AddObstacle(self.rect()).on_layer(layer)],
            _ => self.building(),
        }
    }

    /// A ramp beside the yard, and a floor above it.
    fn building(&mut self) -> Vec<OutlineEdit> {
        let east = |y: f64| DVec2::new(SIZE.x, y);
        let connection = |layers, y: f64| {
            OutlineEdit::AddConnection(FloorConnection::new(layers, [east(y), east(y + 2.0)]))
        };
        let ramp = Outline::rect(east(0.0), SIZE + DVec2::X * 4.0);
        let mut edits = vec![
            OutlineEdit::AddWalkable(ramp).on_layer(1),
            connection([0, 1], self.rng.between(0, 5) as f64),
        ];
        if self.rng.chance(70) {
            let above = Outline::rect([0.0, 0.0], SIZE);
            edits.push(OutlineEdit::AddWalkable(above).on_layer(2));
            edits.push(connection([1, 2], self.rng.between(8, 12) as f64));
        }
        edits
    }

    /// Makes an edit, an undo or a door. Returns its name, or `None` if the map refused it.
    fn step(&mut self, map: &mut LiveMesh) -> Option<String> {
        self.standing.retain(|batch| batch.iter().all(|&key| map.shape(key).is_some()));
        match self.rng.below(10) {
            0 => map.undo().ok().filter(|done| *done).map(|_| "undo".to_owned()),
            1 => {
                let is_closed = map.is_door_closed("door");
                let done = if is_closed { map.open_door("door") } else { map.close_door("door") };
                done.ok().map(|_| format!("toggle, was closed: {is_closed}"))
            }
            2..6 if !self.standing.is_empty() => {
                let batch = self.standing.swap_remove(self.rng.below(self.standing.len()));
                let edits: Vec<_> = batch.into_iter().rev().map(OutlineEdit::Remove).collect();
                map.apply(&edits).ok().map(|_| format!("{edits:?}"))
            }
            _ => {
                let edits = self.addition(map);
                let keys = map.apply(&edits).ok()?.keys.clone();
                self.standing.push(keys);
                Some(format!("{edits:?}"))
            }
        }
    }
}

/// A live path, with a bound on the cost of the paths that the watch need not report.
pub(crate) struct Kept {
    key: WatchKey,
    query: PathQuery,
    bound: f64,
}

/// Watches the present answers of queries.
pub(crate) fn watch(map: &mut LiveMesh, paths: &mut LivePaths, query: &PathQuery) -> Kept {
    match map.finder().find_path(query) {
        Ok(path) => {
            let bound = path.lower_bound();
            let key = paths.add(map, query, path).unwrap();
            Kept { key, query: *query, bound }
        }
        Err(_) => Kept { key: paths.add_missing(query), query: *query, bound: f64::INFINITY },
    }
}

/// A fresh build of the outlines, with the same doors closed.
fn fresh(map: &LiveMesh) -> MeshFinder {
    let mut fresh = MeshFinder::new(map.builder().build_mesh().unwrap());
    for name in map.closed_doors() {
        let _gone = fresh.close_door(name); // a name may outlive its doors
    }
    fresh
}

/// Follows the last edit, and compares every path with a fresh build. Renews those that are reported.
pub(crate) fn assert_follows(
    map: &mut LiveMesh,
    paths: &mut LivePaths,
    kept: &mut [Kept],
    story: &str,
) {
    let affected = map.affected(paths).unwrap();
    let fresh = fresh(map);
    let mesh = fresh.current_mesh();
    for own in kept {
        let Kept { key, query, bound } = *own;
        let path = paths.paths().path(key).unwrap();
        let broken = affected.broken.iter().find(|path| path.key == key);
        let blocked = path.first_blocked_leg(&mesh);
        assert_eq!(broken.map(|path| path.leg), blocked, "{query:?}, {path:?}: {story}");
        let cost = paths.paths().cost(key).unwrap();
        if blocked.is_none() && cost < f64::INFINITY {
            let fresh = path.cost_on(&mesh).unwrap();
            assert!((cost - fresh).abs() <= 1e-9 * fresh, "{cost}, {fresh}, {query:?}: {story}");
        }
        let best = fresh.find_path(&query);
        let is_gain = affected.gains.iter().any(|gain| gain.key == key);
        if let Ok(best) = &best
            && broken.is_none()
            && !is_gain
        {
            let is_same = same_ends(path, best) || !(path.is_moved() || best.is_moved());
            let floor = bound.min(cost) * (1.0 - 1e-9);
            assert!(
                !is_same || best.cost() >= floor,
                "{} is missed, {query:?}: {story}",
                best.cost()
            );
        }
        own.bound = bound.min(cost);
        if broken.is_some() || is_gain && best.is_ok_and(|best| best.cost() < cost) {
            paths.remove(key);
            *own = watch(map, paths, &query);
        }
    }
}

fn queries(map: &LiveMesh, script: &mut Script) -> Vec<PathQuery> {
    let layers = map.mesh().layers().to_vec();
    let mut query = |_| {
        let query = PathQuery::new(script.point(), script.point());
        match script.rng.below(3) {
            0 => query,
            _ => query.goal_layer(*script.rng.pick(&layers)).start_layer(*script.rng.pick(&layers)),
        }
    };
    (0..10).map(&mut query).collect()
}

#[test]
fn live_paths_follow_costs_floors_links_and_doors_that_come_and_go() {
    let (mut edits, mut transitions) = (0, [0; 4]);
    for seed in 0..world_count(60) {
        let mut rng = SplitMix64::new(seed ^ 0x7a45);
        let mut map = yard(&mut rng);
        let mut script = Script { rng, standing: Vec::new() };
        let mut paths = LivePaths::of(&map);
        let mut kept = Vec::new();
        let mut story = format!("yard {seed}");
        for step in 0..12 {
            if step % 4 == 0 {
                let queries = queries(&map, &mut script);
                kept.extend(queries.iter().map(|query| watch(&mut map, &mut paths, query)));
            }
            let nature = |map: &LiveMesh| {
                let mesh = map.mesh();
                let has_doors = !map.closed_doors().collect::<Vec<_>>().is_empty();
                [mesh.is_uniform(), mesh.has_layers(), mesh.links().is_empty(), has_doors]
            };
            let before = nature(&map);
            let Some(done) = script.step(&mut map) else { continue };
            story = format!("{story}\n  {done}");
            let after = nature(&map);
            for (count, changes) in
                transitions.iter_mut().zip([0, 1, 2, 3].map(|i| before[i] != after[i]))
            {
                *count += usize::from(changes);
            }
            edits += 1;
            assert_follows(&mut map, &mut paths, &mut kept, &story);
        }
    }
    println!("{edits} edits, {transitions:?} transitions");
    assert!(edits > 400 && transitions.iter().all(|&count| count > 8), "{edits}, {transitions:?}");
}

#[test]
fn the_cost_of_a_live_path_rises_when_the_last_cheap_area_goes() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [14.0, 10.0]));
    let ice = builder.add_area(Area::new(Outline::rect([1.0, 4.0], [13.0, 5.0]), "ice", 0.5));
    let mut map = LiveMesh::new(builder).unwrap();
    let mut paths = LivePaths::of(&map);
    let query = PathQuery::new([1.0, 1.0], [13.0, 1.0]);
    let path: Path = map.finder().find_path(&query).unwrap();
    let length = path.length();
    let key = paths.add(&mut map, &query, path).unwrap();
    map.remove(ice).unwrap();
    assert!(map.mesh().is_uniform());
    let affected = map.affected(&mut paths).unwrap();
    assert!(length > 15.0 && (paths.paths().cost(key).unwrap() - length).abs() < 1e-9);
    assert_eq!(affected.keys(), [key]);
    assert_eq!(map.finder().find_path(&query).unwrap().cost(), 12.0);
}

/// The cheapest path while the mud was away need not be the cheapest one with the mud.
#[test]
fn a_path_that_was_cheap_for_a_while_is_reported_when_its_cost_rises_again() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [14.0, 10.0]));
    let wall = builder.add_obstacle(Outline::rect([6.0, 3.0], [8.0, 10.0]));
    let mud = Area::new(Outline::rect([6.0, 0.0], [8.0, 3.0]), "mud", 8.0);
    let mut key_of_mud = builder.add_area(mud.clone());
    let mut map = LiveMesh::new(builder).unwrap();
    let mut paths = LivePaths::of(&map);
    let query = PathQuery::new([1.0, 1.0], [13.0, 1.0]);
    let path = map.finder().find_path(&query).unwrap();
    let key = paths.add(&mut map, &query, path).unwrap();
    map.remove(key_of_mud).unwrap();
    map.affected(&mut paths).unwrap();
    map.remove(wall).unwrap();
    assert_eq!(map.affected(&mut paths).unwrap().keys(), []);
    key_of_mud = map.add_area(mud).unwrap();
    assert!(map.shape(key_of_mud).is_some() && map.affected(&mut paths).unwrap().keys() == [key]);
}
