//! Whether points in a row can be walked on a mesh: exact, and knowing nothing of any search.
//!
//! The ground is a set of closed convex cells, some of them joined along an edge, a portal. One stands
//! in all the cells around a point at once. A leg carries one on: from a cell through every portal
//! that the leg touches, into the next. At its end those cells are left that hold the end; where none
//! is, the leg is blocked. At a pinch, or along a wall of no thickness, there is no portal to touch,
//! and so one stays on one's own side. On floors above one another one begins on one of them.

use std::collections::BTreeSet;

use glam::DVec2;

use super::{LinkUse, Path};
use crate::geom::{Turn, turn};
use crate::mesh::{CellId, EdgeId, NavMesh};

/// Walks from point to point wherever the ground leads, from a floor, and over the links between: the number
/// of the first leg that is blocked.
///
/// Where the first point is off the ground, leg 0 is, even if there is none.
/// Complexity: O(n log n) in the number of cells that the legs touch.
pub(super) fn first_blocked_leg(mesh: &NavMesh, path: &Path, layer: u32) -> Option<usize> {
    let mut standing = cells_at(mesh, *path.waypoints().first()?, layer);
    if standing.is_empty() {
        return Some(0);
    }
    for (index, leg) in path.legs().enumerate() {
        standing = match path.link_of_leg(index) {
            Some(link) => taken(mesh, &standing, link, leg),
            None => carried(mesh, standing, leg),
        };
        if standing.is_empty() {
            return Some(index);
        }
    }
    None
}

/// The cells in which one stands at a point of a floor.
fn cells_at(mesh: &NavMesh, point: DVec2, layer: u32) -> BTreeSet<u32> {
    let mut all = mesh.incidences(point).collect();
    mesh.keep_layer(&mut all, Some(layer));
    all.iter().map(|at| at.cell.slot).collect()
}

/// The cells in which one stands after taking a link; none where it is not there, is closed or does not lead
/// that way.
fn taken(
    mesh: &NavMesh,
    standing: &BTreeSet<u32>,
    used: &LinkUse,
    [entry, exit]: [DVec2; 2],
) -> BTreeSet<u32> {
    let (entered, left) = (used.entered, used.entered.other());
    let lane = used.lane_id();
    let places = |side| mesh.link_places(lane, side).into_iter().map(|at| at.cell.slot);
    let leads = mesh.link(used.link).is_some_and(|link| {
        let at = |side| link.end_of_lane(used.lane, side).map(|end| end.point);
        let ends = [at(entered), at(left)];
        link.may_be_entered(entered) && ends == [Some(entry), Some(exit)] && mesh.is_lane_open(lane)
    });
    match leads && places(entered).any(|slot| standing.contains(&slot)) {
        true => places(left).collect(),
        false => BTreeSet::new(),
    }
}

/// True where `cell` holds a point in a place that is on a floor.
pub(super) fn stands_on(mesh: &NavMesh, cell: CellId, point: DVec2, layer: u32) -> bool {
    let mut all = mesh.incidences(point).collect();
    mesh.keep_layer(&mut all, Some(layer));
    all.iter().any(|incidence| incidence.cell == cell)
}

/// The cells in which one stands at the end of a leg.
fn carried(mesh: &NavMesh, standing: BTreeSet<u32>, leg: [DVec2; 2]) -> BTreeSet<u32> {
    let mut open: Vec<u32> = standing.iter().copied().collect();
    let mut reached = standing;
    while let Some(slot) = open.pop() {
        for (edge, neighbor) in portals(mesh, slot) {
            if !reached.contains(&neighbor) && touch(leg, mesh.edge_ends(edge)) {
                reached.insert(neighbor);
                open.push(neighbor);
            }
        }
    }
    reached.retain(|&slot| mesh.feature_at(slot, leg[1]).is_some());
    reached
}

/// Walks from point to point within `cells`, in their order: the number of the first leg that they do
/// not hold. The first cell must hold the first point, and the last cell the last.
///
/// All cells must be of the mesh. Complexity: linear in the number of cells and legs.
pub(super) fn first_leg_outside(
    mesh: &NavMesh,
    cells: &[CellId],
    points: &[DVec2],
) -> Option<usize> {
    let holds = |place: usize, point| mesh.feature_at(cells[place].slot, point).is_some();
    let leads_on = |place: usize, leg| {
        let next = cells.get(place + 1);
        next.is_some_and(|next| joined(mesh, cells[place], *next, |ends| touch(leg, ends)))
    };
    let (&first, last_leg) = (points.first()?, points.len().saturating_sub(2));
    // The places among the cells at which one can stand, ascending.
    let mut standing: Vec<usize> =
        Vec::from_iter((!cells.is_empty() && holds(0, first)).then_some(0));
    for (index, leg) in points.windows(2).enumerate() {
        let leg = [leg[0], leg[1]];
        let (mut onward, mut unseen) = (Vec::new(), 0);
        for from in standing {
            let mut next = (from >= unseen).then_some(from);
            while let Some(place) = next {
                onward.extend(holds(place, leg[1]).then_some(place));
                unseen = place + 1;
                next = leads_on(place, leg).then_some(unseen);
            }
        }
        if onward.is_empty() {
            return Some(index);
        }
        standing = onward;
    }
    let arrived = standing.last().is_some_and(|&place| place + 1 == cells.len());
    (!arrived).then_some(last_leg)
}

/// The place of the first cell that is not joined to the next.
pub(super) fn first_cell_apart(mesh: &NavMesh, cells: &[CellId]) -> Option<usize> {
    cells.windows(2).position(|pair| !joined(mesh, pair[0], pair[1], |_| true))
}

/// True where some portal between two cells is accepted.
fn joined(
    mesh: &NavMesh,
    cell: CellId,
    next: CellId,
    accepts: impl Fn([DVec2; 2]) -> bool,
) -> bool {
    portals(mesh, cell.slot)
        .any(|(edge, neighbor)| neighbor == next.slot && accepts(mesh.edge_ends(edge)))
}

/// The edges of a cell that lead on, and where to.
fn portals(mesh: &NavMesh, slot: u32) -> impl Iterator<Item = (EdgeId, u32)> + '_ {
    mesh.edge_range(slot).filter_map(|index| {
        let edge = EdgeId(index as u32);
        Some((edge, mesh.edge(edge).neighbor_slot()?))
    })
}

/// True where two closed segments have a point in common: neither lies strictly on one side of the
/// other's line, and their boxes meet. Exact.
pub(super) fn touch([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let parts = |[p, q]: [DVec2; 2], [r, s]: [DVec2; 2]| {
        let side = turn(p, q, r);
        side != Turn::Collinear && side == turn(p, q, s)
    };
    let boxes_meet = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    boxes_meet && !parts([a, b], [c, d]) && !parts([c, d], [a, b])
}
