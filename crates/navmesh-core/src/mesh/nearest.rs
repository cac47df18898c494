//! The point of the mesh that is nearest to any point.

use glam::DVec2;

use super::{CellId, Edge, EdgeId, Incidence, NavMesh};
use crate::double::distance_to_segment;
use crate::geom::{nearest_on_segment, sanitized};
use crate::place::Place;

/// The nearest point of the mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nearest {
    /// The point; it lies in the closed cell, by the exact test.
    pub point: DVec2,
    /// Its distance from the point asked for, in map units.
    pub distance: f64,
    /// A cell that holds it.
    pub cell: CellId,
}

/// The best found so far: compared by distance, then by slot.
#[derive(Clone, Copy)]
struct Candidate {
    distance_sq: f64,
    slot: u32,
    point: DVec2,
    /// The edge that it lies on, to rounding; `None` once it is moved inside.
    edge: Option<[DVec2; 2]>,
}

/// How far the computed distance of a cell may be off, as a part of the largest coordinate: its nearest point
/// is rounded.
const DISTANCE_ROUNDING: f64 = 32.0 * f64::EPSILON;

/// What the distance of a cell is measured to.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    /// Its nearest point on the border of all ground that is accepted, as computed: nothing that is off that
    /// ground has any of it nearer.
    Border,
    /// A float of it: its nearest point, rounded inside.
    Inside,
}

impl NavMesh {
    /// The point of the mesh nearest to a place, on its floor where it says one; `None` only where a coordinate is no
    /// usable number, or where there is no such floor.
    ///
    /// Of several equally near ones, the one in the cell with the lowest slot, of those that the ground ends at there.
    /// Complexity: O(1) buckets where the ground is near, else as many as lie between.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // 4 by 3
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
        let Place { point, layer } = place.into();
        match layer {
            None => self.nearest_where(point, f64::INFINITY, |_| true),
            Some(layer) => {
                self.nearest_where(point, f64::INFINITY, |slot| self.layer(slot) == layer)
            }
        }
    }

    /// The nearest point within `max_distance`, among the cells that `accept` says yes to by slot.
    ///
    /// Whether a cell comes so near is decided to 2⁻⁵⁰ of `max_distance` and 2⁻⁹⁹ of the largest coordinate.
    /// The point is rounded inside its cell by the exact test, so that it may be a few floats farther off
    /// than the cell is. A cell so thin that no float of it is near may be passed over for a neighbour;
    /// where there is none, the point is one of its corners, however far: a place within reach of ground
    /// is never said to be off it.
    ///
    /// Complexity: as [`NavMesh::nearest`].
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // 4 by 3
    /// let beside = [6.0, 1.0];
    /// assert!(room.nearest_where(beside, 1.0, |_| true).is_none());
    /// let reachable = |slot: u32| room.component(slot) == 0;
    /// assert!(room.nearest_where(beside, 2.0, reachable).is_some());
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn nearest_where(
        &self,
        point: impl Into<DVec2>,
        max_distance: f64,
        accept: impl Fn(u32) -> bool,
    ) -> Option<Nearest> {
        let point = sanitized(point.into())?;
        if let Some(Incidence { cell, .. }) = self.incidences(point).find(|i| accept(i.cell.slot)) {
            return (max_distance >= 0.0).then_some(Nearest { point, distance: 0.0, cell });
        }
        // A place off the ground may be so near that its distance is rounded to 0; still it is off.
        if max_distance.is_nan() || max_distance <= 0.0 {
            return None;
        }
        let near = self.nearest_candidate(point, max_distance, &accept, Measure::Border)?;
        let is_there = near.is_on_its_edge() && sanitized(near.point) == Some(near.point);
        let inside =
            if is_there { Some(near.point) } else { self.nudged_into(near.slot, near.point) };
        let best = match inside {
            Some(inside) => near.moved_to(inside, point),
            None => self.nearest_candidate(point, max_distance, &accept, Measure::Inside)?,
        };
        let distance = best.distance_sq.sqrt();
        Some(Nearest { point: best.point, distance, cell: self.cell_id(best.slot) })
    }

    /// The best of the cells that come within `max_distance`.
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
            let bounds_ground = |edge: &Edge| {
                measure == Measure::Inside || edge.neighbor_slot().is_none_or(|slot| !accept(slot))
            };
            let Some(mut candidate) = self.nearest_in_cell(slot, point, bounds_ground) else {
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

    /// The point on those edges of a cell that `counts`, which is nearest to `point`.
    ///
    /// Which edge it is on is told by plain distances, without a branch for the ends; then it is computed with care.
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

    /// How far a cell is from a point that it does not hold, with twice the precision of a float.
    #[cold]
    fn distance_to_cell(&self, slot: u32, point: DVec2) -> f64 {
        let edges = self.edge_range(slot).map(|edge| self.edge_ends(EdgeId(edge as u32)));
        edges.map(|ends| distance_to_segment(ends, point)).fold(f64::INFINITY, f64::min)
    }
}

/// How far a segment is from a point, squared: the plain floats.
#[inline(always)]
fn rough_distance_sq([a, b]: [DVec2; 2], point: DVec2) -> f64 {
    let (along, to) = (b - a, point - a);
    let share = (to.dot(along) / along.length_squared()).clamp(0.0, 1.0);
    (to - along * share).length_squared()
}

impl Candidate {
    /// True where it is known to be on its edge exactly: at its ends, and in the box of an upright or a level one.
    fn is_on_its_edge(&self) -> bool {
        let is_on =
            |[a, b]: [DVec2; 2]| a.x == b.x || a.y == b.y || self.point == a || self.point == b;
        self.edge.is_some_and(is_on)
    }

    fn precedes(&self, other: &Self) -> bool {
        self.distance_sq.total_cmp(&other.distance_sq).then(self.slot.cmp(&other.slot)).is_lt()
    }

    /// True where it is farther than a distance; `None` where the rounding of its point leaves that open.
    fn is_beyond(&self, distance: f64, doubt: f64) -> Option<bool> {
        let beyond = self.distance_sq.sqrt() - distance;
        (beyond.abs() > doubt).then_some(beyond > 0.0)
    }

    fn moved_to(self, place: DVec2, point: DVec2) -> Self {
        let distance_sq = place.distance_squared(point);
        Self { distance_sq, point: place, edge: None, ..self }
    }
}
