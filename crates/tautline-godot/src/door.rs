//! Doors.

use godot::classes::notify::CanvasItemNotification;
use godot::prelude::*;
use tautline::DVec2;

use crate::nodes::{DOORS, map_above, next_serial, placed};

/// A line that opens and closes, without an edit of the map.
///
/// It reaches from wall to wall, and follows the transform of its node. It is on the map while it is in the tree. The map is the
/// nearest `TautlineMap2D` among its ancestors, or else the first one of the tree.
#[derive(GodotClass)]
#[class(tool, init, base=Node2D)]
pub struct TautlineDoor2D {
    /// The points of the line, in the coordinates of the node.
    #[export]
    line: PackedVector2Array,
    /// On while agents can pass.
    #[export]
    #[init(val = true)]
    pub(crate) open: bool,
    #[init(val = next_serial())]
    pub(crate) serial: u64,
    /// The nearest map above, if there is one.
    pub(crate) map: Option<InstanceId>,
    base: Base<Node2D>,
}

impl TautlineDoor2D {
    /// Returns the line in the coordinates of the canvas.
    pub(crate) fn placed_line(&self) -> Vec<DVec2> {
        placed(self.base().get_global_transform(), &self.line)
    }

    /// Returns the name of the door on its map. No name in a file begins so by chance.
    pub(crate) fn name(&self) -> String {
        format!("TautlineDoor2D {}", self.serial)
    }
}

#[godot_api]
impl INode2D for TautlineDoor2D {
    fn on_notification(&mut self, what: CanvasItemNotification) {
        if what == CanvasItemNotification::ENTER_TREE {
            self.base_mut().add_to_group(DOORS);
            self.map = map_above(&self.to_gd().upcast());
        }
    }
}
