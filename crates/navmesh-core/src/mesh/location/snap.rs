//! The distances by which queries move their endpoints, and the ground to which they do.

use glam::DVec2;

use super::Nearest;
use crate::geom::ring::segments_touch;
use crate::geom::{Bounds, Turn, sanitized, turn};
use crate::mesh::{EdgeId, NavMesh, Place};

/// The default snap relative to the longer side of the map: 2⁻¹⁶.
const OF_MAP: f64 = 1.0 / (1 << 16) as f64;

/// The default snap relative to the agent radius of the mesh.
const OF_RADIUS: f64 = 1.0 / 16.0;

impl Bounds {
    /// Returns the default snap of a map for points in this box, in map units: 2⁻¹⁶ of the longer side.
    #[must_use]
    pub fn default_snap(&self) -> f64 {
        OF_MAP * self.size().max_element()
    }
}

impl Place {
    /// Returns the largest distance between the point and one that rounds to it, in map units: half the spacing of
    /// `f32` numbers in each coordinate. 0 for a place that did not come as `f32`.
    ///
    /// ```
    /// use navmesh_core::Place;
    /// assert_eq!(Place::from([0.0, 4e6]).rounding(), 0.0); // f64
    /// assert_eq!(Place::from([0.0, 4e6f32]).rounding(), 0.125); // here every fourth of a unit is an f32
    /// ```
    #[must_use]
    pub fn rounding(&self) -> f64 {
        let half_step = |coordinate: f64| {
            let below = (coordinate.abs() as f32).min(f32::MAX.next_down());
            0.5 * (f64::from(below.next_up()) - f64::from(below))
        };
        if self.is_f32 { half_step(self.point.x).hypot(half_step(self.point.y)) } else { 0.0 }
    }

    /// Returns the snap of the place: the one that was set, or else the default of the map, and at least the
    /// [rounding](Self::rounding).
    #[inline]
    #[must_use]
    pub fn snap(&self, set: Option<f64>, default: f64) -> f64 {
        set.unwrap_or_else(|| if self.is_f32 { default.max(self.rounding()) } else { default })
    }
}

impl NavMesh {
    /// Returns the snap distance of queries that set none, in map units.
    ///
    /// It is the larger of 1/16 of the agent radius and 2⁻¹⁶ of the longer side of the mesh. For a place that came as
    /// `f32` it is at least [its rounding](Place::rounding).
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // 4 by 3
    /// assert_eq!(room.default_snap(), 4.0 / 65536.0);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn default_snap(&self) -> f64 {
        self.bounds.default_snap().max(OF_RADIUS * self.agent_radius())
    }

    /// Returns the point to which a query with this snap moves a place to connect it with its other endpoint: the
    /// nearest one in the cells whose slots `accept` accepts. `None` if the query does not move it there.
    ///
    /// - A place that came as `f32` moves by at most [its rounding](Place::rounding), through walls too.
    /// - Any other place on the mesh stays; so does a place with a cell that holds it.
    /// - A place off the mesh moves by at most the snap, if no other ground of that floor lies on the straight way. On
    ///   a mesh with an agent radius it moves by less than the radius, unless to the nearest ground: a longer way may
    ///   pass a wall between places that are too narrow for the agent.
    ///
    /// Complexity: that of [`NavMesh::nearest_where`].
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // 4 by 3
    /// let moved = |from: [f64; 2], snap| room.snap_to_connect(from, snap, |_| true).map(|near| near.point.x);
    /// assert_eq!(moved([4.5, 1.0], 0.5), Some(4.0));
    /// assert_eq!(moved([4.5, 1.0], 0.25), None);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn snap_to_connect(
        &self,
        place: impl Into<Place>,
        snap: f64,
        accept: impl Fn(u32) -> bool,
    ) -> Option<Nearest> {
        let asked = place.into();
        let asked = Place { point: sanitized(asked.point)?, ..asked };
        if snap.is_nan() || self.own_incidence(&asked).is_some() {
            return None;
        }
        let is_of_floor = |slot: u32| asked.may_be_on(self.layer(slot));
        let accepted = |slot: u32| is_of_floor(slot) && accept(slot);
        let near = self.nearest_where(asked.point, snap.min(asked.rounding()), accepted);
        if near.is_some() || self.incidences_at(asked).next().is_some() {
            return near;
        }
        let near = self.nearest_where(asked.point, snap, accepted)?;
        let layer = self.layer(near.cell.slot);
        let is_other = |slot: u32| self.layer(slot) == layer && !accepted(slot);
        let is_seen = self.is_within_radius(near.distance)
            && !self.is_ground_between([asked.point, near.point], is_other);
        let is_nearest = || {
            let first = self.nearest_where(asked.point, snap, is_of_floor);
            first.is_some_and(|first| first.distance >= near.distance)
        };
        (is_seen || is_nearest()).then_some(near)
    }

    /// True if a move onto the mesh of this length passes no wall: the mesh keeps the agent radius from walls. Always
    /// true on a mesh for points, which knows all its walls.
    pub(crate) fn is_within_radius(&self, distance: f64) -> bool {
        self.agent_radius() == 0.0 || distance < self.agent_radius()
    }

    /// True if ground in the cells that `counts` accepts lies on the straight way between a point off it and a point of
    /// the mesh, the latter excluded. Exact.
    pub(crate) fn is_ground_between(
        &self,
        [from, to]: [DVec2; 2],
        counts: impl Fn(u32) -> bool,
    ) -> bool {
        let mut is_between = false;
        self.each_cell_near_segment([from, to], |slot| {
            is_between = is_between || counts(slot) && self.is_met_before_end(slot, [from, to]);
        });
        is_between
    }

    /// True if a segment meets a closed cell at any point but its own end.
    fn is_met_before_end(&self, slot: u32, [from, to]: [DVec2; 2]) -> bool {
        let sides = self.edge_range(slot).map(|edge| self.edge_ends(EdgeId(edge as u32)));
        if self.feature_at(slot, to).is_none() {
            return sides.into_iter().any(|side| segments_touch([from, to], side));
        }
        // The cell is convex: it holds the segment before the end if no side through the end has it on the outer side.
        let mut sides = sides.filter(|&[a, b]| turn(a, b, to) == Turn::Collinear);
        sides.all(|[a, b]| turn(a, b, from) != Turn::Right)
    }
}
