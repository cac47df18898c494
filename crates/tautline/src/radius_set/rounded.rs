//! Answers on the mesh of a rounded radius, with a proved gap.
//!
//! The mesh for r holds no place nearer than r to a wall, and every place farther than r · (1 + t), where t is the arc
//! tolerance. So the mesh for q holds the mesh for r if q · (1 + t) ≤ r. A path for q is then no longer than one for r:
//! the path on the mesh of the radius rounded down is a lower bound, and its failure proves that r fails. Both proofs need
//! ends that r does not move: those that the mesh of the radius rounded up holds, since the mesh for r holds that.

use navmesh_core::backend::WritePath;
use std::sync::Arc;

use navmesh_core::{
    Guarantee, InvalidQuery, Path, PathError, PathQuery, PathStatus, Scratch, StartPolicy,
};
use navmesh_search::NodeBudget;

use super::RadiusSet;
use super::classes::Class;
use crate::MeshFinder;

/// The path for the radius rounded down.
#[derive(Default)]
struct WiderWorkspace(Path);

/// The multiples of a step from which on rounding of f64 could skip one.
const MOST_STEPS: f64 = (1u64 << 52) as f64;

/// Returns a radius rounded up to a multiple of the step, and the largest multiple whose mesh holds that of the radius.
///
/// `None` if the radius is a multiple itself, or too large to be rounded.
pub(super) fn around(radius: f64, step: f64, arc_tolerance: f64) -> Option<[f64; 2]> {
    let steps = (radius / step).ceil();
    // The quotient is rounded.
    let upper = if steps * step < radius { steps + 1.0 } else { steps } * step;
    let outer = 1.0 + arc_tolerance;
    let steps_down = (radius / outer / step).floor();
    let lower =
        if steps_down * step * outer > radius { steps_down - 1.0 } else { steps_down } * step;
    let is_rounded = steps < MOST_STEPS && upper.is_finite() && upper != radius;
    is_rounded.then(|| [upper, lower.max(0.0)]) // a NaN becomes 0
}

impl RadiusSet {
    /// Answers a query on the class of the radius rounded up, with the class of the radius rounded down as the proof.
    pub(super) fn answer_rounded(
        &self,
        radius: f64,
        [upper, lower]: [&Arc<Class>; 2],
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let mut nodes = NodeBudget::of(query);
        let found = self.answer_on(upper, query, scratch, path);
        nodes.count(&found, path);
        let mut wider = std::mem::take(scratch.workspace::<WiderWorkspace>());
        wider.0.clear();
        let is_answer = found.is_ok() && answers(query, path);
        let mut of_lower = if is_answer { between_ends(query, path) } else { *query };
        of_lower.max_cost = None;
        let is_spent = nodes.is_spent();
        let proved = self.answer_on(lower, &nodes.limit(&of_lower), scratch, &mut wider.0);
        nodes.count_further(&proved, &wider.0);
        let are_held = is_answer || self.holds_ends(upper, query);
        let bound = if are_held { bound_of(&proved, &wider.0) } else { 0.0 };
        let is_stopped = is_spent || matches!(proved, Err(PathError::BudgetExhausted { .. }));
        let result = match proved {
            _ if is_answer => {
                let is_optimal = proved.is_ok() && wider.0.guarantee() == Guarantee::Optimal;
                if wider.0.is_moved() || !is_optimal || wider.0.cost() < path.cost() {
                    path.weaken_bound(bound);
                }
                if is_stopped { Err(nodes.stopped(path.lower_bound())) } else { Ok(()) }
            }
            // The mesh of the radius may have a path, but the nodes did not suffice, or it costs too much.
            Ok(()) | Err(PathError::BudgetExhausted { .. })
                if is_stopped || exceeds(query, bound) =>
            {
                path.clear();
                Err(nodes.stopped(bound))
            }
            Err(error) if is_proof(&error, are_held) => {
                path.clear();
                Err(error)
            }
            _ => {
                let class = self.lock().class_on(upper.source(), radius);
                let found = self.answer_on(&class, &nodes.limit(query), scratch, path);
                nodes.count_further(&found, path);
                found
            }
        };
        *scratch.workspace() = wider;
        nodes.total(result, path)
    }

    /// True if the mesh of a class holds both ends of a query, so that it moves neither.
    fn holds_ends(&self, class: &Arc<Class>, query: &PathQuery) -> bool {
        let ends = [query.start_place(), query.goal_place()];
        let holds = |finder: &MeshFinder| {
            ends.iter().all(|&end| finder.mesh().incidences_at(end).next().is_some())
        };
        self.built(class).as_ref().is_ok_and(holds)
    }
}

/// True if an error on the mesh of the radius rounded down proves one on the mesh of the radius.
fn is_proof(error: &PathError, are_held: bool) -> bool {
    match error {
        // The radius rounded down may be too small for the coordinates.
        PathError::InvalidQuery { reason: InvalidQuery::Radius { .. } } => false,
        error => are_held || !error.proves_unreachable(),
    }
}

/// Returns the query between the ends of a path.
fn between_ends(query: &PathQuery, path: &Path) -> PathQuery {
    let [first, last] = [path.waypoints().first(), path.waypoints().last()];
    let ends = [first, last].map(|end| end.copied().unwrap_or_default());
    let mut between = PathQuery::new(ends[0], ends[1]).search(query.search);
    between.gap = query.gap;
    between
}

/// Returns a lower bound on the cost of a path for the radius, by a search on the mesh of the radius rounded down. It is 0
/// if that moved an end, since the radius may move it farther.
fn bound_of(wider_found: &Result<(), PathError>, wider: &Path) -> f64 {
    match wider_found {
        _ if wider.is_moved() => 0.0,
        Ok(()) => wider.lower_bound(),
        Err(PathError::BudgetExhausted { lower_bound, .. }) => *lower_bound,
        Err(_) => 0.0,
    }
}

/// True if no path with a lower bound is within the cost budget of a query.
fn exceeds(query: &PathQuery, lower_bound: f64) -> bool {
    query.max_cost.is_some_and(|max_cost| lower_bound > max_cost)
}

/// True if a path on the mesh of a rounded radius answers a query: it reaches the goal, and no policy moved its start.
fn answers(query: &PathQuery, path: &Path) -> bool {
    let is_moved = query.start_policy != StartPolicy::Exact && path.start_offset() > 0.0;
    path.status() == PathStatus::Complete && !is_moved
}
