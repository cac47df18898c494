//! Common parts of the nodes: serial numbers, groups, the map of a node, points.

use std::sync::atomic::{AtomicU64, Ordering};

use godot::classes::{CollisionPolygon2D, Polygon2D};
use godot::prelude::*;
use tautline::DVec2;

/// The groups in which the nodes are found.
pub(crate) const MAPS: &str = "tautline_maps";
pub(crate) const OBSTACLES: &str = "tautline_obstacles";
pub(crate) const DOORS: &str = "tautline_doors";
pub(crate) const AGENTS: &str = "tautline_agents";

/// Returns the next serial number. Nodes are on their map in the order in which they were made.
pub(crate) fn next_serial() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Returns the nearest map above a node. A node without one is on the first map of the tree.
pub(crate) fn map_above(node: &Gd<Node>) -> Option<InstanceId> {
    let mut at = node.get_parent();
    while let Some(parent) = at {
        if parent.is_class("TautlineMap2D") {
            return Some(parent.instance_id());
        }
        at = parent.get_parent();
    }
    None
}

/// A map in its tree.
pub(crate) struct InTree {
    tree: Gd<SceneTree>,
    map: InstanceId,
    is_first: bool,
}

impl InTree {
    /// `None` for a map that is in no tree.
    pub(crate) fn of(map: &Gd<Node2D>) -> Option<Self> {
        let tree = map.get_tree_or_null()?;
        let first = tree.get_first_node_in_group(MAPS)?.instance_id();
        let map = map.instance_id();
        Some(Self { tree, map, is_first: first == map })
    }

    /// True if the map is that of a node with this map above it.
    pub(crate) fn owns(&self, above: Option<InstanceId>) -> bool {
        above.map_or(self.is_first, |above| above == self.map)
    }

    /// Returns the nodes of a group in the order of the tree, as far as they are of a class.
    pub(crate) fn nodes_in<T: Inherits<Node>>(&self, group: &str) -> Vec<Gd<T>> {
        let all = self.tree.get_nodes_in_group(group);
        all.iter_shared().filter_map(|node| node.try_cast::<T>().ok()).collect()
    }
}

/// A point of the engine.
pub(crate) fn point(at: Vector2) -> DVec2 {
    DVec2::new(at.x.into(), at.y.into())
}

/// A vector of Godot, rounded to floats.
pub(crate) fn vector(at: DVec2) -> Vector2 {
    Vector2::new(at.x as f32, at.y as f32)
}

/// Returns points in the coordinates of the canvas.
pub(crate) fn placed(frame: Transform2D, points: &PackedVector2Array) -> Vec<DVec2> {
    points.as_slice().iter().map(|&at| point(frame * at)).collect()
}

/// Returns the polygons of a node in the coordinates of the canvas: its own, or if there are none those of its children that
/// are a `Polygon2D` or a `CollisionPolygon2D`.
pub(crate) fn polygons_of<'a>(
    node: &Gd<Node2D>,
    own: impl Iterator<Item = &'a PackedVector2Array>,
) -> Vec<Vec<DVec2>> {
    let frame = node.get_global_transform();
    let drawn: Vec<_> = own.filter(|own| !own.is_empty()).map(|own| placed(frame, own)).collect();
    if !drawn.is_empty() {
        return drawn;
    }
    let child = |child: Gd<Node>| match child.try_cast::<Polygon2D>() {
        Ok(child) => {
            let frame = child.get_global_transform().translated_local(child.get_offset());
            Some(placed(frame, &child.get_polygon()))
        }
        Err(child) => {
            let child = child.try_cast::<CollisionPolygon2D>().ok()?;
            Some(placed(child.get_global_transform(), &child.get_polygon()))
        }
    };
    node.get_children().iter_shared().filter_map(child).collect()
}
