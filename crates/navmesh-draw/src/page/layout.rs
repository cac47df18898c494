//! The layout of a building's floors on the page: side by side, in rows.

use glam::DVec2;
use navmesh_core::Bounds;

use super::{Axis, Page};

/// The empty border around everything, and between floors, in page units.
const MARGIN: f64 = 24.0;
/// The height above a floor for its heading, in page units.
const HEADING: f64 = 34.0;
/// The width of a typical screen over its height.
const SCREEN: f64 = 1.6;

/// A page with a panel for every floor.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Width and height in page units.
    pub(crate) size: DVec2,
    /// The map in the first panel.
    pub(crate) first: Page,
    pub(crate) panels: Vec<Panel>,
}

/// A part of the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Panel {
    /// The floor; `None` for the whole map.
    pub(crate) layer: Option<u32>,
    pub(crate) page: Page,
}

impl Layout {
    /// Adds room below the map.
    pub(crate) fn with_footer(mut self, height: f64) -> Self {
        self.size.y += height;
        self
    }

    /// Creates one panel for the whole map.
    pub(crate) fn plain(bounds: Bounds, axis: Axis) -> Self {
        let page = Page::around(bounds, axis, 1.0);
        let page = page.moved_by(DVec2::splat(MARGIN));
        // Whole page units, so that the aspect does not depend on the last bit of the scale.
        let size = (page.extent() + 2.0 * MARGIN).round();
        Self { size, first: page, panels: vec![Panel { layer: None, page }] }
    }

    /// Creates a panel for each floor, as large as the whole map, in rows that fill a screen best.
    pub(crate) fn of_floors(bounds: Bounds, axis: Axis, layers: &[u32]) -> Self {
        let columns = columns(bounds, layers.len());
        let rows = layers.len().div_ceil(columns).max(1);
        let counts = DVec2::new(columns as f64, rows as f64);
        let page = Page::around(bounds, axis, counts.max_element());
        let step = (page.extent() + DVec2::new(MARGIN, MARGIN + HEADING)).round();
        let panel = |(index, &layer): (usize, &u32)| {
            let place = DVec2::new((index % columns) as f64, (index / columns) as f64);
            let page = page.moved_by(place * step + DVec2::new(MARGIN, HEADING + MARGIN / 2.0));
            Panel { layer: Some(layer), page }
        };
        let panels = layers.iter().enumerate().map(panel).collect();
        Self { size: (counts * step + MARGIN).round(), first: page, panels }
    }
}

/// The number of floors in a row that draws them as large as a screen allows.
fn columns(bounds: Bounds, count: usize) -> usize {
    let size = bounds.size();
    let scale = |columns: usize| {
        let rows = count.div_ceil(columns);
        (SCREEN / (size.x * columns as f64)).min(1.0 / (size.y * rows as f64))
    };
    (1..=count).max_by(|&a, &b| scale(a).total_cmp(&scale(b)).then(b.cmp(&a))).unwrap_or(1)
}
