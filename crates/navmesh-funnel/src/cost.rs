//! The cost of a path through a corridor, cell by cell.

use navmesh_core::geom::{Turn, on_segment, orientation, turn, within_box};
use navmesh_core::{CorridorSection, DVec2, NavMesh, Portal};

/// Returns the cost of `waypoints`, a path pulled from one walk of a corridor: the sum over its cells of the
/// cell's cost times the length inside it, in map units.
///
/// If all cells cost 1 it is the length. Crossings with portals are interpolated, and rounded. A leg along
/// a portal costs as much as in the cell behind the portal.
///
/// Complexity: linear in the number of portals and waypoints.
#[must_use]
pub fn cost_along(mesh: &NavMesh, walk: &CorridorSection<'_>, waypoints: &[DVec2]) -> f64 {
    let unit_cost = |cell: usize| {
        let cell = walk.cells.get(cell).filter(|cell| mesh.has_cell(**cell));
        cell.map_or(1.0, |cell| mesh.cost(cell.slot))
    };
    let mut cost = 0.0;
    for_each_piece(walk, waypoints, |cell, [from, to]| {
        cost += unit_cost(cell) * from.distance(to);
    });
    cost
}

/// Cuts the path at the portals, and visits each piece with the index of its cell.
fn for_each_piece(
    walk: &CorridorSection<'_>,
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

/// Returns the point where a leg, from `at` on, crosses a portal of the current cell; `None` if it does not.
///
/// The decision is exact. The point is rounded, except at the ends of the leg or portal. A corridor may
/// overlap itself, so a common point is not enough: the leg has to come from the near side and go to the
/// far side, or end on the portal, or stand on it already.
fn crossing([from, to]: [DVec2; 2], portal: &Portal, at: DVec2) -> Option<DVec2> {
    let (left, right) = (portal.left, portal.right);
    if on_segment(left, right, at) {
        return Some(at);
    }
    let sides = [turn(from, to, left), turn(from, to, right)];
    if sides == [Turn::Collinear; 2] {
        // Along the leg, and not behind: a path may return on its own line.
        let nearer = if within_box(from, left, right) { right } else { left };
        let is_ahead = (nearer - at).dot(to - from) >= 0.0 && within_box(from, to, nearer);
        return is_ahead.then_some(nearer);
    }
    if on_segment(left, right, to) {
        return Some(to);
    }
    let (near, far) = (orientation(right, left, from), orientation(left, right, to));
    match sides {
        _ if near <= 0.0 || far <= 0.0 => None,
        [Turn::Right, _] | [_, Turn::Left] => None,
        [Turn::Collinear, _] => Some(left),
        [_, Turn::Collinear] => Some(right),
        _ => Some(from.lerp(to, near / (near + far))),
    }
}

#[cfg(test)]
mod tests;
