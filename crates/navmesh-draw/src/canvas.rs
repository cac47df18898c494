//! The canvas: collects shapes into an SVG document.

use glam::DVec2;
use navmesh_core::backend::geom::sanitized;
use svg::Document;
use svg::node::element::{Circle, Description, Path, Polygon, Rectangle, Title};
use svg::node::{Node, Text};

use crate::page::Page;
use crate::pen::{Pen, rounded};
use crate::stroke_font::lines_of;
use crate::style::{Style, colors};

/// The page, and the shapes drawn so far.
#[derive(Debug)]
pub(crate) struct Canvas {
    document: Document,
    pub(crate) page: Page,
    pub(crate) style: Style,
}

/// The height of numbers beside lines, in page units.
const NUMBER_HEIGHT: f64 = 15.0;

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
    /// Creates a page of this size with its background. Shapes are placed by `page`.
    pub(crate) fn new(size: DVec2, page: Page, style: Style) -> Self {
        let (width, height) = (size.x, size.y);
        let legend = "Grey: blocked. White: walkable. Dark lines: walls. Thin lines: cells. Pink: \
                      doors, dashed where they are open. Blue: the corridor searched. Orange: the path. Green disc: start. Purple diamond: \
                      goal. Blue-grey: expanded by a search. Yellow: in its queue. Blue dots: corners where \
                      it turned. Violet arcs: links. Several floors are side by side, each with its number; \
                      light grey: other floors. Pale grey: walkable, but too near to a wall for the agent. Red: from an \
                      end without a path to the nearest place that has one. Light yellow to blue: near to \
                      far, as in the legend, with arrows towards the goal. Pale colours: areas, in the legend with the cost of a unit \
                      of length. Sky-blue bands: floor connections, with the number of the \
                      other floor.";
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

    /// Returns a pen for this page.
    pub(crate) fn pen(&self) -> Pen {
        Pen::new(self.page)
    }

    /// Adds one filled shape. Many cells in one shape have no seams between them.
    pub(crate) fn fill(&mut self, pen: Pen, color: &str) {
        if let Some(data) = pen.finish() {
            self.document.append(Path::new().set("d", data).set("fill", color));
        }
    }

    /// Adds one translucent shape.
    pub(crate) fn tint(&mut self, pen: Pen, color: &str, opacity: f64) {
        if let Some(data) = pen.finish() {
            self.document
                .append(Path::new().set("d", data).set("fill", color).set("fill-opacity", opacity));
        }
    }

    /// Adds one shape with a hairline of its colour, which hides the seams between shapes side by side.
    pub(crate) fn fill_without_seams(&mut self, pen: Pen, color: &str) {
        if let Some(data) = pen.finish() {
            let path = Path::new().set("d", data).set("fill", color);
            self.document.append(path.set("stroke", color).set("stroke-width", 0.6));
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

    /// Adds a disc around a point of the map, unless it is out of the domain.
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

    /// Adds a diamond around a point of the map, unless it is out of the domain.
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

    /// Adds a number in strokes beside a point of the page, in the direction of a unit vector.
    pub(crate) fn number_beside(&mut self, number: u32, at: DVec2, direction: DVec2, line: Line) {
        let (text, height) = (number.to_string(), NUMBER_HEIGHT);
        let (_, width) = lines_of(&text, height);
        let size = DVec2::new(width, height);
        let reach = line.width + height / 3.0 + (direction.abs() * size).element_sum() / 2.0;
        let center = at + direction * reach;
        self.heading(&text, center + DVec2::new(-width, height) / 2.0, height, line.color);
    }

    /// Adds a text in strokes. `corner` is its lower left corner on the page.
    pub(crate) fn heading(&mut self, text: &str, corner: DVec2, height: f64, color: &'static str) {
        let (lines, _) = lines_of(text, height);
        let mut pen = self.pen();
        let corner = corner - DVec2::new(0.0, height);
        for line in lines {
            pen.line_on_page(line.into_iter().map(|at| at + corner));
        }
        self.stroke(pen, Line { color, width: rounded(height / 8.0), is_dashed: false });
    }

    /// Adds a shape of the page.
    pub(crate) fn append(&mut self, shape: impl Into<Box<dyn Node>>) {
        self.document.append(shape);
    }

    /// Returns the document as text.
    pub(crate) fn finish(self) -> String {
        self.document.to_string()
    }
}
