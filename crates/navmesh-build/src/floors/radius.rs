//! Floors for agents with a size: every floor is drawn in by what walls take from it, its own walls and those of other
//! floors that are near by through a join. Where something of both floors is left along a join, they stay joined.
//!
//! We differ from single grounds (`shrink.rs`) in: what every wall takes is an outline of its own, an obstacle, not a
//! turn of a moved ring. Such a ring would run over several floors, and where these lie above one another its winding
//! numbers say nothing. A floor that nothing is joined to is a single ground.

use navmesh_core::{Clearance, DVec2};

use super::bands::Surface;
use super::before::border_before;
use super::openings::Openings;
use super::seams::{Joined, Seam};
use crate::border::{Border, rings_of};
use crate::ground::Ground;
use crate::report::NarrowJoin;
use crate::shrink::{Reach, shrink};
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
    let single = single_grounds(&whole, seams, joined, reach);
    let stack: Vec<(u32, usize)> = (0..whole.len() as u32).map(|floor| (floor, 0)).collect();
    let (mut cells, points) = Ground::stacked(whole, &stack);
    let borders = rings_of(&cells);
    joined.iter().flat_map(|seam| &seam.pairs).for_each(|&pair| cells.join(pair));
    let point = |half: u32| points[cells.origin(half) as usize];
    let mut openings = Openings::of(joined, stack.len(), reach.unit, |half| {
        ([half, cells.next(half)].map(point), cells.layer(half))
    });
    let surface = Surface { cells: &cells, points: &points };
    let border = border_before(&surface, &borders, joined, layers);
    let taken = openings.spread(surface.bands(reach));
    let mut drawings: Vec<Drawing> = taken.iter().map(|_| Drawing::default()).collect();
    for (drawing, taken) in drawings.iter_mut().zip(taken) {
        for band in taken {
            add_outline(drawing, Effect::Obstacle, [band.points].into_iter());
        }
    }
    for floor in borders.chunk_by(|a, b| cells.layer(a[0]) == cells.layer(b[0])) {
        let ring = |ring: &Vec<u32>| border_with(&openings, ring, point);
        let drawing = &mut drawings[cells.layer(floor[0][0]) as usize];
        add_outline(drawing, Effect::Walkable, floor.iter().map(ring));
    }
    let left = seams.iter().zip(joined).map(|(seam, joined)| {
        seam.along(joined.pairs.iter().flat_map(|&[half, _]| openings.left(half)).collect())
    });
    let drawings = single.into_iter().zip(drawings).map(|(single, drawn)| single.unwrap_or(drawn));
    let narrow = openings.narrow();
    DrawnIn { drawings: drawings.collect(), seams: left.collect(), border, narrow }
}

/// The floors to which nothing is joined, drawn in; `None` for others.
fn single_grounds(
    whole: &[Ground],
    seams: &[Seam],
    joined: &[Joined],
    reach: &Reach,
) -> Vec<Option<Drawing>> {
    let mut is_joined = vec![false; whole.len()];
    for (seam, _) in seams.iter().zip(joined).filter(|(_, joined)| !joined.pairs.is_empty()) {
        seam.floors.iter().for_each(|&floor| is_joined[floor] = true);
    }
    let single = |(ground, is_joined): (&Ground, bool)| {
        (!is_joined).then(|| shrink(&Border::of(&ground.cells, &ground.points), reach))
    };
    whole.iter().zip(is_joined).map(single).collect()
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
