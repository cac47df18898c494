//! Floors for agents with a size: every floor is drawn in by what walls take from it, its own walls and those of other
//! floors that are near by through a join. Where something of both floors is left along a connection, they stay joined.
//!
//! We differ from single grounds (`shrink.rs`) in: what a wall takes is an outline of its own, an obstacle, not a
//! turn of a moved ring. Such a ring would run over several floors, and where these lie above one another its winding
//! numbers say nothing. But a ring that is out of reach of all joins stays on its floor, and is moved as it is there: by as
//! much as it moved, winding numbers are less. So a floor that nothing is joined to is as a single ground. Where very much
//! lies within one radius, what walls take is united by halves before it is drawn, that of all rings (`crowds.rs`).

mod clearance;
mod convex_polygon;
mod wall_strips;
mod segment_index;
pub(crate) mod visibility;

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::geom::Bounds;
use navmesh_core::{Clearance, DVec2};

use super::seams::{Seam, SeamPairs};
use crate::error::BuildError;
use crate::ground::Ground;
use crate::half_edges::HalfEdges;
use crate::inset::border::{corners_from_lowest, rings_of};
use crate::inset::divide_and_conquer;
use crate::inset::offset::OffsetRadius;
use crate::plsg::{Drawing, Effect, Fill, Region, Source};
use crate::report::NarrowConnection;
use clearance::clearance;
use convex_polygon::ConvexPolygon;
use visibility::{CLEAR_UNITS, FloorPortals};
use wall_strips::Surface;

/// How much coarser than floats floors are drawn in by halves: an eighth part of what is kept clear of, and a half of how
/// far strips begin behind their walls, is more than the halves are moved by.
const COARSENESS: f64 = 256.0;

/// Floors as they are drawn, in one heap, and where they are joined.
pub(super) struct JoinedFloors<'a> {
    cells: HalfEdges,
    points: Vec<DVec2>,
    /// The rings around the ground of every floor.
    borders: Vec<Vec<u32>>,
    floor_count: usize,
    seams: &'a [Seam],
    joined: &'a [SeamPairs],
}

/// Floors drawn in by the reach.
pub(super) struct InsetFloors {
    /// The ground of every floor, as outlines.
    pub(super) drawings: Vec<Drawing>,
    /// The seams along what stays joined.
    pub(super) seams: Vec<Seam>,
    /// What was closed though a point would pass.
    pub(super) narrow: Vec<NarrowConnection>,
}

/// The reach that floors are drawn in by halves by; `None` where the radius is so small that rounding takes too much of
/// the arcs' tolerance.
pub(super) fn coarse(offset: &OffsetRadius) -> Option<OffsetRadius> {
    offset.coarser(COARSENESS, CLEAR_UNITS)
}

impl<'a> JoinedFloors<'a> {
    /// The ground of every floor; `joined` is what each seam joins.
    pub(super) fn of(grounds: Vec<Ground>, seams: &'a [Seam], joined: &'a [SeamPairs]) -> Self {
        let floor_count = grounds.len();
        let stack: Vec<(u32, usize)> = (0..floor_count as u32).map(|floor| (floor, 0)).collect();
        let (mut cells, points) = Ground::stacked(grounds, &stack);
        let borders = rings_of(&cells);
        for &pair in joined.iter().flat_map(|seam| &seam.pairs) {
            cells.join(pair);
        }
        Self { cells, points, borders, floor_count, seams, joined }
    }

    /// The border that the ground had before; the floors' own numbers are `layers`.
    pub(super) fn clearance(&self, layers: &[u32]) -> Clearance {
        clearance(&self.surface(), &self.borders, self.joined, layers)
    }

    /// The ground of every floor drawn in by the reach.
    pub(super) fn inset(&self, offset: &OffsetRadius) -> InsetFloors {
        let mut portals = self.openings(offset);
        let moved = moved_rings(&self.borders, &self.surface(), &portals, offset);
        let taken =
            portals.propagate(self.surface().strips(offset, &moved.keys().copied().collect()));
        let mut drawings: Vec<Drawing> = taken.into_iter().map(as_obstacles).collect();
        self.add_ground(&mut drawings, &portals, &moved);
        self.drawn(drawings, &portals)
    }

