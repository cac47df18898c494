//! Six moments of a film, side by side.

use glam::DVec2;
use navmesh_core::backend::geom::sanitized;

use super::Film;
use crate::canvas::{Canvas, Ink, Line};
use crate::legend::{self, AreaEntry};
use crate::page::layout::Layout;
use crate::pen::{Pen, rounded};
use crate::style::colors;

/// The number of moments.
const MOMENTS: u32 = 6;
/// The height of the times, in page units.
const HEADING: f64 = 16.0;
/// The width of a trail over the diameter of its agent.
const TRAIL: f64 = 0.22;

impl Film<'_> {
    /// Returns a page with a panel for each moment.
    pub(super) fn moments_layout(&self) -> Layout {
        let moments: Vec<u32> = (0..MOMENTS).collect();
        let layout = Layout::of_floors(self.mesh.bounds(), self.axis, &moments);
        let [ways, speeds] = self.legends(layout.size.x);
        layout.with_footer(legend::height(&ways) + legend::height(&speeds))
    }

    /// Returns the colours of directions and of speeds.
    fn legends(&self, page_width: f64) -> [Vec<AreaEntry>; 2] {
        let ways = self.ways(page_width);
        if ways.is_empty() {
            return [ways, Vec::new()];
        }
        // Shares of the greatest speed of an agent.
        let texts = ["slow, below 0.2", "below 0.4", "below 0.6", "below 0.8", "fast"];
        let speeds = colors::SPEEDS.into_iter().zip(texts.map(str::to_owned));
        [ways, legend::in_rows(speeds, page_width)]
    }

    /// Draws all moments: the map, the trails, the agents, the time.
    pub(super) fn moments(&self, layout: &Layout) -> String {
        let mut canvas = Canvas::new(layout.size, layout.first, self.style(layout));
        let last = self.frames.len().saturating_sub(1);
        for (index, panel) in layout.panels.iter().enumerate() {
            canvas.page = panel.page;
            self.draw_map(&mut canvas);
            let frame = |index: usize| last * index / (MOMENTS as usize - 1);
            let (from, to) = (frame(index.saturating_sub(1)), frame(index));
            self.draw_trails(&mut canvas, from, to);
            self.draw_agents(&mut canvas, to);
            let time = format!("{} s", (to as f64 * self.interval * 10.0).round() / 10.0);
            let corner = panel.page.corner() - DVec2::Y * (HEADING / 2.0);
            canvas.heading(&time, corner, HEADING, colors::WALL);
        }
        let [ways, speeds] = self.legends(layout.size.x);
        legend::areas(&mut canvas, &ways, layout.size, legend::height(&speeds));
        legend::areas(&mut canvas, &speeds, layout.size, 0.0);
        canvas.finish()
    }

    /// Draws the ways from one frame to another, one shape per colour.
    fn draw_trails(&self, canvas: &mut Canvas, from: usize, to: usize) {
        let mut pens: Vec<Pen> = colors::SPEEDS.iter().map(|_| canvas.pen()).collect();
        for agent in 0..self.radii.len() {
            for frame in from..to {
                let ends = [frame, frame + 1].map(|frame| self.frames[frame].get(agent));
                let [Some(&start), Some(&end)] = ends else { continue };
                let (Some(start), Some(end)) = (sanitized(start), sanitized(end)) else { continue };
                if start != end {
                    let share = start.distance(end) / self.interval / self.speeds[agent];
                    let band = (share * pens.len() as f64) as usize;
                    let band = band.min(pens.len() - 1);
                    pens[band].line([start, end]);
                }
            }
        }
        let radius = self.radii.iter().copied().fold(f64::INFINITY, f64::min);
        let width = rounded(canvas.page.length(2.0 * radius) * TRAIL).max(0.5);
        for (pen, color) in pens.into_iter().zip(colors::SPEEDS) {
            canvas.stroke(pen, Line { color, width, is_dashed: false });
        }
    }

    fn draw_agents(&self, canvas: &mut Canvas, frame: usize) {
        let Some(points) = self.frames.get(frame) else { return };
        for (agent, &point) in points.iter().enumerate().take(self.radii.len()) {
            let radius = rounded(canvas.page.length(self.radii[agent]));
            let ink = Ink { fill: self.color_of(agent), edge: colors::WALL, edge_width: 0.6 };
            canvas.disc(point, radius, ink);
        }
    }
}
