//! The plugin, and the sets of its systems.

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;

use crate::commands;
use crate::gather::{self, Drawings, gather};
use crate::map::NavMap;
use crate::order::NextOrder;
use crate::plane::Plane;
use crate::request;
use crate::shapes::{NavArea, NavConnection, NavDoor, NavGround, NavLink, NavObstacle, NavWall};
use crate::world::NavWorld;

/// The steps of a tick, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SystemSet)]
pub enum NavSystems {
    /// Changes of shapes become an edit of each map.
    Edit,
    /// Agents come and go, change and get destinations.
    Commands,
    /// The crowds move.
    Step,
    /// Transforms, velocities, paths and states are written.
    Output,
}

/// Adds maps, agents and their systems to an app.
#[derive(Debug, Clone)]
pub struct TautlinePlugin {
    schedule: Interned<dyn ScheduleLabel>,
    plane: Plane,
}

/// The schedule in which a tick runs.
#[derive(Debug, Clone, Copy, Resource)]
pub(crate) struct Schedule(Interned<dyn ScheduleLabel>);

impl Default for TautlinePlugin {
    fn default() -> Self {
        Self { schedule: FixedUpdate.intern(), plane: Plane::default() }
    }
}

impl TautlinePlugin {
    /// Runs the tick in another schedule than `FixedUpdate`. Its steps take the time of that schedule, from 1/1024 to 1 second;
    /// equal steps give equal bits.
    #[must_use]
    pub fn in_schedule(self, schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), ..self }
    }

    /// Lays the maps into a plane of the game.
    #[must_use]
    pub fn plane(self, plane: Plane) -> Self {
        Self { plane, ..self }
    }
}

/// Returns the schedule of the plugin of an app.
pub(crate) fn schedule(app: &App) -> Interned<dyn ScheduleLabel> {
    let chosen = app.world().get_resource::<Schedule>();
    chosen.map_or_else(|| FixedUpdate.intern(), |schedule| schedule.0)
}

impl Plugin for TautlinePlugin {
    fn build(&self, app: &mut App) {
        use NavSystems::{Commands, Edit, Output, Step};
        let draw = (
            gather::begin,
            gather::<NavGround>,
            gather::<NavObstacle>,
            gather::<NavWall>,
            gather::<NavArea>,
            gather::<NavDoor>,
            gather::<NavConnection>,
            gather::<NavLink>,
            gather::end,
            commands::edit,
        );
        #[cfg(feature = "reflect")]
        crate::registry::register(app);
        app.register_required_components::<NavMap, NavWorld>();
        app.insert_resource(self.plane)
            .insert_resource(Schedule(self.schedule))
            .init_resource::<Drawings>()
            .init_resource::<NextOrder>()
            .configure_sets(self.schedule, (Edit, Commands, Step, Output).chain())
            .add_systems(self.schedule, draw.chain().in_set(Edit))
            .add_systems(
                self.schedule,
                (commands::command, request::begin).chain().in_set(Commands),
            )
            .add_systems(self.schedule, commands::step.in_set(Step))
            .add_systems(self.schedule, (commands::output, request::end).in_set(Output));
    }
}
