//! Floors for agents with a size: every floor is drawn in by what walls take from it, its own walls and those of other
//! floors that are near by through a join. Where something of both floors is left along a join, they stay joined.
//!
//! We differ from single grounds (`shrink.rs`) in: what a wall takes is an outline of its own, an obstacle, not a
//! turn of a moved ring. Such a ring would run over several floors, and where these lie above one another its winding
//! numbers say nothing. But a ring that is out of reach of all joins stays on its floor, and is moved as it is there: by as
//! much as it moved, winding numbers are less. So a floor that nothing is joined to is as a single ground.

use std::collections::BTreeMap;

use navmesh_core::geom::Bounds;
use navmesh_core::{Clearance, DVec2};

use super::bands::Surface;
use super::before::border_before;
use super::openings::Openings;
use super::seams::{Joined, Seam};
use crate::border::{corners_from_lowest, rings_of};
use crate::ground::Ground;
use crate::report::NarrowJoin;
use crate::shrink::Reach;
use crate::soup::{Drawing, Effect, Fill, Region, Strand};

/// Floors as they are drawn, and where they are joined.
pub(super) struct Whole<'a> {
    /// The ground of every floor.
    pub(super) grounds: Vec<Ground>,
    /// The number of each floor.
    pub(super) layers: &'a [u32],
    pub(super) seams: &'a [Seam],
    /// What each seam joins.
    pub(super) joined: &'a [Joined],
}

/// Floors drawn in by the reach.
pub(super) struct DrawnIn {
    /// The ground of every floor, as outlines.
    pub(super) drawings: Vec<Drawing>,
    /// The seams along what stays joined.
    pub(super) seams: Vec<Seam>,
    /// The border that the ground had before.
    pub(super) border: Clearance,
    /// What was closed though a point would pass.
    pub(super) narrow: Vec<NarrowJoin>,
}

/// The ground of every floor drawn in by the reach.
pub(super) fn drawn_in(whole: Whole, reach: &Reach) -> DrawnIn {
    let Whole { grounds: whole, layers, seams, joined } = whole;
    let stack: Vec<(u32, usize)> = (0..whole.len() as u32).map(|floor| (floor, 0)).collect();
    let (mut cells, points) = Ground::stacked(whole, &stack);
    let borders = rings_of(&cells);
    joined.iter().flat_map(|seam| &seam.pairs).for_each(|&pair| cells.join(pair));
    let point = |half: u32| points[cells.origin(half) as usize];
    let mut openings = Openings::of(joined, stack.len(), reach.unit, |half| {
        ([half, cells.next(half)].map(point), cells.layer(half))
    });
    let surface = Surface { cells: &cells, points: &points };
    let moved = moved_rings(&borders, &surface, &openings, reach);
    let border = border_before(&surface, &borders, joined, layers);
    let taken = openings.spread(surface.bands(reach, &moved.keys().copied().collect()));
    let mut drawings: Vec<Drawing> = taken.iter().map(|_| Drawing::default()).collect();
    for (drawing, taken) in drawings.iter_mut().zip(taken) {
        for band in taken {
            add_outline(drawing, Effect::Obstacle, [band.points].into_iter());
        }
    }
    for floor in borders.chunk_by(|a, b| cells.layer(a[0]) == cells.layer(b[0])) {
        let ring = |ring: &Vec<u32>| match moved.get(&ring[0]) {
            Some(moved) => moved.clone(),
            None => Some(border_with(&openings, ring, point)),
        };
        let drawing = &mut drawings[cells.layer(floor[0][0]) as usize];
        add_outline(drawing, Effect::Walkable, floor.iter().filter_map(ring));
    }
    let left = seams.iter().zip(joined).map(|(seam, joined)| {
        seam.along(joined.pairs.iter().flat_map(|&[half, _]| openings.left(half)).collect())
    });
    let narrow = openings.narrow();
    DrawnIn { drawings, seams: left.collect(), border, narrow }
}

/// The moved copies of the rings that are out of reach of all openings, if anything is left of them; by first half-edge.
fn moved_rings(
    borders: &[Vec<u32>],
    surface: &Surface,
    openings: &Openings,
    reach: &Reach,
) -> BTreeMap<u32, Option<Vec<DVec2>>> {
    let moved = |ring: &Vec<u32>| {
        let points: Vec<DVec2> = ring.iter().map(|&half| surface.point(half)).collect();
        let is_near = openings.touch(surface.cells.layer(ring[0]), within_reach(&points, reach));
        (!is_near).then(|| (ring[0], reach.ring(&corners_from_lowest(&points))))
    };
    borders.iter().filter_map(moved).collect()
}

/// A box around all that walls between these corners take.
fn within_reach(corners: &[DVec2], reach: &Reach) -> Bounds {
    let Bounds { min, max } = Bounds::of(corners.iter().copied());
    Bounds { min: min - 2.0 * reach.outer, max: max + 2.0 * reach.outer }
}

/// The points of a ring of walls, and between them those at which openings along it end.
fn border_with(openings: &Openings, ring: &[u32], point: impl Fn(u32) -> DVec2) -> Vec<DVec2> {
    let mut points = Vec::with_capacity(ring.len());
    for &half in ring {
        points.push(point(half));
        points.extend(openings.left(half).into_iter().flatten());
    }
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

fn add_outline(drawing: &mut Drawing, effect: Effect, rings: impl Iterator<Item = Vec<DVec2>>) {
    let fill = match effect {
        Effect::Walkable => Fill::Positive,
        _ => Fill::NonZero,
    };
    let outline = drawing.add_outline(Region { effect, fill });
    let strand = drawing.add_strand(Strand::Exterior { outline });
    rings.for_each(|ring| drawing.add_chain(ring, strand));
}
