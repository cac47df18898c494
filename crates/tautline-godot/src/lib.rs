//! Nodes for Godot 4: exact paths, maps that change, agents that avoid each other.
//!
//! The nodes are a map, obstacles, doors and agents. In each physics tick a map reads its nodes, edits its meshes by all that
//! has changed, and steps its agents. `world` does so without Godot; the other modules are the border.

mod world;
mod nodes;
mod obstacle;
mod door;
mod agent;
mod data;
mod gather;
mod map;
mod entry;
