//! The distances by which queries move their endpoints.

use crate::geom::{Bounds, sanitized};
use crate::mesh::{NavMesh, Place};

/// The rounding of an `f32`, with room to spare, relative to the largest coordinate: 2⁻²².
const ROUNDING: f64 = 1.0 / (1 << 22) as f64;

/// The default snap relative to the longer side of the map: 2⁻¹⁶.
const OF_MAP: f64 = 1.0 / (1 << 16) as f64;

/// The default snap relative to the agent radius of the mesh.
const OF_RADIUS: f64 = 1.0 / 16.0;

impl Bounds {
    /// Returns the default snap of a map for points in this box, in map units.
    ///
    /// It is 2⁻¹⁶ of the longer side, or [`Bounds::f32_rounding`] if that is larger.
    #[must_use]
    pub fn default_snap(&self) -> f64 {
        (OF_MAP * self.size().max_element()).max(self.f32_rounding())
    }

    /// Returns 2⁻²² of the largest coordinate magnitude: more than the rounding of a point to `f32`.
    #[must_use]
    pub fn f32_rounding(&self) -> f64 {
        ROUNDING * self.max_abs()
    }
}

impl NavMesh {
    /// Returns the snap distance of queries that set none, in map units.
    ///
    /// It is the largest of 1/16 of the agent radius, 2⁻¹⁶ of the longer side of the mesh, and 2⁻²² of its
    /// largest coordinate magnitude. [`NavMesh::snap_to_connect`] is the limit for places on the mesh.
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

    /// Returns the largest distance by which a query with this snap moves a place to connect it with its
    /// other endpoint, in map units.
    ///
    /// A place off the mesh moves by at most the snap. A place on the mesh moves by at most the rounding of
    /// an `f32`, [`Bounds::f32_rounding`]. It therefore crosses no wall that is thicker, with any snap.
    ///
    /// Complexity: that of [`NavMesh::locate`].
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // 4 by 3
    /// assert_eq!(room.snap_to_connect([5.0, 1.0], 0.5), 0.5);
    /// assert_eq!(room.snap_to_connect([3.0, 1.0], 0.5), room.bounds().f32_rounding());
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn snap_to_connect(&self, place: impl Into<Place>, snap: f64) -> f64 {
        let asked = place.into();
        let place = Place { point: sanitized(asked.point).unwrap_or(asked.point), ..asked };
        let is_on_mesh = self.incidences_at(place).next().is_some();
        if is_on_mesh { snap.min(self.bounds.f32_rounding()) } else { snap }
    }
}
