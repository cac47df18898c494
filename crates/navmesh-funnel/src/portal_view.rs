//! The portals of a corridor as seen from a point in it, an *eye*.
//!
//! Two degenerate views would break the side tests, so they are handled first:
//!
//! - A portal that the eye stands on has no left and right. It is reached already, so it is skipped.
//! - A portal whose line runs through the eye is seen *edge-on*. The shortest path from the eye reaches it
//!   first at its nearer end, so this end is on the path.
//!
//! The eye is strictly on the near side of every other portal. Everything beyond such a portal lies within
//! less than half a turn around the eye, where side tests order all directions. The eye always stands in
//! the closed cell before the portals in question.

use navmesh_core::backend::geom::{Turn, on_segment, turn, within_box};
use navmesh_core::{DVec2, Portal};

/// Returns the index of the first portal, from `from` on, that `eye` does not stand on. The eye is in the
/// closed cell before portal `from`.
pub(crate) fn first_ahead(portals: &[Portal], from: usize, eye: DVec2) -> usize {
    let ahead = portals.iter().skip(from);
    from + ahead.take_while(|portal| on_segment(portal.left, portal.right, eye)).count()
}

/// Returns the nearer end of a portal that `eye` sees edge-on, and `None` for any other portal.
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
    fn portals_that_the_eye_stands_on_are_skipped() {
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
