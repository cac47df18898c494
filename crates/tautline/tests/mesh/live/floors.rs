//! Live maps of buildings: edits of a floor are local, and answers are those of a fresh build.

use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::floors::floor_queries;
use navmesh_testkit::worlds::{building_of_bytes, world_count};
use tautline::build::{LiveKey, OutlineEdit, RebuildReason};
use tautline::live::StepKind;
use tautline::{
    BuildError, BuildOptions, DVec2, FloorConnection, Floors, Link, LiveMesh, NavMeshBuilder,
    Outline, PathQuery, RadiusSet, Wall,
};

use super::affected::{assert_follows, watched};
use super::edits::Editor;
use super::laws::assert_fresh;

/// The width and height of a hall.
pub(crate) const SIZE: f64 = 24.0;

/// Halls above one another, each with pillars, and a ramp from each to the next at their east sides. All halls look
/// alike, except for some pillars.
pub(crate) fn halls(seed: u64) -> NavMeshBuilder {
    let mut rng = SplitMix64::new(seed ^ 0xf1005);
    let mut builder = NavMeshBuilder::new();
    let count = 2 + rng.below(3) as u32;
    let pillars: Vec<Outline> = (0..12).map(|place| pillar(&mut rng, place)).collect();
    for hall in 0..count {
        let mut floor = builder.on_layer(hall);
        floor.add_walkable(Outline::rect([0.0, 0.0], [SIZE, SIZE]));
        for pillar in &pillars {
            if rng.chance(80) {
                floor.add_obstacle(pillar.clone());
            }
        }
    }
    for hall in 1..count {
        let (ramp, low) = (10 + hall, rng.between(0, 4) as f64);
        let east = |y: f64| DVec2::new(SIZE, y);
        let outline = Outline::rect(east(low), [SIZE + 6.0, low + 15.0]);
        builder.on_layer(ramp).add_walkable(outline);
        let foot = [east(low), east(low + 3.0)];
        let head = [east(low + 12.0), east(low + 15.0)];
        builder.add_connection(FloorConnection::new([hall - 1, ramp], foot));
        builder.add_connection(FloorConnection::new([ramp, hall], head));
    }
    if rng.chance(40) {
        let lift = Link::new([0.5, 0.5], [0.5, 0.5], "lift").on_layers([0, count - 1]);
        builder.add_link(lift.cost(rng.between(1, 40) as f64));
    }
    builder
}

/// A pillar in one of 12 places that do not touch the walls.
fn pillar(rng: &mut SplitMix64, place: u32) -> Outline {
    let low = DVec2::new(f64::from(place % 4) * 5.5 + 1.5, f64::from(place / 4) * 7.0 + 2.0);
    let size = DVec2::new(0.5 + 3.0 * rng.unit(), 0.5 + 4.5 * rng.unit());
    if rng.chance(50) {
        return Outline::rect(low, low + size);
    }
    Outline::new([low, low + DVec2::X * size.x, low + size])
}

/// Draws edits; some repeat an earlier addition on another floor, or remove it there.
pub(crate) struct FloorEditor {
    editor: Editor,
    rng: SplitMix64,
    drawn: Vec<OutlineEdit>,
    keys: Vec<LiveKey>,
}

impl FloorEditor {
    pub(crate) fn new(seed: u64) -> Self {
        let rng = SplitMix64::new(seed ^ 0xed17);
        Self { editor: Editor::new(seed), rng, drawn: Vec::new(), keys: Vec::new() }
    }

    /// Makes an edit, an undo, a redo or a door. Returns its name, or `None` if the map refused it.
    pub(crate) fn step(&mut self, map: &mut LiveMesh) -> Option<String> {
        self.keys.retain(|&key| map.shape(key).is_some());
        match self.rng.below(6) {
            0 if !self.keys.is_empty() => {
                let key = *self.rng.pick(&self.keys);
                map.remove(key).ok().map(|()| format!("remove {key:?}"))
            }
            1 => {
                let name = *self.rng.pick(&["door", "lift"]);
                let is_closed = map.is_door_closed(name);
                let done = if is_closed { map.open_door(name) } else { map.close_door(name) };
                done.ok().map(|_| format!("toggle {name}"))
            }
            2 | 3 => {
                let edits = self.additions(map);
                let keys = map.apply(&edits).ok()?.keys.clone();
                self.keys.extend(keys);
                Some(format!("{edits:?}"))
            }
            _ => self.editor.step(map),
        }
    }

