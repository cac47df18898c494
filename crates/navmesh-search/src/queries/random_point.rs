//! Random points of the mesh, uniform by area.
//!
//! A cell is drawn with a probability proportional to its area, then a triangle of it, then a point of the
//! triangle. The caller supplies the random numbers, 64 bits a call.

mod polygon;
#[cfg(feature = "rand")]
mod generator;

use std::ops::Range;

use navmesh_core::backend::check_limit;
use navmesh_core::{DVec2, PathError, Place};

use super::MeshQueries;
use polygon::{area, clip, directions, draw, draw_point};

#[derive(Debug, Clone, Default)]
pub(super) struct RandomPointWorkspace {
    /// For each slot, the area of the cells up to and including it.
    cell_ends: Vec<f64>,
    /// The parts of cells in the last circle.
    pieces: Vec<Piece>,
    /// The corners of the pieces, piece after piece.
    corners: Vec<DVec2>,
    /// A polygon to clip, and the part that remains.
    clipping: [Vec<DVec2>; 2],
}

/// The part of a cell in a circle: a convex polygon.
#[derive(Debug, Clone)]
struct Piece {
    slot: u32,
    corners: Range<usize>,
    /// The area of the pieces up to and including this one.
    end: f64,
}

/// The most points that are drawn from the polygon around a circle to find one in the circle.
///
/// Less than 2 % of the polygon is outside the circle. All draws fail only if nearly all of the walkable
/// area in the polygon is outside.
const MAX_DRAWS: usize = 256;

impl MeshQueries<'_> {
    /// Returns a random point of the mesh, uniform by area; `random` returns 64 random bits a call.
    ///
    /// The point is on the mesh by the exact test, on any floor or on the [chosen](MeshQueries::on_layer) one. The
    /// same random numbers give the same point. Returns `None` if nothing is walkable there.
    ///
    /// Complexity: O(log n) after the first call, which is linear.
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// let mut state = 1u64;
    /// let mut random = || {
    ///     state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ///     state
    /// };
    /// let point = queries.random_point(&mut random).unwrap();
    /// assert!(mesh.locate(point).is_some());
    /// assert!(queries.on_layer(7).random_point(&mut random).is_none(), "there is only floor 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "findRandomPoint")]
    pub fn random_point(&mut self, random: &mut impl FnMut() -> u64) -> Option<Place> {
        let mesh = self.mesh;
        if self.random_point.cell_ends.is_empty() {
            let mut sum = 0.0;
            let slots = 0..mesh.slot_count() as u32;
            let ends = slots.map(|slot| {
                sum += if self.is_on_layer(slot) { area(mesh.corners(slot)) } else { 0.0 };
                sum
            });
            self.random_point.cell_ends = ends.collect();
        }
        let has_area = self.random_point.cell_ends.last().is_some_and(|&area| area > 0.0);
        has_area.then(|| {
            let slot = draw(&self.random_point.cell_ends, |&end| end, random) as u32;
            let (point, slot) = self.rounded_into(slot, draw_point(mesh.corners(slot), random));
            mesh.place_in(slot, point)
        })
    }

    /// Returns a random point that can be reached from `place` within a circle around it, uniform by area.
    ///
    /// `radius` is in map units. If hardly anything in the circle is walkable, it returns `place` itself.
    ///
    /// Complexity: linear in the cells within the circle.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if coordinates are NaN, infinite or out of the domain, or if `radius` is negative or NaN; `StartOutside` if `place` is off the
    /// mesh by more than the snap distance.
    ///
    /// ```
    /// # use navmesh_core::DVec2;
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// let mut state = 1u64;
    /// let mut random = || {
    ///     state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ///     state
    /// };
    /// let near = queries.random_point_around([1.0, 1.0], 0.5, &mut random)?;
    /// assert!(near.point.distance(DVec2::ONE) <= 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "findRandomPointAroundCircle")]
    pub fn random_point_around(
        &mut self,
        place: impl Into<Place>,
        radius: f64,
        random: &mut impl FnMut() -> u64,
    ) -> Result<Place, PathError> {
        check_limit(radius)?;
        let center = self.locate(place.into())?;
        self.search_circle(center, radius);
        self.cut_pieces(center, radius);
        let RandomPointWorkspace { pieces, corners, .. } = &self.random_point;
        let has_area = pieces.last().is_some_and(|last| last.end > 0.0);
        for _ in 0..if has_area { MAX_DRAWS } else { 0 } {
            let piece = &pieces[draw(pieces, |piece| piece.end, random)];
            let ring = corners[piece.corners.clone()].iter().copied();
            let point = draw_point(ring, random);
            // A cell beyond a wall may be nearer to the point, and was not reached.
            let floor = self.mesh.layer(piece.slot);
            let is_reached = |slot| self.queue.has_found(slot) && self.mesh.layer(slot) == floor;
            let (drawn, slot) = self.rounded_into_where(piece.slot, point, is_reached);
            if drawn.distance(center) <= radius {
                return Ok(self.mesh.place_in(slot, drawn));
            }
        }
        Ok(self.mesh.place_in(self.located[0].cell.slot, center))
    }

    /// Clips each cell that was found to the polygon around a circle.
    fn cut_pieces(&mut self, center: DVec2, radius: f64) {
        let (mesh, layer) = (self.mesh, self.layer);
        let is_on_layer = |slot: u32| layer.is_none_or(|layer| mesh.layer(slot) == layer);
        let RandomPointWorkspace { pieces, corners, clipping: [ring, clipped], .. } =
            &mut self.random_point;
        pieces.clear();
        corners.clear();
        let mut end = 0.0;
        for &slot in self.queue.cells().iter().filter(|&&slot| is_on_layer(slot)) {
            ring.clear();
            ring.extend(mesh.corners(slot));
            for direction in directions() {
                let beyond = |p: DVec2| (p - center).dot(direction) - radius;
                clip(ring, beyond, clipped);
                std::mem::swap(ring, clipped);
            }
            end += area(ring.iter().copied());
            let first = corners.len();
            corners.extend_from_slice(ring);
            pieces.push(Piece { slot, corners: first..corners.len(), end });
        }
    }
}
