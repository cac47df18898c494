//! A surface as seen from the side: parallel rays, the farther triangles drawn first.

use glam::{DVec2, DVec3};
use navmesh_core::backend::Facet;
use navmesh_core::{Bounds, Surface, SurfacePath};

use super::relief::{Heights, color, facets};
use crate::canvas::{Canvas, Line};
use crate::legend;
use crate::page::Axis;
use crate::page::layout::Layout;
use crate::pixels::{self, DrawError};
use crate::route;
use crate::style::{Style, colors};

/// A surface as seen from the side, with paths on it. The parts of a path behind other ground are dashed.
///
/// Rays are parallel, so equal lengths in one direction are equal in the picture.
///
/// ```
/// use navmesh_core::{NavMesh, RawMesh, Surface};
/// use navmesh_draw::Oblique;
///
/// let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]];
/// let mesh = NavMesh::from_raw(&RawMesh::of_cells(corners, &[&[0, 1, 2, 3]]))?;
/// let heights = mesh.edges().iter().map(|edge| edge.origin().x / 4.0).collect();
/// let surface = Surface::new(mesh, heights)?;
/// assert!(Oblique::new(&surface).seen_from([-1.0, -2.0, 1.5]).to_svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Oblique<'a> {
    surface: &'a Surface,
    axes: Axes,
    paths: Vec<&'a SurfacePath>,
}

/// The axes of a picture in space: to the right, upwards, and towards the viewer.
#[derive(Debug, Clone, Copy)]
struct Axes {
    right: DVec3,
    up: DVec3,
    near: DVec3,
}

impl Axes {
    /// Returns the axes for a direction towards the viewer.
    fn towards(viewer: DVec3) -> Self {
        let near = viewer.normalize_or(DVec3::Z);
        let right = DVec3::Z.cross(near).normalize_or(DVec3::X);
        Self { right, up: near.cross(right), near }
    }

    fn place(self, point: DVec3) -> DVec2 {
        DVec2::new(self.right.dot(point), self.up.dot(point))
    }

    /// Returns a triangle of the picture; its heights are distances towards the viewer.
    fn facet(self, facet: &Facet) -> Facet {
        Facet(facet.0.map(|point| self.place(point).extend(self.near.dot(point))))
    }
}

impl<'a> Oblique<'a> {
    /// Makes the picture of a surface, seen from the front, from the left and from above.
    #[must_use]
    pub fn new(surface: &'a Surface) -> Self {
        let axes = Axes::towards(DVec3::new(-1.0, -2.0, 1.5));
        Self { surface, axes, paths: Vec::new() }
    }

    /// Sets the direction from the map to the viewer: x and y of the plan, and upwards. Without a length it is straight up.
    ///
    /// A viewer below the map sees it from below.
    #[must_use]
    pub fn seen_from(mut self, direction: impl Into<DVec3>) -> Self {
        self.axes = Axes::towards(direction.into());
        self
    }

    /// Draws a path. Ask [`Surface::along`] for a small step, as parts between two of its points are shown or hidden as a whole.
    /// Every path has the next colour.
    #[must_use]
    pub fn path(mut self, path: &'a SurfacePath) -> Self {
        self.paths.push(path);
        self
    }

