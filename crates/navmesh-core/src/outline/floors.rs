//! A building as it is drawn: outlines floor by floor, and lines along which floors are joined.
//!
//! Raw data with public fields, as [`Outlines`]; the builder checks it.

use glam::DVec2;

use super::{Link, Outlines};

/// A floor of a building.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Floor {
    /// Its number: what [`NavMesh::layer`](crate::NavMesh::layer) says of its cells.
    pub layer: u32,
    /// What is drawn on it.
    pub outlines: Outlines,
}

/// A line along which two floors meet: the foot or the head of a ramp.
///
/// On each piece of it the one floor has ground on its left hand alone, and the other on its right alone. A
/// piece along which only one of them has ground, or neither, stays as it is, and so does one that a wall runs
/// along.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FloorConnection {
    /// The numbers of the two floors.
    pub layers: [u32; 2],
    /// The points of the line, in order along it, either way.
    pub points: Vec<DVec2>,
}

impl FloorConnection {
    /// The join of two floors along `points`.
    #[must_use]
    pub fn new<P: Into<DVec2>>(layers: [u32; 2], points: impl IntoIterator<Item = P>) -> Self {
        Self { layers, points: points.into_iter().map(Into::into).collect() }
    }
}

/// Outlines by floor, and where floors are joined.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Floors {
    /// The floors, in any order; no two of one number.
    pub floors: Vec<Floor>,
    /// Where they are joined.
    #[cfg_attr(feature = "serde", serde(default))]
    pub connections: Vec<FloorConnection>,
    /// Links from floor to floor, or on one, their ends on the floors that they say. Those in a floor's own
    /// outlines are on that floor with both ends, and come first.
    #[cfg_attr(feature = "serde", serde(default))]
    pub links: Vec<Link>,
}

impl Floors {
    /// The same floors with one more.
    #[must_use]
    pub fn with_floor(mut self, layer: u32, outlines: Outlines) -> Self {
        self.floors.push(Floor { layer, outlines });
        self
    }

    /// The same floors with one more link.
    #[must_use]
    pub fn with_link(mut self, link: Link) -> Self {
        self.links.push(link);
        self
    }

    /// The same floors with one more join.
    #[must_use]
    pub fn with_connection(mut self, connection: FloorConnection) -> Self {
        self.connections.push(connection);
        self
    }
}
