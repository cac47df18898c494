//! Obstacles.

use godot::classes::notify::CanvasItemNotification;
use godot::prelude::*;
use tautline::DVec2;

use crate::nodes::{OBSTACLES, map_above, next_serial, polygons_of};

/// Ground that nobody can walk on: a polygon that follows the transform of its node.
///
/// It is on the map while it is in the tree. The map is the nearest `TautlineMap2D` among its ancestors, or else the first one of
/// the tree.
#[derive(GodotClass)]
#[class(tool, init, base=Node2D)]
pub struct TautlineObstacle2D {
    /// The corners, in the coordinates of the node. Without any, the polygons of its children count that are a `Polygon2D` or
    /// a `CollisionPolygon2D`.
    #[export]
    polygon: PackedVector2Array,
    /// Off takes the obstacle out of its map.
    #[export]
    #[init(val = true)]
    enabled: bool,
    #[init(val = next_serial())]
    pub(crate) serial: u64,
    /// The nearest map above, if there is one.
    pub(crate) map: Option<InstanceId>,
    base: Base<Node2D>,
}

impl TautlineObstacle2D {
    /// Returns the polygons in the coordinates of the canvas.
    pub(crate) fn polygons(&self) -> Vec<Vec<DVec2>> {
        match self.enabled {
            true => polygons_of(&self.to_gd().upcast(), std::iter::once(&self.polygon)),
            false => Vec::new(),
        }
    }
}

#[godot_api]
impl INode2D for TautlineObstacle2D {
    fn on_notification(&mut self, what: CanvasItemNotification) {
        if what == CanvasItemNotification::ENTER_TREE {
            self.base_mut().add_to_group(OBSTACLES);
            self.map = map_above(&self.to_gd().upcast());
        }
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        match self.enabled && self.polygons().iter().all(|polygon| polygon.len() < 3) {
            true => PackedStringArray::from([GString::from("No polygon has three points.")]),
            false => PackedStringArray::new(),
        }
    }
}
