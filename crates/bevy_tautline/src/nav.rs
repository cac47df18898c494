//! Questions to maps, without an agent.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec3;
use tautline::{MeshFinder, Path, PathError, PathQuery, Place};

use crate::order::NavOrder;
use crate::plane::Plane;
use crate::world::NavWorld;

/// The reason why a question has no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum NavError {
    /// There is no map, or the entity is none.
    NoMap,
    /// The map has no mesh for agents of this radius. [`NavMap::radii`](crate::NavMap::radii) lists those that are kept.
    NoMesh(f32),
    /// The engine's reason.
    Path(PathError),
}

impl std::fmt::Display for NavError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoMap => f.write_str("there is no such map"),
            Self::NoMesh(radius) => write!(f, "the map has no mesh for agents of radius {radius}"),
            Self::Path(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NavError {}

impl From<PathError> for NavError {
    fn from(error: PathError) -> Self {
        Self::Path(error)
    }
}

/// Questions to the maps: a system parameter.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_tautline::Nav;
///
/// fn how_far(nav: Nav) {
///     if let Ok(path) = nav.path([0.0, 0.0, 0.0], [5.0, 3.0, 0.0], 0.4) {
///         println!("{} long, over {} points", path.length(), path.waypoints().len());
///     }
/// }
/// ```
#[derive(SystemParam)]
pub struct Nav<'w, 's> {
    maps: Query<'w, 's, (&'static NavOrder, Entity, &'static NavWorld)>,
    plane: Res<'w, Plane>,
}

impl std::fmt::Debug for Nav<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nav").field("plane", &*self.plane).finish_non_exhaustive()
    }
}

impl Nav<'_, '_> {
    /// Returns the finder of the first map for agents of a radius. It answers all that the engine answers, in coordinates of the
    /// map, and may be sent to a task.
    ///
    /// # Errors
    ///
    /// `NoMap`, `NoMesh`.
    pub fn finder(&self, radius: f32) -> Result<MeshFinder, NavError> {
        let first = self.maps.iter().min_by_key(|map| map.0).ok_or(NavError::NoMap)?;
        self.finder_on(first.1, radius)
    }

    /// Returns the finder of a map for agents of a radius.
    ///
    /// # Errors
    ///
    /// `NoMap`, `NoMesh`.
    pub fn finder_on(&self, map: Entity, radius: f32) -> Result<MeshFinder, NavError> {
        let (_, _, world) = self.maps.get(map).map_err(|_| NavError::NoMap)?;
        world.finder(radius).ok_or(NavError::NoMesh(radius))
    }

    /// Returns the place on the map under a point of the game.
    pub fn place(&self, point: impl Into<Vec3>) -> Place {
        Place::new(self.plane.on_map(point.into().as_dvec3()))
    }

    /// Finds the cheapest path on the first map, for agents of a radius.
    ///
    /// # Errors
    ///
    /// `NoMap`, `NoMesh`; `Path` says why there is none.
    pub fn path(
        &self,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
        radius: f32,
    ) -> Result<Path, NavError> {
        let query = PathQuery::new(self.place(from), self.place(to));
        Ok(self.finder(radius)?.find_path(&query)?)
    }
}
