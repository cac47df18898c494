//! Paths to draw: polylines, paths on floors, and curves.

use glam::DVec2;
use navmesh_core::{CurvePiece, CurvedPath, Path};

use crate::canvas::Canvas;
use crate::floors::FloorView;
use crate::route;

/// A path to draw.
#[derive(Debug, Clone, Copy)]
pub(super) enum ShownPath<'a> {
    /// A polyline without floors.
    Points(&'a [DVec2]),
    /// A path, which knows its cells and so its floors.
    Path(&'a Path),
    /// A path of segments and arcs, without floors.
    Curve(&'a CurvedPath),
}

impl ShownPath<'_> {
    /// Returns points on the path that its picture has to show.
    pub(super) fn points(&self) -> Vec<DVec2> {
        match self {
            Self::Points(points) => points.to_vec(),
            Self::Path(path) => path.waypoints().to_vec(),
            Self::Curve(curve) => curve.pieces.iter().flat_map(points_of).collect(),
        }
    }

    /// Draws the pieces of the path on a floor.
    pub(super) fn draw(&self, canvas: &mut Canvas, on: Option<FloorView<'_>>, color: &'static str) {
        match (self, on) {
            (Self::Curve(curve), _) => route::curve(canvas, &curve.pieces, color),
            (Self::Path(path), Some(FloorView { mesh, layer: Some(layer) })) => {
                let own = path.by_floor(mesh).into_iter().filter(|part| part.layer == layer);
                let pieces: Vec<Vec<DVec2>> = own.map(|section| section.points).collect();
                route::path(canvas, &pieces, path.waypoints(), color);
            }
            _ => {
                let points = self.points();
                route::path(canvas, std::slice::from_ref(&points), &points, color);
            }
        }
    }
}

/// Returns the ends of a piece, and the middle of an arc.
fn points_of(piece: &CurvePiece) -> Vec<DVec2> {
    let mut points = piece.ends().to_vec();
    if let CurvePiece::Arc { from, center, angle, .. } = *piece {
        points.push(center + DVec2::from_angle(angle / 2.0).rotate(from - center));
    }
    points
}
