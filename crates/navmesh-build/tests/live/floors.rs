//! Seeded sequences of edits of buildings against fresh builds.

use std::collections::BTreeMap;
use std::slice::from_ref;

use navmesh_build::{
    BuildOptions, LiveKey, LiveOutlines, MeshChange, NavMeshBuilder, OutlineEdit, RebuildReason,
};
use navmesh_core::{Area, CellId, DVec2, Door, FloorConnection, NavMesh, Outline, Wall};

use crate::same::{assert_same, lines};
use crate::scenes::{Points, SIZE, Scene, each_world};
use crate::sequences::{Tally, apply};

/// The width of a ramp, east of all halls.
const RAMP: f64 = 6.0;

/// A building: halls above one another, and a ramp from each to the next.
struct Building {
    scene: Scene,
    builder: NavMeshBuilder,
    halls: u32,
    /// The lines of the floor connections, with their floors.
    feet: Vec<FloorConnection>,
    standing: Vec<LiveKey>,
    /// The share of edits at floor connections, in percent.
    at_feet: usize,
}

/// The ramp above a hall is a floor of its own.
fn ramp_of(hall: u32) -> u32 {
    10 + hall
}

impl Building {
    fn new(seed: u64, points: Points, angle: f64, scale: f64) -> Self {
        let scene = Scene::new(seed, points, angle, scale);
        let mut own = Self {
            scene,
            builder: NavMeshBuilder::new(),
            halls: 0,
            feet: Vec::new(),
            standing: Vec::new(),
            at_feet: 0,
        };
        own.halls = 2 + own.scene.random.below(3) as u32;
        for hall in 1..own.halls {
            own.add_ramp(hall);
        }
        // Away from the lattice, only common corners lie on common lines.
        let has_corners = angle != 0.0 || own.scene.random.chance(50);
        for hall in 0..own.halls {
            own.add_hall(hall, has_corners);
        }
        for foot in &own.feet {
            own.builder.add_connection(foot.clone());
        }
        own
    }

    fn add_ramp(&mut self, hall: u32) {
        let random = &mut self.scene.random;
        // Stairs stand above one another, or beside one another.
        let low = if random.chance(50) { 2 } else { random.between(0, 8) };
        let high = low + random.between(8, 15);
        let ramp = ramp_of(hall - 1);
        let mut west = Vec::new();
        for (hall, from) in [(hall - 1, low), (hall, high - 3)] {
            let ys = if self.scene.random.chance(30) { vec![0, 1, 3] } else { vec![0, 3] };
            let east = |y: i64| DVec2::new(SIZE as f64, (from + y) as f64);
            let points: Vec<DVec2> = ys.into_iter().map(|y| self.scene.place(east(y))).collect();
            west.extend(points.iter().copied());
            self.feet.push(FloorConnection::new([ramp, hall], points));
        }
        let far = |y: i64| self.scene.place(DVec2::new(SIZE as f64 + RAMP, y as f64));
        west.reverse();
        west.extend([far(low), far(high)]);
        self.builder.on_layer(ramp).add_walkable(Outline::new(west));
    }

    fn add_hall(&mut self, hall: u32, has_corners: bool) {
        let size = SIZE as f64;
        let at = |x: f64, y: f64| self.scene.place(DVec2::new(x, y));
        let mut east: Vec<DVec2> = vec![at(0.0, 0.0), at(size, 0.0)];
        if has_corners {
            let own = self.feet.iter().filter(|foot| foot.layers[1] == hall);
            let mut points: Vec<DVec2> = own.flat_map(|foot| foot.points.iter().copied()).collect();
            points.sort_by(|a, b| a.distance(east[1]).total_cmp(&b.distance(east[1])));
            points.dedup();
            east.extend(points);
        }
        east.extend([at(size, size), at(0.0, size)]);
        self.builder.on_layer(hall).add_walkable(Outline::new(east));
        for _ in 0..self.scene.random.below(5) {
            let pillar = self.scene.rect(3);
            self.builder.on_layer(hall).add_obstacle(Outline::new(pillar));
        }
    }

    fn layer(&mut self) -> u32 {
        let hall = self.scene.random.below(self.halls as usize) as u32;
        let has_ramp = hall + 1 < self.halls;
        if has_ramp && self.scene.random.chance(15) { ramp_of(hall) } else { hall }
    }

