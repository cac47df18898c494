//! When a straight leg is legal: a flood through the portals that it touches.
//!
//! Ground is a set of closed convex patches, some pairs of them joined along a shared edge (a
//! portal). A leg may pass from patch to patch only where it touches their portal. So a leg from
//! `a` to `b` is legal exactly where some patch that holds `a` is connected with some patch that
//! holds `b` by portals that the closed segment `a`–`b` touches:
//!
//! - each patch on such a chain holds a closed piece of the segment, and neighbouring pieces share
//!   the point where the portal is touched; together they hold all of it, so no point is off the
//!   ground, and nothing is crossed that is no portal;
//! - a leg through a pinch, or across a wall without thickness, touches no portal there.
//!
//! Whether two closed segments touch is decided by four exact side tests and a box test.

use std::collections::{BTreeMap, VecDeque};

use navmesh_core::DVec2;
use navmesh_core::backend::geom::{Turn, turn};

/// Ground made of convex patches, joined along portals.
pub(super) trait Patches {
    /// Every patch that holds the point, borders included.
    fn patches_at(&self, point: DVec2) -> Vec<u32>;

    /// True where the closed patch holds the point.
    fn holds(&self, patch: u32, point: DVec2) -> bool;

    /// The portals of a patch: the patch across, and the two ends.
    fn portals(&self, patch: u32) -> Vec<(u32, [DVec2; 2])>;

    /// Every patch that a leg from `a` to `b` connects with one of `from`.
    fn flood(&self, from: &[u32], a: DVec2, b: DVec2) -> Vec<u32> {
        let mut reached = from.to_vec();
        let mut next = 0;
        while let Some(&patch) = reached.get(next) {
            next += 1;
            for (neighbor, ends) in self.portals(patch) {
                if !reached.contains(&neighbor) && segments_touch([a, b], ends) {
                    reached.push(neighbor);
                }
            }
        }
        reached
    }

    /// The patches along `waypoints`, each joined to the next, or `None` where a leg is illegal or
    /// a turn would jump from fan to fan.
    ///
    /// A breadth-first search whose nodes are pairs (leg, patch): from a patch one goes on to a
    /// neighbour through a portal that the leg touches, or, in a patch that holds the leg's end, to
    /// the next leg.
    fn walk(&self, waypoints: &[DVec2]) -> Option<Vec<u32>> {
        let (first, last) = (*waypoints.first()?, waypoints.len() - 1);
        let mut parents: BTreeMap<(usize, u32), Option<(usize, u32)>> = BTreeMap::new();
        let mut queue: VecDeque<(usize, u32)> = VecDeque::new();
        for patch in self.patches_at(first) {
            parents.insert((0, patch), None);
            queue.push_back((0, patch));
        }
        while let Some(node @ (leg, patch)) = queue.pop_front() {
            if leg == last {
                return Some(way_back(&parents, node));
            }
            let (a, b) = (waypoints[leg], waypoints[leg + 1]);
            let onward = self.holds(patch, b).then_some((leg + 1, patch));
            let portals = self.portals(patch).into_iter();
            let touched = portals.filter(|(_, ends)| segments_touch([a, b], *ends));
            for next in onward.into_iter().chain(touched.map(|(neighbor, _)| (leg, neighbor))) {
                parents.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    Some(node)
                });
            }
        }
        None
    }

    /// True where `patches` are joined each to the next, hold the path from its first point to its
    /// last, and hold it in this order.
    fn hold_in_order(&self, patches: &[u32], waypoints: &[DVec2]) -> bool {
        let (Some(&first), Some(&start)) = (patches.first(), waypoints.first()) else {
            return false;
        };
        let mut standing = vec![false; patches.len()];
        standing[0] = self.holds(first, start);
        for leg in waypoints.windows(2) {
            let mut reached = standing[0];
            for i in 0..patches.len() {
                let enters = i > 0
                    && reached
                    && self.portals(patches[i - 1]).into_iter().any(|(neighbor, ends)| {
                        neighbor == patches[i] && segments_touch([leg[0], leg[1]], ends)
                    });
                reached = standing[i] || enters;
                standing[i] = reached && self.holds(patches[i], leg[1]);
            }
        }
        standing[patches.len() - 1]
    }
}

fn way_back(
    parents: &BTreeMap<(usize, u32), Option<(usize, u32)>>,
    last: (usize, u32),
) -> Vec<u32> {
    let chain = std::iter::successors(Some(last), |node| parents[node]);
    let mut patches: Vec<u32> = chain.map(|(_, patch)| patch).collect();
    patches.reverse();
    patches.dedup();
    patches
}

/// True where two closed segments have a point in common; either may be a single point. Exact.
pub(super) fn segments_touch([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let apart = |p: DVec2, q: DVec2, r: DVec2, s: DVec2| {
        let (one, other) = (turn(p, q, r), turn(p, q, s));
        one == other && one != Turn::Collinear
    };
    let boxes_meet = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    boxes_meet && !apart(a, b, c, d) && !apart(c, d, a, b)
}

/// True where a convex counter-clockwise polygon holds the point, border included. Exact.
pub(super) fn polygon_holds(corners: &[DVec2], point: DVec2) -> bool {
    (0..corners.len())
        .all(|i| turn(corners[i], corners[(i + 1) % corners.len()], point) != Turn::Right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(a: [[f64; 2]; 2], b: [[f64; 2]; 2]) -> bool {
        segments_touch(a.map(Into::into), b.map(Into::into))
    }

    #[test]
    fn segments_touch_at_crossings_ends_overlaps_and_points() {
        let base = [[0.0, 0.0], [4.0, 0.0]];
        assert!(touch(base, [[2.0, -1.0], [2.0, 1.0]]));
        assert!(touch(base, [[2.0, 0.0], [2.0, 1.0]]));
        assert!(touch(base, [[4.0, 0.0], [5.0, 1.0]]));
        assert!(touch(base, [[3.0, 0.0], [9.0, 0.0]]));
        assert!(touch(base, [[2.0, 0.0], [2.0, 0.0]]));
        assert!(!touch(base, [[5.0, 0.0], [9.0, 0.0]]));
        assert!(!touch(base, [[2.0, 0.5], [2.0, 1.0]]));
        assert!(!touch(base, [[5.0, 0.0], [5.0, 0.0]]));
        assert!(!touch([[0.0, 0.0], [1.0, 1.0]], [[0.6, 0.5], [2.0, 0.0]]));
    }

    #[test]
    fn a_gap_of_one_ulp_is_a_gap() {
        let above = f64::EPSILON;
        assert!(!touch([[0.0, 0.0], [4.0, 0.0]], [[2.0, above], [2.0, 1.0]]));
        assert!(!touch([[1.0, 1.0], [1.0, 1.0]], [[0.0, 0.0], [2.0, 2.0f64.next_up()]]));
    }
}
