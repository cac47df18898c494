//! The shortest path within a corridor, by brute force: over all portal ends, and all straight legs
//! between two of them that pass every portal in between.

use navmesh_core::backend::WritePath;
use navmesh_core::backend::geom::{Turn, on_segment, turn};
use navmesh_core::{Corridor, DVec2, Path, Portal};

/// A point that the path may turn at: the start, a portal's end, or the goal.
#[derive(Clone, Copy)]
struct TurningPoint {
    point: DVec2,
    /// The number of portals up to and including its own. A leg passes the portals between two stages.
    stage: usize,
}

/// Returns the shortest path, with waypoints only where it turns, and its length.
pub(super) fn shortest(corridor: &Corridor) -> (Path, f64) {
    let nodes = nodes(corridor);
    let mut length = vec![f64::INFINITY; nodes.len()];
    let mut before = vec![0; nodes.len()];
    length[0] = 0.0;
    for j in 1..nodes.len() {
        for i in 0..j {
            let total = length[i] + nodes[i].point.distance(nodes[j].point);
            if total < length[j] && passes(&corridor.portals, nodes[i], nodes[j]) {
                (length[j], before[j]) = (total, i);
            }
        }
    }
    let mut path = Path::default();
    let mut at = nodes.len() - 1;
    while at != 0 {
        path.push_waypoint(nodes[at].point);
        at = before[at];
    }
    path.push_waypoint(corridor.start);
    path.reverse();
    (path, length[nodes.len() - 1])
}

fn nodes(corridor: &Corridor) -> Vec<TurningPoint> {
    let mut nodes = vec![TurningPoint { point: corridor.start, stage: 0 }];
    for (i, portal) in corridor.portals.iter().enumerate() {
        // A start or goal on a portal is a node there too.
        let ends = [corridor.start, corridor.goal].into_iter();
        let standing = ends.filter(|&end| on_segment(portal.left, portal.right, end));
        let points = [portal.left, portal.right].into_iter().chain(standing);
        nodes.extend(points.map(|point| TurningPoint { point, stage: i + 1 }));
    }
    nodes.push(TurningPoint { point: corridor.goal, stage: corridor.portals.len() + 1 });
    nodes
}

/// True if a straight leg passes every portal in between: from its near side to its far side, between its
/// ends. A leg along a portal does not count: a leg that stops at the portal's nearer end is as short.
fn passes(portals: &[Portal], from: TurningPoint, to: TurningPoint) -> bool {
    let between = portals.iter().take(to.stage.saturating_sub(1)).skip(from.stage);
    between.into_iter().all(|portal| {
        let near = turn(portal.right, portal.left, from.point);
        let far = turn(portal.right, portal.left, to.point);
        near != Turn::Right
            && far != Turn::Left
            && (near, far) != (Turn::Collinear, Turn::Collinear)
            && turn(from.point, to.point, portal.left) != Turn::Right
            && turn(from.point, to.point, portal.right) != Turn::Left
    })
}
