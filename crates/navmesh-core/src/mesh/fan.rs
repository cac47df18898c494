//! Around a vertex: from cell to cell of its fan.

use super::{EdgeId, NavMesh};
use crate::geom::{Turn, turn};

impl NavMesh {
    /// The edge after `edge`, counter-clockwise around its cell.
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
            // The cell's record is looked at only where the edges run out.
            Some(after) if after.cell == cell => EdgeId(next),
            _ => EdgeId(self.cells[cell as usize].first_edge),
        }
    }

    /// The edge before `edge`, counter-clockwise around its cell.
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

    /// Of the next cell clockwise around the origin of `edge`, the edge that begins there too;
    /// `None` where `edge` is a wall.
    #[inline]
    #[must_use]
    pub fn clockwise(&self, edge: EdgeId) -> Option<EdgeId> {
        Some(self.next_edge(self.edge(edge).twin()?))
    }

    /// Of the next cell counter-clockwise around the origin of `edge`, the edge that begins there
    /// too; `None` where the edge before `edge` is a wall.
    #[inline]
    #[must_use]
    pub fn counter_clockwise(&self, edge: EdgeId) -> Option<EdgeId> {
        self.edge(self.previous_edge(edge)).twin()
    }

    /// The two walls that bound the fan around the origin of `edge`: the one that begins there, and
    /// the one that ends there. `None` where the fan closes around its vertex.
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

    /// Puts the edges of a fan that begin at its vertex into `fan`, counter-clockwise; `edge` is one of them. Where
    /// walls bound the fan, the one that begins there comes first. True where the fan closes around its vertex.
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

    /// How far the cells of a fan, or of a part of one, that begins with the wall `first` open around its vertex;
    /// `part` is the edges that begin there, counter-clockwise.
    ///
    /// By signs alone: each cell adds an angle in (0, π]; the sum exceeds π as soon as a direction lies to
    /// the right of the first one, or along it again, and 2π as soon as one lies to the left once more, or behind
    /// the first one.
    pub(super) fn opening(&self, first: EdgeId, part: impl Iterator<Item = EdgeId>) -> Opening {
        let [origin, ahead] = self.edge_ends(first);
        let mut opening = Opening::HalfTurn;
        let (mut is_half, mut is_full) = (false, false);
        for edge in part {
            let side = self.edge(self.previous_edge(edge)).origin();
            match turn(origin, ahead, side) {
                _ if is_full => return Opening::Beyond,
                Turn::Left if is_half => return Opening::Beyond,
                Turn::Left => {}
                Turn::Right => (is_half, opening) = (true, Opening::FullTurn),
                Turn::Collinear if (side - origin).dot(ahead - origin) > 0.0 => {
                    (is_full, opening) = (true, Opening::FullTurn);
                }
                Turn::Collinear => is_half = true,
            }
        }
        opening
    }
}

/// The least of these that the ground around a vertex, from wall to wall, does not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// At most π.
    HalfTurn,
    /// At most 2π.
    FullTurn,
    /// More.
    Beyond,
}
