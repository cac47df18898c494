//! The results of a search for many goals that is done or stopped.

use navmesh_core::{Path, PathError, Stage, Stop};

use super::{GoalState, Many};
use crate::any_angle::session::pause::Pause;
use crate::distances::{BoundedDistance, NearGoal};

/// The number of a goal that needed a separate query, and the answer.
pub(super) type Answer = (usize, Result<Path, PathError>);

/// A search that is done or stopped, with the answers of the separate queries.
pub(super) struct Outcome<'a> {
    pub(super) many: &'a Many,
    pub(super) pause: &'a Pause,
    pub(super) answers: &'a [Answer],
}

impl<'a> Outcome<'a> {
    /// Returns the bounds on the distance of each goal.
    pub(super) fn bounds(&self) -> impl Iterator<Item = BoundedDistance> + use<'a> {
        let (&Self { many, answers, .. }, proved) = (self, self.many.proved(self.pause));
        let start = many.start.offset;
        let states = many.states.iter().zip(&many.lengths).enumerate();
        states.map(move |(number, (state, &length))| match state {
            GoalState::Apart => bounds_apart(answers, number),
            _ => state.bounds(length, proved, start),
        })
    }

    /// Writes the `count` goals with the shortest paths, among those whose distances are known. Returns an error if the
    /// search spent its nodes before it found all of them.
    pub(super) fn write_nearest(
        &self,
        count: usize,
        stop: Stop,
        nearest: &mut Vec<NearGoal>,
    ) -> Result<(), PathError> {
        nearest.clear();
        let (kth_bound, max_cost) = (self.many.kth_bound.distance(), self.many.max_cost);
        for (goal, BoundedDistance { distance, lower_bound, moved }) in self.bounds().enumerate() {
            // A path of the search that is longer than the last one wanted may not be the shortest.
            let is_final =
                distance <= kth_bound || matches!(self.many.states[goal], GoalState::Apart);
            let is_known = distance < f64::INFINITY && distance <= lower_bound;
            if is_final && is_known && distance <= max_cost {
                nearest.push(NearGoal { goal, distance, lower_bound, moved });
            }
        }
        let order = |a: &NearGoal, b: &NearGoal| {
            a.distance.total_cmp(&b.distance).then(a.goal.cmp(&b.goal))
        };
        nearest.sort_unstable_by(order);
        nearest.truncate(count);
        self.check(stop)
    }

    /// The error of a search that was stopped before the wanted goals were found.
    fn check(&self, stop: Stop) -> Result<(), PathError> {
        if self.pause.stage() != Stage::Done {
            return Err(stop.error(self.many.proved(self.pause), self.pause.stats.expanded));
        }
        let may_be_near = |error: &PathError| matches!(error, PathError::BudgetExhausted { lower_bound, .. } if *lower_bound <= self.many.max_cost);
        let errors = self.answers.iter().filter_map(|(_, found)| found.as_ref().err());
        errors.copied().find(may_be_near).map_or(Ok(()), Err)
    }
}

impl GoalState {
    /// Returns the bounds on the distance of a goal of the search; no path that is not found is shorter than `proved`.
    /// The start was moved by `start_offset`.
    pub(super) fn bounds(&self, length: f64, proved: f64, start_offset: f64) -> BoundedDistance {
        let is_open = matches!(self, Self::Flooded { .. });
        let moved = match self {
            Self::Flooded { placing, .. } | Self::Near { placing, .. } => {
                start_offset + placing.offset
            }
            Self::Apart | Self::Lost(_) => 0.0,
        };
        BoundedDistance {
            distance: length,
            lower_bound: if is_open { length.min(proved) } else { length },
            moved,
        }
    }
}

/// Returns the bounds on the distance of a goal that needs a separate query.
pub(super) fn bounds_apart(answers: &[Answer], goal: usize) -> BoundedDistance {
    let (distance, lower_bound) = match answer_apart(answers, goal) {
        Some(Ok(path)) => (path.cost(), path.cost()),
        Some(Err(PathError::BudgetExhausted { lower_bound, .. })) => (f64::INFINITY, *lower_bound),
        Some(Err(_)) => (f64::INFINITY, f64::INFINITY),
        None => (f64::INFINITY, 0.0),
    };
    let moved = match answer_apart(answers, goal) {
        Some(Ok(path)) => path.start_offset() + path.goal_offset(),
        _ => 0.0,
    };
    BoundedDistance { distance, lower_bound, moved }
}

/// Returns the answer of a separate query; `None` if it was not asked.
pub(super) fn answer_apart(answers: &[Answer], goal: usize) -> Option<&Result<Path, PathError>> {
    let at = answers.binary_search_by_key(&goal, |(number, _)| *number).ok()?;
    Some(&answers[at].1)
}