    /// Returns an edit anywhere.
    fn edit(&mut self) -> OutlineEdit {
        let layer = self.layer();
        self.scene.edit(&self.standing, true).on_layer(layer)
    }

    /// Returns an edit at a floor connection: at its ends, along it, across it, or of it.
    fn edit_at_foot(&mut self) -> OutlineEdit {
        let random = &mut self.scene.random;
        let foot = random.pick(&self.feet).clone();
        let layer = match random.below(4) {
            0 => *random.pick(&foot.layers),
            // The same coordinates on another floor.
            1 => random.below(self.halls as usize) as u32,
            _ => foot.layers[1],
        };
        let [from, to] = [foot.points[0], foot.points[foot.points.len() - 1]];
        let (along, across) = ((to - from) / 3.0, (to - from).perp() / 3.0);
        let shift = f64::from(random.between(-2, 2) as i32);
        let edit = match random.below(8) {
            0 => OutlineEdit::AddWall(Wall::new([from, to])),
            1 => OutlineEdit::AddWall(Wall::new([from + along - across, from + along + across])),
            2 => OutlineEdit::AddDoor(Door::new([from - along, to + along], "foot")),
            3 => OutlineEdit::AddObstacle(Outline::new([to, to + along + across, to + across])),
            4 => OutlineEdit::AddObstacle(Outline::new([
                from + across * (shift + 0.5),
                to + across * (shift + 0.5),
                to + across * (shift + 0.9),
            ])),
            5 => OutlineEdit::AddWall(Wall::new([to, to + across * shift + along])),
            6 => OutlineEdit::AddConnection(foot.clone()),
            _ => OutlineEdit::AddObstacle(Outline::new([
                from + along * 0.5,
                to - along * 0.5,
                from + along + across,
            ])),
        };
        edit.on_layer(layer)
    }

    fn edits(&mut self) -> Vec<OutlineEdit> {
        let count = if self.scene.random.chance(20) { 3 } else { 1 };
        let edit = |own: &mut Self| {
            if own.scene.random.chance(own.at_feet) { own.edit_at_foot() } else { own.edit() }
        };
        let mut edits: Vec<OutlineEdit> = Vec::new();
        for _ in 0..count {
            let edit = edit(self);
            let key = |edit: &OutlineEdit| match edit.placed().0 {
                &OutlineEdit::Remove(key) | &OutlineEdit::Replace(key, _) => Some(key),
                _ => None,
            };
            if key(&edit).is_none() || edits.iter().all(|other| key(other) != key(&edit)) {
                edits.push(edit);
            }
        }
        edits
    }

    fn note(&mut self, edits: &[OutlineEdit], inverse: &[OutlineEdit]) {
        for edit in edits {
            if let &OutlineEdit::Remove(key) = edit.placed().0 {
                self.standing.retain(|&own| own != key);
            }
        }
        for undo in inverse {
            if let &OutlineEdit::Remove(key) = undo {
                self.standing.push(key);
            }
        }
    }
}

/// The corners of each cell, by id.
fn cells(mesh: &NavMesh) -> BTreeMap<CellId, Vec<DVec2>> {
    mesh.cell_ids().map(|id| (id, mesh.corners(id.slot).collect())).collect()
}

/// A kind of sequences.
#[derive(Debug, Clone, Copy)]
struct Kind {
    /// The share of edits at floor connections, in percent.
    at_feet: usize,
    radius: f64,
    /// The number of worlds for all families.
    worlds: u64,
}

fn run(seed: u64, points: Points, angle: f64, scale: f64, kind: Kind, tally: &mut Tally) {
    let Kind { at_feet, radius, .. } = kind;
    let mut building = Building { at_feet, ..Building::new(seed, points, angle, scale) };
    let options = BuildOptions::default().weld(0.0).agent_radius(radius * scale);
    let builder = building.builder.clone().with_options(options);
    let Ok((mut outlines, mut mesh, _)) = LiveOutlines::new(builder) else { return };
    tally.maps += 1;
    for step in 0..12 {
        let what = format!("seed {seed} {points:?} {angle} {scale} {radius} step {step}");
        let edits = building.edits();
        let (before, cells_before, patches) = (lines(&mesh), cells(&mesh), tally.patches);
        let Some(inverse) = apply(&mut outlines, &mut mesh, &edits, tally, &what) else {
            assert!(outlines.builder().build_mesh().is_ok(), "{what}: refused");
            tally.refused += 1;
            continue;
        };
        let fresh = outlines.builder().build_mesh().unwrap();
        assert_same(&mesh, &fresh, &format!("{what}: {edits:?}"));
        if tally.patches > patches {
            let after = cells(&mesh);
            for (id, corners) in cells_before.iter().filter(|(id, _)| mesh.has_cell(**id)) {
                assert_eq!(after.get(id), Some(corners), "{what}: {id:?}");
            }
        }
        if building.scene.random.chance(30) {
            apply(&mut outlines, &mut mesh, &inverse, tally, &what).unwrap();
            assert_eq!(lines(&mesh), before, "{what}: undo");
            assert!(mesh.defects().is_empty());
            continue;
        }
        building.note(&edits, &inverse);
    }
}

