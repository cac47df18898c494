//! The layer of distances: coloured pieces, and arrows along the paths.

use glam::DVec2;
use navmesh_core::Place;
use navmesh_core::backend::geom::sanitized;

use crate::canvas::{Canvas, Line};
use crate::pen::Pen;
use crate::route;
use crate::style::colors;

/// A picture of the distances to the nearest goal.
///
/// Pieces are coloured by their distance, from light at the goal to dark at [`farthest`](DistanceMap::farthest), and
/// a legend below the map lists the distances of the colours.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DistanceMap {
    /// The coloured pieces.
    pub pieces: Vec<DistancePiece>,
    /// Arrows towards the goals.
    pub arrows: Vec<DistanceArrow>,
    /// The goals; one without a floor is on every floor.
    pub goals: Vec<Place>,
    /// The distance of the darkest colour, in map units.
    pub farthest: f64,
}

/// A polygon at about one distance from a goal.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DistancePiece {
    /// The corners.
    pub ring: Vec<DVec2>,
    /// The number of the floor.
    pub layer: u32,
    /// The distance, in map units.
    pub distance: f64,
}

/// An arrow on a floor.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DistanceArrow {
    /// The tail and the tip.
    pub ends: [DVec2; 2],
    /// The number of the floor.
    pub layer: u32,
}

impl DistanceMap {
    /// Returns the number of the colour of a distance, from 0. Pieces side by side with one colour may be one piece.
    #[must_use]
    pub fn color(&self, distance: f64) -> usize {
        let share = distance / self.farthest;
        // The quotient of two zeros is NaN, which becomes 0.
        ((share * colors::BANDS.len() as f64) as usize).min(colors::BANDS.len() - 1)
    }
}

/// Draws the coloured pieces of a floor, or of all.
pub(crate) fn pieces(canvas: &mut Canvas, map: &DistanceMap, layer: Option<u32>) {
    let mut pens: Vec<Pen> = colors::BANDS.iter().map(|_| canvas.pen()).collect();
    for piece in map.pieces.iter().filter(|piece| is_on(layer, piece.layer)) {
        pens[map.color(piece.distance)].polygon(piece.ring.iter().copied().filter_map(sanitized));
    }
    for (pen, color) in pens.into_iter().zip(colors::BANDS) {
        canvas.fill_without_seams(pen, color);
    }
}

/// Draws arrows, each from its tail to its tip.
pub(crate) fn plain_arrows(canvas: &mut Canvas, arrows: impl Iterator<Item = [DVec2; 2]>) {
    let mut pen = canvas.pen();
    for ends in arrows {
        let [Some(tail), Some(tip)] = ends.map(sanitized) else { continue };
        let back = tip.lerp(tail, 0.4);
        let across = (tip - tail).perp() * 0.22;
        pen.line([tail, tip]);
        pen.line([back + across, tip, back - across]);
    }
    let width = canvas.style.portal.min(1.6);
    canvas.stroke(pen, Line { color: colors::ARROW, width, is_dashed: false });
}

/// Draws the arrows and the goals of a floor, or of all.
pub(crate) fn arrows(canvas: &mut Canvas, map: &DistanceMap, layer: Option<u32>) {
    let here = map.arrows.iter().filter(|arrow| is_on(layer, arrow.layer));
    plain_arrows(canvas, here.map(|arrow| arrow.ends));
    for goal in map.goals.iter().filter(|goal| layer.is_none_or(|layer| goal.may_be_on(layer))) {
        route::markers(canvas, None, Some(goal.point));
    }
}

fn is_on(shown: Option<u32>, layer: u32) -> bool {
    shown.is_none_or(|shown| shown == layer)
}
