//! Walks along a path: the exact test of its legs, and their cost. It shares no code with any search.
//!
//! The state at a point is the set of reached cells that hold it, each with the least cost of a walk to
//! it. A [leg](super::leg) extends the set through every portal that it touches. At the end of the leg
//! only the cells that hold the end remain. The leg is blocked if none remains. At a pinch or along a
//! thin wall there is no portal, so the set stays on its side. On several floors the walk begins on one
//! of them.

use glam::DVec2;

use super::leg::{Reached, after_leg, portals};
use super::{LinkUse, Path};
use crate::geom::ring::segments_touch;
use crate::mesh::{CellId, NavMesh};

/// A leg that cannot be walked, by its number.
pub(super) struct BlockedLeg(pub(super) usize);

/// Returns the least cost of a walk along the path, from a floor through any cells and over the links.
///
/// # Errors
///
/// The first blocked leg. It is leg 0 if the first point is off the mesh, even without legs.
///
/// Complexity: O(n log n) in the number of cells that the legs touch.
pub(super) fn walk(mesh: &NavMesh, path: &Path, layer: u32) -> Result<f64, BlockedLeg> {
    let Some(&start) = path.waypoints().first() else { return Ok(0.0) };
    let mut reached: Reached =
        cells_at(mesh, start, layer).into_iter().map(|slot| (slot, 0.0)).collect();
    if reached.is_empty() {
        return Err(BlockedLeg(0));
    }
    for (index, leg) in path.legs().enumerate() {
        reached = match path.link_of_leg(index) {
            Some(link) => after_link(mesh, &reached, link, leg),
            None => after_leg(mesh, &reached, leg),
        };
        if reached.is_empty() {
            return Err(BlockedLeg(index));
        }
    }
    Ok(reached.into_values().fold(f64::INFINITY, f64::min))
}

/// Returns the slots of the cells at a point of a floor.
fn cells_at(mesh: &NavMesh, point: DVec2, layer: u32) -> Vec<u32> {
    let mut all = mesh.incidences(point).collect();
    mesh.keep_layer(&mut all, Some(layer));
    all.iter().map(|at| at.cell.slot).collect()
}

/// Returns the cells after the use of a link and the costs there; none if it is missing, closed or not
/// usable in this direction.
fn after_link(
    mesh: &NavMesh,
    reached: &Reached,
    used: &LinkUse,
    [entry, exit]: [DVec2; 2],
) -> Reached {
    let (entered, left) = (used.entered, used.entered.other());
    let lane = used.lane_id();
    let slots = |side| mesh.link_places(lane, side).into_iter().map(|at| at.cell.slot);
    let is_usable = mesh.link(used.link).is_some_and(|link| {
        let at = |side| link.end_of_lane(used.lane, side).map(|end| end.point);
        let ends = [at(entered), at(left)];
        link.may_be_entered(entered) && ends == [Some(entry), Some(exit)] && mesh.is_lane_open(lane)
    });
    let costs = slots(entered).filter_map(|slot| reached.get(&slot).copied());
    match costs.min_by(f64::total_cmp) {
        Some(cost) if is_usable => slots(left).map(|slot| (slot, cost + used.cost)).collect(),
        _ => Reached::new(),
    }
}

/// True if `cell` holds a point, and is joined there to a cell of a floor.
pub(super) fn holds_on_floor(mesh: &NavMesh, cell: CellId, point: DVec2, layer: u32) -> bool {
    let mut all = mesh.incidences(point).collect();
    mesh.keep_layer(&mut all, Some(layer));
    all.iter().any(|incidence| incidence.cell == cell)
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
        next.is_some_and(|next| {
            are_joined(mesh, cells[index], *next, |ends| segments_touch(leg, ends))
        })
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