/// Runs all sequences.
fn run_all(kind: Kind) -> Tally {
    let mut tally = Tally::default();
    each_world(kind.worlds, |seed, points, angle, scale| {
        run(seed, points, angle, scale, kind, &mut tally);
    });
    tally
}

#[test]
fn edits_at_stairs_give_the_borders_and_connections_of_a_fresh_build() {
    let tally = run_all(Kind { at_feet: 40, radius: 0.0, worlds: 30 });
    println!("{tally:?}");
    assert!(tally.patches > 400 && tally.maps > 150, "{tally:?}");
}

#[test]
fn most_edits_away_from_stairs_are_local() {
    let tally = run_all(Kind { at_feet: 0, radius: 0.0, worlds: 30 });
    println!("{tally:?}");
    let rebuilds: usize = tally.rebuilds.values().sum();
    assert!(tally.patches > 4 * rebuilds, "{tally:?}");
}

/// Two halls above one another without a stair.
fn two_halls() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.on_layer(1).add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder
}

/// Applies an edit. Returns the reason of a rebuild.
fn applied(
    outlines: &mut LiveOutlines,
    mesh: &mut NavMesh,
    edits: &[OutlineEdit],
) -> Option<RebuildReason> {
    let reason = match outlines.apply(mesh, edits).unwrap().change {
        MeshChange::Patch(patch) => {
            mesh.apply_patch(&patch).unwrap();
            None
        }
        MeshChange::Rebuilt { mesh: new, reason } => {
            *mesh = *new;
            Some(reason)
        }
    };
    assert_same(mesh, &outlines.builder().build_mesh().unwrap(), &format!("{edits:?}"));
    reason
}

#[test]
fn an_edit_that_leaves_a_floor_bare_is_refused_and_names_the_floor() {
    let (mut outlines, mut mesh, _) = LiveOutlines::new(two_halls()).unwrap();
    let all = OutlineEdit::AddObstacle(Outline::rect([-1.0, -1.0], [11.0, 9.0])).on_layer(1);
    let error = outlines.apply(&mesh, from_ref(&all)).unwrap_err();
    assert_eq!(outlines.builder().build_mesh().unwrap().layers(), [0, 1]);
    assert!(error.to_string().contains("floor 1"), "{error}");
    let small = OutlineEdit::AddObstacle(Outline::rect([1.0, 1.0], [2.0, 2.0]));
    for layer in [1, 0, 1] {
        let small = small.clone().on_layer(layer);
        assert_eq!(applied(&mut outlines, &mut mesh, &[small]), None);
    }
    assert_eq!(mesh.layer_sizes(), [79.0, 79.0]);
    let line = OutlineEdit::AddWall(Wall::new([[1.0, f64::NAN]; 2])).on_layer(1);
    let error = outlines.apply(&mesh, &[line]).unwrap_err();
    assert!(error.to_string().contains("edit 0: floor 1"), "{error}");
}