    /// Returns the picture as an SVG document.
    ///
    /// Complexity: O(n log n) in the triangles, and their number for each point of a path.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.drawn_on(&self.layout())
    }

    /// Returns the picture as PNG bytes, `width_pixels` wide.
    ///
    /// # Errors
    ///
    /// [`DrawError::Size`] if a side is 0 or more than 16384 pixels, or the picture more than 2²⁶ pixels.
    pub fn to_png(&self, width_pixels: u32) -> Result<Vec<u8>, DrawError> {
        let layout = self.layout();
        let height_pixels = pixels::checked_height(width_pixels, layout.size)?;
        pixels::rendered(&self.drawn_on(&layout), width_pixels, height_pixels)
    }

    /// Returns the width of the page over its height.
    #[must_use]
    pub fn aspect(&self) -> f64 {
        let size = self.layout().size;
        size.x / size.y
    }

    fn layout(&self) -> Layout {
        let points = self.surface.patches().flat_map(|(_, points, _)| points);
        let bounds = points.map(|point| self.axes.place(point));
        let bounds = bounds.fold(Bounds::EMPTY, Bounds::including);
        Layout::plain(bounds, Axis::YUp).with_footer(legend::FOOTER)
    }

    fn drawn_on(&self, layout: &Layout) -> String {
        let mesh = self.surface.mesh();
        let style = Style::of(Some(mesh), None, &layout.first);
        let mut canvas = Canvas::new(layout.size, layout.first, style);
        let heights = Heights::of(self.surface);
        let mut shown: Vec<(Facet, usize)> = facets(self.surface)
            .map(|(_, facet)| (self.axes.facet(&facet), heights.tone(&facet)))
            .collect();
        let depth = |facet: &Facet| facet.0.iter().map(|point| point.z).sum::<f64>();
        shown.sort_by(|a, b| depth(&a.0).total_cmp(&depth(&b.0)));
        for (facet, tone) in &shown {
            let mut pen = canvas.pen();
            pen.polygon(facet.0.map(DVec3::truncate));
            canvas.fill_without_seams(pen, &color(*tone));
        }
        let scenery = Scenery::of(shown);
        for (index, path) in self.paths.iter().enumerate() {
            self.draw_path(&mut canvas, path, &scenery, colors::path(index));
        }
        legend::heights(&mut canvas, &Heights::tones(), heights.ends(), layout.size);
        canvas.finish()
    }

    fn draw_path(
        &self,
        canvas: &mut Canvas,
        path: &SurfacePath,
        scenery: &Scenery,
        color: &'static str,
    ) {
        let points: Vec<DVec3> = path.points.iter().map(|at| at.point.extend(at.height)).collect();
        let (mut seen, mut hidden) = (canvas.pen(), canvas.pen());
        for ends in points.windows(2) {
            let middle = (ends[0] + ends[1]) / 2.0;
            let at = self.axes.place(middle).extend(self.axes.near.dot(middle));
            let pen = if scenery.hides(at) { &mut hidden } else { &mut seen };
            pen.line(ends.iter().map(|&end| self.axes.place(end)));
        }
        let width = canvas.style.path;
        canvas.stroke(hidden, Line { color, width: width / 2.0, is_dashed: true });
        canvas.stroke(seen, Line { color, width, is_dashed: false });
        let ends = [points.first(), points.last()].map(|end| end.map(|&end| self.axes.place(end)));
        route::markers(canvas, ends[0], ends[1]);
    }
}

/// The least distance of ground before a point that it hides, relative to all distances. The surface has smaller steps where
/// Recast samples it.
const BEFORE: f64 = 0.01;

/// The triangles of a picture that hide what is behind them.
struct Scenery {
    facets: Vec<Facet>,
    before: f64,
}

impl Scenery {
    fn of(shown: Vec<(Facet, usize)>) -> Self {
        // A triangle that is seen from below or from its side hides nothing.
        let is_seen = |facet: &Facet| {
            let [a, b, c] = facet.0.map(DVec3::truncate);
            (b - a).perp_dot(c - a) > 0.0
        };
        let facets: Vec<Facet> =
            shown.into_iter().map(|(facet, _)| facet).filter(is_seen).collect();
        let depths = facets.iter().flat_map(|facet| facet.0).map(|point| point.z);
        let [near, far] = [
            depths.clone().fold(f64::NEG_INFINITY, f64::max),
            depths.fold(f64::INFINITY, f64::min),
        ];
        Self { facets, before: BEFORE * (near - far) }
    }

    /// True if ground lies before a point of the picture.
    fn hides(&self, at: DVec3) -> bool {
        let point = at.truncate();
        let mut above = self.facets.iter().filter(|facet| facet.holds(point));
        above.any(|facet| facet.height(point) > at.z + self.before)
    }
}
