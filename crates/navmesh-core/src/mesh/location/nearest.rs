//! The nearest point of the mesh.

use glam::DVec2;

use super::Incidence;
use crate::geom::double::distance_to_segment;
use crate::geom::{IntoPoint, nearest_on_segment, sanitized};
use crate::mesh::Place;
use crate::mesh::{CellId, Edge, EdgeId, NavMesh};

/// The nearest point of the mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nearest {
    /// The point. It lies in the closed cell, by the exact test.
    pub point: DVec2,
    /// The distance from the given point, in map units.
    pub distance: f64,
    /// A cell that holds it.
    pub cell: CellId,
}

/// The nearest point of a cell. Candidates are ordered by distance, then by slot.
#[derive(Clone, Copy)]
struct Candidate {
    distance_sq: f64,
    slot: u32,
    point: DVec2,
    /// The edge that it lies on, up to rounding; `None` once it was moved inside.
    edge: Option<[DVec2; 2]>,
}

/// The error of a computed distance, relative to the largest coordinate. The nearest point is rounded.
const DISTANCE_ROUNDING: f64 = 32.0 * f64::EPSILON;

/// The point to which the distance of a cell is measured.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    /// The nearest point on the border of all accepted cells, as computed. From outside of them, it
    /// is their nearest point.
    Border,
    /// The nearest point of the cell, rounded to floats inside it.
    Inside,
}

impl NavMesh {
    /// Returns the point of the mesh nearest to a place, on the place's floor if it has one.
    ///
    /// `None` if a coordinate is not usable, or if the mesh has no such floor. Among equally near
    /// points, the one on a wall of the cell with the lowest slot is taken.
    ///
    /// Complexity: O(1) buckets near the mesh, else the buckets in between.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?; // 4 by 3
    /// let near = room.nearest([6.0, 1.0]).unwrap();
    /// assert_eq!((near.point, near.distance), ([4.0, 1.0].into(), 2.0));
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[doc(alias(
        "find_nearest_poly",
        "findNearestPoly",
        "closest_point",
        "closestPoint",
        "SamplePosition"
    ))]
    #[must_use]
    pub fn nearest(&self, place: impl Into<Place>) -> Option<Nearest> {
        let place = place.into();
        if let Some(Incidence { cell, .. }) = self.own_incidence(&place) {
            return Some(Nearest { point: place.point, distance: 0.0, cell });
        }
        let point = place.point;
        match place.layer {
            None => self.nearest_where(point, f64::INFINITY, |_| true),
            Some(layer) => {
                self.nearest_where(point, f64::INFINITY, |slot| self.layer(slot) == layer)
            }
        }
    }

    /// Returns the nearest point within `max_distance`, in the cells whose slots `accept` accepts.
    ///
    /// The limit is exact to 2⁻⁵⁰ of `max_distance` and 2⁻⁹⁹ of the largest coordinate. The point is
    /// rounded inside its cell by the exact test, so it may be a few floats farther away than the
    /// cell. A cell too thin to hold a float nearby may lose to a neighbour. Without a neighbour, the
    /// result is one of its corners, at any distance. So a place within `max_distance` of an accepted
    /// cell always has a result.
    ///
    /// Complexity: that of [`NavMesh::nearest`].
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?; // 4 by 3
    /// let beside = [6.0, 1.0];
    /// assert!(room.nearest_where(beside, 1.0, |_| true).is_none());
    /// let reachable = |slot: u32| room.component(slot) == 0;
    /// assert!(room.nearest_where(beside, 2.0, reachable).is_some());
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn nearest_where(
        &self,
        point: impl IntoPoint,
        max_distance: f64,
        accept: impl Fn(u32) -> bool,
    ) -> Option<Nearest> {
        let point = sanitized(point.into_point())?;
        if let Some(Incidence { cell, .. }) = self.incidences(point).find(|i| accept(i.cell.slot)) {
            return (max_distance >= 0.0).then_some(Nearest { point, distance: 0.0, cell });
        }
        // The distance of a point outside may be rounded to 0; the point is outside all the same.
        if max_distance.is_nan() || max_distance <= 0.0 {
            return None;
        }
        let near = self.nearest_candidate(point, max_distance, &accept, Measure::Border)?;
        let is_exact = near.is_on_its_edge() && sanitized(near.point) == Some(near.point);
        let inside =
            if is_exact { Some(near.point) } else { self.nudged_into(near.slot, near.point) };
        let best = match inside {
            Some(inside) => near.moved_to(inside, point),
            None => self.nearest_candidate(point, max_distance, &accept, Measure::Inside)?,
        };
        let distance = best.distance_sq.sqrt();
        Some(Nearest { point: best.point, distance, cell: self.cell_id(best.slot) })
    }

