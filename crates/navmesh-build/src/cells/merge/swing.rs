//! Swings the edges that cannot be removed to nearer corners.
//!
//! An edge stays because a cell would turn right without it, usually at one of its ends. That
//! corner needs an edge, but not this one. Any edge from it that leaves both cells convex is
//! enough. The shortest is best, because a straight path crosses an edge in proportion to its
//! length. Merging may then remove edges at the other end.
//!
//! The signs of the four turns at the ends of the new edge prove that it runs inside. Without the
//! old edge both cells form one ring, all of whose corners but one turn left or run straight. An
//! edge that left the ring at either end would make the angles there more than a full turn, and one
//! of them more than half a turn. So the edge runs inside at both ends. The two new rings turn
//! twice in total, and neither turns right, so each turns once.
//!
//! The process ends: every swing shortens its edge, and there are finitely many pairs of points.

use super::{Merger, is_no_corner, turns_right_or_back};

/// The largest number of corners tried for one edge. Cells with more are round, and gain little.
const MOST_CORNERS: usize = 64;

impl Merger<'_> {
    /// Swings an edge around the end that needs it, if that makes the edge shorter.
    pub(super) fn swing(&mut self, edge: u32) -> bool {
        if !std::mem::take(&mut self.due[edge as usize].to_swing) {
            return false;
        }
        let Some(twin) = self.cells.removable_twin(edge) else { return false };
        [[edge, twin], [twin, edge]].into_iter().any(|halves| self.swing_around_origin(halves))
    }

    fn swing_around_origin(&mut self, [edge, twin]: [u32; 2]) -> bool {
        let cells = &mut *self.cells;
        // The half-edges before and after each end once the edge is gone: the fixed end, then the
        // other one.
        let (into, out) = (cells.previous(edge), cells.next(twin));
        let (into_other, out_other) = (cells.previous(twin), cells.next(edge));
        if turns_right_or_back(cells, self.points, into_other, out_other) {
            return false;
        }
        cells.link(into_other, out_other);
        let target = self.nearest_target([into, out], out_other);
        let cells = &mut *self.cells;
        let Some(target) = target else {
            cells.link(edge, out_other);
            cells.link(into_other, twin);
            return false;
        };
        let before = cells.previous(target);
        cells.halves[twin as usize].origin = cells.origin(target);
        cells.link(before, twin);
        cells.link(edge, target);
        self.set_due(&[edge, into, out, into_other, out_other, before, target]);
        true
    }

    /// Finds the shortest diagonal from the origin of `out` that cuts its cell into two convex
    /// ones.
    ///
    /// Returns the half-edge at the diagonal's other end, if the diagonal is shorter than the one
    /// to the origin of `present`. Ties go to the first one found.
    fn nearest_target(&self, [into, out]: [u32; 2], present: u32) -> Option<u32> {
        let at = |edge: u32| self.points[self.cells.origin(edge) as usize];
        let (corner, beside) = (at(out), [at(into), at(self.cells.next(out))]);
        let mut best = (corner.distance_squared(at(present)), None);
        for target in self.cells.ring(self.cells.next(self.cells.next(out))).take(MOST_CORNERS) {
            if target == into {
                break;
            }
            let tip = at(target);
            let length = corner.distance_squared(tip);
            let [before, after] = [self.cells.previous(target), self.cells.next(target)].map(at);
            let corners = [
                [beside[0], corner, tip],
                [tip, corner, beside[1]],
                [before, tip, corner],
                [corner, tip, after],
            ];
            if length < best.0 && !corners.into_iter().any(is_no_corner) {
                best = (length, Some(target));
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use navmesh_core::DVec2;

    use crate::cells::merge::merge;
    use crate::half_edges::HalfEdges;

    /// Builds cells from rings of points, with twins along shared edges.
    fn cells_of(rings: &[&[u32]]) -> HalfEdges {
        let mut cells = HalfEdges::default();
        for ring in rings {
            cells.push_cell(ring.iter().copied());
        }
        let ends = |edge: u32| [edge, cells.next(edge)].map(|edge| cells.origin(edge));
        let runs_against = |&[a, b]: &[u32; 2]| ends(a) == [ends(b)[1], ends(b)[0]];
        let pairs = (0..cells.count()).flat_map(|a| (0..a).map(move |b| [a, b]));
        let pairs: Vec<[u32; 2]> = pairs.filter(runs_against).collect();
        for pair in pairs {
            cells.pair(pair);
        }
        cells
    }

    /// An edge to (0, 0) supports the inner corner (1, 1) of an L. The edge to (1, 0) is shorter.
    #[test]
    fn an_edge_swings_to_the_nearest_valid_corner() {
        let corners = [[0, 0], [1, 0], [4, 0], [4, 1], [1, 1], [1, 3], [0, 3]];
        let points = corners.map(|[x, y]| DVec2::new(f64::from(x), f64::from(y)));
        let mut cells = cells_of(&[&[0, 1, 2, 3, 4], &[0, 4, 5, 6]]);
        merge(&mut cells, &points);
        let rings = cells.ring_starts().into_iter().map(|first| {
            let mut ring: Vec<u32> = cells.ring(first).map(|edge| cells.origin(edge)).collect();
            ring.sort_unstable();
            ring
        });
        assert_eq!(rings.collect::<Vec<_>>(), [vec![0, 1, 4, 5, 6], vec![1, 2, 3, 4]]);
    }
}
