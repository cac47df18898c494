//! The line of sight: a start that sees the goal needs no search.
//!
//! The line is followed from cell to cell ([`crate::line::ray_run`]). If it touches a corner, the search decides.
//! Such lines are rare.

use navmesh_core::backend::Endpoints;
use navmesh_core::{Feature, Incidence, NavMesh};

use crate::line::ray_run::{RunEnd, cross_cells, first_on_right};
use crate::line::{Line, Ruler};

/// Follows the line between two endpoints that share no cell. Returns true if it passes inner points of cells and
/// portals alone, and writes the slots of these cells into `cells`.
pub(crate) fn sees(mesh: &NavMesh, endpoints: &Endpoints, cells: &mut Vec<u32>) -> bool {
    let (start, goal) = (&endpoints.start, &endpoints.goal);
    let &[Incidence { cell, feature: Feature::Inside }] = start.incidences.as_slice() else {
        return false;
    };
    let ruler = Ruler::new(Line { from: start.point, to: goal.point }, mesh.bounds());
    let first = first_on_right(mesh, &ruler, cell.slot);
    let mut last = cell.slot;
    cells.clear();
    cells.push(last);
    let end = cross_cells(mesh, &ruler, first, |slot| {
        cells.push(slot);
        last = slot;
    });
    let holds_goal = |slot: u32| goal.incidences.iter().any(|at| at.cell.slot == slot);
    if holds_goal(last) {
        return true;
    }
    // If the last cell is on another floor, the goal may be on its exit.
    let RunEnd::Target(exit) = end else { return false };
    let beyond = mesh.edge(exit).neighbor_slot().filter(|&slot| holds_goal(slot));
    cells.extend(beyond);
    beyond.is_some()
}
