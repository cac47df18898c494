//! The exact test of walkable legs. It shares no code with any search.
//!
//! The state at a point is the set of reached cells that hold it. A leg extends the set through every
//! portal that it touches. At the end of the leg only the cells that hold the end remain. The leg is
//! blocked if none remains. At a pinch or along a thin wall there is no portal, so the set stays on
//! its side. On several floors the walk begins on one of them.

use std::collections::BTreeSet;

use glam::DVec2;

use super::{LinkUse, Path};
use crate::geom::{Turn, turn};
use crate::mesh::{CellId, EdgeId, NavMesh};

/// Returns the number of the first blocked leg, on a walk from a floor through any cells and over the
/// links.
///
/// It is 0 if the first point is off the mesh, even without legs.
///
/// Complexity: O(n log n) in the number of cells that the legs touch.
pub(super) fn first_blocked_leg(mesh: &NavMesh, path: &Path, layer: u32) -> Option<usize> {
    let mut reached = cells_at(mesh, *path.waypoints().first()?, layer);
    if reached.is_empty() {
        return Some(0);
    }
    for (index, leg) in path.legs().enumerate() {
        reached = match path.link_of_leg(index) {
            Some(link) => after_link(mesh, &reached, link, leg),
            None => after_leg(mesh, reached, leg),
        };
        if reached.is_empty() {
            return Some(index);
        }
    }
    None
}

/// Returns the slots of the cells at a point of a floor.
fn cells_at(mesh: &NavMesh, point: DVec2, layer: u32) -> BTreeSet<u32> {
    let mut all = mesh.incidences(point).collect();
    mesh.keep_layer(&mut all, Some(layer));
    all.iter().map(|at| at.cell.slot).collect()
}

/// Returns the cells after the use of a link; none if it is missing, closed or not usable in this
/// direction.
fn after_link(
    mesh: &NavMesh,
    reached: &BTreeSet<u32>,
    used: &LinkUse,
    [entry, exit]: [DVec2; 2],
) -> BTreeSet<u32> {
    let (entered, left) = (used.entered, used.entered.other());
    let lane = used.lane_id();
    let slots = |side| mesh.link_places(lane, side).into_iter().map(|at| at.cell.slot);
    let is_usable = mesh.link(used.link).is_some_and(|link| {
        let at = |side| link.end_of_lane(used.lane, side).map(|end| end.point);
        let ends = [at(entered), at(left)];
        link.may_be_entered(entered) && ends == [Some(entry), Some(exit)] && mesh.is_lane_open(lane)
    });
    if is_usable && slots(entered).any(|slot| reached.contains(&slot)) {
        slots(left).collect()
    } else {
        BTreeSet::new()
    }
}

/// True if `cell` holds a point, and is joined there to a cell of a floor.
pub(super) fn holds_on_floor(mesh: &NavMesh, cell: CellId, point: DVec2, layer: u32) -> bool {
    let mut all = mesh.incidences(point).collect();
    mesh.keep_layer(&mut all, Some(layer));
    all.iter().any(|incidence| incidence.cell == cell)
}

/// Returns the cells at the end of a leg.
fn after_leg(mesh: &NavMesh, from: BTreeSet<u32>, leg: [DVec2; 2]) -> BTreeSet<u32> {
    let mut open: Vec<u32> = from.iter().copied().collect();
    let mut reached = from;
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

/// Returns the number of the first leg that the closed `cells` do not hold, in their order.
///
/// The first cell must hold the first point, and the last cell the last. All cells must be of the mesh.
///
/// Complexity: linear in the number of cells and legs.
pub(super) fn first_leg_outside(
    mesh: &NavMesh,
    cells: &[CellId],
    points: &[DVec2],
) -> Option<usize> {
    let holds = |index: usize, point| mesh.feature_at(cells[index].slot, point).is_some();
    let reaches_next = |index: usize, leg| {
        let next = cells.get(index + 1);
        next.is_some_and(|next| are_joined(mesh, cells[index], *next, |ends| touch(leg, ends)))
    };
    let (&first, last_leg) = (points.first()?, points.len().saturating_sub(2));
    // The indices of the reached cells, ascending.
    let mut reached: Vec<usize> =
        Vec::from_iter((!cells.is_empty() && holds(0, first)).then_some(0));
    for (index, leg) in points.windows(2).enumerate() {
        let leg = [leg[0], leg[1]];
        let (mut at_end, mut unseen) = (Vec::new(), 0);
        for from in reached {
            let mut next = (from >= unseen).then_some(from);
            while let Some(index) = next {
                at_end.extend(holds(index, leg[1]).then_some(index));
                unseen = index + 1;
                next = reaches_next(index, leg).then_some(unseen);
            }
        }
        if at_end.is_empty() {
            return Some(index);
        }
        reached = at_end;
    }
    let arrived = reached.last().is_some_and(|&index| index + 1 == cells.len());
    (!arrived).then_some(last_leg)
}

/// Returns the index of the first cell that is not joined to the next.
pub(super) fn first_cell_apart(mesh: &NavMesh, cells: &[CellId]) -> Option<usize> {
    cells.windows(2).position(|pair| !are_joined(mesh, pair[0], pair[1], |_| true))
}

/// True if `accepts` accepts the ends of some portal between two cells.
fn are_joined(
    mesh: &NavMesh,
    cell: CellId,
    next: CellId,
    accepts: impl Fn([DVec2; 2]) -> bool,
) -> bool {
    portals(mesh, cell.slot)
        .any(|(edge, neighbor)| neighbor == next.slot && accepts(mesh.edge_ends(edge)))
}

/// Iterates over the portals of a cell and the slots of the neighbours.
fn portals(mesh: &NavMesh, slot: u32) -> impl Iterator<Item = (EdgeId, u32)> + '_ {
    mesh.edge_range(slot).filter_map(|index| {
        let edge = EdgeId(index as u32);
        Some((edge, mesh.edge(edge).neighbor_slot()?))
    })
}

/// True if two closed segments have a common point: neither lies strictly on one side of the other's
/// line, and their boxes meet. Exact.
pub(super) fn touch([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let parts = |[p, q]: [DVec2; 2], [r, s]: [DVec2; 2]| {
        let side = turn(p, q, r);
        side != Turn::Collinear && side == turn(p, q, s)
    };
    let boxes_meet = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    boxes_meet && !parts([a, b], [c, d]) && !parts([c, d], [a, b])
}
