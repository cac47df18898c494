//! Insets connected floors, so that agents keep their radius from walls on both sides of a
//! connection.
//!
//! Each floor loses the points near its own walls, and near walls of other floors that are visible
//! through floor connections. If both floors keep a part of a connection, they stay connected
//! there.
//!
//! We differ from the inset of one floor ([`offset`](crate::inset::offset)) in: the strip along
//! each wall is an obstacle of its own. An offset curve would run over several floors, and where
//! these overlap in the plan, its winding numbers mean nothing. A ring farther from all connections
//! than the radius stays on its floor and moves as a whole, so a floor without connections is built
//! like a single one. If very many corners lie within one radius, all strips are united first
//! ([`divide_and_conquer`]).

mod clearance;
mod convex_polygon;
mod wall_strips;
mod segment_index;
pub(crate) mod visibility;

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::backend::geom::Bounds;
use navmesh_core::{Clearance, DVec2};

use super::seams::{Seam, SeamPairs};
use crate::error::BuildError;
use crate::ground::Ground;
use crate::half_edges::HalfEdges;
use crate::inset::border::{corners_from_lowest, rings_of};
use crate::inset::divide_and_conquer;
use crate::inset::offset::OffsetRadius;
use crate::plsg::{Drawing, Effect, Fill, Region, Source, drop_repeated};
use crate::report::NarrowConnection;
use clearance::clearance;
use convex_polygon::ConvexPolygon;
use visibility::{CLEAR_UNITS, FloorPortals};
use wall_strips::Surface;

/// The units of rounding are this much larger for divide and conquer. Then it moves corners by less
/// than an eighth of [`CLEAR_UNITS`] and half of the strips' overlap behind walls.
const COARSENESS: f64 = 256.0;

/// All floors in one array, connected by twins.
pub(super) struct ConnectedFloors<'a> {
    cells: HalfEdges,
    points: Vec<DVec2>,
    /// The rings around the walkable area of every floor.
    borders: Vec<Vec<u32>>,
    floor_count: usize,
    seams: &'a [Seam],
    joined: &'a [SeamPairs],
}

/// The inset floors.
pub(super) struct InsetFloors {
    /// The drawing of every floor.
    pub(super) drawings: Vec<Drawing>,
    /// The seams along the connections that stay open.
    pub(super) seams: Vec<Seam>,
    /// The pieces of connections that were closed although agents would only just pass.
    pub(super) narrow: Vec<NarrowConnection>,
}

/// Returns the offset for divide and conquer; `None` if rounding takes too much of the arcs'
/// tolerance.
pub(super) fn coarse(offset: &OffsetRadius) -> Option<OffsetRadius> {
    offset.coarser(COARSENESS, CLEAR_UNITS)
}

impl<'a> ConnectedFloors<'a> {
    /// Stacks the floors. `joined` holds the twins along each seam.
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

    /// Returns the border before the inset. `layers` holds the numbers of the floors.
    pub(super) fn clearance(&self, layers: &[u32]) -> Clearance {
        clearance(&self.surface(), &self.borders, self.joined, layers)
    }

    /// Insets every floor.
    pub(super) fn inset(&self, offset: &OffsetRadius) -> InsetFloors {
        let mut portals = self.openings(offset);
        let moved = offset_rings(&self.borders, &self.surface(), &portals, offset);
        let taken =
            portals.propagate(self.surface().strips(offset, &moved.keys().copied().collect()));
        let mut drawings: Vec<Drawing> = taken.into_iter().map(as_obstacles).collect();
        self.add_ground(&mut drawings, &portals, &moved);
        self.drawn(drawings, &portals)
    }

    /// Insets every floor by divide and conquer; `offset` comes from [`coarse`].
    ///
    /// # Errors
    ///
    /// `OnLayer` with an error of the split or triangulation. `layers` holds the numbers of the
    /// floors.
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

    /// Returns the margins of the doors on every floor, in front of connections and beyond.
    ///
    /// `areas` holds the doors of each floor, which are numbered from `first_doors` on.
    pub(super) fn door_margins(
        &self,
        areas: &[Drawing],
        first_doors: &[u32],
        offset: &OffsetRadius,
    ) -> Vec<Drawing> {
        let mut margins = vec![Drawing::default(); self.floor_count];
        if areas.iter().all(|areas| areas.doors().next().is_none()) {
            return margins;
        }
        // A door covers parts of connections only while it is closed, so they are not kept.
        let mut portals = self.openings(offset);
        for ((areas, &first), floor) in areas.iter().zip(first_doors).zip(0..) {
            for (door, line) in areas.doors() {
                let sides = line.windows(2).map(|side| [side[0], side[1]]);
                let pieces = sides.flat_map(|side| portals.door_pieces(floor, side));
                let strips = pieces.flat_map(|piece| piece.strips(offset)).collect();
                let taken = portals.propagate(strips);
                for (drawing, strips) in margins.iter_mut().zip(taken) {
                    add_strips(drawing, Effect::Margin { door: first + door }, strips);
                }
            }
        }
        margins
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

    /// Adds the rings around every floor to its drawing. Rings in `moved` are replaced by their
    /// offset.
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

    /// Returns the drawings with the remaining pieces of the seams.
    fn drawn(&self, drawings: Vec<Drawing>, portals: &FloorPortals) -> InsetFloors {
        let left = self.seams.iter().zip(self.joined).map(|(seam, joined)| {
            seam.along(joined.pairs.iter().flat_map(|&[half, _]| portals.remaining(half)).collect())
        });
        InsetFloors { drawings, seams: left.collect(), narrow: portals.narrow() }
    }
}

/// Returns the offset of every ring out of reach of all portals, by first half-edge; `None` if it
/// vanishes.
fn offset_rings(
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

/// Returns a box around all points that the walls between these corners may take.
fn within_reach(corners: &[DVec2], offset: &OffsetRadius) -> Bounds {
    let Bounds { min, max } = Bounds::of(corners.iter().copied());
    Bounds { min: min - 2.0 * offset.outer, max: max + 2.0 * offset.outer }
}

/// Returns the points of a ring, with the ends of the remaining pieces of portals along it.
fn border_with(portals: &FloorPortals, ring: &[u32], point: impl Fn(u32) -> DVec2) -> Vec<DVec2> {
    let mut points = Vec::with_capacity(ring.len());
    for &half in ring {
        points.push(point(half));
        points.extend(portals.remaining(half).into_iter().flatten());
    }
    drop_repeated(&mut points);
    points
}

/// Draws every strip as an obstacle of its own.
fn as_obstacles(strips: Vec<(ConvexPolygon, DVec2)>) -> Drawing {
    let mut drawing = Drawing::default();
    add_strips(&mut drawing, Effect::Obstacle, strips);
    drawing
}

/// Adds every strip as an outline of its own.
fn add_strips(drawing: &mut Drawing, effect: Effect, strips: Vec<(ConvexPolygon, DVec2)>) {
    for (strip, _) in strips {
        let outline = drawing.add_outline(Region { effect, fill: Fill::NonZero });
        let source = drawing.add_source(Source::Exterior { outline });
        drawing.add_chain(strip.points, source);
    }
}
