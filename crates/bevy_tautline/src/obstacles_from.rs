//! Obstacles from components that have shapes, such as colliders.

#[cfg(feature = "mesh2d")]
mod meshes;
#[cfg(feature = "sprite")]
mod sprites;

use std::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;
use bevy_ecs::system::{StaticSystemParam, SystemParam, SystemParamItem};

use crate::plugin::{NavSystems, schedule};
use crate::shapes::{NavObstacle, NavOutline, NavShape};

/// Gives each entity with a component `T` an obstacle of its shape, which follows changes of the component. A filter of queries
/// chooses the entities, such as `With<Tree>`.
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
pub struct ObstaclesFrom<T, F = ()>(PhantomData<fn() -> (T, F)>);

impl<T, F> Default for ObstaclesFrom<T, F> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: ShapeSource, F: QueryFilter + 'static> Plugin for ObstaclesFrom<T, F> {
    fn build(&self, app: &mut App) {
        let schedule = schedule(app);
        app.add_systems(schedule, follow::<T, F>.before(NavSystems::Edit));
    }
}

/// A component from which [`ObstaclesFrom`] makes obstacles: one with a [`NavShape`]; with the feature `sprite` a `Sprite`, with
/// `mesh2d` a `Mesh2d` or an `Aabb`.
pub trait ShapeSource: Component {
    /// The assets and resources that the shape needs.
    type Param: SystemParam + 'static;

    /// The filter for entities whose shapes may have changed.
    type Changed: QueryFilter + 'static;

    /// Returns the polygons, in the local coordinates of the entity; `None` if they are not known yet.
    fn outlines(
        &self,
        entity: Entity,
        param: &SystemParamItem<'_, '_, Self::Param>,
    ) -> Option<Vec<NavOutline>>;
}

impl<T: Component + NavShape> ShapeSource for T {
    type Param = ();
    type Changed = Changed<T>;

    fn outlines(&self, _: Entity, (): &()) -> Option<Vec<NavOutline>> {
        Some(NavShape::outlines(self))
    }
}

/// Marks an entity whose obstacle comes from a component.
#[derive(Component)]
struct ObstacleOf<T: Send + Sync + 'static>(PhantomData<fn() -> T>);

/// The entities that may have obstacles from a component.
type Sources<'a, T> = (Entity, &'a T, Has<ObstacleOf<T>>);

fn follow<T: ShapeSource, F: QueryFilter + 'static>(
    mut commands: Commands,
    param: StaticSystemParam<'_, '_, T::Param>,
    sources: Query<Sources<'_, T>, F>,
    changed: Query<(), (T::Changed, With<T>)>,
    owners: Query<Entity, With<ObstacleOf<T>>>,
) {
    for entity in owners.iter().filter(|&entity| !sources.contains(entity)) {
        commands.entity(entity).try_remove::<(NavObstacle, ObstacleOf<T>)>();
    }
    for (entity, source, is_owner) in &sources {
        if is_owner && !changed.contains(entity) {
            continue;
        }
        if let Some(outlines) = source.outlines(entity, &param) {
            let owner = ObstacleOf::<T>(PhantomData);
            commands.entity(entity).try_insert((NavObstacle { outlines }, owner));
        }
    }
}
