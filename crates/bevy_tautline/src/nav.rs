//! Questions to maps, without an agent.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{DVec2, Vec3};
use tautline::queries::NearGoal;
use tautline::widths::WidestWay;
use tautline::{ManyQuery, MeshFinder, MeshQueries, Path, PathError, PathQuery, Place};

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

/// The end of a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NavHit {
    /// The target, or the point before the first wall.
    pub point: Vec3,
    /// The direction away from the wall; `None` if nothing is in the way.
    pub normal: Option<Vec3>,
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

    /// Returns the cost of the cheapest path, which is its length where all ground costs 1.
    ///
    /// # Errors
    ///
    /// Those of [`path`](Self::path).
    pub fn distance(
        &self,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
        radius: f32,
    ) -> Result<f64, NavError> {
        Ok(self.path(from, to, radius)?.cost())
    }

    /// Returns the goals in reach, at most `count` of them, the nearest by their paths first.
    ///
    /// # Errors
    ///
    /// `NoMap`, `NoMesh`; `Path` for a start that is off the map.
    pub fn nearest(
        &self,
        from: impl Into<Vec3>,
        goals: &[Vec3],
        count: usize,
        radius: f32,
    ) -> Result<Vec<NearGoal>, NavError> {
        let goals: Vec<Place> = goals.iter().map(|&goal| self.place(goal)).collect();
        let query = ManyQuery::new(self.place(from), &goals);
        Ok(self.finder(radius)?.nearest(&query, count)?)
    }

    /// Casts a ray for an agent of a radius, from where it may stand, up to the target or the first wall.
    ///
    /// # Errors
    ///
    /// `NoMap`, `NoMesh`; `Path` for a start that is off the map.
    pub fn ray(
        &self,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
        radius: f32,
    ) -> Result<NavHit, NavError> {
        let (from, to) = (from.into(), to.into());
        let mesh = self.finder(radius)?.current_mesh();
        let hit = MeshQueries::new(&mesh).cast_ray(self.place(from), self.place(to).point)?;
        let normal = hit.wall.map(|wall| self.plane.direction(wall.normal));
        Ok(NavHit { point: self.in_game(hit.point, from), normal })
    }

    /// Moves a point towards a target, along walls that are in the way, as an agent of a radius would be pushed.
    ///
    /// # Errors
    ///
    /// Those of [`ray`](Self::ray).
    pub fn move_along(
        &self,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
        radius: f32,
    ) -> Result<Vec3, NavError> {
        let (from, to) = (from.into(), to.into());
        let mesh = self.finder(radius)?.current_mesh();
        let moved = MeshQueries::new(&mesh).move_along(self.place(from), self.place(to).point)?;
        Ok(self.in_game(moved.point, from))
    }

    /// Returns a random point where an agent of a radius may stand, uniform by area; `None` if there is none. `random` returns
    /// 64 random bits a call.
    ///
    /// # Errors
    ///
    /// `NoMap`, `NoMesh`.
    pub fn random_point(
        &self,
        radius: f32,
        random: &mut impl FnMut() -> u64,
    ) -> Result<Option<Vec3>, NavError> {
        let mesh = self.finder(radius)?.current_mesh();
        let point = MeshQueries::new(&mesh).random_point(random);
        Ok(point.map(|place| self.in_game(place.point, Vec3::ZERO)))
    }

    /// Finds the widest way between two points, on the mesh for agents of a radius; `None` if no way connects them. The width is
    /// in addition to the diameter of these agents.
    ///
    /// # Errors
    ///
    /// `NoMap`, `NoMesh`; `Path` for a point that is off the map.
    pub fn widest(
        &self,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
        radius: f32,
    ) -> Result<Option<WidestWay>, NavError> {
        let widths = self.finder(radius)?.widths();
        Ok(widths.widest(self.place(from), self.place(to))?)
    }

    fn in_game(&self, point: DVec2, like: Vec3) -> Vec3 {
        self.plane.in_game(point, like.as_dvec3()).as_vec3()
    }
}
