//! Maps.

mod tick;
mod debug;

use std::collections::BTreeSet;

use godot::classes::Engine;
use godot::classes::notify::CanvasItemNotification;
use godot::prelude::*;

use crate::agent::TautlineAgent2D;
use crate::data::TautlineMapData;
use crate::nodes::{MAPS, point, vector};
use crate::world::{Shapes, World};

/// The ground on which agents walk: polygons, minus the `TautlineObstacle2D`s, with the `TautlineDoor2D`s.
///
/// In each physics tick the map takes over all that its nodes have changed, as one edit, and then steps its agents. Paths are
/// shortest paths, also in the tick of an edit. Points are those of the canvas; answers are computed with doubles, and a
/// `Vector2` rounds them to floats.
#[derive(GodotClass)]
#[class(tool, init, base=Node2D)]
pub struct TautlineMap2D {
    /// The polygons of the ground, in the coordinates of the node. Without any, the polygons of its children count that are a
    /// `Polygon2D` or a `CollisionPolygon2D`.
    #[export]
    outlines: Array<PackedVector2Array>,
    /// More shapes, from a file.
    #[export]
    data: Option<Gd<TautlineMapData>>,
    /// The radii of agents for which a mesh is kept, in units of the canvas. An agent takes the least that is not smaller than
    /// its own; for a wider one a mesh is added. Queries without a radius take the first.
    #[export]
    #[init(val = PackedFloat32Array::from([10.0]))]
    radii: PackedFloat32Array,
    /// The distance within which shapes are joined, so that roundings leave no gaps; 0 joins only shapes that touch exactly.
    #[export]
    #[init(val = 1.0 / 128.0)]
    weld: f64,
    /// The most nodes that the searches of agents expand in a tick. The others wait for the next ticks.
    #[export]
    #[init(val = 10_000)]
    search_budget: i64,
    /// On draws the mesh and the paths of agents in a running game too. The editor always draws the mesh.
    #[export]
    debug: bool,
    world: World,
    /// The text of the file, and its shapes.
    file: (String, Shapes),
    /// The named doors that are closed.
    closed: BTreeSet<String>,
    /// The reason why the last query has no answer.
    reason: String,
    /// The number of changes of the map that was drawn last, if it was drawn.
    drawn: Option<u64>,
    base: Base<Node2D>,
}

#[godot_api]
impl TautlineMap2D {
    /// The map has changed: by an edit, a door, or a mesh for another radius.
    #[signal]
    pub fn changed();

    /// A shape is left out until it changes. `node` is null for the ground of the map and for the shapes of a file.
    #[signal]
    pub fn shape_refused(node: Option<Gd<Node>>, reason: GString);

    /// There is no map: no ground is left, or none is wide enough for the first radius.
    #[signal]
    pub fn failed(reason: GString);

    /// Returns the points of a shortest path for agents of a radius, both ends included. Empty if there is none: see
    /// `get_reason`. Without a radius the first of `radii` counts.
    ///
    /// The answer is that of the last tick, or of the last `update_map`.
    #[func]
    fn find_path(
        &mut self,
        from: Vector2,
        to: Vector2,
        #[opt(default = -1.0)] radius: f64,
    ) -> PackedVector2Array {
        let found = self.world.find_path([from, to].map(point), (radius >= 0.0).then_some(radius));
        self.reason = found.as_ref().err().cloned().unwrap_or_default();
        match found {
            Ok(path) => path.waypoints().iter().map(|&at| vector(at)).collect(),
            Err(_) => PackedVector2Array::new(),
        }
    }

    /// Returns the length of a shortest path, as a double; infinite if there is none.
    #[func]
    fn distance(&mut self, from: Vector2, to: Vector2, #[opt(default = -1.0)] radius: f64) -> f64 {
        let found = self.world.find_path([from, to].map(point), (radius >= 0.0).then_some(radius));
        self.reason = found.as_ref().err().cloned().unwrap_or_default();
        found.map_or(f64::INFINITY, |path| path.length())
    }

    /// Returns the reason why the last query has no answer. Empty if it has one.
    #[func]
    fn get_reason(&self) -> GString {
        GString::from(&self.reason)
    }

    /// Returns the nearest point of the mesh, or the same point if there is no mesh.
    #[func]
    fn closest_point(&mut self, at: Vector2, #[opt(default = -1.0)] radius: f64) -> Vector2 {
        let finder = self.world.finder((radius >= 0.0).then_some(radius));
        let nearest = finder.ok().and_then(|finder| finder.current_mesh().nearest(point(at)));
        nearest.map_or(at, |nearest| vector(nearest.point))
    }

    /// Opens the doors of a name, of a file. False if there are none.
    #[func]
    fn open_door(&mut self, name: GString) -> bool {
        self.closed.remove(&name.to_string());
        self.set_doors(name)
    }

    /// Closes the doors of a name, of a file. False if there are none.
    #[func]
    fn close_door(&mut self, name: GString) -> bool {
        self.closed.insert(name.to_string());
        self.set_doors(name)
    }

    /// True if the doors of a name are closed.
    #[func]
    fn is_door_closed(&self, name: GString) -> bool {
        self.closed.contains(&name.to_string())
    }

    /// Returns the number of changes of the map so far.
    #[func]
    fn get_revision(&self) -> i64 {
        i64::try_from(self.world.changes()).unwrap_or(i64::MAX)
    }

    /// Returns the waypoints that an agent has ahead.
    #[func]
    fn path_of(&self, agent: Gd<TautlineAgent2D>) -> PackedVector2Array {
        let ahead = self.world.waypoints(agent.bind().serial);
        ahead.into_iter().map(vector).collect()
    }

    /// Takes over all changes now instead of in the next physics tick, for a query that follows.
    #[func]
    fn update_map(&mut self) {
        self.take_shapes();
    }
}

#[godot_api]
impl INode2D for TautlineMap2D {
    fn on_notification(&mut self, what: CanvasItemNotification) {
        match what {
            CanvasItemNotification::ENTER_TREE => {
                let mut node = self.base_mut();
                node.add_to_group(MAPS);
                // A script on the node may have `_physics_process` and `_draw` of its own.
                node.set_physics_process_internal(true);
            }
            CanvasItemNotification::INTERNAL_PHYSICS_PROCESS => {
                self.take_shapes();
                if !Engine::singleton().is_editor_hint() {
                    self.step_agents();
                }
                self.redraw();
            }
            CanvasItemNotification::DRAW => self.draw_mesh(),
            _ => {}
        }
    }
}
