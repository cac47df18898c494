//! What both methods know about a corridor, seen from a point in it.
//!
//! Two degenerate views would break the side tests, and are taken out before them:
//!
//! - A portal that the eye stands on (at its end or between its ends) shows no left and right. It is
//!   already reached, so it is passed over.
//! - A portal whose line runs through the eye is seen *edge-on*. Whoever goes on from the eye reaches
//!   it first at its nearer end, so that end is on the shortest path.
//!
//! All other portals have the eye strictly on their near side, so that everything beyond them lies
//! within less than half a turn around the eye: there, side tests order directions without doubt.
//! The eye always stands in the closed cell before the portals asked for. In one convex cell a
//! position is a point, and no ids are needed to tell two vertices on one position apart.

use navmesh_core::geom::{Turn, on_segment, turn, within_box};
use navmesh_core::{Corridor, CorridorWalk, DVec2, LaneId, Path, Portal};

/// Empties the path and pulls every walk of the corridor into it, with the links between them.
pub(crate) fn pull_walks(
    corridor: &Corridor,
    path: &mut Path,
    mut pull: impl FnMut(&CorridorWalk<'_>, &mut Path),
) {
    path.clear();
    let mut links = corridor.links.iter();
    for walk in corridor.walks() {
        walk.cells.iter().for_each(|&cell| path.push_cell(cell));
        path.push_waypoint(walk.start);
        pull(&walk, path);
        path.push_waypoint(walk.goal);
        if let Some(link) = links.next() {
            let lane = LaneId { link: link.link, lane: link.lane };
            path.push_link(lane, link.entered, link.cost);
        }
    }
}

/// The first portal, from index `from` on, that `eye` does not stand on; `eye` is in the closed cell
/// before portal `from`.
pub(crate) fn first_ahead(portals: &[Portal], from: usize, eye: DVec2) -> usize {
    let ahead = portals.iter().skip(from);
    from + ahead.take_while(|portal| on_segment(portal.left, portal.right, eye)).count()
}

/// The nearer end of a portal that `eye` sees edge-on; `None` where it sees an opening.
pub(crate) fn nearer_end_if_edge_on(portal: &Portal, eye: DVec2) -> Option<DVec2> {
    if turn(eye, portal.left, portal.right) != Turn::Collinear {
        return None;
    }
    let right_is_nearer = within_box(eye, portal.left, portal.right);
    Some(if right_is_nearer { portal.right } else { portal.left })
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_core::{EdgeId, VertexId};

    fn portal(left: [f64; 2], right: [f64; 2]) -> Portal {
        Portal {
            left: left.into(),
            right: right.into(),
            left_vertex: VertexId(0),
            right_vertex: VertexId(1),
            edge: EdgeId(0),
        }
    }

    #[test]
    fn portals_underfoot_are_passed_over() {
        let portals = [
            portal([0.0, 2.0], [0.0, 0.0]),
            portal([1.0, 2.0], [0.0, 0.0]),
            portal([2.0, 2.0], [0.5, 0.5]),
        ];
        assert_eq!(first_ahead(&portals, 0, DVec2::ZERO), 2);
        assert_eq!(first_ahead(&portals, 0, DVec2::new(0.0, 1.0)), 1);
        assert_eq!(first_ahead(&portals, 0, DVec2::new(-1.0, 1.0)), 0);
        assert_eq!(first_ahead(&portals, 3, DVec2::ZERO), 3);
    }

    #[test]
    fn an_edge_on_portal_is_reached_at_its_nearer_end() {
        let portal = portal([2.0, 0.0], [1.0, 0.0]);
        assert_eq!(nearer_end_if_edge_on(&portal, DVec2::ZERO), Some(portal.right));
        assert_eq!(nearer_end_if_edge_on(&portal, DVec2::new(9.0, 0.0)), Some(portal.left));
        assert_eq!(nearer_end_if_edge_on(&portal, DVec2::new(1.5, 1e-300)), None);
    }
}