    /// The same by halves, for a coarse offset: what walls take is united before it is drawn, as `crowds.rs` does.
    ///
    /// # Errors
    ///
    /// `OnLayer` with an error of the stages that outlines go through; the floors' own numbers are `layers`.
    pub(super) fn inset_by_divide_and_conquer(
        &self,
        offset: &OffsetRadius,
        layers: &[u32],
    ) -> Result<InsetFloors, BuildError> {
        let mut portals = self.openings(offset);
        let taken = portals.propagate(self.surface().strips(offset, &BTreeSet::new()));
        let united = |(strips, &layer): (Vec<(ConvexPolygon, DVec2)>, &u32)| {
            let rings = strips.into_iter().map(|(strip, source)| (strip.points, Some(source)));
            let taken = divide_and_conquer::union_of_rings(rings, offset.unit / COARSENESS);
            let mut drawing = Drawing::default();
            drawing.add_rings(Effect::Obstacle, taken.map_err(|error| error.on_layer(layer))?);
            Ok(drawing)
        };
        let drawings: Result<Vec<Drawing>, BuildError> =
            taken.into_iter().zip(layers).map(united).collect();
        let mut drawings = drawings?;
        self.add_ground(&mut drawings, &portals, &BTreeMap::new());
        Ok(self.drawn(drawings, &portals))
    }

    fn surface(&self) -> Surface<'_> {
        Surface { cells: &self.cells, points: &self.points }
    }

    fn openings(&self, offset: &OffsetRadius) -> FloorPortals {
        FloorPortals::of(self.joined, self.floor_count, offset.unit, |half| {
            let ends = [half, self.cells.next(half)].map(|half| self.surface().point(half));
            (ends, self.cells.layer(half))
        })
    }

    /// Draws the rings around the ground of every floor; those that are moved as they are, moved.
    fn add_ground(
        &self,
        drawings: &mut [Drawing],
        portals: &FloorPortals,
        moved: &BTreeMap<u32, Option<Vec<DVec2>>>,
    ) {
        let point = |half: u32| self.surface().point(half);
        let floor_of = |ring: &[u32]| self.cells.layer(ring[0]);
        for floor in self.borders.chunk_by(|a, b| floor_of(a) == floor_of(b)) {
            let ring = |ring: &Vec<u32>| match moved.get(&ring[0]) {
                Some(moved) => moved.clone(),
                None => Some(border_with(portals, ring, point)),
            };
            let drawing = &mut drawings[floor_of(&floor[0]) as usize];
            drawing.add_rings(Effect::Walkable, floor.iter().filter_map(ring));
        }
    }

    /// These drawings, and what the portals say of the seams.
    fn drawn(&self, drawings: Vec<Drawing>, portals: &FloorPortals) -> InsetFloors {
        let left = self.seams.iter().zip(self.joined).map(|(seam, joined)| {
            seam.along(joined.pairs.iter().flat_map(|&[half, _]| portals.left(half)).collect())
        });
        InsetFloors { drawings, seams: left.collect(), narrow: portals.narrow() }
    }
}

/// The moved copies of the rings that are out of reach of all portals, if anything is left of them; by first half-edge.
fn moved_rings(
    borders: &[Vec<u32>],
    surface: &Surface,
    portals: &FloorPortals,
    offset: &OffsetRadius,
) -> BTreeMap<u32, Option<Vec<DVec2>>> {
    let moved = |ring: &Vec<u32>| {
        let points: Vec<DVec2> = ring.iter().map(|&half| surface.point(half)).collect();
        let is_near = portals.touch(surface.cells.layer(ring[0]), within_reach(&points, offset));
        (!is_near).then(|| (ring[0], offset.ring(&corners_from_lowest(&points))))
    };
    borders.iter().filter_map(moved).collect()
}

/// A box around all that walls between these corners take.
fn within_reach(corners: &[DVec2], offset: &OffsetRadius) -> Bounds {
    let Bounds { min, max } = Bounds::of(corners.iter().copied());
    Bounds { min: min - 2.0 * offset.outer, max: max + 2.0 * offset.outer }
}

/// The points of a ring of walls, and between them those at which portals along it end.
fn border_with(portals: &FloorPortals, ring: &[u32], point: impl Fn(u32) -> DVec2) -> Vec<DVec2> {
    let mut points = Vec::with_capacity(ring.len());
    for &half in ring {
        points.push(point(half));
        points.extend(portals.left(half).into_iter().flatten());
    }
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

/// Every strip as an obstacle of its own.
fn as_obstacles(strips: Vec<(ConvexPolygon, DVec2)>) -> Drawing {
    let mut drawing = Drawing::default();
    for (strip, _) in strips {
        let region = Region { effect: Effect::Obstacle, fill: Fill::NonZero };
        let outline = drawing.add_outline(region);
        let source = drawing.add_source(Source::Exterior { outline });
        drawing.add_chain(strip.points, source);
    }
    drawing
}
