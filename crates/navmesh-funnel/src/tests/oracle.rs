//! The shortest path within a corridor, as plain as possible: every portal end and every straight
//! leg between two of them that passes all portals between.

use navmesh_core::geom::{Turn, on_segment, turn};
use navmesh_core::{Corridor, DVec2, Path, Portal};

/// A point of the path: the start, an end of a portal, or the goal. `stage` counts the portals up
/// to and including its own, so that a leg passes those between two stages.
#[derive(Clone, Copy)]
struct Node {
    point: DVec2,
    stage: usize,
}

/// The waypoints of the shortest path, without those where it does not turn; and its length.
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

fn nodes(corridor: &Corridor) -> Vec<Node> {
    let mut nodes = vec![Node { point: corridor.start, stage: 0 }];
    for (i, portal) in corridor.portals.iter().enumerate() {
        // A start or goal that stands in a doorway, or in line with one, stops there too.
        let ends = [corridor.start, corridor.goal].into_iter();
        let standing = ends.filter(|&end| on_segment(portal.left, portal.right, end));
        let points = [portal.left, portal.right].into_iter().chain(standing);
        nodes.extend(points.map(|point| Node { point, stage: i + 1 }));
    }
    nodes.push(Node { point: corridor.goal, stage: corridor.portals.len() + 1 });
    nodes
}

/// True where the straight leg passes every portal between: it comes from the portal's near side
/// and ends beyond it, and neither end of the portal is in its way. A leg along a portal is refused:
/// one with a stop at the portal's nearer end is as short.
fn passes(portals: &[Portal], from: Node, to: Node) -> bool {
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
