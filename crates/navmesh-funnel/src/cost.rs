//! What a path through a corridor costs, cell by cell.

use navmesh_core::geom::{Turn, on_segment, orientation, turn, within_box};
use navmesh_core::{CorridorWalk, DVec2, NavMesh, Portal};

/// The cost of walking `waypoints` through a part of a corridor: for each cell its cost times the length
/// inside it, in map units. At uniform cost it is the length.
///
/// `waypoints` is a path pulled from this part; where it crosses a portal is interpolated, and
/// rounded. A leg along a portal is paid at the cost of the cell behind the portal.
///
/// Complexity: linear in the number of portals and waypoints.
#[must_use]
pub fn cost_along(mesh: &NavMesh, walk: &CorridorWalk<'_>, waypoints: &[DVec2]) -> f64 {
    let price = |cell: usize| {
        let cell = walk.cells.get(cell).filter(|cell| mesh.has_cell(**cell));
        cell.map_or(1.0, |cell| mesh.cost(cell.slot))
    };
    let mut cost = 0.0;
    for_each_stretch(walk, waypoints, |cell, [from, to]| {
        cost += price(cell) * from.distance(to);
    });
    cost
}

/// Cuts the path at the portals: every stretch with the index of the cell that it lies in.
fn for_each_stretch(
    walk: &CorridorWalk<'_>,
    waypoints: &[DVec2],
    mut visit: impl FnMut(usize, [DVec2; 2]),
) {
    let mut cell = 0;
    for leg in waypoints.windows(2) {
        let leg = [leg[0], leg[1]];
        let mut at = leg[0];
        while let Some(portal) = walk.portals.get(cell)
            && let Some(crossed) = crossing(leg, portal, at)
        {
            visit(cell, [at, crossed]);
            at = crossed;
            cell += 1;
        }
        visit(cell, [at, leg[1]]);
    }
}

/// Where a leg crosses a portal of the cell that it has come to, `at` being where it entered; `None`
/// where it does not. That it does is decided exactly; where it does is rounded, except at ends.
///
/// A sleeve may wind over itself, so that it is not enough for leg and portal to meet: the leg must
/// come from the near side and go to the far one, or end on the portal, or already stand on it.
fn crossing([from, to]: [DVec2; 2], portal: &Portal, at: DVec2) -> Option<DVec2> {
    let (left, right) = (portal.left, portal.right);
    if on_segment(left, right, at) {
        return Some(at);
    }
    let hands = [turn(from, to, left), turn(from, to, right)];
    if hands == [Turn::Collinear; 2] {
        // Along the leg, but not behind: a path may come back on its own line.
        let nearer = if within_box(from, left, right) { right } else { left };
        let is_ahead = (nearer - at).dot(to - from) >= 0.0 && within_box(from, to, nearer);
        return is_ahead.then_some(nearer);
    }
    if on_segment(left, right, to) {
        return Some(to);
    }
    let (near, far) = (orientation(right, left, from), orientation(left, right, to));
    match hands {
        _ if near <= 0.0 || far <= 0.0 => None,
        [Turn::Right, _] | [_, Turn::Left] => None,
        [Turn::Collinear, _] => Some(left),
        [_, Turn::Collinear] => Some(right),
        _ => Some(from.lerp(to, near / (near + far))),
    }
}

#[cfg(test)]
mod tests;
