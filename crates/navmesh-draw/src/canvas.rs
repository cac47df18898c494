//! A page being drawn on: shapes go in, an SVG document comes out.

use glam::DVec2;
use navmesh_core::geom::sanitized;
use svg::Document;
use svg::node::element::{Circle, Description, Path, Polygon, Rectangle, Title};
use svg::node::{Node, Text};

use crate::lettering::lines_of;
use crate::page::Page;
use crate::pen::{Pen, rounded};
use crate::style::{Style, colors};

/// The page, and what was drawn on it so far.
#[derive(Debug)]
pub(crate) struct Canvas {
    document: Document,
    pub(crate) page: Page,
    pub(crate) style: Style,
}

/// The height of numbers beside lines, in page units.
const NUMBER: f64 = 15.0;

/// The style of a line; lengths in page units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) color: &'static str,
    pub(crate) width: f64,
    pub(crate) is_dashed: bool,
}

/// The style of a marker.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ink {
    pub(crate) fill: &'static str,
    pub(crate) edge: &'static str,
    pub(crate) edge_width: f64,
}

impl Canvas {
    /// A page of this size with its background and nothing on it; what is drawn goes to `page`.
    pub(crate) fn new(size: DVec2, page: Page, style: Style) -> Self {
        let (width, height) = (size.x, size.y);
        let legend = "Grey: blocked. White: walkable. Dark lines: walls. Thin lines: cells. Pink: \
                      doors, dashed where they are open. Blue: the corridor searched. Orange: the path. Green disc: start. Purple diamond: \
                      goal. Blue-grey and yellow: what a search has looked at, and left waiting. Blue \
                      dots: corners that it turned at. Violet arcs: links. Where there are several floors, each has its place and its \
                      number; light grey is the ground of the others, and bands of sky blue lead to the \
                      floor whose number stands beside them.";
        let background = Rectangle::new().set("width", width).set("height", height);
        let document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .add(Title::new("A navigation map"))
            .add(Description::new().add(Text::new(legend)))
            .add(background.set("fill", colors::BLOCKED));
        Self { document, page, style }
    }

    /// A pen for this page.
    pub(crate) fn pen(&self) -> Pen {
        Pen::new(self.page)
    }

    /// Adds one filled shape; many cells in one, so that no seam shows between neighbours.
    pub(crate) fn fill(&mut self, pen: Pen, color: &str) {
        if let Some(data) = pen.finish() {
            self.document.append(Path::new().set("d", data).set("fill", color));
        }
    }

    /// Adds lines with round ends and joins.
    pub(crate) fn stroke(&mut self, pen: Pen, line: Line) {
        let Some(data) = pen.finish() else { return };
        let mut path = Path::new()
            .set("d", data)
            .set("fill", "none")
            .set("stroke", line.color)
            .set("stroke-width", line.width)
            .set("stroke-linecap", "round")
            .set("stroke-linejoin", "round");
        if line.is_dashed {
            let dashes = [3.0, 2.5].map(|part| rounded(line.width * part).to_string());
            path = path.set("stroke-dasharray", dashes.join(" "));
        }
        self.document.append(path);
    }

    /// Adds a disc around a point of the map, if that is a usable one.
    pub(crate) fn disc(&mut self, center: DVec2, radius: f64, ink: Ink) {
        let Some(center) = sanitized(center) else { return };
        let at = self.page.place(center);
        self.document.append(
            Circle::new()
                .set("cx", rounded(at.x))
                .set("cy", rounded(at.y))
                .set("r", radius)
                .set("fill", ink.fill)
                .set("stroke", ink.edge)
                .set("stroke-width", ink.edge_width),
        );
    }

    /// Adds a square that stands on its tip around a point of the map, if that is a usable one.
    pub(crate) fn diamond(&mut self, center: DVec2, reach: f64, ink: Ink) {
        let Some(center) = sanitized(center) else { return };
        let at = self.page.place(center);
        let tips = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|tip| at + tip * reach);
        let points = tips.map(|tip| format!("{},{}", rounded(tip.x), rounded(tip.y))).join(" ");
        self.document.append(
            Polygon::new()
                .set("points", points)
                .set("fill", ink.fill)
                .set("stroke", ink.edge)
                .set("stroke-width", ink.edge_width)
                .set("stroke-linejoin", "round"),
        );
    }

    /// Adds a number in strokes beside a point of the page, in a direction of length 1 from it.
    pub(crate) fn number_beside(&mut self, number: u32, at: DVec2, direction: DVec2, line: Line) {
        let (text, height) = (number.to_string(), NUMBER);
        let (_, width) = lines_of(&text, height);
        let size = DVec2::new(width, height);
        let reach = line.width + height / 3.0 + (direction.abs() * size).element_sum() / 2.0;
        let center = at + direction * reach;
        self.heading(&text, center + DVec2::new(-width, height) / 2.0, height, line.color);
    }

    /// Adds a text in strokes that begins at a point of the page, its lower left corner.
    pub(crate) fn heading(&mut self, text: &str, corner: DVec2, height: f64, color: &'static str) {
        let (lines, _) = lines_of(text, height);
        let mut pen = self.pen();
        let corner = corner - DVec2::new(0.0, height);
        lines.into_iter().for_each(|line| pen.line_on_page(line.into_iter().map(|at| at + corner)));
        self.stroke(pen, Line { color, width: rounded(height / 8.0), is_dashed: false });
    }

    /// The document as text.
    pub(crate) fn finish(self) -> String {
        self.document.to_string()
    }
}
