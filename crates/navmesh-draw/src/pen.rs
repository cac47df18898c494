//! SVG path data: short, and the same on every machine.

use std::fmt::Write;

use glam::DVec2;
use navmesh_core::CurvePiece;
use navmesh_core::backend::geom::sanitized;

use crate::page::Page;

/// Collects lines and polygons of the map as the `d` attribute of one SVG path.
#[derive(Debug)]
pub(crate) struct Pen {
    page: Page,
    data: String,
}

impl Pen {
    pub(crate) fn new(page: Page) -> Self {
        Self { page, data: String::new() }
    }

    /// Draws a line through points of the map. Without points it draws nothing.
    pub(crate) fn line(&mut self, points: impl IntoIterator<Item = DVec2>) {
        let page = self.page;
        self.line_on_page(points.into_iter().map(|point| page.place(point)));
    }

    /// Draws a line through points of the page.
    pub(crate) fn line_on_page(&mut self, points: impl IntoIterator<Item = DVec2>) {
        for (i, at) in points.into_iter().enumerate() {
            let letter = if i == 0 { 'M' } else { 'L' };
            // Writing into a String cannot fail.
            let _ = write!(self.data, "{letter}{} {}", rounded(at.x), rounded(at.y));
        }
    }

    /// Draws a piece of a path; a link is a straight line. A piece with a point out of the domain is left out.
    pub(crate) fn curve_piece(&mut self, piece: &CurvePiece) {
        let [Some(from), Some(to)] = piece.ends().map(sanitized) else { return };
        let &CurvePiece::Arc { center, radius, angle, .. } = piece else {
            return self.line([from, to]);
        };
        let (radius, to) = (rounded(self.page.length(radius)), self.page.place(to));
        if sanitized(center).is_none() || !radius.is_finite() {
            return;
        }
        self.line([from]);
        let sweep = u8::from(self.page.turns_clockwise(angle));
        // Writing into a String cannot fail.
        let _ =
            write!(self.data, "A{radius} {radius} 0 0 {sweep} {} {}", rounded(to.x), rounded(to.y));
    }

    /// Draws a closed polygon. Without points it draws nothing: path data that begin with a closing command are
    /// invalid as a whole.
    pub(crate) fn polygon(&mut self, points: impl IntoIterator<Item = DVec2>) {
        let before = self.data.len();
        self.line(points);
        if self.data.len() > before {
            self.data.push('Z');
        }
    }

    /// Draws a closed polygon of the page.
    pub(crate) fn polygon_on_page(&mut self, points: impl IntoIterator<Item = DVec2>) {
        self.line_on_page(points);
        self.data.push('Z');
    }

    /// Returns the path data, or `None` if nothing was drawn.
    pub(crate) fn finish(self) -> Option<String> {
        (!self.data.is_empty()).then_some(self.data)
    }
}

/// Rounds to a hundredth of a page unit, which is less than a pixel of the largest picture.
///
/// Adding zero turns a negative zero into zero.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}
