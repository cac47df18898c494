//! The options of maps, and what belongs to which.

use bevy_ecs::prelude::*;
use tautline::BuildOptions;
use tautline::build::OffMeshLinks;

use crate::order;

/// The default distance within which shapes are joined, in map units.
///
/// Places in `f32` miss each other by their rounding: at a coordinate of 4,000 by 0.0002.
const WELD: f64 = 1.0 / 1024.0;

/// A map. Its entity also has the state of the map, a [`NavWorld`](crate::NavWorld).
#[derive(Debug, Clone, PartialEq, Component)]
#[component(on_add = order::give)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavMap {
    /// The radii for which meshes are kept. An agent is on the mesh of the least of them that is not smaller than its own
    /// radius; for an agent without one, a mesh of its own radius is added.
    pub radii: Vec<f32>,
    /// The distance within which shapes are joined that miss each other, in map units; 0 joins what touches exactly.
    pub weld: f64,
    /// The most nodes that the searches of a tick expand. The others wait for the next ticks.
    pub budget: u64,
    /// The share of a radius by which the polygons around corners may stand outside their arcs.
    pub arc_tolerance: f64,
    /// True if the map can be saved. It then keeps all its changes, until [`NavWorld::checkpoint`](crate::NavWorld::checkpoint).
    pub recorded: bool,
}

impl Default for NavMap {
    fn default() -> Self {
        let arc_tolerance = BuildOptions::default().arc_tolerance;
        Self { radii: Vec::new(), weld: WELD, budget: 10_000, arc_tolerance, recorded: false }
    }
}

impl NavMap {
    /// A map with a mesh for each of the radii. Questions need one; agents add theirs by themselves.
    #[must_use]
    pub fn for_radii(radii: &[f32]) -> Self {
        Self { radii: radii.to_vec(), ..Self::default() }
    }

    /// The same map, which can be saved.
    #[must_use]
    pub fn recorded(self) -> Self {
        Self { recorded: true, ..self }
    }

    /// Returns the options of the mesh for a radius.
    pub(crate) fn build_options(&self, radius: f64) -> BuildOptions {
        BuildOptions::default()
            .agent_radius(radius)
            .weld(self.weld)
            .arc_tolerance(self.arc_tolerance)
            .off_mesh_links(OffMeshLinks::Close)
    }

    /// Returns the radius of the mesh for agents of a radius.
    pub(crate) fn mesh_radius(&self, radius: f64) -> f64 {
        let listed = self.radii.iter().map(|&listed| f64::from(listed));
        listed.filter(|&listed| listed >= radius).min_by(f64::total_cmp).unwrap_or(radius)
    }
}

/// The maps of a shape, or of an agent, which takes the first. Without this component a shape is on all maps, and an agent
/// on the map that was spawned first.
#[derive(Debug, Clone, PartialEq, Eq, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct OnMaps(#[entities] pub Vec<Entity>);

/// The floor of a shape or an agent; without it 0. Floors may lie above one another, and meet at
/// [connections](crate::NavConnection).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavFloor(pub u32);