    /// An addition, most often on several floors.
    fn additions(&mut self, map: &LiveMesh) -> Vec<OutlineEdit> {
        let mut edit = self.editor.placed_addition(map.mesh());
        if self.rng.chance(50) && !self.drawn.is_empty() {
            edit = self.rng.pick(&self.drawn).clone();
        }
        self.drawn.push(edit.clone());
        let count = 1 + self.rng.below(2);
        let floors = map.mesh().layers();
        (0..count).map(|_| edit.clone().on_layer(*self.rng.pick(floors))).collect()
    }
}

/// Edits a map some times, each time against a fresh build. Counts the edits, and those that are local.
fn edit(mut map: LiveMesh, seed: u64, name: &str, counts: &mut [u32; 2]) {
    let mut editor = FloorEditor::new(seed);
    let queries = floor_queries(map.mesh(), 8, seed);
    let mut paths = watched(&mut map, &queries);
    let mut story = name.to_owned();
    for _ in 0..8 {
        let number = map.revision();
        let Some(step) = editor.step(&mut map) else { continue };
        story = format!("{story}\n  {step}");
        if map.revision() != number {
            counts[0] += 1;
            counts[1] += u32::from(map.report().kind == StepKind::Patched);
        }
        assert_fresh(&map, &queries, &story);
        let more = floor_queries(map.mesh(), 6, seed);
        assert_fresh(&map, &more, &story);
        assert_follows(&mut map, &mut paths, &story);
    }
    while map.undo().unwrap() {}
    assert_fresh(&map, &queries, &format!("{story}\n  all undone"));
}

#[test]
fn after_each_edit_a_live_building_answers_as_a_fresh_build() {
    let mut counts = [0; 2];
    for seed in 0..world_count(60) {
        let map = LiveMesh::new(halls(seed)).unwrap();
        edit(map, seed, &format!("halls {seed}"), &mut counts);
    }
    let [edits, patched] = counts;
    println!("{edits} edits, {patched} of them local");
    assert!(edits > 250 && patched > edits / 2, "{patched} of {edits}");
}

#[test]
fn after_each_edit_a_hostile_building_answers_as_a_fresh_build() {
    let (mut counts, mut maps) = ([0; 2], 0);
    for seed in 0..world_count(300) {
        let mut rng = SplitMix64::new(seed ^ 0x5a11);
        let bytes: Vec<u8> = (0..30 + rng.below(60)).map(|_| rng.below(256) as u8).collect();
        let building = building_of_bytes(&bytes);
        let Some(map) = mended(building.floors) else { continue };
        maps += 1;
        edit(map, seed, &format!("building {seed}"), &mut counts);
    }
    let [edits, patched] = counts;
    println!("{maps} maps, {edits} edits, {patched} of them local");
    assert!(maps > 20 && patched > edits / 4, "{patched} of {edits} on {maps}");
}

/// A live map of what is valid of a building.
fn mended(mut floors: Floors) -> Option<LiveMesh> {
    loop {
        let error = match LiveMesh::new(NavMeshBuilder::from_floors(floors.clone())) {
            Ok(map) => return Some(map),
            Err(error) => error,
        };
        match error {
            BuildError::OnLayer { layer, .. } if floors.floors.len() > 2 => {
                floors.floors.retain(|floor| floor.layer != layer);
                floors.connections.retain(|connection| !connection.layers.contains(&layer));
            }
            BuildError::BadConnection { connection, .. }
            | BuildError::Fold { connection, .. }
            | BuildError::Fork { connection, .. }
            | BuildError::ConnectionInside { connection, .. } => {
                floors.connections.remove(connection);
            }
            _ => return None,
        }
    }
}

/// The landmarks know how old a wall is by its ends. A wall of another floor may have the same ends.
#[test]
fn an_old_wall_goes_after_a_new_one_came_in_the_same_place_of_another_floor() {
    for seed in 0..world_count(20) {
        let mut builder = halls(seed);
        let wall = Outline::rect([0.5, 11.75], [23.5, 12.25]);
        let old = builder.on_layer(1).add_obstacle(wall.clone());
        let Ok(mut map) = LiveMesh::new(builder) else { continue };
        map.on_layer(0).add_obstacle(wall).unwrap();
        map.remove(old).unwrap();
        assert_eq!(map.report().kind, StepKind::Patched);
        let on_upper =
            |x: f64, y: f64| PathQuery::new([x, 1.0], [y, 23.0]).start_layer(1).goal_layer(1);
        let queries: Vec<PathQuery> =
            (0..8).map(|i| on_upper(f64::from(i) * 3.0, 23.0 - f64::from(i) * 2.0)).collect();
        assert_fresh(&map, &queries, &format!("halls {seed}"));
    }
}

