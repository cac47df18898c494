//! One start, many goals, where cells have different costs.
//!
//! One flood by upper costs finds a path to each goal, one by lower costs bounds each cost from below. Goals whose gaps are
//! too large get a [tube](super::tube) of their own, which begins with that flood.

mod goals;
mod nearest;
mod task;
mod floods;
mod narrow;
mod to_any;

use navmesh_core::backend::{Endpoint, Endpoints};
use navmesh_core::{ManyQuery, PathError, Place};

use super::tables::Tables;
use super::workspace::Workspace;
use crate::distances::BoundedDistance;
use goals::{Goal, State};
pub(crate) use task::{ManyTask, Wanted};
pub(crate) use to_any::ToAny;

/// Places the start and the goals of a search.
pub(crate) fn begin(
    tables: &Tables,
    workspace: &mut Workspace,
    query: &ManyQuery<&[Place]>,
    aim: Wanted,
) -> Result<ManyTask, PathError> {
    let (mesh, mut endpoints) = (&tables.ground.mesh, Endpoints::default());
    let asked = query.to_start();
    endpoints.place(mesh, &asked)?;
    let start = endpoints.start.clone();
    let goal = |&goal: &Place| Goal::new(mesh, &start, query.to(goal), &mut endpoints);
    let goals = query.goals().iter().map(goal).collect();
    Ok(ManyTask::new(tables, workspace, aim, &asked, start, goals))
}

fn bounds_of(start: &Endpoint, goal: &Goal) -> BoundedDistance {
    let moved = match goal.state {
        State::Lost(_) => {
            return BoundedDistance {
                distance: f64::INFINITY,
                lower_bound: f64::INFINITY,
                moved: 0.0,
            };
        }
        State::Apart => goal.path.start_offset() + goal.path.goal_offset(),
        _ => start.offset + goal.end.offset,
    };
    let (distance, lower_bound) = (goal.upper, goal.bound());
    BoundedDistance { distance, lower_bound, moved }
}

#[cfg(test)]
mod tests;
