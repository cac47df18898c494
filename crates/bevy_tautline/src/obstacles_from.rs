//! Obstacles from components that have shapes, such as colliders.

use std::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;

use crate::plugin::{NavSystems, schedule};
use crate::shapes::{NavObstacle, NavShape};

/// Gives each entity with a component `T` an obstacle of its shape, which follows changes of the component.
///
/// ```
/// use bevy_app::App;
/// use bevy_ecs::prelude::*;
/// use bevy_tautline::{NavOutline, NavShape, ObstaclesFrom, TautlinePlugin};
///
/// #[derive(Component)]
/// struct Collider(Vec<[f32; 2]>); // of your physics engine
///
/// impl NavShape for Collider {
///     fn outlines(&self) -> Vec<NavOutline> {
///         vec![NavOutline::new(self.0.iter().copied())]
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins((TautlinePlugin::default(), ObstaclesFrom::<Collider>::default()));
/// ```
#[derive(Debug)]
pub struct ObstaclesFrom<T>(PhantomData<T>);

impl<T> Default for ObstaclesFrom<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Component + NavShape> Plugin for ObstaclesFrom<T> {
    fn build(&self, app: &mut App) {
        let schedule = schedule(app);
        app.add_systems(schedule, follow::<T>.before(NavSystems::Edit));
    }
}

fn follow<T: Component + NavShape>(
    mut commands: Commands,
    changed: Query<(Entity, &T), Changed<T>>,
    mut removed: RemovedComponents<T>,
) {
    for entity in removed.read() {
        commands.entity(entity).try_remove::<NavObstacle>();
    }
    for (entity, shape) in &changed {
        commands.entity(entity).insert(NavObstacle { outlines: shape.outlines() });
    }
}
