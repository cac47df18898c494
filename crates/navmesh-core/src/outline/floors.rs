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
