//! Random edits of every kind that is hard for a mesh.

use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::World;
use tautline::build::{LiveKey, LiveShape, OutlineEdit};
use tautline::{Area, BuildOptions, DVec2, Door, LiveMesh, NavMesh, NavMeshBuilder, Outline, Wall};

/// The names of doors and areas that the editor draws.
pub(crate) const NAMES: [&str; 4] = ["door", "gate", "same", "hatch"];

/// Draws edits of a live map.
pub(crate) struct Editor {
    rng: SplitMix64,
    /// The keys that the editor has added and not removed.
    keys: Vec<LiveKey>,
}

impl Editor {
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: SplitMix64::new(seed ^ 0x5eed), keys: Vec::new() }
    }

    /// Makes an edit, an undo, a redo or a door. Returns its name, or `None` if the map refused it.
    pub(crate) fn step(&mut self, map: &mut LiveMesh) -> Option<String> {
        if self.rng.below(4) == 0 {
            while !map.refresh_index(50) {}
        }
        match self.rng.below(10) {
            0 => map.undo().ok().map(|_| self.renew(map, "undo")),
            1 => map.redo().ok().map(|_| self.renew(map, "redo")),
            2 | 3 if !self.keys.is_empty() => {
                let key = self.keys.swap_remove(self.rng.below(self.keys.len()));
                map.remove(key).ok().map(|()| format!("remove {key:?}"))
            }
            4 if !self.keys.is_empty() => {
                let key = *self.rng.pick(&self.keys);
                let by = self.shift(map.mesh());
                match self.renamed(map, key).filter(|_| self.rng.below(2) == 0) {
                    Some(shape) => {
                        let story = format!("replace {key:?} by {shape:?}");
                        map.replace(key, shape).ok().map(|()| story)
                    }
                    None => map.move_by(key, by).ok().map(|()| format!("move {key:?} by {by}")),
                }
            }
            _ => {
                let count = 1 + self.rng.below(2);
                let mut edits: Vec<OutlineEdit> =
                    (0..count).map(|_| self.placed_addition(map.mesh())).collect();
                edits.extend(self.change(map));
                let keys = map.apply(&edits).ok()?.keys.clone();
                self.keys.extend(keys);
                Some(self.renew(map, &format!("{edits:?}")))
            }
        }
    }

    /// Most often nothing; else the removal of a shape, or a shape with another name in its place.
    fn change(&mut self, map: &LiveMesh) -> Option<OutlineEdit> {
        let keys: Vec<LiveKey> = self.named(map).collect();
        if keys.is_empty() || self.rng.below(3) != 0 {
            return None;
        }
        let key = *self.rng.pick(&keys);
        Some(match self.rng.below(4) {
            0 => OutlineEdit::Remove(key),
            _ => OutlineEdit::Replace(key, self.renamed(map, key)?),
        })
    }

    /// Iterates over the doors and areas that stand.
    fn named(&self, map: &LiveMesh) -> impl Iterator<Item = LiveKey> {
        let has_name = |key: &LiveKey| {
            let shape = map.shape(*key);
            matches!(shape, Some(LiveShape::Door(_) | LiveShape::Area(_)))
        };
        self.keys.iter().copied().filter(has_name)
    }

    /// A shape with another name, in its place or elsewhere.
    fn renamed(&mut self, map: &LiveMesh, key: LiveKey) -> Option<LiveShape> {
        let [a, b] = [self.point(map.mesh()), self.point(map.mesh())];
        let stays = self.rng.below(2) == 0;
        Some(match map.shape(key)? {
            LiveShape::Door(door) => {
                let points = if stays { door.points } else { vec![a, b] };
                LiveShape::Door(Door { points, name: (*self.rng.pick(&NAMES)).to_owned() })
            }
            LiveShape::Area(area) => {
                let outline = if stays { area.outline } else { Outline::rect(a, b) };
                LiveShape::Area(Area::new(outline, *self.rng.pick(&NAMES), area.cost))
            }
            other => other,
        })
    }

    /// Forgets the keys that do not stand any more, or twice.
    fn renew(&mut self, map: &LiveMesh, name: &str) -> String {
        self.keys.sort_unstable();
        self.keys.dedup();
        self.keys.retain(|&key| map.shape(key).is_some());
        name.to_owned()
    }

    fn shift(&mut self, mesh: &NavMesh) -> DVec2 {
        (self.point(mesh) - self.point(mesh)) * 0.5
    }

    /// A corner of the mesh, a point within a cell, or one between two of them.
    fn point(&mut self, mesh: &NavMesh) -> DVec2 {
        let slots: Vec<u32> = mesh.slots().collect();
        let slot = *self.rng.pick(&slots);
        let corners: Vec<DVec2> = mesh.corners(slot).collect();
        let corner = *self.rng.pick(&corners);
        match self.rng.below(3) {
            0 => corner,
            1 => mesh.centroid(slot),
            _ => corner.midpoint(*self.rng.pick(&corners)),
        }
    }

    /// An addition on a floor of the mesh. Its corners may be those of another floor.
    pub(crate) fn placed_addition(&mut self, mesh: &NavMesh) -> OutlineEdit {
        let edit = self.addition(mesh);
        if mesh.has_layers() { edit.on_layer(*self.rng.pick(mesh.layers())) } else { edit }
    }

    /// An obstacle, a wall, ground, an area or a door: at vertices, along sides, across pinches, over the whole map.
    fn addition(&mut self, mesh: &NavMesh) -> OutlineEdit {
        let [a, b] = [self.point(mesh), self.point(mesh)];
        let size = (mesh.bounds().max - mesh.bounds().min).max_element() / 8.0;
        let side = DVec2::new(1.0 + self.rng.unit(), 1.0) * size * (0.25 + self.rng.unit());
        match self.rng.below(12) {
            0 => OutlineEdit::AddWall(Wall::new([a, b])),
            1 => OutlineEdit::AddObstacle(Outline::new([a, b, self.point(mesh)])),
            2 => OutlineEdit::AddWalkable(Outline::rect(a, a + side * 2.0)),
            3 => OutlineEdit::AddObstacle(sliver(a, b)),
            4 => OutlineEdit::AddDoor(Door::new([a, b], "door")),
            5 => OutlineEdit::AddArea(Area::new(Outline::rect(a, a + side), "same", 1.0)),
            6 => OutlineEdit::AddObstacle(Outline::rect(a, b)),
            7 => match self.rng.below(4) {
                0 => OutlineEdit::AddObstacle(Outline::rect(mesh.bounds().min, mesh.bounds().max)),
                _ => OutlineEdit::AddWall(Wall::new([a, b, self.point(mesh)])),
            },
            8 => OutlineEdit::AddObstacle(octagon(a, size * 0.25)),
            _ => OutlineEdit::AddObstacle(Outline::rect(a, a + side)),
        }
    }
}

