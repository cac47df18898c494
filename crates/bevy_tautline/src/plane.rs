//! The plane of the maps in the space of the game.

use bevy_ecs::prelude::Resource;
use bevy_math::{DVec2, DVec3, Vec3};

/// The plane of the maps in the space of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Resource)]
pub enum Plane {
    /// A game in two dimensions, or with z up.
    #[default]
    Xy,
    /// A game in three dimensions with y up. A map has the coordinates x and −z, so that left stays left from above.
    Xz,
}

impl Plane {
    /// Returns the point of the map under a point of the game.
    #[must_use]
    pub fn on_map(self, point: DVec3) -> DVec2 {
        match self {
            Self::Xy => DVec2::new(point.x, point.y),
            Self::Xz => DVec2::new(point.x, -point.z),
        }
    }

    /// Returns a point of the game over a point of the map, as high as `like`.
    #[must_use]
    pub fn in_game(self, point: DVec2, like: DVec3) -> DVec3 {
        match self {
            Self::Xy => DVec3::new(point.x, point.y, like.z),
            Self::Xz => DVec3::new(point.x, like.y, -point.y),
        }
    }

    /// Returns the direction in the game of one on the map.
    pub(crate) fn direction(self, on_map: DVec2) -> Vec3 {
        self.in_game(on_map, DVec3::ZERO).as_vec3()
    }
}
