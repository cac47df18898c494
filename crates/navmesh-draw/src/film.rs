//! Agents that move on a map: an animated SVG, and a PNG of six moments.
//!
//! The animation is one `animateTransform` of SMIL per agent, so the file needs no script and plays in any browser.
//! The colour of an agent is the direction of its way from the first to the last frame. A trail is the way since the
//! moment before, in the colours from slow to fast. A legend below the map names the colours.

mod moments;

use glam::DVec2;
use navmesh_core::NavMesh;
use navmesh_core::backend::geom::sanitized;
use svg::node::element::{AnimateTransform, Circle};

use crate::canvas::Canvas;
use crate::cells;
use crate::floors::FloorView;
use crate::legend::{self, AreaEntry};
use crate::page::Axis;
use crate::page::layout::Layout;
use crate::pen::rounded;
use crate::pixels::{self, DrawError};
use crate::style::{Style, colors};

/// The place of an agent that has left, on the page.
const OFF_THE_PAGE: DVec2 = DVec2::splat(-9999.0);

/// The most positions of an agent in an animation. Longer films leave frames out.
const MOST_POSITIONS: usize = 600;

/// A film of agents on a mesh: their positions at equal intervals of time.
///
/// An agent is not drawn where a frame has no point for it, or one that is out of the coordinate domain.
#[derive(Debug, Clone, Copy)]
pub struct Film<'a> {
    /// The mesh. Its cells are one surface, without the borders between them.
    pub mesh: &'a NavMesh,
    /// The direction of the y axis.
    pub axis: Axis,
    /// The time between two frames, in seconds.
    pub interval: f64,
    /// The radius of each agent, in map units.
    pub radii: &'a [f64],
    /// The greatest speed of each agent, in map units per second: the end of the scale of colours.
    pub speeds: &'a [f64],
    /// The positions of all agents, frame after frame.
    pub frames: &'a [Vec<DVec2>],
}

impl Film<'_> {
    /// Returns the film as an SVG document that plays again and again.
    ///
    /// Complexity: linear in the mesh and in the positions shown, at most 601 per agent.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let layout = Layout::plain(self.mesh.bounds(), self.axis);
        let legend = self.ways(layout.size.x);
        let layout = layout.with_footer(legend::height(&legend));
        let mut canvas = Canvas::new(layout.size, layout.first, self.style(&layout));
        self.draw_map(&mut canvas);
        for agent in 0..self.radii.len() {
            if let Some(circle) = self.animated(agent, &canvas) {
                canvas.append(circle);
            }
        }
        legend::areas(&mut canvas, &legend, layout.size, 0.0);
        canvas.finish()
    }

    /// Returns six moments of the film as PNG bytes, `width_pixels` wide, each with its time in seconds.
    ///
    /// # Errors
    ///
    /// [`DrawError::Size`] if a side is 0 or more than 16384 pixels, or the picture more than 2²⁶ pixels.
    pub fn to_png(&self, width_pixels: u32) -> Result<Vec<u8>, DrawError> {
        let layout = self.moments_layout();
        let height_pixels = pixels::checked_height(width_pixels, layout.size)?;
        pixels::rendered(&self.moments(&layout), width_pixels, height_pixels)
    }

    /// Returns the width of the picture of six moments over its height.
    #[must_use]
    pub fn aspect(&self) -> f64 {
        let size = self.moments_layout().size;
        size.x / size.y
    }

    fn style(&self, layout: &Layout) -> Style {
        Style::of(Some(self.mesh), None, &layout.first)
    }

    /// Returns the colours of the directions, as they look on the page.
    fn ways(&self, page_width: f64) -> Vec<AreaEntry> {
        let (up, down) = match self.axis {
            Axis::YUp => ("up", "down"),
            Axis::YDown => ("down", "up"),
        };
        let texts = ["goes right", "goes left"].map(str::to_owned).into_iter();
        let texts = texts.chain([up, down].map(|way| format!("goes {way}")));
        let colors = if self.radii.is_empty() { &[][..] } else { &colors::AGENTS };
        legend::in_rows(colors.iter().copied().zip(texts), page_width)
    }

    fn draw_map(&self, canvas: &mut Canvas) {
        let on = FloorView { mesh: self.mesh, layer: None };
        cells::cells(canvas, on);
        cells::walls(canvas, on);
    }

    /// Returns the disc of an agent and its way.
    fn animated(&self, agent: usize, canvas: &Canvas) -> Option<Circle> {
        let step = self.frames.len().div_ceil(MOST_POSITIONS).max(1);
        let last = self.frames.len().checked_sub(1)?;
        let shown = (0..last).step_by(step).chain([last]);
        let places = shown.filter_map(|frame| self.frames[frame].get(agent));
        let text = |&point: &DVec2| {
            let at = sanitized(point).map_or(OFF_THE_PAGE, |point| canvas.page.place(point));
            format!("{} {}", (at.x * 10.0).round() / 10.0, (at.y * 10.0).round() / 10.0)
        };
        let values: Vec<String> = places.map(text).collect();
        let duration = format!("{}s", rounded((last.max(1) as f64) * self.interval));
        let first = values.first()?.clone();
        let animation = AnimateTransform::new()
            .set("attributeName", "transform")
            .set("type", "translate")
            .set("dur", duration)
            .set("repeatCount", "indefinite")
            .set("values", values.join(";"));
        let circle = Circle::new()
            .set("r", rounded(canvas.page.length(self.radii[agent])))
            .set("transform", format!("translate({first})"))
            .set("fill", self.color_of(agent))
            .set("stroke", colors::WALL)
            .set("stroke-width", 0.8);
        Some(circle.add(animation))
    }

    /// Returns the colour of the direction of an agent's way.
    fn color_of(&self, agent: usize) -> &'static str {
        let mut places = self.frames.iter().filter_map(|frame| sanitized(*frame.get(agent)?));
        let first = places.next().unwrap_or_default();
        let way = places.next_back().unwrap_or(first) - first;
        match (way.x.abs() >= way.y.abs(), way.x + way.y >= 0.0) {
            (true, true) => colors::AGENTS[0],
            (true, false) => colors::AGENTS[1],
            (false, true) => colors::AGENTS[2],
            (false, false) => colors::AGENTS[3],
        }
    }
}

#[cfg(test)]
mod tests;
