//! The floor under a point of space.

use glam::{DVec2, DVec3};

use super::Surface;
use crate::error::Short;
use crate::mesh::Place;

/// The floor under, or over, a point of space.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Picked {
    /// The point of the plan on its floor, for queries.
    pub place: Place,
    /// The number of the floor.
    pub layer: u32,
    /// The height of the floor there.
    pub height: f64,
}

/// The reason why no floor was picked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PickError {
    /// A coordinate is not finite, or a reach is negative or NaN.
    #[error(
        "({}, {}, {}) within {} below and {} above is not a place to look for a floor",
        Short(*x), Short(*y), Short(*z), Short(*below), Short(*above)
    )]
    Invalid {
        /// The first coordinate of the plan.
        x: f64,
        /// The second coordinate.
        y: f64,
        /// The height.
        z: f64,
        /// The reach below.
        below: f64,
        /// The reach above.
        above: f64,
    },
    /// No floor lies at this point of the plan, within the default snap of the mesh.
    #[error("no floor lies at {}{}", Short(*point), distance.map_or(String::new(), |d| format!("; the nearest is {} away", Short(d))))]
    NoGround {
        /// The point.
        point: DVec2,
        /// The distance of the nearest floor in the plan; `None` on a mesh without cells.
        distance: Option<f64>,
    },
    /// All floors at this point lie too far below or above.
    #[error("no floor at {} within {} below and {} above the height {}; {}", Short(*point), Short(*below), Short(*above), Short(*z), listed(floors))]
    OutOfReach {
        /// The point of the plan.
        point: DVec2,
        /// The height that was asked for.
        z: f64,
        /// The reach below.
        below: f64,
        /// The reach above.
        above: f64,
        /// The floors there and their heights, the nearest first.
        floors: Vec<(u32, f64)>,
    },
}

fn listed(floors: &[(u32, f64)]) -> String {
    let one = |(layer, height): &(u32, f64)| format!("floor {layer} at {}", Short(*height));
    let all: Vec<String> = floors.iter().map(one).collect();
    format!("there is {}", all.join(", "))
}

impl Surface {
    /// Returns the floor nearest in height to a point of space, at most `below` under it and `above` over it, in map units.
    ///
    /// `position` is x and y of the plan and the height. A point off the mesh by at most
    /// [the default snap](crate::NavMesh::default_snap) has the height of the nearest ground. Of two floors equally near the
    /// one with the lower number is taken.
    ///
    /// Complexity: that of [`Surface::height`]; off the mesh that of [`NavMesh::nearest`](crate::NavMesh::nearest), times the
    /// number of floors.
    ///
    /// # Errors
    ///
    /// Any [`PickError`].
    #[doc(alias("findNearestPoly", "raycast", "project"))]
    pub fn pick(
        &self,
        position: impl Into<DVec3>,
        below: f64,
        above: f64,
    ) -> Result<Picked, PickError> {
        let DVec3 { x, y, z } = position.into();
        let point = DVec2::new(x, y);
        if !(point.is_finite() && z.is_finite() && below >= 0.0 && above >= 0.0) {
            return Err(PickError::Invalid { x, y, z, below, above });
        }
        let mut floors = self.floors_at(point);
        if floors.is_empty() {
            let distance = self.mesh.nearest(point).map(|near| near.distance);
            return Err(PickError::NoGround { point, distance });
        }
        floors.sort_by(|a, b| (a.1 - z).abs().total_cmp(&(b.1 - z).abs()).then(a.0.cmp(&b.0)));
        // Cells that share an edge may round its height apart.
        floors.dedup_by_key(|(layer, _)| *layer);
        let is_near = |(_, height): &&(u32, f64)| (z - below..=z + above).contains(height);
        match floors.iter().find(is_near) {
            Some(&(layer, height)) => {
                Ok(Picked { place: Place::new(point).on_layer(layer), layer, height })
            }
            None => Err(PickError::OutOfReach { point, z, below, above, floors }),
        }
    }

    /// Returns the floors at a point and their heights; off the mesh, those within the default snap.
    fn floors_at(&self, point: DVec2) -> Vec<(u32, f64)> {
        let mesh = &self.mesh;
        let held = mesh.incidences(point).map(|at| at.cell.slot);
        let of = |slot: u32| (mesh.layer(slot), self.height_in(slot, point));
        let floors: Vec<(u32, f64)> = held.map(of).collect();
        if !floors.is_empty() {
            return floors;
        }
        let layers = mesh.layers().iter();
        layers
            .filter_map(|&layer| {
                Some((layer, self.height_near(Place::new(point).on_layer(layer))?))
            })
            .collect()
    }

    /// Returns the height at a place, or at the nearest point of its floor within the default snap; `None` farther off.
    ///
    /// Complexity: that of [`Surface::height`]; off the mesh that of [`NavMesh::nearest`](crate::NavMesh::nearest).
    #[must_use]
    pub fn height_near(&self, place: impl Into<Place>) -> Option<f64> {
        let place = place.into();
        let is_on_it = |slot| place.may_be_on(self.mesh.layer(slot));
        let near = || self.mesh.nearest_where(place.point, self.mesh.default_snap(), is_on_it);
        self.height(place).or_else(|| near().map(|near| self.height_in(near.cell.slot, near.point)))
    }
}
