//! Tiles drawn as diamonds: from a grid's own coordinates to the screen's, and back.
//!
//! An isometric map is an ordinary grid that is drawn turned by 45° and pressed flat; it is searched as
//! it is. Only where something is drawn or clicked do its coordinates change.

use glam::DVec2;

/// How a grid's tiles are drawn as diamonds.
///
/// One step in x goes half a diamond to the right and half a diamond down, one in y half a diamond to
/// the left and down; so tile (0, 0) is on top. The screen's y points down.
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
    /// Its height; not 0.
    pub height: f64,
    /// Where the point (0, 0) of the map is on the screen: the top of tile (0, 0).
    pub top: DVec2,
}

impl Isometric {
    /// Where a point of the map is on the screen; the map in tile sizes, as a [`Grid`](crate::Grid)
    /// with its origin at 0 and tiles of size 1 has it.
    #[must_use]
    pub fn to_screen(&self, point: impl Into<DVec2>) -> DVec2 {
        let DVec2 { x, y } = point.into();
        self.top + DVec2::new((x - y) * (self.width * 0.5), (x + y) * (self.height * 0.5))
    }

    /// Which point of the map a point on the screen shows.
    ///
    /// The inverse of [`Isometric::to_screen`], exact where the sizes are powers of two and the sums fit.
    #[must_use]
    pub fn to_map(&self, screen: impl Into<DVec2>) -> DVec2 {
        let from_top = screen.into() - self.top;
        let across = from_top.x / (self.width * 0.5);
        let down = from_top.y / (self.height * 0.5);
        DVec2::new((down + across) * 0.5, (down - across) * 0.5)
    }
}
