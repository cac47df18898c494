//! From map units to the page.

pub(crate) mod layout;

use glam::DVec2;
use navmesh_core::Bounds;

/// The direction of the map's y axis on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Axis {
    /// Upwards, as on paper: for meshes and outlines.
    #[default]
    YUp,
    /// Downwards, as the rows of a text: for tile maps and meshes made of them.
    YDown,
}

/// The longer side of the map on the page, in page units.
const LONGER_SIDE: f64 = 1000.0;

/// The placement of the map on the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    bounds: Bounds,
    /// Page units a map unit.
    scale: f64,
    axis: Axis,
    /// The position of the upper left corner of the map.
    corner: DVec2,
}

impl Page {
    /// Places a map of `bounds` as the first of `share` maps that share the longer side of the page. Empty bounds count
    /// as one point.
    pub(crate) fn around(bounds: Bounds, axis: Axis, share: f64) -> Self {
        let is_empty = bounds.min.cmpgt(bounds.max).any();
        let bounds = if is_empty { Bounds::of([DVec2::ZERO]) } else { bounds };
        let longest = bounds.size().max_element();
        // A map of one point has no extent, so any scale is right.
        let scale = if longest > 0.0 { LONGER_SIDE / (longest * share) } else { 1.0 };
        Self { bounds, scale, axis, corner: DVec2::ZERO }
    }

    /// Returns the same map, moved on the page.
    pub(crate) fn moved_by(mut self, step: DVec2) -> Self {
        self.corner += step;
        self
    }

    /// The position of the upper left corner of the map, in page units.
    pub(crate) fn corner(&self) -> DVec2 {
        self.corner
    }

    /// Returns width and height of the map, in page units.
    pub(crate) fn extent(&self) -> DVec2 {
        self.bounds.size() * self.scale
    }

    /// Converts a length to page units.
    pub(crate) fn length(&self, map_units: f64) -> f64 {
        map_units * self.scale
    }

    /// True if an angle of the map, positive counter-clockwise, turns clockwise on the page.
    pub(crate) fn turns_clockwise(&self, angle: f64) -> bool {
        (angle < 0.0) == (self.axis == Axis::YUp)
    }

    /// Maps a point of the map to the page, whose y runs down.
    pub(crate) fn place(&self, point: DVec2) -> DVec2 {
        let y = match self.axis {
            Axis::YUp => self.bounds.max.y - point.y,
            Axis::YDown => point.y - self.bounds.min.y,
        };
        DVec2::new(point.x - self.bounds.min.x, y) * self.scale + self.corner
    }
}
