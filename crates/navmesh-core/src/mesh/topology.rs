//! Steps from edge to edge: around a cell, and around a vertex.
//!
//! A *fan* is a maximal run of cells around one point, each joined to the next by a portal.

mod boundary;
mod vertices;
mod components;

use super::{EdgeId, NavMesh};
use crate::geom::{Turn, turn};
pub(super) use components::{CellGraph, Components};

impl NavMesh {
    /// Returns the edge after `edge`, counter-clockwise around its cell.
    ///
    /// # Panics
    ///
    /// If `edge` is not of this mesh.
    #[inline]
    #[must_use]
    pub fn next_edge(&self, edge: EdgeId) -> EdgeId {
        let next = edge.0 + 1;
        let cell = self.edges[edge.index()].cell;
        match self.edges.get(next as usize) {
            // Only the last edge of a cell needs the cell's record.
            Some(after) if after.cell == cell => EdgeId(next),
            _ => EdgeId(self.cells[cell as usize].first_edge),
        }
    }

    /// Returns the edge before `edge`, counter-clockwise around its cell.
    ///
    /// # Panics
    ///
    /// If `edge` is not of this mesh.
    #[inline]
    #[must_use]
    pub fn previous_edge(&self, edge: EdgeId) -> EdgeId {
        let cell = self.edges[edge.index()].cell;
        match self.edges.get(edge.index().wrapping_sub(1)) {
            Some(before) if before.cell == cell => EdgeId(edge.0 - 1),
            _ => EdgeId(self.edge_range(cell).end as u32 - 1),
        }
    }

    /// Returns the edge with the same origin in the next cell clockwise around it.
    ///
    /// `None` if `edge` is a wall.
    #[inline]
    #[must_use]
    pub fn clockwise(&self, edge: EdgeId) -> Option<EdgeId> {
        Some(self.next_edge(self.edge(edge).twin()?))
    }

    /// Returns the edge with the same origin in the next cell counter-clockwise around it.
    ///
    /// `None` if the edge before `edge` is a wall.
    #[inline]
    #[must_use]
    pub fn counter_clockwise(&self, edge: EdgeId) -> Option<EdgeId> {
        self.edge(self.previous_edge(edge)).twin()
    }

    /// Returns the two walls that bound the fan around the origin of `edge`.
    ///
    /// The first wall begins at the origin, the second ends there. `None` if the fan closes around its
    /// vertex.
    ///
    /// Complexity: linear in the number of cells of the fan.
    #[must_use]
    pub fn walls_of_fan(&self, edge: EdgeId) -> Option<[EdgeId; 2]> {
        let mut first = edge;
        while let Some(next) = self.clockwise(first) {
            if next == edge {
                return None;
            }
            first = next;
        }
        let mut last = edge;
        while let Some(next) = self.counter_clockwise(last) {
            last = next;
        }
        Some([first, self.previous_edge(last)])
    }

    /// Collects the edges with the same vertex as `edge`, counter-clockwise. Returns true if the fan
    /// closes.
    ///
    /// In a fan between walls, the wall that begins at the vertex comes first.
    pub(super) fn gather_fan(&self, edge: EdgeId, fan: &mut Vec<EdgeId>) -> bool {
        fan.clear();
        let mut at = edge;
        loop {
            fan.push(at);
            match self.clockwise(at) {
                None => break,
                Some(next) if next == edge => {
                    fan.reverse();
                    return true;
                }
                Some(next) => at = next,
            }
        }
        fan.reverse();
        let onward = |&at: &EdgeId| self.counter_clockwise(at);
        fan.extend(std::iter::successors(onward(&edge), onward));
        false
    }

    /// Returns the class of the angle that the cells of a fan, or of a part of one, span at its vertex.
    ///
    /// `first` is the wall where the part begins, `part` holds its edges that begin at the vertex,
    /// counter-clockwise. Each cell adds an angle in (0, π], so signs suffice. The sum exceeds π as
    /// soon as a direction lies to the right of the first one, or along it again. It exceeds 2π as
    /// soon as one lies to the left once more, or behind the first one.
    pub(super) fn fan_angle(&self, first: EdgeId, part: impl Iterator<Item = EdgeId>) -> FanAngle {
        let [origin, ahead] = self.edge_ends(first);
        let mut angle = FanAngle::HalfTurn;
        let (mut is_half, mut is_full) = (false, false);
        for edge in part {
            let side = self.edge(self.previous_edge(edge)).origin();
            match turn(origin, ahead, side) {
                _ if is_full => return FanAngle::Beyond,
                Turn::Left if is_half => return FanAngle::Beyond,
                Turn::Left => {}
                Turn::Right => (is_half, angle) = (true, FanAngle::FullTurn),
                Turn::Collinear if (side - origin).dot(ahead - origin) > 0.0 => {
                    (is_full, angle) = (true, FanAngle::FullTurn);
                }
                Turn::Collinear => is_half = true,
            }
        }
        angle
    }
}

/// The least of these bounds that holds for the walkable angle around a vertex, from wall to wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FanAngle {
    /// At most π.
    HalfTurn,
    /// At most 2π.
    FullTurn,
    /// More.
    Beyond,
}