#[test]
fn a_link_between_floors_closes_when_its_end_is_covered() {
    let mut builder = NavMeshBuilder::new();
    for layer in [0, 1] {
        builder.on_layer(layer).add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    }
    builder.add_link(Link::new([5.0, 5.0], [5.0, 5.0], "ladder").on_layers([0, 1]).cost(2.0));
    let mut map = LiveMesh::new(builder).unwrap();
    let query = PathQuery::new([1.0, 1.0], [1.0, 1.0]).start_layer(0).goal_layer(1);
    let crate_ = Outline::rect([4.0, 4.0], [6.0, 6.0]);
    assert!(map.finder().find_path(&query).is_ok());
    let key = map.on_layer(1).add_obstacle(crate_.clone()).unwrap();
    assert_eq!((map.report().kind, map.report().closed_links.len()), (StepKind::Patched, 1));
    assert_eq!(map.finder().find_path(&query).unwrap_err().kind(), "unreachable");
    map.remove(key).unwrap();
    assert_eq!(map.report().opened_links.len(), 1);
    assert!(map.finder().find_path(&query).is_ok());
}

#[test]
fn floors_and_connections_come_and_go_with_undo() {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().weld(0.0));
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    let mut map = LiveMesh::new(builder).unwrap();
    let kind = |map: &LiveMesh| map.report().kind;
    map.on_layer(1).add_walkable(Outline::rect([10.0, 0.0], [20.0, 8.0])).unwrap();
    assert_eq!(kind(&map), StepKind::Rebuilt(RebuildReason::Floors));
    let passage = FloorConnection::new([0, 1], [[10.0, 2.0], [10.0, 6.0]]);
    let key = map.add_connection(passage).unwrap();
    assert_eq!(kind(&map), StepKind::Rebuilt(RebuildReason::Connection));
    let query = PathQuery::new([1.0, 4.0], [19.0, 4.0]).start_layer(0).goal_layer(1);
    let has_path = |map: &LiveMesh| map.finder().find_path(&query).is_ok();
    assert!(has_path(&map) && map.floors().connections.len() == 1);
    map.on_layer(1).add_wall(Wall::new([[15.0, 0.0], [15.0, 8.0]])).unwrap();
    assert_eq!((kind(&map), has_path(&map)), (StepKind::Patched, false));
    map.move_by(key, [0.0, -1.0]).unwrap();
    assert_eq!(kind(&map), StepKind::Rebuilt(RebuildReason::Connection));
    assert!(map.undo().unwrap() && map.undo().unwrap() && has_path(&map));
    map.on_layer(1).add_obstacle(Outline::rect([12.0, 1.0], [13.0, 2.0])).unwrap();
    assert_eq!(kind(&map), StepKind::Patched);
    assert_fresh(&map, &[query], "after undo");
    for _ in 0..3 {
        assert!(map.undo().unwrap());
    }
    assert_eq!((map.mesh().layers(), map.floors().floors.len()), (&[0][..], 1));
    map.add_obstacle(Outline::rect([2.0, 1.0], [3.0, 2.0])).unwrap();
    assert_eq!((kind(&map), map.mesh().area()), (StepKind::Patched, 79.0));
}

#[test]
fn a_radius_set_follows_all_floors() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.on_layer(1).add_walkable(Outline::rect([10.0, 0.0], [20.0, 8.0]));
    builder.add_connection(FloorConnection::new([0, 1], [[10.0, 0.0], [10.0, 8.0]]));
    let mut map = LiveMesh::new(builder).unwrap();
    let set = RadiusSet::new(map.floors());
    let query = PathQuery::new([1.0, 4.0], [19.0, 4.0]).start_layer(0).goal_layer(1).radius(0.5);
    assert_eq!(set.find_path(&query).map(|path| path.length()), Ok(18.0));
    map.on_layer(1).add_obstacle(Outline::rect([14.0, 0.5], [15.0, 8.0])).unwrap();
    assert!(set.follow(&map) && set.find_path(&query).is_err());
}
