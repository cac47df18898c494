//! The input of a map with several floors: outlines per floor, and lines that join floors.

use glam::DVec2;

use crate::geom::IntoPoint;

use super::{Link, Outlines};

/// A floor of a building.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Floor {
    /// The number of the floor; [`NavMesh::layer`](crate::NavMesh::layer) returns it for its cells.
    pub layer: u32,
    /// The outlines of the floor.
    pub outlines: Outlines,
}

/// A polyline that joins two floors, such as the foot or the head of a ramp.
///
/// Along each piece, one floor is walkable only on the left, and the other one only on the right. A
/// piece along which at most one floor is walkable, or along which a wall runs, has no effect.
///
/// ```
/// use navmesh_core::FloorConnection;
/// let foot = FloorConnection::new([0, 9], [[10.0, 1.0], [10.0, 3.0]]);
/// let head = FloorConnection::new([9, 1], [[16.0, 1.0], [16.0, 3.0]]);
/// assert_eq!([foot.layers, head.layers], [[0, 9], [9, 1]]); // the ramp itself is floor 9
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FloorConnection {
    /// The numbers of the two floors.
    pub layers: [u32; 2],
    /// The points of the polyline, in either direction.
    pub points: Vec<DVec2>,
}

impl FloorConnection {
    /// Creates the connection of two floors along `points`.
    #[must_use]
    pub fn new<P: IntoPoint>(layers: [u32; 2], points: impl IntoIterator<Item = P>) -> Self {
        Self { layers, points: points.into_iter().map(IntoPoint::into_point).collect() }
    }
}

/// The complete input of a map with several floors.
///
/// ```
/// use navmesh_core::{FloorConnection, Floors, Outline, Outlines};
/// let slab = |west: f64, east: f64| Outlines {
///     walkable: vec![Outline::rect([west, 0.0], [east, 4.0])],
///     ..Outlines::default()
/// };
/// let building = Floors::default()
///     .with_floor(0, slab(0.0, 10.0))
///     .with_floor(9, slab(10.0, 16.0)) // a ramp
///     .with_floor(1, slab(16.0, 30.0))
///     .with_connection(FloorConnection::new([0, 9], [[10.0, 1.0], [10.0, 3.0]]))
///     .with_connection(FloorConnection::new([9, 1], [[16.0, 1.0], [16.0, 3.0]]));
/// assert_eq!((building.floors.len(), building.connections.len()), (3, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Floors {
    /// The floors, in any order. Each number appears once.
    pub floors: Vec<Floor>,
    /// The connections between floors.
    #[cfg_attr(feature = "serde", serde(default))]
    pub connections: Vec<FloorConnection>,
    /// The links between floors or on one floor. Each end has its own floor.
    ///
    /// Links in the outlines of a floor have both ends on that floor. They precede these in the mesh.
    #[cfg_attr(feature = "serde", serde(default))]
    pub links: Vec<Link>,
}

impl Floors {
    /// Adds a floor.
    #[must_use]
    pub fn with_floor(mut self, layer: u32, outlines: Outlines) -> Self {
        self.floors.push(Floor { layer, outlines });
        self
    }

    /// Adds a link.
    #[must_use]
    pub fn with_link(mut self, link: Link) -> Self {
        self.links.push(link);
        self
    }

    /// Adds a connection.
    #[must_use]
    pub fn with_connection(mut self, connection: FloorConnection) -> Self {
        self.connections.push(connection);
        self
    }
}
