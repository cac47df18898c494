//! The straight way: where the start sees the goal, no search is needed.
//!
//! The line is followed from portal to portal, by exact side tests. Where it touches a corner the search is left
//! to decide: it is as exact, and such lines are few.

use navmesh_core::{Endpoints, Feature};

use crate::any_angle::index::portals::Portals;
use crate::any_angle::index::predicates::SidePredicate;

/// Follows the line between two endpoints that share no cell: true where it passes inner points of cells and portals alone.
/// Then `cells` are those that it passes, by slot.
pub(crate) fn sees<S: SidePredicate>(
    portals: Portals,
    ends: &Endpoints,
    cells: &mut Vec<u32>,
) -> bool {
    let (start, goal) = (&ends.start, &ends.goal);
    let &[at] = start.incidences.as_slice() else { return false };
    if at.feature != Feature::Inside {
        return false;
    }
    // The line comes into each cell at an inner point of an edge, so it leaves by a portal that it crosses from
    // the right hand to the left, or not by a portal.
    let is_left_by = |portal: u32| {
        let portal = portals.get(portal);
        let side = |point| S::orient(start.point, goal.point, point);
        side(portal.right()) < 0.0 && side(portal.left()) > 0.0
    };
    cells.clear();
    cells.push(at.cell.slot);
    let mut exit = portals.of_cell(at.cell.slot).find(|&portal| is_left_by(portal));
    while let Some(number) = exit {
        let portal = portals.get(number);
        let cell = portal.leads_to();
        cells.push(cell);
        if goal.incidences.iter().any(|incidence| incidence.cell.slot == cell) {
            return true;
        }
        exit = portals.others_in_cell(portal.twin).find(|&portal| is_left_by(portal));
    }
    false
}
