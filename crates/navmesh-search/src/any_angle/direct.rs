//! The straight way: where the start sees the goal, no search is needed.
//!
//! The line is followed from cell to cell, by exact side tests. Where it touches a corner the search is left
//! to decide: it is as exact, and such lines are few.

use navmesh_core::{Feature, NavMesh};

use super::aim::Arrival;
use super::node::{NONE, Root, Step};
use super::search::{Index, Room};
use super::sides::Sides;

/// The straight way between the endpoints in `room`, if it passes inner points of cells and portals alone.
pub(super) fn direct<S: Sides>(mesh: &NavMesh, index: &Index, room: &mut Room) -> Option<Arrival> {
    let [start, goal] = [&room.endpoints.start, &room.endpoints.goal];
    let &[at] = start.incidences.as_slice() else { return None };
    if at.feature != Feature::Inside {
        return None;
    }
    let (portals, edges) = (index.portals(mesh), mesh.edges());
    let side = |edge: usize| S::side(start.point, goal.point, edges[edge].origin());
    room.steps.clear();
    let (mut cell, mut entry) = (at.cell.slot, None);
    let mut step = NONE;
    while goal.incidences.iter().all(|incidence| incidence.cell.slot != cell) {
        let exit = exit_of(mesh.edge_range(cell), entry, side)?;
        let portal = edges[exit].twin().map(|_| portals.get(exit as u32))?;
        room.steps.push(Step::along(portal.number, step));
        step = room.steps.len() as u32 - 1;
        (cell, entry) = (portal.leads_to(), Some(portal.twin as usize));
    }
    let length = start.point.distance(goal.point);
    room.roots.clear();
    room.roots.push(Root::afresh(start.point, 0.0));
    Some(Arrival { length, root: 0, step })
}

/// The edge by which a line leaves a cell: from the right of it to the left, as the cell runs. `None` where
/// the line touches a corner on the way.
///
/// The edge that it came by runs from left to right, and so do all before the last corner on the right.
#[inline(always)]
fn exit_of(
    edges: std::ops::Range<usize>,
    entry: Option<usize>,
    side: impl Fn(usize) -> f64,
) -> Option<usize> {
    let after = |edge: usize| if edge + 1 == edges.end { edges.start } else { edge + 1 };
    let mut edge = entry.map_or(edges.start, after);
    let mut origin = side(edge);
    for _ in 0..edges.len() {
        let next = side(after(edge));
        if next == 0.0 {
            return None;
        }
        if origin < 0.0 && next > 0.0 {
            return Some(edge);
        }
        (edge, origin) = (after(edge), next);
    }
    None
}
