//! All that the nodes of a map say in a tick: shapes, closed doors, agents.

use std::collections::BTreeSet;

use godot::prelude::*;
use tautline::build::OutlineEdit;
use tautline::{DVec2, Door, Outline};

use crate::agent::TautlineAgent2D;
use crate::door::TautlineDoor2D;
use crate::nodes::{AGENTS, DOORS, InTree, OBSTACLES};
use crate::obstacle::TautlineObstacle2D;
use crate::world::{Kind, ShapeId, Shapes};

/// The shapes of the nodes of a map.
#[derive(Default)]
pub(crate) struct Drawn {
    pub(crate) shapes: Shapes,
    /// The names of the closed doors.
    pub(crate) closed: BTreeSet<String>,
    /// The nodes, by their serial numbers.
    nodes: Vec<(u64, Gd<Node>)>,
}

impl Drawn {
    /// Collects the shapes of a map.
    pub(crate) fn of(map: &InTree, ground: Vec<Vec<DVec2>>) -> Self {
        let mut drawn = Self::default();
        for (part, polygon) in ground.into_iter().enumerate() {
            let id = ShapeId { kind: Kind::Ground, node: 0, part };
            drawn.shapes.insert(id, OutlineEdit::AddWalkable(Outline::new(polygon)));
        }
        for node in map.nodes_in::<TautlineObstacle2D>(OBSTACLES) {
            let obstacle = node.bind();
            if !map.owns(obstacle.map) {
                continue;
            }
            for (part, polygon) in obstacle.polygons().into_iter().enumerate() {
                let id = ShapeId { kind: Kind::Obstacle, node: obstacle.serial, part };
                drawn.shapes.insert(id, OutlineEdit::AddObstacle(Outline::new(polygon)));
            }
            drawn.nodes.push((obstacle.serial, node.clone().upcast()));
        }
        for node in map.nodes_in::<TautlineDoor2D>(DOORS) {
            let door = node.bind();
            if !map.owns(door.map) {
                continue;
            }
            let (name, node_id) = (door.name(), door.serial);
            let id = ShapeId { kind: Kind::Door, node: node_id, part: 0 };
            let line = Door::new(door.placed_line(), name.clone());
            drawn.shapes.insert(id, OutlineEdit::AddDoor(line));
            if !door.open {
                drawn.closed.insert(name);
            }
            drawn.nodes.push((node_id, node.clone().upcast()));
        }
        drawn
    }

    /// Returns the node of a shape; `None` for the ground of the map and for the shapes of a file.
    pub(crate) fn node_of(&self, id: ShapeId) -> Option<Gd<Node>> {
        let mut nodes = self.nodes.iter();
        nodes.find(|(serial, _)| *serial == id.node).map(|(_, node)| node.clone())
    }
}

/// Returns the agents of a map in the order in which they were made.
pub(crate) fn agents_of(map: &InTree) -> Vec<(u64, Gd<TautlineAgent2D>)> {
    let all = map.nodes_in::<TautlineAgent2D>(AGENTS).into_iter();
    let own = all.filter_map(|node| {
        let agent = node.bind();
        let serial = map.owns(agent.map).then_some(agent.serial)?;
        drop(agent);
        Some((serial, node))
    });
    let mut agents: Vec<_> = own.collect();
    agents.sort_unstable_by_key(|agent| agent.0);
    agents
}
