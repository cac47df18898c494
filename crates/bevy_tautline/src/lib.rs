//! Navigation for [Bevy](https://bevy.org): meshes that follow what entities do, crowds that walk on them, and questions.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_tautline::prelude::*;
//! use bevy_transform::prelude::*;
//!
//! fn set_up(mut commands: Commands) {
//!     commands.spawn((NavMap::default(), NavGround::rect([-20.0, -10.0], [20.0, 10.0])));
//!     commands.spawn((Transform::from_xyz(3.0, 2.0, 0.0), NavObstacle::rectangle(2.0, 1.0)));
//!     commands
//!         .spawn((Transform::from_xyz(-15.0, 0.0, 0.0), NavAgent::radius(0.4), Destination::to([15.0, 3.0, 0.0])))
//!         .observe(|arrived: On<Arrived>| println!("{} is there", arrived.entity));
//! }
//!
//! App::new().add_plugins(TautlinePlugin::default()).add_systems(Startup, set_up).update();
//! ```
//!
//! Components say what there is; the plugin does the rest once per tick, in the sets of [`NavSystems`]. Shapes move with the
//! transforms of their entities and their parents; a despawned one is gone. Each radius of agents has a mesh of its own, which
//! is edited in place. Coordinates are `f32` outside and `f64` inside. The same calls with the same time steps give the same
//! bits.

mod plane;
mod order;
mod shapes;
mod agent;
mod events;
mod map;
mod world;
mod gather;
mod commands;
mod nav;
mod request;
#[cfg(feature = "reflect")]
mod registry;
mod plugin;
mod obstacles_from;
#[cfg(feature = "asset")]
mod file;
#[cfg(feature = "gizmos")]
mod gizmos;

pub use agent::{
    DesiredVelocity, Destination, Driven, LinkUse, Movement, NavAgent, NavAgentState, NavField,
    NavFilter, NavHeading, NavPath,
};
pub use events::{
    Arrived, AtLink, Detour, Displaced, MapFailed, MapRebuilt, NoPath, Refused, Settled,
    ShapeRefused,
};
#[cfg(feature = "asset")]
pub use file::{NavFile, NavFileError, NavFilePlugin, NavMapFile};
#[cfg(feature = "gizmos")]
pub use gizmos::{NavGizmos, NavGizmosPlugin};
pub use map::{NavFloor, NavMap, OnMaps};
pub use nav::{Nav, NavError, NavHit};
pub use obstacles_from::{ObstaclesFrom, ShapeSource};
pub use order::NavOrder;
pub use plane::Plane;
pub use plugin::{NavSystems, TautlinePlugin};
pub use request::{NavAnswer, NavRequest};
pub use shapes::{
    NavArea, NavConnection, NavDoor, NavGround, NavIgnore, NavLink, NavObstacle, NavOutline,
    NavShape, NavWall,
};
pub use tautline;
pub use world::{NavCounts, NavWorld};

/// The names that most games use.
pub mod prelude {
    pub use crate::{
        Arrived, AtLink, DesiredVelocity, Destination, Driven, Nav, NavAgent, NavAgentState,
        NavArea, NavDoor, NavGround, NavHeading, NavLink, NavMap, NavObstacle, NavPath, NavSystems,
        NavWall, NoPath, Plane, Settled, TautlinePlugin,
    };
}
