//! Paths that are found on other threads.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tasks::futures::check_ready;
use bevy_tasks::{AsyncComputeTaskPool, Task, TaskPool};
use tautline::{Path, PathError, PathQuery};

use crate::nav::{Nav, NavError};

/// Asks for a path, which another thread finds on the map of the next tick. It turns into a [`NavAnswer`] in that tick or a later
/// one: only the answer, not its tick, is the same in each run. To ask again, insert it again; to forget it, remove it.
#[derive(Debug, Clone, Copy, PartialEq, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavRequest {
    /// The start.
    pub from: Vec3,
    /// The goal.
    pub to: Vec3,
    /// The radius of the agent; the map must have a mesh for it.
    pub radius: f32,
    /// The map; `None` for the first one.
    #[entities]
    pub map: Option<Entity>,
}

impl NavRequest {
    /// Asks for a path on the first map.
    pub fn new(from: impl Into<Vec3>, to: impl Into<Vec3>, radius: f32) -> Self {
        Self { from: from.into(), to: to.into(), radius, map: None }
    }
}

/// The path of a [`NavRequest`], or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Component)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(opaque, Component))]
pub struct NavAnswer(pub Result<Path, NavError>);

/// A search on another thread.
#[derive(Component)]
pub(crate) struct Search(Task<Result<Path, PathError>>);

/// Begins the searches of new requests.
pub(crate) fn begin(
    mut commands: Commands,
    nav: Nav<'_, '_>,
    requests: Query<(Entity, &NavRequest), Changed<NavRequest>>,
    mut removed: RemovedComponents<NavRequest>,
) {
    for entity in removed.read().filter(|&entity| !requests.contains(entity)) {
        commands.entity(entity).try_remove::<Search>();
    }
    for (entity, request) in &requests {
        let &NavRequest { from, to, radius, map } = request;
        let finder = map.map_or_else(|| nav.finder(radius), |map| nav.finder_on(map, radius));
        let query = PathQuery::new(nav.place(from), nav.place(to));
        let pool = AsyncComputeTaskPool::get_or_init(TaskPool::default);
        match finder {
            Ok(finder) => {
                let task = pool.spawn(async move { finder.find_path(&query) });
                commands.entity(entity).try_remove::<NavAnswer>().try_insert(Search(task));
            }
            Err(error) => answer(&mut commands, entity, Err(error)),
        }
    }
}

/// Takes the answers that are there.
pub(crate) fn end(mut commands: Commands, mut searches: Query<(Entity, &mut Search)>) {
    for (entity, mut search) in &mut searches {
        if let Some(found) = check_ready(&mut search.0) {
            answer(&mut commands, entity, found.map_err(NavError::from));
        }
    }
}

fn answer(commands: &mut Commands, entity: Entity, answer: Result<Path, NavError>) {
    commands.entity(entity).try_remove::<(NavRequest, Search)>().try_insert(NavAnswer(answer));
}
