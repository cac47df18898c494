//! The order of the nearest goals: certain, or refined until it is.

use std::cmp::Ordering;

use navmesh_core::{PathError, Progress, Stop};

use super::bounds_of;
use super::goals::Goal;
use super::task::ManyTask;
use crate::distances::{BoundedDistance, NearGoal};
use crate::weighted::workspace::Workspace;

/// The least gap to which a goal is refined to compare it with another one.
const LEAST_GAP: f64 = 0.001;

/// The factor by which a gap shrinks from one refinement to the next.
const SHRINK: f64 = 0.25;

/// Returns the numbers of all goals with a path, nearest first. Ties go to the lowest number.
pub(super) fn by_cost(goals: &[Goal]) -> Vec<usize> {
    let order = |&a: &usize, &b: &usize| -> Ordering {
        goals[a].upper.total_cmp(&goals[b].upper).then(a.cmp(&b))
    };
    let mut numbers: Vec<usize> =
        (0..goals.len()).filter(|&number| goals[number].upper < f64::INFINITY).collect();
    numbers.sort_unstable_by(order);
    numbers
}

/// Returns a goal whose place in the order of the `count` nearest ones is not certain, and the gap to ask for.
///
/// A goal comes before another one for certain if its upper bound is at most the other's lower bound.
pub(super) fn doubtful(goals: &[Goal], count: usize, gap: f64) -> Option<(usize, f64)> {
    let order = by_cost(goals);
    // The least lower bound of this and all later goals.
    let mut least = vec![f64::INFINITY; order.len() + 1];
    for place in (0..order.len()).rev() {
        least[place] = least[place + 1].min(goals[order[place]].bound());
    }
    for (place, &near) in order.iter().enumerate().take(count) {
        let upper = goals[near].upper;
        if upper <= least[place + 1] {
            continue;
        }
        let is_doubtful = |&&far: &&usize| goals[far].bound() < upper;
        for &far in order[place + 1..].iter().filter(is_doubtful) {
            // The wider of the two is refined first.
            let mut pair = [near, far];
            pair.sort_by(|&a, &b| relative_gap(&goals[b]).total_cmp(&relative_gap(&goals[a])));
            let can_narrow =
                |&&number: &&usize| goals[number].gap > LEAST_GAP && !goals[number].is_closed();
            if let Some(&number) = pair.iter().find(can_narrow) {
                return Some((number, (goals[number].gap.min(gap) * SHRINK).max(LEAST_GAP)));
            }
        }
    }
    None
}

fn relative_gap(goal: &Goal) -> f64 {
    if goal.upper > 0.0 { 1.0 - goal.bound() / goal.upper } else { 0.0 }
}

impl ManyTask {
    /// Writes the nearest goals to which paths are known into `nearest`, nearest first. Returns an error if a limit
    /// stopped the search.
    pub(crate) fn write_nearest(
        &self,
        workspace: &Workspace,
        stop: Stop,
        nearest: &mut Vec<NearGoal>,
    ) -> Result<(), PathError> {
        nearest.clear();
        let near = by_cost(&self.goals).into_iter().take(self.count()).map(|goal| {
            let known = bounds_of(&self.start, &self.goals[goal]);
            let BoundedDistance { distance, lower_bound, moved } = known;
            NearGoal { goal, distance, lower_bound, moved }
        });
        nearest.extend(near.filter(|near| near.distance <= self.max_cost));
        if self.is_finished() {
            return Ok(());
        }
        let Progress { lower_bound, expanded, .. } = self.progress(workspace);
        Err(stop.error(lower_bound, expanded))
    }
}
