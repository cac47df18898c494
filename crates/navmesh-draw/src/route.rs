//! The layers of a route: corridor, portals, paths, start and goal.

use glam::DVec2;
use navmesh_core::backend::geom::sanitized;
use navmesh_core::{Corridor, CurvePiece, EdgeId, NavMesh};

use crate::canvas::{Canvas, Ink, Line};
use crate::floors::FloorView;
use crate::pen::{Pen, rounded};
use crate::style::colors;

/// A corridor, and its mesh.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShownCorridor<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) corridor: &'a Corridor,
}

/// Draws the cells of a corridor, tinted.
pub(crate) fn corridor(canvas: &mut Canvas, shown: ShownCorridor, layer: Option<u32>) {
    let mut pen = canvas.pen();
    let on = FloorView { mesh: shown.mesh, layer };
    let cells = shown.corridor.cells.iter().filter(|&&cell| shown.mesh.has_cell(cell));
    for cell in cells.filter(|cell| on.shows(cell.slot)) {
        pen.polygon(shown.mesh.corners(cell.slot));
    }
    canvas.tint(pen, colors::CORRIDOR, colors::CORRIDOR_OPACITY);
}

/// Draws the portals of a corridor, dashed.
pub(crate) fn portals(canvas: &mut Canvas, shown: ShownCorridor, layer: Option<u32>) {
    let mut pen = canvas.pen();
    let (on, edges) = (FloorView { mesh: shown.mesh, layer }, shown.mesh.edges());
    let is_here =
        |edge: EdgeId| edges.get(edge.index()).is_none_or(|edge| on.shows(edge.cell_slot()));
    for portal in shown.corridor.portals.iter().filter(|portal| is_here(portal.edge)) {
        if let (Some(left), Some(right)) = (sanitized(portal.left), sanitized(portal.right)) {
            pen.line([left, right]);
        }
    }
    let line = Line { color: colors::PORTAL, width: canvas.style.portal, is_dashed: true };
    canvas.stroke(pen, line);
}

/// Draws the pieces of a path: a strong line on a white one, and dots at its waypoints.
pub(crate) fn path(
    canvas: &mut Canvas,
    pieces: &[Vec<DVec2>],
    waypoints: &[DVec2],
    color: &'static str,
) {
    stroke(canvas, color, |pen| {
        for piece in pieces {
            pen.line(piece.iter().copied().filter_map(sanitized));
        }
    });
    for piece in pieces {
        // A piece that continues on another floor may end between waypoints.
        let is_end = |index: usize| index == 0 || index + 1 == piece.len();
        let points = piece.iter().enumerate();
        let dots = points.filter(|(index, point)| !is_end(*index) || waypoints.contains(point));
        for (_, &point) in dots {
            dot(canvas, point, color);
        }
    }
}

/// Draws a curve like a path, with dots at the ends of its pieces.
pub(crate) fn curve(canvas: &mut Canvas, pieces: &[CurvePiece], color: &'static str) {
    stroke(canvas, color, |pen| pieces.iter().for_each(|piece| pen.curve_piece(piece)));
    let ends = pieces.iter().map(|piece| piece.ends()[1]);
    for point in pieces.first().map(|piece| piece.ends()[0]).into_iter().chain(ends) {
        dot(canvas, point, color);
    }
}

/// Draws a strong line on a white one.
fn stroke(canvas: &mut Canvas, color: &'static str, draw: impl Fn(&mut Pen)) {
    let width = canvas.style.path;
    for (color, width) in [(colors::HALO, rounded(width * 1.6)), (color, width)] {
        let mut pen = canvas.pen();
        draw(&mut pen);
        canvas.stroke(pen, Line { color, width, is_dashed: false });
    }
}

/// Draws the dot of a waypoint.
fn dot(canvas: &mut Canvas, point: DVec2, color: &'static str) {
    let edge_width = rounded(canvas.style.path / 2.0);
    canvas.disc(point, canvas.style.waypoint, Ink { fill: colors::HALO, edge: color, edge_width });
}

/// Draws a dashed line between two places that no path joins, and a ring around the second.
pub(crate) fn gap(canvas: &mut Canvas, ends: [DVec2; 2]) {
    let [Some(from), Some(to)] = ends.map(sanitized) else { return };
    let width = rounded(canvas.style.path * 0.6);
    let mut pen = canvas.pen();
    pen.line([from, to]);
    canvas.stroke(pen, Line { color: colors::GAP, width, is_dashed: true });
    let ink = Ink { fill: colors::HALO, edge: colors::GAP, edge_width: width };
    canvas.disc(to, rounded(canvas.style.marker * 0.7), ink);
}

/// Draws corners as small dots.
pub(crate) fn corners(canvas: &mut Canvas, corners: &[DVec2]) {
    let size = rounded(canvas.style.waypoint * 0.8);
    let ink = Ink { fill: colors::PORTAL, edge: colors::HALO, edge_width: rounded(size / 4.0) };
    for &corner in corners {
        canvas.disc(corner, size, ink);
    }
}

/// Draws the start as a disc, and the goal as a diamond.
pub(crate) fn markers(canvas: &mut Canvas, start: Option<DVec2>, goal: Option<DVec2>) {
    let size = canvas.style.marker;
    let ink = |fill| Ink { fill, edge: colors::HALO, edge_width: rounded(size / 4.0) };
    if let Some(start) = start {
        canvas.disc(start, size, ink(colors::START));
    }
    if let Some(goal) = goal {
        // A diamond of the disc's area looks as large as the disc.
        canvas.diamond(goal, size * 1.25, ink(colors::GOAL));
    }
}
