//! From map units to the page.

use glam::DVec2;
use navmesh_core::Bounds;

/// Which way the map's y axis points on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Axis {
    /// Upwards, as on paper: for meshes and outlines.
    #[default]
    YUp,
    /// Downwards, as the rows of a text: for tile maps and meshes made of them.
    YDown,
}

/// The longer side of what is drawn, in page units.
const LONGER_SIDE: f64 = 1000.0;
/// The empty border around it, in page units.
const MARGIN: f64 = 24.0;

/// Where the map lies on the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    bounds: Bounds,
    /// Page units a map unit.
    scale: f64,
    axis: Axis,
    size: DVec2,
}

impl Page {
    /// A page that holds `bounds`; an empty page where they are empty.
    pub(crate) fn around(bounds: Bounds, axis: Axis) -> Self {
        let is_empty = bounds.min.cmpgt(bounds.max).any();
        let bounds = if is_empty { Bounds::of([DVec2::ZERO]) } else { bounds };
        let longest = bounds.size().max_element();
        // A map of one point has no extent to fill the page with: any scale will do.
        let scale = if longest > 0.0 { LONGER_SIDE / longest } else { 1.0 };
        // Whole page units, so that the aspect does not hang on the last bit of the scale.
        let size = (bounds.size() * scale + 2.0 * MARGIN).round();
        Self { bounds, scale, axis, size }
    }

    /// Width and height in page units.
    pub(crate) fn size(&self) -> DVec2 {
        self.size
    }

    /// A length in page units.
    pub(crate) fn length(&self, map_units: f64) -> f64 {
        map_units * self.scale
    }

    /// Where a point of the map stands on the page, whose y runs down.
    pub(crate) fn place(&self, point: DVec2) -> DVec2 {
        let y = match self.axis {
            Axis::YUp => self.bounds.max.y - point.y,
            Axis::YDown => point.y - self.bounds.min.y,
        };
        DVec2::new(point.x - self.bounds.min.x, y) * self.scale + MARGIN
    }
}