#[test]
fn floors_come_and_go_by_a_rebuild_and_later_edits_are_local() {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().weld(0.0));
    let lower = builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    let (mut outlines, mut mesh, _) = LiveOutlines::new(builder).unwrap();
    let rect = |low: [f64; 2], high: [f64; 2]| Outline::rect(low, high);
    let upper = OutlineEdit::AddWalkable(rect([10.0, 0.0], [20.0, 8.0])).on_layer(7);
    assert_eq!(applied(&mut outlines, &mut mesh, &[upper]), Some(RebuildReason::Floors));
    let pillar = OutlineEdit::AddObstacle(rect([12.0, 2.0], [13.0, 3.0])).on_layer(7);
    assert_eq!(applied(&mut outlines, &mut mesh, &[pillar]), None);
    let door = FloorConnection::new([0, 7], [[10.0, 2.0], [10.0, 4.0]]);
    let connection = outlines.apply(&mesh, &[OutlineEdit::AddConnection(door.clone())]).unwrap();
    let key = connection.keys[0];
    let MeshChange::Rebuilt { mesh: new, reason } = connection.change else { panic!() };
    assert_eq!((reason, new.component_count()), (RebuildReason::Connection, 1));
    mesh = *new;
    // The lower floor keeps a connection, so the upper one cannot go.
    let all: Vec<LiveKey> = vec![lower.into()];
    let remove = |keys: &[LiveKey]| -> Vec<OutlineEdit> {
        keys.iter().map(|&key| OutlineEdit::Remove(key)).collect()
    };
    let error = outlines.apply(&mesh, &remove(&all)).unwrap_err();
    assert!(error.to_string().contains("there is no floor 0"), "{error}");
    let at_door = OutlineEdit::AddWall(Wall::new([[9.0, 3.0], [10.0, 3.0]]));
    let reason = applied(&mut outlines, &mut mesh, from_ref(&at_door));
    assert_eq!(reason, Some(RebuildReason::Connection));
    let beside = OutlineEdit::AddWall(Wall::new([[9.0, 3.0], [9.9, 3.0]]));
    assert_eq!(applied(&mut outlines, &mut mesh, &[beside]), None);
    let on_both = [7, 0].map(|layer| {
        let low = if layer == 0 { 1.0 } else { 15.0 };
        let mud = Area::new(Outline::rect([low, 1.0], [low + 2.0, 3.0]), "mud", 2.0);
        OutlineEdit::AddArea(mud).on_layer(layer)
    });
    assert_eq!(applied(&mut outlines, &mut mesh, &on_both), None);
    assert_eq!((mesh.areas().len(), mesh.area_sizes()[0]), (1, 8.0));
    assert_eq!(applied(&mut outlines, &mut mesh, &remove(&[key])), Some(RebuildReason::Connection));
    assert_eq!(mesh.component_count(), 2);
}

#[test]
fn bad_connections_are_refused() {
    let (mut outlines, mesh, _) = LiveOutlines::new(two_halls()).unwrap();
    let at = [[0.0, 1.0], [0.0, 2.0]];
    for (connection, message) in [
        (FloorConnection::new([1, 1], at), "both of its floors are the same"),
        (FloorConnection::new([0, 2], at), "there is no floor 2"),
        (FloorConnection::new([0, 1], [[0.0, f64::NAN], [0.0, 2.0]]), "vertex 0 has a coordinate"),
        (FloorConnection::new([0, 1], [[0.0, 1.0]; 2]), "fewer than two different points"),
        (FloorConnection::new([0, 1], at), "both floors lie on the same side"),
    ] {
        let error = outlines.apply(&mesh, &[OutlineEdit::AddConnection(connection)]).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        assert!(outlines.builder().floors().connections.is_empty());
    }
}

#[test]
fn several_floors_with_a_radius_are_rebuilt() {
    let options = BuildOptions::default().agent_radius(0.5);
    let (mut outlines, mut mesh, _) = LiveOutlines::new(two_halls().with_options(options)).unwrap();
    for layer in [0, 1] {
        let pillar =
            OutlineEdit::AddObstacle(Outline::rect([4.0, 4.0], [5.0, 5.0])).on_layer(layer);
        let reason = applied(&mut outlines, &mut mesh, &[pillar]);
        assert_eq!(reason, Some(RebuildReason::Floors));
    }
    // One floor with a radius takes local steps, until it gets another one.
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    let (mut outlines, mut mesh, _) = LiveOutlines::new(builder).unwrap();
    let pillar = OutlineEdit::AddObstacle(Outline::rect([4.0, 4.0], [5.0, 5.0]));
    assert_eq!(applied(&mut outlines, &mut mesh, from_ref(&pillar)), None);
    let upper = OutlineEdit::AddWalkable(Outline::rect([0.0, 0.0], [10.0, 8.0])).on_layer(1);
    let both = [pillar, upper];
    assert_eq!(applied(&mut outlines, &mut mesh, &both), Some(RebuildReason::Floors));
}
