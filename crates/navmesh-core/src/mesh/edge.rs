//! The record of an edge.

use glam::DVec2;

use super::{EdgeId, VertexId};
use crate::collections::NONE;

/// An edge of a cell, from its origin counter-clockwise to the next edge's origin.
///
/// All that a search reads of an edge lies together in 32 bytes.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(32))]
pub struct Edge {
    pub(super) origin: DVec2,
    /// The vertex at the origin, with the bit [`CORNER`].
    pub(super) vertex: u32,
    /// The twin, or [`NONE`] at a wall.
    pub(super) twin: u32,
    /// The slot of the cell on the other side, or [`NONE`] at a wall.
    pub(super) neighbor: u32,
    /// The slot of the edge's own cell.
    pub(super) cell: u32,
}

/// The bit of `Edge::vertex` that marks corners.
pub(super) const CORNER: u32 = 1 << 31;

impl Edge {
    /// Returns the point where the edge begins.
    #[inline]
    #[must_use]
    pub fn origin(&self) -> DVec2 {
        self.origin
    }

    /// Returns the vertex where the edge begins, in the fan of the edge's own cell.
    #[inline]
    #[must_use]
    pub fn vertex(&self) -> VertexId {
        VertexId(self.vertex & !CORNER)
    }

    /// True if a shortest path may turn at the edge's origin.
    ///
    /// The walkable angle around the origin, in this fan, then exceeds π between walls, or 2π where the
    /// fan closes around the vertex. Where costs differ, a cheapest path may also turn at the border of
    /// an area.
    #[inline]
    #[must_use]
    pub fn origin_is_corner(&self) -> bool {
        self.vertex & CORNER != 0
    }

    /// Returns the same edge as an edge of the neighbouring cell; `None` at a wall.
    #[inline]
    #[must_use]
    pub fn twin(&self) -> Option<EdgeId> {
        (self.twin != NONE).then_some(EdgeId(self.twin))
    }

    /// True if the edge has no neighbouring cell.
    #[inline]
    #[must_use]
    pub fn is_wall(&self) -> bool {
        self.twin == NONE
    }

    /// Returns the slot of the neighbouring cell; `None` at a wall.
    #[inline]
    #[must_use]
    pub fn neighbor_slot(&self) -> Option<u32> {
        (self.neighbor != NONE).then_some(self.neighbor)
    }

    /// Returns the slot of the edge's own cell.
    #[inline]
    #[must_use]
    pub fn cell_slot(&self) -> u32 {
        self.cell
    }
}
