//! Isometric views: conversion between map and screen coordinates.
//!
//! An isometric map is an ordinary grid that is drawn rotated by 45° and compressed vertically.
//! Searches use the grid itself.

use glam::DVec2;
use navmesh_core::IntoPoint;

/// An isometric view of a grid, whose tiles are drawn as diamonds.
///
/// A step in x moves half a diamond right and half a diamond down, a step in y half a diamond left
/// and half a diamond down. Tile (0, 0) is at the top. The y axis of the screen points down.
///
/// ```
/// use navmesh_grid::Isometric;
/// let view = Isometric { width: 64.0, height: 32.0, top: [320.0, 0.0].into() };
/// let point = view.to_screen([2.5, 0.5]);
/// assert_eq!(point.to_array(), [384.0, 48.0]);
/// assert_eq!(view.to_map(point).to_array(), [2.5, 0.5]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Isometric {
    /// The width of a diamond on the screen; not 0.
    pub width: f64,
    /// The height of a diamond on the screen; not 0.
    pub height: f64,
    /// The position of the map's point (0, 0) on the screen: the top of tile (0, 0).
    pub top: DVec2,
}

impl Isometric {
    /// Converts a point of the map to the screen. Map coordinates are in tile sizes, as on a
    /// [`Grid`](crate::Grid) with origin 0 and tiles of size 1.
    #[must_use]
    pub fn to_screen(&self, point: impl IntoPoint) -> DVec2 {
        let DVec2 { x, y } = point.into_point();
        self.top + DVec2::new((x - y) * (self.width * 0.5), (x + y) * (self.height * 0.5))
    }

    /// Converts a point on the screen to the map.
    ///
    /// This is the inverse of [`Isometric::to_screen`], exact where the sizes are powers of two and
    /// no sum is rounded.
    #[must_use]
    pub fn to_map(&self, screen: impl IntoPoint) -> DVec2 {
        let from_top = screen.into_point() - self.top;
        let across = from_top.x / (self.width * 0.5);
        let down = from_top.y / (self.height * 0.5);
        DVec2::new((down + across) * 0.5, (down - across) * 0.5)
    }
}