    /// Returns the best candidate of the accepted cells within `max_distance`.
    fn nearest_candidate(
        &self,
        point: DVec2,
        max_distance: f64,
        accept: impl Fn(u32) -> bool,
        measure: Measure,
    ) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        let doubt = DISTANCE_ROUNDING * self.bounds.max_abs().max(point.abs().max_element());
        self.locator.search_around(point, max_distance * max_distance, |slot, reach_sq| {
            if self.edge_range(slot).is_empty() || !accept(slot) {
                return reach_sq;
            }
            let is_border = |edge: &Edge| {
                measure == Measure::Inside || edge.neighbor_slot().is_none_or(|slot| !accept(slot))
            };
            let Some(mut candidate) = self.nearest_in_cell(slot, point, is_border) else {
                return reach_sq;
            };
            let is_far = candidate
                .is_beyond(max_distance, doubt)
                .unwrap_or_else(|| self.distance_to_cell(slot, point) > max_distance);
            if is_far {
                return reach_sq;
            }
            if let Some(best) = best.filter(|best| !candidate.precedes(best)) {
                return best.distance_sq.min(reach_sq);
            }
            if matches!(measure, Measure::Inside) {
                let inside = self.pulled_into(slot, candidate.point, point);
                candidate = candidate.moved_to(inside, point);
            }
            if best.is_none_or(|b| candidate.precedes(&b)) {
                best = Some(candidate);
            }
            best.map_or(reach_sq, |best| best.distance_sq.min(reach_sq))
        });
        best
    }

    /// Returns the nearest point on the edges of a cell that `counts` accepts.
    ///
    /// Plain distances choose the edge, without a branch for its ends. Then the point is computed
    /// with care.
    #[inline(always)]
    fn nearest_in_cell(
        &self,
        slot: u32,
        point: DVec2,
        counts: impl Fn(&Edge) -> bool,
    ) -> Option<Candidate> {
        let edges = &self.edges[self.edge_range(slot)];
        let mut least = f64::INFINITY;
        let mut nearest = None;
        let mut edge = edges.last()?;
        for next in edges {
            if counts(edge) {
                let distance_sq = rough_distance_sq([edge.origin, next.origin], point);
                if distance_sq < least {
                    (least, nearest) = (distance_sq, Some([edge.origin, next.origin]));
                }
            }
            edge = next;
        }
        let [a, b] = nearest?;
        let foot = nearest_on_segment(a, b, point);
        Some(Candidate {
            distance_sq: foot.distance_squared(point),
            slot,
            point: foot,
            edge: nearest,
        })
    }

    /// Returns the distance of a cell from a point outside of it, with twice the precision of a float.
    #[cold]
    fn distance_to_cell(&self, slot: u32, point: DVec2) -> f64 {
        let edges = self.edge_range(slot).map(|edge| self.edge_ends(EdgeId(edge as u32)));
        edges.map(|ends| distance_to_segment(ends, point)).fold(f64::INFINITY, f64::min)
    }
}

/// Returns the squared distance of a segment from a point, in plain floats.
#[inline(always)]
fn rough_distance_sq([a, b]: [DVec2; 2], point: DVec2) -> f64 {
    let (along, to) = (b - a, point - a);
    let share = (to.dot(along) / along.length_squared()).clamp(0.0, 1.0);
    (to - along * share).length_squared()
}

impl Candidate {
    /// True if the point is known to lie exactly on its edge: at an end, or on an axis-parallel edge.
    fn is_on_its_edge(&self) -> bool {
        let is_on =
            |[a, b]: [DVec2; 2]| a.x == b.x || a.y == b.y || self.point == a || self.point == b;
        self.edge.is_some_and(is_on)
    }

    fn precedes(&self, other: &Self) -> bool {
        self.distance_sq.total_cmp(&other.distance_sq).then(self.slot.cmp(&other.slot)).is_lt()
    }

    /// True if it is farther than a distance; `None` if rounding leaves that open.
    fn is_beyond(&self, distance: f64, doubt: f64) -> Option<bool> {
        let beyond = self.distance_sq.sqrt() - distance;
        (beyond.abs() > doubt).then_some(beyond > 0.0)
    }

    fn moved_to(self, inside: DVec2, point: DVec2) -> Self {
        let distance_sq = inside.distance_squared(point);
        Self { distance_sq, point: inside, edge: None, ..self }
    }
}
