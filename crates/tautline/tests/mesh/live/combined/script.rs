//! Random steps of every kind.

use navmesh_testkit::SplitMix64;
use tautline::build::{LiveKey, LiveShape, OutlineEdit};
use tautline::{Area, DVec2, Door, Link, LiveMesh, MeshFinder, Outline, Wall};

use super::world::{lattice_point, noisy_point, rectangle, weld};

/// Names that doors and links share.
const NAMES: [&str; 3] = ["gate", "other", "lift"];

/// Draws steps, and knows the shapes that it may change.
#[derive(Clone)]
pub(crate) struct Script {
    rng: SplitMix64,
    /// The distance of shapes from the lattice.
    noise: f64,
    keys: Vec<LiveKey>,
    /// A finder of an earlier version, which makes an edit copy the map.
    held: Option<MeshFinder>,
}

impl Script {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            rng: SplitMix64::new(seed ^ 0x5c_71),
            noise: weld(seed) / 4.0,
            keys: Vec::new(),
            held: None,
        }
    }

    /// Makes a step. Returns its name, or `None` if the map refused it or nothing changed.
    pub(crate) fn step(&mut self, map: &mut LiveMesh) -> Option<String> {
        self.keys.retain(|&key| map.shape(key).is_some());
        match self.rng.below(8) {
            0 => self.held = Some(map.finder()),
            1 => self.held = None,
            2 => _ = map.refresh_index(50),
            _ => {}
        }
        match self.rng.below(20) {
            0..=3 => map.undo().unwrap().then(|| "undo".to_owned()),
            4 | 5 => map.redo().unwrap().then(|| "redo".to_owned()),
            6 | 7 => {
                let name = *self.rng.pick(&NAMES);
                let is_closed = map.is_door_closed(name);
                let done = if is_closed { map.open_door(name) } else { map.close_door(name) };
                done.ok().map(|_| format!("toggle {name}"))
            }
            8 | 9 => self.batch(map),
            10..=14 if !self.keys.is_empty() => self.change(map),
            _ => {
                let edit = self.addition(map);
                self.apply(map, &[edit])
            }
        }
    }

    /// Several edits at once: additions, and a change of a shape that stands.
    fn batch(&mut self, map: &mut LiveMesh) -> Option<String> {
        let mut edits: Vec<OutlineEdit> = (0..2).map(|_| self.addition(map)).collect();
        if !self.keys.is_empty() {
            let key = *self.rng.pick(&self.keys);
            edits.push(match self.rng.below(2) {
                0 => OutlineEdit::Remove(key),
                _ => OutlineEdit::Replace(key, self.other_shape(&map.shape(key)?)),
            });
        }
        self.apply(map, &edits)
    }

    fn apply(&mut self, map: &mut LiveMesh, edits: &[OutlineEdit]) -> Option<String> {
        let keys = map.apply(edits).ok()?.keys.clone();
        self.keys.extend(keys);
        Some(format!("{edits:?}"))
    }

    /// Removes, moves or replaces a shape.
    fn change(&mut self, map: &mut LiveMesh) -> Option<String> {
        let key = *self.rng.pick(&self.keys);
        match self.rng.below(4) {
            0 => map.remove(key).ok().map(|()| format!("remove {key:?}")),
            1 => {
                let by = lattice_point(&mut self.rng) - lattice_point(&mut self.rng);
                map.move_by(key, by * 0.5).ok().map(|()| format!("move {key:?} by {by} / 2"))
            }
            _ => {
                let shape = self.other_shape(&map.shape(key)?);
                let name = format!("replace {key:?} by {shape:?}");
                map.replace(key, shape).ok().map(|()| name)
            }
        }
    }

    /// An addition on one of the floors.
    fn addition(&mut self, map: &LiveMesh) -> OutlineEdit {
        let layer = *self.rng.pick(&floors(map));
        let edit = match self.rng.below(9) {
            0 => OutlineEdit::AddWalkable(rectangle(&mut self.rng, self.noise)),
            1..=3 => OutlineEdit::AddObstacle(self.outline()),
            4 => OutlineEdit::AddWall(self.wall()),
            5 | 6 => OutlineEdit::AddArea(self.area()),
            7 => OutlineEdit::AddDoor(self.door()),
            _ => return OutlineEdit::AddLink(self.link(map)),
        };
        edit.on_layer(layer)
    }

    /// A shape of the same kind.
    fn other_shape(&mut self, shape: &LiveShape) -> LiveShape {
        match shape {
            LiveShape::Outline(_) => LiveShape::Outline(self.outline()),
            LiveShape::Wall(_) => LiveShape::Wall(self.wall()),
            LiveShape::Area(_) => LiveShape::Area(self.area()),
            LiveShape::Door(_) => LiveShape::Door(self.door()),
            LiveShape::Link(link) => {
                let mut other = Link::new(self.point(), self.point(), *self.rng.pick(&NAMES));
                (other.from.layer, other.to.layer) = (link.from.layer, link.to.layer);
                LiveShape::Link(other.cost(link.cost))
            }
            LiveShape::Connection(_) => shape.clone(),
        }
    }

    fn point(&mut self) -> DVec2 {
        noisy_point(&mut self.rng, self.noise)
    }

    fn outline(&mut self) -> Outline {
        match self.rng.below(3) {
            0 => Outline::new([self.point(), self.point(), self.point()]),
            _ => rectangle(&mut self.rng, self.noise),
        }
    }

    fn wall(&mut self) -> Wall {
        Wall::new([self.point(), self.point()])
    }

    fn area(&mut self) -> Area {
        let (name, cost) =
            (*self.rng.pick(&["water", "mud"]), *self.rng.pick(&[0.5, 1.0, 2.0, 4.0]));
        Area::new(rectangle(&mut self.rng, self.noise), name, cost)
    }

    fn door(&mut self) -> Door {
        let a = self.point();
        let across = [DVec2::new(a.x, 0.0), DVec2::new(a.x, 10.0)];
        let ends = if self.rng.chance(50) { across } else { [a, self.point()] };
        Door::new(ends, *self.rng.pick(&NAMES))
    }

    fn link(&mut self, map: &LiveMesh) -> Link {
        let halls = floors(map);
        let layers = [(); 2].map(|()| *self.rng.pick(&halls));
        let mut link = Link::new(self.point(), self.point(), *self.rng.pick(&NAMES));
        if self.rng.chance(30) {
            link = link.one_way();
        }
        if self.rng.chance(30) {
            link = link.wide(self.point(), self.point(), 3);
        }
        link.on_layers(layers).cost(self.rng.between(1, 40) as f64)
    }
}

/// The floors of the halls.
fn floors(map: &LiveMesh) -> Vec<u32> {
    map.mesh().layers().iter().copied().filter(|&layer| layer < 10).collect()
}
