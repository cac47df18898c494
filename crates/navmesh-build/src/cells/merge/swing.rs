//! Edges that cannot be removed swing to nearer corners.
//!
//! An edge stays because a cell would turn right without it, mostly at one of its ends alone. That corner needs
//! an edge, but not this one: any that leads from it into the two cells and leaves both convex will do, and the
//! shortest is best, since a search pays for an edge as often as a straight line meets it. What the other end then
//! no longer holds may go as well.
//!
//! The signs of the four turns at the new edge's two ends are enough to know that it runs within. Without the old
//! edge both cells are one ring whose corners, but for the one that stays, turn left or run straight. An edge that left
//! the ring at either of its ends would have angles of more than a full turn there in all, so one of more than half a
//! turn; hence it runs within at both, the two rings turn twice around together, and each, nowhere turning right, once.
//!
//! It comes to an end: every swing makes its edge shorter, and there are finitely many pairs of points.

use super::{Merger, is_no_corner, turns_right_or_back};

/// The most corners that are looked at for one edge; cells with more are round, and none of theirs is much better.
const MOST_CORNERS: usize = 64;

impl Merger<'_> {
    /// Swings an edge around the one of its ends that needs it, if that makes it shorter.
    pub(super) fn swing(&mut self, edge: u32) -> bool {
        if !std::mem::take(&mut self.due[edge as usize].to_swing) {
            return false;
        }
        let Some(twin) = self.cells.removable_twin(edge) else { return false };
        [[edge, twin], [twin, edge]].into_iter().any(|halves| self.swing_around_origin(halves))
    }

    fn swing_around_origin(&mut self, [edge, twin]: [u32; 2]) -> bool {
        let cells = &mut *self.cells;
        // In and out at the end that stays, and at the end that is let go, once the edge is gone.
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

    /// The half-edge at whose origin the shortest diagonal ends that parts the cell at the origin of `out` into two
    /// convex ones, if it is shorter than the one to the origin of `present`. Ties go to the first one found.
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

    /// Cells of these rings of points, joined wherever two run along the same edge.
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

    /// An L whose inner corner (1, 1) is held by an edge to (0, 0), and could be by one to (1, 0).
    #[test]
    fn an_edge_swings_to_the_nearest_corner_that_serves() {
        let corners = [[0, 0], [1, 0], [4, 0], [4, 1], [1, 1], [1, 3], [0, 3]];
        let points = corners.map(|[x, y]| DVec2::new(f64::from(x), f64::from(y)));
        let mut cells = cells_of(&[&[0, 1, 2, 3, 4], &[0, 4, 5, 6]]);
        merge(&mut cells, &points);
        let rings = cells.firsts().into_iter().map(|first| {
            let mut ring: Vec<u32> = cells.ring(first).map(|edge| cells.origin(edge)).collect();
            ring.sort_unstable();
            ring
        });
        assert_eq!(rings.collect::<Vec<_>>(), [vec![0, 1, 4, 5, 6], vec![1, 2, 3, 4]]);
    }
}
