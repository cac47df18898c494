//! Agents that walk a navigation mesh among each other.
//!
//! A [`Crowd`] holds agents. The program gives them goals and calls [`Crowd::step`] once per frame. Each step plans
//! paths, follows them, avoids other agents and moves everyone.
//!
//! - No centre of an agent leaves the mesh, by the exact test. Build the mesh with the agents' radius.
//! - The same calls give the same bits on every run.
//!
//! ```
//! use navmesh_agents::{AgentOptions, Crowd, Event};
//! use tautline::{MeshFinder, NavMeshBuilder, Outline};
//!
//! let mut builder = NavMeshBuilder::new();
//! builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
//! let finder = MeshFinder::new(builder.build_mesh()?);
//! let mut crowd = Crowd::new(finder);
//! let one = crowd.add([1.0, 5.0], AgentOptions::default())?;
//! let other = crowd.add([19.0, 5.0], AgentOptions::default())?;
//! crowd.go_to(one, [19.0, 5.0])?;
//! crowd.go_to(other, [1.0, 5.0])?;
//! let mut arrived = 0;
//! while arrived < 2 {
//!     let report = crowd.step(0.1, u64::MAX)?;
//!     arrived += report.events.iter().filter(|e| matches!(e, Event::Arrived { .. })).count();
//! }
//! assert!(crowd.time() < 15.0); // 18 units at 1.5 units a second, and a little to pass
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read the modules in this order:
//!
//! 1. `agent` – options and keys of agents, and errors.
//! 2. `route`, `rows`, `classes` and `workspace` (private) – paths with the progress on them; the agents as a struct of
//!    arrays; their finders and meshes; the memory of a step.
//! 3. `crowd` – the store and its commands: agents, fields, maps, saved states.
//! 4. `step` – one step: `following`, `planning`, `steering`, `courtesy`, `turning`, `detouring`, `movement`, `progress`,
//!    `settling`, and the `phases` that divide it among threads.
//! 5. `events` – the report of a step.
//! 6. `neighbors` (private) – the index of agents by position.
//! 7. `narrow`, `traffic`, `right_of_way` and `detour` (private) – narrow places, who goes first, and ways around jams.
//! 8. `half_plane`, `programme` and `walls` (private) – permitted velocities, and the best one.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod agent;
mod route;
mod rows;
mod classes;
mod workspace;
mod crowd;
mod step;
mod events;
mod neighbors;
mod narrow;
mod traffic;
mod right_of_way;
mod detour;
mod half_plane;
mod programme;
mod walls;

pub use agent::{AgentKey, AgentOptions, ClassId, CrowdError, FieldKey};
pub use crowd::{AgentState, Crowd, CrowdState, OnMesh};
pub use events::{Event, StepReport};
