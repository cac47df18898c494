//! Path data for SVG: short, and the same on every machine.

use std::fmt::Write;

use glam::DVec2;

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

    /// Draws a line through the points; nothing where there is none.
    pub(crate) fn line(&mut self, points: impl IntoIterator<Item = DVec2>) {
        let page = self.page;
        self.line_on_page(points.into_iter().map(|point| page.place(point)));
    }

    /// The same through points of the page.
    pub(crate) fn line_on_page(&mut self, points: impl IntoIterator<Item = DVec2>) {
        for (i, at) in points.into_iter().enumerate() {
            let letter = if i == 0 { 'M' } else { 'L' };
            // Writing into a String cannot fail.
            let _ = write!(self.data, "{letter}{} {}", rounded(at.x), rounded(at.y));
        }
    }

    /// Draws a closed polygon; nothing where there is no point, since data that begin with the end of a
    /// polygon hide all that follows.
    pub(crate) fn polygon(&mut self, points: impl IntoIterator<Item = DVec2>) {
        let before = self.data.len();
        self.line(points);
        if self.data.len() > before {
            self.data.push('Z');
        }
    }

    /// The path data, or `None` where nothing was drawn.
    pub(crate) fn finish(self) -> Option<String> {
        (!self.data.is_empty()).then_some(self.data)
    }
}

/// The number to a hundredth of a page unit: finer than a pixel of the largest picture.
///
/// A sum with zero turns a negative zero into zero.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}
