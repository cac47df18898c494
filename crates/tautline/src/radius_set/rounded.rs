//! Answers on the mesh of a rounded radius, with a proved gap.
//!
//! The mesh for r holds no place nearer than r to a wall, and every place farther than r · (1 + t), where t is the arc
//! tolerance. So the mesh for q holds the mesh for r if q · (1 + t) ≤ r. A path for q is then no longer than one for r:
//! the path on the mesh of the radius rounded down is a lower bound, and its failure proves that r fails.

use std::sync::Arc;

use navmesh_core::{
    Guarantee, InvalidQuery, Path, PathError, PathQuery, PathStatus, Scratch, StartPolicy,
};

use super::RadiusSet;
use super::classes::Class;

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
        let found = self.answer_on(upper, query, scratch, path);
        let mut wider = std::mem::take(scratch.workspace::<WiderWorkspace>());
        let result = if found.is_ok() && answers(query, path) {
            let bound = self.bound(lower, query, scratch, path, &mut wider.0);
            path.weaken_bound(bound);
            Ok(())
        } else {
            match self.answer_on(lower, query, scratch, &mut wider.0) {
                // The radius rounded down may be too small for the coordinates.
                Ok(()) | Err(PathError::InvalidQuery { reason: InvalidQuery::Radius { .. } }) => {
                    let class = self.lock().class_on(upper.source(), radius);
                    self.answer_on(&class, query, scratch, path)
                }
                Err(error) => {
                    path.clear();
                    Err(error)
                }
            }
        };
        *scratch.workspace() = wider;
        result
    }

    /// Returns a lower bound on the cost of a path for the radius between the ends of `path`.
    fn bound(
        &self,
        lower: &Arc<Class>,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &Path,
        wider: &mut Path,
    ) -> f64 {
        let [Some(&start), Some(&goal)] = [path.waypoints().first(), path.waypoints().last()]
        else {
            return 0.0;
        };
        let mut ends = PathQuery::new(start, goal).search(query.search);
        (ends.gap, ends.max_expanded) = (query.gap, query.max_expanded);
        let found = self.answer_on(lower, &ends, scratch, wider);
        match wider.guarantee() {
            _ if found.is_err() || wider.is_moved() => 0.0,
            Guarantee::Optimal if wider.cost() >= path.cost() => path.lower_bound(),
            _ => wider.lower_bound(),
        }
    }
}

/// True if a path on the mesh of a rounded radius answers a query: it reaches the goal, and no policy moved its start.
fn answers(query: &PathQuery, path: &Path) -> bool {
    let is_moved = query.start_policy != StartPolicy::Exact && path.start_offset() > 0.0;
    path.status() == PathStatus::Complete && !is_moved
}