/// A triangle of almost no width.
fn sliver(a: DVec2, b: DVec2) -> Outline {
    let normal = (b - a).perp() * 1e-7;
    Outline::new([a, b, a.midpoint(b) + normal])
}

pub(crate) fn octagon(centre: DVec2, radius: f64) -> Outline {
    let half = radius * 0.414_213_562;
    let corners = [
        [half, -radius],
        [radius, -half],
        [radius, half],
        [half, radius],
        [-half, radius],
        [-radius, half],
        [-radius, -half],
        [-half, -radius],
    ];
    Outline::new(corners.map(|corner| centre + DVec2::from(corner)))
}

/// A live map of a world; `None` where the world has no ground.
pub(crate) fn live(world: &World) -> Option<LiveMesh> {
    LiveMesh::new(NavMeshBuilder::from_outlines(world.outlines.clone())).ok()
}

/// A live map of a world for agents whose radius is this share of its size; `None` where nobody has room.
pub(crate) fn live_for_agents(world: &World, share: f64) -> Option<LiveMesh> {
    let builder = NavMeshBuilder::from_outlines(world.outlines.clone());
    let bounds = builder.build_mesh().ok()?.bounds();
    let radius = (bounds.max - bounds.min).max_element() * share;
    LiveMesh::new(builder.with_options(BuildOptions::default().agent_radius(radius))).ok()
}

/// A yard of 20 by 20 with two blocks.
pub(crate) fn yard() -> LiveMesh {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 20.0]));
    builder.add_obstacle(Outline::rect([4.0, 4.0], [8.0, 12.0]));
    builder.add_obstacle(Outline::rect([12.0, 8.0], [16.0, 16.0]));
    LiveMesh::new(builder).unwrap()
}

/// The shape of an obstacle that stands.
pub(crate) fn outline_of(map: &LiveMesh, key: LiveKey) -> Option<Outline> {
    match map.shape(key)? {
        LiveShape::Outline(outline) => Some(outline),
        _ => None,
    }
}
